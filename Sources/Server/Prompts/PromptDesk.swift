import Output
import Stage
import System

/// Passes the questions to the display, and the keys of its terminal to the questions.
final class PromptDesk {
  let queue = PromptQueue()
  private let shows: Shows
  private let console: SceneConsole
  /// The devices whose keys come beside those of the console, or in place of them; nil for none.
  var input: DeviceInput?
  private var decoder = KeyDecoder()
  private var consolePrompt = ConsolePrompt()
  /// A label of the layout of the console's keys; empty if unknown.
  var keyboardLayout = ""
  /// The time at which the last question left the screen.
  private var questionEnd = Int64.min / 2
  /// The time and the result of the last check of caps lock.
  private var capsLock = (time: Int64.min / 2, isOn: false)
  /// Microseconds between two checks.
  private static let capsLockInterval: Int64 = 1_000_000

  init(_ shows: Shows, _ console: SceneConsole) {
    self.shows = shows
    self.console = console
  }

  /// True if questions can be answered here, now or once there is a display. If a program has the
  /// screen, such as a shell that has hidden the scene, its clients ask there.
  var takesQuestions: Bool {
    !console.isLeft && (console.mayHaveKeyboard || hasDevices || shows.mayHaveScreenKeyboard)
  }

  /// True if a key shows the console's text.
  var showsDetails: Bool {
    console.keyboard != nil && console.terminal != nil && console.place == .shown
  }

  /// True if questions could be answered here once there is a display.
  var couldTakeQuestions: Bool {
    !console.isLeft && (console.couldHaveKeyboard || hasDevices || shows.mayHaveScreenKeyboard)
  }

  /// True if a client that is about to ask may ask here. False if the scene is hidden, or if the
  /// console or its keys could never be taken and nothing replaces them. A program that has
  /// borrowed the screen finds in this way a display that it may end.
  var takesAskers: Bool {
    guard console.place != .hidden else { return false }
    return !console.lacksKeyboard || hasDevices || shows.mayHaveScreenKeyboard
  }

  /// True if devices are in the place of the console's keys.
  private var hasDevices: Bool { input?.isKeyboard ?? false }

  private var hasKeyboard: Bool { console.keyboard != nil || hasDevices }

  private var shownLayout: String {
    guard let input, console.keyboard == nil, input.isKeyboard else { return keyboardLayout }
    return input.keyboardLayout
  }

  private var isCapsLockOn: Bool {
    console.keyboard?.isCapsLockOn ?? input?.hasCapsLock ?? false
  }

  /// Takes the keys, unless that was done already, since there is a use for them now.
  func takeKeys() {
    console.wantKeys()
    input?.follow()
  }

  /// The longest time to wait, in milliseconds; nil for no limit.
  var timeout: Int32? {
    guard !queue.isEmpty else { return nil }
    let least: Int64? = hasKeyboard ? 1000 : nil
    guard let expiry = queue.nextExpiry else { return least.map { Int32($0) } }
    let left = max((expiry.subtractingReportingOverflow(shows.now).partialValue &+ 999) / 1000, 0)
    return Int32(min(left, least ?? 3_600_000))
  }

  /// Reads the keys of the console, and wipes them.
  func readKeys() {
    guard let keyboard = console.keyboard else { return }
    guard let bytes = keyboard.read() else { return console.loseKeyboard() }
    handle(bytes)
  }

  /// Handles keys read from a terminal, and wipes the bytes.
  /// - Parameter isRepeated: true for a repetition; a terminal does not report these.
  func handle(_ bytes: SecretBytes, isRepeated: Bool = false) {
    let now = shows.now
    decoder.decode(bytes) { key in
      // Buttons of a panel type nothing.
      if case .character = key { shows.noteKeyboard() }
      // Keys typed at the console's text answer a question only if it is shown there.
      if !console.isText || console.asksQuestions && !queue.isEmpty {
        if isSettled(at: now), let key = InputKey(key), shows.handle(key, isRepeated: isRepeated) {
          return
        }
        queue.handle(key, at: now)
      } else if key == .escape {
        queue.onEscape()
      }
    }
    bytes.removeAll()
    capsLock.time = .min / 2
  }

  /// Takes a key of the keyboard on the screen, for the question that is shown there.
  func handle(_ key: InputKey) {
    // The question may just have ended: the key was for it, and not for the watches.
    guard !queue.isEmpty, let key = Key(key) else { return }
    queue.noteShown(at: shows.now)
    queue.handle(key, at: shows.now)
  }

  /// True if there is no question, and the last one ended so long ago that a key cannot belong to
  /// its answer.
  private func isSettled(at time: Int64) -> Bool {
    queue.isEmpty && shows.prompt == nil && time &- questionEnd >= PromptQueue.settlingTime
  }

  /// Shows the first question on the display, or none.
  func show() {
    if shows.takesKeys { takeKeys() }
    if !takesQuestions { queue.refuseAll() }
    queue.expire(at: shows.now)
    // With the scene hidden by a key, the keys are still ours, and the question goes to the text.
    let text = consolePrompt.update(console.asksQuestions ? queue.state : nil)
    if !text.isEmpty { console.write(text) }
    let question = queue.state
    input?.question = question?.number
    guard var state = question else {
      if shows.prompt != nil {
        shows.prompt = nil
        questionEnd = shows.now
      }
      return
    }
    if shows.prompt == nil, shows.hasFocusedField { queue.noteInterruption() }
    let now = shows.now
    if hasKeyboard || shows.showsKeyboard == true,
      !console.isText || console.asksQuestions
    {
      queue.noteShown(at: now)
    } else {
      queue.noteHidden()
    }
    if hasKeyboard, now - capsLock.time >= Self.capsLockInterval { capsLock = (now, isCapsLockOn) }
    state.isCapsLockOn = capsLock.isOn
    state.keyboardLayout = shownLayout
    if shows.prompt != state { shows.prompt = state }
  }
}

extension Key {
  /// A key of the keyboard on the screen; nil for one that it does not have.
  fileprivate init?(_ key: InputKey) {
    switch key {
    case .character(let scalar): self = .character(scalar)
    case .enter: self = .enter
    case .escape: self = .escape
    case .backspace: self = .backspace(0x7F)
    case .up: self = .up
    case .down: self = .down
    case .tab, .backTab, .left, .right, .home, .end, .delete, .erase: return nil
    }
  }
}

extension InputKey {
  /// The meaning of a key while there is no question; nil for none.
  fileprivate init?(_ key: Key) {
    switch key {
    case .character(let scalar): self = .character(scalar)
    case .control(0x09): self = .tab
    case .backTab: self = .backTab
    case .up: self = .up
    case .down: self = .down
    case .left: self = .left
    case .right: self = .right
    case .home: self = .home
    case .end: self = .end
    case .enter: self = .enter
    case .escape: self = .escape
    case .backspace: self = .backspace
    case .delete: self = .delete
    case .erase: self = .erase
    case .control, .cancel: return nil
    }
  }
}
