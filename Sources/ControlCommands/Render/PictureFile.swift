import System

/// Where pictures go: a file, whole or not at all, or standard output.
enum PictureFile {
  /// - Parameter path: `-` means standard output.
  static func write(_ bytes: [UInt8], to path: String) throws(ClientError) {
    guard path != "-" else { return try Console.write(bytes) }
    do throws(SystemError) {
      try writeFileAtomically(path: path, bytes: bytes)
    } catch {
      throw ClientError(
        .cannotCreate, "cannot write \(path): \(error.reason)", hint: error.hint)
    }
  }
}
