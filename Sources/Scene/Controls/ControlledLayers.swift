/// The layers that a scene's controls change, and those that need a control, by their indices.
struct ControlledLayers {
  /// Layers that belong to one control alone, by the control's kind.
  var claimed: [String: Set<Int>] = [:]
  /// Properties that state controls set.
  var stateClaims: Set<StateClaim> = []
  /// Text layers that fields show their texts in.
  var typed: Set<Int> = []
  /// Layers that states collapse, or show in their space.
  var collapsed: Set<Int> = []
  /// Layers that controls give texts to.
  var told: Set<Int> = []
  /// Image layers without a file, and their places in the file.
  var emptyImages: [(index: Int, offset: Int)] = []
  /// Codes of an empty text, and their places in the file.
  var emptyCodes: [(index: Int, offset: Int)] = []
}
