import Geometry
import Layers
import Raster
import Text

extension SizeCheck {
  /// The part of a font's size that an edge may cut off: nobody sees it.
  private static let invisibleCut = 0.02

  struct Content {
    var path: String
    var indices: [Int]
    var frame: Rect
    /// The pixels of the glyphs of each line; none for a code or an area that takes touches.
    var lines: [Rect] = []
    /// The parts that a code cannot be read without; none for a text.
    var finders: [Rect] = []
    /// The number of layers that are drawn before, with those below its own.
    var place: Int
  }

  mutating func check(_ layer: TextLayer, _ around: Surroundings) {
    let string = layer.shownString
    guard string.contains(where: { !$0.isWhitespace }) else { return }
    func find(_ kind: SizeFinding.Kind) {
      findings.append(SizeFinding(layer: around.path, kind: kind))
    }
    if around.isAnimated { hasMotion = true }
    seen[around.path] = Seen(opacity: around.opacity, moves: around.isStilled)
    if let code = layer.code {
      let side = min(layer.bounds.width, layer.bounds.height) * Self.scale(of: layer)
      let pixels = (side / Double(code.sideCount(of: string))).rounded(.down)
      if pixels < Self.leastModule { find(.smallCode(pixels)) }
      note(layer, Self.onScreen(layer.bounds, of: layer), around)
      checkCode(layer, modules: code.sideCount(of: string), quietZone: code.quietZone, around)
      return
    }
    if layer.backgroundColor != nil {
      noteBackdrop(layer, Self.onScreen(layer.bounds, of: layer), around, isPlain: true)
    }
    // A text that people type is one line, which moves within its layer and may be longer.
    let isTyped = layer.entry.map { !$0.isPlaceholder } ?? false
    var attributes = layer.attributes
    if isTyped { attributes.minimumSize = nil }
    let layout = TextLayout(layer.shownText, attributes, in: layer.bounds)
    guard layout.size > 0 else { return find(.hiddenText) }
    if !isTyped, layout.isTruncated, Self.isMostlyCut(layer, layout) { find(.truncatedText) }
    var lines: [Rect] = []
    var boxes: [Rect] = []
    // The colours of its parts, which are few.
    var colors: [Color] = []
    func noteColor(_ color: Color) {
      if !colors.contains(color) { colors.append(color) }
    }
    for line in layout.lines {
      var box = Rect.null
      if !line.glyphs.isEmpty {
        box = box.union(line.glyphs.bounds)
        noteColor(layer.foregroundColor)
      }
      for run in line.styled {
        box = box.union(run.glyphs.bounds)
        noteColor(layer.color(ofStyle: run.style))
      }
      if isTyped { box = box.common(with: layer.bounds) }
      guard !box.isNull, !(isTyped && box.isEmpty) else { continue }
      boxes.append(box)
      lines.append(Self.onScreen(box, of: layer))
    }
    guard !lines.isEmpty else { return }
    let ink = lines.reduce(Rect.null) { $0.union($1) }
    let pixels = layout.size * Self.scale(of: layer)
    // Lengths of a layout are sums of rounded numbers.
    if pixels < Self.leastText - 0.001 { find(.smallText(pixels)) }
    guard !around.moves else { return }
    let clip =
      layer.masksToBounds
      ? around.clip.common(with: Self.onScreen(layer.bounds, of: layer)) : around.clip
    if ink.common(with: screen).isEmpty {
      seen[around.path] = nil
      return find(.outside)
    }
    if ink.common(with: around.clip).isEmpty {
      seen[around.path] = nil
      // A text that an edge cuts off may come into sight by a control.
      if let owner = around.clipOwner, !around.isShifted, !around.isAnimated {
        find(.clippedText(by: owner))
      }
      return
    }
    seen[around.path] = Seen(
      opacity: around.opacity * (colors.map(\.alpha).max() ?? 1), moves: around.isStilled,
      cut: [clip.minX - ink.minX, clip.minY - ink.minY, ink.maxX - clip.maxX, ink.maxY - clip.maxY])
    let beyond = ink.beyond(clip)
    if beyond > max(Self.tolerance, pixels * Self.invisibleCut) {
      find(.cutText(beyond))
    } else if layer.isArranged {
      checkContainer(ink, around)
    }
    let isPassing = around.isFading || around.isStilled
    for other in texts where !isApart(other.indices, around.indices) {
      // Texts that are shown one after the other are looked at when they are there.
      if isPassing || other.isPassing { continue }
      let common = other.ink.common(with: ink)
      guard common.width > Self.tolerance, common.height > Self.tolerance else { continue }
      // A layer between the two may hide the other one.
      let isHidden = drawn[other.place...].contains {
        $0.cover.isOpaque && $0.frame.contains(common)
      }
      if !isHidden { find(.overlap(other.path)) }
    }
    texts.append((around.path, around.indices, ink, drawn.count, isPassing))
    noteContent(
      ink.common(with: clip), around,
      lines: around.isCut ? [] : lines.map { $0.common(with: clip) }.filter { !$0.isEmpty })
    checkContrast(
      layer, colors, size: pixels, ink: ink,
      lines: lines.map { $0.common(with: clip) }, boxes: boxes, clip: clip, around)
  }

  /// True if an ellipsis stands for more than half of a text. For less, the `truncation` is meant.
  private static func isMostlyCut(_ layer: TextLayer, _ layout: TextLayout) -> Bool {
    guard layer.attributes.truncation != .none, layer.fontSize > 0 else { return true }
    let natural = layer.naturalWidth * layout.size / layer.fontSize
    return layer.bounds.width * Double(layout.lines.count) < natural / 2
  }
}
