/// The sentences of the scene format's page, which explain the keys in editors.
struct FormatPage {
  private struct Row {
    /// The first column's title.
    var table: String
    var cells: [String]
  }

  private struct Section {
    var title: String
    var rows: [Row] = []
    var sentences: [String] = []
  }

  private var sections: [Section] = []

  /// The page of this version.
  static let current = FormatPage(
    String(decoding: PackageResources.format_md, as: UTF8.self))

  /// - Parameter markdown: sections of the first and second order, tables and paragraphs; examples
  ///   are passed over.
  init(_ markdown: String) {
    var outer = ""
    var paragraph: [Substring] = []
    var isExample = false
    var table: String?
    sections = [Section(title: "")]
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isExample.toggle() }
      let isText = !isExample && !line.isEmpty && !line.hasPrefix("#") && !line.hasPrefix("|")
      if isText, !line.hasPrefix("!["), !line.hasPrefix("```") {
        paragraph.append(line)
      } else if !paragraph.isEmpty {
        sections[sections.count - 1].sentences += Self.sentences(paragraph.joined(separator: " "))
        paragraph = []
      }
      if isExample { continue }
      if line.hasPrefix("## ") {
        outer = String(line.dropFirst(3))
        sections.append(Section(title: outer))
      } else if line.hasPrefix("### ") {
        sections.append(Section(title: outer + "/" + line.dropFirst(4)))
      }
      guard line.hasPrefix("|") else {
        table = nil
        continue
      }
      let cells = Self.cells(line)
      if let table {
        if !cells[0].hasPrefix("---") {
          sections[sections.count - 1].rows.append(Row(table: table, cells: cells))
        }
      } else {
        table = cells[0]
      }
    }
  }

  private static func cells(_ line: Substring) -> [String] {
    line.dropFirst().split(separator: "|", omittingEmptySubsequences: false).dropLast().map {
      plain($0.trimmed)
    }
  }

  /// Links as their text.
  private static func plain(_ text: Substring) -> String {
    var result = ""
    var rest = text
    while let open = rest.firstIndex(of: "["), let close = rest[open...].firstRange(of: "](") {
      result += rest[..<open]
      // Brackets in code are no links.
      let label = rest[rest.index(after: open)..<close.lowerBound]
      guard !label.contains("["), let end = rest[close.upperBound...].firstIndex(of: ")") else {
        result += "["
        rest = rest[rest.index(after: open)...]
        continue
      }
      result += label
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func sentences(_ paragraph: String) -> [String] {
    var result: [String] = []
    var sentence = ""
    let text = plain(paragraph[...])
    for word in text.split(separator: " ") {
      sentence += (sentence.isEmpty ? "" : " ") + word
      if word.hasSuffix("."), word.count > 2 {
        result.append(sentence)
        sentence = ""
      }
    }
    return sentence.isEmpty ? result : result + [sentence]
  }

  // MARK: Keys

  /// The sections of each kind of object; a name after `#` selects one table of a section. The
  /// first section that has a key explains it.
  static let places: [String: [String]] = [
    "scene": ["The file"], "timing-defaults": ["The file"],
    "variant": ["The file/Variants#Key"], "variant-s-condition": ["The file/Variants#Condition"],
    "shifted-colour": ["The file/Brands"],
    "layer-layer": ["Layers"], "layer-transform": ["Layers"],
    "layer-shape": ["Layers/Shape#Key", "Layers"], "layer-image": ["Layers/Image", "Layers"],
    "layer-frames": ["Layers/Frames", "Layers/Image", "Layers"],
    "layer-gradient": ["Layers/Gradient", "Layers"], "layer-text": ["Layers/Text#Key", "Layers"],
    "layer-qr": ["Layers/QR code", "Layers"], "layer-log": ["Layers/Log", "Layers"],
    "layer-progress": ["Layers/Progress", "Layers"],
    "layer-loader": ["Layers/Progress", "Layers"],
    "layer-emitter": ["Layers/Emitter#Key", "Layers"],
    "layer-replicator": ["Layers/Replicator", "Layers"],
    "layer-row": [arrangements, "Layers"], "layer-column": [arrangements, "Layers"],
    "layer-overlay": [arrangements, "Layers"], "transform": ["Layers"],
    "progress-layer-s-content-stop": ["Layers/Progress"],
    "progress-layer-s-content-sparks": ["Layers/Progress"],
    "progress-layer-s-content-percentage": ["Layers/Progress"],
    "progress-style": ["Progress styles"], "tinted-colour": ["Progress styles"],
    "layer-s-change-for-an-unknown-progress": ["Progress styles"], "path": ["Layers/Shape"],
    "rectangle": ["Layers/Shape#Path"], "rounded-rectangle": ["Layers/Shape#Path"],
    "circle": ["Layers/Shape#Path"], "ellipse": ["Layers/Shape#Path"],
    "arc": ["Layers/Shape#Path"], "line": ["Layers/Shape#Path"], "font": ["Layers/Text"],
    "part-of-a-text": ["Layers/Text#Part", "Layers/Text"],
    "emitter-s-cell": ["Layers/Emitter#Cell"], "animation": ["Animations"],
    "animation-group": ["Animations"], "spring": ["Animations"],
    "transition": ["Animations/Transitions"],
    "control-progress": ["Controls/Progress", "Controls"], "phase": ["Controls/Progress"],
    "control-text": ["Controls/Text", "Controls"], "control-image": ["Controls/Image", "Controls"],
    "control-log": ["Controls/Log", "Controls"],
    "control-reveal": ["Controls/Reveal", "Controls/Progress", "Controls"],
    "control-scrub": ["Controls/Scrub", "Controls"],
    "control-state": ["Controls/State#Key", "Controls"],
    "state": ["Controls/State#State"], "end-of-a-state": ["Controls/State#State"],
    "time-limit-of-a-state": ["Controls/State#Key of `after`"],
    "change-of-a-state": ["Controls/State#Change"],
    "control-button": ["Controls/Button and choice", "Controls"],
    "control-choice": ["Controls/Button and choice", "Controls"],
    "control-field": ["Controls/Field", "Controls/Button and choice", "Controls"],
    "option": ["Controls/Button and choice"], "control-prompt": ["Controls/Prompt", "Controls"],
    "driven-property": ["Controls/Progress"],
  ]

  /// The table of this section has a key of all layers, too.
  private static let arrangements = "Layers/Row, column and overlay"
  /// Several kinds of objects use styles.
  private static let styles = "The file/Styles"

  /// The page's words about a key of a kind of object: those of the table's row that begins with
  /// the key, of a row that mentions it, or a sentence that does.
  func description(of key: String, in definition: String) -> String? {
    var places = Self.places[definition] ?? []
    if definition.hasPrefix("layer-") { places.append(Self.arrangements) }
    places.append(Self.styles)
    for place in places {
      if let row = rows(of: place).first(where: { Self.keys(in: $0).contains(key) }) {
        return Self.text(of: row, for: key)
      }
    }
    for place in places {
      if let row = rows(of: place).first(where: { row in
        row.cells.prefix(2).contains { Self.mentions(key, in: $0) }
      }) {
        return row.cells.prefix(2).joined(separator: ": ")
      }
      let name = place.split(separator: "#").first.map { String($0) } ?? place
      for section in sections where section.title == name {
        if let sentence = section.sentences.first(where: { Self.mentions(key, in: $0) }) {
          return sentence
        }
      }
    }
    return nil
  }

  /// The keys that the tables of a kind of object begin their rows with.
  func keys(of definition: String) -> [String] {
    guard let place = Self.places[definition]?.first else { return [] }
    return rows(of: place).flatMap { Self.keys(in: $0) }
  }

  private func rows(of place: String) -> [Row] {
    let parts = place.split(separator: "#")
    return sections.filter { $0.title == String(parts[0]) }.flatMap(\.rows).filter {
      parts.count < 2 || $0.table == String(parts[1])
    }
  }

  /// The code of a row's first cell.
  private static func keys(in row: Row) -> [String] { code(in: row.cells[0]) }

  private static func code(in text: String) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  private static func mentions(_ key: String, in text: String) -> Bool {
    code(in: text).contains { code in
      code.split { !$0.isLetter && !$0.isNumber && $0 != "$" }.contains { $0 == key }
    }
  }

  /// A row's value with its default. A row of several keys may have as many parts, one for each.
  private static func text(of row: Row, for key: String) -> String {
    let keys = keys(in: row)
    let index = keys.firstIndex(of: key) ?? 0
    func part(_ text: String, _ separator: Character) -> String {
      let parts = text.split(separator: separator).map { String($0.trimmed) }
      return keys.count > 1 && parts.count == keys.count ? parts[index] : text
    }
    var text = part(row.cells[1], ";")
    if row.cells.count > 2, !row.cells[2].isEmpty {
      text += (text.isEmpty ? "" : " ") + "(default: " + part(row.cells[2], ",") + ")"
    }
    return text.isEmpty ? "`" + key + "`" : text
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }
}
