import Foundation
import Geometry
@testable import Images
import Raster
import TestSupport
import Testing

/// Pictures of 20 × 12 pixels: red on the left half, green growing downward and blue to the right.
@Suite struct JPEGDecoderTests {
  private func file(_ name: String) throws -> [UInt8] {
    let url = try #require(
      Bundle.module.url(forResource: name, withExtension: "jpg", subdirectory: "Files"))
    return try [UInt8](Data(contentsOf: url))
  }

  private func decode(_ name: String) throws -> Image { try ImageDecoder.decode(file(name)) }

  private func error(_ bytes: [UInt8], limits: ImageFileLimits = ImageFileLimits())
    -> ImageFileError?
  {
    do throws(ImageFileError) {
      _ = try ImageDecoder.decode(bytes, limits: limits)
      return nil
    } catch {
      return error
    }
  }

  private func colors(_ image: Image) -> [UInt32] {
    let (right, bottom) = (image.size.width - 1, image.size.height - 1)
    let pixels = image.premultipliedPixels
    return [(0, 0), (right, 0), (0, bottom), (right, bottom)].map {
      pixels[$0.1 * image.size.width + $0.0]
    }
  }

  /// The values are those of Pillow 13, which has the same library.
  @Test(arguments: [
    ("baseline", [0xFFF7_0600, 0xFF25_05B0, 0xFFFF_D709, 0xFF2F_D6BA] as [UInt32]),
    ("progressive", [0xFFFF_0100, 0xFF28_02BA, 0xFFFF_D900, 0xFF27_DABC]),
    ("grey", [0xFF4D_4D4D, 0xFF22_2222, 0xFFCC_CCCC, 0xFFA1_A1A1]),
    ("inks", [0xFFFF_0000, 0xFF28_00BE, 0xFFFF_DC00, 0xFF28_DCBE]),
  ])
  func `each kind has the colours of its corners`(name: String, corners: [UInt32]) throws {
    let image = try decode(name)
    #expect(image.size == PixelSize(width: 20, height: 12))
    #expect(image.isOpaque)
    #expect(colors(image) == corners)
  }

  @Test func `a photograph is turned as the camera was held`() throws {
    // A quarter turn clockwise: the stored left side is on top.
    let image = try decode("turned")
    #expect(image.size == PixelSize(width: 12, height: 20))
    let stored = try colors(decode("baseline"))
    #expect(colors(image) == [stored[2], stored[0], stored[3], stored[1]])
  }

  @Test(arguments: [
    (1, [0, 1, 2, 3]), (2, [1, 0, 3, 2]), (3, [3, 2, 1, 0]), (4, [2, 3, 0, 1]),
    (5, [0, 2, 1, 3]), (6, [2, 0, 3, 1]), (7, [3, 1, 2, 0]), (8, [1, 3, 0, 2]),
    // No orientation of Exif.
    (9, [0, 1, 2, 3]),
  ])
  func `each orientation puts the corners at their places`(
    orientation: Int, corners: [Int]
  ) throws {
    var bytes = try file("turned")
    let entry = try #require(
      bytes.firstRange(of: [0x12, 0x01, 0x03, 0x00] as [UInt8])
        ?? bytes.firstRange(of: [0x01, 0x12, 0x00, 0x03]))
    let isLittle = bytes[entry.lowerBound] == 0x12
    bytes[entry.lowerBound + (isLittle ? 8 : 9)] = UInt8(orientation)
    let stored = try colors(decode("baseline"))
    #expect(try colors(ImageDecoder.decode(bytes)) == corners.map { stored[$0] })
  }

  @Test func `a file that is cut at any place is refused`() throws {
    for name in ["baseline", "progressive", "inks"] {
      let bytes = try file(name)
      // The last two bytes say that the picture is over.
      for count in 3..<bytes.count - 2 {
        let error = error([UInt8](bytes.prefix(count)))
        #expect(error == .jpeg(.truncated) || error == .jpeg(.damaged), "\(name), \(count)")
      }
    }
  }

  @Test func `the error for an unsupported kind names it`() throws {
    let bytes = try file("baseline")
    let frame = try #require(bytes.firstRange(of: [0xFF, 0xC0] as [UInt8])).lowerBound
    var lossless = bytes
    lossless[frame + 1] = 0xC3
    #expect(error(lossless) == .jpeg(.unsupported))
    var arithmetic = bytes
    arithmetic[frame + 1] = 0xC9
    #expect(error(arithmetic) == .jpeg(.unsupported))
    var deep = bytes
    deep[frame + 4] = 12
    #expect(error(deep) == .jpeg(.unsupported))
    var flat = bytes
    (flat[frame + 5], flat[frame + 6]) = (0, 0)
    #expect(error(flat) == .jpeg(.damaged))
  }

  @Test func `the size is checked before there are pixels`() throws {
    let bytes = try file("baseline")
    #expect(
      error(bytes, limits: ImageFileLimits(side: 16))
        == .sideTooLong(width: 20, height: 12, limit: 16))
    #expect(
      error(bytes, limits: ImageFileLimits(pixelCount: 200))
        == .tooManyPixels(width: 20, height: 12, limit: 200))
    #expect(
      error(bytes, limits: ImageFileLimits(byteCount: 100))
        == .tooManyBytes(count: bytes.count, limit: 100))
  }

  @Test func `scans without end are refused`() throws {
    let bytes = try file("progressive")
    // The first scan, up to the next marker, again and again.
    let markers = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] != 0 }
    let scan = try #require(markers.firstIndex { bytes[$0 + 1] == 0xDA })
    let (start, end) = (markers[scan], markers[scan + 1])
    var long = [UInt8](bytes[..<end])
    for _ in 0..<200 { long += bytes[start..<end] }
    long += bytes[end...]
    #expect(error(long) == .jpeg(.tooManyScans))
  }

  @Test func `changed bytes never trap`() throws {
    var random = SeededGenerator(seed: 31)
    for name in ["baseline", "progressive", "inks", "turned", "grey"] {
      let bytes = try file(name)
      for _ in 0..<200 {
        var changed = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          changed[Int.random(in: 3..<bytes.count, using: &random)] = .random(
            in: 0...255, using: &random)
        }
        _ = error(changed)
      }
    }
  }
}
