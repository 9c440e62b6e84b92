/// The letters of a language on the keyboard on the screen. A further layout is a further entry of
/// the table.
struct KeyboardLayout {
  /// The language's tag, by which a locale or a keymap finds it.
  let tag: String
  /// On the space bar.
  let name: String
  /// Four rows from the top, with spaces between them, without and with Shift: first the digits,
  /// and last the row between Shift and backspace.
  let letters: String
  let capitals: String

  static let all: [KeyboardLayout] = [
    KeyboardLayout(
      tag: "en", name: "English", letters: "1234567890 qwertyuiop asdfghjkl zxcvbnm",
      capitals: "1234567890 QWERTYUIOP ASDFGHJKL ZXCVBNM"),
    KeyboardLayout(
      tag: "de", name: "Deutsch", letters: "1234567890 qwertzuiopü asdfghjklöä yxcvbnmß",
      capitals: "1234567890 QWERTZUIOPÜ ASDFGHJKLÖÄ YXCVBNMẞ"),
    KeyboardLayout(
      tag: "fr", name: "Français", letters: "1234567890 azertyuiopéèê qsdfghjklmàâç wxcvbn'ùûîô",
      capitals: "1234567890 AZERTYUIOPÉÈÊ QSDFGHJKLMÀÂÇ WXCVBN'ÙÛÎÔ"),
    KeyboardLayout(
      tag: "es", name: "Español", letters: "1234567890 qwertyuiopáéí asdfghjklñóúü zxcvbnm¿¡",
      capitals: "1234567890 QWERTYUIOPÁÉÍ ASDFGHJKLÑÓÚÜ ZXCVBNM¿¡"),
    KeyboardLayout(
      tag: "ru", name: "Русский", letters: "1234567890 йцукенгшщзхъ фывапролджэё ячсмитьбю",
      capitals: "1234567890 ЙЦУКЕНГШЩЗХЪ ФЫВАПРОЛДЖЭЁ ЯЧСМИТЬБЮ"),
  ]

  /// True if it has the letters of addresses.
  var isLatin: Bool { letters.utf8.contains(UInt8(ascii: "q")) }

  /// The pages without letters of a language, alike: digits with the signs of ASCII, and other
  /// signs.
  static let symbols = "1234567890 !\"#$%&'()* +,-./:;<=> ?@[\\]^_"
  static let accents = "`{|}~€£¥§° àáâãäåæçèé êëìíîïñòóô õöøùúûýß"

  /// The index of the layout for a language tag as `de-AT`, or for the first of keymaps as `DE` or
  /// `DE/US`; nil for others.
  static func index(for tag: String) -> Int? {
    let language = tag.utf8.prefix { byte in
      byte != UInt8(ascii: "-") && byte != UInt8(ascii: "_") && byte != UInt8(ascii: ".")
        && byte != UInt8(ascii: "/")
    }
    return all.firstIndex { layout in
      layout.tag.utf8.elementsEqual(language.lazy.map { $0 | 0x20 })
    }
  }
}

/// A key of the keyboard on the screen.
enum KeyboardKey: Equatable {
  case character(Unicode.Scalar)
  case space, shift, backspace, enter
  /// The next layout.
  case layout
  case page(KeyboardPage)
  /// Takes the keyboard away.
  case hide
  /// The answer before or behind the chosen one.
  case up, down
}

enum KeyboardPage: Equatable {
  case letters, symbols, accents
  /// Digits alone.
  case digits
  /// Digits and arrows, for one of several answers.
  case choices
}

/// A key in its row, with its width in those of a letter.
struct KeyboardSlot: Equatable {
  var key: KeyboardKey
  var width = 1.0
}
