import Stage

/// Sample questions, and the states that a prompt shows beside them.
extension ControlAssignment {
  /// The states of a prompt that otherwise occur only at a machine, by the prompt's keys for them.
  private enum Key: String { case capsLock, queue, keyboardLayout, choices }

  /// The most questions that wait at a time in a sample.
  static let mostWaiting = 99
  /// The question that replaces an empty text.
  static let sampleQuestion = "Password for the disk"

  /// The question with the request: `TEXT` or `TEXT=LETTERS`, with a bullet for each letter, or
  /// none; a sample in place of an empty text. `capsLock`, `queue=3`, `keyboardLayout=DE` and
  /// `choices=A,B` add to the question of before, and stay for the next one.
  func question(after shown: PromptState?) throws(ClientError) -> PromptState? {
    if case .ask(let question) = act { return question }
    if value == "hidden", !isTyped { return nil }
    let sample = PromptState(message: Self.sampleQuestion, entry: .bullets(0))
    var question = shown ?? sample
    let (name, word) = parts
    switch isTyped ? nil : Key(rawValue: name ?? word) {
    case .capsLock? where name == nil: question.isCapsLockOn = true
    case .queue? where name != nil:
      guard let count = Int(word), 2...Self.mostWaiting ~= count else {
        throw ClientError(
          .refused, "cannot set \(control) to '\(value)': 2 to \(Self.mostWaiting) questions wait",
          hint: "\(control)=queue=2")
      }
      question.waitingCount = count
    case .keyboardLayout? where name != nil: question.keyboardLayout = word
    case .choices? where name != nil:
      question.entry = .choices(word.split(separator: ",").map { String($0) }, chosen: 0)
    default:
      let message = name ?? word
      question.message = message.isEmpty ? sample.message : message
      question.entry = .bullets(name == nil ? 0 : word.count)
    }
    return question
  }
}
