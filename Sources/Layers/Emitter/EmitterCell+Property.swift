internal import Animation
internal import Raster

/// The properties that animations can change, by their names.
extension EmitterCell {
  func value(of property: EmitterCellProperty) -> AnimatableValue {
    if property == .color { return AnimatableValue(color) }
    var (copy, value) = (self, 0.0)
    copy.change(property) { value = $0 }
    return .scalar(value)
  }

  /// Returns false if the value is of another kind.
  mutating func store(_ value: AnimatableValue, of property: EmitterCellProperty) -> Bool {
    switch (property, value) {
    case (.color, .color(let components)): color = Color(components)
    case (.color, _): return false
    case (_, .scalar(let number)): change(property) { $0 = number }
    default: return false
    }
    return true
  }

  private mutating func change(_ property: EmitterCellProperty, _ body: (inout Double) -> Void) {
    switch property {
    case .birthRate: body(&birthRate)
    case .lifetime: body(&lifetime)
    case .lifetimeRange: body(&lifetimeRange)
    case .velocity: body(&velocity)
    case .velocityRange: body(&velocityRange)
    case .emissionLongitude: body(&emissionLongitude)
    case .emissionRange: body(&emissionRange)
    case .xAcceleration: body(&xAcceleration)
    case .yAcceleration: body(&yAcceleration)
    case .scale: body(&scale)
    case .scaleRange: body(&scaleRange)
    case .scaleSpeed: body(&scaleSpeed)
    case .spin: body(&spin)
    case .spinRange: body(&spinRange)
    case .color: return
    case .redRange: body(&redRange)
    case .greenRange: body(&greenRange)
    case .blueRange: body(&blueRange)
    case .alphaRange: body(&alphaRange)
    case .redSpeed: body(&redSpeed)
    case .greenSpeed: body(&greenSpeed)
    case .blueSpeed: body(&blueSpeed)
    case .alphaSpeed: body(&alphaSpeed)
    }
  }
}
