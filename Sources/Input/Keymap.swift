import CLinux
import System

/// The meanings of keys where no virtual terminal has a keymap.
///
/// A keymap is read from a text with a line for each row of keys:
///
///     FIRST PLAIN [SHIFT [ALTGR [BOTH]]]
///
/// FIRST is the kernel's number of the row's leftmost key, and the other words have a character for
/// each key of the row from there on: alone, with Shift, with AltGr, and with both. A single word
/// is for all of these. Some characters stand for keys that write nothing: `⏎` Enter, `⎋` Escape,
/// `⇥` Tab, `⇤` Shift-Tab, `⌫` Backspace, `⌦` Delete, `⇱` Home, `⇲` End, `↑`, `↓`, `←` and `→`; `␣`
/// is a space and `␀` no meaning. A combining accent is a dead key (`DeadKey`). Comments begin with
/// `#`. Keys that a text does not have keep their meaning in the layout of the United States.
public struct Keymap {
  private struct Meaning {
    var code: UInt16
    /// By the level: Shift is 1, AltGr 2. Zero for none.
    var scalars: [UInt32]
  }

  private var meanings: [Meaning] = []
  /// A label of the layout; empty for that of a text, whose name is not known.
  public private(set) var label = "US"

  /// The layout of the United States, and the keys of panels.
  private static var usual: String {
    """
    1 ⎋
    2 1234567890-= !@#$%^&*()_+
    14 ⌫⇥ ⌫⇤
    16 qwertyuiop[] QWERTYUIOP{}
    28 ⏎
    30 asdfghjkl;'` ASDFGHJKL:"~
    43 \\zxcvbnm,./ |ZXCVBNM<>?
    55 *
    57 ␣
    71 789-456+1230.
    86 < >
    96 ⏎
    98 /
    102 ⇱↑
    105 ←→
    107 ⇲↓
    111 ⌦
    158 ⎋
    174 ⎋
    223 ⎋
    352 ⏎⏎
    407 ⇥
    412 ⇤
    """
  }

  /// The layout of the United States.
  public init() {
    guard let meanings = try? Self.meanings(in: Self.usual) else { return }
    self.meanings = meanings
  }

  /// - Parameter text: rows of keys, which replace those of the layout of the United States.
  public init(_ text: String) throws(KeymapError) {
    self.init()
    label = ""
    try replace(by: text)
  }

  /// The layout of a country, or that of the United States for one that is not known.
  /// - Parameter label: such as `DE`.
  public init(layout label: String) {
    self.init()
    guard let rows = Self.rows(ofLayout: label), (try? replace(by: rows)) != nil else { return }
    self.label = label
  }

  /// The layout that the machine's files name; nil for one that is not here.
  public init?(_ name: KeymapName) {
    guard let (label, accents) = name.layout else { return nil }
    self.init(layout: label)
    // The console's keymap has a dead key that the graphical layout lacks.
    if case .console("de-latin1") = name { try? replace(by: "27 + * \u{303}") }
    guard accents != .dead else { return }
    for key in meanings.indices {
      for level in meanings[key].scalars.indices {
        guard let accent = Unicode.Scalar(meanings[key].scalars[level]), DeadKey.isAccent(accent)
        else { continue }
        meanings[key].scalars[level] =
          (accents == .signs ? DeadKey.sign(of: accent) : DeadKey.spacingSign(of: accent)).value
      }
    }
  }

  private mutating func replace(by text: String) throws(KeymapError) {
    for meaning in try Self.meanings(in: text) {
      meanings.removeAll { $0.code == meaning.code }
      meanings.append(meaning)
    }
  }

  // MARK: Reading

  private static func meanings(in text: String) throws(KeymapError) -> [Meaning] {
    var meanings: [Meaning] = []
    var number = 0
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }
      guard let first = words.first, first.first != "#" else { continue }
      guard (2...5).contains(words.count), let start = Int(String(first)),
        (1..<firstlight_KEY_MAX).contains(start), words[1].count <= firstlight_KEY_MAX - start
      else {
        throw KeymapError(
          line: number,
          expected: "a key's number and one to four words with a character for each key")
      }
      for word in words.dropFirst(2) where word.count != words[1].count {
        throw KeymapError(
          line: number,
          expected: "as many characters in '" + String(word) + "' as in '"
            + String(words[1]) + "'; ␀ stands for none")
      }
      for offset in 0..<words[1].count {
        meanings.append(
          Meaning(
            code: UInt16(start + offset),
            scalars: words.dropFirst().map { word in
              let scalar = word[word.index(word.startIndex, offsetBy: offset)].value
              return scalar == none ? 0 : scalar
            }))
      }
    }
    return meanings
  }

  // MARK: Keys

  /// The parts of a device that its keys are.
  func parts(of keys: InputSet) -> InputInterest {
    var parts: InputInterest = []
    for meaning in meanings where keys.contains(Int(meaning.code)) {
      parts.insert(Self.part(of: meaning.code))
    }
    return parts
  }

  /// A terminal gives characters, and the usual keys between them. Its sequences for the keys F1 to
  /// F12 mean nothing to us.
  static func part(of code: UInt16) -> InputInterest {
    switch Int(code) {
    case firstlight_KEY_F1...firstlight_KEY_F10, firstlight_KEY_F11...firstlight_KEY_F12, 128...:
      .panelKeys
    default: .consoleKeys
    }
  }

  /// Adds the bytes that a terminal would give for a key: UTF-8, control characters and escape
  /// sequences.
  /// - Parameter deadKey: the accent that waits for a letter; keys without a character end the
  ///   wait. Enter and Tab leave the target of typing and come behind the accent's sign. Backspace
  ///   removes only the accent. Other keys discard it.
  func write(
    _ press: KeyPress, hasCapsLock: Bool, after deadKey: inout DeadKey, to bytes: SecretBytes
  ) {
    guard let scalar = scalar(of: press, hasCapsLock: hasCapsLock) else { return }
    let isTyped = press.modifiers.isDisjoint(with: [.alt, .control])
    if isTyped, scalar == "␣" || !Self.keys.contains(scalar.value) {
      if press.isRepeated, DeadKey.isAccent(scalar) { return }
      return deadKey.handle(scalar == "␣" ? " " : scalar) { append($0, to: bytes) }
    }
    // A press answers a single question, and leaves a single target.
    if press.isRepeated, scalar == "⏎" || scalar == "⎋" { return }
    let sign = deadKey.end()
    if let sign, scalar == "⏎" || scalar == "⇥" || scalar == "⇤" { append(sign, to: bytes) }
    switch scalar {
    case "⏎": bytes.append(0x0A)
    case "⎋": bytes.append(0x1B)
    case "⇥": bytes.append(0x09)
    case "⇤": append(sequence: "Z", to: bytes)
    case "⌫": if sign == nil { bytes.append(0x7F) }
    case "⌦": append(number: "3", to: bytes)
    case "⇱": append(number: "1", to: bytes)
    case "⇲": append(number: "4", to: bytes)
    case "↑": append(sequence: "A", to: bytes)
    case "↓": append(sequence: "B", to: bytes)
    case "→": append(sequence: "C", to: bytes)
    case "←": append(sequence: "D", to: bytes)
    case _ where press.modifiers.contains(.alt): break
    case _ where press.modifiers.contains(.control):
      if (0x40..<0x80).contains(scalar.value) { bytes.append(UInt8(scalar.value & 0x1F)) }
    default: break
    }
  }

  private func append(_ character: Unicode.Scalar, to bytes: SecretBytes) {
    if let code = UTF8.encode(character) { for byte in code { bytes.append(byte) } }
  }

  /// A sequence that begins with ESC [.
  private func append(sequence final: Unicode.Scalar, to bytes: SecretBytes) {
    bytes.append(0x1B)
    bytes.append(0x5B)
    bytes.append(UInt8(truncatingIfNeeded: final.value))
  }

  /// A key of the editing keypad.
  private func append(number: Unicode.Scalar, to bytes: SecretBytes) {
    append(sequence: number, to: bytes)
    bytes.append(0x7E)
  }

  private func scalar(of press: KeyPress, hasCapsLock: Bool) -> Unicode.Scalar? {
    guard let scalars = meanings.first(where: { $0.code == press.code })?.scalars else {
      return nil
    }
    let plain = scalars[0]
    var level = press.modifiers.contains(.altGr) ? 2 : 0
    if press.modifiers.contains(.shift) { level += 1 }
    if hasCapsLock, scalars.count > level | 1, Self.isLetter(scalars[level & 2], scalars[level | 1])
    {
      level ^= 1
    }
    // With Shift, too, a space is a space, and a key that writes nothing writes nothing.
    if scalars.count == 1 || Self.keys.contains(plain) && scalars.count <= level { level = 0 }
    return scalars.count > level && scalars[level] != 0 ? Unicode.Scalar(scalars[level]) : nil
  }

  /// True if two characters are a small letter and its capital: in Latin, Greek and Cyrillic these
  /// are the distances between the two.
  private static func isLetter(_ small: UInt32, _ capital: UInt32) -> Bool {
    guard small >= 0x61, small > capital, !(0x300...0x36F).contains(small) else { return false }
    let distance = small - capital
    return distance == 0x20 || small >= 0x100 && (distance == 1 || distance == 0x50)
  }

  private static let none: UInt32 = 0x2400
  private static let keys: [UInt32] = "⏎⎋⇥⇤⌫⌦⇱⇲↑↓←→".unicodeScalars.map { $0.value }
}

/// A mistake in the text of a keymap.
public struct KeymapError: Error, Equatable, Sendable {
  /// Counted from 1.
  public let line: Int
  public let expected: String
}
