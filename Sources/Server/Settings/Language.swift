/// The languages of the daemon's own words for people.
enum Language {
  case english, german, spanish, french

  /// - Parameter locale: a language tag such as `de-AT`; a language without words here gets the
  ///   English ones.
  init(of locale: String) {
    let language = locale.utf8.lazy.map { $0 | 0x20 }.prefix { 0x61...0x7A ~= $0 }
    switch String(decoding: Array(language), as: UTF8.self) {
    case "de": self = .german
    case "es": self = .spanish
    case "fr": self = .french
    default: self = .english
    }
  }
}
