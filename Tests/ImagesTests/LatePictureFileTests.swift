import Foundation
import Geometry
import Images
import Raster
import System
import TestSupport
import Testing

/// Files whose header is read first and whose pixels are read later.
@Suite struct LatePictureFileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func png(_ width: Int, _ height: Int) throws -> [UInt8] {
    try PNGEncoder().encode(
      (0..<width * height).map { 0xFF00_0000 | UInt32($0) },
      size: PixelSize(width: width, height: height))
  }

  private func write(_ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: directory("a.png")))
    return directory("a.png")
  }

  @Test func `the header gives the size, and the whole file the same pixels as ever`() throws {
    let bytes = try png(7, 5)
    let file = try ImageFile(atPath: write(bytes))
    #expect(file.size == PixelSize(width: 7, height: 5) && file.byteCount == bytes.count)
    #expect(
      try file.unpacked().premultipliedPixels == PNGDecoder.decode(bytes).premultipliedPixels)
  }

  @Test func `headers and sizes are refused as in files that are read at once`() throws {
    var bytes = try png(300, 200)
    let limits = [
      ImageFileLimits(side: 299), ImageFileLimits(pixelCount: 59_999),
      ImageFileLimits(byteCount: bytes.count - 1),
    ]
    for limits in limits {
      let path = try write(bytes)
      #expect(throws: ImageFileError.self) { try ImageFile(atPath: path, limits: limits) }
    }
    for count in [0, 4, 8, 32] {
      let path = try write(Array(bytes.prefix(count)))
      let error = #expect(throws: ImageFileError.self) { try ImageFile(atPath: path) }
      #expect(error == (count < 8 ? .unknownFormat : .truncated(offset: 8)))
    }
    bytes[12] = UInt8(ascii: "X")
    let path = try write(bytes)
    #expect(throws: ImageFileError.self) { try ImageFile(atPath: path) }
    #expect(throws: ImageFileError.self) { try ImageFile(atPath: directory("none.png")) }
  }

  @Test func `damage behind the header is an error of unpacking`() throws {
    let bytes = try png(40, 40)
    let cut = try ImageFile(atPath: write(Array(bytes.prefix(60))))
    let error = #expect(throws: ImageFileError.self) { try cut.unpacked() }
    #expect(error?.description.contains("cut off") == true)
    let file = try ImageFile(atPath: write(bytes))
    _ = try write(png(40, 39))
    #expect(throws: ImageFileError.changed) {
      try file.unpacked()
    }
    // A file that has become larger than the memory that was reserved for it is not unpacked.
    _ = try write(png(41, 40))
    #expect(throws: ImageFileError.self) { try file.unpacked() }
    try FileManager.default.removeItem(atPath: file.path)
    #expect(throws: ImageFileError.self) { try file.unpacked() }
  }

  @Test func `a photo of the screen's size costs more than a small logo`() throws {
    let small = try ImageFile(atPath: write(png(64, 64)))
    let large = try ImageFile(atPath: write(png(640, 360)))
    #expect(small.cost < 200 && large.cost > 2000)
  }

  @Test func `a photograph has the size in which it is seen`() throws {
    let url = try #require(
      Bundle.module.url(forResource: "turned", withExtension: "jpg", subdirectory: "Files"))
    let file = try ImageFile(atPath: url.path)
    #expect(file.size == PixelSize(width: 12, height: 20))
    #expect(try file.unpacked().size == file.size)
    let bytes = try [UInt8](Data(contentsOf: url))
    let cut = try ImageFile(atPath: write(Array(bytes.dropLast(40))))
    #expect(throws: ImageFileError.self) { try cut.unpacked() }
    #expect(throws: ImageFileError.jpeg(.truncated)) {
      try ImageFile(atPath: write(Array(bytes.prefix(60))))
    }
  }

  @Test func `a photograph may have long comments before its size`() throws {
    let url = try #require(
      Bundle.module.url(forResource: "baseline", withExtension: "jpg", subdirectory: "Files"))
    let bytes = try [UInt8](Data(contentsOf: url))
    // Twenty segments of a program, of 64 KiB each.
    let note = [0xFF, 0xEC, 0xFF, 0xFF] + [UInt8](repeating: 7, count: 65_533)
    let long = bytes.prefix(2) + (0..<20).flatMap { _ in note } + bytes.dropFirst(2)
    let file = try ImageFile(atPath: write(Array(long)))
    #expect(file.size == PixelSize(width: 20, height: 12))
    #expect(try file.unpacked().size == file.size)
  }
}
