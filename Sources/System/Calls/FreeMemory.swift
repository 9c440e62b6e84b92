import CLinux

/// Memory that was freed and that the process keeps for itself.
public enum FreeMemory {
  /// Gives it back to the kernel. That takes milliseconds where it is much, in which other threads may
  /// wait for memory.
  public static func giveBack() { firstlight_trim_memory() }
}
