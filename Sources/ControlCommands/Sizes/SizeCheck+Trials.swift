import Geometry
import Scene
import Stage

extension SizeCheck {
  /// A state control in one of its states, a choice with one of its options, a look of something
  /// that people press, or texts with a value of a progress.
  struct State {
    var control: String
    /// The name of the state, the option or the phase; nil for a button, a field or all of a job.
    var name: String?
    /// Nil for a state, or an option that is chosen.
    var look: PressControlDescription.Look?

    /// True for a look that changes how well something can be read.
    var recolors = false

    /// Nil for all but a progress.
    var progress: Progress?

    /// An earlier request that brings the pressed control into sight; nil if it is visible at
    /// first.
    var sight: Sight?

    /// The request that shows it: `outcome=done`, `retry=pressed`, `language=de=focused`.
    var text: String {
      switch progress {
      case .percent(let percent)?:
        return ([control] + [name].compactMap { $0 }).joined(separator: "=") + "=\(percent)%"
      case .timeLeft?: return "the time left of \(control)"
      case nil: break
      }
      let look: String? =
        switch look {
        case .pressed?: "pressed"
        case .focused?: "focused"
        case .chosen?, nil: nil
        }
      let own = ([control] + [name, look].compactMap { $0 }).joined(separator: "=")
      return (sight.map { $0.text + ", " } ?? "") + own
    }

    /// Makes the request, and lets its changes end.
    /// - Returns: false if the scene refuses it, as for a button that is out of sight.
    func apply(to stage: Stage) -> Bool {
      guard request(on: stage) else { return false }
      // The remaining time is hidden after a silence, so `settle` would lose it.
      if progress != .timeLeft {
        SizeCheck.settle(stage, from: sight == nil ? 0 : SizeCheck.settled)
      }
      return true
    }

    /// Brings the scene to the same state as `apply` with a look of the focus, but without the
    /// focus.
    /// - Returns: false if the scene refuses it.
    func applyWithoutFocus(to stage: Stage) -> Bool {
      if let sight {
        guard sight.apply(to: stage) else { return false }
      } else {
        _ = stage.advance(to: 0)
      }
      _ = stage.handle(FocusKey.leave)
      SizeCheck.settle(stage, from: sight == nil ? 0 : SizeCheck.settled)
      return true
    }

    private func request(on stage: Stage) -> Bool {
      do throws(ControlError) {
        switch progress {
        case .percent(let percent)?:
          _ = try stage.setProgress(
            control, ProgressChange(.value(Double(percent) / 100), phase: name))
          return true
        case .timeLeft?:
          try Progress.report(control, on: stage)
          return true
        case nil: break
        }
        guard let look else {
          try stage.setState(control, to: name ?? "")
          return true
        }
        if let sight {
          guard sight.apply(to: stage) else { return false }
        } else {
          _ = stage.advance(to: 0)
        }
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

    /// False for a look of a button, an option or a field that is out of sight.
    fileprivate func isInSight(on stage: Stage) -> Bool {
      look == nil || (try? stage.focus(control, option: name)) != nil
    }
  }

  /// A value of a progress, for the texts that show it.
  enum Progress: Equatable {
    /// The part of the whole job that is done, or of a phase.
    case percent(Int)
    /// A known time to its end.
    case timeLeft

    /// Faults of texts: layers may come and go on the way of a job.
    static let faults: Set<SizeFinding.Name> = [.cutText, .hiddenText, .truncatedText]

    /// Reports a job of 48 minutes from its beginning, until the time that is left is known.
    fileprivate static func report(_ control: String, on stage: Stage) throws(ControlError) {
      for second in 0...4 {
        _ = stage.advance(to: Double(second))
        let value = 0.01 + Double(second) * 0.99 / (48 * 60)
        _ = try stage.setProgress(control, ProgressChange(.value(value)))
      }
      for part in 1...4 { _ = stage.advance(to: 4 + Double(part) / 4) }
    }

    /// The trials of a control: each phase, the end, and a time that is left.
    static func trials(of control: ControlDescription) -> [State] {
      let phases: [String]
      switch control.content {
      case .progress(let progress): phases = progress.phases.map { $0.name }
      case .reveal: phases = []
      default: return []
      }
      return phases.map { State(control: control.name, name: $0, progress: .percent(50)) }
        + [State(control: control.name, progress: .percent(100))]
        + [State(control: control.name, progress: .timeLeft)]
    }
  }

  /// A request after which a button may be in sight that is hidden at first.
  enum Sight {
    case state(control: String, name: String)
    case progress(control: String, percent: Int)

    var text: String {
      switch self {
      case .state(let control, let name): control + "=" + name
      case .progress(let control, let percent): control + "=\(percent)%"
      }
    }

    /// Makes the request, and lets its changes end.
    /// - Returns: false if the scene refuses it.
    func apply(to stage: Stage) -> Bool {
      do throws(ControlError) {
        switch self {
        case .state(let control, let name): try stage.setState(control, to: name)
        case .progress(let control, let percent):
          _ = try stage.setProgress(control, ProgressChange(.value(Double(percent) / 100)))
        }
      } catch {
        return false
      }
      SizeCheck.settle(stage)
      return true
    }

    /// The states and options among those that are tried, and some values of each progress.
    static func all(_ states: [State], of scene: Scene) -> [Sight] {
      let named = states.compactMap { state -> Sight? in
        guard state.look == nil, state.progress == nil, let name = state.name else { return nil }
        return .state(control: state.control, name: name)
      }
      let driven = scene.controls.flatMap { control -> [Sight] in
        switch control.content {
        case .progress, .reveal:
          // The end of a job, and values before it at which a layer may be visible.
          [100, 50, 25, 75].map { .progress(control: control.name, percent: $0) }
        default: []
        }
      }
      return named + driven
    }
  }

  /// The trials. Each look has the first request that brings its control into sight.
  /// - Parameter makeStage: makes the scene as it is at first.
  static func sighted(_ states: [State], of scene: Scene, _ makeStage: () -> Stage) -> [State] {
    guard states.contains(where: { $0.look != nil }) else { return states }
    var states = states
    let first = makeStage()
    _ = first.advance(to: 0)
    var hidden = states.indices.filter { !states[$0].isInSight(on: first) }
    for sight in Sight.all(states, of: scene) where !hidden.isEmpty {
      let stage = makeStage()
      guard sight.apply(to: stage) else { continue }
      hidden.removeAll { index in
        guard states[index].isInSight(on: stage) else { return false }
        states[index].sight = sight
        return true
      }
    }
    return states
  }

  /// All states and options of a scene's controls but those that it begins with, then by turns
  /// values of its progress controls, and the looks of the focus and those of a press that recolour
  /// something: where not all are tried, some of both are.
  static func states(of scene: Scene) -> [State] {
    let states = scene.controls.flatMap { Self.states(of: $0) }
    let values = scene.controls.flatMap { Progress.trials(of: $0) }
    let looks = scene.controls.flatMap { Self.looks(of: $0) }
    let both = min(values.count, looks.count)
    return states + (0..<both).flatMap { [values[$0], looks[$0]] } + values.dropFirst(both)
      + looks.dropFirst(both)
  }

  private static func looks(of control: ControlDescription) -> [State] {
    let press: PressControlDescription
    switch control.content {
    case .press(let own): press = own
    case .field(let field): press = field.press
    default: return []
    }
    return press.options.indices.flatMap { option in
      [PressControlDescription.Look.focused, .pressed].compactMap { look in
        let recolors = press.recolors(option, look)
        guard recolors || look == .focused && press.changes(option, look) else { return nil }
        return State(
          control: control.name, name: press.isChoice ? press.options[option].name : nil,
          look: look, recolors: recolors)
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

  /// True if a text lies in the pressed control, or the control's look changes the text.
  func isLooked(_ text: Unmeasured, _ state: State) -> Bool {
    controls.looked[state.control, default: []].contains { text.indices.starts(with: $0) }
  }

  /// The number of times that a panel is laid out for a number of states.
  static func layoutCount(states count: Int) -> Int { count == 0 ? 1 : count + 2 }

  /// Makes requests to controls once. A panel whose variant lacks a control, or hides it, may
  /// refuse a request that another one takes.
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
          // The keyboard on the screen, which is no layer of the scene, must not appear.
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
