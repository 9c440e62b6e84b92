import Geometry
import Raster
import TestSupport
import Testing

/// Drawings that stop at the edges of some commands' shapes.
struct CoveredDrawingTests {
  private static let size = PixelSize(width: 283, height: 161)
  private static let everything = Region(PixelRect(size))

  private func picture(_ commands: [DrawCommand], _ format: PixelFormat) -> [UInt8] {
    let buffer = PixelBuffer(size: Self.size, format: format)
    Renderer().draw(commands, into: buffer.surface)
    return buffer.bytes
  }

  @Test(arguments: [PixelFormat.xrgb8888, .argb8888, .rgb565], 0..<24 as Range<UInt64>)
  func `a drawing limited to the changed shapes equals a whole one`(
    format: PixelFormat, seed: UInt64
  ) {
    var random = SeededGenerator(seed: 9000 + seed)
    var pictures = RandomPicture(seed: 9100 + seed, size: Self.size)
    // With few commands, some rows have only one of them, over one colour or a gradient.
    let count = seed % 2 == 0 ? random.int(in: 1...4) : random.int(in: 5...30)
    var commands = pictures.commands(count)
    if random.chance(0.7) {
      commands[0].shape = .fill(.rect(Rect(x: 0, y: 0, width: 283, height: 161)), .nonZero)
      commands[0].transform = .identity
      commands[0].clips = []
      if case .image = commands[0].paint { commands[0].paint = .color(.white) }
    }
    let renderer = Renderer()
    let screen = PixelBuffer(size: Self.size, format: format)
    renderer.draw(commands, into: screen.surface)
    for step in 0..<8 {
      var limits: [Int] = []
      var region = Region()
      for _ in 0..<random.int(in: 1...3) {
        let place = random.int(in: 0...(count - 1))
        region.formUnion(commands[place].bounds)
        change(&commands[place], pictures.commands(1)[0], &random)
        region.formUnion(commands[place].bounds)
        if !limits.contains(place) { limits.append(place) }
      }
      renderer.draw(commands, region: region, limitedTo: limits, into: screen.surface)
      #expect(screen.bytes == picture(commands, format), "seed \(seed), step \(step), \(format)")
    }
  }

  /// Gives a command another colour or opacity.
  private func change(
    _ command: inout DrawCommand, _ other: DrawCommand, _ random: inout SeededGenerator
  ) {
    switch (command.paint, other.paint) {
    case (.image, _), (_, .image):
      command.opacity = random.chance(0.2) ? 0 : random.double(in: 0...1)
    default:
      command.paint = other.paint
      if random.chance(0.2) { command.opacity = random.chance(0.3) ? 0 : 1 }
    }
  }

  private let ring = DrawCommand(
    shape: .stroke(
      .circle(center: Point(x: 140.3, y: 80.6), radius: 60), StrokeStyle(width: 20)),
    paint: .color(.white))

  private let backdrop = DrawCommand(
    shape: .fill(.rect(Rect(x: 0, y: 0, width: 283, height: 161)), .nonZero),
    paint: .color(Color(red: 0.2, green: 0.3, blue: 0.4)))

  @Test func `pixels outside the shapes are not written`() {
    let bar = DrawCommand(
      shape: .fill(.roundedRect(Rect(x: 200, y: 70, width: 60, height: 20), radius: 9), .nonZero),
      paint: .color(Color(red: 0, green: 0, blue: 0, alpha: 0.5)))
    for commands in [[ring], [backdrop, ring], [backdrop, ring, bar]] {
      let buffer = PixelBuffer(size: Self.size, format: .argb8888)
      let place = commands.firstIndex(of: ring) ?? 0
      // The surface begins with bytes that no drawing would leave.
      let surface = buffer.surface
      unsafe surface.base.initializeMemory(
        as: UInt8.self, repeating: 7, count: surface.stride * surface.height)
      Renderer().draw(
        commands, region: Self.everything, limitedTo: [place], into: buffer.surface)
      let bytes = buffer.bytes
      func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        let place = y * buffer.stride + x * 4
        return Array(bytes[place..<(place + 4)])
      }
      #expect(pixel(140, 80) == [7, 7, 7, 7], "the hole")
      #expect(pixel(20, 80) == [7, 7, 7, 7], "beside the ring")
      #expect(pixel(140, 3) == [7, 7, 7, 7], "above it")
      #expect(pixel(255, 80) == [7, 7, 7, 7], "a bar that has not changed")
      #expect(pixel(80, 80) == [255, 255, 255, 255], "in the ring")
    }
  }

  /// Draws a command in two colours, the second one within its shape, and again.
  private func expectEqual(
    _ first: DrawCommand, over backdrop: DrawCommand, region: Region = Self.everything,
    _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let renderer = Renderer()
    let buffer = PixelBuffer(size: Self.size, format: .xrgb8888)
    renderer.draw([backdrop, first], into: buffer.surface)
    for green in [0.7, 0.1, 0.4] {
      var other = first
      other.paint = .color(Color(red: 0.1, green: green, blue: 1))
      renderer.draw([backdrop, other], region: region, limitedTo: [1], into: buffer.surface)
      #expect(
        buffer.bytes == picture([backdrop, other], .xrgb8888), comment,
        sourceLocation: sourceLocation)
    }
  }

  private var gradient: DrawCommand {
    let geometry = Gradient.Geometry.axial(start: .zero, end: Point(x: 283, y: 161))
    let stops = [
      GradientStop(offset: 0, color: .black),
      GradientStop(offset: 1, color: Color(red: 0.9, green: 0.4, blue: 0.3)),
    ]
    return DrawCommand(
      shape: backdrop.shape, paint: .gradient(Gradient(geometry: geometry, stops: stops)))
  }

  @Test(arguments: 0..<32)
  func `shapes that end on whole pixels leave what lies behind them`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(9200 + seed))
    let (left, right) = (random.int(in: 3...30), random.int(in: 180...270))
    let (top, bottom) = (random.int(in: 3...40), random.int(in: 60...150))
    var line = Path()
    line.move(to: Point(x: Double(left), y: Double(top)))
    line.addLine(to: Point(x: Double(right), y: Double(top)))
    var corner = line
    corner.addLine(to: Point(x: Double(right), y: Double(bottom)))
    let width = Double(random.int(in: 1...9))
    var clipped = ring
    clipped.clips = [
      .fill(
        .rect(Rect(x: 0, y: 0, width: Double(random.int(in: 100...180)), height: 161)), .nonZero)
    ]
    let box = Rect(
      x: Double(left), y: Double(top), width: Double(right - left), height: Double(bottom - top))
    let shapes = [
      DrawCommand(shape: .stroke(line, StrokeStyle(width: width)), paint: .color(.white)),
      DrawCommand(shape: .stroke(corner, StrokeStyle(width: width)), paint: .color(.white)),
      DrawCommand(shape: .fill(.rect(box), .nonZero), paint: .color(.white)),
      DrawCommand(shape: .stroke(.rect(box), StrokeStyle(width: width)), paint: .color(.white)),
      DrawCommand(
        shape: .fill(.rect(box.insetBy(dx: 0, dy: 0.5)), .nonZero), paint: .color(.white)),
      clipped,
    ]
    for (index, shape) in shapes.enumerated() {
      for backdrop in [backdrop, gradient] {
        expectEqual(shape, over: backdrop, "seed \(seed), shape \(index)")
        expectEqual(
          shape, over: backdrop, region: Region(shape.bounds), "seed \(seed), shape \(index)")
      }
    }
  }

  @Test(arguments: 1...40)
  func `many parts in a row leave what lies between them`(count: Int) {
    var bars = Path()
    for index in 0..<count {
      let x = 4.3 + Double(index) * 270 / Double(count)
      bars.addRect(Rect(x: x, y: 20.4, width: 110 / Double(count), height: 100.2))
    }
    let command = DrawCommand(shape: .fill(bars, .nonZero), paint: .color(.white))
    for backdrop in [backdrop, gradient] {
      expectEqual(command, over: backdrop, "\(count) bars")
      let size = PixelSize(width: 1683, height: 41)
      var wide = Path()
      for index in 0..<count {
        let x = 4.3 + Double(index) * 100
        wide.addRect(Rect(x: x, y: 3.4, width: 60, height: 30.2))
      }
      let backdrop = DrawCommand(
        shape: .fill(.rect(Rect(x: 0, y: 0, width: 1683, height: 41)), .nonZero),
        paint: self.backdrop.paint)
      let renderer = Renderer()
      let buffer = PixelBuffer(size: size, format: .xrgb8888)
      let whole = PixelBuffer(size: size, format: .xrgb8888)
      var parts = DrawCommand(shape: .fill(wide, .nonZero), paint: .color(.white))
      renderer.draw([backdrop, parts], into: buffer.surface)
      parts.paint = .color(Color(red: 0, green: 0.5, blue: 0))
      renderer.draw(
        [backdrop, parts], region: Region(PixelRect(size)), limitedTo: [1], into: buffer.surface)
      Renderer().draw([backdrop, parts], into: whole.surface)
      #expect(buffer.bytes == whole.bytes, "\(count) wide bars")
    }
  }

  @Test func `a shape that has become clear is drawn over`() {
    let renderer = Renderer()
    let buffer = PixelBuffer(size: Self.size, format: .xrgb8888)
    renderer.draw([backdrop, ring], into: buffer.surface)
    var clear = ring
    clear.opacity = 0
    renderer.draw(
      [backdrop, clear], region: Region(ring.bounds), limitedTo: [1], into: buffer.surface)
    #expect(buffer.bytes == picture([backdrop], .xrgb8888))
  }

  @Test func `workers draw within shapes too`() {
    let size = PixelSize(width: 1283, height: 961)
    let wideRing = DrawCommand(
      shape: .stroke(
        .circle(center: Point(x: 640, y: 480), radius: 380), StrokeStyle(width: 150)),
      paint: .color(.white))
    let backdrop = DrawCommand(
      shape: .fill(.rect(Rect(x: 0, y: 0, width: 1283, height: 961)), .nonZero),
      paint: self.backdrop.paint)
    var faded = wideRing
    faded.opacity = 0.3
    let workers = Workers(count: 3, worker: { $0 % 3 })
    let renderer = Renderer()
    let screen = PixelBuffer(size: size, format: .xrgb8888)
    renderer.draw(
      [backdrop, wideRing], region: Region(PixelRect(size)), into: screen.surface, by: workers)
    renderer.draw(
      [backdrop, faded], region: Region(PixelRect(size)), limitedTo: [1], into: screen.surface,
      by: workers)
    let whole = PixelBuffer(size: size, format: .xrgb8888)
    Renderer().draw([backdrop, faded], into: whole.surface)
    #expect(screen.bytes == whole.bytes)
  }
}
