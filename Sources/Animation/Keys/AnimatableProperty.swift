/// A layer's property that animations can change, under its Core Animation name.
public enum AnimatableProperty: UInt8, Sendable, Hashable, CaseIterable {
  // Every layer.
  case position, bounds, anchorPoint, zPosition, transform, sublayerTransform
  case opacity, isHidden, backgroundColor, cornerRadius, borderWidth, borderColor
  case shadowColor, shadowOpacity, shadowRadius, shadowOffset, shadowPath
  case backgroundBlur
  // Shape layers.
  case path, fillColor, strokeColor, lineWidth, miterLimit, lineDashPhase, strokeStart, strokeEnd
  // Gradient layers.
  case colors, locations, startPoint, endPoint
  // Image layers.
  case contents, contentsRect, contentsCenter
  // Progress layers.
  case progress, indeterminatePhase, indeterminateStrength, trackColor, progressColor
  // Text layers, which have progress too.
  case fontSize, foregroundColor
  // Properties that custom layers define, with a value of any kind.
  case custom0, custom1, custom2, custom3, custom4, custom5, custom6, custom7
  // Emitter layers.
  case emitterPosition, emitterSize, birthRate, lifetime, velocity, scale, spin
  // The cells of an emitter layer: a `PartKey` names a cell and a property of it.
  case emitterCells
  // The parts of a text layer with names: a `PartKey` names one.
  case textParts
  // Replicator layers.
  case instanceCount, instanceDelay, instanceTransform, instanceColor
  case instanceRedOffset, instanceGreenOffset, instanceBlueOffset, instanceAlphaOffset

  public init?(name: String) {
    for property in AnimatableProperty.allCases where property.name == name {
      self = property
      return
    }
    return nil
  }

  public var name: String {
    switch self {
    case .position: "position"
    case .bounds: "bounds"
    case .anchorPoint: "anchorPoint"
    case .zPosition: "zPosition"
    case .transform: "transform"
    case .sublayerTransform: "sublayerTransform"
    case .opacity: "opacity"
    case .isHidden: "hidden"
    case .backgroundColor: "backgroundColor"
    case .cornerRadius: "cornerRadius"
    case .borderWidth: "borderWidth"
    case .borderColor: "borderColor"
    case .shadowColor: "shadowColor"
    case .shadowOpacity: "shadowOpacity"
    case .shadowRadius: "shadowRadius"
    case .shadowOffset: "shadowOffset"
    case .shadowPath: "shadowPath"
    case .backgroundBlur: "backgroundBlur"
    case .path: "path"
    case .fillColor: "fillColor"
    case .strokeColor: "strokeColor"
    case .lineWidth: "lineWidth"
    case .miterLimit: "miterLimit"
    case .lineDashPhase: "lineDashPhase"
    case .strokeStart: "strokeStart"
    case .strokeEnd: "strokeEnd"
    case .colors: "colors"
    case .locations: "locations"
    case .startPoint: "startPoint"
    case .endPoint: "endPoint"
    case .contents: "contents"
    case .contentsRect: "contentsRect"
    case .contentsCenter: "contentsCenter"
    case .progress: "progress"
    case .indeterminatePhase: "indeterminatePhase"
    case .indeterminateStrength: "indeterminateStrength"
    case .trackColor: "trackColor"
    case .progressColor: "progressColor"
    case .fontSize: "fontSize"
    case .foregroundColor: "foregroundColor"
    case .custom0: "custom0"
    case .custom1: "custom1"
    case .custom2: "custom2"
    case .custom3: "custom3"
    case .custom4: "custom4"
    case .custom5: "custom5"
    case .custom6: "custom6"
    case .custom7: "custom7"
    case .emitterPosition: "emitterPosition"
    case .emitterSize: "emitterSize"
    case .birthRate: "birthRate"
    case .lifetime: "lifetime"
    case .velocity: "velocity"
    case .scale: "scale"
    case .spin: "spin"
    case .emitterCells: "emitterCells"
    case .textParts: "parts"
    case .instanceCount: "instanceCount"
    case .instanceDelay: "instanceDelay"
    case .instanceTransform: "instanceTransform"
    case .instanceColor: "instanceColor"
    case .instanceRedOffset: "instanceRedOffset"
    case .instanceGreenOffset: "instanceGreenOffset"
    case .instanceBlueOffset: "instanceBlueOffset"
    case .instanceAlphaOffset: "instanceAlphaOffset"
    }
  }

  /// True for the properties that custom layers may define. A layer has such a property once a
  /// first value was stored, which sets its kind.
  public var isCustom: Bool {
    switch self {
    case .custom0, .custom1, .custom2, .custom3, .custom4, .custom5, .custom6, .custom7: true
    default: false
    }
  }

  /// The kind of the property's value; nil if it only steps, or if the layer defines it.
  public var kind: AnimatableValue.Kind? {
    switch self {
    case .position, .anchorPoint, .startPoint, .endPoint, .emitterPosition: .point
    case .bounds, .contentsRect, .contentsCenter: .rect
    case .shadowOffset, .emitterSize: .size
    case .transform, .sublayerTransform, .instanceTransform: .transform
    case .zPosition, .opacity, .cornerRadius, .borderWidth, .lineWidth, .miterLimit,
      .lineDashPhase, .strokeStart, .strokeEnd, .shadowOpacity, .shadowRadius, .backgroundBlur,
      .progress,
      .indeterminatePhase, .indeterminateStrength, .birthRate, .lifetime, .velocity, .scale, .spin,
      .instanceCount, .instanceDelay, .instanceRedOffset, .instanceGreenOffset,
      .instanceBlueOffset, .instanceAlphaOffset, .fontSize:
      .scalar
    case .isHidden: .flag
    case .backgroundColor, .borderColor, .shadowColor, .fillColor, .strokeColor, .trackColor,
      .progressColor, .instanceColor, .foregroundColor:
      .color
    case .path, .shadowPath: .path
    case .colors: .colors
    case .locations: .scalars
    case .contents, .emitterCells, .textParts: nil
    case .custom0, .custom1, .custom2, .custom3, .custom4, .custom5, .custom6, .custom7: nil
    }
  }
}
