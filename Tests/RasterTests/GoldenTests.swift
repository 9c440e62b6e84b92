import Geometry
import Raster
import TestSupport
import Testing

extension KernelPathTests {
  /// Pictures of each topic, to be looked at when they change; each drawn by either kind of
  /// kernels.
  struct GoldenTests {
    private let ink = Paint.color(Color(red: 0.1, green: 0.2, blue: 0.35))
    private let accent = Paint.color(Color(red: 0.85, green: 0.3, blue: 0.1, alpha: 0.6))

    private func picture(_ width: Int, _ height: Int, _ commands: [DrawCommand]) -> Image {
      let buffer = PixelBuffer(size: PixelSize(width: width, height: height), format: .xrgb8888)
      let paper = DrawCommand(
        shape: .fill(
          .rect(Rect(x: 0, y: 0, width: Double(width), height: Double(height))), .nonZero),
        paint: .color(Color(red: 0.96, green: 0.95, blue: 0.92)))
      return drawn([paper] + commands, [], into: buffer)
    }

    /// The picture, which is the same without any fast path.
    private func drawn(
      _ commands: [DrawCommand], _ groups: [DrawGroup], into buffer: borrowing PixelBuffer
    ) -> Image {
      Renderer().draw(commands, groups: groups, into: buffer.surface)
      let plain = PixelBuffer(size: buffer.size, format: .xrgb8888)
      Renderer([]).draw(commands, groups: groups, into: plain.surface)
      #expect(buffer.bytes == plain.bytes, "without fast paths")
      return buffer.makeImage()
    }

    private func polyline(_ points: [(Double, Double)], isClosed: Bool = false) -> Path {
      var path = Path()
      for (index, point) in points.enumerated() {
        let point = Point(x: point.0, y: point.1)
        path.append(index == 0 ? .move(point) : .line(point))
      }
      if isClosed { path.append(.close) }
      return path
    }

    @Test(arguments: KernelPath.allCases) func `stroke caps and joins`(path: KernelPath) {
      path.use()
      var commands: [DrawCommand] = []
      for (row, cap) in [LineCap.butt, .round, .square].enumerated() {
        for (column, join) in [LineJoin.miter, .round, .bevel].enumerated() {
          let path = polyline([(12, 40), (30, 12), (44, 42), (56, 30)])
          let place = AffineTransform.translation(x: Double(column) * 66, y: Double(row) * 54)
          let style = StrokeStyle(width: 9, cap: cap, join: join)
          commands.append(
            DrawCommand(shape: .stroke(path, style), paint: accent, transform: place))
          commands.append(
            DrawCommand(shape: .stroke(path, StrokeStyle(width: 1)), paint: ink, transform: place))
        }
      }
      expectGolden(picture(200, 164, commands), named: "stroke-caps-joins")
    }

    @Test(arguments: KernelPath.allCases) func `fill rules`(path: KernelPath) {
      path.use()
      let star = polyline(
        [(50, 6), (77, 90), (6, 38), (94, 38), (23, 90)], isClosed: true)
      let commands = [FillRule.nonZero, .evenOdd].enumerated().map { index, rule in
        DrawCommand(
          shape: .fill(star, rule), paint: ink,
          transform: .translation(x: Double(index) * 100, y: 0))
      }
      expectGolden(picture(200, 100, commands), named: "fill-rules")
    }

    @Test(arguments: KernelPath.allCases) func `rings, arcs and rounded rectangles`(
      path: KernelPath
    ) {
      path.use()
      let center = Point(x: 50, y: 50)
      var commands = [
        DrawCommand(
          shape: .stroke(.circle(center: center, radius: 40), StrokeStyle(width: 8)),
          paint: .color(Color(red: 0.1, green: 0.2, blue: 0.35, alpha: 0.25))),
        DrawCommand(
          shape: .stroke(
            .arc(center: center, radius: 40, startAngle: -.pi / 2, sweep: 4.2),
            StrokeStyle(width: 8, cap: .round)), paint: ink),
        DrawCommand(shape: .fill(.circle(center: center, radius: 20), .nonZero), paint: accent),
        DrawCommand(
          shape: .fill(
            .roundedRect(Rect(x: 108.5, y: 10.25, width: 80, height: 24), radius: 12), .nonZero),
          paint: ink),
        DrawCommand(
          shape: .stroke(
            .roundedRect(Rect(x: 110, y: 46, width: 78, height: 44), radius: 10),
            StrokeStyle(width: 2.5)), paint: accent),
      ]
      for segment in 0..<12 {
        let start = Double(segment) * .pi / 6
        commands.append(
          DrawCommand(
            shape: .stroke(
              .arc(center: Point(x: 149, y: 68), radius: 14, startAngle: start, sweep: .pi / 12),
              StrokeStyle(width: 5)), paint: ink))
      }
      expectGolden(picture(200, 100, commands), named: "rings-arcs")
    }

    @Test(arguments: KernelPath.allCases) func `gradients`(path: KernelPath) {
      path.use()
      let stops = [
        GradientStop(offset: 0, color: Color(red: 0.05, green: 0.1, blue: 0.4)),
        GradientStop(offset: 0.5, color: Color(red: 0.9, green: 0.4, blue: 0.2)),
        GradientStop(offset: 1, color: Color(red: 1, green: 0.9, blue: 0.5, alpha: 0)),
      ]
      let center = Point(x: 24, y: 24)
      let geometries: [Gradient.Geometry] = [
        .axial(start: .zero, end: Point(x: 48, y: 0)),
        .axial(start: .zero, end: Point(x: 48, y: 48)),
        .radial(center: center, radius: 24, scaleY: 0.6), .conic(center: center, startAngle: 0.5),
      ]
      let commands = geometries.enumerated().map { index, geometry in
        DrawCommand(
          shape: .fill(.rect(Rect(x: 0, y: 0, width: 48, height: 48)), .nonZero),
          paint: .gradient(Gradient(geometry: geometry, stops: stops)),
          transform: .translation(x: Double(index) * 50 + 1, y: 1))
      }
      expectGolden(picture(200, 50, commands), named: "gradients")
    }

    @Test(arguments: KernelPath.allCases) func `image transforms`(path: KernelPath) {
      path.use()
      let pixels = (0..<64).map { index -> UInt32 in
        let (x, y) = (index % 8, index / 8)
        let alpha: UInt32 = x + y < 3 ? 96 : 255
        let level = UInt32((x * 36) * Int(alpha) / 255)
        return alpha << 24 | level << 16 | UInt32(y * 30) * alpha / 255 << 8 | (alpha - level) / 2
      }
      let image = Image(size: PixelSize(width: 8, height: 8), premultipliedPixels: pixels)
      let area = Path.rect(Rect(x: 0, y: 0, width: 8, height: 8))
      var commands: [DrawCommand] = []
      for (row, filter) in [ImageFilter.nearest, .bilinear].enumerated() {
        let paint = Paint.image(ImagePaint(image: image, transform: .identity, filter: filter))
        let transforms: [AffineTransform] = [
          .scale(x: 5.5, y: 5.5),
          .scale(x: 4, y: 4).followed(by: .rotation(0.4)).followed(by: .translation(x: 14, y: 0)),
          AffineTransform(a: 5, b: 0, c: -1.5, d: 5, tx: 10, ty: 2), .scale(x: 1, y: 1),
        ]
        for (column, transform) in transforms.enumerated() {
          commands.append(
            DrawCommand(
              shape: .fill(area, .nonZero), paint: paint,
              transform: transform.followed(
                by: .translation(x: Double(column) * 52 + 2, y: Double(row) * 50 + 2))))
        }
      }
      expectGolden(picture(200, 100, commands), named: "image-transforms")
    }

    @Test(arguments: KernelPath.allCases) func `clips multiply coverage`(path: KernelPath) {
      path.use()
      let disc = Shape.fill(.circle(center: Point(x: 40, y: 40), radius: 34), .nonZero)
      let bar = Shape.fill(
        .roundedRect(Rect(x: 4.5, y: 22.25, width: 90, height: 30), radius: 9), .nonZero)
      let commands = [
        DrawCommand(shape: disc, paint: accent),
        DrawCommand(shape: bar, paint: ink, clips: [disc]),
      ]
      expectGolden(picture(100, 80, commands), named: "clips")
    }

    @Test(arguments: KernelPath.allCases) func `groups are one picture`(path: KernelPath) {
      path.use()
      let center = Point(x: 50, y: 40)
      let track = DrawCommand(
        shape: .stroke(.circle(center: center, radius: 30), StrokeStyle(width: 10)), paint: ink)
      let arc = DrawCommand(
        shape: .stroke(
          .arc(center: center, radius: 30, startAngle: -.pi / 2, sweep: 4.2),
          StrokeStyle(width: 10, cap: .round)),
        paint: .color(Color(red: 0.85, green: 0.3, blue: 0.1)))
      let card = DrawCommand(
        shape: .fill(.roundedRect(Rect(x: 8, y: 24, width: 84, height: 32), radius: 8), .nonZero),
        paint: .color(Color(red: 0.2, green: 0.6, blue: 0.4)))
      var commands: [DrawCommand] = []
      for column in 0..<3 {
        commands += [card, track, arc].map { command in
          var command = command
          command.transform = .translation(x: Double(column) * 100, y: 0)
          return command
        }
      }
      let buffer = PixelBuffer(size: PixelSize(width: 300, height: 80), format: .xrgb8888)
      let paper = DrawCommand(
        shape: .fill(.rect(Rect(x: 0, y: 30, width: 300, height: 20)), .nonZero),
        paint: .color(Color(red: 0.96, green: 0.95, blue: 0.92)))
      // Without a group, all of it in one, and the ring in one within another.
      let groups = [
        DrawGroup(commands: 4..<7, opacity: 0.6), DrawGroup(commands: 7..<10, opacity: 0.6),
        DrawGroup(commands: 8..<10, opacity: 0.5),
      ]
      expectGolden(drawn([paper] + commands, groups, into: buffer), named: "groups")
    }
  }
}
