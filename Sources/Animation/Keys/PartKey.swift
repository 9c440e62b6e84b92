/// A property of a named part of a layer, in the notation `LIST.NAME.PROPERTY`. Names have no dots.
public enum PartKey: Hashable, Sendable {
  /// A property of an emitter's cell: `emitterCells.NAME.velocity`.
  case cell(EmitterCellKey)
  /// The colour of the part of a text that has the name: `parts.NAME.color`.
  case textColor(String)

  /// Reads `NAME.PROPERTY`; nil if the list that a property stands for has no such parts.
  init?(_ text: some StringProtocol, of list: AnimatableProperty) {
    switch list {
    case .emitterCells:
      guard let cell = EmitterCellKey(text) else { return nil }
      self = .cell(cell)
    case .textParts:
      let bytes = text.utf8
      guard let dot = bytes.firstIndex(of: UInt8(ascii: ".")), dot > bytes.startIndex,
        bytes[dot...].elementsEqual(".color".utf8)
      else { return nil }
      self = .textColor(String(text[..<dot]))
    default: return nil
    }
  }

  /// The property of the layer that stands for all parts of this kind.
  public var list: AnimatableProperty {
    switch self {
    case .cell: .emitterCells
    case .textColor: .textParts
    }
  }

  /// The notation that key paths read.
  public var name: String {
    switch self {
    case .cell(let key): list.name + "." + key.name + "." + key.property.name
    case .textColor(let name): list.name + "." + name + ".color"
    }
  }

  public var kind: AnimatableValue.Kind {
    switch self {
    case .cell(let key): key.property.kind
    case .textColor: .color
    }
  }

  /// True if its values are in points, per second or second squared.
  public var isLength: Bool {
    if case .cell(let key) = self { key.property.isLength } else { false }
  }

  /// True if its values are radians, or radians per second.
  public var isAngle: Bool {
    if case .cell(let key) = self { key.property.isAngle } else { false }
  }
}
