import System

@testable import Input
@testable import Server

/// Texts of keymaps, and the machine's files that name one; all keys are pressed with all
/// modifiers, and the characters are those of UTF-8.
enum KeymapTarget {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    let text = String(decoding: bytes, as: UTF8.self)
    for key in ["XKBLAYOUT", "KEYMAP", "vconsole.keymap"] {
      guard let name = MachineKeymap.name(by: key, in: text) else { continue }
      try require(!name.description.isEmpty, "a layout has no name")
      if let keymap = Keymap(name) { try press(keymap) }
    }
    let keymap: Keymap
    do throws(KeymapError) {
      keymap = try Keymap(text)
    } catch {
      let lines = text.unicodeScalars.count { $0 == "\n" } + 1
      try require(1...lines ~= error.line, "the mistake is in line \(error.line) of \(lines)")
      return
    }
    try press(keymap)
  }

  private static func press(_ keymap: Keymap) throws(Finding) {
    guard let bytes = try? SecretBytes() else { return }
    var deadKey = DeadKey()
    for code: UInt16 in Array(0...127) + [158, 352, 407, .max] {
      bytes.removeAll()
      for modifiers: UInt8 in 0..<16 {
        keymap.write(
          KeyPress(
            code: code, modifiers: KeyModifiers(rawValue: modifiers), isRepeated: code % 3 == 0),
          hasCapsLock: modifiers % 2 == 0, after: &deadKey, to: bytes)
      }
      let written = bytes.withBytes { bytes in bytes.indices.map { bytes[$0] } }
      try require(
        String(validating: written, as: UTF8.self) != nil, "the key \(code) writes \(written)")
    }
    _ = keymap.parts(of: InputSet(words: [UInt8](repeating: 0xFF, count: 96)))
  }
}
