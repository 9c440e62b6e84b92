import Animation

/// The unit of a property's numbers. Each has a graph of its own, since an opacity beside a
/// position would be a flat line.
enum PlotUnit: CaseIterable, Hashable {
  case points, degrees, fraction, factor, number, flag, color

  init(_ keyPath: AnimationKeyPath) {
    if keyPath.isAngle {
      self = .degrees
      return
    }
    if let part = keyPath.part {
      self = part.kind == .color ? .color : part.isLength ? .points : .number
      if case .cell(let cell) = part, cell.property == .scale { self = .factor }
      return
    }
    switch keyPath.component {
    case .scale, .scaleX, .scaleY, .scaleZ: self = .factor
    default: self = Self.unit(of: keyPath.property)
    }
  }

  private static func unit(of property: AnimatableProperty) -> PlotUnit {
    switch property {
    case .opacity, .shadowOpacity, .progress, .indeterminatePhase, .indeterminateStrength,
      .strokeStart, .strokeEnd, .locations, .anchorPoint, .startPoint, .endPoint, .contentsRect,
      .contentsCenter:
      .fraction
    case .position, .bounds, .zPosition, .transform, .sublayerTransform, .instanceTransform,
      .cornerRadius, .borderWidth, .shadowRadius, .shadowOffset, .shadowPath, .path, .lineWidth,
      .lineDashPhase, .fontSize, .backgroundBlur, .emitterPosition, .emitterSize:
      .points
    case .scale: .factor
    case .isHidden: .flag
    case .backgroundColor, .borderColor, .shadowColor, .fillColor, .strokeColor, .trackColor,
      .progressColor, .foregroundColor, .instanceColor, .colors:
      .color
    default: .number
    }
  }

  /// The words over a graph.
  var title: String {
    switch self {
    case .points: "Points"
    case .degrees: "Degrees"
    case .fraction: "Fraction, 0 to 1"
    case .factor: "Scale factor"
    case .number: "Number"
    case .flag: "Off or on"
    case .color: "Colour"
    }
  }
}
