import CLinux

/// Memory that was freed and that the process keeps for itself.
public enum FreeMemory {
  /// Returns it to the kernel. Much memory takes milliseconds, in which other threads may wait for
  /// memory.
  public static func giveBack() { firstlight_trim_memory() }
}
