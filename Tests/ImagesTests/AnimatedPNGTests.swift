import Geometry
import Raster
import TestSupport
import Testing

@testable import Images

/// Frames of animated PNG files.
@Suite struct AnimatedPNGTests {
  private typealias Chunk = PNGFile.Chunk
  private let size = PixelSize(width: 6, height: 4)

  private func header() -> Chunk {
    Chunk(name: "IHDR", content: PNGFile.bigEndian(6) + PNGFile.bigEndian(4) + [8, 6, 0, 0, 0])
  }

  private func control(frames: UInt32, runs: UInt32 = 0) -> Chunk {
    Chunk(name: "acTL", content: PNGFile.bigEndian(frames) + PNGFile.bigEndian(runs))
  }

  private func frame(
    _ number: UInt32, _ area: PixelRect, delay: (UInt8, UInt8) = (1, 25), disposal: UInt8 = 0,
    blend: UInt8 = 0
  ) -> Chunk {
    let words = [
      number, UInt32(area.width), UInt32(area.height), UInt32(area.minX), UInt32(area.minY),
    ]
    return Chunk(
      name: "fcTL",
      content: words.flatMap { PNGFile.bigEndian($0) } + [0, delay.0, 0, delay.1, disposal, blend])
  }

  /// The packed pixels of a rectangle of one straight colour.
  private func pixels(_ area: PixelRect, _ color: UInt32) throws -> [UInt8] {
    let pixel = [16, 8, 0, 24].map { UInt8(color >> $0 & 255) }
    let row = [UInt8(0)] + Array(repeating: pixel, count: area.width).joined()
    var packed: [UInt8] = []
    try Deflater(level: 9).compress(
      Array(Array(repeating: row, count: area.height).joined()), isLast: true, to: &packed)
    return packed
  }

  private var all: PixelRect { PixelRect(size) }
  private let corner = PixelRect(minX: 1, minY: 1, maxX: 3, maxY: 2)

  private func file(
    _ frames: [(area: PixelRect, color: UInt32, disposal: UInt8, blend: UInt8)], runs: UInt32 = 0,
    delays: [(UInt8, UInt8)] = []
  ) throws -> [UInt8] {
    var chunks = [header(), control(frames: UInt32(frames.count), runs: runs)]
    var number: UInt32 = 0
    for (index, one) in frames.enumerated() {
      chunks.append(
        frame(
          number, one.area, delay: delays.isEmpty ? (1, 25) : delays[index], disposal: one.disposal,
          blend: one.blend))
      number += 1
      let packed = try pixels(one.area, one.color)
      if index == 0 {
        chunks.append(Chunk(name: "IDAT", content: packed))
      } else {
        chunks.append(Chunk(name: "fdAT", content: PNGFile.bigEndian(number) + packed))
        number += 1
      }
    }
    return PNGFile(chunks + [Chunk(name: "IEND", content: [])]).bytes
  }

  /// The pixel in the corner, and one outside it.
  private func two(_ picture: Image) -> [UInt32] {
    [picture.premultipliedPixels[7], picture.premultipliedPixels[0]]
  }

  @Test func `frames are laid over each other, in any order of asking`() throws {
    let red: UInt32 = 0xFFFF_0000, green: UInt32 = 0xFF00_FF00, half: UInt32 = 0x8000_00FF
    let bytes = try file([
      (all, red, 0, 0), (corner, half, 2, 1), (corner, half, 1, 0), (corner, green, 0, 1),
      (all, half, 0, 1), (all, green, 0, 0),
    ])
    let expected: [[UInt32]] = [
      [red, red], [0xFF7F_0080, red],
      // The previous frame was undone; this one replaces pixels.
      [0x8000_0080, red],
      // The previous frame left clear pixels behind.
      [green, red], [0xFF00_7F80, 0xFF7F_0080], [green, green],
    ]
    let animation = try AnimatedPNG(bytes)
    #expect(animation.frameCount == 6 && animation.size == size && animation.runCount == nil)
    for index in [0, 1, 2, 3, 4, 5, 2, 4, 1, 0, 3, 3, 5, 0, 5, 4] {
      #expect(two(try animation.picture(at: index)) == expected[index], "frame \(index)")
    }
  }

  /// Frames that all lie over the first.
  private func run(_ count: Int) throws -> [UInt8] {
    try file(
      (0..<count).map { ($0 == 0 ? all : corner, 0xFF00_0000 | UInt32($0), UInt8(0), UInt8(1)) })
  }

  @Test func `users at different frames unpack each frame once`() throws {
    let animation = try AnimatedPNG(try run(60))
    let pictures = try (0..<60).map { two(try AnimatedPNG(try run(60)).picture(at: $0)) }
    for index in 0..<50 {
      for user in 0..<3 { _ = try animation.picture(at: index + 4 * user) }
    }
    // Each user unpacks the first frames once, and then each of its other frames once.
    #expect(animation.unpackedCount <= 3 * 50 + 4 + 8)
    let before = animation.unpackedCount
    for _ in 0..<5 {
      for index in [49, 53, 57] {
        #expect(two(try animation.picture(at: index)) == pictures[index])
      }
    }
    #expect(animation.unpackedCount == before)
  }

  @Test func `a jump is prepared by slices of bounded work`() throws {
    let count = 200
    let side = 1024
    let size = PixelSize(width: side, height: side)
    let encoder = try APNGEncoder(size: size, loopCount: 0)
    var words = [UInt32](repeating: 0xFF00_0000, count: side * side)
    var bytes: [UInt8] = []
    for index in 0..<count {
      words[index] = 0xFFFF_FFFF
      let damage = PixelRect(minX: index, minY: 0, maxX: index + 1, maxY: 1)
      try withSurface(&words, width: side, height: side, stride: side, format: .xrgb8888) {
        try encoder.add($0, damage: Region(damage), at: Int64(index) * 20_000)
        if index == count - 1 { bytes = try encoder.finish($0, at: 20_000 * Int64(count)) }
      }
    }
    let animation = try AnimatedPNG(bytes)
    var (slices, most, unpacked) = (1, 0, 0)
    while !animation.prepare(count - 1) {
      slices += 1
      most = max(most, animation.unpackedCount - unpacked)
      unpacked = animation.unpackedCount
      try #require(slices < count)
    }
    #expect(animation.size == size && most <= 8 && slices >= count / 8)
    #expect(animation.unpackedCount == count - 1)
    #expect(try animation.picture(at: count - 1).premultipliedPixels == words)
    #expect(animation.unpackedCount == count)
  }

  @Test func `large frames are unpacked by a slice each, that of the picture included`() throws {
    let side = 1024
    let encoder = try APNGEncoder(size: PixelSize(width: side, height: side), loopCount: 0)
    var words: [UInt32] = []
    var bytes: [UInt8] = []
    for index in 0..<3 {
      // A frame of the whole picture would not need the frames before it.
      let damage = PixelRect(minX: 0, minY: 0, maxX: side - 1, maxY: side)
      words = [UInt32](repeating: 0xFF00_0000 | UInt32(index * 40), count: side * side)
      for y in 0..<side { words[y * side + side - 1] = 0xFFFF_FFFF }
      try withSurface(&words, width: side, height: side, stride: side, format: .xrgb8888) {
        try encoder.add($0, damage: Region(damage), at: Int64(index) * 20_000)
        if index == 2 { bytes = try encoder.finish($0, at: 60_000) }
      }
    }
    let animation = try AnimatedPNG(bytes)
    for count in 1...2 {
      #expect(!animation.prepare(2) && animation.unpackedCount == count)
    }
    #expect(animation.prepare(2) && animation.unpackedCount == 2)
    #expect(try animation.picture(at: 2).premultipliedPixels == words)
    #expect(animation.unpackedCount == 3)
  }

  @Test func `of a large animation one picture is kept for each user`() throws {
    let side = 1025
    let encoder = try APNGEncoder(size: PixelSize(width: side, height: side), loopCount: 0)
    var words = [UInt32](repeating: 0xFF00_0000, count: side * side)
    var bytes: [UInt8] = []
    for index in 0..<4 {
      words[index] = 0xFFFF_FFFF
      let damage = PixelRect(minX: index, minY: 0, maxX: index + 1, maxY: 1)
      try withSurface(&words, width: side, height: side, stride: side, format: .xrgb8888) {
        try encoder.add($0, damage: Region(damage), at: Int64(index) * 20_000)
        if index == 3 { bytes = try encoder.finish($0, at: 80_000) }
      }
    }
    let animation = try AnimatedPNG(bytes)
    for index in [0, 1, 2, 3, 0, 1, 2] { _ = try animation.picture(at: index) }
    #expect(animation.keptCount == 1)
    // Two users keep one picture each and unpack each frame once, even if one user is slower.
    for index in [0, 2] { _ = try animation.picture(at: index) }
    let before = animation.unpackedCount
    for index in [2, 2, 2, 2, 0, 2, 2, 2, 2, 0] { _ = try animation.picture(at: index) }
    #expect(animation.keptCount == 2 && animation.unpackedCount == before)
  }

  @Test func `a frame that cannot be unpacked is tried once`() throws {
    var file = try #require(PNGFile(try run(20)))
    let place = try #require(
      file.chunks.indices.filter { file.chunks[$0].name == "fdAT" }.dropFirst(9).first)
    file.chunks[place].content = Array(file.chunks[place].content.prefix(6))
    let animation = try AnimatedPNG(file.bytes)
    for index in [15, 10, 19, 12, 15] {
      #expect(animation.prepare(index))
      #expect(throws: ImageFileError.self) { try animation.picture(at: index) }
    }
    // The frame itself, the nine before it, and the first.
    #expect(animation.unpackedCount == 11)
    #expect(throws: Never.self) { try animation.picture(at: 9) }
    #expect(animation.unpackedCount == 11)
  }

  @Test func `durations and repetitions are read`() throws {
    let frames = [(all, UInt32.max, UInt8(0), UInt8(0)), (corner, 0xFF00_0000, 0, 0)]
    let even = try AnimatedPNG(try file(frames, runs: 3))
    #expect(even.evenRate == 25_000 && even.runCount == 3 && even.durations == [40_000, 40_000])
    let uneven = try AnimatedPNG(try file(frames, delays: [(1, 3), (5, 0)]))
    #expect(uneven.evenRate == nil && uneven.durations == [333_333, 50_000])
  }

  @Test func `an animation of the encoder decodes to the pictures that it was given`() throws {
    let encoder = try APNGEncoder(size: size, loopCount: 2)
    var generator = SeededGenerator(seed: 11)
    var pictures: [[UInt32]] = []
    var words = [UInt32](repeating: 0xFF20_3040, count: 24)
    var bytes: [UInt8] = []
    for index in 0..<20 {
      let place = Int.random(in: 0..<24, using: &generator)
      words[place] = UInt32.random(in: 0...0xFF_FFFF, using: &generator) | 0xFF00_0000
      pictures.append(words)
      let damage = PixelRect(
        minX: place % 6, minY: place / 6, maxX: place % 6 + 1, maxY: place / 6 + 1)
      try withSurface(&words, width: 6, height: 4, stride: 6, format: .xrgb8888) {
        try encoder.add($0, damage: Region(damage), at: Int64(index) * 20_000)
        if index == 19 { bytes = try encoder.finish($0, at: 400_000) }
      }
    }
    let animation = try AnimatedPNG(bytes)
    #expect(animation.evenRate == 50_000 && animation.runCount == 2)
    for index in [19, 0, 7, 8, 9, 3] + Array(0..<20) {
      #expect(try animation.picture(at: index).premultipliedPixels == pictures[index])
    }
  }

  @Test func `a broken structure is an error with its place`() throws {
    let good = try #require(
      PNGFile(try file([(all, .max, 0, 0), (corner, .max, 0, 0)])))
    func expectFault(_ reason: String, _ change: (inout PNGFile) -> Void) {
      var file = good
      change(&file)
      let error = #expect(throws: ImageFileError.self) { try AnimatedPNG(file.bytes) }
      #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }
    expectFault("does not move") {
      $0.chunks.removeAll { ["acTL", "fcTL", "fdAT"].contains($0.name) }
    }
    expectFault("one more than announced") { $0.chunks[1] = control(frames: 1) }
    expectFault("2 frames, and 3 were announced") { $0.chunks[1] = control(frames: 3) }
    expectFault("10000 are allowed") { $0.chunks[1] = control(frames: 70_000) }
    expectFault("has the number 7") { $0.chunks[2] = frame(7, all) }
    expectFault("not within the picture") {
      $0.chunks[4] = frame(1, PixelRect(minX: 5, minY: 0, maxX: 7, maxY: 1))
    }
    expectFault("unknown way") { $0.chunks[2] = frame(0, all, disposal: 3) }
    expectFault("before the pixels of a frame") { $0.chunks.removeAll { $0.name == "IDAT" } }
    expectFault("wrong length") { $0.chunks[1].content = [] }
    let bytes = good.bytes
    for count in 0..<bytes.count {
      #expect(throws: ImageFileError.self) { try AnimatedPNG(Array(bytes.prefix(count))) }
    }
  }

  @Test func `changed bytes never trap`() throws {
    let bytes = try file([(all, .max, 0, 0), (corner, 0x8000_00FF, 2, 1), (all, .max, 1, 1)])
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<3000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        changed[Int.random(in: 8..<changed.count, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      guard let animation = try? AnimatedPNG(changed, limits: ImageFileLimits(pixelCount: 1 << 16))
      else {
        continue
      }
      for index in [2, 0, 1] where index < animation.frameCount {
        _ = try? animation.picture(at: index)
      }
    }
  }
}
