import Foundation
import Geometry
import Images
@testable import Output
import Raster
import System
import TestSupport
import Testing

@Suite struct OutputTests {
  let directory: TemporaryDirectory
  init() throws { directory = try TemporaryDirectory() }

  let size = PixelSize(width: 8, height: 4)

  func output(_ destination: OutputSpecification.Destination) throws -> HeadlessOutput {
    let backend = try OutputSpecification(destination: destination, size: size).open()
    return try #require(backend.outputs.first?.headless)
  }

  /// Fills a region with a colour.
  func fill(_ color: UInt32) -> (Surface, Region) -> Void {
    { surface, region in
      for y in 0..<surface.height {
        for x in 0..<surface.width where region.contains(x: x, y: y) {
          unsafe (surface.base + y * surface.stride).storeBytes(
            of: color, toByteOffset: x * 4, as: UInt32.self)
        }
      }
    }
  }

  let corner = Region(PixelRect(minX: 0, minY: 0, maxX: 2, maxY: 1))

  @Test func `the first frame is drawn whole, later ones where they changed`() throws {
    let output = try output(.none)
    var regions: [Region] = []
    for time in Int64(0)..<3 {
      _ = try output.present(corner, at: time) { surface, region in
        #expect(surface.width == 8 && surface.height == 4 && surface.format == .xrgb8888)
        regions.append(region)
      }
    }
    #expect(regions == [Region(PixelRect(size)), corner, corner])
  }

  @Test func `a frame whose drawing is cut counts for nothing`() throws {
    let frames = directory.path + "/frames"
    let output = try output(.png(directory: frames))
    #expect(throws: OutputError.frameAbandoned) {
      _ = try output.present(corner, at: 0) { _, _ in output.abandonFrame() }
    }
    #expect(output.frameCount == 0 && output.state == .enabled)
    #expect(try FileManager.default.contentsOfDirectory(atPath: frames).isEmpty)
    let presentation = try output.present(corner, at: 1, draw: fill(1))
    #expect(presentation.frame == 1 && !presentation.isRecovery)
    #expect(try FileManager.default.contentsOfDirectory(atPath: frames).count == 1)
  }

  @Test func `damage outside the output is not asked for`() throws {
    let output = try output(.none)
    _ = try output.present(corner, at: 0, draw: fill(1))
    _ = try output.present(
      Region(PixelRect(minX: -5, minY: 3, maxX: 100, maxY: 100)), at: 1
    ) { _, region in
      #expect(region == Region(PixelRect(minX: 0, minY: 3, maxX: 8, maxY: 4)))
    }
  }

  @Test func `frames become files with numbers, each the whole picture`() throws {
    let output = try output(.png(directory: directory("a/frames")))
    let first = try output.present(Region(), at: 0, draw: fill(0x102030))
    let second = try output.present(corner, at: 16_666, draw: fill(0xFFFFFF))
    #expect(first.frame == 1 && second.frame == 2 && second.time == 16_666)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory("a/frames")).sorted()
        == ["frame-000001.png", "frame-000002.png"])
    let image = try ImageDecoder.decode(atPath: directory("a/frames/frame-000002.png"))
    let expected =
      [UInt32](repeating: .max, count: 2) + [UInt32](repeating: 0xFF10_2030, count: 30)
    #expect(image.premultipliedPixels == expected)
  }

  @Test(arguments: Rotation.allCases)
  func `files hold what a turned display would scan out, and reading gives the picture`(
    rotation: Rotation
  ) throws {
    var specification = OutputSpecification(
      destination: .png(directory: directory.path), size: size)
    specification.rotation = rotation
    let output = try #require(try specification.open().outputs.first?.headless)
    // The size is the display's own.
    let picture = rotation.rotated(size)
    #expect(output.size == picture && output.mode.rotation == rotation)
    output.hashesFrames = true
    // The picture's first pixel, and the rest of its first row.
    _ = try output.present(Region(), at: 0) { surface, _ in
      for x in 0..<surface.width {
        unsafe (surface.base + surface.byteOffset(x: x, y: 0)).storeBytes(
          of: x == 0 ? 0xFF0000 : 0x0000FF, as: UInt32.self)
      }
    }
    let image = try ImageDecoder.decode(atPath: directory("frame-000001.png"))
    #expect(image.size == size)
    func pixel(_ x: Int, _ y: Int) -> UInt32 { image.premultipliedPixels[y * 8 + x] & 0xFFFFFF }
    let (right, bottom) = (7, 3)
    switch rotation {
    case .upright: #expect(pixel(0, 0) == 0xFF0000 && pixel(right, 0) == 0x0000FF)
    case .right: #expect(pixel(right, 0) == 0xFF0000 && pixel(right, bottom) == 0x0000FF)
    case .upsideDown: #expect(pixel(right, bottom) == 0xFF0000 && pixel(0, bottom) == 0x0000FF)
    case .left: #expect(pixel(0, bottom) == 0xFF0000 && pixel(0, 0) == 0x0000FF)
    }
    let read = output.read { surface in
      (0..<surface.width).map {
        unsafe surface.base.load(
          fromByteOffset: surface.byteOffset(x: $0, y: 0), as: UInt32.self)
      }
    }
    #expect(read == [0xFF0000] + Array(repeating: 0x0000FF, count: picture.width - 1))
  }

  @Test func `files of an earlier run are replaced and others are left alone`() throws {
    try writeFileAtomically(path: directory("frame-000001.png"), bytes: [1])
    try writeFileAtomically(path: directory("frame-1.png"), bytes: [2])
    try writeFileAtomically(path: directory("notes"), bytes: [3])
    let output = try output(.png(directory: directory.path))
    _ = try output.present(Region(), at: 0, draw: fill(0))
    #expect(try directory.names() == ["frame-000001.png", "frame-1.png", "notes"])
    #expect(try readFile(atPath: directory("frame-000001.png"), limit: 9999).count > 50)
    #expect(try readFile(atPath: directory("frame-1.png"), limit: 9) == [2])
  }

  @Test func `a hash is given when asked for, and follows what is drawn`() throws {
    let output = try output(.none)
    #expect(try output.present(Region(), at: 0, draw: fill(5)).hash == nil)
    output.hashesFrames = true
    let first = try output.present(Region(), at: 1, draw: fill(6)).hash
    let second = try output.present(corner, at: 2, draw: fill(7)).hash
    let third = try output.present(corner, at: 3, draw: fill(5)).hash
    #expect(first != nil && second != first && third == first, "the empty region drew nothing")
    let whole = output.read { FrameHash(of: $0) }
    #expect(whole == third)
    output.hashesFrames = false
    _ = try output.present(corner, at: 4, draw: fill(9))
    output.hashesFrames = true
    let fourth = try output.present(Region(), at: 5, draw: fill(9)).hash
    #expect(fourth == output.read { FrameHash(of: $0) })
  }

  @Test func `nothing can be read before the first frame`() throws {
    let output = try output(.none)
    #expect(output.read { $0.width } == nil)
    _ = try output.present(Region(), at: 0, draw: fill(1))
    #expect(output.read { $0.width } == 8)
  }

  @Test func `a full disk is an error once, frames go on, and the recovery is reported`() throws {
    let output = try output(.png(directory: directory.path))
    func full(_ frame: Int, isRepetition: Bool) -> OutputError {
      let path = directory("frame-00000\(frame).png")
      return .frameNotShown(
        frame: frame, .png(.notWritten(SystemError(.write, path: path, code: ENOSPC))),
        isRepetition: isRepetition)
    }
    _ = try output.present(Region(), at: 0, draw: fill(1))
    #expect(output.state == .enabled)
    SystemFault(.write, code: ENOSPC, count: 2).inject {
      let error = #expect(throws: full(2, isRepetition: false)) {
        try output.present(corner, at: 1, draw: fill(2))
      }
      #expect(error?.isRepetition == false)
      #expect(error?.description.contains("No space left on device (ENOSPC); free some") == true)
      #expect(throws: full(3, isRepetition: true)) {
        try output.present(corner, at: 2, draw: fill(3))
      }
    }
    #expect(output.state != .enabled)
    let recovered = try output.present(Region(), at: 3, draw: fill(4))
    #expect(recovered.isRecovery && recovered.frame == 4 && output.state == .enabled)
    #expect(try directory.names() == ["frame-000001.png", "frame-000004.png"])
    let image = try ImageDecoder.decode(atPath: directory("frame-000004.png"))
    #expect(image.premultipliedPixels[0] == 0xFF00_0003, "what was drawn meanwhile is there")
    #expect(try output.present(Region(), at: 4, draw: fill(1)).isRecovery == false)
  }

  @Test func `a directory that is taken away is an error until it is back`() throws {
    let output = try output(.png(directory: directory("frames")))
    try FileManager.default.removeItem(atPath: directory("frames"))
    #expect(
      throws: OutputError.frameNotShown(
        frame: 1,
        .png(
          .notWritten(
            SystemError(.open, path: directory("frames/frame-000001.png"), code: ENOENT))),
        isRepetition: false)
    ) {
      try output.present(Region(), at: 0, draw: fill(1))
    }
    try createDirectory(directory("frames"))
    #expect(try output.present(Region(), at: 1, draw: fill(1)).isRecovery)
  }

  @Test func `a directory that cannot be created is refused at once`() throws {
    try writeFileAtomically(path: directory("file"), bytes: [1])
    #expect(
      throws: OutputError.noDirectory(
        SystemError(.makeDirectory, path: directory("file"), code: ENOTDIR))
    ) {
      _ = try output(.png(directory: directory("file/frames")))
    }
  }

  @Test(arguments: [
    PixelSize(width: 0, height: 5), PixelSize(width: 100_000, height: 5),
    PixelSize(width: 5, height: 16385), PixelSize(width: -1, height: 1),
    PixelSize(width: 16384, height: 4097),
  ])
  func `a size out of bounds is refused before memory is spent`(size: PixelSize) {
    #expect(throws: OutputError.invalidSize(size, limit: 16384)) {
      _ = try OutputSpecification(destination: .none, size: size).open()
    }
  }

  @Test func `an output in memory has 60 frames a second and a name`() throws {
    let output = try output(.none)
    #expect(output.name == "none" && output.refreshMillihertz == 60_000)
    #expect(!output.isBusy && !output.hasVerticalBlank && output.takeFlip() == nil)
  }

  @Test func `a suspended output takes frames and draws none`() throws {
    let output = try output(.none)
    output.state = .suspended
    let shown = try output.present(corner, at: 7) { _, _ in Issue.record("it draws") }
    #expect(shown.frame == 1 && shown.time == 7 && output.state == .suspended)
  }
}
