import Images
import Raster
import Scene
import Stage

/// Requests to the controls of a scene that is played here.
extension ControlAssignment {
  /// Words for a control that people press: a finger presses it, releases it, or it has the
  /// keyboard focus.
  private enum Touch: String { case pressed, released, focused }

  /// Refuses a request to a control that the scene does not have.
  func check(on stage: Stage) throws(ClientError) {
    if case .press = act, control.isEmpty { return }
    if !isForPrompt(of: stage) { _ = try info(on: stage) }
  }

  /// The control that is set.
  func info(on stage: Stage) throws(ClientError) -> ControlInfo {
    if let control = stage.controls.first(where: { $0.name == control }) { return control }
    let names = stage.controls.map(\.name) + (stage.scene.promptName.map { [$0] } ?? [])
    var hints = names.isEmpty ? [] : ["one of " + names.joined(separator: ", ")]
    if let nearest = Spelling.nearest(to: control, among: names) {
      hints.append("did you mean '\(nearest)'?")
    }
    throw ClientError(
      .refused, "there is no control '\(control)' in the scene to set",
      hint: hints.isEmpty ? nil : hints.joined(separator: "; "))
  }

  /// True if the request shows a question: in the scene's prompt, or in the usual one.
  private func isForPrompt(of stage: Stage) -> Bool {
    control == Self.promptName(in: stage)
  }

  /// The name by which a question is shown: that of the scene's prompt, or `prompt` for the usual
  /// one; nil if a control has that name.
  static func promptName(in stage: Stage) -> String? {
    let name = stage.scene.promptName ?? "prompt"
    return stage.controls.contains { $0.name == name } ? nil : name
  }

  /// True if the request gives a field the focus.
  func focusesField(on stage: Stage) throws(ClientError) -> Bool {
    if isForPrompt(of: stage) { return false }
    return focuses(try info(on: stage))
  }

  private func focuses(_ control: ControlInfo) -> Bool {
    control.kind == .field && !isTyped && act == nil && value == Touch.focused.rawValue
  }

  /// True if the request is a press or gives a control the focus.
  func bringsLook(on stage: Stage) -> Bool {
    // Keys that press a control also cause changes, which take their time.
    if case .press(let key) = act { return key != .enter && key != .character(" ") }
    guard !isForPrompt(of: stage), let control = try? info(on: stage) else { return false }
    switch control.kind {
    case .field: return focuses(control)
    case .choice where control.options?.contains(value) ?? false: return false
    case .button, .choice:
      let touch = Touch(rawValue: parts.value)
      return touch == .pressed || touch == .focused
    default: return false
    }
  }

  /// Makes the request at the stage's present time.
  /// - Parameter atOnce: true if a hint to a later time is of no use.
  func apply(to stage: Stage, atOnce: Bool = false) throws(ClientError) {
    if case .press(let key) = act { return try press(key, on: stage) }
    if isForPrompt(of: stage) { return stage.show(prompt: try question(after: stage.shownPrompt)) }
    let control = try info(on: stage)
    do throws(ControlError) {
      try apply(to: control, on: stage)
    } catch {
      var hint: String?
      if !atOnce, case .invalidValue(field: "time", _) = error {
        hint = "a state that shows it first, or a later time, as \(control.name)=\(value)@2s"
      }
      if case .invalidValue(field: "option", _) = error {
        hint = "an option, or OPTION=pressed, OPTION=released or OPTION=focused"
      }
      throw ClientError(
        .refused, "cannot set \(control.name) to '\(value)': \(error.reason)", hint: hint)
    }
  }

  private func apply(to control: ControlInfo, on stage: Stage) throws(ControlError) {
    if case .rest(let value) = act {
      _ = try stage.setProgress(control.name, ProgressChange(.value(value), duration: 0))
      return
    }
    switch control.kind {
    case .field where focuses(control):
      // A panel without another keyboard shows one.
      stage.hasKeyboard = true
      try stage.focus(control.name)
    case .text, .field: try stage.setText(control.name, to: value)
    case .log:
      try stage.appendLog(control.name, value)
    case .image:
      try stage.setImage(control.name, to: try picture)
    case .state:
      try stage.setState(control.name, to: value)
    case .choice where control.options?.contains(value) ?? false:
      try stage.choose(control.name, option: value)
    case .choice, .button:
      try touch(control, on: stage)
    case .reveal where value == "revealed":
      _ = try stage.reveal(control.name)
    case .reveal where value == "covered":
      try stage.conceal(control.name)
    case .scrub where value == "toggle":
      _ = try stage.toggleScrub(control.name)
    case .progress where value == "indeterminate",
      .reveal where value == "indeterminate":
      try stage.setIndeterminate(control.name, true)
    case .progress, .reveal, .scrub:
      let (phase, number) = parts
      guard let number = try? ProgressValue(number) else { throw control.refusal }
      _ = try stage.setProgress(
        control.name,
        ProgressChange(.value(number.fraction), phase: phase, allowsDecrease: isTyped ? true : nil))
    }
  }

  /// Presses a button or an option, lifts the finger, or gives it the focus.
  private func touch(_ control: ControlInfo, on stage: Stage) throws(ControlError) {
    let (option, word) = parts
    guard let touch = Touch(rawValue: word), option == nil || control.kind == .choice else {
      guard control.kind == .choice else { throw control.refusal }
      // The error names the options.
      return try stage.choose(control.name, option: value)
    }
    // Each control has a finger of its own, with a number that no other contact has.
    let index = stage.controls.firstIndex { $0.name == control.name } ?? 0
    let finger = 1 << 32 + UInt64(index)
    switch touch {
    case .pressed:
      // On a choice the finger goes from one option to another.
      stage.pointerCancelled(finger)
      try stage.press(control.name, option: option, by: finger)
    case .released: stage.pointerEnded(finger, time: stage.time)
    case .focused: try stage.focus(control.name, option: option)
    }
  }

  /// The parts of `PHASE=VALUE` or `OPTION=pressed`; a value alone is of no phase or option.
  var parts: (name: String?, value: String) {
    guard let equals = value.lastIndex(of: "=") else { return (nil, value) }
    return (String(value[..<equals]), String(value[value.index(after: equals)...]))
  }

  private var picture: Image {
    get throws(ControlError) {
      do throws(ImageFileError) {
        return try ImageDecoder.decode(atPath: value)
      } catch {
        throw .invalidValue(field: "file", reason: error.description)
      }
    }
  }
}

extension ControlInfo {
  /// The error for a value that a control of the kind does not take.
  fileprivate var refusal: ControlError { .invalidValue(field: "value", reason: kind.takes) }
}

extension ControlKind {
  /// The values that `--set` takes for a control of the kind, in a sentence.
  fileprivate var takes: String {
    switch self {
    case .progress: "a progress control takes 0 to 1, 0% to 100%, indeterminate or PHASE=50%"
    case .reveal:
      "a reveal control takes 0 to 1, 0% to 100%, indeterminate, PHASE=50%, revealed or covered"
    case .scrub: "a scrub control takes 0 to 1, 0% to 100% or toggle"
    case .text: "a text control takes a text"
    case .image: "an image control takes the path of a picture"
    case .log: "a log control takes a line"
    case .state: "a state control takes the name of a state"
    case .button: "a button takes pressed, released or focused"
    case .choice: "a choice takes an option, or OPTION=pressed, OPTION=released or OPTION=focused"
    case .field: "a field takes a text, or focused, which brings the keyboard on the screen"
    }
  }
}

extension ControlError {
  /// The reason in words.
  var reason: String {
    switch self {
    case .noSuchControl(let name): "there is no control '\(name)'"
    case .wrongKind(_, let kind): kind.takes
    case .held(let control): "'\(control)' is held by another client or a touch"
    case .notHeld(let control): "'\(control)' is not held"
    case .noSuchLayer(let layer): "there is no layer '\(layer)'"
    case .invalidValue(_, let reason): reason
    }
  }
}
