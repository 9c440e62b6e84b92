import CodeUnits
import Geometry
import Raster
import Text

/// Sets texts: with the file's own characters, and with its own fonts and those of the machine
/// where it has none.
final class TextOutlines {
  private let resources: TextResources
  /// Places of glyphs by their characters.
  private var glyphs: [ExactText: [Int]] = [:]
  /// By their names; the first one of a name counts.
  private let fonts: [ExactText: FontModel]
  private lazy var catalog = FontCatalog()
  /// By the names that the file has for them.
  private var stacks: [ExactText: NotedStack] = [:]

  private struct NotedStack {
    var fonts: FontStack?
    /// A line about a font that another one replaces.
    var note: String?
  }

  init(_ resources: TextResources) {
    self.resources = resources
    fonts = Dictionary(resources.fonts.map { (ExactText($0.name), $0) }) { first, _ in first }
    for (index, glyph) in resources.glyphs.enumerated() {
      glyphs[ExactText(glyph.character), default: []].append(index)
    }
  }

  /// A line about the font of a text that another font replaces; nil for none.
  func fontNote(_ document: TextDocument) -> String? {
    let hasAll = TextOutlines.paragraphs(document.text).allSatisfy { paragraph in
      !glyphs.isEmpty
        && paragraph.unicodeScalars.allSatisfy { glyphs[ExactText(String($0))] != nil }
    }
    return hasAll ? nil : stack(document, font(of: document)).note
  }

  /// The painted text, from back to front, in its layer's space.
  ///
  /// - Parameters:
  ///   - pixels: framebuffer pixels in a unit across. Characters are placed at whole pixels,
  ///     counted from the beginning of their line; nil for rotated ones.
  ///   - budget: the work that may still be done; characters beyond it are left out.
  func nodes(
    _ document: TextDocument, pixels: Double?, _ budget: EvaluationBudget
  ) -> [PictureNode] {
    guard document.size > 0, document.size <= 1e5 else { return [] }
    let characters = min(document.text.unicodeScalars.count, TextOutlines.characterLimit)
    guard budget.spend(steps: characters) else { return [] }
    return painted(path(document, pixels: pixels, budget), document, fill: document.fillColor)
  }

  /// A text's nodes at a time of animators and a path, which change each character by itself.
  func nodes(
    _ document: TextDocument, _ model: TextModel, at frame: Double, _ budget: EvaluationBudget
  ) -> [PictureNode] {
    let animators = model.animators
    guard document.size > 0, document.size <= 1e5 else { return [] }
    let characters = TextOutlines.paragraphs(document.text).flatMap { $0.unicodeScalars }
    guard budget.spend(steps: characters.count * (1 + animators.count)) else { return [] }
    var document = document
    let guide = model.path?.guide(at: frame, budget)
    // The outline takes the place of a box.
    if guide != nil { document.box = nil }
    let placed = placedLines(document, budget, isApart: true)
    var place = CharacterPlace(characters, lines: placed.map { $0.line.text })
    var nodes: [PictureNode] = []
    for (index, placed) in placed.enumerated() {
      place.beginLine(index)
      var looks: [CharacterLook] = []
      for character in placed.line.text.unicodeScalars {
        // Spaces at the end of a line are not part of it, but count as characters.
        while place.index < characters.count, characters[place.index] != character {
          place.pass(characters[place.index])
        }
        place.begin(character)
        looks.append(
          CharacterLook(
            animators, of: place, at: frame, fill: document.fillColor,
            stroke: document.strokeColor))
        place.pass(character)
      }
      nodes += self.nodes(placed, looks, document, model.pivot, guide, at: frame)
    }
    return nodes
  }

  /// A line's characters with their looks.
  private func nodes(
    _ placed: PlacedLine, _ looks: [CharacterLook], _ document: TextDocument,
    _ pivot: CharacterPivot, _ guide: TextGuide?, at frame: Double
  ) -> [PictureNode] {
    var places: [(x: Double, width: Double)] = []
    // A character's tracking lies half before it and half behind it, and none at a line's ends.
    var extra = 0.0
    for (index, piece) in placed.line.pieces.enumerated() where index < looks.count {
      if index > 0 { extra += (looks[index - 1].tracking + looks[index].tracking) / 2 }
      places.append((piece.x + extra, piece.advance))
    }
    let left =
      switch placed.isJustified ? .left : document.alignment {
      case .left: placed.left
      case .right: placed.left - extra
      case .center: placed.left - extra / 2
      }
    let transforms =
      guide?.transforms(of: places, width: placed.line.width + extra, document.alignment)
      ?? places.map { .translation(x: left + $0.x, y: 0) }
    var nodes: [PictureNode] = []
    let spans = pivot.spans(
      of: placed.line.text, placed.line.pieces.map { ($0.x, $0.advance) })
    let alignment = pivot.alignment.value(at: frame) / 100
    let down = alignment.y * (font(of: document)?.ascent ?? 75) / 100 * document.size
    for (index, look) in looks.enumerated() where index < places.count {
      let (piece, span) = (placed.line.pieces[index], spans[index])
      let across = span.x + span.width / 2 * (1 + alignment.x) - piece.x
      let matrix = AffineTransform.translation(x: -across, y: -down).followed(by: look.matrix)
        .followed(by: .translation(x: across, y: placed.baseline + down))
        .followed(by: transforms[index])
      guard matrix.isFinite else { continue }
      var own = document
      if let color = look.fillColor { own.fillColor = color }
      if let color = look.strokeColor { own.strokeColor = color }
      own.fillColor?.alpha *= look.fillOpacity
      own.strokeColor?.alpha *= look.strokeOpacity
      own.strokeWidth += look.strokeWidth
      let made = painted(piece.path, own, fill: own.fillColor)
      nodes += PictureNode.faded(
        made.map { $0.transformed(by: matrix) }, opacity: look.opacity)
    }
    return nodes
  }

  /// The fill and the stroke of outlines.
  private func painted(
    _ path: Path, _ document: TextDocument, fill: Color?
  ) -> [PictureNode] {
    guard !path.isEmpty else { return [] }
    var nodes: [PictureNode] = []
    if let color = fill {
      nodes.append(
        .command(DrawCommand(shape: .fill(path, .nonZero), paint: .color(color))))
    }
    if let color = document.strokeColor, document.strokeWidth > 0 {
      let stroke = PictureNode.command(
        DrawCommand(
          shape: .stroke(
            path, StrokeStyle(width: document.strokeWidth, join: .miter, miterLimit: 4)),
          paint: .color(color)))
      if document.isStrokeOnTop { nodes.append(stroke) } else { nodes.insert(stroke, at: 0) }
    }
    return nodes
  }

  private func font(of document: TextDocument) -> FontModel? {
    fonts[ExactText(document.font)]
  }

  private func path(
    _ document: TextDocument, pixels: Double?, _ budget: EvaluationBudget
  ) -> Path {
    var path = Path()
    for placed in placedLines(document, budget, isApart: false) {
      for piece in placed.line.pieces {
        var x = piece.x
        if let pixels { x = (x * pixels + 1e-6).rounded(.down) / pixels }
        path.append(
          piece.path.transformed(by: .translation(x: placed.left + x, y: placed.baseline)))
      }
    }
    return path
  }

  private struct PlacedLine {
    var line: Line
    var left: Double
    var baseline: Double
    /// True if the line is as wide as its box.
    var isJustified = false
  }

  /// - Parameter isApart: true if each character is a piece.
  private func placedLines(
    _ document: TextDocument, _ budget: EvaluationBudget, isApart: Bool
  ) -> [PlacedLine] {
    let font = font(of: document)
    var placed: [PlacedLine] = []
    var baseline = -document.baselineShift
    if let box = document.box {
      baseline += box.minY + (font?.ascent ?? 75) / 100 * document.size
    }
    for line in lines(document, font, budget, isApart) {
      defer { baseline += document.lineHeight }
      if let box = document.box, document.justification.includes(line) {
        let line = justified(line, document, font, budget, in: box.width)
        placed.append(
          PlacedLine(line: line, left: box.minX, baseline: baseline, isJustified: true))
        continue
      }
      let left: Double
      switch (document.alignment, document.box) {
      case (.left, let box): left = box?.minX ?? 0
      case (.right, let box): left = (box?.maxX ?? 0) - line.width
      case (.center, let box): left = (box?.midX ?? 0) - line.width / 2
      }
      placed.append(PlacedLine(line: line, left: left, baseline: baseline))
    }
    return placed
  }

  // MARK: Lines

  fileprivate struct Line {
    /// Outlines at their places from the line's left end on the baseline.
    var pieces: [(path: Path, x: Double, advance: Double)] = []
    var width = 0.0
    var text = ""
    /// True if its paragraph ends with it.
    var isLast = false
  }

  private func lines(
    _ document: TextDocument, _ font: FontModel?, _ budget: EvaluationBudget, _ isApart: Bool
  ) -> [Line] {
    var lines: [Line] = []
    func line(_ text: String) -> Line { self.line(text, document, font, budget, isApart) }
    for paragraph in TextOutlines.paragraphs(document.text) {
      guard let box = document.box else {
        lines.append(line(paragraph))
        continue
      }
      // As many words as fit the width, and one at least.
      var current = ""
      var width = 0.0
      for whole in TextOutlines.words(paragraph) {
        var word = whole
        var bare = self.width(TextOutlines.trimmed(word), document, font)
        if bare > box.width, box.width > 0 {
          // A word that is wider than a line begins a line of its own, and continues in the next
          // ones.
          if !current.utf8.isEmpty {
            lines.append(line(TextOutlines.trimmed(current)))
            (current, width) = ("", 0)
          }
          var parts = parts(of: word, document, font, in: box.width)
          word = parts.removeLast()
          bare = self.width(TextOutlines.trimmed(word), document, font)
          for part in parts { lines.append(line(part)) }
        }
        if !current.utf8.isEmpty, width + bare > box.width {
          lines.append(line(TextOutlines.trimmed(current)))
          (current, width) = ("", 0)
        }
        current += word
        width += self.width(word, document, font)
      }
      lines.append(line(TextOutlines.trimmed(current)))
      lines[lines.count - 1].isLast = true
    }
    return lines
  }

  /// A line whose spaces are wider, so that it is as wide as its box; a line without a space stays
  /// as it is.
  private func justified(
    _ line: Line, _ document: TextDocument, _ font: FontModel?, _ budget: EvaluationBudget,
    in width: Double
  ) -> Line {
    let scalars = Array(line.text.unicodeScalars)
    let spaces = scalars.count { $0 == " " }
    guard spaces > 0 else { return line }
    // The last character's tracking lies beyond the box.
    let rest = width - (line.width - TextOutlines.spacing(document))
    guard rest > 0, rest.isFinite else { return line }
    guard line.pieces.count == scalars.count else {
      // A line of a font is one piece; only its layout knows the order in which its words are seen.
      return fontLine(line.text, document, font, budget, justifiedIn: width)
    }
    var result = line
    var shift = 0.0
    for (index, scalar) in scalars.enumerated() {
      result.pieces[index].x += shift
      if scalar == " " { shift += rest / Double(spaces) }
    }
    result.width += rest
    return result
  }

  /// A word cut into parts of as many characters as fit a width, and one at least.
  private func parts(
    of word: String, _ document: TextDocument, _ font: FontModel?, in lineWidth: Double
  ) -> [String] {
    var parts = [""]
    var width = 0.0
    for character in word {
      let own = self.width(String(character), document, font)
      // Spaces at the end may extend beyond the line.
      if width + own > lineWidth, width > 0, character != " " {
        parts.append("")
        width = 0
      }
      parts[parts.count - 1].append(character)
      width += own
    }
    return parts
  }

  private static func paragraphs(_ text: String) -> [String] {
    var result = [""]
    var isAfterReturn = false
    for scalar in text.unicodeScalars.prefix(TextOutlines.characterLimit) {
      defer { isAfterReturn = scalar == "\r" }
      switch scalar {
      case "\n" where isAfterReturn: continue
      case "\r", "\n", "\u{3}", "\u{2028}", "\u{2029}": result.append("")
      default: result[result.count - 1].unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The characters that are drawn of a text; the rest is cut off.
  private static var characterLimit: Int { 4096 }

  /// Words with the spaces behind them.
  private static func words(_ text: String) -> [String] {
    var result: [String] = [""]
    var isAfterSpace = false
    for scalar in text.unicodeScalars {
      if isAfterSpace, scalar != " " { result.append("") }
      result[result.count - 1].unicodeScalars.append(scalar)
      isAfterSpace = scalar == " "
    }
    return result
  }

  private static func trimmed(_ text: String) -> String {
    var scalars = text.unicodeScalars
    while scalars.last == " " { scalars.removeLast() }
    return String(scalars)
  }

  private func width(_ text: String, _ document: TextDocument, _ font: FontModel?) -> Double {
    if let pieces = pieces(text, document, font) { return pieces.width }
    let spacing = TextOutlines.spacing(document)
    let bare = TextOutlines.trimmed(text)
    let width =
      shaped(bare, document, font)?.naturalWidth(size: document.size, letterSpacing: spacing) ?? 0
    let spaces = text.unicodeScalars.count - bare.unicodeScalars.count
    if spaces == 0 { return width }
    return width + Double(spaces) * advance(of: " ", document, font)
      + Double(bare.isEmpty ? spaces : spaces + 1) * spacing
  }

  /// The width of a character of the machine's fonts. A space has a width only between other
  /// characters.
  private func advance(
    of character: String, _ document: TextDocument, _ font: FontModel?
  ) -> Double {
    func width(_ text: String) -> Double {
      shaped(text, document, font)?.naturalWidth(size: document.size) ?? 0
    }
    let own = width(character)
    return own > 0 ? own : max(width("n" + character + "n") - width("nn"), 0)
  }

  private func line(
    _ text: String, _ document: TextDocument, _ font: FontModel?, _ budget: EvaluationBudget,
    _ isApart: Bool
  ) -> Line {
    guard let found = pieces(text, document, font, isApart: isApart) else {
      return fontLine(text, document, font, budget)
    }
    let scale = AffineTransform.scale(x: document.size / 100, y: document.size / 100)
    var line = Line()
    line.width = found.width
    line.text = text
    for piece in found.pieces {
      switch piece.source {
      case .glyph(let place):
        let path = resources.glyphs[place].path
        guard budget.spend(vertices: path.elements.count) else { return line }
        line.pieces.append((path.transformed(by: scale), piece.x, piece.advance))
      case .font(let character):
        var path = Path()
        for other in fontLine(character, document, font, budget).pieces { path.append(other.path) }
        line.pieces.append((path, piece.x, piece.advance))
      }
    }
    return line
  }

  private static func spacing(_ document: TextDocument) -> Double {
    document.tracking / 1000 * document.size
  }

  /// A character of a line, at its place from the left end.
  private struct LinePiece {
    enum Source {
      /// Place of one of the file's own.
      case glyph(Int)
      /// A character that the file does not have, for the machine's fonts.
      case font(String)
    }

    var source: Source
    var x: Double
    var advance: Double
  }

  /// The file's own characters for a line and those that it lacks, with the line's width; nil if it
  /// has none of them, unless each has to be a piece.
  private func pieces(
    _ text: String, _ document: TextDocument, _ font: FontModel?, isApart: Bool = false
  ) -> (pieces: [LinePiece], width: Double)? {
    guard isApart || !glyphs.isEmpty else { return nil }
    var result: [LinePiece] = []
    var hasOwn = isApart || text.utf8.isEmpty
    var x = 0.0
    for scalar in text.unicodeScalars {
      let character = String(scalar)
      guard let places = glyphs[ExactText(character)], let first = places.first else {
        let advance = advance(of: character, document, font)
        result.append(LinePiece(source: .font(character), x: x, advance: advance))
        x += advance
        x += TextOutlines.spacing(document)
        continue
      }
      hasOwn = true
      let fitting = places.first { place in
        let glyph = resources.glyphs[place]
        return font.map {
          $0.family.isIdentical(to: glyph.family) && $0.style.isIdentical(to: glyph.style)
        } ?? true
      }
      let advance = resources.glyphs[fitting ?? first].advance * document.size / 100
      result.append(LinePiece(source: .glyph(fitting ?? first), x: x, advance: advance))
      x += advance
      x += TextOutlines.spacing(document)
    }
    return hasOwn ? (result, x) : nil
  }

  private func stack(_ document: TextDocument, _ font: FontModel?) -> NotedStack {
    if let known = stacks[ExactText(document.font)] { return known }
    let style = FontStyleName(font?.style ?? "")
    let family = font?.family ?? document.font
    let (own, fault) = ownFont(font, weight: style.weight)
    let families = own == nil ? [family, "sans-serif"] : ["sans-serif"]
    let descriptor = FontDescriptor(
      sources: families.map { .family($0) }, weight: style.weight, isItalic: style.isItalic)
    var isMissing = false
    let fonts = try? FontStack(descriptor, in: catalog, first: own) { name in
      isMissing = isMissing || name.isIdentical(to: family)
    }
    var note = fault.map { $0 + "; another one draws its texts" }
    if note == nil, own == nil, isMissing {
      var place = "is not on this machine"
      if case .address = font?.content { place += ", and is not loaded from its address" }
      note = "the font '" + family + "' " + place + "; another one draws its texts"
    }
    let stack = NotedStack(fonts: fonts, note: note)
    stacks[ExactText(document.font)] = stack
    return stack
  }

  /// The font that the file carries, or a line that says why it is not used.
  private func ownFont(_ font: FontModel?, weight: Int) -> (Font?, fault: String?) {
    switch font?.content {
    case .bytes(let bytes):
      do throws(FontError) {
        return (try Font(bytes: bytes, name: font?.name ?? "", weight: weight), nil)
      } catch {
        return (nil, error.description)
      }
    case .unread(let reason):
      return (nil, "cannot use the font '" + (font?.name ?? "") + "': " + reason)
    case .machine, .address, nil: return (nil, nil)
    }
  }

  private func shaped(
    _ text: String, _ document: TextDocument, _ font: FontModel?
  ) -> ShapedText? {
    guard let fonts = stack(document, font).fonts, fonts.primary != nil else { return nil }
    return ShapedText(text, fonts: fonts)
  }

  /// - Parameter box: the width that the line fills with wider spaces; nil for its own width.
  private func fontLine(
    _ text: String, _ document: TextDocument, _ font: FontModel?, _ budget: EvaluationBudget,
    justifiedIn box: Double? = nil
  ) -> Line {
    var line = Line()
    line.text = text
    guard let shaped = shaped(text, document, font) else { return line }
    var attributes = TextAttributes()
    attributes.size = document.size
    attributes.letterSpacing = TextOutlines.spacing(document)
    attributes.alignment = box == nil ? .left : .justified
    attributes.justifiesLastLine = true
    line.width =
      box ?? shaped.naturalWidth(size: document.size, letterSpacing: attributes.letterSpacing)
    // The last character has its tracking behind it, too, as with the file's own characters.
    if !text.utf8.isEmpty { line.width += attributes.letterSpacing }
    let width = box ?? max(line.width, 1)
    let layout = TextLayout(
      shaped, attributes, in: Rect(x: 0, y: 0, width: width, height: document.size))
    for set in layout.lines {
      guard budget.spend(vertices: set.path.elements.count) else { break }
      let path = set.path.transformed(by: .translation(x: 0, y: -set.origin.y))
      line.pieces.append((path, 0, line.width))
    }
    return line
  }
}

extension TextDocument.Justification {
  fileprivate func includes(_ line: TextOutlines.Line) -> Bool {
    switch self {
    case .none: false
    case .allButLast: !line.isLast
    case .all: true
    }
  }
}

/// A style as fonts name theirs.
struct FontStyleName {
  let weight: Int
  let isItalic: Bool

  init(_ name: String) {
    func has(_ word: String) -> Bool {
      let text = Array(name.utf8)
      let part = Array(word.utf8)
      guard text.count >= part.count else { return false }
      return (0...text.count - part.count).contains { start in
        // Letters differ from small ones in one bit.
        (0..<part.count).allSatisfy { text[start + $0] | 0x20 == part[$0] }
      }
    }
    isItalic = has("italic") || has("oblique")
    // Longer names come before the names with which they end.
    let weights: [(String, Int)] = [
      ("thin", 100), ("extralight", 200), ("ultralight", 200), ("light", 300), ("medium", 500),
      ("semibold", 600), ("demibold", 600), ("extrabold", 800), ("heavy", 800), ("black", 900),
      ("bold", 700),
    ]
    weight = weights.first { has($0.0) }?.1 ?? 400
  }
}
