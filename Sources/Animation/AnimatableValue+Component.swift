import Geometry

extension AnimatableValue {
  /// The part that a component names; nil if this kind of value has none such.
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
    case (.transform(let transform), _):
      AnimatableValue.component(component, of: TransformComponents(transform))
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
      var parts = TransformComponents(transform)
      guard parts.replace(component, with: part) else { return nil }
      return .transform(parts.transform)
    default:
      return nil
    }
  }

  private static func component(
    _ component: AnimationKeyPath.Component, of parts: TransformComponents
  ) -> AnimatableValue? {
    switch component {
    case .scale: .scalar((parts.scaleX + parts.scaleY) / 2)
    case .scaleX: .scalar(parts.scaleX)
    case .scaleY: .scalar(parts.scaleY)
    case .rotation: .scalar(parts.rotation)
    case .translation: .size(Size(width: parts.translation.dx, height: parts.translation.dy))
    case .translationX: .scalar(parts.translation.dx)
    case .translationY: .scalar(parts.translation.dy)
    default: nil
    }
  }
}

extension TransformComponents {
  fileprivate mutating func replace(
    _ component: AnimationKeyPath.Component, with part: AnimatableValue
  ) -> Bool {
    switch (component, part) {
    case (.scale, .scalar(let scale)):
      scaleX = scale
      scaleY = scale
    case (.scaleX, .scalar(let scale)): scaleX = scale
    case (.scaleY, .scalar(let scale)): scaleY = scale
    case (.rotation, .scalar(let angle)): rotation = angle
    case (.translation, .size(let offset)):
      translation.dx = offset.width
      translation.dy = offset.height
    case (.translationX, .scalar(let x)): translation.dx = x
    case (.translationY, .scalar(let y)): translation.dy = y
    default: return false
    }
    return true
  }
}
