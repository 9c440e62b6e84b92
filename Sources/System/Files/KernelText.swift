/// A file of `/proc`, whose size the kernel does not report.
public enum KernelText {
  /// The most bytes.
  private static let limit = 1 << 16
  /// The buffer's first size in bytes, enough for most texts.
  private static let firstSize = 1 << 12

  /// The text, up to a limit; nil if it cannot be read.
  public static func read(_ path: String) -> String? {
    guard let file = try? FileDescriptor.open(path, [.read, .nonBlocking]) else { return nil }
    var bytes = [UInt8](repeating: 0, count: firstSize)
    var count = 0
    while count < limit {
      if count == bytes.count { bytes += [UInt8](repeating: 0, count: count) }
      guard let read = (try? file.read(into: &bytes, count..<bytes.count)) ?? nil else {
        return nil
      }
      if read == 0 { break }
      count += read
    }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
