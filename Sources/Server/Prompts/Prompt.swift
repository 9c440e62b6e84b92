import Stage
import System

/// A question in the queue, the programs that wait for its answer, and the text typed so far.
struct Prompt {
  struct Waiting {
    let asker: Asker
    let notAfter: Int64?
    let answer: (PromptAnswer) -> Void
  }

  let question: Question
  /// The number of the question, which no other question has.
  let number: Int
  var waiting: [Waiting]
  private let entry: SecretBytes
  /// Characters in the entry.
  private var length = 0
  /// The index of the selected choice.
  private var chosen = 0
  /// The time at which it was first shown, in microseconds of the monotonic clock.
  var shownTime: Int64?

  init(_ question: Question, number: Int, _ waiting: Waiting) throws(SystemError) {
    self.question = question
    self.number = number
    self.waiting = [waiting]
    entry = try SecretBytes()
  }

  /// The look.
  var state: PromptState {
    let shown: PromptState.Entry
    if !question.choices.isEmpty {
      shown = .choices(question.choices, chosen: chosen)
    } else if question.isSecret {
      shown = question.isEchoed ? .bullets(length) : .hidden
    } else {
      shown = .text(text)
    }
    var state = PromptState(message: question.message, entry: shown)
    state.number = number
    return state
  }

  /// The answer as it stands.
  var answer: SecretBytes {
    if question.choices.indices.contains(chosen) {
      entry.removeAll()
      for byte in question.choices[chosen].utf8 { entry.append(byte) }
    }
    return entry
  }

  /// Takes a key that does not end the question.
  mutating func handle(_ key: Key) {
    guard question.choices.isEmpty else { return choose(key) }
    switch key {
    case .character(let scalar): append(scalar)
    case .backspace: removeLast()
    case .erase: removeAll()
    case .control, .enter, .escape, .cancel, .up, .down, .left, .right, .home, .end, .delete,
      .backTab:
      break
    }
  }

  private mutating func choose(_ key: Key) {
    switch key {
    case .up: chosen = max(chosen - 1, 0)
    case .down: chosen = min(chosen + 1, question.choices.count - 1)
    case .character(let scalar):
      let index = Int(scalar.value) - 0x31
      if 0..<min(9, question.choices.count) ~= index { chosen = index }
    case .control, .enter, .escape, .cancel, .backspace, .erase, .left, .right, .home, .end,
      .delete, .backTab:
      break
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    let bytes = UTF8.encode(scalar)
    guard let bytes, entry.count + bytes.count <= PromptQueue.longestAnswer else { return }
    for byte in bytes { entry.append(byte) }
    length += 1
  }

  private mutating func removeLast() {
    guard length > 0 else { return }
    while entry.count > 0, entry[entry.count - 1] & 0xC0 == 0x80 { entry.removeLast(1) }
    entry.removeLast(1)
    length -= 1
  }

  private mutating func removeAll() {
    entry.removeAll()
    length = 0
  }

  /// The answer to a question that is no secret.
  private var text: String {
    entry.withBytes { bytes in
      var copy: [UInt8] = []
      for index in bytes.indices { copy.append(bytes[index]) }
      return String(decoding: copy, as: UTF8.self)
    }
  }
}
