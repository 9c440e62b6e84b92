import Geometry
import TestSupport
import Testing

@testable import Raster

extension KernelPathTests {
  /// Outlines of many short parts, whose edges kernels scan, against the baseline.
  struct ManyPartsTests {
    private static let size = PixelSize(width: 300, height: 240)

    /// Parts around a ring or anywhere: apart, touching, crossing each other, or with holes.
    private static func stroke(_ seed: UInt64) -> Shape {
      var random = SeededGenerator(seed: 9100 + seed)
      let center = Point(x: random.double(in: 90...210), y: random.double(in: 70...170))
      let radius = random.double(in: 50...150)
      let count = random.int(in: 6...60)
      let pitch = 2 * .pi / Double(count)
      func place() -> Point {
        Point(x: random.double(in: -20...320), y: random.double(in: -20...260))
      }
      var path = Path()
      for index in 0..<count {
        switch seed % 4 {
        case 0:
          let angle = Double(index) * pitch
          let sweep = pitch * random.double(in: 0.1...1.05)
          path.move(
            to: CircularArc(center: center, radius: radius, startAngle: angle, sweep: sweep)
              .point(atAngle: angle))
          path.addArc(center: center, radius: radius, startAngle: angle, sweep: sweep)
        case 1:
          let start = place()
          path.move(to: start)
          path.addLine(
            to: Point(
              x: start.x + random.double(in: -30...30), y: start.y + random.double(in: -30...30)))
        case 2: path.append(.circle(center: place(), radius: random.double(in: 4...15)))
        default:
          let dot = place()
          path.move(to: dot)
          path.addLine(to: dot)
        }
      }
      let cap: LineCap = [.butt, .round, .square][random.int(in: 0...2)]
      let width = random.double(in: 0.5...(seed % 4 == 2 ? 7 : 16))
      return .stroke(path, StrokeStyle(width: width, cap: seed % 4 == 3 ? .round : cap))
    }

    private func drawn(_ commands: [DrawCommand], in regions: [PixelRect], by path: KernelPath)
      -> [UInt8]
    {
      path.use()
      let renderer = Renderer()
      let buffer = PixelBuffer(size: Self.size, format: .argb8888)
      for region in regions {
        renderer.draw(commands, region: Region(region), into: buffer.surface)
      }
      return buffer.bytes
    }

    @Test(arguments: 0..<80 as Range<UInt64>)
    func `parts of one colour over another are equal`(seed: UInt64) {
      var random = SeededGenerator(seed: 9200 + seed)
      func color(alpha: Double) -> Color {
        Color(
          red: random.double(in: 0...1), green: random.double(in: 0...1),
          blue: random.double(in: 0...1), alpha: alpha)
      }
      let whole = PixelRect(Self.size)
      let alpha = random.chance(0.5) ? 1 : random.double(in: 0.2...0.9)
      var commands = [DrawCommand(shape: Self.stroke(seed), paint: .color(color(alpha: alpha)))]
      if random.chance(0.7) {
        let backdrop = Path.rect(Rect(x: 0, y: 0, width: 300, height: 240))
        commands.insert(
          DrawCommand(shape: .fill(backdrop, .nonZero), paint: .color(color(alpha: 1))), at: 0)
      }
      let (x, y) = (random.int(in: 30...270), random.int(in: 60...180))
      let parts = Self.size.quarters(atX: x, y: y)
      let expected = drawn(commands, in: [whole], by: .portable)
      for path in [KernelPath.avx2, .avx512] {
        #expect(drawn(commands, in: [whole], by: path) == expected, "seed \(seed), \(path)")
        #expect(drawn(commands, in: parts, by: path) == expected, "seed \(seed), \(path), parts")
      }
    }

    /// Rows of so many crossing lines that they are drawn in parts.
    @Test func `dense crossing lines equal the baseline`() {
      var path = Path()
      for index in 0..<30 {
        let (x, y) = (20.5 + 40 * Double(index), index % 2 == 0 ? 10.0 : 30)
        path.move(to: Point(x: x, y: y))
        path.addLine(to: Point(x: x + 12, y: y + 40))
        path.move(to: Point(x: x + 20, y: y))
        path.addLine(to: Point(x: x + 8, y: y + 40))
      }
      let backdrop = Path.rect(Rect(x: 0, y: 0, width: 1240, height: 90))
      let commands = [
        DrawCommand(shape: .fill(backdrop, .nonZero), paint: .color(.black)),
        DrawCommand(shape: .stroke(path, StrokeStyle(width: 2)), paint: .color(.white)),
      ]
      func drawn(by path: KernelPath) -> [UInt8] {
        path.use()
        let buffer = PixelBuffer(size: PixelSize(width: 1240, height: 90), format: .xrgb8888)
        Renderer().draw(commands, into: buffer.surface)
        return buffer.bytes
      }
      let expected = drawn(by: .portable)
      for path in [KernelPath.avx2, .avx512] { #expect(drawn(by: path) == expected, "\(path)") }
    }
  }
}
