/// A property of one of an emitter's cells, in Core Animation's notation
/// `emitterCells.NAME.PROPERTY`.
public struct EmitterCellKey: Hashable, Sendable {
  /// The cell's name. It has no dots.
  public let name: String
  public let property: EmitterCellProperty

  public init(_ name: String, _ property: EmitterCellProperty) {
    self.name = name
    self.property = property
  }

  /// Reads `NAME.PROPERTY`.
  init?(_ text: some StringProtocol) {
    let bytes = text.utf8
    guard let dot = bytes.firstIndex(of: UInt8(ascii: ".")), dot > bytes.startIndex,
      let property = EmitterCellProperty(name: String(text[bytes.index(after: dot)...]))
    else { return nil }
    self.init(String(text[..<dot]), property)
  }
}

/// A number or colour of an emitter's cell that animations can change.
public enum EmitterCellProperty: UInt8, Sendable, Hashable, CaseIterable {
  case birthRate, lifetime, lifetimeRange
  case velocity, velocityRange, emissionLongitude, emissionRange, xAcceleration, yAcceleration
  case scale, scaleRange, scaleSpeed, spin, spinRange
  case color, redRange, greenRange, blueRange, alphaRange
  case redSpeed, greenSpeed, blueSpeed, alphaSpeed

  init?(name: String) {
    for property in EmitterCellProperty.allCases where property.name == name {
      self = property
      return
    }
    return nil
  }

  public var name: String {
    switch self {
    case .birthRate: "birthRate"
    case .lifetime: "lifetime"
    case .lifetimeRange: "lifetimeRange"
    case .velocity: "velocity"
    case .velocityRange: "velocityRange"
    case .emissionLongitude: "emissionLongitude"
    case .emissionRange: "emissionRange"
    case .xAcceleration: "xAcceleration"
    case .yAcceleration: "yAcceleration"
    case .scale: "scale"
    case .scaleRange: "scaleRange"
    case .scaleSpeed: "scaleSpeed"
    case .spin: "spin"
    case .spinRange: "spinRange"
    case .color: "color"
    case .redRange: "redRange"
    case .greenRange: "greenRange"
    case .blueRange: "blueRange"
    case .alphaRange: "alphaRange"
    case .redSpeed: "redSpeed"
    case .greenSpeed: "greenSpeed"
    case .blueSpeed: "blueSpeed"
    case .alphaSpeed: "alphaSpeed"
    }
  }

  public var kind: AnimatableValue.Kind { self == .color ? .color : .scalar }

  /// True if its values are in points, per second or second squared.
  public var isLength: Bool {
    switch self {
    case .velocity, .velocityRange, .xAcceleration, .yAcceleration: true
    default: false
    }
  }

  /// True if its values are radians, or radians per second.
  public var isAngle: Bool {
    switch self {
    case .emissionLongitude, .emissionRange, .spin, .spinRange: true
    default: false
    }
  }
}
