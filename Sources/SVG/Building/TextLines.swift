import CMath
import Geometry
import Text

/// Places the characters of a text, in chunks that each begin at a place of their own.
struct TextLines {
  /// Outlines of characters of one span, or a line at them.
  struct Run {
    var path: Path
    var span: Int
    /// From the font's ascent to its descent.
    var box: Rect
    /// The paints of a line; nil for characters.
    var decoration: TextDecoration?
  }

  /// Characters that are shaped together.
  private struct Segment {
    var text: String
    var first: SetCharacter
    var level = 0
    /// The lowest level between it and the segment before it.
    var levelBefore = 0
    var advance = 0.0

    typealias SetCharacter = TextSetter.SetCharacter
  }

  private var setter: TextSetter
  private let fonts: TextFonts
  private var runs: [Run] = []
  private var pen = Point.zero
  /// True for lines from top to bottom, which the whole text has or has not.
  private let isVertical: Bool

  private var builder: LayerBuilder { setter.builder }

  /// The outlines of all characters at their places.
  static func runs(_ setter: TextSetter, _ fonts: TextFonts) throws(SVGError) -> [Run] {
    var setter = setter
    if !setter.keepsSpace, setter.characters.last?.isSpace == true {
      setter.characters.removeLast()
    }
    var lines = TextLines(setter: setter, fonts: fonts)
    try lines.adjust()
    try lines.set()
    return lines.runs
  }

  private init(setter: TextSetter, fonts: TextFonts) {
    self.setter = setter
    self.fonts = fonts
    isVertical = setter.spans.first?.context.parent.text.isVertical ?? false
  }

  // MARK: textLength

  private mutating func adjust() throws(SVGError) {
    for adjustment in setter.adjustments {
      let range = adjustment.range.clamped(to: setter.characters.indices)
      guard !range.isEmpty else { continue }
      let segments = try segments(in: range)
      // The length begins where the first character stands, behind its own shift.
      let width = segments.reduce(0) { $0 + $1.advance + shift(of: $1) } - shift(of: segments[0])
      guard width > 0, width.isFinite else { continue }
      if adjustment.stretchesGlyphs {
        // Browsers and resvg leave out a length of 0 here.
        guard adjustment.length > 0 else { continue }
        let factor = adjustment.length / width
        for index in range { setter.characters[index].stretch *= factor }
      } else if range.count > 1 {
        let extra = (adjustment.length - width) / Double(range.count - 1)
        for index in range.dropLast() { setter.characters[index].extraAdvance += extra }
        // The text after the characters keeps their new spacing to the last of them (SVG 2, section
        // 11.5).
        let last = range.upperBound - 1
        if range.upperBound < setter.characters.count, !begins(range.upperBound) {
          setter.characters[last].extraAdvance += extra
        }
      }
    }
  }

  /// The part of a segment's own shift that lies along the line.
  private func shift(of segment: Segment) -> Double {
    isVertical && segment.first.path == nil ? segment.first.dy : segment.first.dx
  }

  // MARK: Chunks

  private mutating func set() throws(SVGError) {
    var first = 0
    while first < setter.characters.count {
      var end = first + 1
      while end < setter.characters.count, !begins(end) { end += 1 }
      try setChunk(first..<end)
      first = end
    }
  }

  /// True if a chunk begins at a character.
  private func begins(_ index: Int) -> Bool {
    let character = setter.characters[index]
    if character.path != setter.characters[index - 1].path { return true }
    // On a path, a place across the path does not begin a chunk.
    return character.x != nil || (character.y != nil && character.path == nil)
  }

  private mutating func setChunk(_ range: Range<Int>) throws(SVGError) {
    let first = setter.characters[range.lowerBound]
    let guide = first.path.map { setter.paths[$0] }
    if let guide {
      // Only the coordinate along the path counts (SVG 2, section 11.8.1).
      pen = Point(x: guide.startOffset + (first.x ?? 0), y: 0)
    } else {
      pen = Point(x: first.x ?? pen.x, y: first.y ?? pen.y)
    }
    let segments = try segments(in: range)
    let look = setter.spans[first.span].context.parent.text
    let width = segments.reduce(0) { $0 + $1.advance + shift(of: $1) }
    let isDown = isVertical && guide == nil
    switch (look.anchor, isRightToLeft(look)) {
    case (.start, false), (.end, true): break
    case (.middle, _): move(by: -width / 2, isDown)
    case (.end, false), (.start, true): move(by: -width, isDown)
    }
    var parts: [(level: Int, segment: Segment?)] = []
    for segment in segments {
      // The ends of isolated parts keep their neighbours apart.
      if segment.levelBefore < segment.level { parts.append((segment.levelBefore, nil)) }
      parts.append((segment.level, segment))
    }
    for case (_, let segment?) in Bidirectional.visualOrder(parts, { $0.level }) {
      pen.x += segment.first.dx
      pen.y += segment.first.dy
      try draw(segment, on: guide)
      move(by: segment.advance, isDown)
    }
    if let guide { pen = guide.end }
  }

  /// The direction of a chunk by the look of its first character: that of the whole text if the
  /// character's own direction is set apart.
  private func isRightToLeft(_ look: TextLook) -> Bool {
    guard !look.embeddings.isEmpty, let whole = setter.spans.first else {
      return look.isRightToLeft
    }
    return whole.context.parent.text.isRightToLeft
  }

  /// Moves the pen along the line.
  private mutating func move(by distance: Double, _ isDown: Bool) {
    if isDown { pen.y += distance } else { pen.x += distance }
  }

  /// True for a character that stands upright in a vertical line.
  private func isUpright(_ character: TextSetter.SetCharacter) -> Bool {
    guard isVertical, character.path == nil else { return false }
    switch setter.spans[character.span].context.parent.text.orientation {
    case .upright: return true
    case .sideways: return false
    case .mixed: return VerticalText.isUpright(character.text)
    }
  }

  /// The segments of characters, in their logical order, with their advances.
  private func segments(in range: Range<Int>) throws(SVGError) -> [Segment] {
    let characters = setter.characters[range]
    let looks = characters.map { setter.spans[$0.span].context.parent.text }
    let overrides = looks.map(\.overridesRightToLeft)
    let levels = Bidirectional.levels(
      of: characters.map(\.text), isRightToLeft: looks.first.map { isRightToLeft($0) } ?? false,
      embeddings: looks.map(\.embeddings))
    let adjusted = setter.adjustments.map(\.range)
    // Characters that are set one by one are shaped several times.
    let hasAlone =
      !adjusted.isEmpty || isVertical
      || characters.contains { $0.path != nil || $0.rotation != nil }
      || overrides.contains { $0 != nil }
    try builder.countCharacters(range.count * (hasAlone ? 5 + adjusted.count / 16 : 1))
    var segments: [Segment] = []
    for (offset, index) in range.enumerated() {
      let character = characters[index]
      let isAlone =
        character.path != nil || character.rotation != nil
        || adjusted.contains { $0.contains(index) } || isUpright(character)
        // Shaped together, characters would come in their usual order, whatever the override.
        || overrides[offset] != nil
      if let last = segments.last, !isAlone, !segments[segments.count - 1].first.isAlone,
        last.first.span == character.span, last.level == levels[offset].own, character.dx == 0,
        character.dy == 0, last.first.isSmallCapital == character.isSmallCapital,
        !(last.text.hasSuffix(" ") && spacing(of: character) != 0)
      {
        segments[segments.count - 1].text += character.text
        continue
      }
      var segment = Segment(
        text: character.text, first: character, level: levels[offset].own,
        levelBefore: levels[offset].before)
      segment.first.isAlone = isAlone
      segments.append(segment)
    }
    // Two letters are shaped three times for each place where segments meet.
    if !hasAlone { try builder.countCharacters(4 * (segments.count - 1)) }
    for index in segments.indices {
      var advance = advance(of: segments[index])
      let first = segments[index].first
      // Letters of different segments keep the kerning that they would have in one.
      if index > 0 {
        let kerning = kerning(segments[index - 1], segments[index])
        segments[index - 1].advance += kerning * segments[index - 1].first.stretch
      }
      if segments[index].text.hasSuffix(" ") { advance += spacing(of: first) }
      segments[index].advance = advance * first.stretch + first.extraAdvance
    }
    return segments
  }

  private func spacing(of character: TextSetter.SetCharacter) -> Double {
    setter.spans[character.span].context.parent.text.wordSpacing
  }

  // MARK: Shaping

  private func fontSize(_ character: TextSetter.SetCharacter) -> Double {
    let size = setter.spans[character.span].context.parent.fontSize
    // The size that browsers give to capitals that a font does not have small.
    return character.isSmallCapital ? size * 0.7 : size
  }

  private func haveSameFont(
    _ a: TextSetter.SetCharacter, _ b: TextSetter.SetCharacter
  ) -> Bool {
    let looks = [a, b].map { setter.spans[$0.span].context.parent.text }
    return fontSize(a) == fontSize(b) && looks[0].hasSameFont(as: looks[1])
  }

  private func shape(_ text: String, _ segment: Segment) -> ShapedText? {
    let style = setter.spans[segment.first.span].context.parent
    guard let stack = fonts.match(style.text)?.fonts else { return nil }
    // A mark sets the direction, even of characters without one.
    let mark =
      segment.level.isMultiple(of: 2)
      ? (Bidirectional.hasDirection(text) ? "\u{200E}" : "") : "\u{200F}"
    return ShapedText(
      mark + text, fonts: stack, hasLigatures: style.text.letterSpacing == 0 && !style.text.isFast,
      hasKerning: style.text.hasKerning && !style.text.isFast)
  }

  private func advance(of segment: Segment) -> Double {
    if isUpright(segment.first) {
      let style = setter.spans[segment.first.span].context.parent
      guard let font = fonts.match(style.text)?.fonts.primary else { return 0 }
      let extent = VerticalText.extent(of: segment.text, in: font)
      return (extent.above + extent.below) * fontSize(segment.first) + style.text.letterSpacing
    }
    let spacing = setter.spans[segment.first.span].context.parent.text.letterSpacing
    func width(_ text: String) -> Double {
      shape(text, segment)?.naturalWidth(size: fontSize(segment.first), letterSpacing: spacing) ?? 0
    }
    // Spaces at the end of a line have no width: something stands behind them.
    let value =
      segment.text.hasSuffix(" ")
      ? width(segment.text + ".") - width(".") : width(segment.text) + spacing
    return value.isFinite ? value : 0
  }

  /// The change of the distance of two segments by the letters that meet there.
  private func kerning(_ first: Segment, _ second: Segment) -> Double {
    guard let last = first.text.last.map({ String($0) }),
      let next = second.text.first.map({ String($0) }), last != " ", next != " ",
      haveSameFont(first.first, second.first), first.level == second.level,
      second.levelBefore >= second.level,
      first.level.isMultiple(of: 2) || (first.first.isAlone && second.first.isAlone),
      !isUpright(first.first), !isUpright(second.first)
    else { return 0 }
    let size = fontSize(first.first)
    func width(_ text: String) -> Double {
      shape(text, first)?.naturalWidth(size: size, letterSpacing: 0) ?? 0
    }
    let value = width(last + next) - width(last) - width(next)
    return value.isFinite ? value : 0
  }

  private mutating func draw(_ segment: Segment, on guide: GuidePath?) throws(SVGError) {
    let span = setter.spans[segment.first.span]
    let style = span.context.parent
    let size = fontSize(segment.first)
    guard let font = font(for: style.text, at: span.place), size > 0, pen.x.isFinite,
      pen.y.isFinite
    else { return }
    guard size <= 1e5 else {
      return builder.warn(
        "a text with a font of more than 100,000 units is not drawn", at: span.place)
    }
    guard let shaped = shape(segment.text, segment),
      let (transform, glyphTransform) = transforms(of: segment, shaped, font, on: guide),
      transform.isFinite, glyphTransform.isFinite
    else { return }
    let path = path(of: segment, shaped, glyphTransform)
    try builder.countSegments(path)
    let box = Rect(
      x: 0, y: -font.ascent * size, width: max(0, segment.advance),
      height: (font.ascent + font.descent) * size
    ).transformed(by: transform)
    var above: [Run] = []
    for decoration in style.text.decorations {
      for line in decoration.lines {
        let rect = line.rect(of: font, size: decoration.fontSize, width: segment.advance)
        let path = Path.rect(rect).transformed(by: transform)
        try builder.countSegments(path)
        let run = Run(path: path, span: segment.first.span, box: box, decoration: decoration)
        if line == .lineThrough { above.append(run) } else { runs.append(run) }
      }
    }
    runs.append(Run(path: path, span: segment.first.span, box: box))
    runs += above
  }

  /// The font of a span, with warnings about families and widths that the machine does not have.
  private func font(for look: TextLook, at place: Int) -> Font? {
    guard let match = fonts.match(look), let font = match.fonts.primary else {
      builder.warn("the text is not drawn: the machine has no font", at: place)
      return nil
    }
    for family in match.missing {
      builder.warn("the font '\(family.prefix(40))' is not on this machine", at: place)
    }
    if !match.hasWidth {
      builder.warn(
        "font-stretch is not followed: the font has no face of another width", at: place)
    }
    return font
  }

  /// The outlines of a segment's glyphs at their place.
  private func path(
    of segment: Segment, _ shaped: ShapedText, _ transform: AffineTransform
  ) -> Path {
    let span = setter.spans[segment.first.span]
    let letterSpacing = span.context.parent.text.letterSpacing
    let size = fontSize(segment.first)
    var attributes = TextAttributes()
    attributes.size = size
    attributes.letterSpacing = letterSpacing
    attributes.alignment = .left
    let layout = TextLayout(
      shaped, attributes,
      in: Rect(x: 0, y: 0, width: max(abs(segment.advance), 1) * 2 + size, height: size))
    var start = 0.0
    if !segment.level.isMultiple(of: 2), segment.text.hasSuffix(" "), segment.first.stretch > 0 {
      // Spaces at the end stand to the left, and the layout leaves them out.
      let bare = shaped.naturalWidth(size: size, letterSpacing: letterSpacing)
      start = max(0, segment.advance / segment.first.stretch - bare)
    }
    var path = Path()
    for line in layout.lines {
      if !line.colored.isEmpty {
        builder.warn("characters in colours are not drawn", at: span.place)
      }
      path.append(
        line.path.transformed(
          by: AffineTransform.translation(x: start, y: -line.origin.y)
            .followed(by: transform)))
    }
    return path
  }

  /// Maps a segment's line, and its glyphs, which may stand upright beside it, to their place.
  ///
  /// - Returns: nil for a letter that is not shown.
  private func transforms(
    of segment: Segment, _ shaped: ShapedText, _ font: Font, on guide: GuidePath?
  ) -> (line: AffineTransform, glyphs: AffineTransform)? {
    let style = setter.spans[segment.first.span].context.parent
    let isDown = isVertical && guide == nil
    var look = style.text
    // Characters in vertical lines have their middles on the line.
    if isDown, look.baseline == .alphabetic { look.baseline = .central }
    // The shift follows the span's own font size, also for small capitals.
    let shift = look.offset(of: font, size: style.fontSize)
    var line = AffineTransform.scale(x: segment.first.stretch, y: 1)
    line = line.followed(by: .translation(x: 0, y: shift))
    if isDown { line = line.followed(by: .rotation(.pi / 2)) }
    var upright: AffineTransform?
    if isUpright(segment.first) {
      let size = fontSize(segment.first)
      let extent = VerticalText.extent(of: segment.text, in: font)
      let width = shaped.naturalWidth(size: size, letterSpacing: 0)
      upright = AffineTransform.translation(x: -width / 2, y: extent.above * size)
        .followed(by: .scale(x: 1, y: segment.first.stretch))
    }
    if let degrees = segment.first.rotation {
      let rotation = AffineTransform.rotation(
        degrees.truncatingRemainder(dividingBy: 360) * .pi / 180)
      line = line.followed(by: rotation)
      upright = upright?.followed(by: rotation)
    }
    if let guide {
      // Letters whose middle lies beyond the ends of the path are not shown.
      let middle = (segment.advance - segment.first.extraAdvance) / 2
      guard let place = guide.place(at: pen.x + middle, middle: middle) else { return nil }
      line = line.followed(by: .translation(x: 0, y: pen.y)).followed(by: place)
    } else {
      let place = AffineTransform.translation(x: pen.x, y: pen.y)
      line = line.followed(by: place)
      upright = upright?.followed(by: place)
    }
    return (line, upright ?? line)
  }
}
