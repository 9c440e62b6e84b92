import Geometry
import Scene
import Stage

extension SizeCheck {
  /// A state control in one of its states, a choice with one of its options, or a look of something that people press.
  struct State {
    var control: String
    /// The name of the state or the option; nil for a button or a field.
    var name: String?
    /// Nil for a state, or an option that is chosen.
    var look: PressControlDescription.Look?

    /// The request that shows it: `outcome=done`, `retry=pressed`, `language=de=focused`.
    var text: String {
      let look: String? =
        switch look {
        case .pressed?: "pressed"
        case .focused?: "focused"
        case .chosen?, nil: nil
        }
      return ([control] + [name, look].compactMap { $0 }).joined(separator: "=")
    }

    /// - Returns: false if the scene refuses it, as for a button that is out of sight.
    func apply(to stage: Stage) -> Bool {
      do throws(ControlError) {
        guard let look else {
          try stage.setState(control, to: name ?? "")
          return true
        }
        _ = stage.advance(to: 0)
        if look == .focused {
          try stage.focus(control, option: name)
        } else {
          try stage.press(control, option: name, by: 1)
        }
        return true
      } catch {
        return false
      }
    }
  }

  /// All states and options of a scene's controls but those that it begins with, and then the looks of what people press
  /// that recolour something.
  static func states(of scene: Scene) -> [State] {
    scene.controls.flatMap { states(of: $0) } + scene.controls.flatMap { looks(of: $0) }
  }

  private static func looks(of control: ControlDescription) -> [State] {
    let press: PressControlDescription
    switch control.content {
    case .press(let own): press = own
    case .field(let field): press = field.press
    default: return []
    }
    return press.options.indices.flatMap { option in
      [PressControlDescription.Look.focused, .pressed].filter { press.recolors(option, $0) }.map {
        State(
          control: control.name, name: press.isChoice ? press.options[option].name : nil, look: $0)
      }
    }
  }

  private static func states(of control: ControlDescription) -> [State] {
    let (names, first): ([String], Int?)
    switch control.content {
    case .state(let states): (names, first) = (states.states.map { $0.name }, states.initial)
    case .press(let press) where press.isChoice:
      (names, first) = (press.options.map { $0.name }, press.chosen)
    default: return []
    }
    return names.indices.filter { $0 != first }.map {
      State(control: control.name, name: names[$0])
    }
  }

  /// True if a text lies in what is pressed, or its look changes the text.
  func isLooked(_ text: Doubtful, _ state: State) -> Bool {
    controls.looked[state.control, default: []].contains { text.indices.starts(with: $0) }
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
