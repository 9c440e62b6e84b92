import Geometry

/// The outputs that a variant of a scene is for. All of its parts have to hold.
struct VariantCondition {
  enum Orientation { case portrait, landscape }

  /// Two limits, which belong to the range themselves.
  struct Bounds {
    var least: Double?
    var most: Double?

    func contains(_ value: Double) -> Bool {
      if let least, value < least { return false }
      if let most, value > most { return false }
      return true
    }
  }

  /// Points of the output, as people see it.
  var width = Bounds()
  var height = Bounds()
  /// The width divided by the height.
  var aspect = Bounds()
  var orientation: Orientation?

  func matches(_ output: Size) -> Bool {
    guard width.contains(output.width), height.contains(output.height),
      aspect.contains(output.width / output.height)
    else { return false }
    // A square is portrait, as in CSS.
    let isPortrait = output.height >= output.width
    return switch orientation {
    case nil: true
    case .portrait: isPortrait
    case .landscape: !isPortrait
    }
  }
}

/// A variant as its scene declares it.
struct VariantDescription {
  var condition: VariantCondition
  /// The index among the scene's variants.
  var index: Int
  /// The place in the file.
  var offset: Int
}
