import JSON
import Layers
import Raster
import System
import Text

/// Text layers and their fonts.
extension SceneReader {
  func text(_ reader: inout ObjectReader) -> TextDescription {
    let node = reader.require(
      "string", expected: "the text, in which {percent} stands for the progress")
    var attributes = TextAttributes()
    let alignment = alignment(&reader, or: [("justified", .justified)])
    attributes.alignment = alignment.alignment
    attributes.verticalAlignment =
      reader.choice(
        "verticalAlignment",
        [("top", TextAttributes.VerticalAlignment.top), ("center", .center), ("bottom", .bottom)])
      ?? .top
    attributes.truncation =
      reader.choice(
        "truncation",
        [
          ("none", TextAttributes.Truncation.none), ("start", .start), ("middle", .middle),
          ("end", .end),
        ]) ?? .none
    attributes.isWrapped = reader.flag("wrapped") ?? false
    attributes.isBalanced = reader.flag("balanced") ?? false
    if attributes.isBalanced, !attributes.isWrapped, let offset = reader.keyOffset("balanced") {
      warn(
        .withoutEffect, at: offset, "`balanced` has no effect on a text that is not wrapped",
        hint: "write `\"wrapped\": true`, too")
    }
    attributes.maximumLines = reader.integer("lines", in: 0...TextLimits.lines) ?? 0
    attributes.lineHeight = reader.number("lineHeight", in: 0.1...10)
    let (descriptor, place) = descriptor(&reader, like: FontDescriptor())
    let fonts = fonts(descriptor, at: place)
    var byteCount = 0
    var names = PartNames(noun: "part")
    let read = node.flatMap { self.runs($0, descriptor, &byteCount, &names) }
    let runs = read ?? []
    let isPlain = runs.allSatisfy { $0.isPlain }
    var description = TextDescription(
      string: isPlain ? runs.reduce("") { $0 + $1.string } : "", byteCount: byteCount, fonts: fonts,
      locale: locale(&reader),
      fontSize: reader.length("fontSize") ?? .points(36),
      minimumFontSize: reader.length("minimumFontSize"),
      letterSpacing: reader.length("letterSpacing", allowsNegative: true) ?? .points(0),
      color: reader.color("color") ?? .white, attributes: attributes,
      progress: reader.number("progress", in: 0...1) ?? 0,
      runs: runs.count == 1 && isPlain ? [] : runs)
    description.alignsByDirection = alignment.isByDirection
    description.hidesParts = read == nil || names.hasWrong
    unknown(&reader, of: &description)
    return description
  }

  /// Reads `unknown`, the text that the layer shows while values are not known.
  private func unknown(_ reader: inout ObjectReader, of description: inout TextDescription) {
    let place = reader.keyOffset("unknown")
    guard let node = reader.take("unknown"), let text = text(node, "unknown") else { return }
    noteMissingCharacters(in: text.forms, description.fonts, at: node.offset)
    description.unknown = text.text
    description.byteCount = max(description.byteCount, text.byteCount)
    let strings = description.runs.map { $0.string } + [description.string]
    let forms = strings.flatMap { run in localizations.map { $0.text(run) } + [run] }
    guard !hasErrors, !forms.contains(where: { TextTemplate($0).hasValues }) else { return }
    warn(
      .withoutEffect, at: place ?? node.offset, "nothing in `string` can be unknown",
      hint: "`unknown` stands for `{percent}`, `{remaining}` and `{timeLeft}`")
  }

  /// The alignment of a text; `left` and `right` by direction stand for `start` and `end`.
  func alignment(
    _ reader: inout ObjectReader, or others: [(String, TextAttributes.Alignment)] = []
  ) -> (alignment: TextAttributes.Alignment, isByDirection: Bool) {
    let physical: [(String, TextAttributes.Alignment)] =
      [("natural", .natural), ("left", .left), ("center", .center), ("right", .right)] + others
    let choices =
      physical.map { ($0.0, (alignment: $0.1, isByDirection: false)) }
      + [
        ("start", (alignment: TextAttributes.Alignment.left, isByDirection: true)),
        ("end", (alignment: .right, isByDirection: true)),
      ]
    return reader.choice("alignment", choices) ?? (alignment: .natural, isByDirection: false)
  }

  /// A text, or an array of its parts, some with a look of their own; nil, with a diagnostic, if it
  /// is neither.
  private func runs(
    _ node: JSONNode, _ around: FontDescriptor, _ byteCount: inout Int, _ names: inout PartNames
  ) -> [TextRunDescription]? {
    guard case .array = node.content else {
      return run(node, around, &byteCount).map { [$0] }
    }
    guard let nodes = elements(node, "string", count: 1...TextRunMark.styleLimit, of: "parts")
    else {
      return nil
    }
    var runs: [TextRunDescription] = []
    for node in nodes where !isFull {
      if case .object = node.content {
        if let run = styledRun(node, around, &byteCount, &names) { runs.append(run) }
      } else if let run = run(node, around, &byteCount) {
        runs.append(run)
      }
    }
    guard byteCount <= TextLimits.byteCount else {
      error(
        .limit, at: node.offset, "`string` has \(byteCount) bytes",
        expected: "at most \(TextLimits.byteCount)")
      return nil
    }
    return runs
  }

  private func run(
    _ node: JSONNode, _ descriptor: FontDescriptor, _ byteCount: inout Int
  ) -> TextRunDescription? {
    guard let text = text(node) else { return nil }
    byteCount += text.byteCount
    noteMissingCharacters(in: text.forms, fonts(descriptor, at: node.offset), at: node.offset)
    return TextRunDescription(string: text.text)
  }

  private func styledRun(
    _ node: JSONNode, _ around: FontDescriptor, _ byteCount: inout Int, _ names: inout PartNames
  ) -> TextRunDescription? {
    guard var reader = ObjectReader(self, node, key: "string", owner: "a part of a text") else {
      return nil
    }
    let text = reader.require("text", expected: "the characters of this part")
    let (descriptor, place) = descriptor(&reader, like: around)
    let size = reader.length("fontSize")
    let color = reader.color("color")
    let isUnderlined = reader.flag("underline") ?? false
    let name = partName(&reader, &names)
    reader.finish()
    // Missing fonts are reported once, at the first use of the font.
    let own = descriptor == around ? nil : fonts(descriptor, at: place)
    // A part whose text is wrong keeps its name, which key paths may use.
    var run =
      text.flatMap { self.run($0, descriptor, &byteCount) } ?? TextRunDescription(string: "")
    run.fonts = own
    (run.fontSize, run.color, run.isUnderlined) = (size, color, isUnderlined)
    run.name = name
    return run
  }

  /// A text as it is written, its forms in all locales, and the bytes of the longest.
  private func text(
    _ node: JSONNode, _ key: String = "string"
  ) -> (text: String, forms: [String], byteCount: Int)? {
    guard let text = string(node, key) else { return nil }
    let forms = forms(of: text, at: node)
    let count = forms.reduce(0) { max($0, $1.utf8.count) }
    counts.textBytes += count
    guard count <= TextLimits.byteCount else {
      error(
        .limit, at: node.offset, "`" + key + "` has \(count) bytes",
        expected: "at most \(TextLimits.byteCount)")
      return nil
    }
    guard counts.textBytes <= SceneLimits.allText else {
      error(
        .limit, at: node.offset, "\(counts.textBytes) bytes of text or more",
        expected: "at most \(SceneLimits.allText) in a scene")
      return nil
    }
    warnOfUnknownPlaces(in: text, at: node.offset)
    return (text, forms, count)
  }

  /// A language tag.
  func locale(_ reader: inout ObjectReader) -> String {
    guard let node = reader.take("locale"), let locale = string(node, "locale") else { return "" }
    guard locale.utf8.count <= SceneLimits.locale else {
      error(
        .limit, at: node.offset, "`locale` has \(locale.utf8.count) bytes",
        expected: "at most \(SceneLimits.locale), as in \"de-CH\"")
      return ""
    }
    return locale
  }

  // MARK: Fonts

  /// `font`, `weight` and `italic` of a text.
  func fonts(_ reader: inout ObjectReader) -> FontStack {
    let (descriptor, place) = descriptor(&reader, like: FontDescriptor())
    return fonts(descriptor, at: place)
  }

  /// `font`, `weight` and `italic`, and the place of the font's name.
  private func descriptor(
    _ reader: inout ObjectReader, like around: FontDescriptor
  ) -> (descriptor: FontDescriptor, place: Int) {
    var descriptor = around
    if let weight = reader.take("weight").flatMap({ weight($0) }) { descriptor.weight = weight }
    if let isItalic = reader.flag("italic") { descriptor.isItalic = isItalic }
    let node = reader.take("font")
    if let node, let sources = fontSources(node) { descriptor.sources = sources }
    return (descriptor, node?.offset ?? reader.offset)
  }

  /// The fonts of a text without a `font`.
  func usualFonts(at offset: Int) -> FontStack { fonts(FontDescriptor(), at: offset) }

  private func fonts(_ descriptor: FontDescriptor, at offset: Int) -> FontStack {
    if let known = opened.fontStacks[descriptor] { return known }
    let stack = stack(descriptor, at: offset)
    opened.fontStacks[descriptor] = stack
    return stack
  }

  private func weight(_ node: JSONNode) -> Int? {
    note(node, .named("weight"))
    guard case .string = node.content else { return integer(node, "weight", in: 1...1000) }
    return choice(
      node, "weight",
      [
        ("thin", 100), ("light", 300), ("regular", 400), ("medium", 500), ("semibold", 600),
        ("bold", 700), ("black", 900),
      ])
  }

  /// A family, an object that names a file, or an array of them; nil, with a diagnostic, for none.
  private func fontSources(_ node: JSONNode) -> [FontSource]? {
    note(node, .named("fonts"))
    guard case .array(let nodes) = node.content else {
      return fontSources(of: node, usual: FontDescriptor().sources)
    }
    var sources: [FontSource] = []
    for node in nodes where !isFull { sources += fontSources(of: node, usual: []) ?? [] }
    guard !nodes.isEmpty, max(nodes.count, sources.count) <= TextLimits.families else {
      error(
        .limit, at: node.offset, "`font` has \(max(nodes.count, sources.count)) families and files",
        expected: "1 to \(TextLimits.families)")
      return nil
    }
    return sources.isEmpty ? nil : sources
  }

  /// - Parameter usual: sources that follow a file without `families`.
  private func fontSources(of node: JSONNode, usual: [FontSource]) -> [FontSource]? {
    switch node.content {
    case .object:
      guard var reader = ObjectReader(self, node, key: "font", owner: "a font") else { return nil }
      let name = reader.require("file", expected: "the name of a font file, relative to the scene")
      let index = reader.integer("index", in: 0...TextLimits.faces) ?? 0
      let families = reader.take("families")
      reader.finish()
      var sources: [FontSource] = []
      if let name, let path = fontPath(name) {
        sources = [.file(FontFile(path: path, index: index))]
      }
      return sources + (families.flatMap { fontSources($0) } ?? usual)
    case .string:
      return family(node).map { [.family($0)] }
    default:
      wrongType(
        node, "font", expected: "a family's name, { \"file\": … }, or an array of such")
      return nil
    }
  }

  private func family(_ node: JSONNode) -> String? {
    guard let name = string(node, "font") else { return nil }
    guard Self.isName(name) else {
      error(
        .invalidValue, at: node.offset, "`font` is empty or too long",
        expected: "the name of a font family, 1 to \(SceneLimits.nameBytes) bytes")
      return nil
    }
    return name
  }

  private func fontPath(_ node: JSONNode) -> String? {
    path(
      ofFile: node, "file", .font, expected: "a font file",
      instead: "a family, or a scene that is loaded from a file")
  }

  private func isUsable(_ source: FontSource) -> Bool {
    guard case .file = source else { return true }
    return (try? FontStack(FontDescriptor(sources: [source]), in: fontCatalog)) != nil
  }

  /// Opens the fonts. A missing one is replaced with a warning; a broken one is a mistake.
  private func stack(_ descriptor: FontDescriptor, at offset: Int) -> FontStack {
    var missing: [String] = []
    do throws(FontError) {
      let stack = try FontStack(descriptor, in: fontCatalog) { missing.append($0) }
      for case .file(let file) in descriptor.sources { opened.paths.append(file.path) }
      guard let font = stack.primary else {
        warn(
          .font, at: offset, "this machine has no fonts: the text will not be seen",
          hint: "install a package of fonts, or name a font file with { \"file\": … }")
        return stack
      }
      if missing.count == descriptor.sources.count {
        warn(
          .font, at: offset,
          (missing.count == 1 ? "there is no font \"" : "there are no fonts \"")
            + missing.joined(separator: "\", \"") + "\": " + font.path + " takes "
            + (missing.count == 1 ? "its" : "their") + " place",
          hint: "install one, or name a font file with { \"file\": … }")
      }
      return stack
    } catch {
      var other = descriptor
      if let place = descriptor.sources.firstIndex(where: { !isUsable($0) }) {
        other.sources.remove(at: place)
      } else {
        other.sources.removeAll { if case .file = $0 { true } else { false } }
      }
      if case .notRead(.system(let cause)) = error, cause.isNotFound {
        warn(
          .font, at: offset, error.description + "; another font takes its place",
          hint: "put the file beside the scene")
      } else {
        unusable(.font, at: offset, error.description)
      }
      return stack(other, at: offset)
    }
  }
}
