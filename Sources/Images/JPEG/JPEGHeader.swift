import Geometry

/// The part of a JPEG file before its pixels (ITU-T T.81, annex B), as far as a picture's size and
/// position depend on it.
struct JPEGHeader {
  /// The size of the picture as it is stored.
  let size: PixelSize
  /// The way in which a camera was held (Exif 2.3, 4.6.4 A): 1 to 8, 1 being upright.
  let orientation: Int

  /// The size of the picture as it was seen.
  var seenSize: PixelSize {
    orientation >= 5 ? PixelSize(width: size.height, height: size.width) : size
  }

  /// The first bytes of each file: the start of an image, and of the first marker.
  static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]

  /// Reads the segments up to the picture's size, and checks it against the limits.
  init(_ file: borrowing [UInt8], limits: ImageFileLimits) throws(ImageFileError) {
    var place = 2
    var orientation = 1
    while true {
      // A marker may have any number of fill bytes before its code.
      while place < file.count, file[place] == 0xFF { place += 1 }
      guard place + 8 < file.count else { throw .jpeg(.truncated) }
      let (code, start) = (file[place], place + 3)
      let length = Self.half(in: file, at: place + 1)
      guard length >= 2 else { throw .jpeg(.damaged) }
      switch code {
      case 0xC0, 0xC1, 0xC2:
        size = try Self.size(in: file, at: start, limits: limits)
        self.orientation = orientation
        return
      case 0xC3, 0xC5...0xC7, 0xC8...0xCB, 0xCD...0xCF: throw .jpeg(.unsupported)
      // Pixels before any size, and markers that have no segment.
      case 0x00, 0x01, 0xD0...0xDA: throw .jpeg(.damaged)
      case 0xE1:
        let end = min(place + 1 + length, file.count)
        orientation = Self.orientation(in: file, from: start, to: end) ?? orientation
      default: break
      }
      place += 1 + length
      guard place < file.count else { throw .jpeg(.truncated) }
      guard file[place] == 0xFF else { throw .jpeg(.damaged) }
    }
  }

  /// True if a file's beginning ends before the size.
  static func isCut(_ start: borrowing [UInt8]) -> Bool {
    do throws(ImageFileError) {
      _ = try JPEGHeader(start, limits: ImageFileLimits())
      return false
    } catch {
      return error == .jpeg(.truncated)
    }
  }

  private static func size(
    in file: borrowing [UInt8], at start: Int, limits: ImageFileLimits
  ) throws(ImageFileError) -> PixelSize {
    // The precision comes first.
    guard file[start] == 8 else { throw .jpeg(.unsupported) }
    let (height, width) = (half(in: file, at: start + 1), half(in: file, at: start + 3))
    // A height of 0 means that the height follows the pixels; no known encoder writes that.
    guard width > 0, height > 0 else { throw .jpeg(.damaged) }
    let size = PixelSize(width: width, height: height)
    try limits.check(size)
    return size
  }

  /// The orientation in a segment of Exif: TIFF, where only the first directory is read.
  private static func orientation(in file: borrowing [UInt8], from start: Int, to end: Int) -> Int?
  {
    let tiff = start + 6
    guard end - start >= 14, file[start] == 0x45, file[start + 1] == 0x78,
      file[start + 2] == 0x69, file[start + 3] == 0x66
    else { return nil }
    let isLittle = file[tiff] == 0x49
    func half(_ place: Int) -> Int {
      Int(file[place + (isLittle ? 1 : 0)]) << 8 | Int(file[place + (isLittle ? 0 : 1)])
    }
    func word(_ place: Int) -> Int {
      isLittle ? half(place + 2) << 16 | half(place) : half(place) << 16 | half(place + 2)
    }
    let directory = tiff + word(tiff + 4)
    guard directory + 2 <= end else { return nil }
    for index in 0..<half(directory) {
      let entry = directory + 2 + index * 12
      guard entry + 12 <= end else { return nil }
      // The tag, its type (a short number), and the value.
      if half(entry) == 0x0112, half(entry + 2) == 3, 1...8 ~= half(entry + 8) {
        return half(entry + 8)
      }
    }
    return nil
  }

  private static func half(in bytes: borrowing [UInt8], at offset: Int) -> Int {
    Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }
}
