import Geometry
import Layers
import Stage

/// The keyboard focus: lines that are thick and bright enough have to show where it is.
extension SizeCheck {
  /// The least contrast to the look without the focus, as WCAG 2.2 has it (success criterion
  /// 2.4.13).
  static let leastFocusContrast = 3.0
  /// Contrasts below which nobody sees a difference.
  private static let unseenContrast = 1.2

  /// The least thickness of a line that shows the focus: 2 pixels, or more in proportion where the
  /// panel's shorter side exceeds 1080.
  static func leastFocusLine(on size: PixelSize) -> Int {
    max(2, min(size.width, size.height) / 540)
  }

  /// A layer that the focus changes.
  struct FocusLayer {
    var path: String
    /// The pixels of its border or its line.
    var outline: Rect
    /// The pixels in which it can be visible.
    var clip: Rect
    /// The path of the layer that cuts it off; nil for the screen.
    var clipOwner: String?
    /// True if its edges are not known.
    var isCut: Bool
    /// Pixels that round corners may lose: no line reaches into them.
    var slack: Double
  }

  mutating func noteFocus(_ layer: Layer, _ around: Surroundings) {
    guard controls.focusing.contains(around.indices) else { return }
    let shape = layer as? ShapeLayer
    let outline = Self.outline(of: layer)
    let isLine =
      layer.borderWidth > 0 || shape.map { $0.strokeColor != nil && $0.lineWidth > 0 } ?? false
    focusLayers[around.indices] = FocusLayer(
      path: around.path, outline: outline, clip: around.clip,
      clipOwner: around.clip == screen ? nil : around.clipOwner,
      isCut: !isLine || around.isCut || around.moves || around.isShifted,
      slack: layer.cornerRadius * Self.scale(of: layer))
  }

  /// The pixels of a layer with its path.
  private static func outline(of layer: Layer) -> Rect {
    guard let shape = layer as? ShapeLayer, let path = shape.path else {
      return onScreen(layer.bounds, of: layer)
    }
    let reach = shape.strokeColor == nil ? 0 : shape.lineWidth / 2
    let stroked = onScreen(path.bounds.insetBy(dx: -reach, dy: -reach), of: layer)
    return layer.borderWidth > 0 || layer.backgroundColor != nil
      ? stroked.union(onScreen(layer.bounds, of: layer)) : stroked
  }

  /// Looks whether people see that a control has the focus.
  /// - Parameters:
  ///   - rest: the scene without a focus, at the same time.
  ///   - stage: the scene as it was visited last.
  mutating func checkFocus(_ state: State, from rest: Stage, to stage: Stage) {
    let focus = ControlLayers.Pressed(control: state.control, option: state.name)
    guard let layers = controls.focusLayers[focus], let pressed = focusLayers[layers.area],
      // A layer that is cut off or hidden has been reported already.
      !findings.contains(where: { $0.layer == pressed.path && Self.losses.contains($0.kind.name) })
    else { return }
    func find(_ kind: SizeFinding.Kind) {
      findings.append(SizeFinding(layer: pressed.path, kind: kind))
    }
    let changed = layers.changed.compactMap { focusLayers[$0] }
    let extent = changed.reduce(pressed.outline) { $0.union($1.outline) }
    // The margin is for shadows, and for looks that move a layer.
    let margin = max(Self.focusMargin, min(screen.width, screen.height) / 20)
    let area = extent.insetBy(dx: -margin, dy: -margin).common(with: screen).pixels
      .intersection(PixelRect(stage.size))
    let pixels = ChangedPixels(between: rest, and: stage, in: area)
    let least = Self.leastFocusLine(on: stage.size)
    let shown = pressed.outline.common(with: screen)
    let side = min(shown.width, shown.height)
    // A line along the shorter side is the least that shows which control has the focus.
    func isSeen(_ thickness: Int, _ contrast: Double) -> Bool {
      let needed = Double(thickness) * max(side, Double(thickness))
      return Double(pixels.count(side: thickness, contrast: contrast)) >= needed * Self.seenPart
    }
    if isSeen(least, Self.leastFocusContrast) {
      let cut = changed.filter { !$0.isCut }.map { layer in
        (layer, layer.outline.beyondEdges(of: layer.clip) - layer.slack)
      }.max { $0.1 < $1.1 }
      guard let (layer, beyond) = cut, beyond > Self.tolerance else { return }
      return find(.cutFocus(beyond, by: layer.clipOwner))
    }
    let contrasts = stride(from: 29, through: 12, by: -1).map { Double($0) / 10 }
    if let contrast = contrasts.first(where: { isSeen(least, $0) }) {
      return find(.paleFocus(contrast))
    }
    let thickness = (1..<least).last { isSeen($0, Self.unseenContrast) } ?? 0
    find(.thinFocus(Double(thickness), least: Double(least)))
  }

  private static let focusMargin = 8.0
  /// The part of a line that counts: its ends are smooth.
  private static let seenPart = 0.9
  private static let losses: Set<SizeFinding.Name> = [.covered, .outside, .overflow]
}
