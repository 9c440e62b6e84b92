import ArgumentParser
import Foundation
import Images
import Raster
import System

/// The destination of pictures: a file, written as a whole or not at all, standard output, or a
/// device or FIFO.
enum PictureFile {
  /// Pictures of more pixels, as 16,384 × 16,384, are not useful.
  static let pixelLimit = 64 << 20

  /// Refuses a name that promises another format, which would be found out late.
  /// - Parameter endings: the endings of the formats that are written, in lower case.
  static func checkEnding(of path: String, _ endings: [String]) throws {
    guard let dot = path.lastIndex(of: "."), path[dot...].firstIndex(of: "/") == nil else { return }
    let ending = path[path.index(after: dot)...].lowercased()
    guard !endings.contains(ending) else { return }
    throw ValidationError(
      "'.\(ending)' is not written; -o takes " + endings.map { "." + $0 }.joined(separator: ", ")
        + " or -")
  }

  /// - Parameter path: `-` means standard output. A symbolic link stays, and the file that it names
  ///   is written.
  static func write(_ bytes: [UInt8], to path: String) throws(ClientError) {
    // The file that standard output leads to is not another's to replace.
    guard path != "-", path != "/dev/stdout" else { return try Console.write(bytes) }
    do throws(SystemError) {
      let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      let kind = try FileStatus.of(file, followingLinks: false)?.kind ?? .regular
      if kind == .regular {
        try writeFileAtomically(path: file, bytes: bytes)
      } else {
        // A file in the place of /dev/null or of a FIFO would break what others do with it. A link
        // is left when what it names is not there yet.
        try FileDescriptor.open(file, [.write, .create]).writeAll(bytes.span)
      }
    } catch {
      throw ClientError(
        .cannotCreate, "cannot write \(path): \(error.reason)", hint: error.hint)
    }
  }

  static func encode(_ surface: Surface) throws(ClientError) -> [UInt8] {
    try wrapping { () throws(ImageFileError) in try PNGEncoder(compression: .small).encode(surface)
    }
  }

  /// Converts a failure of the PNG writer to the client's error.
  static func wrapping<Result>(
    _ body: () throws(ImageFileError) -> Result
  ) throws(ClientError) -> Result {
    do throws(ImageFileError) {
      return try body()
    } catch {
      throw ClientError(.cannotCreate, "cannot make the picture: \(error.description)")
    }
  }
}
