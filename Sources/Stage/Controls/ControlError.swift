/// Why a request to a control or a layer was refused. The picture is then unchanged.
public enum ControlError: Error, Equatable {
  /// The scene declares no control of this name, or none of the kind asked for when no name was given.
  case noSuchControl(String)
  case wrongKind(control: String, kind: ControlKind)
  case noSuchLayer(String)
  /// Somebody else has hold of the scrub control.
  case held(control: String)
  /// The caller has not taken hold of the scrub control.
  case notHeld(control: String)
  /// `reason` says what the field allows.
  case invalidValue(field: String, reason: String)
}
