import System

/// The kernel's command line.
enum KernelCommandLine {
  /// Its text, or that of the variable by which systemd's programs take another one; empty if unknown.
  static func text() -> String {
    if let text = ProcessEnvironment.value(of: "SYSTEMD_PROC_CMDLINE") { return text }
    // Files of procfs have no size.
    let file = try? FileDescriptor.open("/proc/cmdline", [.read, .nonBlocking])
    guard let file else { return "" }
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    guard let count = try? file.read(into: &bytes, 0..<bytes.count) else { return "" }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
