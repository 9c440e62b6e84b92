/// An accent that waits for its letter, after a dead key.
///
/// The accents are combining characters. They behave as on the kernel's consoles (`handle_diacr` in
/// `drivers/tty/vt/keyboard.c`): an accent followed by a space, or by its own sign, gives the sign.
/// A character that does not go with the accent comes after the sign; if it is another accent, that
/// waits instead. A repeated accent keeps waiting and writes nothing.
struct DeadKey {
  private var accent: Unicode.Scalar?

  static func isAccent(_ scalar: Unicode.Scalar) -> Bool { 0x300...0x36F ~= scalar.value }

  /// Takes a character, or an accent.
  /// - Parameter write: called with each character that results.
  mutating func handle(_ scalar: Unicode.Scalar, write: (Unicode.Scalar) -> Void) {
    guard let accent else {
      if Self.isAccent(scalar) { accent = scalar } else { write(scalar) }
      return
    }
    if scalar == accent { return }
    self.accent = nil
    if scalar == " " || scalar == Self.sign(of: accent) { return write(Self.sign(of: accent)) }
    if let letter = Self.letter(scalar, with: accent) { return write(letter) }
    write(Self.sign(of: accent))
    if Self.isAccent(scalar) { self.accent = scalar } else { write(scalar) }
  }

  /// Stops waiting.
  /// - Returns: the sign of the accent that waited; nil for none.
  @discardableResult mutating func end() -> Unicode.Scalar? {
    defer { accent = nil }
    return accent.map { Self.sign(of: $0) }
  }

  /// The sign for an accent without a letter. For accents that keyboards usually have as dead keys,
  /// it is the sign of the kernel's consoles (`ret_diacr` in `drivers/tty/vt/keyboard.c`), so that
  /// a passphrase has the same bytes.
  static func sign(of accent: Unicode.Scalar) -> Unicode.Scalar {
    switch accent.value {
    case 0x301: "'"
    case 0x308: "\""
    case 0x327: ","
    default: spacingSign(of: accent)
    }
  }

  /// The character that is an accent by itself.
  static func spacingSign(of accent: Unicode.Scalar) -> Unicode.Scalar {
    switch accent.value {
    case 0x300: "`"
    case 0x301: "´"
    case 0x302: "^"
    case 0x303: "~"
    case 0x304: "¯"
    case 0x308: "¨"
    case 0x30A: "°"
    case 0x30C: "ˇ"
    case 0x327: "¸"
    default: accent
    }
  }

  /// The letters that an accent goes with, and then the same letters with the accent.
  private static func letters(with accent: Unicode.Scalar) -> (String, String) {
    switch accent.value {
    case 0x300: ("aeiounAEIOUN", "àèìòùǹÀÈÌÒÙǸ")
    case 0x301: ("aceilnorsuyzACEILNORSUYZ", "áćéíĺńóŕśúýźÁĆÉÍĹŃÓŔŚÚÝŹ")
    case 0x302: ("acegijosuwyACEGIJOSUWY", "âĉêĝîĵôŝûŵŷÂĈÊĜÎĴÔŜÛŴŶ")
    case 0x303: ("ainouAINOU", "ãĩñõũÃĨÑÕŨ")
    case 0x304: ("aeiouAEIOU", "āēīōūĀĒĪŌŪ")
    case 0x308: ("aeiouyAEIOUY", "äëïöüÿÄËÏÖÜŸ")
    case 0x30A: ("auAU", "åůÅŮ")
    case 0x30C: ("cdenrstzCDENRSTZ", "čďěňřšťžČĎĚŇŘŠŤŽ")
    case 0x327: ("cgklnrstCGKLNRST", "çģķļņŗşţÇĢĶĻŅŖŞŢ")
    default: ("", "")
    }
  }

  private static func letter(
    _ letter: Unicode.Scalar, with accent: Unicode.Scalar
  ) -> Unicode.Scalar? {
    let (plain, accented) = letters(with: accent)
    var results = accented.unicodeScalars.makeIterator()
    for scalar in plain.unicodeScalars {
      guard let result = results.next() else { return nil }
      if scalar == letter { return result }
    }
    return nil
  }
}
