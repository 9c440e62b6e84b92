import JSON
import Text

/// Characters that no font has, at the first of the texts that lack the same ones.
struct MissingCharacters {
  /// The characters for people, the first few of them.
  let names: String
  /// True for one character alone.
  let isOne: Bool
  /// Of the first text in the file.
  let offset: Int
  var textCount = 0
  /// The locales of the texts, each once; empty if it is so in all of them.
  var locales: [String] = []
}

extension SceneReader {
  private static let mostNamed = 8

  /// Keeps the characters of a text that no font has, for `warnOfMissingCharacters`.
  /// - Parameter forms: the text in each locale, or alone.
  func noteMissingCharacters(in forms: [String], _ fonts: FontStack, at offset: Int) {
    guard fonts.primary != nil, !isFull else { return }
    let tags = forms.count > 1 ? strings.entries.map { $0.tag } : []
    var found: [(scalars: [Unicode.Scalar], locales: [String])] = []
    for (index, form) in forms.enumerated() {
      let scalars = fonts.missingCharacters(in: form, limit: Self.mostNamed + 1)
      if scalars.isEmpty { continue }
      let tag = tags.indices.contains(index) ? [tags[index]] : []
      if let known = found.firstIndex(where: { $0.scalars == scalars }) {
        found[known].locales += tag
      } else {
        found.append((scalars: scalars, locales: tag))
      }
    }
    for (scalars, locales) in found {
      noteMissing(scalars, locales.count == tags.count ? [] : locales, at: offset)
    }
  }

  private func noteMissing(_ scalars: [Unicode.Scalar], _ locales: [String], at offset: Int) {
    let names = Self.names(of: scalars)
    let isSame = { (other: MissingCharacters) in
      other.names.utf8.elementsEqual(names.utf8) && other.locales.isEmpty == locales.isEmpty
    }
    if let index = missingCharacters.firstIndex(where: isSame) {
      missingCharacters[index].textCount += 1
      for locale in locales
      where !missingCharacters[index].locales.contains(where: { $0.isIdentical(to: locale) }) {
        missingCharacters[index].locales.append(locale)
      }
    } else if missingCharacters.count < SceneLimits.diagnostics {
      missingCharacters.append(
        MissingCharacters(
          names: names, isOne: scalars.count == 1, offset: offset, textCount: 1, locales: locales))
    }
  }

  private static func names(of scalars: [Unicode.Scalar]) -> String {
    var names: [String] = []
    for scalar in scalars.prefix(mostNamed) {
      let digits = Array("0123456789ABCDEF".utf8)
      var code: [UInt8] = []
      var rest = Int(scalar.value)
      while rest > 0 || code.count < 4 {
        code.insert(digits[rest & 15], at: 0)
        rest >>= 4
      }
      names.append(
        "\"" + String(Character(scalar)) + "\" (U+" + String(decoding: code, as: UTF8.self) + ")")
    }
    return names.joined(separator: ", ") + (scalars.count > mostNamed ? " and others" : "")
  }

  /// Warns of the characters that no font has, once for all texts and locales that lack the same.
  func warnOfMissingCharacters() {
    for missing in missingCharacters where !isFull {
      var message = "no font has " + missing.names
      if !missing.locales.isEmpty {
        message += missing.locales.count == 1 ? ", in the locale " : ", in the locales "
        message += missing.locales.joined(separator: ", ")
      }
      if missing.textCount > 1 { message += ", in \(missing.textCount) texts" }
      warn(
        .font, at: missing.offset, message,
        hint: "install a font that has " + (missing.isOne ? "it" : "them")
          + ", or name one with { \"file\": … }")
    }
  }
}
