import Testing

@testable import Raster

struct BlendTests {
  /// round(a·b / 255) in plain arithmetic.
  private func product(_ a: UInt32, _ b: UInt32) -> UInt32 { (2 * a * b + 255) / 510 }

  private func over(_ source: UInt32, _ target: UInt32, coverage: UInt32) -> UInt32 {
    var result: UInt32 = 0
    let alpha = product(source >> 24, coverage)
    for shift: UInt32 in [0, 8, 16, 24] {
      let part = product((source >> shift) & 255, coverage)
      result |= (part + product((target >> shift) & 255, 255 - alpha)) << shift
    }
    return result
  }

  @Test func `products of all bytes are rounded exactly`() {
    for a: UInt32 in 0...255 {
      let pixel = a * 0x0101_0101
      for b: UInt32 in 0...255 {
        let expected = product(a, b) * 0x0101_0101
        #expect(Blend.scaled(pixel, by: UInt8(b)) == expected)
        #expect(SpanRow.product(UInt8(a), UInt8(b)) == UInt8(product(a, b)))
        let lanes = Blend.scaled(Blend.spread(pixel), by: UInt64(b))
        #expect(Blend.gathered(lanes) == expected)
        let wide = Blend.scaled(
          Blend.Pixels(repeating: pixel), by: Blend.doubled(Blend.Pixels(repeating: b)))
        #expect(wide == Blend.Pixels(repeating: expected))
      }
    }
  }

  /// Grey pixels of each alpha, over and under, one in each place of a run.
  private let sources: [UInt32] = (0..<256).map { alpha in
    alpha << 24 | alpha << 16 | (alpha / 2) << 8 | (alpha / 3)
  }

  @Test(arguments: [1, 2, 3, 4, 7, 8, 9, 16, 29, 256])
  func `kernels equal plain arithmetic and stay within their run`(count: Int) {
    for coverage: UInt32 in [0, 1, 77, 128, 254, 255] {
      for phase in stride(from: 0, through: 256 - count, by: max(count, 41)) {
        let row = Array(sources[phase...]) + [UInt32](repeating: 0xFFFF_FFFF, count: 8 + phase)
        let old = (0..<264).map { UInt32(truncatingIfNeeded: $0) &* 2_654_435_761 | 0xFF00_0000 }
        let masks = (0..<264).map { UInt8(truncatingIfNeeded: $0 * 7 + Int(coverage)) }
        let color = sources[phase]

        var targets = [old, old, old, old, old]
        unsafe row.withUnsafeBufferPointer { source in
          unsafe masks.withUnsafeBufferPointer { mask in
            guard let source = source.baseAddress, let mask = mask.baseAddress else { return }
            unsafe targets[0].withUnsafeMutableBufferPointer {
              guard let base = $0.baseAddress else { return }
              unsafe Blend.blend(base, count: count, with: source, coverage: UInt8(coverage))
            }
            unsafe targets[1].withUnsafeMutableBufferPointer {
              guard let base = $0.baseAddress else { return }
              unsafe Blend.blend(base, count: count, with: source, mask: mask)
            }
            unsafe targets[2].withUnsafeMutableBufferPointer {
              guard let base = $0.baseAddress else { return }
              unsafe Blend.blend(base, count: count, with: color)
            }
            unsafe targets[4].withUnsafeMutableBufferPointer {
              guard let base = $0.baseAddress else { return }
              unsafe Blend.write(
                base, count: count, source: source, isOpaque: false, coverage: UInt8(coverage),
                over: 0xFF20_4060)
            }
            unsafe targets[3].withUnsafeMutableBufferPointer {
              guard let base = $0.baseAddress else { return }
              unsafe Blend.blend(base, count: count, with: color, mask: mask)
            }
          }
        }
        for index in 0..<264 {
          let isIn = index < count
          let mask = UInt32(masks[index])
          #expect(
            targets[0][index]
              == (isIn ? over(row[index], old[index], coverage: coverage) : old[index]))
          #expect(
            targets[1][index] == (isIn ? over(row[index], old[index], coverage: mask) : old[index]))
          #expect(
            targets[4][index]
              == (isIn ? over(row[index], 0xFF20_4060, coverage: coverage) : old[index]))
          #expect(targets[2][index] == (isIn ? over(color, old[index], coverage: 255) : old[index]))
          #expect(
            targets[3][index] == (isIn ? over(color, old[index], coverage: mask) : old[index]))
        }
      }
    }
  }
}
