import System

/// The kernel's command line.
enum KernelCommandLine {
  /// The text of the kernel's command line, or of the variable that replaces it for systemd's
  /// programs; empty if unknown.
  static func text() -> String {
    if let text = ProcessEnvironment.value(of: "SYSTEMD_PROC_CMDLINE") { return text }
    return KernelText.ofProc("cmdline") ?? ""
  }

  /// True if the kernel and systemd write little on the console, and no word tells systemd
  /// otherwise.
  static var isQuiet: Bool {
    let words = SettingsReader.words(text())
    return words.contains("quiet")
      && !words.contains {
        $0.hasPrefix("systemd.show_status") || $0.hasPrefix("rd.systemd.show_status")
      }
  }
}
