import Geometry
import TestSupport
import Testing

@testable import Raster

private let size = PixelSize(width: 96, height: 64)

private func picture(isOpaque: Bool, seed: UInt64 = 5) -> Image {
  var random = SeededGenerator(seed: seed)
  let pixels = (0..<60 * 40).map { _ in
    let alpha = isOpaque ? 255 : random.int(in: 0...255)
    return (0..<3).reduce(UInt32(alpha)) { word, _ in
      word << 8 | UInt32(random.int(in: 0...alpha))
    }
  }
  return Image(size: PixelSize(width: 60, height: 40), premultipliedPixels: pixels)
}

private func places(_ number: Int) -> AffineTransform {
  [
    .translation(x: 3.5, y: 2.4), .scale(x: 1.5, y: 1.5), .scale(x: -1.25, y: 1.7),
    AffineTransform.rotation(0.4), .scale(x: 0.5, y: 0.5), .scale(x: 0.7, y: 0.3),
  ][number].followed(by: .translation(x: number == 2 ? 90 : 20.25, y: number == 4 ? 4 : 0))
}

struct SampledRowsTests {
  @Test(arguments: 0..<6, [true, false])
  func `a picture that fades under something that moves is the same as one that is read anew`(
    place: Int, isOpaque: Bool
  ) {
    let image = picture(isOpaque: isOpaque)
    let (kept, plain) = (Renderer(.all), Renderer(FastPaths.all.subtracting(.sampledRows)))
    let buffer = PixelBuffer(size: size, format: .xrgb8888)
    let other = PixelBuffer(size: size, format: .xrgb8888)
    let backdrop = DrawCommand(
      shape: .fill(.rect(Rect(PixelRect(size))), .nonZero), paint: .color(.white))
    for frame in 0..<9 {
      var photo = DrawCommand(
        shape: .fill(.rect(Rect(x: 0, y: 0, width: 60, height: 40)), .nonZero),
        paint: .image(ImagePaint(image: image, transform: .identity)))
      photo.transform = places(place)
      photo.opacity = frame % 3 == 0 ? 1 : Double(frame) / 9
      let mark = DrawCommand(
        shape: .fill(.circle(center: Point(x: 9.5 * Double(frame), y: 30), radius: 7), .nonZero),
        paint: .color(Color(red: 1, green: 0, blue: 0, alpha: 0.5)))
      kept.draw([backdrop, photo, mark], into: buffer.surface)
      plain.draw([backdrop, photo, mark], into: other.surface)
      #expect(buffer.bytes == other.bytes, "frame \(frame)")
    }
  }

  /// Gradients whose sampled rows are kept. One of them has pixels without a place between its
  /// circles.
  private static let gradients: [(Gradient.Geometry, Gradient.Spread)] = {
    let center = Point(x: 41.3, y: 30)
    return [
      (.radial(center: center, radius: 38, scaleY: 0.7), .pad),
      (.radial(center: center, radius: 9, scaleY: 1), .reflect),
      (.conic(center: center, startAngle: 0.4), .pad),
      (.axial(start: .zero, end: center), .repeat),
      (.focal(center: center, radius: 40, focus: Point(x: 30, y: 28), focalRadius: 3), .pad),
      (.focal(center: center, radius: 9, focus: Point(x: 5, y: 8), focalRadius: 3), .pad),
    ]
  }()

  @Test(arguments: 0..<6, [false, true])
  func `a gradient that fades under something that moves is the same as one that is made anew`(
    number: Int, isRotated: Bool
  ) {
    let (kept, plain) = (Renderer(.all), Renderer(FastPaths.all.subtracting(.sampledRows)))
    let buffer = PixelBuffer(size: size, format: .xrgb8888)
    let other = PixelBuffer(size: size, format: .xrgb8888)
    let (geometry, spread) = Self.gradients[number]
    for frame in 0..<12 {
      // The gradient's colours change once, and so does its place.
      let color = frame < 6 ? Color(red: 1, green: 0.6, blue: 0.3) : .white
      let stops = [
        GradientStop(offset: 0, color: color),
        GradientStop(offset: 0.4, color: Color(red: 0.5, green: 0.2, blue: 0.3, alpha: 0.4)),
        GradientStop(offset: 1, color: .clear),
      ]
      var glow = DrawCommand(
        shape: .fill(.rect(Rect(x: 2.5, y: 3, width: 87, height: 55)), .nonZero),
        paint: .gradient(Gradient(geometry: geometry, stops: stops, spread: spread)))
      if isRotated { glow.transform = .rotation(0.2) }
      if frame > 9 { glow.transform = glow.transform.followed(by: .translation(x: 3, y: 1)) }
      glow.opacity = frame % 4 == 0 ? 1 : Double(frame) / 12
      let mark = DrawCommand(
        shape: .fill(.circle(center: Point(x: 7.5 * Double(frame), y: 30), radius: 7), .nonZero),
        paint: .color(Color(red: 1, green: 0, blue: 0, alpha: 0.5)))
      kept.draw([glow, mark], into: buffer.surface)
      plain.draw([glow, mark], into: other.surface)
      #expect(buffer.bytes == other.bytes, "frame \(frame)")
    }
  }

  @Test func `nothing is kept before all was drawn twice, and no more than the budget has`() {
    let rect = PixelRect(minX: 2, minY: 3, maxX: 12, maxY: 8)
    let budget = SampledRowsBudget()
    var rows = Slots<SampledRows>()
    /// Draws another gradient until its rows may be kept; true if they are.
    func keepsNext() -> Bool {
      rows.append(SampledRows(rect, frame: PixelSize(width: 10, height: 5), budget: budget))
      let last = unsafe rows.base + (rows.count - 1)
      unsafe last.pointee.count(2 * rect.area - 1)
      let isEarly = unsafe last.pointee.allocate()
      #expect(!isEarly)
      unsafe last.pointee.count(1)
      return unsafe last.pointee.allocate()
    }
    #expect([keepsNext(), keepsNext(), keepsNext()] == [true, true, false])
    #expect(budget.pixelCount == 100)
    rows.removeAll(from: 1)
    #expect(budget.pixelCount == 50)
    #expect(keepsNext())
  }
}

extension KernelPathTests {
  struct ImageKernelTests {
    @Test(arguments: 0..<80 as Range<UInt64>)
    func `images between pixels equal the baseline`(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      let image = picture(isOpaque: seed % 2 == 0, seed: seed)
      var map = AffineTransform.translation(
        x: random.double(in: -70...20), y: random.double(in: -50...20))
      switch seed % 4 {
      case 0: break
      case 1:
        map = map.followed(
          by: .scale(x: random.double(in: -1...1), y: random.double(in: 0.01...1)))
      case 2: map = map.followed(by: .rotation(random.double(in: -4...4)))
      default:
        map = map.followed(
          by: AffineTransform(
            a: random.double(in: -1...1), b: random.double(in: -1...1),
            c: random.double(in: -1...1), d: random.double(in: -1...1), tx: 30, ty: 20))
      }
      let source =
        seed % 5 == 0 ? Rect(x: 10.5, y: 7, width: random.double(in: 0...40), height: 21) : nil
      let paint = ImagePaint(
        image: image, transform: .identity, extendsBorders: true, source: source,
        isReducedByHalves: seed % 3 == 0)
      let shader = ImageShader(paint, inverse: map)
      let (x, count) = (random.int(in: -9...9), random.int(in: 1...90))
      func rows(_ path: KernelPath) -> [UInt32] {
        path.use()
        var pixels = [UInt32](repeating: 7, count: 40 * 100)
        unsafe pixels.withUnsafeMutableBufferPointer { memory in
          guard let base = memory.baseAddress else { return }
          for y in 0..<40 {
            unsafe shader.fetch(x: x, y: y - 5, count: count, into: base + y * 100)
          }
        }
        return pixels
      }
      let baseline = rows(.portable)
      for path in KernelPath.allCases { #expect(rows(path) == baseline, "\(path), seed \(seed)") }
    }
  }
}
