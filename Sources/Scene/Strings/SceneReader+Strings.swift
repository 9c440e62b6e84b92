import CodeUnits
import JSON
import Text

/// Named strings by locale, and the texts that they stand in.
extension SceneReader {
  /// Reads `strings` and `locale` of the scene, before its texts.
  func strings(_ reader: inout ObjectReader) {
    let place = reader.keyOffset("locale")
    strings.usual = locale(&reader)
    guard let node = reader.take("strings") else { return }
    guard case .object(let members) = node.content else {
      return wrongType(node, "strings", expected: "an object with locales as keys")
    }
    guard (1...SceneLimits.locales).contains(members.count) else {
      return error(
        .limit, at: node.offset, "\(members.count) locales",
        expected: "1 to \(SceneLimits.locales)")
    }
    for member in members where !isFull { addStrings(member) }
    guard !hasErrors, let first = strings.entries.first else { return }
    if strings.usual.isEmpty {
      strings.usual = first.tag
    } else if strings.entries(for: LocaleName(strings.usual)).isEmpty {
      let tags = strings.entries.map { $0.tag }
      error(
        .unknownReference, at: place ?? node.offset,
        "there are no `strings` in the scene's `locale`, \"" + strings.usual + "\"",
        expected: "one of " + tags.joined(separator: ", "))
    }
    localizations = strings.entries.map { strings.localization($0.tag) }
  }

  /// Adds the strings of a locale.
  private func addStrings(_ member: JSONNode.Member) {
    guard LocaleName.isValid(member.key), !member.key.utf8.contains(UInt8(ascii: "@")) else {
      return error(
        .invalidValue, at: member.keyOffset,
        "\"" + ObjectReader.shortened(member.key) + "\" is not a locale",
        expected: "a language tag, as in \"de\" or \"pt-BR\"")
    }
    var entry = StringTable.Entry(tag: member.key, locale: LocaleName(member.key))
    if let other = strings.entries.first(where: { $0.locale == entry.locale }) {
      return error(
        .conflict, at: member.keyOffset,
        "\"" + member.key + "\" and \"" + other.tag + "\" are the same locale",
        expected: "all strings of a locale in one place")
    }
    guard case .object(let members) = member.value.content else {
      return wrongType(
        member.value, member.key, expected: "an object with the names of strings as keys")
    }
    guard members.count <= SceneLimits.strings else {
      return error(
        .limit, at: member.value.offset, "\(members.count) strings",
        expected: "at most \(SceneLimits.strings) in a locale")
    }
    for string in members where !isFull {
      if let text = namedString(string) { entry.strings[ExactText(string.key)] = text }
      if stringUse.places[ExactText(string.key)] == nil {
        stringUse.places[ExactText(string.key)] = string.keyOffset
        stringUse.names.append(string.key)
      }
    }
    stringUse.localePlaces.append(member.keyOffset)
    strings.add(entry)
  }

  private func namedString(_ member: JSONNode.Member) -> String? {
    guard Self.reference(in: "@" + member.key, after: UInt8(ascii: "@")) != nil else {
      error(
        .invalidValue, at: member.keyOffset,
        "a string has the name \"" + ObjectReader.shortened(member.key) + "\"",
        expected: "a letter, and then letters, digits, '-' and '_', at most 64 in all")
      return nil
    }
    guard let text = string(member.value, member.key) else { return nil }
    guard text.utf8.count <= TextControlDescription.longestText else {
      error(
        .limit, at: member.value.offset, "a string of \(text.utf8.count) bytes",
        expected: "at most \(TextControlDescription.longestText)")
      return nil
    }
    warnOfUnknownPlaces(in: text, at: member.value.offset)
    return text
  }

  // MARK: Uses

  /// A text in all locales in which it differs, or as it is; with a mistake for a named string that
  /// is not there.
  func forms(of text: String, at node: JSONNode) -> [String] {
    guard !localizations.isEmpty, text.utf8.count <= TextLimits.byteCount else { return [text] }
    let usual = strings.localization("")
    let parts = TextPart.parts(of: text)
    var isNamed = false
    for case .named(let name) in parts where !isFull {
      isNamed = true
      guard usual.string(name) == nil else { continue }
      let isElsewhere = stringUse.places[ExactText(name)] != nil
      let nearest = Spelling.nearest(
        to: name, among: stringUse.names.prefix(SceneLimits.hintedNames))
      error(
        .unknownReference, at: node.offset,
        isElsewhere
          ? "the string \"" + name + "\" is missing in \"" + strings.usual
            + "\", the scene's usual locale" : "there is no string \"" + name + "\"",
        expected: isElsewhere
          ? "a text for it there, which all other locales fall back to"
          : "a name from `strings`, or \"@@\" for an at sign",
        hint: isElsewhere
          ? nil : hint(forLocale: name) ?? nearest.map { "did you mean \"@" + $0 + "\"?" })
    }
    guard isNamed else { return [usual.text(text)] }
    let canBeWritten = localizations.allSatisfy { use(parts, in: $0, at: node.offset) }
    return canBeWritten ? localizations.map { $0.text(text) } : [text]
  }

  /// The hint for strings that are sorted by names first: then a name has been read as a locale.
  /// Nil for others.
  private func hint(forLocale name: String) -> String? {
    guard localizations.contains(where: { $0.tag.isIdentical(to: name) }) else {
      return nil
    }
    return "`strings` are by locale first, as in { \"en\": { \"" + name + "\": \"…\" } }"
  }

  /// Marks the named strings of a text as used, with those that stand in them, and counts all of
  /// their parts.
  /// - Parameter around: the strings around the parts.
  /// - Returns: false, with a diagnostic, if there are too many parts, or strings stand in each
  ///   other without an end.
  private func use(
    _ parts: [TextPart], in locale: Localization, at offset: Int, around: [String] = []
  ) -> Bool {
    counts.namedParts += parts.count
    guard counts.namedParts <= SceneLimits.namedParts else {
      // Each further text would exceed it, too.
      defer { stringUse.hasTooManyParts = true }
      if stringUse.hasTooManyParts { return false }
      error(
        .limit, at: offset, "\(counts.namedParts) parts of texts in all locales, or more",
        expected: "at most \(SceneLimits.namedParts) in a scene")
      return false
    }
    for case .named(let name) in parts {
      stringUse.used.insert(ExactText(name))
      guard let string = locale.string(name) else {
        // The caller reports a name in the text itself, with its place.
        if let outer = around.last { reportUnknown(name, in: outer, at: offset) }
        continue
      }
      let inner = TextPart.parts(ofString: string)
      guard inner.contains(where: { if case .named = $0 { true } else { false } }) else {
        counts.namedParts += inner.count
        continue
      }
      guard around.count + 1 < SceneLimits.stringDepth else {
        error(
          .limit, at: stringUse.places[ExactText(around.first ?? name)] ?? offset,
          "named strings stand in each other: "
            + (around + [name]).map { "\"" + $0 + "\"" }.joined(separator: ", "),
          expected: "at most \(SceneLimits.stringDepth), and none in itself")
        return false
      }
      guard use(inner, in: locale, at: offset, around: around + [name]) else { return false }
    }
    return true
  }

  private func reportUnknown(_ name: String, in outer: String, at offset: Int) {
    let place = stringUse.places[ExactText(outer)] ?? offset
    let message = "there is no string \"" + name + "\", which \"" + outer + "\" names"
    guard !isFull else { return }
    let nearest = Spelling.nearest(to: name, among: stringUse.names.prefix(SceneLimits.hintedNames))
    error(
      .unknownReference, at: place, message, expected: "a name from `strings`",
      hint: nearest.map { "did you mean \"{@" + $0 + "}\"?" })
  }

  /// Reports the mistakes of strings that nothing uses.
  private func checkUnusedStrings() {
    let used = stringUse.used
    defer { stringUse.used = used }
    for name in stringUse.names where !isFull && !stringUse.used.contains(ExactText(name)) {
      // An included file may have strings for other scenes, with names that only those have.
      guard let place = stringUse.places[ExactText(name)], !source.isIncluded(place)
      else { continue }
      for locale in localizations {
        guard use([.named(name)], in: locale, at: place) else { break }
      }
    }
  }

  /// Reports mistakes of unused strings, and warns of strings that some locale lacks, and of those
  /// that nothing uses.
  func checkStrings() {
    // Strings that are only checked may not exceed a limit.
    stringUse.hasTooManyParts = true
    checkUnusedStrings()
    // A misspelt name leaves another one unused.
    guard !hasErrors else { return }
    for (entry, place) in zip(strings.entries, stringUse.localePlaces) where !isFull {
      let own = Localization(tag: "", strings.entries(for: entry.locale))
      let missing = stringUse.names.filter {
        stringUse.used.contains(ExactText($0)) && own.string($0) == nil
      }
      guard !missing.isEmpty else { continue }
      let shown = missing.prefix(8).map { "\"" + $0 + "\"" }.joined(separator: ", ")
      warn(
        .missingString, at: place,
        "the locale \"" + entry.tag + "\" has no " + shown
          + (missing.count > 8 ? " and \(missing.count - 8) more" : ""),
        hint: "\"" + strings.usual + "\" takes the place")
    }
    for name in stringUse.names
    where !isFull && !stringUse.used.contains(ExactText(name)) && !mayBeUsed(name) {
      guard let place = stringUse.places[ExactText(name)], !source.isIncluded(place)
      else { continue }
      warn(.unused, at: place, "nothing uses the string \"" + name + "\"")
    }
  }
}
