public import Animation
import Geometry
public import Raster
public import Text

/// A layer that shows a text.
///
/// `{percent}` in its string stands for `progress` in whole percent, as the locale writes them, so
/// that a progress control drives a label as it drives a ring. Glyphs are made again only when the
/// text that is seen, its fonts or its locale change, and not for a colour or a size.
public final class TextLayer: Layer {
  private struct Values: Equatable {
    var string = ""
    var locale = ""
    var fonts: FontStack
    var progress = 0.0
    var color = Color.white
    var attributes = TextAttributes()

    /// What is seen; the percentage is rounded down.
    var shownString: String {
      guard let range = Values.placeholder(in: string) else { return string }
      let percent = ProgressStyle.completeParts(of: 100, at: progress)
      let text = PercentFormat(locale: locale).text(percent)
      var result = ""
      var rest = string[...]
      var next: Range<String.Index>? = range
      while let place = next {
        result += rest[..<place.lowerBound]
        result += text
        rest = rest[place.upperBound...]
        next = Values.placeholder(in: rest)
      }
      return result + rest
    }

    static func placeholder(in text: some StringProtocol) -> Range<String.Index>? {
      let wanted = TextLayer.placeholder.utf8
      var start = text.startIndex
      while let brace = text.utf8[start...].firstIndex(of: UInt8(ascii: "{")) {
        if text.utf8[brace...].starts(with: wanted) {
          return brace..<text.utf8.index(brace, offsetBy: wanted.count)
        }
        start = text.utf8.index(after: brace)
      }
      return nil
    }
  }

  /// What `progress` is put in place of.
  public static var placeholder: String { "{percent}" }

  private var text: Values

  // What was made last, on the presentation.
  private var shaped: (key: ShapingKey, text: ShapedText)?
  private var layout: (attributes: TextAttributes, bounds: Rect, layout: TextLayout)?

  /// What glyphs depend on.
  private struct ShapingKey: Equatable {
    var string: String
    var locale: String
    var fonts: FontStack
    var hasLigatures: Bool
  }

  public init(fonts: FontStack) {
    text = Values(fonts: fonts)
    super.init()
  }

  public override var kind: LayerKind { .text }

  public override var drawsContent: Bool { true }

  public override func draw(into drawing: inout Drawing) {
    for line in currentLayout().lines where !line.path.isEmpty {
      drawing.fill(line.path, with: .color(text.color))
    }
  }

  /// The lines as they are set in the bounds.
  private func currentLayout() -> TextLayout {
    let key = ShapingKey(
      string: text.shownString, locale: text.locale, fonts: text.fonts,
      hasLigatures: text.attributes.letterSpacing == 0)
    let shapedText: ShapedText
    if let shaped, shaped.key == key {
      shapedText = shaped.text
    } else {
      shapedText = ShapedText(
        key.string, fonts: key.fonts, locale: key.locale, hasLigatures: key.hasLigatures)
      shaped = (key, shapedText)
      layout = nil
    }
    if let layout, layout.attributes == text.attributes, layout.bounds == bounds {
      return layout.layout
    }
    let result = TextLayout(shapedText, text.attributes, in: bounds)
    layout = (text.attributes, bounds, result)
    return result
  }

  public override func needsDisplay(forKey property: AnimatableProperty) -> Bool {
    switch property {
    case .fontSize, .foregroundColor: true
    default: super.needsDisplay(forKey: property)
    }
  }

  public override func makePresentation() -> Layer { TextLayer(fonts: text.fonts) }

  public override func presentation() -> TextLayer? { super.presentation() as? TextLayer }

  public override func updatePresentation(_ presentation: Layer) -> LayerChanges {
    guard let presentation = presentation as? TextLayer else { return [] }
    let before = presentation.text
    presentation.text = text
    let changes = super.updatePresentation(presentation)
    // A progress that moves within a percent shows nothing new.
    if before.progress != presentation.text.progress,
      before.shownString != presentation.text.shownString
    {
      setNeedsDisplay()
    }
    return changes
  }

  public override func animatableValue(of property: AnimatableProperty) -> AnimatableValue? {
    switch property {
    case .progress: .scalar(text.progress)
    case .fontSize: .scalar(text.attributes.size)
    case .foregroundColor: AnimatableValue(text.color)
    default: super.animatableValue(of: property)
    }
  }

  @discardableResult
  public override func storeAnimatableValue(
    _ value: AnimatableValue, of property: AnimatableProperty
  ) -> Bool {
    switch (property, value) {
    case (.progress, .scalar(let number)):
      text.progress = number.isNaN ? 0 : min(max(number, 0), 1)
    case (.fontSize, .scalar(let number)):
      text.attributes.size = number
    case (.foregroundColor, .color(let color)):
      text.color = Color(color)
    default: return super.storeAnimatableValue(value, of: property)
    }
    return true
  }

  // MARK: Properties

  /// The text, in which `{percent}` stands for the progress. Line feeds break lines.
  public var string: String {
    get { text.string }
    set { update(&text.string, newValue) }
  }

  /// The text as it is on the screen, or as it will be before the first commit.
  public var shownString: String { (presentation() ?? self).text.shownString }

  /// What `{percent}` shows, 0…1.
  public var progress: Double {
    get { text.progress }
    set {
      change(.progress, unless: progress == newValue) {
        storeAnimatableValue(.scalar(newValue), of: .progress)
      }
    }
  }

  public var fonts: FontStack {
    get { text.fonts }
    set { update(&text.fonts, newValue) }
  }

  /// A language tag as in `de-CH`, for percentages and the forms of letters; empty for none.
  public var locale: String {
    get { text.locale }
    set { update(&text.locale, newValue) }
  }

  /// Points.
  public var fontSize: Double {
    get { text.attributes.size }
    set { change(.fontSize, unless: fontSize == newValue) { text.attributes.size = newValue } }
  }

  /// Opaque white unless set.
  public var foregroundColor: Color {
    get { text.color }
    set {
      change(.foregroundColor, unless: foregroundColor == newValue) { text.color = newValue }
    }
  }

  /// How the text is set; its size is `fontSize`, and setting it here does not animate.
  public var attributes: TextAttributes {
    get { text.attributes }
    set { update(&text.attributes, newValue) }
  }

  private func update<Value: Equatable>(_ value: inout Value, _ newValue: Value) {
    guard value != newValue else { return }
    value = newValue
    setNeedsDisplay()
  }
}
