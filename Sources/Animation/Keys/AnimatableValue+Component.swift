import Geometry

extension AnimatableValue {
  /// The part that a component names; nil if this kind of value has no such part.
  public func component(_ component: AnimationKeyPath.Component) -> AnimatableValue? {
    switch (self, component) {
    case (_, .whole): self
    case (.point(let point), .x): .scalar(point.x)
    case (.point(let point), .y): .scalar(point.y)
    case (.size(let size), .width): .scalar(size.width)
    case (.size(let size), .height): .scalar(size.height)
    case (.rect(let rect), .origin): .point(rect.origin)
    case (.rect(let rect), .originX): .scalar(rect.origin.x)
    case (.rect(let rect), .originY): .scalar(rect.origin.y)
    case (.rect(let rect), .size): .size(rect.size)
    case (.rect(let rect), .sizeWidth): .scalar(rect.size.width)
    case (.rect(let rect), .sizeHeight): .scalar(rect.size.height)
    case (.transform(let transform), _): transform.component(component)
    default: nil
    }
  }

  /// The value with one part replaced; nil if the kinds do not fit.
  public func replacing(
    _ component: AnimationKeyPath.Component, with part: AnimatableValue
  ) -> AnimatableValue? {
    switch (self, component, part) {
    case (_, .whole, _):
      return kind == part.kind ? part : nil
    case (.point(let point), .x, .scalar(let x)):
      return .point(Point(x: x, y: point.y))
    case (.point(let point), .y, .scalar(let y)):
      return .point(Point(x: point.x, y: y))
    case (.size(let size), .width, .scalar(let width)):
      return .size(Size(width: width, height: size.height))
    case (.size(let size), .height, .scalar(let height)):
      return .size(Size(width: size.width, height: height))
    case (.rect(var rect), _, _):
      switch (component, part) {
      case (.origin, .point(let origin)): rect.origin = origin
      case (.originX, .scalar(let x)): rect.origin.x = x
      case (.originY, .scalar(let y)): rect.origin.y = y
      case (.size, .size(let size)): rect.size = size
      case (.sizeWidth, .scalar(let width)): rect.size.width = width
      case (.sizeHeight, .scalar(let height)): rect.size.height = height
      default: return nil
      }
      return .rect(rect)
    case (.transform(let transform), _, _):
      return transform.replacing(component, with: part).map { .transform($0) }
    default:
      return nil
    }
  }
}
