import CodeUnits
import Text

/// The named strings of a scene, by locale.
struct StringTable {
  struct Entry {
    /// As the file writes it.
    let tag: String
    let locale: LocaleName
    var strings: [ExactText: String] = [:]
  }

  /// In the order of the file.
  private(set) var entries: [Entry] = []
  /// The locale in which the scene is shown unless another one is requested, and whose strings take
  /// the place of those that another one lacks; empty for none.
  var usual = ""

  mutating func add(_ entry: Entry) { entries.append(entry) }

  /// The tags, the usual one first.
  var locales: [String] {
    let first = entries(for: LocaleName(usual)).first?.tag
    return (first.map { [$0] } ?? []) + entries.map { $0.tag }.filter { $0 != first }
  }

  /// The entries of a locale, the nearest first: its own, and those of the same language with fewer
  /// parts, as `de` for `de-AT`. If there are none, the first one of the language.
  func entries(for locale: LocaleName) -> [Entry] {
    var found: [Entry] = []
    var next: LocaleName? = locale
    while let name = next {
      if let entry = entry(name) { found.append(entry) }
      next = name.parent
    }
    guard found.isEmpty, !locale.text.isEmpty else { return found }
    return entries.first { $0.locale.language == locale.language }.map { [$0] } ?? []
  }

  private func entry(_ locale: LocaleName) -> Entry? { entries.first { $0.locale == locale } }

  /// The strings for a requested locale. Numbers follow its tag if the scene is in that language.
  func localization(_ asked: String) -> Localization {
    let locale = LocaleName(asked)
    if locale.text.isEmpty || entries.isEmpty && usual.isEmpty {
      return Localization(
        tag: locale.text.isEmpty ? usual : asked, entries(for: LocaleName(usual)),
        // A scene that names no language runs from left to right, whatever locale is requested.
        isRightToLeft: LocaleName(usual).isRightToLeft)
    }
    let own = entries(for: locale)
    let isKnown = !own.isEmpty || locale.language == LocaleName(usual).language
    return Localization(
      tag: isKnown ? asked : usual, own + entries(for: LocaleName(usual)))
  }

  /// The bytes of a text in the locale in which it is longest.
  func greatestByteCount(of text: String) -> Int {
    entries.reduce(text.utf8.count) { max($0, localization($1.tag).text(text).utf8.count) }
  }
}

/// The strings of a scene for one locale.
struct Localization {
  /// The language tag of texts that have none of their own; empty for none.
  let tag: String
  /// True if rows and lines begin at the right.
  let isRightToLeft: Bool
  /// The nearest first.
  private let tables: [[ExactText: String]]

  /// - Parameter isRightToLeft: nil for the direction of the tag.
  init(tag: String, _ entries: [StringTable.Entry], isRightToLeft: Bool? = nil) {
    self.tag = tag
    self.isRightToLeft = isRightToLeft ?? LocaleName(tag).isRightToLeft
    tables = entries.map { $0.strings }
  }

  /// True without any strings: all texts are as they are written.
  var isPlain: Bool { tables.isEmpty }

  /// A text with its named strings in this locale; cut off behind the part that has it exceed the
  /// limit of all texts.
  func text(_ written: String) -> String {
    if isPlain { return written }
    return text(of: TextPart.parts(of: written), depth: 0)
  }

  /// - Parameter depth: the number of strings around the parts.
  private func text(of parts: [TextPart], depth: Int) -> String {
    var result = ""
    for part in parts where result.utf8.count <= TextLimits.byteCount {
      switch part {
      case .literal(let text): result += text
      case .named(let name):
        if depth < SceneLimits.stringDepth, let string = string(name) {
          result += text(of: TextPart.parts(ofString: string), depth: depth + 1)
        } else {
          result += "{@" + name + "}"
        }
      }
    }
    return result
  }

  /// The string of a name; nil if no locale that counts here has it.
  func string(_ name: String) -> String? {
    let name = ExactText(name)
    for table in tables {
      if let string = table[name] { return string }
    }
    return nil
  }
}
