import CLinux
import Geometry
@testable import Output
import Raster
import System
import TestSupport
import Testing

@Suite struct FrameStreamTests {
  let directory: TemporaryDirectory
  init() throws { directory = try TemporaryDirectory() }

  /// Rows of 12 bytes, which are fewer than those of the surface.
  let size = PixelSize(width: 3, height: 2)
  let secondRow = Region(PixelRect(minX: 0, minY: 1, maxX: 3, maxY: 2))

  func output(
    _ format: FrameStreamFormat, pixels: PixelFormat = .xrgb8888, rotation: Rotation = .upright
  ) throws -> HeadlessOutput {
    var specification = OutputSpecification(
      destination: .stream(format, path: directory("frames")), size: size, format: pixels)
    specification.rotation = rotation
    return try #require(try specification.open().outputs.first?.headless)
  }

  func fill(_ color: UInt32) -> (Surface, Region) -> Void {
    { surface, region in
      for y in 0..<surface.height {
        for x in 0..<surface.width where region.contains(x: x, y: y) {
          unsafe (surface.base + surface.byteOffset(x: x, y: y)).storeBytes(
            of: color, as: UInt32.self)
        }
      }
    }
  }

  func bytes() throws -> [UInt8] { try readFile(atPath: directory("frames"), limit: 9999) }

  func words() throws -> [UInt32] {
    let bytes = try bytes()
    #expect(bytes.count % 4 == 0)
    return stride(from: 0, to: bytes.count, by: 4).map { offset in
      (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << (8 * $1) }
    }
  }

  @Test func `raw frames follow each other whole, without gaps`() throws {
    let output = try output(.raw)
    #expect(output.name == "raw")
    #expect(try bytes().isEmpty)
    _ = try output.present(Region(), at: 0, draw: fill(1))
    _ = try output.present(secondRow, at: 1, draw: fill(2))
    _ = try output.present(Region(), at: 2, draw: fill(3))
    #expect(try words() == [1, 1, 1, 1, 1, 1] + [1, 1, 1, 2, 2, 2] + [1, 1, 1, 2, 2, 2])
  }

  @Test func `a rotated display's frames are those of its scanout`() throws {
    let output = try output(.raw, rotation: .right)
    _ = try output.present(Region(), at: 0, draw: fill(1))
    // The picture is two wide and three high. Its first column is the scanout's first row.
    let column = Region(PixelRect(minX: 0, minY: 0, maxX: 1, maxY: 3))
    _ = try output.present(column, at: 1, draw: fill(2))
    #expect(try words().suffix(6) == [2, 2, 2, 1, 1, 1])
  }

  @Test func `planar frames have a header with size and rate, and a mark each`() throws {
    let output = try output(.y4m)
    #expect(output.name == "y4m")
    _ = try output.present(Region(), at: 0, draw: fill(0xFFFFFF))
    _ = try output.present(secondRow, at: 1, draw: fill(0))
    let header = Array("YUV4MPEG2 W3 H2 F60000:1000 Ip A1:1 C444 XCOLORRANGE=LIMITED\n".utf8)
    let mark = Array("FRAME\n".utf8)
    let chroma = [UInt8](repeating: 128, count: 12)
    let white = [UInt8](repeating: 235, count: 6) + chroma
    let half: [UInt8] = [235, 235, 235, 16, 16, 16] + chroma
    #expect(try bytes() == header + mark + white + mark + half)
  }

  @Test func `a file of an earlier run is begun anew`() throws {
    try writeFileAtomically(
      path: directory("frames"), bytes: [UInt8](repeating: 9, count: 999))
    let output = try output(.raw)
    _ = try output.present(Region(), at: 0, draw: fill(1))
    #expect(try words() == [1, 1, 1, 1, 1, 1])
  }

  @Test func `a frame that finds no room is left out, and what it drew is in the next`() throws {
    let output = try output(.raw)
    _ = try output.present(Region(), at: 0, draw: fill(1))
    SystemFault(.write, code: ENOSPC, count: 1).inject {
      let error = #expect(throws: OutputError.self) {
        try output.present(secondRow, at: 1, draw: fill(2))
      }
      #expect(
        error
          == .frameNotShown(
            frame: 2, .file(SystemError(.write, path: directory("frames"), code: ENOSPC)),
            isRepetition: false))
    }
    #expect(try output.present(Region(), at: 2, draw: fill(3)).isRecovery)
    #expect(try words() == [1, 1, 1, 1, 1, 1] + [1, 1, 1, 2, 2, 2])
  }

  @Test func `a frame whose drawing is cut is not written, and the next is taken whole`() throws {
    let output = try output(.raw)
    _ = try output.present(Region(), at: 0, draw: fill(1))
    #expect(throws: OutputError.frameAbandoned) {
      _ = try output.present(secondRow, at: 1) { surface, region in
        fill(2)(surface, region)
        output.abandonFrame()
      }
    }
    _ = try output.present(Region(), at: 2, draw: fill(3))
    #expect(try words() == [1, 1, 1, 1, 1, 1] + [1, 1, 1, 2, 2, 2])
  }

  @Test func `a path that is no plain file, or cannot be created, is refused at once`() throws {
    #expect(throws: OutputError.notAFile(path: "/dev/zero", .characterDevice)) {
      _ = try OutputSpecification(destination: .stream(.raw, path: "/dev/zero"), size: size).open()
    }
    #expect(throws: OutputError.notAFile(path: directory.path, .directory)) {
      _ = try OutputSpecification(destination: .stream(.y4m, path: directory.path), size: size)
        .open()
    }
    let path = directory("no/frames")
    #expect(throws: OutputError.noDirectory(SystemError(.open, path: path, code: ENOENT))) {
      _ = try OutputSpecification(destination: .stream(.raw, path: path), size: size).open()
    }
  }
}
