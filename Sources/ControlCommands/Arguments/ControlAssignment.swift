import ArgumentParser
import Stage

/// A request to a control at a time, for `render`: `NAME=VALUE` or `NAME=VALUE@TIME`.
///
/// The meaning of the value depends on the control's kind, so it is kept as written. Only a suffix
/// that can be read as a time counts as one: `message=root@host` is a text, and `message=gate@5@0`
/// the text `gate@5`.
struct ControlAssignment: Equatable, Sendable {
  let control: String
  let value: String
  let time: TimeSpan
  /// True for a request of a person on the page of `preview`: words such as `focused` are then only
  /// texts, and progress may go back, since a person who tries a scene goes back and forth.
  let isTyped: Bool
  /// The act of a request that sets no value; nil for a request that `value` describes.
  let act: Act?

  /// A request that is no value of a control.
  enum Act: Equatable, Sendable {
    /// The whole question that the page asks in a prompt.
    case ask(PromptState)
    /// A key of a keyboard, for the control or, if it has no name, for the one with the focus.
    case press(InputKey)
    /// The value at which a dragged scrub control has come to rest.
    case rest(Double)
  }

  init(control: String, value: String, time: TimeSpan, isTyped: Bool = false) {
    self.control = control
    self.value = value
    self.time = time
    self.isTyped = isTyped
    act = nil
  }

  /// Shows a question in a prompt.
  init(prompt: String, question: PromptState, time: TimeSpan) {
    control = prompt
    value = question.message
    self.time = time
    isTyped = true
    act = .ask(question)
  }

  init(_ text: String) throws {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
      throw ValidationError("'\(text)' sets nothing; write NAME=VALUE or NAME=VALUE@TIME")
    }
    control = String(text[..<equals])
    (value, time) = Self.timed(String(text[text.index(after: equals)...]))
    isTyped = false
    act = nil
  }

  /// Puts a scrub control at a value at once.
  init(resting control: String, at value: Double, time: TimeSpan) {
    self.control = control
    self.value = "\(value)"
    self.time = time
    isTyped = true
    act = .rest(value)
  }

  /// Presses a key at a control.
  init(pressing key: InputKey, named name: String, at control: String, time: TimeSpan) {
    self.control = control
    value = name
    self.time = time
    isTyped = false
    act = .press(key)
  }

  /// Presses a key, for `--press`: `KEY` or `CONTROL:KEY`, and with a time `KEY@TIME`.
  static func pressing(_ text: String) throws -> ControlAssignment {
    let (place, time) = timed(text)
    // The key may be a colon itself.
    let colon = place.dropLast().lastIndex(of: ":")
    let name = colon.map { String(place[place.index(after: $0)...]) } ?? place
    return ControlAssignment(
      pressing: try KeyName.key(name), named: name,
      at: colon.map { String(place[..<$0]) } ?? "", time: time)
  }

  /// The request in a few words.
  var title: String {
    guard case .press = act else { return "\(control) = \(value)" }
    return control.isEmpty ? value : "\(control):\(value)"
  }

  /// The parts of `VALUE@TIME`; the time is 0 if there is none.
  private static func timed(_ text: String) -> (value: String, time: TimeSpan) {
    guard let at = text.lastIndex(of: "@"),
      let time = try? TimeSpan(String(text[text.index(after: at)...]))
    else { return (text, TimeSpan(microseconds: 0)) }
    return (String(text[..<at]), time)
  }
}
