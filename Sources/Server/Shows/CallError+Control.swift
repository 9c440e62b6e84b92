import Scene
import Stage
import Wire

extension CallError {
  init(_ error: ControlError) {
    switch error {
    case .noSuchControl(let name): self = .noSuchControl(name)
    case .wrongKind(let control, let kind):
      self = .wrongControlKind(control, DisplayInterface.ControlKind(shared: kind.rawValue))
    case .held(let control): self = .controlHeld(control)
    case .notHeld(let control): self = .controlNotHeld(control)
    case .noSuchLayer(let path): self = .noSuchLayer(path)
    case .invalidValue(let field, let reason): self = .invalidValue(field, reason: reason)
    }
  }
}
