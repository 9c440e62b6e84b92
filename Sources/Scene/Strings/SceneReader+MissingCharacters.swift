import CodeUnits
import Layers
import Text

/// Characters that no font has, at the first of the texts that lack them: of all texts in a locale,
/// or of the texts that lack the same ones in all locales.
package struct MissingCharacters {
  /// The first few of them.
  package var scalars: [Unicode.Scalar]
  /// The place of the first text in the file.
  let offset: Int
  var textCount = 1
  /// Empty if it is so in all locales.
  package var locales: [String] = []

  package init(scalars: [Unicode.Scalar], offset: Int = 0, locales: [String] = []) {
    self.scalars = scalars
    self.offset = offset
    self.locales = locales
  }
}

extension MissingCharacters {
  /// The most characters that are named to people.
  package static let mostNamed = 8

  /// The characters with their numbers, for people.
  package var names: String {
    var names: [String] = []
    for scalar in scalars.prefix(Self.mostNamed) {
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
    return names.joined(separator: ", ") + (scalars.count > Self.mostNamed ? " and others" : "")
  }
}

/// The characters that no font has among those that fill the places of a text in a locale.
struct FilledPlaces: Hashable {
  let fonts: FontStack
  let places: ExactText
  let locale: ExactText

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(fonts))
    hasher.combine(places)
    hasher.combine(locale)
  }
}

extension SceneReader {
  /// Keeps the characters of a text that no font has, for `warnOfMissingCharacters`, and notes if
  /// it has Thai ones.
  /// - Parameter forms: the text in each locale, or alone.
  func noteMissingCharacters(in forms: [String], _ fonts: FontStack, at offset: Int) {
    if !opened.hasThaiTexts {
      opened.hasThaiTexts = forms.contains { ThaiWords.hasLetters(in: $0) }
    }
    guard fonts.primary != nil, !isFull else { return }
    var tags = [strings.usual]
    var forms = forms
    if forms.count > 1 || forms.first?.utf8.contains(UInt8(ascii: "{")) ?? false {
      if !strings.entries.isEmpty { tags = strings.entries.map { $0.tag } }
      // Each locale has its own words and digits for times and parts.
      if forms.count == 1 { forms = Array(repeating: forms[0], count: tags.count) }
    }
    var missing: [[Unicode.Scalar]] = []
    // Where a locale has no words of its own the form is that of the one before.
    var last = ""
    var (own, places): ([Unicode.Scalar], String) = ([], "")
    for (form, tag) in zip(forms, tags) {
      if !last.isIdentical(to: form) {
        guard mayTry(form.utf8.count) else { return }
        let template = TextTemplate(form)
        own = fonts.missingCharacters(in: template.literals, limit: MissingCharacters.mostNamed + 1)
        (last, places) = (form, template.placeholders)
      }
      guard let filled = charactersMissing(in: places, fonts, locale: tag) else { return }
      var scalars = own
      for scalar in filled
      where scalars.count <= MissingCharacters.mostNamed && !scalars.contains(scalar) {
        scalars.append(scalar)
      }
      missing.append(scalars)
    }
    if let first = missing.first, missing.allSatisfy({ $0 == first }) {
      if !first.isEmpty { noteMissing(first, at: offset) { $0.scalars == first } }
      return
    }
    for (scalars, tag) in zip(missing, tags) where !scalars.isEmpty {
      noteMissing(scalars, locale: tag, at: offset) {
        $0.locales.contains { $0.isIdentical(to: tag) }
      }
    }
  }

  /// - Returns: nil if no more may be tried.
  private func charactersMissing(
    in places: String, _ fonts: FontStack, locale: String
  ) -> [Unicode.Scalar]? {
    if places.utf8.isEmpty { return [] }
    let key = FilledPlaces(fonts: fonts, places: ExactText(places), locale: ExactText(locale))
    if let known = missingInPlaces[key] { return known }
    // To format times and parts takes as long.
    guard mayTry(256) else { return nil }
    let missing = fonts.missingCharacters(
      in: TextTemplate(places).sample(locale: locale), limit: MissingCharacters.mostNamed + 1)
    missingInPlaces[key] = missing
    return missing
  }

  /// Counts characters that are looked for in fonts: the first frame does not wait for all of a
  /// long scene.
  private func mayTry(_ count: Int) -> Bool {
    let most =
      options.defersPictures ? SceneLimits.charactersTriedFirst : SceneLimits.charactersTried
    counts.triedCharacters += count
    return counts.triedCharacters <= most
  }

  /// Notes the characters that are missing in a text that a control shows in a layer.
  func noteMissingCharacters(
    in forms: [String], shownBy content: LayerDescription.Content, at offset: Int
  ) {
    guard case .text(let text) = content, text.code == nil else { return }
    noteMissingCharacters(in: forms, text.fonts, at: offset)
  }

  private func noteMissing(
    _ scalars: [Unicode.Scalar], locale: String? = nil, at offset: Int,
    with isSame: (MissingCharacters) -> Bool
  ) {
    let known = missingCharacters.firstIndex { $0.locales.isEmpty == (locale == nil) && isSame($0) }
    if let known {
      missingCharacters[known].textCount += 1
      for scalar in scalars
      where missingCharacters[known].scalars.count <= MissingCharacters.mostNamed
        && !missingCharacters[known].scalars.contains(scalar)
      {
        missingCharacters[known].scalars.append(scalar)
      }
    } else if missingCharacters.count < SceneLimits.diagnostics {
      missingCharacters.append(
        MissingCharacters(
          scalars: scalars, offset: offset, locales: locale.map { [$0] } ?? []))
    }
  }

  /// Warns of the characters that no font has, once for all texts of a locale, and for all locales
  /// that lack the same.
  func warnOfMissingCharacters() {
    var found: [MissingCharacters] = []
    for missing in missingCharacters {
      let same = found.firstIndex {
        !missing.locales.isEmpty && !$0.locales.isEmpty && $0.scalars == missing.scalars
      }
      guard let same else {
        found.append(missing)
        continue
      }
      found[same].locales += missing.locales
      found[same].textCount = max(found[same].textCount, missing.textCount)
    }
    for missing in found where !isFull {
      var message = "no font has " + missing.names
      if !missing.locales.isEmpty {
        message += missing.locales.count == 1 ? ", in the locale " : ", in the locales "
        message += missing.locales.joined(separator: ", ")
      }
      if missing.textCount > 1 { message += ", in \(missing.textCount) texts" }
      warn(
        .font, at: missing.offset, message,
        hint: "install a font that has " + (missing.scalars.count == 1 ? "it" : "them")
          + ", or name one with { \"file\": … }")
    }
  }
}
