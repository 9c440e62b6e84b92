import ArgumentParser

/// A request to a control at a time, for `render`: `NAME=VALUE` or `NAME=VALUE@TIME`.
///
/// The meaning of the value depends on the control's kind, so it is kept as written. Only a suffix
/// that can be read as a time counts as one: `message=root@host` is a text.
struct ControlAssignment: Equatable, Sendable {
  let control: String
  let value: String
  let time: TimeSpan
  /// True for a request of a person on the page of `preview`: words as `focused` are no more than texts then, and
  /// progress may go back, since a person who tries a scene goes to and fro.
  let isTyped: Bool

  init(control: String, value: String, time: TimeSpan, isTyped: Bool = false) {
    self.control = control
    self.value = value
    self.time = time
    self.isTyped = isTyped
  }

  init(_ text: String) throws {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
      throw ValidationError("'\(text)' sets nothing; write NAME=VALUE or NAME=VALUE@TIME")
    }
    control = String(text[..<equals])
    var value = String(text[text.index(after: equals)...])
    var time = TimeSpan(microseconds: 0)
    if let at = value.lastIndex(of: "@"),
      let parsed = try? TimeSpan(String(value[value.index(after: at)...]))
    {
      time = parsed
      value = String(value[..<at])
    }
    self.value = value
    self.time = time
    isTyped = false
  }
}
