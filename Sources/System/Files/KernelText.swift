/// A file of `/proc`, whose size the kernel does not report.
public enum KernelText {
  /// The folder of the files of `/proc` that `firstlight.service` shows while it hides the others.
  public static let folder = "/run/firstlight/kernel/"

  /// The most bytes.
  private static let limit = 1 << 16
  /// The buffer's first size in bytes, enough for most texts.
  private static let firstSize = 1 << 12

  /// The text of a file of `/proc` by its path there, or of the file of its name in the folder of
  /// the display's unit; nil if neither can be read. A folder that a unit has left behind has
  /// empty files.
  public static func ofProc(_ path: String, folder: String = folder) -> String? {
    if let text = read("/proc/" + path) { return text }
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) }
    return name.flatMap { read(folder + $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

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
