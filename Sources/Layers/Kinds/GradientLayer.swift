public import Animation
import CMath
public import Geometry
public import Raster

/// A layer that fills its bounds with a gradient.
public final class GradientLayer: Layer {
  /// The geometry of the colours.
  public enum Form: Sendable, Equatable, CaseIterable {
    /// Along the line from the start to the end point.
    case axial
    /// From the start point outwards to an ellipse. The end point is a corner of the ellipse's box.
    case radial
    /// Around the start point, clockwise from the direction of the end point.
    case conic
  }

  private struct Values: Equatable {
    var form = Form.axial
    var colors: [Color] = []
    var locations: [Double] = []
    var startPoint = Point(x: 0.5, y: 0)
    var endPoint = Point(x: 0.5, y: 1)
  }

  private var content = Values()

  public override var contentKind: ContentKind { .gradient }

  public override var kind: LayerKind { .gradient }

  public override func makePresentation() -> Layer { GradientLayer() }

  public override func presentation() -> GradientLayer? { super.presentation() as? GradientLayer }

  public override func updatePresentation(_ presentation: Layer) -> LayerChanges {
    guard let presentation = presentation as? GradientLayer else { return [] }
    let before = presentation.content
    presentation.content = content
    var changes = super.updatePresentation(presentation)
    if presentation.content != before { changes.insert(.content) }
    return changes
  }

  public override func animatableValue(of property: AnimatableProperty) -> AnimatableValue? {
    switch property {
    case .colors:
      .colors(content.colors.map { $0.components })
    case .locations: .scalars(content.locations)
    case .startPoint: .point(content.startPoint)
    case .endPoint: .point(content.endPoint)
    default: super.animatableValue(of: property)
    }
  }

  @discardableResult
  public override func storeAnimatableValue(
    _ value: AnimatableValue, of property: AnimatableProperty
  ) -> Bool {
    switch (property, value) {
    case (.colors, .colors(let colors)): content.colors = colors.map { Color($0) }
    case (.locations, .scalars(let locations)): content.locations = locations
    case (.startPoint, .point(let point)): content.startPoint = point
    case (.endPoint, .point(let point)): content.endPoint = point
    default: return super.storeAnimatableValue(value, of: property)
    }
    return true
  }

  public var form: Form {
    get { content.form }
    set {
      content.form = newValue
      markUncommitted()
    }
  }

  /// Fewer than two colours draw nothing.
  public var colors: [Color] {
    get { content.colors }
    set { change(.colors, unless: colors == newValue) { content.colors = newValue } }
  }

  /// Offsets of the colours, rising; evenly spread unless there is one for each colour. Colours
  /// outside 0…1 are not drawn, but the transitions from them to colours inside are: an animation
  /// may move a gleam in from beyond an edge.
  public var locations: [Double] {
    get { content.locations }
    set { change(.locations, unless: locations == newValue) { content.locations = newValue } }
  }

  /// As fractions of the bounds, like the end point.
  public var startPoint: Point {
    get { content.startPoint }
    set { change(.startPoint, unless: startPoint == newValue) { content.startPoint = newValue } }
  }

  public var endPoint: Point {
    get { content.endPoint }
    set { change(.endPoint, unless: endPoint == newValue) { content.endPoint = newValue } }
  }

  /// The gradient in the layer's own coordinates; nil if nothing is drawn.
  public var gradient: Gradient? {
    guard content.colors.count >= 2, !bounds.isEmpty else { return nil }
    guard let geometry = gradientGeometry else { return nil }
    return Gradient(geometry: geometry, stops: stops)
  }

  private var stops: [GradientStop] {
    let last = Double(content.colors.count - 1)
    let isSpread = content.locations.count != content.colors.count
    var stops: [GradientStop] = []
    for (index, color) in content.colors.enumerated() {
      let offset = isSpread ? Double(index) / last : content.locations[index]
      stops.append(GradientStop(offset: offset, color: color))
    }
    return stops.allSatisfy { (0...1).contains($0.offset) } ? stops : stops.cutToUnit
  }

  private var gradientGeometry: Gradient.Geometry? {
    let start = Point(
      x: bounds.minX + content.startPoint.x * bounds.width,
      y: bounds.minY + content.startPoint.y * bounds.height)
    let dx = content.endPoint.x - content.startPoint.x
    let dy = content.endPoint.y - content.startPoint.y
    switch content.form {
    case .axial:
      guard dx != 0 || dy != 0 else { return nil }
      // The lines of one colour are at right angles to the axis in the unit square and stretched
      // with it: (p − start)·g runs from 0 to 1 for g below.
      let square = dx * dx + dy * dy
      let g = Vector(dx: dx / bounds.width / square, dy: dy / bounds.height / square)
      return .axial(start: start, end: start + g * (1 / g.dot(g)))
    case .radial:
      let (radiusX, radiusY) = (abs(dx) * bounds.width, abs(dy) * bounds.height)
      guard radiusX > 0, radiusY > 0 else { return nil }
      return .radial(center: start, radius: radiusX, scaleY: radiusY / radiusX)
    case .conic:
      return .conic(center: start, startAngle: atan2(dy * bounds.height, dx * bounds.width))
    }
  }
}

extension [GradientStop] {
  /// The greatest offset, and with a minus sign the least: farther ones are clamped, so that
  /// differences stay exact enough.
  private static var farthest: Double { 1e6 }

  /// The stops in 0…1, and at these ends the colours that a gradient through all stops has there.
  fileprivate var cutToUnit: [GradientStop] {
    var rising: [GradientStop] = []
    rising.reserveCapacity(count)
    for stop in self {
      let least = rising.last?.offset ?? -Self.farthest
      // NaN is the least.
      let offset = stop.offset > least ? Swift.min(stop.offset, Self.farthest) : least
      rising.append(GradientStop(offset: offset, color: stop.color))
    }
    guard let first = rising.first, let last = rising.last else { return [] }
    var cut = rising.filter { (0...1).contains($0.offset) }
    if first.offset < 0, cut.first?.offset != 0 {
      cut.insert(GradientStop(offset: 0, color: rising.color(at: 0)), at: 0)
    }
    if last.offset > 1, cut.last?.offset != 1 {
      cut.append(GradientStop(offset: 1, color: rising.color(at: 1)))
    }
    return cut
  }

  /// The colour at an offset of stops that do not fall.
  private func color(at offset: Double) -> Color {
    guard let next = firstIndex(where: { $0.offset > offset }) else { return self[count - 1].color }
    guard next > 0 else { return self[0].color }
    let (before, after) = (self[next - 1], self[next])
    let part = (offset - before.offset) / (after.offset - before.offset)
    return Color(
      before.color.components.interpolated(to: after.color.components, at: part))
  }
}
