public import Scene

/// The reason why a request to a control or a layer was refused. The picture is then unchanged.
public enum ControlError: Error, Equatable {
  /// The scene has no control of this name, or of this kind if the request gave no name.
  case noSuchControl(String)
  case wrongKind(control: String, kind: ControlKind)
  case noSuchLayer(String)
  /// Another client or a finger holds the scrub or state control.
  case held(control: String)
  /// The caller does not hold the scrub control.
  case notHeld(control: String)
  /// `reason` describes the valid values of the field.
  case invalidValue(field: String, reason: String)
}
