/// A file of `/proc`, whose size the kernel does not report.
public enum KernelText {
  /// The text, up to a limit; nil if it cannot be read.
  public static func read(_ path: String) -> String? {
    guard let file = try? FileDescriptor.open(path, [.read, .nonBlocking]) else { return nil }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    var count = 0
    while count < bytes.count {
      guard let read = (try? file.read(into: &bytes, count..<bytes.count)) ?? nil else {
        return nil
      }
      if read == 0 { break }
      count += read
    }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
