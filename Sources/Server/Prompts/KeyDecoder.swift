import System

/// A key that was pressed at a terminal.
enum Key: Equatable {
  /// A printable character.
  case character(Unicode.Scalar)
  /// A control character without a meaning of its own here.
  case control(UInt8)
  case enter, escape
  /// The keys to the entry above and below in a list.
  case up, down
  case left, right
  /// The beginning and the end of a line.
  case home, end
  /// Deletes the character behind the caret.
  case delete
  /// Shift-Tab; Tab is a control character.
  case backTab
  /// Deletes a character; the value is the byte of the terminal.
  case backspace(UInt8)
  /// Deletes the whole text: Ctrl-U, Ctrl-W.
  case erase(UInt8)
  /// Ctrl-C, Ctrl-D.
  case cancel(UInt8)

  /// The bytes of the key at a terminal.
  var bytes: [UInt8] {
    switch self {
    case .character(let scalar): Array(String(Character(scalar)).utf8)
    case .control(let byte), .backspace(let byte), .erase(let byte), .cancel(let byte): [byte]
    case .enter: [0x0A]
    case .escape: [0x1B]
    // A watch is for keys that write something.
    case .up, .down, .left, .right, .home, .end, .delete, .backTab: []
    }
  }
}

/// Decodes keys from the bytes of a terminal: UTF-8, control characters, and sequences of keys
/// without a character, which are left out except for the arrows, Home, End, Delete and Shift-Tab.
struct KeyDecoder {
  private enum State {
    case text
    /// After ESC.
    case escape
    /// In a sequence up to its final byte (ECMA-48, 5.4), with its parameter so far: nil for a
    /// parameter other than a single digit.
    case sequence(parameter: UInt8?)
    /// After ESC O, which begins the sequences of a keypad.
    case keypad
    /// After the kernel's ESC [ [: one more byte.
    case last
  }

  private var state = State.text
  /// The character that is being read, and the number of its missing bytes.
  private var scalar: UInt32 = 0
  private var missing = 0
  private var length = 0

  /// Decodes bytes that were read at once: an ESC at their end is the key itself.
  mutating func decode(_ bytes: SecretBytes, _ handle: (Key) -> Void) {
    var index = 0
    // A key may close the keyboard, and wipe its bytes.
    while index < bytes.count {
      decode(bytes[index], handle)
      index += 1
    }
    if case .escape = state { handle(.escape) }
    state = .text
  }

  private mutating func decode(_ byte: UInt8, _ handle: (Key) -> Void) {
    switch state {
    case .text: decodeText(byte, handle)
    case .escape:
      switch byte {
      case 0x5B: state = .sequence(parameter: 0)
      case 0x4F: state = .keypad
      case 0x1B: handle(.escape)
      // Alt with a key gives no character.
      default: state = .text
      }
    case .sequence(let parameter):
      if byte == 0x5B {
        state = .last
      } else if (0x40...0x7E).contains(byte) {
        if parameter == 0 { decodeArrow(byte, handle) }
        if byte == 0x7E, let parameter { decodeEdit(parameter, handle) }
        state = .text
      } else {
        state = .sequence(
          parameter: parameter == 0 && (0x31...0x39).contains(byte) ? byte : nil)
      }
    case .keypad:
      decodeArrow(byte, handle)
      state = .text
    case .last: state = .text
    }
  }

  private func decodeArrow(_ byte: UInt8, _ handle: (Key) -> Void) {
    switch byte {
    case UInt8(ascii: "A"): handle(.up)
    case UInt8(ascii: "B"): handle(.down)
    case UInt8(ascii: "C"): handle(.right)
    case UInt8(ascii: "D"): handle(.left)
    case UInt8(ascii: "F"): handle(.end)
    case UInt8(ascii: "H"): handle(.home)
    case UInt8(ascii: "Z"): handle(.backTab)
    default: break
    }
  }

  /// The keys of the kernel's and of VT220's editing keypad.
  private func decodeEdit(_ parameter: UInt8, _ handle: (Key) -> Void) {
    switch parameter {
    case UInt8(ascii: "1"), UInt8(ascii: "7"): handle(.home)
    case UInt8(ascii: "3"): handle(.delete)
    case UInt8(ascii: "4"), UInt8(ascii: "8"): handle(.end)
    default: break
    }
  }

  private mutating func decodeText(_ byte: UInt8, _ handle: (Key) -> Void) {
    if byte & 0xC0 == 0x80 {
      guard missing > 0 else { return }
      scalar = scalar << 6 | UInt32(byte & 0x3F)
      missing -= 1
      // An encoding that is longer than needed is not a character.
      if missing == 0, let character = Unicode.Scalar(scalar), UTF8.width(character) == length {
        handle(.character(character))
      }
      return
    }
    missing = 0
    switch byte {
    case 0x0A, 0x0D: handle(.enter)
    case 0x1B: state = .escape
    case 0x08, 0x7F: handle(.backspace(byte))
    case 0x15, 0x17: handle(.erase(byte))
    case 0x03, 0x04: handle(.cancel(byte))
    case ..<0x20: handle(.control(byte))
    case ..<0x80: handle(.character(Unicode.Scalar(byte)))
    case 0xC2..<0xE0: begin(UInt32(byte & 0x1F), length: 2)
    case 0xE0..<0xF0: begin(UInt32(byte & 0x0F), length: 3)
    case 0xF0..<0xF5: begin(UInt32(byte & 0x07), length: 4)
    default: break
    }
  }

  private mutating func begin(_ bits: UInt32, length: Int) {
    scalar = bits
    missing = length - 1
    self.length = length
  }
}
