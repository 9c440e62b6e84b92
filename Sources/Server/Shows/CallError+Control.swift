import Stage
import Wire

extension DisplayInterface.ControlKind {
  init(_ kind: ControlKind) {
    switch kind {
    case .progress: self = .progress
    case .text: self = .text
    case .image: self = .image
    case .log: self = .log
    case .reveal: self = .reveal
    case .scrub: self = .scrub
    case .state: self = .state
    case .button: self = .button
    case .choice: self = .choice
    case .field: self = .field
    }
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
