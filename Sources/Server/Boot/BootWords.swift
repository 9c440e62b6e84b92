/// The daemon's own words for people during a boot, in one language.
struct BootWords {
  /// A `%` stands for the name of a unit.
  var waiting, failed: String
  /// The words on the key that shows the console's text.
  var details: String
  /// The message of a question for a password that has none.
  var password: String
  /// The jobs of the machine.
  var bootUp, shutdown, reboot, updates, upgrade, firmware, reset: String

  /// A text on a boot that waits for a unit.
  /// - Parameters:
  ///   - unit: the unit's name for people.
  ///   - namesKey: true to name the key that shows the console's text.
  func wait(for unit: String, namesKey: Bool) -> String {
    Self.fill(waiting, unit) + (namesKey ? " – " + details : "")
  }

  /// A text on a unit that has failed.
  func failure(of unit: String) -> String { Self.fill(failed, unit) }

  /// The job for people; a scene shows it by its control `mode`.
  func title(of mode: BootMode) -> String {
    switch mode {
    case .bootUp: bootUp
    case .shutdown, .halt: shutdown
    case .reboot, .kexec: reboot
    case .updates: updates
    case .systemUpgrade: upgrade
    case .firmwareUpgrade: firmware
    case .systemReset: reset
    }
  }

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
  /// - Parameter locale: a language tag such as `de-AT`. A language without words here gets the
  ///   English ones: so do all that DejaVu Sans cannot write, which may be an image's only font.
  init(for locale: String) {
    let language = locale.utf8.lazy.map { $0 | 0x20 }.prefix { 0x61...0x7A ~= $0 }
    self = Self.words(of: String(decoding: Array(language), as: UTF8.self)) ?? .english
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
}
