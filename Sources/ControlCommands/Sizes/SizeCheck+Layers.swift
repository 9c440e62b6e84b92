import Animation
import Geometry
import Layers
import Raster

extension SizeCheck {
  /// The opacity from which a line through a text is seen.
  private static let visible = 0.2

  /// A layer's path and the effects of the layers around it.
  struct Surroundings {
    var path = ""
    var indices: [Int] = []
    var opacity = 1.0
    /// The pixels in which it can be visible.
    var clip: Rect
    /// The path of the innermost layer around it that cuts it off with `masksToBounds`.
    var clipOwner: String?
    /// The pixels that layers in a row, a column or an overlay should not leave; nil below a layer
    /// with a transform, which moves it out of its place on purpose.
    var container: Rect?
    /// The path of the layer that `container` is the frame of; nil for the screen.
    var containerOwner: String?
    /// True if the layer or one around it moves.
    var moves = false
    /// True if controls change the place or the visibility of the layer or of one around it.
    var isShifted = false
    /// True if an animation changes the layer or one around it.
    var isAnimated = false
    /// True if an animation shows and hides the layer or one around it, so that others may take its
    /// place meanwhile.
    var isFading = false
    /// True in a replicator, or where the layer or one around it is blended with what lies behind.
    var isTinted = false
    /// True if a mask may cut the layer.
    var isMasked = false
    /// True if a mask may cut the layer, or if its frame, or that of a layer around it, is no
    /// rectangle along the screen's edges.
    var isCut = false
    /// True if the layer or one around it moved before it was brought to rest.
    var isStilled = false
    /// True for the lines of a log, which have the path of the log.
    var isLine = false
  }

  struct Drawn {
    /// The pixels in which it can be visible.
    var frame: Rect
    var cover: Cover
    var path = ""
    /// True if neither an animation nor a control changes it or the layers around it.
    var isSteady = false
    /// True if it looks different as time passes.
    var isAnimated = false
    var isEmitter = false
    /// The pixels of a colour of its own or of a line of progress, which strike through a text
    /// behind or before them; nil for a layer without any, or one that moves or that controls move.
    var bar: Rect?
    var indices: [Int] = []
  }

  mutating func visitSublayers(of layer: Layer, _ around: Surroundings) {
    let drawingOrder = layer.sublayers.enumerated().sorted {
      ($0.element.zPosition, $0.offset) < ($1.element.zPosition, $1.offset)
    }
    for (index, sublayer) in drawingOrder { visit(sublayer, index, around) }
  }

  private mutating func visit(_ layer: Layer, _ index: Int, _ around: Surroundings) {
    guard !layer.isHidden, !layer.isCollapsed, layer.opacity > 0 else {
      if !layer.animationKeys.isEmpty { hasMotion = true }
      return
    }
    var inner = around
    let name = layer.name ?? "[\(index)]"
    inner.indices.append(index)
    if !around.isLine {
      inner.path = around.path.isEmpty ? name : around.path + "/" + name
      places[inner.path] = inner.indices
    }
    inner.isLine = around.isLine || layer.kind == .log
    inner.opacity *= layer.opacity
    let animations = layer.animationKeys
    inner.moves = around.moves || Self.isMoving(layer)
    inner.isStilled = around.isStilled || stilled.contains(ObjectIdentifier(layer))
    inner.isAnimated = around.isAnimated || !animations.isEmpty
    inner.isFading = around.isFading || Self.isFading(layer)
    inner.isTinted =
      around.isTinted || layer.blendMode != .normal || layer.contentKind == .replicator
    inner.isShifted = around.isShifted || controls.shifted.contains(inner.indices)
    inner.isMasked = around.isMasked || layer.mask != nil
    inner.isCut =
      around.isCut || inner.isMasked || !layer.projectionToOutside(presented: false).keepsAxes
    let frame = Self.onScreen(layer.bounds, of: layer)
    if layer.transform != .identity {
      inner.container = nil
    } else if !layer.isArranged, around.container != nil {
      (inner.container, inner.containerOwner) = (screen, nil)
    }
    noteFocus(layer, inner)
    let first = drawn.count
    if let text = layer as? TextLayer {
      check(text, inner)
    } else {
      note(layer, frame, inner)
    }
    if layer.masksToBounds {
      (inner.clip, inner.clipOwner) = (inner.clip.common(with: frame), inner.path)
    }
    if layer.backgroundColor.map({ $0.alpha > 0 }) ?? (layer.borderWidth > 0) {
      (inner.container, inner.containerOwner) = (frame, inner.path)
    }
    visitSublayers(of: layer, inner)
    if controls.areas.contains(inner.indices) { noteArea(layer, frame, first, inner) }
  }

  static func isMoving(_ layer: Layer) -> Bool {
    animates(layer, [.position, .transform, .bounds])
  }

  static func isFading(_ layer: Layer) -> Bool { animates(layer, [.opacity, .isHidden]) }

  private static func animates(_ layer: Layer, _ properties: [AnimatableProperty]) -> Bool {
    layer.animationKeys.contains { key in
      guard let animation = layer.animation(forKey: key) else { return false }
      return properties.contains { animation.animates($0) }
    }
  }

  static func onScreen(_ rect: Rect, of layer: Layer) -> Rect {
    rect.transformed(by: layer.projectionToOutside(presented: false))
  }

  /// Pixels in a point of the layer, down.
  static func scale(of layer: Layer) -> Double {
    let unit = Rect(x: 0, y: 0, width: 1, height: 1)
    let shown = onScreen(unit, of: layer)
    return min(shown.width, shown.height)
  }

  mutating func note(_ layer: Layer, _ frame: Rect, _ around: Surroundings) {
    let isPlain = layer.contentKind == .plain
    guard !isPlain || layer.backgroundColor != nil, !frame.isEmpty else { return }
    noteExtent(of: layer, frame.common(with: around.clip))
    noteBackdrop(layer, frame, around, isPlain: isPlain)
    if isRound, let line = Self.progressLine(of: layer) {
      checkCircle(line: Self.rounded(line, of: layer), around)
    }
    guard !around.moves else { return }
    // A control may bring a cut-off layer into sight, such as a sun from behind the horizon.
    if frame.common(with: screen).isEmpty {
      return findings.append(SizeFinding(layer: around.path, kind: .outside))
    }
    if layer.isArranged, layer.contentKind != .emitter {
      checkContainer(frame, around, isBackdrop: true)
    } else if let line = Self.progressLine(of: layer) {
      checkEdges(Self.onScreen(line, of: layer), around)
    }
  }

  /// - Parameter isPlain: true if the layer's own colour shows before all below it.
  mutating func noteBackdrop(
    _ layer: Layer, _ frame: Rect, _ around: Surroundings, isPlain: Bool
  ) {
    let cover =
      around.opacity >= 1 && !around.moves && !around.isCut
      ? Self.cover(of: layer, isPlain: isPlain) : .unclear
    let isSteady =
      !around.isAnimated && !around.isShifted && !controls.changed.contains(around.indices)
    let isAnimated = around.isAnimated || [.emitter, .frames, .replicator].contains(layer.kind)
    let visible = frame.common(with: around.clip)
    let corner = min(layer.cornerRadius, layer.bounds.width / 2, layer.bounds.height / 2)
    drawn.append(
      Drawn(
        frame: visible, cover: corner == 0 ? cover : .unclear, path: around.path,
        isSteady: isSteady, isAnimated: isAnimated, isEmitter: layer.kind == .emitter,
        bar: isAnimated || around.isShifted || around.isCut
          ? nil
          : Self.bar(of: layer, opacity: around.opacity).map {
            Self.onScreen($0, of: layer).common(with: visible)
          },
        indices: around.indices))
    if cover.isOpaque, corner > 0 {
      // The rectangle that touches the round corners from within.
      let inset = corner * (1 - 0.5.squareRoot())
      let inner = layer.bounds.insetBy(dx: inset, dy: inset)
      drawn.append(
        Drawn(
          frame: Self.onScreen(inner, of: layer).common(with: visible), cover: cover,
          path: around.path, isSteady: isSteady, isAnimated: isAnimated, indices: around.indices))
    }
  }

  /// The line or the ring of a progress, in the layer's coordinates.
  private static func progressLine(of layer: Layer) -> Rect? {
    let bounds = layer.bounds
    func square(_ half: Double) -> Rect {
      Rect(x: bounds.midX - half, y: bounds.midY - half, width: 2 * half, height: 2 * half)
    }
    if let ring = layer as? LoaderRingLayer { return square(ring.radius + ring.lineWidth / 2) }
    guard let progress = layer as? ProgressLayer else { return nil }
    guard let line = progress.style as? LineProgressStyle else {
      return square(ProgressLayer.radius(in: bounds))
    }
    return Rect(
      x: bounds.minX, y: bounds.midY - line.lineWidth / 2, width: bounds.width,
      height: line.lineWidth)
  }

  /// The line or the ring of a progress on the screen, with the round ends of a whole line.
  private static func rounded(_ line: Rect, of layer: Layer) -> RoundedFrame {
    guard let style = (layer as? ProgressLayer)?.style as? LineProgressStyle else {
      return RoundedFrame(frame: onScreen(line, of: layer), corner: .infinity)
    }
    if style.segmentCount > 1 { return RoundedFrame(frame: onScreen(line, of: layer)) }
    let half = style.lineWidth / 2
    let whole = Rect(
      x: line.minX - half, y: line.minY, width: line.width + 2 * half, height: line.height)
    return RoundedFrame(frame: onScreen(whole, of: layer), corner: .infinity)
  }

  /// The rectangle of a layer's own colour, or the line of a progress, in the layer's coordinates.
  /// - Parameter opacity: the product of its opacity and of those around it.
  private static func bar(of layer: Layer, opacity: Double) -> Rect? {
    guard opacity >= Self.visible else { return nil }
    if let color = layer.backgroundColor, color.alpha * opacity >= Self.visible {
      return layer.bounds
    }
    guard (layer as? ProgressLayer)?.style is LineProgressStyle else { return nil }
    return progressLine(of: layer)
  }

  /// Checks if a layer in a row, a column or an overlay extends beyond the screen, or beyond a
  /// visible layer around it.
  mutating func checkContainer(
    _ frame: Rect, _ around: Surroundings, isBackdrop: Bool = false
  ) {
    guard let container = around.container else { return }
    let beyond = frame.beyond(container)
    guard beyond > Self.tolerance else { return }
    // A layer that covers all of the space is a backdrop, which may be larger.
    if isBackdrop && frame.contains(container) { return }
    findings.append(
      SizeFinding(layer: around.path, kind: .overflow(beyond, of: around.containerOwner)))
  }
}

extension Projection {
  /// True if the transform maps a rectangle along the axes to another one, without exchanging the
  /// axes.
  fileprivate var keepsAxes: Bool {
    let m = numerators
    let tolerance = 1e-6 * max(abs(m.a), abs(m.d))
    return g == 0 && h == 0 && abs(m.b) <= tolerance && abs(m.c) <= tolerance
  }
}
