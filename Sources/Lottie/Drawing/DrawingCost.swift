public import Geometry
public import Raster

/// The time that the rasterizer takes for parts of a picture, in units of about a nanosecond.
///
/// The pixels of opaque commands do not count: each hides the commands below it.
public enum DrawingCost {
  /// A command without pixels.
  private static let command = 512
  /// A row of a command, wherever it is.
  private static let row = 64
  /// A stop of a gradient, and a stop that a row passes.
  private static let stop = 64
  private static let passedStop = 5
  /// A pixel through which an edge runs.
  private static let edge = 64
  /// A pixel in which a path covers itself.
  private static let overlap = 2048

  /// - Parameters:
  ///   - command: a thing to paint.
  ///   - box: the pixels of the surface that it may change.
  static func of(_ command: DrawCommand, in box: PixelRect) -> Int {
    if box.isEmpty { return Self.command }
    var cost = Self.command + row * box.height
    let isOpaque = command.opacity >= 1 && command.paint.isOpaque
    if !isOpaque { cost += box.area * command.paint.pixelCost }
    if case .gradient(let gradient) = command.paint {
      let stops = gradient.stops.count
      cost += stop * stops + passedStop * min(stops, box.width) * box.height
    }
    cost += edges(of: command.shape, command.transform, in: box)
    for clip in command.clips { cost += row * box.height + edges(of: clip, .identity, in: box) }
    return cost
  }

  /// - Parameter box: the pixels of the surface that the group may change.
  static func of(_ group: DrawGroup, in box: PixelRect) -> Int {
    var pixel = 2
    if case .blended = group.composition { pixel += 12 }
    if group.mask != nil { pixel += group.maskMode == .alpha ? 2 : 8 }
    return Self.command + 8 * row * box.height + pixel * box.area
  }

  /// The further cost of a pixel of a group in a list of layers: modes with roots, quotients or all
  /// components together take 21 ns, the other modes 2.5 and opacity 1, on one core of 2024 with
  /// AVX2.
  private static func listed(_ group: DrawGroup) -> Int {
    guard case .blended(let mode) = group.composition else { return 0 }
    return mode.isSlow ? 28 : -8
  }

  /// The work for a picture of a size: about twice the nanoseconds that it takes.
  public static func of(
    _ commands: [DrawCommand], _ groups: [DrawGroup], in size: PixelSize
  ) -> Int {
    let boxes = commands.map { $0.bounds.intersection(PixelRect(size)) }
    var cost = 0.0
    for (command, box) in zip(commands, boxes) { cost += Double(of(command, in: box)) }
    for group in groups {
      var box = boxes[group.commands].reduce(PixelRect.empty) { $0.union($1) }
      if let mask = group.mask {
        box = box.intersection(boxes[mask].reduce(PixelRect.empty) { $0.union($1) })
      }
      cost += Double(of(group, in: box) + listed(group) * box.area)
    }
    return Int(min(cost, 1e18))
  }

  /// The edges of a shape and the places where it covers itself.
  private static func edges(
    of shape: Shape, _ transform: AffineTransform, in box: PixelRect
  ) -> Int {
    let path = shape.path
    var sum = EdgeSum(box)
    for element in path.elements {
      switch element {
      case .move(let point): sum.move(to: transform.apply(to: point))
      case .line(let point): sum.add(transform.apply(to: point))
      case .quadratic(let control, let end):
        for point in [control, end] { sum.add(transform.apply(to: point)) }
      case .cubic(let control1, let control2, let end):
        for point in [control1, control2, end] { sum.add(transform.apply(to: point)) }
      case .arc: sum.addArc()
      case .close: sum.close()
      }
    }
    var (length, count) = (sum.length, sum.count)
    if case .stroke(_, let style) = shape {
      let pen = min(style.width * transform.scaleFactor, Double(box.width + box.height))
      let dashes = style.dashes.isEmpty ? 0 : path.dashCount(style.dashes)
      count = 2 * path.points.count + 2 * dashes
      length = 2 * length + Double(count) * max(pen, 1)
    }
    guard length.isFinite else { return (edge + overlap) * box.area }
    // The number of crossings of random lines of that number and length, less those of a simple
    // outline.
    let (area, segments) = (Double(box.area), Double(count))
    let overlaps = min(max(length * length / area - 32, 0), segments * segments, area)
    return edge * Int(min(length, 1e12)) + overlap * Int(overlaps)
  }
}

extension BlendMode {
  fileprivate var isSlow: Bool {
    switch self {
    case .colorDodge, .colorBurn, .softLight, .hue, .saturation, .color, .luminosity: true
    default: false
    }
  }
}

extension Paint {
  /// True if nothing shows through.
  fileprivate var isOpaque: Bool {
    switch self {
    case .color(let color): color.alpha >= 1
    case .gradient(let gradient): gradient.stops.allSatisfy { $0.color.alpha >= 1 }
    case .image(let paint): paint.image.isOpaque
    case .projected: false
    }
  }

  /// A pixel of it.
  fileprivate var pixelCost: Int {
    switch self {
    case .color: return 1
    case .gradient(let gradient):
      if case .axial = gradient.geometry { return 2 }
      return 8
    case .image(let paint): return paint.filter == .nearest ? 2 : 8
    case .projected: return 8
    }
  }
}

/// The edges of an outline, each by its pixels in a box.
private struct EdgeSum {
  private(set) var length = 0.0
  private(set) var count = 0
  private var (start, last) = (Point.zero, Point.zero)
  private let box: PixelRect

  init(_ box: PixelRect) { self.box = box }

  mutating func move(to point: Point) { (start, last) = (point, point) }

  /// Adds a line, or a side of the polygon around a curve.
  mutating func add(_ point: Point) {
    defer { last = point }
    guard max(last.y, point.y) >= Double(box.minY), min(last.y, point.y) <= Double(box.maxY)
    else { return }
    let (dx, dy) = (abs(point.x - last.x), abs(point.y - last.y))
    // A horizontal edge is in no row, and a vertical one in one pixel of each row.
    guard dy > 0.01 else { return }
    length += min(dy, Double(box.height)) + (dx > 0.01 ? min(dx, Double(box.width)) : 0)
    count += 1
  }

  mutating func addArc() {
    length += Double(box.width + box.height)
    count += 4
  }

  mutating func close() { add(start) }
}
