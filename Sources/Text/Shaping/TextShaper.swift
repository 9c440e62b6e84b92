import CHarfBuzz

/// Makes glyphs of characters with HarfBuzz.
@safe final class TextShaper {
  private let language: OpaquePointer?
  private let hasKerning: Bool
  /// The number of characters that were shaped or examined to end lines: the cost of a text, on any
  /// machine.
  var workCount = 0

  /// - Parameter locale: a tag such as `de-CH`; forms of letters may depend on it.
  init(locale: String, hasKerning: Bool) {
    self.hasKerning = hasKerning
    unsafe language =
      locale.isEmpty ? nil : locale.withCString { unsafe hb_language_from_string($0, -1) }
  }

  /// Divides a text into runs of one style, font, script and level, in the order of the text.
  func runs(
    of characters: StyledCharacters, levels: [Int8], fonts: FontStack, styles: [TextStyle]
  ) -> [ShapedRun] {
    let text = characters.text
    var runs: [ShapedRun] = []
    for index in text.indices {
      let scalar = text[index]
      var script = firstlight_script(scalar).rawValue
      let isShared = firstlight_is_shared_script(hb_script_t(script)) != 0
      let level = levels[index]
      let style = characters.style(at: index)
      let own = style > 0 ? styles[style - 1] : nil
      let fonts = own?.fonts ?? fonts
      let isEmoji = EmojiPresentation.isExpected(at: index, in: text)
      if let last = runs.last, last.level == level, last.style == style {
        if isShared { script = last.script }
        // A mark or a joining character stays with the characters before it.
        let font =
          firstlight_is_mark(scalar) != 0 && last.font.glyph(for: scalar) != nil
          ? last.font : fonts.font(for: scalar, isEmoji: isEmoji)
        let isLastShared = firstlight_is_shared_script(hb_script_t(last.script)) != 0
        if font === last.font || firstlight_is_mark(scalar) != 0,
          script == last.script || isLastShared
        {
          runs[runs.count - 1].range = last.range.lowerBound..<index + 1
          if isLastShared { runs[runs.count - 1].script = script }
          continue
        }
      }
      guard let font = fonts.font(for: scalar, isEmoji: isEmoji) else { return [] }
      runs.append(
        ShapedRun(
          font: font, range: index..<index + 1, level: level, script: script, style: style,
          scale: own?.scale ?? 1))
    }
    return runs
  }

  /// Shapes a part of a run in its context.
  func shape(
    _ run: ShapedRun, _ range: Range<Int>, of text: [UInt32], hasLigatures: Bool
  ) -> ShapedRun {
    var run = run
    run.range = range
    run.glyphs = []
    workCount += range.count
    // Not kept: it takes a kilobyte and more, and most texts are shaped once.
    guard let buffer = unsafe hb_buffer_create() else { preconditionFailure("out of memory") }
    defer { unsafe hb_buffer_destroy(buffer) }
    unsafe text.withUnsafeBufferPointer {
      unsafe firstlight_buffer_fill(
        buffer, $0.baseAddress, Int32(text.count), Int32(range.lowerBound), Int32(range.count),
        run.level & 1 == 1 ? 1 : 0, hb_script_t(run.script), language)
    }
    unsafe firstlight_shape(run.font.handle, buffer, hasLigatures ? 1 : 0, hasKerning ? 1 : 0)
    var count: UInt32 = 0
    let infos = unsafe hb_buffer_get_glyph_infos(buffer, &count)
    let positions = unsafe hb_buffer_get_glyph_positions(buffer, &count)
    guard let infos = unsafe infos, let positions = unsafe positions else { return run }
    run.glyphs.reserveCapacity(Int(count))
    for index in 0..<Int(count) {
      let info = unsafe infos[index]
      let position = unsafe positions[index]
      run.glyphs.append(
        ShapedGlyph(
          glyph: info.codepoint, cluster: Int(info.cluster),
          advance: run.font.em(position.x_advance) * run.scale,
          offsetX: run.font.em(position.x_offset) * run.scale,
          offsetY: -run.font.em(position.y_offset) * run.scale))
    }
    return run
  }
}
