import Geometry
import Images
import Raster
import TestSupport
import Testing

@Suite struct FrameHashTests {
  func hash(
    _ words: [UInt32], width: Int, stride: Int? = nil, format: PixelFormat = .argb8888
  ) -> FrameHash {
    var words = words
    let stride = stride ?? width
    return withSurface(
      &words, width: width, height: words.count / stride, stride: stride, format: format
    ) { FrameHash(of: $0) }
  }

  /// The documented definition, for formats of four bytes without X bits.
  func reference(_ words: [UInt32], width: Int, formatNumber: UInt64) -> UInt64 {
    func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
      let product = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      return product << 29 | product >> 35
    }
    let seed: UInt64 = 0xCBF2_9CE4_8422_2325
    var hash = mix(mix(mix(seed, UInt64(width)), UInt64(words.count / width)), formatNumber)
    for start in stride(from: 0, to: words.count, by: width) {
      var lanes = (0..<4).map { seed &+ $0 }
      for (index, x) in stride(from: 0, to: width, by: 2).enumerated() {
        let high = x + 1 < width ? UInt64(words[start + x + 1]) << 32 : 0
        lanes[index % 4] = mix(lanes[index % 4], UInt64(words[start + x]) | high)
      }
      hash = mix(hash, lanes.reduce(seed, mix))
    }
    return hash ^ hash >> 32
  }

  @Test(arguments: [1, 2, 7, 8, 9, 31, 64])
  func `the hash is what its documentation says`(width: Int) {
    var generator = SeededGenerator(seed: UInt64(width))
    let words = (0..<width * 5).map { _ in UInt32.random(in: 0 ... .max, using: &generator) }
    #expect(hash(words, width: width).value == reference(words, width: width, formatNumber: 2))
  }

  @Test func `a known picture has a known hash on every machine`() {
    let words = (0..<64).map { UInt32($0) &* 0x0102_0304 }
    #expect(hash(words, width: 8).description == "c69887251d92a0aa")
    #expect(FrameHash(value: 0xAB).description == "00000000000000ab")
  }

  @Test func `padding and X bits do not count, and pixels, sizes and formats do`() {
    let base = hash([1, 2, 3, 4], width: 2)
    #expect(hash([1, 2, 99, 3, 4, 98], width: 2, stride: 3) == base)
    #expect(hash([1, 2, 3, 5], width: 2) != base)
    #expect(hash([3, 4, 1, 2], width: 2) != base)
    #expect(hash([1, 2, 3, 4], width: 4) != base)
    #expect(hash([1, 2, 3, 4], width: 2, format: .abgr8888) != base)
    #expect(
      hash([0xFF00_0001], width: 1, format: .xrgb8888) == hash([1], width: 1, format: .xrgb8888))
    #expect(
      hash([0xC000_0001], width: 1, format: .xbgr2101010)
        == hash([1], width: 1, format: .xbgr2101010))
    #expect(hash([0xFF00_0001], width: 1) != hash([1], width: 1))
  }

  @Test(arguments: [UInt64](1...50))
  func `hashing the changed rows equals hashing all`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let width = Int.random(in: 1...20, using: &generator)
    var words = (0..<width * 10).map { _ in UInt32.random(in: 0 ... .max, using: &generator) }
    let hasher = FrameHasher()
    for _ in 0..<5 {
      let row = Int.random(in: 0..<10, using: &generator)
      words[row * width] ^= 1 << UInt32.random(in: 0..<32, using: &generator)
      let whole = withSurface(
        &words, width: width, height: 10, stride: width, format: .argb8888
      ) { surface in
        hasher.update(surface, rows: row..<(row + 1))
        return FrameHash(of: surface)
      }
      #expect(hasher.hash == whole, "seed \(seed)")
    }
  }
}
