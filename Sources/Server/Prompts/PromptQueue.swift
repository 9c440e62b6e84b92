import Stage
import System

/// The result of a question.
enum PromptAnswer {
  /// The text, which is wiped with its last owner.
  case text(SecretBytes)
  case cancelled
  /// There is no keyboard any more.
  case refused
}

/// Questions to the person at the screen, of all clients in one queue, and watches for keys.
///
/// The first question is shown, and the keys are for it alone. Without a question they are for the
/// watches, and are otherwise dropped. Clients are distinguished by their connections' numbers.
final class PromptQueue {
  struct Prompt {
    let asker: UInt64
    let message: String
    /// True for an answer that must not be visible.
    let isSecret: Bool
    let entry: SecretBytes
    /// Characters in the entry.
    var length = 0
    /// The time when it was first shown, in microseconds of the monotonic clock.
    var shownTime: Int64?
    let answer: (PromptAnswer) -> Void
  }

  struct Watch {
    let asker: UInt64
    /// The keys, as UTF-8; empty for any key.
    let keys: [UInt8]
    /// Called with the key, or with nil when the watch ends.
    let answer: ([UInt8]?) -> Void
  }

  private var prompts: [Prompt] = []
  private var watches: [Watch] = []
  /// Called for ESC, which is not a key of an answer.
  var onEscape: () -> Void = {}

  /// The most questions in the queue.
  static let mostPrompts = 32
  static let mostWatches = 64
  /// The most bytes of an answer: a line of systemd's agent without its frame.
  static let longestAnswer = 4090
  /// Microseconds after a question has followed another one in which keys were probably meant for
  /// the former one.
  static let settlingTime: Int64 = 300_000
  /// The time when the last question ended.
  private var endTime = Int64.min / 2

  var isEmpty: Bool { prompts.isEmpty }

  // MARK: Asking

  /// Adds a question to the queue.
  /// - Parameter answer: called once, unless the question is withdrawn.
  /// - Returns: false if too many wait.
  func ask(
    _ message: String, isSecret: Bool, by asker: UInt64, answer: @escaping (PromptAnswer) -> Void
  ) -> Bool {
    guard prompts.count < Self.mostPrompts, let entry = try? SecretBytes() else { return false }
    prompts.append(
      Prompt(asker: asker, message: message, isSecret: isSecret, entry: entry, answer: answer))
    return true
  }

  /// Waits for a key while there is no question.
  func watch(
    _ keys: [UInt8], by asker: UInt64, answer: @escaping ([UInt8]?) -> Void
  ) -> Bool {
    guard watches.count < Self.mostWatches else { return false }
    watches.append(Watch(asker: asker, keys: keys, answer: answer))
    return true
  }

  /// Ends the watches for the same keys.
  func ignore(_ keys: [UInt8]) {
    let ended = watches.filter { $0.keys == keys }
    watches.removeAll { $0.keys == keys }
    for watch in ended { watch.answer(nil) }
  }

  /// Removes the questions and watches of a client that is gone.
  func withdraw(_ asker: UInt64) {
    prompts.removeAll { $0.asker == asker }
    watches.removeAll { $0.asker == asker }
  }

  /// Ends all questions and watches, since no keys will come.
  func refuseAll() {
    let (ended, ignored) = (prompts, watches)
    prompts = []
    watches = []
    for prompt in ended { prompt.answer(.refused) }
    for watch in ignored { watch.answer(nil) }
  }

  // MARK: Answering

  /// The first question; nil without one.
  var state: PromptState? {
    guard let prompt = prompts.first else { return nil }
    var state = PromptState(
      message: prompt.message,
      entry: prompt.isSecret ? .bullets(prompt.length) : .text(prompt.text))
    state.waitingCount = prompts.count
    return state
  }

  /// Records that the first question is on the screen.
  func noteShown(at time: Int64) {
    guard !prompts.isEmpty, prompts[0].shownTime == nil else { return }
    prompts[0].shownTime = time
  }

  /// Handles a key.
  func take(_ key: Key, at time: Int64) {
    if prompts.isEmpty {
      if !give(key), key == .escape { onEscape() }
      return
    }
    guard let shown = prompts[0].shownTime else { return }
    if shown - endTime < Self.settlingTime, time - shown < Self.settlingTime { return }
    switch key {
    case .character(let scalar): prompts[0].append(scalar)
    case .backspace: prompts[0].removeLast()
    case .erase: prompts[0].removeAll()
    case .enter:
      endTime = time
      let prompt = prompts.removeFirst()
      prompt.answer(.text(prompt.entry))
    case .cancel:
      endTime = time
      prompts.removeFirst().answer(.cancelled)
    case .escape: onEscape()
    case .control: break
    }
  }

  /// Passes a key to the first watch for it.
  /// - Returns: false if there is none.
  private func give(_ key: Key) -> Bool {
    let bytes = key.bytes
    guard
      let index = watches.firstIndex(where: { $0.keys.isEmpty || $0.keys.contains(run: bytes) })
    else { return false }
    watches.remove(at: index).answer(bytes)
    return true
  }

  /// Records that the first question is hidden: its settling time starts again later.
  func noteHidden() {
    if !prompts.isEmpty { prompts[0].shownTime = nil }
  }
}

extension PromptQueue.Prompt {
  fileprivate mutating func append(_ scalar: Unicode.Scalar) {
    let bytes = UTF8.encode(scalar)
    guard let bytes, entry.count + bytes.count <= PromptQueue.longestAnswer else { return }
    for byte in bytes { entry.append(byte) }
    length += 1
  }

  fileprivate mutating func removeLast() {
    guard length > 0 else { return }
    while entry.count > 0, entry[entry.count - 1] & 0xC0 == 0x80 { entry.removeLast(1) }
    entry.removeLast(1)
    length -= 1
  }

  fileprivate mutating func removeAll() {
    entry.removeAll()
    length = 0
  }

  /// The answer to a question that is not secret.
  fileprivate var text: String {
    entry.withBytes { bytes in
      var copy: [UInt8] = []
      for index in bytes.indices { copy.append(bytes[index]) }
      return String(decoding: copy, as: UTF8.self)
    }
  }
}

extension [UInt8] {
  /// True if it contains some bytes in a row.
  fileprivate func contains(run other: [UInt8]) -> Bool {
    guard !other.isEmpty, other.count <= count else { return false }
    return (0...(count - other.count)).contains { start in
      self[start..<start + other.count].elementsEqual(other)
    }
  }
}
