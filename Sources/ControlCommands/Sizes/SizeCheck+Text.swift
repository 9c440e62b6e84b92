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
    /// The radius of the corners of an area that takes touches.
    var corner = 0.0
    /// The number of layers that are drawn before, with those below its own.
    var place: Int
  }

  /// The pixels of a text as it is laid out, and the colours of its parts.
  private struct Ink {
    /// The font's size on the screen, in pixels.
    var size: Double
    /// The glyphs of each line in the layer, and on the screen.
    var boxes: [Rect] = []
    var lines: [Rect] = []
    var colors: [Color] = []

    var bounds: Rect { lines.reduce(Rect.null) { $0.union($1) } }

    mutating func add(_ color: Color) {
      if !colors.contains(color) { colors.append(color) }
    }
  }

  mutating func check(_ layer: TextLayer, _ around: Surroundings) {
    let string = layer.shownString
    guard string.contains(where: { !$0.isWhitespace }) else { return }
    if around.isAnimated { hasMotion = true }
    seen[around.path] = Seen(opacity: around.opacity, moves: around.isStilled)
    if let code = layer.code { return checkModules(of: layer, code, string, around) }
    if layer.backgroundColor != nil {
      noteBackdrop(layer, Self.onScreen(layer.bounds, of: layer), around, isPlain: true)
    }
    guard let ink = ink(of: layer, around) else { return }
    noteExtent(ink.bounds.common(with: around.clip))
    // Lengths of a layout are sums of rounded numbers.
    if ink.size < Self.leastText - 0.001 { find(.smallText(ink.size), around) }
    guard !around.moves, isInSight(ink.bounds, around) else { return }
    checkInk(of: layer, ink, around)
  }

  private mutating func find(_ kind: SizeFinding.Kind, _ around: Surroundings) {
    findings.append(SizeFinding(layer: around.path, kind: kind))
  }

  private mutating func checkModules(
    of layer: TextLayer, _ code: QRStyle, _ string: String, _ around: Surroundings
  ) {
    let modules = code.sideCount(of: string)
    let side = min(layer.bounds.width, layer.bounds.height) * Self.scale(of: layer)
    let pixels = (side / Double(modules)).rounded(.down)
    if pixels < Self.leastModule { find(.smallCode(pixels), around) }
    note(layer, Self.onScreen(layer.bounds, of: layer), around)
    checkCode(layer, modules: modules, quietZone: code.quietZone, around)
  }

  /// The text's pixels; nil where there are none. Finds texts that are hidden or shortened.
  private mutating func ink(of layer: TextLayer, _ around: Surroundings) -> Ink? {
    // A text that people type is one line, which moves within its layer and may be longer.
    let isTyped = layer.entry.map { !$0.isPlaceholder } ?? false
    var attributes = layer.attributes
    if isTyped { attributes.minimumSize = nil }
    let layout = TextLayout(layer.shownText, attributes, in: layer.bounds)
    guard layout.size > 0 else {
      find(.hiddenText, around)
      return nil
    }
    if !isTyped, layout.isTruncated, Self.isMostlyCut(layer, layout) {
      find(.truncatedText, around)
    }
    var ink = Ink(size: layout.size * Self.scale(of: layer))
    for line in layout.lines {
      var box = Rect.null
      if !line.glyphs.isEmpty {
        box = box.union(line.glyphs.bounds)
        ink.add(layer.foregroundColor)
      }
      for run in line.styled {
        box = box.union(run.glyphs.bounds)
        ink.add(layer.color(ofStyle: run.style))
      }
      if isTyped { box = box.common(with: layer.bounds) }
      guard !box.isNull, !(isTyped && box.isEmpty) else { continue }
      ink.boxes.append(box)
      ink.lines.append(Self.onScreen(box, of: layer))
    }
    return ink.lines.isEmpty ? nil : ink
  }

  /// False for a text beyond the screen or its clip, which is noted.
  private mutating func isInSight(_ ink: Rect, _ around: Surroundings) -> Bool {
    if ink.common(with: screen).isEmpty {
      seen[around.path] = nil
      find(.outside, around)
      return false
    }
    guard ink.common(with: around.clip).isEmpty else { return true }
    seen[around.path] = nil
    // A control may bring a cut-off text into sight.
    if let owner = around.clipOwner, !around.isShifted, !around.isAnimated {
      find(.clippedText(by: owner), around)
    }
    return false
  }

  /// Checks a text in sight: its cuts, the texts that it overlaps, and its contrast.
  private mutating func checkInk(of layer: TextLayer, _ ink: Ink, _ around: Surroundings) {
    let bounds = ink.bounds
    let clip =
      layer.masksToBounds
      ? around.clip.common(with: Self.onScreen(layer.bounds, of: layer)) : around.clip
    seen[around.path] = Seen(
      opacity: around.opacity * (ink.colors.map(\.alpha).max() ?? 1), moves: around.isStilled,
      cut: [
        clip.minX - bounds.minX, clip.minY - bounds.minY, bounds.maxX - clip.maxX,
        bounds.maxY - clip.maxY,
      ])
    let beyond = bounds.beyond(clip)
    if beyond > max(Self.tolerance, ink.size * Self.invisibleCut) {
      find(.cutText(beyond), around)
    } else if layer.isArranged {
      checkContainer(bounds, around)
    }
    let isPassing = around.isFading || around.isStilled
    if !isPassing { checkOverlaps(bounds, around) }
    texts.append((around.path, around.indices, bounds, drawn.count, isPassing))
    let lines = ink.lines.map { $0.common(with: clip) }
    noteContent(
      bounds.common(with: clip), around, lines: around.isCut ? [] : lines.filter { !$0.isEmpty })
    checkContrast(
      layer, ink.colors, size: ink.size, ink: bounds, lines: lines, boxes: ink.boxes, clip: clip,
      around)
  }

  private mutating func checkOverlaps(_ ink: Rect, _ around: Surroundings) {
    // Texts that are shown one after the other are compared at the moments of `lookAtMoments`.
    for other in texts where !other.isPassing && !isApart(other.indices, around.indices) {
      let common = other.ink.common(with: ink)
      guard common.width > Self.tolerance, common.height > Self.tolerance else { continue }
      // A layer between the two may hide the other one.
      let isHidden = drawn[other.place...].contains {
        $0.cover.isOpaque && $0.frame.contains(common)
      }
      if !isHidden { find(.overlap(other.path), around) }
    }
  }

  /// True if an ellipsis stands for more than half of a text. For less, the `truncation` is meant.
  private static func isMostlyCut(_ layer: TextLayer, _ layout: TextLayout) -> Bool {
    guard layer.attributes.truncation != .none, layer.fontSize > 0 else { return true }
    let natural = layer.naturalWidth * layout.size / layer.fontSize
    return layer.bounds.width * Double(layout.lines.count) < natural / 2
  }
}
