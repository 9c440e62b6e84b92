import Output
import Stage
import System

/// Brings the questions to the display, and the keys of its terminal to the questions.
final class PromptDesk {
  let queue = PromptQueue()
  private let display: Display
  private let source: OutputSource
  private var decoder = KeyDecoder()
  /// A label of the keyboard's layout; empty where it is not known.
  var keyboardLayout = ""
  /// When caps lock was looked at last, and what it was.
  private var capsLock = (time: Int64.min / 2, isOn: false)
  /// Microseconds between two looks.
  private static let capsLockInterval: Int64 = 1_000_000

  init(_ display: Display, _ source: OutputSource) {
    self.display = display
    self.source = source
  }

  /// True if questions can be answered here.
  var hasKeyboard: Bool { source.keyboard != nil }

  /// How long to wait at most for something to happen, in milliseconds; nil for ever.
  var patience: Int32? { queue.isEmpty || !hasKeyboard ? nil : 1000 }

  /// Takes in what was typed.
  func readKeys() {
    guard let keyboard = source.keyboard else { return }
    guard let bytes = keyboard.read() else { return source.loseKeyboard() }
    take(bytes)
    capsLock.time = .min / 2
  }

  /// Takes in what was typed, and wipes it.
  func take(_ bytes: SecretBytes) {
    let now = display.now
    decoder.decode(bytes) { queue.take($0, at: now) }
    bytes.removeAll()
  }

  /// Has the display show the first question, or none.
  func show() {
    guard var state = queue.state else {
      if display.prompt != nil { display.prompt = nil }
      return
    }
    let now = display.now
    queue.noteShown(at: now)
    if let keyboard = source.keyboard, now - capsLock.time >= Self.capsLockInterval {
      capsLock = (now, keyboard.isCapsLockOn)
    }
    state.isCapsLockOn = capsLock.isOn
    state.keyboardLayout = keyboardLayout
    if display.prompt != state { display.prompt = state }
  }
}
