import Stage
import System

/// Questions to the person at the screen, of all clients in one queue, and watches for keys.
///
/// The first question is shown, and the keys are for it alone. Without a question they are for the
/// watches, and are otherwise dropped.
final class PromptQueue {
  struct Watch {
    let asker: Asker
    /// The keys, as UTF-8; empty for any key.
    let keys: [UInt8]
    /// Called with the key, or with nil when the watch ends.
    let answer: ([UInt8]?) -> Void
  }

  private var prompts: [Prompt] = []
  private var watches: [Watch] = []
  /// The number of the questions so far.
  private var count = 0
  /// Called for ESC, which is not a key of an answer.
  var onEscape: () -> Void = {}

  /// The most programs that wait for answers.
  static let mostPrompts = 32
  static let mostWatches = 64
  /// The most bytes of an answer: a line of systemd's agent without its frame.
  static let longestAnswer = 4090
  /// The most bytes of a message.
  static let longestMessage = 1024
  static let mostChoices = 32
  /// The most bytes of a choice.
  static let longestChoice = 255
  /// Microseconds after one question has replaced another, or has interrupted typing into a field.
  /// Keys pressed in this time were probably meant for the former question or for the field.
  static let settlingTime: Int64 = 300_000
  /// The time when the last question ended.
  private var endTime = Int64.min / 2
  /// True if the shown question was withdrawn, or typing into a field was interrupted, and the next
  /// one has not been shown yet.
  private var interruptsTyping = false

  var isEmpty: Bool { prompts.isEmpty }

  /// True if as many programs wait for answers as may do so.
  var isFull: Bool { prompts.reduce(0) { $0 + $1.waiting.count } >= Self.mostPrompts }

  // MARK: Asking

  /// Adds a question to the queue, or joins the same question of the same process.
  /// - Parameter answer: called once, unless the question is withdrawn.
  /// - Returns: false if too many wait.
  func ask(
    _ question: Question, by asker: Asker, answer: @escaping (PromptAnswer) -> Void
  ) -> Bool {
    guard !isFull else { return false }
    let waiting = Prompt.Waiting(asker: asker, notAfter: question.notAfter, answer: answer)
    if let index = prompts.firstIndex(where: { $0.question.isSame(as: question) }) {
      prompts[index].waiting.append(waiting)
      return true
    }
    guard let prompt = try? Prompt(question, number: count &+ 1, waiting) else { return false }
    count &+= 1
    prompts.append(prompt)
    return true
  }

  /// Waits for a key while there is no question.
  func watch(
    _ keys: [UInt8], by asker: Asker, answer: @escaping ([UInt8]?) -> Void
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
  func withdraw(_ asker: Asker) {
    for index in prompts.indices { prompts[index].waiting.removeAll { $0.asker == asker } }
    // The person goes on typing for a moment.
    if let first = prompts.first, first.waiting.isEmpty, first.shownTime != nil {
      interruptsTyping = true
    }
    prompts.removeAll { $0.waiting.isEmpty }
    watches.removeAll { $0.asker == asker }
  }

  /// Ends all questions and watches, since no keys will come.
  func refuseAll() {
    let (ended, ignored) = (prompts, watches)
    prompts = []
    watches = []
    for prompt in ended { for waiting in prompt.waiting { waiting.answer(.refused) } }
    for watch in ignored { watch.answer(nil) }
  }

  // MARK: Time

  /// The first time at which a question expires; nil for none.
  var nextExpiry: Int64? {
    prompts.compactMap { prompt in prompt.waiting.compactMap { $0.notAfter }.min() }.min()
  }

  /// Ends the questions whose time has passed.
  func expire(at time: Int64) {
    guard let next = nextExpiry, next <= time else { return }
    var expired: [Prompt.Waiting] = []
    for index in prompts.indices {
      expired += prompts[index].waiting.filter { $0.notAfter.map { $0 <= time } ?? false }
      prompts[index].waiting.removeAll { $0.notAfter.map { $0 <= time } ?? false }
    }
    if prompts.first?.waiting.isEmpty ?? false { endTime = time }
    prompts.removeAll { $0.waiting.isEmpty }
    for waiting in expired { waiting.answer(.expired) }
  }

  // MARK: Answering

  /// The first question; nil without one.
  var state: PromptState? {
    guard var state = prompts.first?.state else { return nil }
    state.waitingCount = prompts.count
    return state
  }

  /// Records that the first question is on the screen.
  func noteShown(at time: Int64) {
    guard !prompts.isEmpty, prompts[0].shownTime == nil else { return }
    prompts[0].shownTime = time
    if interruptsTyping { endTime = time }
    interruptsTyping = false
  }

  /// Records that someone types into a field as the first question comes up.
  func noteInterruption() { interruptsTyping = true }

  /// Handles a key.
  func handle(_ key: Key, at time: Int64) {
    if prompts.isEmpty {
      if !give(key), key == .escape { onEscape() }
      return
    }
    guard let shown = prompts[0].shownTime else { return }
    if shown - endTime < Self.settlingTime, time - shown < Self.settlingTime { return }
    switch key {
    case .enter:
      endTime = time
      let prompt = prompts.removeFirst()
      let answer = prompt.answer
      for waiting in prompt.waiting { waiting.answer(.text(answer)) }
    case .cancel:
      endTime = time
      for waiting in prompts.removeFirst().waiting { waiting.answer(.cancelled) }
    case .escape: onEscape()
    default: prompts[0].handle(key)
    }
  }

  /// Passes a key to the first watch for it.
  /// - Returns: false if there is none.
  private func give(_ key: Key) -> Bool {
    let bytes = key.bytes
    guard !bytes.isEmpty,
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

extension [UInt8] {
  /// True if it contains some bytes in a row.
  fileprivate func contains(run other: [UInt8]) -> Bool {
    guard !other.isEmpty, other.count <= count else { return false }
    return (0...(count - other.count)).contains { start in
      self[start..<start + other.count].elementsEqual(other)
    }
  }
}
