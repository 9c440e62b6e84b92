import Geometry
import Raster
import TestSupport

/// Random command lists with every kind of shape, paint and clip.
struct RandomPicture {
  private var random: SeededGenerator
  private let size: PixelSize
  private let images: [Image]

  init(seed: UInt64, size: PixelSize) {
    var random = SeededGenerator(seed: seed)
    var images: [Image] = []
    for isOpaque in [true, false] {
      let side = PixelSize(width: random.int(in: 1...40), height: random.int(in: 1...30))
      let pixels = (0..<side.width * side.height).map { _ in
        let alpha = isOpaque ? 255 : UInt32(random.int(in: 0...255))
        return alpha << 24 | UInt32(random.int(in: 0...Int(alpha))) << 16
          | UInt32(random.int(in: 0...Int(alpha))) << 8 | UInt32(random.int(in: 0...Int(alpha)))
      }
      images.append(Image(size: side, premultipliedPixels: pixels))
    }
    self.random = random
    self.size = size
    self.images = images
  }

  mutating func commands(_ count: Int) -> [DrawCommand] {
    (0..<count).map { _ in
      DrawCommand(
        shape: shape(), paint: paint(), opacity: random.chance(0.5) ? 1 : random.double(in: 0...1),
        transform: transform(), clips: random.chance(0.3) ? [shape()] : [])
    }
  }

  /// Groups of some of the commands, with others in them.
  ///
  /// - Parameter masked: the chance that a group has a mask, where there is space for it.
  mutating func groups(
    in range: Range<Int>, masked: Double = 0, depth: Int = 0
  ) -> [DrawGroup] {
    var groups: [DrawGroup] = []
    var start = range.lowerBound
    while start < range.upperBound {
      start += random.int(in: 0...3)
      let end = min(start + random.int(in: 1...8), range.upperBound)
      if start >= end { break }
      let opacity = random.chance(0.1) ? 1 : random.double(in: 0...1)
      var mask: Range<Int>?
      if masked > 0, end < range.upperBound, random.chance(masked) {
        mask = end..<min(end + random.int(in: 1...5), range.upperBound)
      }
      groups.append(DrawGroup(commands: start..<end, opacity: opacity, mask: mask))
      for part in [start..<end, mask ?? end..<end] where depth < 3 {
        groups += self.groups(in: part, masked: masked, depth: depth + 1)
      }
      start = mask?.upperBound ?? end
    }
    return groups
  }

  mutating func region(_ count: Int) -> Region {
    var region = Region()
    for _ in 0..<count { region.formUnion(pixelRect()) }
    return region
  }

  mutating func pixelRect() -> PixelRect {
    let x = random.int(in: -4...size.width)
    let y = random.int(in: -4...size.height)
    return PixelRect(
      minX: x, minY: y, maxX: x + random.int(in: 1...30), maxY: y + random.int(in: 1...30))
  }

  private mutating func point() -> Point {
    Point(
      x: random.double(in: -10...Double(size.width + 10)),
      y: random.double(in: -10...Double(size.height + 10)))
  }

  private mutating func path() -> Path {
    switch random.int(in: 0...5) {
    case 0: return .circle(center: point(), radius: random.double(in: 0.5...40))
    case 1:
      let rect = pixelRect()
      return .rect(
        Rect(
          x: Double(rect.minX), y: Double(rect.minY), width: Double(rect.width),
          height: Double(rect.height)))
    case 2:
      let corner = point()
      return .roundedRect(
        Rect(
          x: corner.x, y: corner.y, width: random.double(in: 3...60),
          height: random.double(in: 3...40)), radius: random.double(in: 0...9))
    case 3:
      return .arc(
        center: point(), radius: random.double(in: 2...30), startAngle: random.double(in: -7...7),
        sweep: random.double(in: -7...7))
    case 4:
      var path = Path()
      path.append(.move(point()))
      path.append(.cubic(control1: point(), control2: point(), end: point()))
      path.append(.quadratic(control: point(), end: point()))
      return path
    default:
      var path = Path()
      path.append(.move(point()))
      for _ in 0..<random.int(in: 2...9) { path.append(.line(point())) }
      return path
    }
  }

  private mutating func shape() -> Shape {
    if random.chance(0.6) {
      return .fill(path(), random.chance(0.5) ? .nonZero : .evenOdd)
    }
    let caps: [LineCap] = [.butt, .round, .square]
    let joins: [LineJoin] = [.miter, .round, .bevel]
    return .stroke(
      path(),
      StrokeStyle(
        width: random.double(in: 0.3...12), cap: caps[random.int(in: 0...2)],
        join: joins[random.int(in: 0...2)], dashes: random.chance(0.2) ? [7, 4] : []))
  }

  private mutating func transform() -> AffineTransform {
    switch random.int(in: 0...3) {
    case 0: return .rotation(random.double(in: 0...6))
    case 1: return .scale(x: random.double(in: 0.5...2), y: random.double(in: -2...2))
    default: return .identity
    }
  }

  private mutating func color() -> Color {
    Color(
      red: random.double(in: 0...1), green: random.double(in: 0...1),
      blue: random.double(in: 0...1), alpha: random.chance(0.5) ? 1 : random.double(in: 0...1))
  }

  private mutating func paint() -> Paint {
    switch random.int(in: 0...4) {
    case 0, 1: return .color(color())
    case 2, 3:
      let offsets = (0..<random.int(in: 2...5)).map { _ in random.double(in: 0...1) }.sorted()
      let stops = offsets.map { GradientStop(offset: $0, color: color()) }
      let geometry: Gradient.Geometry =
        switch random.int(in: 0...3) {
        case 0: .axial(start: point(), end: point())
        case 1: .axial(start: Point(x: 0, y: 3), end: Point(x: 0, y: 60))
        case 2:
          .radial(
            center: point(), radius: random.double(in: 1...60), scaleY: random.double(in: 0.3...2))
        default: .conic(center: point(), startAngle: random.double(in: -3...3))
        }
      return .gradient(Gradient(geometry: geometry, stops: stops))
    default:
      let transform: AffineTransform =
        switch random.int(in: 0...2) {
        case 0: .translation(x: Double(random.int(in: -5...60)), y: Double(random.int(in: -5...40)))
        case 1:
          .scale(x: random.double(in: 0.1...4), y: random.double(in: 0.1...4)).followed(
            by: .translation(x: random.double(in: 0...40), y: random.double(in: 0...30)))
        default: .rotation(random.double(in: 0...6)).followed(by: .translation(x: 30, y: 30))
        }
      return .image(
        ImagePaint(
          image: images[random.int(in: 0...1)], transform: transform,
          filter: random.chance(0.5) ? .nearest : .bilinear))
    }
  }
}
