import Geometry
import Raster
import Text

/// The properties of a style that are for texts alone. All are inherited.
struct TextLook: Equatable {
  enum Anchor { case start, middle, end }

  /// The line of the characters that lies at a text's y.
  enum Baseline { case alphabetic, middle, central, mathematical, hanging, top, bottom }

  /// The property `text-transform`.
  enum LetterCase { case asWritten, upper, lower, capitalized }

  /// The orientation of characters in vertical lines: only those of East Asian scripts stand
  /// upright, or all of them, or none.
  enum Orientation { case mixed, upright, sideways }

  /// A part of a text whose characters are ordered by themselves (`unicode-bidi`).
  struct Embedding: Equatable {
    /// Embedded in the text, with all characters in one direction, isolated from the text, or
    /// isolated in the direction of its first letter.
    enum Kind { case embedded, overridden, isolated, ofItsText }

    var kind: Kind
    var isRightToLeft: Bool
    /// The place of its element, since two parts may stand side by side.
    var element = 0
  }

  /// From the first to the last choice.
  var families = ["serif"]
  /// 1…1000.
  var weight = 400
  var isItalic = false
  /// The width of characters in percent of the usual one.
  var stretch = 100.0
  var anchor = Anchor.start
  var baseline = Baseline.alphabetic
  /// User units between characters.
  var letterSpacing = 0.0
  /// User units that are added to each space.
  var wordSpacing = 0.0
  var isRightToLeft = false
  /// The direction of all characters, whatever they are (`unicode-bidi: bidi-override`), true from
  /// right to left; nil where each has its own.
  var overridesRightToLeft: Bool?
  /// The parts of the text, around a character, that have a direction of their own.
  var embeddings: [Embedding] = []
  /// True for lines from top to bottom.
  var isVertical = false
  var orientation = Orientation.mixed
  var letterCase = LetterCase.asWritten
  var hasSmallCapitals = false
  /// False for `font-kerning: none`.
  var hasKerning = true
  /// True for `text-rendering: optimizeSpeed`, without kerning and ligatures.
  var isFast = false
  /// The lines of the elements around, from the outermost one on.
  var decorations: [TextDecoration] = []
  /// User units upwards, of the elements around together.
  var baselineShift = BaselineShift()
  /// Properties with an unusual value that are not implemented.
  var unfollowed: Set<String> = []

  /// True if characters of both are shaped by the same font.
  func hasSameFont(as other: TextLook) -> Bool {
    families == other.families && weight == other.weight && isItalic == other.isItalic
      && stretch == other.stretch && hasKerning == other.hasKerning && isFast == other.isFast
  }

  /// Families with commas between them, in quotes or without.
  static func families(_ text: String) -> [String]? {
    let names = TextList.split(text[...], at: UInt8(ascii: ",")).map { part -> String in
      var name = part.trimmed
      if let quote = name.utf8.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\""),
        name.utf8.last == quote, name.utf8.count > 1
      {
        name = name.dropFirst().dropLast()
      }
      return String(name.trimmed)
    }
    return names.contains("") || names.count > 32 ? nil : names
  }

  /// - Parameter parent: the weight around, to which `bolder` and `lighter` are relative.
  static func weight(_ text: String, parent: Int) -> Int? {
    switch text.lowercased() {
    case "normal": return 400
    case "bold": return 700
    case "bolder": return parent < 350 ? 400 : parent < 550 ? 700 : 900
    case "lighter": return parent < 550 ? 100 : parent < 750 ? 400 : 700
    default:
      guard let number = Int(text), 1...1000 ~= number else { return nil }
      return number
    }
  }
}

extension TextLook {
  /// Words for widths, in percent (CSS Fonts level 4, section 2.3).
  static let stretches = [
    "ultra-condensed": 50, "extra-condensed": 62.5, "condensed": 75, "semi-condensed": 87.5,
    "normal": 100, "semi-expanded": 112.5, "expanded": 125, "extra-expanded": 150,
    "ultra-expanded": 200,
  ]

  static func stretch(_ text: String) -> Double? {
    if let known = stretches[text.lowercased()] { return known }
    guard let value = LengthValue(text), value.unit == .percent, value.number >= 0 else {
      return nil
    }
    return value.number
  }
}

extension StyleReader {
  mutating func readText() {
    readFont()
    word(
      "text-anchor", \.text.anchor, initial: .start,
      ["start": .start, "middle": .middle, "end": .end])
    keyword("dominant-baseline", \.text.baseline, initial: .alphabetic) { text, _ in
      TextLook.baseline(text)
    }
    if declarations["alignment-baseline"] != nil {
      keyword("alignment-baseline", \.text.baseline, initial: style.text.baseline) { text, reader in
        ["auto", "baseline"].contains(text.lowercased())
          ? reader.style.text.baseline : TextLook.baseline(text)
      }
    }
    let lengths = lengths
    keyword("letter-spacing", \.text.letterSpacing, initial: 0) { text, _ in
      text.lowercased() == "normal"
        ? 0 : LengthValue(text).map { lengths.resolve($0, .horizontal) }
    }
    keyword("word-spacing", \.text.wordSpacing, initial: 0) { text, _ in
      text.lowercased() == "normal"
        ? 0 : LengthValue(text).map { lengths.resolve($0, .horizontal) }
    }
    word(
      "direction", \.text.isRightToLeft, initial: false,
      ["ltr": false, "rtl": true])
    let isRightToLeft = style.text.isRightToLeft
    // A text with the usual value takes over the override of the element around it.
    let outer = parent.text.overridesRightToLeft
    word(
      "unicode-bidi", \.text.overridesRightToLeft, initial: outer,
      [
        "bidi-override": isRightToLeft, "isolate-override": isRightToLeft, "embed": nil,
        "isolate": nil, "plaintext": nil, "normal": outer,
      ])
    let kinds: [Substring: [TextLook.Embedding.Kind]] = [
      "embed": [.embedded], "bidi-override": [.overridden], "isolate": [.isolated],
      "isolate-override": [.isolated, .overridden], "plaintext": [.ofItsText],
    ]
    for kind in declarations["unicode-bidi"].flatMap({ kinds[$0.lowercased().trimmed] }) ?? [] {
      style.text.embeddings.append(
        TextLook.Embedding(kind: kind, isRightToLeft: isRightToLeft))
    }
    readWritingMode()
    word(
      "text-transform", \.text.letterCase, initial: .asWritten,
      ["none": .asWritten, "uppercase": .upper, "lowercase": .lower, "capitalize": .capitalized])
    word(
      "text-rendering", \.text.isFast, initial: false,
      [
        "optimizespeed": true, "auto": false, "optimizelegibility": false,
        "geometricprecision": false,
      ])
    readDecoration()
    readBaselineShift()
    for (name, usual) in StyleReader.unfollowedTextProperties {
      guard let text = declarations[name]?.trimmed.lowercased(), text != "inherit" else { continue }
      let isUsual = usual.contains(text) || ["initial", "unset", "revert"].contains(text)
      if isUsual {
        style.text.unfollowed.remove(name)
      } else {
        style.text.unfollowed.insert(name)
      }
    }
  }

  private mutating func readFont() {
    keyword("font-family", \.text.families, initial: ["serif"]) { text, _ in
      TextLook.families(text)
    }
    keyword("font-weight", \.text.weight, initial: 400) { text, reader in
      TextLook.weight(text, parent: reader.parent.text.weight)
    }
    keyword("font-style", \.text.isItalic, initial: false) { text, _ in
      switch text.lowercased() {
      case "normal": false
      case "italic": true
      default: text.lowercased().hasPrefix("oblique") ? true : nil
      }
    }
    keyword("font-stretch", \.text.stretch, initial: 100) { text, _ in TextLook.stretch(text) }
    let variant =
      declarations["font-variant-caps"] == nil ? "font-variant" : "font-variant-caps"
    keyword(variant, \.text.hasSmallCapitals, initial: false) { text, _ in
      text.lowercased().split(separator: " ").contains("small-caps")
    }
    word(
      "font-kerning", \.text.hasKerning, initial: true,
      ["auto": true, "normal": true, "none": false])
  }

  /// With the values that change nothing.
  private static let unfollowedTextProperties: [(name: String, usual: Set<String>)] = [
    ("font-feature-settings", ["normal"]), ("text-shadow", ["none"]),
    ("font-variation-settings", ["normal"]), ("text-decoration-style", ["solid"]),
    ("text-decoration-thickness", ["auto", "from-font"]), ("text-underline-offset", ["auto"]),
    ("inline-size", ["auto"]), ("shape-inside", ["none"]),
    (
      "writing-mode",
      ["horizontal-tb", "lr", "lr-tb", "rl", "rl-tb", "vertical-rl", "vertical-lr", "tb", "tb-rl"]
    ),
  ]

  private mutating func readWritingMode() {
    word(
      "writing-mode", \.text.isVertical, initial: false,
      [
        "vertical-rl": true, "vertical-lr": true, "tb": true, "tb-rl": true, "horizontal-tb": false,
        "lr": false, "lr-tb": false, "rl": false, "rl-tb": false, "sideways-rl": false,
        "sideways-lr": false,
      ])
    // The first of them is the former name, with angles.
    for name in ["glyph-orientation-vertical", "text-orientation"] where declarations[name] != nil {
      word(
        name, \.text.orientation, initial: .mixed,
        [
          "auto": .mixed, "mixed": .mixed, "upright": .upright, "0": .upright, "0deg": .upright,
          "sideways": .sideways, "sideways-right": .sideways, "90": .sideways, "90deg": .sideways,
        ])
    }
  }

  private mutating func readDecoration() {
    let name =
      declarations["text-decoration-line"] == nil ? "text-decoration" : "text-decoration-line"
    guard let text = declarations[name]?.trimmed.lowercased() else { return }
    var lines: [TextDecoration.Line] = []
    var isValid = true
    func add(_ line: TextDecoration.Line) {
      // A repeated word makes the value wrong (CSS Text Decoration level 3, section 2.1).
      if lines.contains(line) { isValid = false } else { lines.append(line) }
    }
    for word in text.split(whereSeparator: \.isWhitespace) {
      switch word {
      case "underline": add(.underline)
      case "overline": add(.overline)
      case "line-through": add(.lineThrough)
      case "double", "dotted", "dashed", "wavy":
        style.text.unfollowed.insert("text-decoration-style")
      default: break
      }
    }
    guard isValid else {
      return warnings.append("'\(text.prefix(40))' is not a value for \(name)")
    }
    guard !lines.isEmpty else { return }
    style.text.decorations.append(
      TextDecoration(
        lines: lines, fontSize: style.fontSize, color: style.color, fill: style.fill,
        fillOpacity: style.fillOpacity, stroke: style.stroke, strokeOpacity: style.strokeOpacity,
        strokeStyle: style.strokeStyle))
  }

  private mutating func readBaselineShift() {
    guard let text = declarations["baseline-shift"]?.trimmed.lowercased() else { return }
    switch text {
    case "baseline", "initial", "unset", "inherit", "revert": break
    case "sub": style.text.baselineShift.lines.append((-0.5, style.fontSize))
    case "super": style.text.baselineShift.lines.append((0.5, style.fontSize))
    default:
      guard let value = LengthValue(text) else { return }
      var own = lengths
      own.viewport = Size(width: style.fontSize, height: style.fontSize)
      style.text.baselineShift.units += own.resolve(value, .vertical)
    }
  }
}

extension TextLook {
  /// The shift of baselines: user units, and parts of the heights of lines of font sizes.
  struct BaselineShift: Equatable {
    var units = 0.0
    var lines: [(part: Double, fontSize: Double)] = []

    static func == (a: Self, b: Self) -> Bool {
      a.units == b.units && a.lines.elementsEqual(b.lines, by: ==)
    }
  }

  fileprivate static func baseline(_ text: String) -> Baseline? {
    switch text.lowercased() {
    case "auto", "alphabetic", "baseline", "use-script", "no-change", "reset-size": .alphabetic
    case "middle": .middle
    case "central", "center": .central
    case "mathematical": .mathematical
    case "hanging": .hanging
    case "text-before-edge", "before-edge", "text-top", "top": .top
    case "text-after-edge", "after-edge", "text-bottom", "bottom", "ideographic": .bottom
    default: nil
    }
  }

  /// User units from a text's y down to the baseline.
  func offset(of font: Font, size: Double) -> Double {
    let own: Double
    switch baseline {
    case .alphabetic: own = 0
    case .middle: own = size / 4
    case .central: own = (font.ascent - font.descent) / 2 * size
    case .mathematical: own = font.ascent / 2 * size
    case .hanging: own = 0.8 * font.ascent * size
    case .top: own = font.ascent * size
    case .bottom: own = -font.descent * size
    }
    return baselineShift.lines.reduce(own - baselineShift.units) {
      $0 - $1.part * (font.ascent + font.descent) * $1.fontSize
    }
  }
}

/// Lines at a text, in the paints of the element that has them.
struct TextDecoration: Equatable {
  enum Line {
    case underline, overline, lineThrough

    /// The line along characters that begin at the origin, where browsers draw it: a tenth of the
    /// font size high.
    func rect(of font: Font, size: Double, width: Double) -> Rect {
      let height = size / 10
      let top =
        switch self {
        case .underline: height / 2
        case .overline: -font.ascent * size - height
        case .lineThrough: -font.ascent / 3 * size - height / 2
        }
      return Rect(x: 0, y: top, width: max(0, width), height: height)
    }
  }

  var lines: [Line]
  var fontSize: Double
  var color: Color
  var fill: PaintValue
  var fillOpacity: Double
  var stroke: PaintValue
  var strokeOpacity: Double
  var strokeStyle: StrokeStyle

  /// A style with the paints in the places of its own.
  func style(over style: ComputedStyle) -> ComputedStyle {
    var style = style
    style.color = color
    style.fill = fill
    style.fillOpacity = fillOpacity
    style.stroke = stroke
    style.strokeOpacity = strokeOpacity
    style.strokeStyle = strokeStyle
    return style
  }
}
