import Geometry
import Raster
import TestSupport
import Testing

/// Commands change no pixel outside the bounds that they report.
struct DrawBoundsTests {
  private static let size = PixelSize(width: 200, height: 48)

  private func expectWithinBounds(_ command: DrawCommand, _ comment: Comment) {
    let buffer = PixelBuffer(size: Self.size, format: .argb8888)
    Renderer().draw([command], into: buffer.surface)
    let bytes = buffer.bytes
    let bounds = command.bounds
    var outside = 0
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width where !bounds.contains(x: x, y: y) {
        outside += bytes[(y * Self.size.width + x) * 4 + 3] == 0 ? 0 : 1
      }
    }
    #expect(outside == 0, comment)
  }

  /// A flat curve over a box, whose apex is so far below a border of pixels.
  private func bulge(depth: Double, height: Double, width: Double) -> Path {
    var path = Path()
    path.move(to: Point(x: 0, y: 10 + depth + height))
    path.addQuadratic(
      control: Point(x: width / 2, y: 10 + depth - height),
      to: Point(x: width, y: 10 + depth + height))
    path.addLine(to: Point(x: width, y: 40))
    path.addLine(to: Point(x: 0, y: 40))
    path.close()
    return path
  }

  @Test func `chords beyond a curve are within its bounds`() {
    for depth in stride(from: 0, through: 0.025, by: 0.0025) {
      for height in [0.03, 0.0625, 0.3, 1.2, 5] {
        for width in [20.0, 40, 200] {
          expectWithinBounds(
            DrawCommand(
              shape: .fill(bulge(depth: depth, height: height, width: width), .nonZero),
              paint: .color(.white)), "\(depth), \(height), \(width)")
        }
      }
    }
  }

  @Test func `an image does not extend beyond its borders as a curve's chords do`() {
    let image = Image(
      size: PixelSize(width: 200, height: 30),
      premultipliedPixels: [UInt32](repeating: 0xFFFF_FFFF, count: 6000))
    for height in [0.03, 0.0625, 0.3] {
      let paint = ImagePaint(image: image, transform: .translation(x: 0, y: 10))
      expectWithinBounds(
        DrawCommand(
          shape: .fill(bulge(depth: 0, height: height, width: 200), .nonZero),
          paint: .image(paint)), "\(height)")
    }
  }

  /// A path of so many curves that none gets as many chords as it wants.
  @Test func `many curves of few chords stay within bounds`() {
    var path = Path()
    for index in 0..<40_000 {
      let x = Double(index % 9) * 20
      path.move(to: Point(x: x, y: 30))
      path.addQuadratic(control: Point(x: x + 10, y: -9.96), to: Point(x: x + 20, y: 30))
    }
    expectWithinBounds(
      DrawCommand(shape: .fill(path, .evenOdd), paint: .color(.white)), "40,000 curves")
  }

  @Test func `a shape beyond all measure may be anywhere, and one without lines is nowhere`() {
    var path = Path()
    path.move(to: Point(x: 20, y: 40))
    let style = StrokeStyle(width: 8, join: .miter, miterLimit: 1e308)
    func command() -> DrawCommand {
      DrawCommand(shape: .stroke(path, style), paint: .color(.white))
    }
    #expect(command().bounds == .empty)
    path.addLine(to: Point(x: 40, y: 10))
    path.addLine(to: Point(x: 60, y: 40))
    expectWithinBounds(command(), "a miter")
    let all = PixelRect(Self.size)
    #expect(command().bounds.intersection(all) == all)
    for x in [-1, 1] {
      var far = Path()
      far.move(to: Point(x: 10, y: 10))
      far.addLine(to: Point(x: Double(x) * .infinity, y: 10))
      far.addLine(to: Point(x: 10, y: 40))
      let fill = DrawCommand(shape: .fill(far, .nonZero), paint: .color(.white))
      #expect(fill.bounds.intersection(all) == all)
    }
  }

  @Test func `a transform that is not finite shows nothing`() {
    var square = Path()
    square.addRect(Rect(x: -1, y: -1, width: 2, height: 2))
    for number in [Double.infinity, -.infinity, .nan] {
      for place in 0..<6 {
        var numbers = [9.0, 0, 0, 9, 20, 20]
        numbers[place] = number
        let transform = AffineTransform(
          a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4],
          ty: numbers[5])
        let command = DrawCommand(
          shape: .fill(square, .nonZero), paint: .color(.white), transform: transform)
        #expect(command.bounds == .empty)
        expectWithinBounds(command, "\(number) at \(place)")
      }
    }
  }

  @Test func `a shape that moves has the bounds that are found anew`() {
    for seed in UInt64(1)...100 {
      var random = SeededGenerator(seed: seed)
      func point() -> Point { Point(x: random.double(in: -9...9), y: random.double(in: -9...9)) }
      var path = Path()
      for _ in 0..<4 { path.addQuadratic(control: point(), to: point()) }
      path.addArc(center: point(), radius: 3, startAngle: 1, sweep: random.double(in: -6...6))
      path.addCubic(control1: point(), control2: point(), to: point())
      let shape: Shape =
        seed % 2 == 0 ? .fill(path, .nonZero) : .stroke(path, StrokeStyle(width: 2))
      var extent: PathExtent?
      let turns: [AffineTransform] = [
        .identity, .scale(x: -2, y: 3), .rotation(1),
        AffineTransform(a: 0, b: 2, c: 1, d: 0, tx: 0, ty: 0), .scale(x: 0.5, y: 0.5),
      ]
      for turn in turns {
        let place = Point(x: random.double(in: -99...99), y: random.double(in: -99...99))
        let command = DrawCommand(
          shape: shape, paint: .color(.white),
          transform: turn.followed(by: .translation(x: place.x, y: place.y)))
        let anew = DrawCommand(
          shape: shape.moved(by: command.transform), paint: .color(.white)
        ).bounds
        let kept = command.bounds(with: &extent)
        #expect(kept == command.bounds, "seed \(seed)")
        // A stroke's width is of its own space.
        if seed % 2 == 0 { #expect(kept == anew, "seed \(seed)") }
      }
    }
  }
}

extension Shape {
  fileprivate func moved(by transform: AffineTransform) -> Shape {
    switch self {
    case .fill(let path, let rule): .fill(path.transformed(by: transform), rule)
    case .glyphs(let glyphs): .fill(glyphs.path.transformed(by: transform), .nonZero)
    case .stroke(let path, let style): .stroke(path.transformed(by: transform), style)
    }
  }
}
