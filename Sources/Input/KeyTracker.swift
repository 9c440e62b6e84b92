import CLinux

/// Follows the keys of one device, from the device's records.
struct KeyTracker {
  private var down = InputSet()
  /// The key that was pressed last; only this key is repeated. Nil after a loss, and for a key that
  /// was down when the device was opened.
  private var last: UInt16?

  /// True while a key is held.
  var hasKeyDown: Bool { !down.isEmpty }

  var modifiers: KeyModifiers {
    var modifiers: KeyModifiers = []
    if holds(firstlight_KEY_LEFTSHIFT, firstlight_KEY_RIGHTSHIFT) { modifiers.insert(.shift) }
    if holds(firstlight_KEY_LEFTCTRL, firstlight_KEY_RIGHTCTRL) { modifiers.insert(.control) }
    if holds(firstlight_KEY_LEFTALT, firstlight_KEY_LEFTALT) { modifiers.insert(.alt) }
    if holds(firstlight_KEY_RIGHTALT, firstlight_KEY_RIGHTALT) { modifiers.insert(.altGr) }
    return modifiers
  }

  private func holds(_ left: Int, _ right: Int) -> Bool {
    down.contains(left) || down.contains(right)
  }

  /// Reads a key's record, whose value is 1 for down, 0 for up, and 2 for a repetition.
  /// - Returns: nil for a key that goes up, or that is repeated and was not seen to go down.
  mutating func handle(_ event: InputEvent) -> KeyPress? {
    guard event.type == .key, event.code <= firstlight_KEY_MAX else { return nil }
    switch event.value {
    case 0:
      down.remove(Int(event.code))
      if last == event.code { last = nil }
      return nil
    case 1:
      down.insert(Int(event.code))
      last = event.code
    default: if last != event.code { return nil }
    }
    return KeyPress(code: event.code, modifiers: modifiers, isRepeated: event.value != 1)
  }

  /// Goes on from the keys that are down: at first, or after records were lost.
  mutating func resume(with down: InputSet) {
    self.down = down
    last = nil
  }
}
