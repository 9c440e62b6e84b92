import Geometry
import TestSupport
import Testing

@testable import Raster

extension KernelPathTests {
  /// The wide kernels against the baseline, on random pixels, counts and coverage.
  struct WideKernelTests {
    private static let spare = 8

    /// A run of pixels to be drawn on, and what to draw there.
    private struct Run {
      var count: Int
      var target: [UInt32]
      var source: [UInt32]
      var mask: [UInt8]
      var color: UInt32
      var coverage: UInt8

      init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        count = random.int(in: seed % 3 == 0 ? 1...9 : 1...130)
        func pixel(isOpaque: Bool) -> UInt32 {
          let alpha = isOpaque ? 255 : random.int(in: 0...255)
          return (0..<3).reduce(UInt32(alpha)) { word, _ in
            word << 8 | UInt32(random.int(in: 0...alpha))
          }
        }
        let length = count + spare
        let isOpaque = random.chance(0.3)
        target = (0..<length).map { _ in pixel(isOpaque: false) }
        source = (0..<length).map { _ in pixel(isOpaque: isOpaque) }
        mask = (0..<length + 8).map { _ in
          UInt8([0, 255, random.int(in: 0...255)][random.int(in: 0...2)])
        }
        color = pixel(isOpaque: isOpaque)
        coverage = UInt8([255, 128, random.int(in: 0...255)][random.int(in: 0...2)])
      }

      /// What a loop makes of the target with a kind of kernels.
      func drawn(
        _ path: KernelPath,
        _ draw: (
          _ target: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>,
          _ mask: UnsafePointer<UInt8>
        ) -> Void
      ) -> [UInt32] {
        path.use()
        var result = target
        unsafe result.withUnsafeMutableBufferPointer { result in
          unsafe source.withUnsafeBufferPointer { source in
            unsafe mask.withUnsafeBufferPointer { mask in
              guard let target = result.baseAddress, let source = source.baseAddress,
                let mask = mask.baseAddress
              else { return }
              unsafe draw(target, source, mask)
            }
          }
        }
        return result
      }

      func expectEqual(
        _ name: String, seed: UInt64,
        _ draw: (
          UnsafeMutablePointer<UInt32>, UnsafePointer<UInt32>, UnsafePointer<UInt8>
        ) -> Void
      ) {
        let baseline = unsafe drawn(.baseline, draw)
        let wide = unsafe drawn(.wide, draw)
        #expect(baseline == wide, "\(name), seed \(seed), \(count) pixels")
        #expect(wide[count...] == target[count...], "\(name) behind the end, seed \(seed)")
      }
    }

    @Test(arguments: 0..<60 as Range<UInt64>) func `each equals the baseline`(seed: UInt64) {
      let run = Run(seed: seed)
      let (count, color, coverage) = (run.count, run.color, run.coverage)
      let isOpaque = run.source.allSatisfy { $0 >> 24 == 255 }
      unsafe run.expectEqual("fill", seed: seed) { target, _, _ in
        unsafe Blend.fill(target, count: count, with: color)
      }
      unsafe run.expectEqual("a colour", seed: seed) { target, _, _ in
        unsafe Blend.blend(target, count: count, with: color)
      }
      unsafe run.expectEqual("a colour through a mask", seed: seed) { target, _, mask in
        unsafe Blend.blend(target, count: count, with: color, mask: mask)
      }
      unsafe run.expectEqual("pixels", seed: seed) { target, source, _ in
        unsafe Blend.blend(target, count: count, with: source, coverage: coverage)
      }
      unsafe run.expectEqual("pixels through a mask", seed: seed) { target, source, mask in
        unsafe Blend.blend(target, count: count, with: source, mask: mask)
      }
      for base in [color | 0xFF00_0000, color] {
        unsafe run.expectEqual("pixels over a colour", seed: seed) { target, source, _ in
          unsafe Blend.write(
            target, count: count, source: source, isOpaque: isOpaque, coverage: coverage,
            over: base)
        }
      }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `gradients equal the baseline`(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      let stops = (0..<random.int(in: 2...4)).map { index in
        GradientStop(
          offset: Double(index) / 3,
          color: Color(
            red: random.double(in: 0...1), green: random.double(in: 0...1),
            blue: random.double(in: 0...1), alpha: seed % 2 == 0 ? 1 : random.double(in: 0...1)))
      }
      let shader = AxialShader(
        ramp: GradientRamp(stops, opacity: 1), start: .zero,
        end: Point(x: random.double(in: -90...90), y: random.double(in: 1...50)),
        inverse: .identity)
      let run = Run(seed: seed)
      let (x, y) = (random.int(in: -40...40), random.int(in: -20...60))
      unsafe run.expectEqual("gradient", seed: seed) { target, _, _ in
        unsafe shader.fetch(x: x, y: y, count: run.count, into: target)
      }
    }
  }
}
