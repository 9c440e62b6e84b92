import Animation
import Geometry
import Raster

/// The properties of a layer's shadow.
struct ShadowValues: Equatable {
  var color: Color? = .black
  var opacity = 0.0
  var radius = 3.0
  var offset = Size(width: 0, height: -3)
  var path: Path?

  /// Nil if the property is not one of the shadow's.
  func animatableValue(of property: AnimatableProperty) -> AnimatableValue? {
    switch property {
    case .shadowColor: AnimatableValue(color)
    case .shadowOpacity: .scalar(opacity)
    case .shadowRadius: .scalar(radius)
    case .shadowOffset: .size(offset)
    case .shadowPath: path.map { .path($0) }
    default: nil
    }
  }

  /// Returns false if the property is not one of the shadow's or the value is of another kind.
  mutating func store(_ value: AnimatableValue, of property: AnimatableProperty) -> Bool {
    switch (property, value) {
    case (.shadowColor, .color(let color)): self.color = Color(color)
    case (.shadowOpacity, .scalar(let number)): opacity = number
    case (.shadowRadius, .scalar(let number)): radius = number
    case (.shadowOffset, .size(let size)): offset = size
    case (.shadowPath, .path(let path)): self.path = path
    default: return false
    }
    return true
  }
}
