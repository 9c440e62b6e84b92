import Geometry

/// The measures for the lengths of a path: the layer's own size and the output's, in points.
struct LengthContext {
  var size: Size
  var output: Size

  func x(_ length: Length) -> Double {
    length.resolved(reference: size.width, output: output)
  }

  func y(_ length: Length) -> Double {
    length.resolved(reference: size.height, output: output)
  }

  /// A length without a direction, such as a radius: a percentage is of the shorter side.
  func side(_ length: Length) -> Double {
    length.resolved(reference: min(size.width, size.height), output: output)
  }

  func point(_ x: Length, _ y: Length) -> Point { Point(x: self.x(x), y: self.y(y)) }
}

/// A path as the scene file describes it: parts that are drawn one after the other.
struct PathDescription {
  enum Part {
    case rect(Box, radius: Length)
    case ellipse(Box)
    case circle(center: (Length, Length), radius: Length)
    /// Angles in radians, clockwise from 3 o'clock.
    case arc(center: (Length, Length), radius: Length, start: Double, sweep: Double)
    case lines([(Length, Length)], isClosed: Bool)
    /// A path in units of its own; with a view box it is scaled to fit the bounds, and centred.
    case fixed(Path, viewBox: Rect?)
  }

  struct Box {
    var x: Length
    var y: Length
    var width: Length
    var height: Length

    func resolved(_ context: LengthContext) -> Rect {
      Rect(
        x: context.x(x), y: context.y(y), width: max(0, context.x(width)),
        height: max(0, context.y(height)))
    }
  }

  var parts: [Part] = []

  /// The number of elements that count towards the limit on all paths.
  var elementCount: Int {
    parts.reduce(0) { sum, part in
      switch part {
      case .lines(let points, _): sum + points.count + 1
      case .fixed(let path, _): sum + path.elements.count + 1
      case .rect, .ellipse, .circle, .arc: sum + 1
      }
    }
  }

  /// True if some elements are no lines.
  var hasCurves: Bool {
    parts.contains { part in
      switch part {
      case .lines: false
      case .rect(_, let radius): !radius.isZero
      case .fixed(let path, _):
        path.elements.contains { element in
          switch element {
          case .move, .line, .close: false
          case .quadratic, .cubic, .arc: true
          }
        }
      case .ellipse, .circle, .arc: true
      }
    }
  }

  /// The number of dashes of a shape's line along this path; 0 for a solid line.
  func dashCount(of shape: ShapeDescription, _ context: LengthContext) -> Int {
    let lengths = shape.lineDashPattern.map { max(0, context.side($0)) }
    return resolved(context).dashCount(lengths)
  }

  func resolved(_ context: LengthContext) -> Path {
    var path = Path()
    for part in parts {
      switch part {
      case .rect(let box, let radius):
        path.addRoundedRect(box.resolved(context), radius: max(0, context.side(radius)))
      case .ellipse(let box):
        path.addEllipse(in: box.resolved(context))
      case .circle(let center, let radius):
        path.append(
          .circle(center: context.point(center.0, center.1), radius: max(0, context.side(radius))))
      case .arc(let center, let radius, let start, let sweep):
        let arc = EllipticArc(
          center: context.point(center.0, center.1), radius: max(0, context.side(radius)),
          startAngle: start, sweep: sweep)
        path.move(to: arc.start)
        path.addArc(arc)
      case .lines(let points, let isClosed):
        for (index, point) in points.enumerated() {
          let point = context.point(point.0, point.1)
          if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
        }
        if isClosed { path.close() }
      case .fixed(let fixed, let viewBox):
        path.append(viewBox.map { fixed.transformed(by: fit($0, context.size)) } ?? fixed)
      }
    }
    path.removeSpareCapacity()
    return path
  }

  /// Scales a box into a size, keeping its proportions, and centres it.
  private func fit(_ box: Rect, _ size: Size) -> AffineTransform {
    let scale = min(size.width / box.width, size.height / box.height)
    return AffineTransform(
      a: scale, b: 0, c: 0, d: scale, tx: size.width / 2 - box.midX * scale,
      ty: size.height / 2 - box.midY * scale)
  }
}
