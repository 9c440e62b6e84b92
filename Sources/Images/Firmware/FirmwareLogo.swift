public import Geometry
public import Raster
import System

/// The picture that the firmware showed before the system started, and its place. The kernel has
/// both in files, from the firmware's table (BGRT; ACPI 6.5, 5.2.23).
public struct FirmwareLogo {
  /// The kernel's folder with the table.
  public static let folder = "/sys/firmware/acpi/bgrt"

  /// Upright, as a person sees it.
  public let picture: Image
  /// The top left corner in the firmware's frame, in pixels, and the size there.
  let place: PixelRect
  /// Quarter turns, clockwise, from an upright picture to that frame.
  let turns: Int

  /// Reads the picture and its place.
  /// - Returns: nil if there is no picture, or if it cannot be read.
  public init?(folder: String = FirmwareLogo.folder, limits: ImageFileLimits = ImageFileLimits()) {
    guard let x = Self.number(folder + "/xoffset"), let y = Self.number(folder + "/yoffset"),
      let bytes = try? readFile(atPath: folder + "/image", limit: limits.byteCount),
      let stored = BMPDecoder.decode(bytes, limits: limits)
    else { return nil }
    // Bits 1 and 2: the clockwise rotation of the picture from its upright position.
    turns = (Self.number(folder + "/status") ?? 0) >> 1 & 3
    place = PixelRect(
      minX: x, minY: y, maxX: x + stored.size.width, maxY: y + stored.size.height)
    picture = Self.upright(stored, turns)
  }

  /// A small decimal number in a file of the kernel, which reports the size of a page of memory.
  private static func number(_ path: String) -> Int? {
    guard var digits = try? readFile(atPath: path, limit: 1 << 16) else { return nil }
    if digits.last == 0x0A { digits.removeLast() }
    // Enough digits for a place on a screen, or for eight bits.
    guard 1...6 ~= digits.count, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// The rectangle on a screen, in pixels, upright like the screen's picture.
  ///
  /// If the logo is centred across the width in the firmware's frame, as firmware places it, the
  /// result is the firmware's own rectangle. Otherwise the screen has another mode: the logo is
  /// centred, with its middle at 38.2 % of the height.
  public func rect(on screen: PixelSize) -> PixelRect {
    let isSideways = turns % 2 == 1
    let frame =
      isSideways ? PixelSize(width: screen.height, height: screen.width) : screen
    let (right, bottom) = (frame.width - place.maxX, frame.height - place.maxY)
    // The width is the one that a person sees, upright. An odd rest puts a pixel more on one side.
    let rest = isSideways ? bottom - place.minY : right - place.minX
    guard right >= 0, bottom >= 0, abs(rest) <= 1 else {
      let size = picture.size
      let middle = Double(screen.height) * 0.382 - Double(size.height) / 2
      return rect((screen.width - size.width) / 2, Int(middle.rounded()))
    }
    switch turns {
    case 1: return rect(place.minY, right)
    case 2: return rect(right, bottom)
    case 3: return rect(bottom, place.minX)
    default: return rect(place.minX, place.minY)
    }
  }

  private func rect(_ x: Int, _ y: Int) -> PixelRect {
    PixelRect(minX: x, minY: y, maxX: x + picture.size.width, maxY: y + picture.size.height)
  }

  /// The picture, rotated back.
  private static func upright(_ stored: Image, _ turns: Int) -> Image {
    guard turns != 0 else { return stored }
    let (width, height) = (stored.size.width, stored.size.height)
    let pixels = stored.premultipliedPixels
    let size =
      turns == 2 ? stored.size : PixelSize(width: height, height: width)
    let memory = PixelMemory(count: pixels.count)
    memory.withPixels { upright in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let index =
            switch turns {
            case 1: x * width + width - 1 - y
            case 2: (height - 1 - y) * width + width - 1 - x
            default: (height - 1 - x) * width + y
            }
          upright[y * size.width + x] = pixels[index]
        }
      }
    }
    return Image(size: size, premultiplied: memory)
  }
}
