import System

/// The kernel's command line.
enum KernelCommandLine {
  /// Its text, or that of the variable by which systemd's programs take another one; empty if
  /// unknown.
  static func text() -> String {
    if let text = ProcessEnvironment.value(of: "SYSTEMD_PROC_CMDLINE") { return text }
    return KernelText.read("/proc/cmdline") ?? ""
  }

  /// True if the kernel and systemd write little on the console, and systemd is not told otherwise.
  static var isQuiet: Bool {
    let words = SettingsReader.words(text())
    return words.contains("quiet")
      && !words.contains {
        $0.hasPrefix("systemd.show_status") || $0.hasPrefix("rd.systemd.show_status")
      }
  }
}
