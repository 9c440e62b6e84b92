import Geometry
import Scene
import Stage

extension SizeCheck {
  /// All states and options of a scene's controls but those that it begins with.
  static func states(of scene: Scene) -> [State] {
    scene.controls.flatMap { control -> [State] in
      let (names, first): ([String], Int?)
      switch control.content {
      case .state(let states): (names, first) = (states.states.map { $0.name }, states.initial)
      case .press(let press) where press.isChoice:
        (names, first) = (press.options.map { $0.name }, press.chosen)
      default: return []
      }
      return names.indices.filter { $0 != first }.map { (control.name, names[$0]) }
    }
  }

  /// The number of times that a panel is laid out for a number of states.
  static func layoutCount(states count: Int) -> Int { count == 0 ? 1 : count + 2 }

  /// Makes requests to controls once. A panel whose variant lacks a control, or hides it, may refuse a request that
  /// another one takes.
  /// - Throws: the error of the first request that no panel takes.
  static func tryOut(
    _ settings: [ControlAssignment], on scene: Scene, panels: [PixelSize], locale: String = ""
  ) throws(ClientError) {
    var refused: [(setting: ControlAssignment, error: ClientError?)] = settings.map { ($0, nil) }
    for size in panels where !refused.isEmpty {
      let stage = Stage(scene: scene, size: size, scale: 1, locale: locale)
      _ = stage.advance(to: 0)
      var left: [(setting: ControlAssignment, error: ClientError?)] = []
      for setting in settings {
        do throws(ClientError) {
          // The keyboard on the screen is no layer of the scene.
          if try setting.focusesField(on: stage) {
            throw ClientError(
              .refused, "cannot set \(setting.control) to 'focused' here",
              hint: "fields are tried with the focus by themselves")
          }
          try setting.apply(to: stage, atOnce: true)
        } catch {
          guard let former = refused.first(where: { $0.setting == setting }) else { continue }
          left.append((setting, former.error ?? error))
        }
      }
      refused = left
    }
    if let error = refused.first?.error { throw error }
  }
}
