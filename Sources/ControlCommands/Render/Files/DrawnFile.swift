import Geometry
import Images
import Lottie
import Raster
import SVG
import System

/// A picture file that is drawn as it is, without a scene around it.
protocol DrawnFile: AnyObject {
  /// One line, with its place, for each part of the file that is not drawn at a size.
  func warnings(at size: PixelSize) throws(ClientError) -> [String]

  /// Draws the picture on nothing, fitted into the surface and centred.
  ///
  /// - Parameters:
  ///   - seconds: from the picture's beginning; a still picture is the same at all times.
  ///   - surface: holds the pixels that the last call left. At the first one they do not matter.
  /// - Returns: the pixels that may have changed.
  func draw(at seconds: Double, into surface: Surface) throws(ClientError) -> Region

  /// The part that the last drawing left out since it took too much work, with its place; nil if
  /// all was drawn.
  var excess: String? { get }
}

/// The kinds of files that are drawn as they are.
enum DrawnFiles {
  /// No picture that a person has drawn is larger.
  static let byteLimit = 16 << 20

  /// A picture that a file shows, beside it or below; nil where there is none.
  static func bytes(of reference: String, beside path: String) -> [UInt8]? {
    guard let name = relativePath(in: reference) else { return nil }
    return try? readFile(atPath: parentDirectory(of: path) + "/" + name, limit: byteLimit)
  }

  /// The path in a reference, without its query and its fragment and with its escapes decoded (RFC
  /// 3986, sections 2.1 and 3.3); nil where it is empty, not UTF-8 or leads out of the folder.
  static func relativePath(in reference: String) -> String? {
    var path: [UInt8] = []
    var rest = reference.utf8.prefix { $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "?") }
    while let byte = rest.popFirst() {
      let escaped = byte == UInt8(ascii: "%") ? rest.prefix(2) : rest.prefix(0)
      let digits = escaped.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
      if digits.count == 2 {
        path.append(UInt8(digits[0] << 4 | digits[1]))
        rest = rest.dropFirst(2)
      } else {
        path.append(byte)
      }
    }
    let slash = UInt8(ascii: "/")
    guard let first = path.first, first != slash, !path.contains(0),
      !path.split(separator: slash).contains(where: { $0.elementsEqual("..".utf8) })
    else { return nil }
    return String(validating: path, as: UTF8.self)
  }

  /// The content of a file that may be compressed with gzip, as `.svgz` and `.tgs` are.
  static func unpacked(_ bytes: [UInt8], _ path: String) throws(ClientError) -> [UInt8] {
    guard bytes.starts(with: [0x1F, 0x8B]) else { return bytes }
    if let content = unpackGzip(bytes, limit: byteLimit) { return content }
    throw ClientError(
      .refused,
      "\(path) is compressed with gzip, and damaged or more than \(byteLimit >> 20) MiB when unpacked",
      hint: "gunzip -t < \(path)")
  }

  /// The error for a file of a kind that is too large to be read.
  static func excess(_ path: String, _ kind: String) -> ClientError {
    ClientError(
      .refused, "\(path) is larger than the \(byteLimit >> 20) MiB that \(kind) file may have",
      hint: "smaller pictures in it, or pictures in files beside it")
  }

  /// The kind of a file that is too large to be read, by its beginning; nil for others.
  private static func kind(ofLarge path: String) -> String? {
    let start: [UInt8]
    do throws(ReadFileError) {
      let file = try PlainFile(path: path, limit: .max)
      start = try file.bytes(at: 0, count: min(file.count, 65_536))
    } catch {
      return nil
    }
    if SVGPicture.isXML(start) { return "an SVG" }
    return LottieFile.mayBeLottie(start) ? "a Lottie" : nil
  }

  /// Opens a file if its content is of a kind that is drawn as it is; nil if it has to be a scene.
  ///
  /// Another file that cannot be read is left to the reader of scenes, which says why.
  ///
  /// - Parameter slots: values for the slots of a Lottie file.
  static func open(
    _ path: String, slots: [LottieSlotSetting] = []
  ) throws(ClientError) -> (any DrawnFile)? {
    let packed: [UInt8]
    do throws(ReadFileError) {
      packed = try readFile(atPath: path, limit: byteLimit)
    } catch {
      if case .tooLarge = error, let kind = kind(ofLarge: path) { throw excess(path, kind) }
      return nil
    }
    let bytes = try unpacked(packed, path)
    // Each `open` examines the bytes and returns nil if they are of another kind.
    if let picture = try LottiePicture.open(bytes, path, slots: slots) { return picture }
    guard let picture = try VectorPicture.open(bytes, path) else { return nil }
    if let slot = slots.first {
      throw ClientError(.refused, "\(path) is a picture without the variable '\(slot.name)'")
    }
    return picture
  }
}
