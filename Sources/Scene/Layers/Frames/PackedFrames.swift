import Geometry
import Images
import Layers
import Raster

/// Pictures of a frames layer that lie packed in memory.
class PackedFrames: FrameSequence {
  /// Unpacks a picture.
  func unpack(_ index: Int) throws(ImageFileError) -> Image { throw .outOfMemory }

  /// The name of the picture in messages.
  func name(of index: Int) -> String { "" }

  final override func makePicture(at index: Int) -> Image? {
    do throws(ImageFileError) {
      let picture = try unpack(index)
      return picture.size == size ? picture : nil
    } catch {
      return nil
    }
  }

  /// The fault of a picture; nil if it can be shown.
  final func fault(of index: Int) -> String? {
    do throws(ImageFileError) {
      _ = try unpack(index)
      return nil
    } catch {
      return name(of: index) + ": " + error.description
    }
  }
}

/// Numbered files, a picture each.
final class FrameFiles: PackedFrames {
  private let pictures: [PackedPNG]
  private let pattern: NumberedName
  private let first: Int

  init(_ pictures: [PackedPNG], _ pattern: NumberedName, first: Int, _ times: FrameTimes) {
    self.pictures = pictures
    self.pattern = pattern
    self.first = first
    super.init(size: pictures[0].size, times: times)
  }

  override func unpack(_ index: Int) throws(ImageFileError) -> Image {
    try pictures[index].unpacked()
  }

  override func name(of index: Int) -> String { pattern.name(first + index) }
}

/// Cells of a picture, row after row.
final class FrameSheet: PackedFrames {
  private let sheet: Image
  private let columns: Int
  private let path: String

  init(_ sheet: Image, columns: Int, rows: Int, path: String, _ times: FrameTimes) {
    self.sheet = sheet
    self.columns = columns
    self.path = path
    super.init(
      size: PixelSize(width: sheet.size.width / columns, height: sheet.size.height / rows),
      times: times)
  }

  override func unpack(_ index: Int) throws(ImageFileError) -> Image {
    let (x, y) = (index % columns * size.width, index / columns * size.height)
    return sheet.cropped(
      to: PixelRect(minX: x, minY: y, maxX: x + size.width, maxY: y + size.height))
  }

  override func name(of index: Int) -> String { path }
}

/// An animated PNG file.
final class FrameAnimation: PackedFrames {
  private let animation: AnimatedPNG
  private let path: String

  init(_ animation: AnimatedPNG, path: String, _ times: FrameTimes) {
    self.animation = animation
    self.path = path
    super.init(size: animation.size, times: times)
  }

  override func unpack(_ index: Int) throws(ImageFileError) -> Image {
    try animation.picture(at: index)
  }

  override func prepare(_ index: Int) -> Bool { animation.prepare(index) }

  override func name(of index: Int) -> String { path + ", frame \(index + 1)" }
}

/// A file's name with a place for a number, written as printf does: `%d`, or `%04d` for four digits
/// or more, filled up with zeros.
struct NumberedName {
  private let before: String
  private let after: String
  private let digits: Int

  /// Nil if the name does not have exactly one such place.
  /// - Parameter folder: is put in front, and may have signs of its own.
  init?(_ name: String, in folder: String = "") {
    let bytes = Array(name.utf8)
    guard let start = bytes.firstIndex(of: UInt8(ascii: "%")),
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "d")),
      !bytes[end...].contains(UInt8(ascii: "%"))
    else { return nil }
    let width = bytes[start + 1..<end]
    guard width.count <= 2, width.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    let number = width.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    guard width.isEmpty || width.first == 0x30 && 1...9 ~= number else { return nil }
    before = folder + String(decoding: bytes[..<start], as: UTF8.self)
    after = String(decoding: bytes[(end + 1)...], as: UTF8.self)
    digits = number
  }

  func name(_ number: Int) -> String {
    var text = "\(number)"
    while text.utf8.count < digits { text = "0" + text }
    return before + text + after
  }
}
