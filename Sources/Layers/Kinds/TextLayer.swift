public import Animation
import CodeUnits
public import Geometry
public import Raster
public import Text

/// A layer that shows a text.
///
/// `{percent}` in its string stands for `progress` in whole percent, as the locale writes them, so
/// that a progress control drives a label as it drives a ring. `{phase}` stands for the phase of
/// the job at that progress, and `{remaining}` or `{timeLeft}` for the time that it still takes.
/// Glyphs are made again when the shown text, its fonts or its locale change, and not for a colour;
/// for a size or other bounds they are made again once, and kept from then on.
public final class TextLayer: Layer {
  /// The look of a run of the text.
  public struct RunStyle: Equatable {
    public var style: TextStyle
    /// Multiplied with the alpha of the text's colour; nil for that colour.
    public var color: Color?
    /// The name in key paths as `parts.NAME.color`, which change a colour that is not nil.
    public var name: String?

    public init(_ style: TextStyle, color: Color?, name: String? = nil) {
      self.style = style
      self.color = color
      self.name = name
    }
  }

  /// See `SharedLayerValues`.
  private final class SharedValues {
    var values: TextLayerValues

    init(_ values: TextLayerValues) { self.values = values }
  }

  private var sharedText: SharedValues
  private var results = Results()
  /// True if the glyphs are kept once the lines are made: the text is measured, or its lines were
  /// made more than once.
  private var keepsShaped = false

  private var text: TextLayerValues {
    @inline(__always) get { sharedText.values }
    @inline(__always) _modify {
      if !isKnownUniquelyReferenced(&sharedText) { sharedText = SharedValues(sharedText.values) }
      yield &sharedText.values
    }
  }

  /// The last results, on the presentation.
  private struct Results {
    @Rare var input: TextLayerValues.ShapingInput? = nil
    @Rare var shaped: ShapedText? = nil
    @Rare var outline: (text: String, style: QRStyle, code: (path: Path, side: Int)?)? = nil
    @Rare var layout: (attributes: TextAttributes, bounds: Rect, layout: TextLayout)? = nil
    @Rare var measures: (attributes: TextAttributes, width: Double, height: Double)? = nil
    @Rare var baseline: (attributes: TextAttributes, size: Size, baseline: Double?)? = nil
    @Rare var typed: (attributes: TextAttributes, line: EntryLine)? = nil
  }

  public init(fonts: FontStack) {
    sharedText = SharedValues(TextLayerValues(fonts: fonts))
    super.init()
  }

  public override var contentKind: ContentKind { .text }

  public override var kind: LayerKind { code == nil ? .text : .qr }

  public override var drawsContent: Bool { true }

  public override func draw(into drawing: inout Drawing) {
    if let style = text.code { return draw(style, into: &drawing) }
    if let entry = text.entry {
      return entryLine.draw(entry, text.attributes, text.color, in: bounds, into: &drawing)
    }
    for line in currentLayout().lines {
      for piece in line.pieces {
        drawing.append(DrawCommand(shape: .glyphs(piece), paint: .color(text.color)))
      }
      for run in line.styled {
        drawing.append(
          DrawCommand(shape: .glyphs(run.glyphs), paint: .color(color(ofStyle: run.style))))
      }
      for glyph in line.colored {
        for command in glyph.commands(color(ofStyle: glyph.style)) { drawing.append(command) }
      }
    }
  }

  /// The colour of runs of a style, counted from 1, which fades as the text's own does; the text's
  /// for 0.
  public func color(ofStyle style: Int) -> Color {
    guard style > 0, style <= text.styles.count, var own = text.styles[style - 1].color else {
      return text.color
    }
    own.alpha *= text.color.alpha
    return own
  }

  private func draw(_ style: QRStyle, into drawing: inout Drawing) {
    let key = text.shownString
    if results.outline.map({ $0.style != style || !$0.text.isIdentical(to: key) }) ?? true {
      results.outline = (key, style, style.outline(of: key))
    }
    guard let code = results.outline?.code else { return }
    drawing.append(
      DrawCommand(
        shape: .fill(code.path, .nonZero), paint: .color(text.color),
        transform: style.placement(code.side, in: bounds)))
  }

  /// The inputs for the shown text; results for other inputs are forgotten.
  private func currentInput() -> TextLayerValues.ShapingInput {
    let input = text.shapingInput
    if let known = results.input, known == input { return input }
    (results.input, results.shaped) = (input, nil)
    (results.layout, results.measures, results.typed) = (nil, nil, nil)
    results.baseline = nil
    return input
  }

  /// The shown text with its glyphs.
  private func currentText() -> ShapedText {
    let input = currentInput()
    if let shaped = results.shaped { return shaped }
    let shaped = ShapedText(
      input.string, fonts: input.fonts, locale: input.locale, hasLigatures: input.hasLigatures,
      styles: input.styles)
    results.shaped = shaped
    return shaped
  }

  /// The lines as laid out in the bounds.
  private func currentLayout() -> TextLayout {
    _ = currentInput()
    if let layout = results.layout, layout.attributes == text.attributes, layout.bounds == bounds {
      return layout.layout
    }
    if results.layout != nil { keepsShaped = true }
    let result = TextLayout(currentText(), text.attributes, in: bounds)
    results.layout = (text.attributes, bounds, result)
    if !keepsShaped { results.shaped = nil }
    return result
  }

  public override func needsDisplay(forKey property: AnimatableProperty) -> Bool {
    switch property {
    case .contents, .fontSize, .foregroundColor, .textParts: true
    default: super.needsDisplay(forKey: property)
    }
  }

  public override func makePresentation() -> Layer {
    let presentation = TextLayer(fonts: text.fonts)
    // Measuring the text has made its glyphs.
    (presentation.results.input, presentation.results.shaped) = (results.input, results.shaped)
    presentation.keepsShaped = keepsShaped
    return presentation
  }

  public override func presentation() -> TextLayer? { super.presentation() as? TextLayer }

  public override func updatePresentation(_ presentation: Layer) -> LayerChanges {
    guard let presentation = presentation as? TextLayer else { return [] }
    let before = presentation.sharedText
    presentation.sharedText = sharedText
    let changes = super.updatePresentation(presentation)
    // A change of the progress within one percent and one phase changes no text, unless the job
    // ends.
    if before.values.percent != presentation.text.percent
      || before.values.phase != presentation.text.phase
      || before.values.isOver != presentation.text.isOver,
      before.values.shownString != presentation.text.shownString
    {
      setNeedsDisplay()
    }
    // Only the layer itself takes space: an instance shows another time of it in that space.
    if isArranged, presentation === presented, before !== presentation.sharedText,
      before.values != presentation.text, !before.values.hasContentSize(of: presentation.text)
    {
      contentSizeDidChange()
    }
    return changes
  }

  // MARK: Space

  /// The width that the shown text takes if no line is broken, in points.
  public var naturalWidth: Double {
    let shown = presentation() ?? self
    shown.keepsShaped = true
    return shown.currentText().width(shown.text.attributes)
  }

  /// The height that the shown text takes in a width, in points.
  public func naturalHeight(width: Double) -> Double {
    let shown = presentation() ?? self
    shown.keepsShaped = true
    let (shaped, attributes) = (shown.currentText(), shown.text.attributes)
    if let known = shown.results.measures, known.width == width, known.attributes == attributes {
      return known.height
    }
    let height = shaped.height(attributes, width: width)
    shown.results.measures = (attributes, width, height)
    return height
  }

  /// The distance from the top of a rectangle of this size to the baseline of the first line of the
  /// shown text, in points. Nil if no line is shown.
  public func firstBaseline(in size: Size) -> Double? {
    let shown = presentation() ?? self
    shown.keepsShaped = true
    let (shaped, attributes) = (shown.currentText(), shown.text.attributes)
    if let known = shown.results.baseline, known.size == size, known.attributes == attributes {
      return known.baseline
    }
    let baseline = shaped.firstBaseline(attributes, in: size)
    shown.results.baseline = (attributes, size, baseline)
    return baseline
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

  public override var partKeys: [PartKey] {
    text.styles.compactMap { style in
      style.color == nil ? nil : style.name.map { .textColor($0) }
    }
  }

  override func partValue(of key: PartKey) -> AnimatableValue? {
    guard let index = index(of: key), let color = text.styles[index].color else { return nil }
    return AnimatableValue(color)
  }

  override func storePartValue(_ value: AnimatableValue, of key: PartKey) -> Bool {
    guard let index = index(of: key), text.styles[index].color != nil,
      case .color(let color) = value
    else { return false }
    text.styles[index].color = Color(color)
    return true
  }

  /// The run of a name, which is compared byte by byte.
  private func index(of key: PartKey) -> Int? {
    guard case .textColor(let name) = key else { return nil }
    return text.styles.firstIndex { $0.name?.isIdentical(to: name) ?? false }
  }

  // MARK: Properties

  /// The text, in which `{percent}`, `{phase}`, `{remaining}` and `{timeLeft}` are filled in. Line
  /// feeds break lines, and `TextRunMark`s begin runs of `runStyles`. A change runs the action of
  /// `contents`, such as a transition.
  public var string: String {
    get { text.template.string }
    set { setString(newValue, isLiteral: false) }
  }

  /// The string without the marks of runs.
  public var plainString: String { TextRunMark.removed(from: string) }

  /// True if the string is shown unchanged, with nothing filled in.
  public var isLiteral: Bool { text.template.isLiteral }

  /// Sets the string, with or without placeholders. The marks of runs are removed from a literal
  /// string, which may come from another program: only the scene has runs.
  public func setString(_ string: String, isLiteral: Bool) {
    // A text that is being typed keeps all characters, since its places count them; it has no runs.
    let string = isLiteral && entry == nil ? TextRunMark.removed(from: string) : string
    let template = isLiteral || code != nil ? TextTemplate(literal: string) : TextTemplate(string)
    // Swift compares strings by canonical equivalence; different bytes may still look different.
    let isSame = text.template == template && self.string.isIdentical(to: string)
    change(.contents, unless: isSame) { text.template = template }
  }

  /// The text as it is on the screen, or as it will be before the first commit.
  public var shownString: String {
    TextRunMark.removed(from: (presentation() ?? self).text.shownString)
  }

  /// The phase that a text with `{phase}` shows on the screen, or will show at the first commit.
  public var shownPhase: String { (presentation() ?? self).text.phase }

  /// A string with its placeholders filled in, as the layer would show it.
  public func filled(_ string: String) -> String {
    var values = (presentation() ?? self).text
    values.template = TextTemplate(string)
    return TextRunMark.removed(from: values.shownString)
  }

  /// A string filled in as if no value were known: it differs with the phase alone.
  public func filledByPhase(_ string: String) -> String {
    let values = (presentation() ?? self).text
    return TextRunMark.removed(
      from: TextTemplate(string).filled(
        progress: nil, phase: values.phase, remaining: nil, isOver: false, locale: values.locale))
  }

  /// The text as it is shown with its glyphs, for tools that measure it.
  public var shownText: ShapedText { (presentation() ?? self).currentText() }

  /// The text in place of a string with values while none of them is known, in the layer's own
  /// look; nil for that string.
  public var unknownString: String? {
    get { text.unknown?.string }
    set {
      let template = newValue.map { TextTemplate(TextRunMark.removed(from: $0)) }
      // Compared by bytes, as in `setString`.
      let isSame =
        template == text.unknown
        && (newValue ?? "").isIdentical(to: unknownString ?? "")
      update(unless: isSame) { text.unknown = template }
    }
  }

  /// The progress that `{percent}` shows, 0…1.
  public var progress: Double {
    get { text.progress }
    set {
      change(.progress, unless: progress == newValue) {
        storeAnimatableValue(.scalar(newValue), of: .progress)
      }
    }
  }

  /// True while the progress is unknown: `{percent}` is then an ellipsis, unless there is an
  /// `unknownString`.
  public var isIndeterminate: Bool {
    get { text.isIndeterminate }
    set { update(unless: text.isIndeterminate == newValue) { text.isIndeterminate = newValue } }
  }

  /// The phases whose texts `{phase}` shows, without marks of runs.
  public var phases: JobPhases {
    get { text.phases }
    set {
      var phases = newValue
      for index in phases.phases.indices {
        phases.phases[index].label = TextRunMark.removed(from: phases.phases[index].label)
      }
      guard text.phases != phases else { return }
      text.phases = phases
      // Most requests stay in the phase that is shown.
      markUncommitted()
    }
  }

  /// The seconds that `{remaining}` and `{timeLeft}` show; an ellipsis, and nothing, for nil, and
  /// nothing for both after the end of the job.
  public var remaining: Double? {
    get { text.remaining }
    set { update(unless: text.remaining == newValue) { text.remaining = newValue } }
  }

  public var fonts: FontStack {
    get { text.fonts }
    set { update(unless: text.fonts == newValue) { text.fonts = newValue } }
  }

  /// True if the text is drawn at the nearest quarters of a pixel where it is neither rotated nor
  /// scaled: a text that moves is drawn much faster then. Not for a QR code, which is drawn at
  /// whole pixels.
  public var quantizesPosition: Bool {
    get { text.quantizesPosition && text.code == nil }
    set { update(unless: text.quantizesPosition == newValue) { text.quantizesPosition = newValue } }
  }

  /// The styles of the string's runs; the first one has the number 1.
  public var runStyles: [RunStyle] {
    get { text.styles }
    set { update(unless: text.styles == newValue) { text.styles = newValue } }
  }

  /// A language tag as in `de-CH`, for percentages and the forms of letters; empty for none.
  public var locale: String {
    get { text.locale }
    set { update(unless: text.locale == newValue) { text.locale = newValue } }
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

  /// The style of the text. Its size is `fontSize`; setting it here does not animate.
  public var attributes: TextAttributes {
    get { text.attributes }
    set { update(unless: text.attributes == newValue) { text.attributes = newValue } }
  }

  /// The form as a QR code, whose braces stand for themselves; nil for letters.
  public var code: QRStyle? {
    get { text.code }
    set { update(unless: text.code == newValue) { text.code = newValue } }
  }

  /// The state of a text that is being typed; nil for a text that is only shown. A typed text has
  /// one line, and the layer should clip the part outside of its bounds.
  public var entry: TextEntry? {
    get { text.entry }
    set { update(unless: text.entry == newValue) { text.entry = newValue } }
  }

  /// The text in one line, as it was set.
  public var entryLine: EntryLine {
    let shaped = currentText()
    if let typed = results.typed, typed.attributes == text.attributes { return typed.line }
    let line = EntryLine(shaped, text.attributes)
    results.typed = (text.attributes, line)
    return line
  }

  // MARK: A job

  public override var progressProperty: AnimatableProperty? { .progress }

  public override var job: JobState {
    var job = JobState()
    job.phases = phases
    job.remaining = remaining
    job.isIndeterminate = isIndeterminate
    return job
  }

  public override func show(_ job: JobState, animated: Bool) {
    phases = job.phases
    remaining = job.remaining
    isIndeterminate = job.isIndeterminate
  }

  private func update(unless isSame: Bool, _ store: () -> Void) {
    if isSame { return }
    store()
    setNeedsDisplay()
  }
}
