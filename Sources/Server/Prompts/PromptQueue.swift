import Stage
import System

/// The end of a question.
enum PromptAnswer {
  /// The text, which goes with the last owner.
  case text(SecretBytes)
  case cancelled
  /// There is no keyboard any more.
  case refused
}

/// Questions to whoever sits before the screen, of all clients in one row, and watches for keys.
///
/// The first question is shown, and the keys are for it alone. Without one they are for the watches, and
/// otherwise for nobody. Clients are told apart by their connections' numbers.
final class PromptQueue {
  struct Prompt {
    let asker: UInt64
    let message: String
    /// True for an answer that nobody is to see.
    let isSecret: Bool
    let entry: SecretBytes
    /// Characters in the entry.
    var length = 0
    /// When it was first shown, in microseconds of the monotonic clock.
    var shownTime: Int64?
    let answer: (PromptAnswer) -> Void
  }

  struct Watch {
    let asker: UInt64
    /// The keys, as UTF-8; any key where it is empty.
    let keys: [UInt8]
    /// Is called with the key, or with nothing where it is watched no more.
    let answer: ([UInt8]?) -> Void
  }

  private var prompts: [Prompt] = []
  private var watches: [Watch] = []
  /// Is called for ESC, which is no key of an answer.
  var onEscape: () -> Void = {}

  /// Questions that wait together, at most.
  static let mostPrompts = 32
  static let mostWatches = 64
  /// Bytes of an answer, at most: a line of systemd's agent without its frame.
  static let longestAnswer = 4090
  /// Keys that come sooner after a question has followed another one were meant for that, in microseconds.
  static let settlingTime: Int64 = 300_000
  /// When the last question ended.
  private var endTime = Int64.min / 2

  var isEmpty: Bool { prompts.isEmpty }

  // MARK: Asking

  /// Adds a question to the row.
  /// - Parameter answer: is called once, unless the question is withdrawn.
  /// - Returns: false where too many wait.
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

  /// Forgets the questions and watches of a client that has gone.
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

  /// Takes note that the first question is on the screen.
  func noteShown(at time: Int64) {
    guard !prompts.isEmpty, prompts[0].shownTime == nil else { return }
    prompts[0].shownTime = time
  }

  /// Takes a key.
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

  /// Gives a key to the first watch for it.
  /// - Returns: false where nothing watches it.
  private func give(_ key: Key) -> Bool {
    let bytes = key.bytes
    guard
      let index = watches.firstIndex(where: { $0.keys.isEmpty || $0.keys.contains(run: bytes) })
    else { return false }
    watches.remove(at: index).answer(bytes)
    return true
  }

  /// Takes note that the first question is out of sight: it is settled anew.
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

  /// The answer to a question that is no secret.
  fileprivate var text: String {
    entry.withBytes { bytes in
      var copy: [UInt8] = []
      for index in bytes.indices { copy.append(bytes[index]) }
      return String(decoding: copy, as: UTF8.self)
    }
  }
}

extension [UInt8] {
  /// True if some bytes are in it, one after the other.
  fileprivate func contains(run other: [UInt8]) -> Bool {
    guard !other.isEmpty, other.count <= count else { return false }
    return (0...(count - other.count)).contains { start in
      self[start..<start + other.count].elementsEqual(other)
    }
  }
}
