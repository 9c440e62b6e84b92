import Geometry
import TestSupport
import Testing

@testable import Raster

extension KernelPathTests {
  /// Letters in rows, against the baseline. AVX2 kernels write them without composing where they
  /// can.
  struct LetterRowsTests {
    private static let size = PixelSize(width: 190, height: 60)

    /// Lines of letters, mostly of one colour, on a backdrop.
    private struct Page {
      private var random: SeededGenerator
      private(set) var commands: [DrawCommand] = []

      init(seed: UInt64) {
        random = SeededGenerator(seed: 8200 + seed)
        addGround(Int(seed % 7))
        let ink = color(alpha: random.chance(0.6) ? 1 : random.double(in: 0.1...0.9))
        let pitch = random.int(in: 20...34)
        for top in stride(from: random.int(in: -6...6), to: size.height, by: pitch) {
          addLine(Double(top), height: Double(random.int(in: 6...18)), ink: ink)
        }
      }

      private mutating func color(alpha: Double) -> Color {
        Color(
          red: random.double(in: 0...1), green: random.double(in: 0...1),
          blue: random.double(in: 0...1), alpha: alpha)
      }

      private mutating func addRect(_ rect: Rect, _ paint: Paint) {
        commands.append(DrawCommand(shape: .fill(.rect(rect), .nonZero), paint: paint))
      }

      private mutating func gradient(to end: Point) -> Paint {
        let stops = [0.0, 1].map { GradientStop(offset: $0, color: color(alpha: 1)) }
        return .gradient(Gradient(geometry: .axial(start: .zero, end: end), stops: stops))
      }

      /// One colour, several ones, gradients, or none.
      private mutating func addGround(_ kind: Int) {
        let all = Rect(x: 0, y: 0, width: 190, height: 60)
        guard (1...5).contains(kind) else { return }
        addRect(all, .color(color(alpha: 1)))
        let part = Rect(
          x: Double(random.int(in: -9...150)), y: Double(random.int(in: -9...30)),
          width: Double(random.int(in: 1...220)), height: Double(random.int(in: 1...70)))
        switch kind {
        case 2: addRect(all, .color(color(alpha: 1)))
        case 3: addRect(part, .color(color(alpha: random.chance(0.5) ? 1 : 0.5)))
        case 4: addRect(all, gradient(to: Point(x: 190, y: random.chance(0.5) ? 0 : 60)))
        case 5: addRect(all, gradient(to: Point(x: 0, y: 60)))
        default: break
        }
      }

      /// A closed path of lines and curves that has points on both sides of its box.
      private mutating func letter(_ box: Rect) -> Path {
        func point(_ random: inout SeededGenerator, x: Double? = nil) -> Point {
          Point(
            x: x ?? random.double(in: box.minX...box.maxX),
            y: random.double(in: box.minY...box.maxY))
        }
        var path = Path()
        path.move(to: point(&random, x: box.minX))
        path.addLine(to: point(&random, x: box.maxX))
        for _ in 0..<random.int(in: 1...6) {
          let end = point(&random)
          if random.chance(0.6) {
            path.addQuadratic(control: point(&random), to: end)
          } else {
            path.addLine(to: end)
          }
        }
        path.close()
        return path
      }

      /// Letters from left to right, of different heights, past both sides, some on borders of
      /// pixels.
      private mutating func addLine(_ top: Double, height: Double, ink: Color) {
        var letters: [DrawCommand] = []
        let isTight = random.chance(0.4)
        let isWhole = random.chance(0.4)
        let odd = random.chance(0.5) ? random.int(in: 0...12) : -1
        var x = Double(random.int(in: -12...20))
        while x < 200 {
          var width = random.double(in: 2...17)
          if isWhole { width = width.rounded() }
          let drop = random.double(in: 0...height / 2)
          let box = Rect(
            x: x, y: top + drop, width: width, height: height - random.double(in: 0...0.9) * drop)
          var command = DrawCommand(
            shape: .fill(letter(box), random.chance(0.5) ? .nonZero : .evenOdd),
            paint: .color(ink))
          if letters.count == odd { alter(&command, in: box) }
          letters.append(command)
          // The next one touches it, or lies a few pixels in it, or apart.
          x += width
          if isTight && random.chance(0.2) { x -= Double(random.int(in: 1...3)) }
          if !isWhole { x += random.double(in: 1.01...4) }
        }
        if random.chance(0.15) { letters.reverse() }
        commands += letters
      }

      /// Gives a letter a look of its own, or a form that is not drawn through a mask alone.
      private mutating func alter(_ letter: inout DrawCommand, in box: Rect) {
        let middle = Point(x: box.minX + box.width / 2, y: box.minY + box.height / 2)
        let rect = Rect(
          x: box.minX.rounded(.up), y: box.minY.rounded(.up), width: (box.width / 2).rounded(),
          height: (box.height / 2).rounded())
        switch random.int(in: 0...6) {
        case 0: letter.paint = .color(color(alpha: 1))
        case 1: letter.opacity = random.double(in: 0...1)
        case 2: letter.paint = gradient(to: Point(x: 190, y: 60))
        case 3: letter.clips = [.fill(.circle(center: middle, radius: box.width / 4), .nonZero)]
        case 4: letter.clips = [.fill(.rect(rect), .nonZero)]
        case 5: letter.transform = .rotation(random.double(in: -0.1...0.1))
        default: letter.shape = .fill(.rect(rect), .nonZero)
        }
      }

      mutating func part() -> PixelRect {
        let (x, y) = (random.int(in: -4...180), random.int(in: -4...55))
        return PixelRect(
          minX: x, minY: y, maxX: x + random.int(in: 1...(random.chance(0.5) ? 20 : 190)),
          maxY: y + random.int(in: 1...40))
      }
    }

    /// The picture of earlier commands, in which one rectangle was then drawn with the new
    /// commands.
    private func drawn(
      _ commands: [DrawCommand], part: PixelRect, over before: [DrawCommand], _ format: PixelFormat,
      by renderer: Renderer
    ) -> [UInt8] {
      let buffer = PixelBuffer(size: Self.size, format: format)
      Renderer().draw(before, into: buffer.surface)
      renderer.draw(commands, region: Region(part), into: buffer.surface)
      return buffer.bytes
    }

    /// The bytes of one picture in a rectangle, of another one elsewhere.
    private func joined(_ inner: [UInt8], in part: PixelRect, _ outer: [UInt8]) -> [UInt8] {
      var bytes = outer
      let part = part.intersection(PixelRect(Self.size))
      for row in part.minY..<part.maxY {
        let places =
          (row * Self.size.width + part.minX) * 4..<(row * Self.size.width + part.maxX) * 4
        bytes.replaceSubrange(places, with: inner[places])
      }
      return bytes
    }

    @Test(arguments: 0..<84 as Range<UInt64>)
    func `rows of letters equal the baseline, whole and in parts`(seed: UInt64) {
      defer { KernelPath.avx512.use() }
      var page = Page(seed: seed)
      let commands = page.commands
      let parts = (0..<3).map { _ in page.part() }
      let format: PixelFormat = seed % 2 == 0 ? .argb8888 : .xrgb8888
      let whole = PixelRect(Self.size)
      let stain = [
        DrawCommand(
          shape: .fill(.rect(Rect(x: 0, y: 0, width: 190, height: 60)), .nonZero),
          paint: .color(Color(red: 0.3, green: 0.9, blue: 0.1)))
      ]
      KernelPath.portable.use()
      let expected = drawn(commands, part: whole, over: stain, format, by: Renderer())
      let stained = drawn([], part: .empty, over: stain, format, by: Renderer())
      for path in [KernelPath.portable, .avx512] {
        path.use()
        let renderer = Renderer()
        for time in 0..<2 {
          let isEqual = drawn(commands, part: whole, over: stain, format, by: renderer) == expected
          #expect(isEqual, "seed \(seed), \(path), drawing \(time)")
        }
        for part in parts {
          let expectedPart = joined(expected, in: part, stained)
          for kept in [renderer, Renderer()] {
            let isEqual = drawn(commands, part: part, over: stain, format, by: kept) == expectedPart
            #expect(isEqual, "seed \(seed), \(path), \(part)")
          }
          let isEqual =
            drawn(commands, part: part, over: commands, format, by: renderer) == expected
          #expect(isEqual, "seed \(seed), \(path), \(part) over the whole picture")
        }
      }
    }
  }
}
