import CHarfBuzz

/// The names of families that are made for a script.
enum ScriptFamilies {
  /// A part of the names of files, normalized; nil for a script that general families have, and for
  /// characters that many scripts share.
  static func namePart(for scalar: UInt32) -> String? {
    switch firstlight_script(scalar) {
    case HB_SCRIPT_ARABIC: "arabic"
    case HB_SCRIPT_ARMENIAN: "armenian"
    case HB_SCRIPT_BENGALI: "bengali"
    case HB_SCRIPT_DEVANAGARI: "devanagari"
    case HB_SCRIPT_ETHIOPIC: "ethiopic"
    case HB_SCRIPT_GEORGIAN: "georgian"
    case HB_SCRIPT_GUJARATI: "gujarati"
    case HB_SCRIPT_GURMUKHI: "gurmukhi"
    case HB_SCRIPT_HAN, HB_SCRIPT_HANGUL, HB_SCRIPT_HIRAGANA, HB_SCRIPT_KATAKANA: "cjk"
    case HB_SCRIPT_HEBREW: "hebrew"
    case HB_SCRIPT_KANNADA: "kannada"
    case HB_SCRIPT_KHMER: "khmer"
    case HB_SCRIPT_LAO: "lao"
    case HB_SCRIPT_MALAYALAM: "malayalam"
    case HB_SCRIPT_MYANMAR: "myanmar"
    case HB_SCRIPT_SINHALA: "sinhala"
    case HB_SCRIPT_TAMIL: "tamil"
    case HB_SCRIPT_TELUGU: "telugu"
    case HB_SCRIPT_THAI: "thai"
    case HB_SCRIPT_TIBETAN: "tibetan"
    default: nil
    }
  }
}
