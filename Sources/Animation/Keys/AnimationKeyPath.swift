/// The target of an animation: a property, or one component of its value.
///
/// Written as in Core Animation: `opacity`, `position.x`, `bounds.size.width`,
/// `transform.rotation.z`, `emitterCells.spark.velocity`, `parts.host.color`. A component replaces
/// that part of the value and keeps the rest.
public struct AnimationKeyPath: Hashable, Sendable {
  /// A part of a value.
  public enum Component: UInt8, Sendable, Hashable, CaseIterable {
    /// The value itself.
    case whole
    // Of a point or a size.
    case x, y, width, height
    // Of a rectangle.
    case origin, originX, originY, size, sizeWidth, sizeHeight
    // Of a transform.
    case scale, scaleX, scaleY, scaleZ
    /// About z; in Core Animation also `rotation.z`.
    case rotation
    case rotationX, rotationY
    case translation, translationX, translationY, translationZ

    /// The part of the name after the property's name, with its dot.
    public var suffix: String {
      switch self {
      case .whole: ""
      case .x: ".x"
      case .y: ".y"
      case .width: ".width"
      case .height: ".height"
      case .origin: ".origin"
      case .originX: ".origin.x"
      case .originY: ".origin.y"
      case .size: ".size"
      case .sizeWidth: ".size.width"
      case .sizeHeight: ".size.height"
      case .scale: ".scale"
      case .scaleX: ".scale.x"
      case .scaleY: ".scale.y"
      case .scaleZ: ".scale.z"
      case .rotation: ".rotation"
      case .rotationX: ".rotation.x"
      case .rotationY: ".rotation.y"
      case .translation: ".translation"
      case .translationX: ".translation.x"
      case .translationY: ".translation.y"
      case .translationZ: ".translation.z"
      }
    }

    /// The kind of this part of a value of a kind; nil if there is no such part.
    func kind(within kind: AnimatableValue.Kind?) -> AnimatableValue.Kind? {
      switch (self, kind) {
      case (.whole, _): kind
      case (.x, .point), (.y, .point), (.width, .size), (.height, .size): .scalar
      case (.origin, .rect): .point
      case (.size, .rect): .size
      case (.originX, .rect), (.originY, .rect), (.sizeWidth, .rect), (.sizeHeight, .rect): .scalar
      case (.translation, .transform): .size
      case (.scale, .transform), (.scaleX, .transform), (.scaleY, .transform),
        (.scaleZ, .transform), (.rotation, .transform), (.rotationX, .transform),
        (.rotationY, .transform), (.translationX, .transform), (.translationY, .transform),
        (.translationZ, .transform):
        .scalar
      default: nil
      }
    }
  }

  public let property: AnimatableProperty
  public let component: Component
  /// For `emitterCells` and `textParts`, a property of one part; nil for others.
  public let part: PartKey?

  /// The whole value of a property.
  public init(_ property: AnimatableProperty) {
    self.property = property
    self.component = .whole
    self.part = nil
  }

  /// One component of a property's value; nil if values of its kind have no such component.
  public init?(_ property: AnimatableProperty, _ component: Component) {
    guard component == .whole || component.kind(within: property.kind) != nil else { return nil }
    self.property = property
    self.component = component
    self.part = nil
  }

  /// A property of a part of a layer.
  public init(_ part: PartKey) {
    self.property = part.list
    self.component = .whole
    self.part = part
  }

  /// Reads Core Animation's notation. `transform.rotation.z` is `transform.rotation`.
  public init?(_ name: String) {
    let bytes = name.utf8
    let end = bytes.firstIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
    guard let property = AnimatableProperty(name: String(name[..<end])) else { return nil }
    if property == .emitterCells || property == .textParts, end != bytes.endIndex {
      guard let part = PartKey(name[bytes.index(after: end)...], of: property) else { return nil }
      self.init(part)
      return
    }
    let rest = String(name[end...])
    let suffix = rest == ".rotation.z" ? ".rotation" : rest
    for component in Component.allCases where component.suffix == suffix {
      self.init(property, component)
      return
    }
    return nil
  }

  /// The notation that `init(_:)` reads.
  public var name: String {
    if let part { return part.name }
    return property.name + component.suffix
  }

  /// The kind of value that an animation of this key path takes; nil if it cannot be animated.
  public var kind: AnimatableValue.Kind? {
    part?.kind ?? component.kind(within: property.kind)
  }
}
