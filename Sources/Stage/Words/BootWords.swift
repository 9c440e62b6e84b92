import Scene
internal import Text

/// The daemon's own words for people during a boot, in one language.
package struct BootWords {
  /// A `%` stands for the name of a unit.
  package let waiting, failed: String
  /// The words on the key that shows the console's text.
  package let details: String
  /// The message of a question for a password that has none.
  package let password: String
  /// The jobs of the machine.
  package let bootUp, shutdown, reboot, updates, upgrade, firmware, reset: String

  /// All words, with the places for names.
  package var all: [String] {
    [
      waiting, failed, details, password, bootUp, shutdown, reboot, updates, upgrade, firmware,
      reset,
    ]
  }

  /// A text on a boot that waits for a unit.
  /// - Parameters:
  ///   - unit: the unit's name for people.
  ///   - namesKey: true to name the key that shows the console's text.
  package func wait(for unit: String, namesKey: Bool) -> String {
    Self.fill(waiting, unit) + (namesKey ? " – " + details : "")
  }

  /// A text on a unit that has failed.
  package func failure(of unit: String) -> String { Self.fill(failed, unit) }

  private static func fill(_ text: String, _ name: String) -> String {
    let parts = text.utf8.split(
      separator: UInt8(ascii: "%"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return text }
    return String(decoding: parts[0], as: UTF8.self) + name
      + String(decoding: parts[1], as: UTF8.self)
  }
}

// MARK: Languages

extension BootWords {
  /// - Parameters:
  ///   - locale: a language tag such as `de-AT`. A language without words here gets the English
  ///     ones.
  ///   - canWrite: false for a text with characters that no font has. It is asked for languages
  ///     that DejaVu Sans, which may be an image's only font, cannot write; these get the English
  ///     words then.
  package init(for locale: String, canWrite: (String) -> Bool) {
    let parts = locale.utf8.map { $0 | 0x20 }.split { !(0x61...0x7A ~= $0) }
    let tags = parts.map { String(decoding: $0, as: UTF8.self) }
    let language = tags.first ?? ""
    if let words = Self.words(of: language) {
      self = words
    } else if let words = Self.rareWords(of: language, tags), words.all.allSatisfy(canWrite) {
      self = words
    } else {
      self = .english
    }
  }

  private static func words(of language: String) -> BootWords? {
    switch language {
    case "ar": arabic
    case "cs": czech
    case "da": danish
    case "de": german
    case "el": greek
    case "es": spanish
    case "fi": finnish
    case "fr": french
    case "he", "iw": hebrew
    case "hu": hungarian
    case "id", "in": indonesian
    case "it": italian
    case "nb", "nn", "no": norwegian
    case "nl": dutch
    case "pl": polish
    case "pt": portuguese
    case "ro": romanian
    case "ru": russian
    case "sv": swedish
    case "tr": turkish
    case "uk": ukrainian
    case "vi": vietnamese
    default: nil
    }
  }

  /// The words in languages whose characters few fonts have.
  /// - Parameter tags: all parts of the language tag in lower case.
  private static func rareWords(of language: String, _ tags: [String]) -> BootWords? {
    switch language {
    case "ja": return japanese
    case "ko": return korean
    case "th": return thai
    case "zh":
      // The script goes before the region.
      if tags.contains("hans") { return simplifiedChinese }
      let isTraditional = tags.contains { ["hant", "tw", "hk", "mo"].contains($0) }
      return isTraditional ? traditionalChinese : simplifiedChinese
    default: return nil
    }
  }
}

extension Scene {
  /// The daemon's words in a language, or in English if a font of this scene's texts cannot write
  /// them. A scene without texts shows them in the usual prompt, whose fonts are not known here.
  func bootWords(for locale: String) -> BootWords {
    BootWords(for: locale) { text in
      !fonts.isEmpty
        && fonts.allSatisfy { $0.missingCharacters(in: text, limit: 1).isEmpty }
    }
  }
}
