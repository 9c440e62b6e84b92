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

  /// Refuses a name with the ending of another format before any work is done.
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
    // Standard output is written to, and never replaced: its file belongs to the caller.
    guard path != "-", path != "/dev/stdout" else { return try Console.write(bytes) }
    do throws(SystemError) {
      let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      let kind = try FileStatus.of(file, followingLinks: false)?.kind ?? .regular
      if kind == .regular {
        try writeFileAtomically(path: file, bytes: bytes)
      } else {
        // Replacing /dev/null or a FIFO by a file would break other programs. A symbolic link is
        // left here if its target does not exist yet.
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
