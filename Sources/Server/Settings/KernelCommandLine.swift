import System

/// The kernel's command line.
enum KernelCommandLine {
  /// Its text, or that of the variable by which systemd's programs take another one; empty if unknown.
  static func text() -> String {
    if let text = ProcessEnvironment.value(of: "SYSTEMD_PROC_CMDLINE") { return text }
    return KernelText.read("/proc/cmdline") ?? ""
  }
}
