import Scene
import Stage
import Wire

extension DisplayInterface.ControlKind {
  /// The kind of the same name: the protocol has all kinds.
  init(_ kind: ControlKind) {
    guard let kind = Self(kind.rawValue) else {
      preconditionFailure("the protocol lacks a kind of controls")
    }
    self = kind
  }
}

extension CallError {
  init(_ error: ControlError) {
    switch error {
    case .noSuchControl(let name): self = .noSuchControl(name)
    case .wrongKind(let control, let kind):
      self = .wrongControlKind(control, DisplayInterface.ControlKind(kind))
    case .held(let control): self = .controlHeld(control)
    case .notHeld(let control): self = .controlNotHeld(control)
    case .noSuchLayer(let path): self = .noSuchLayer(path)
    case .invalidValue(let field, let reason): self = .invalidValue(field, reason: reason)
    }
  }
}
