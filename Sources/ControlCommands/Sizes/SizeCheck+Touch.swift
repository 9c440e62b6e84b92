import Geometry
import Layers

/// Controls and codes: edges of the screen, and layers in front.
extension SizeCheck {
  /// Checks if an edge of the screen cuts off a layer that is not in a row, a column or an overlay.
  mutating func checkEdges(_ rect: Rect, _ around: Surroundings, slack: Double = 0) {
    // A layer with a transform, or one that a control moves, may be cut off on purpose.
    guard !around.moves, !around.isShifted, !around.isCut, around.container != nil else { return }
    guard around.clip == screen, !rect.common(with: screen).isEmpty else { return }
    let beyond = rect.beyondEdges(of: screen)
    guard beyond > Self.tolerance + slack else { return }
    findings.append(SizeFinding(layer: around.path, kind: .overflow(beyond, of: nil)))
  }

  // MARK: Areas that take touches

  /// - Parameter first: the number of layers that were drawn before the layer and those below it.
  mutating func noteArea(
    _ layer: Layer, _ frame: Rect, _ first: Int, _ around: Surroundings
  ) {
    if around.isAnimated { hasMotion = true }
    guard !around.moves, !around.isCut else { return }
    let visible = frame.common(with: around.clip)
    guard !visible.isEmpty else { return }
    seen[around.path] = seen[around.path] ?? Seen(opacity: around.opacity, moves: around.isStilled)
    touch.add(
      TouchAreas.Area(
        path: around.path, indices: around.indices, frame: visible,
        isPassing: around.isFading || around.isStilled),
      extent: Self.extent(of: layer).common(with: around.clip))
    // An invisible hit area may be larger than the visible layers that it belongs to, and lie
    // behind them.
    let isSeen = drawn[first...].contains { $0.frame.insetBy(dx: -1, dy: -1).contains(visible) }
    guard isSeen else { return }
    if !layer.isArranged {
      checkEdges(frame, around, slack: layer.cornerRadius * Self.scale(of: layer))
    }
    noteContent(visible, around, corner: layer.cornerRadius * Self.scale(of: layer))
  }

  /// The pixels of a layer and of the layers below it that can be touched.
  private static func extent(of layer: Layer) -> Rect {
    let frame = onScreen(layer.bounds, of: layer)
    if layer.masksToBounds { return frame }
    return layer.sublayers.reduce(frame) {
      $1.isHidden || $1.isCollapsed ? $0 : $0.union(extent(of: $1))
    }
  }

  // MARK: Codes

  /// Checks if the whole code is on the screen.
  /// - Parameter modules: along a side, with the quiet zone.
  mutating func checkCode(
    _ layer: TextLayer, modules: Int, quietZone: Int, _ around: Surroundings
  ) {
    guard !around.moves, !around.isCut else { return }
    let bounds = layer.bounds
    let module = min(bounds.width, bounds.height) / Double(modules)
    let side = module * Double(modules - 2 * quietZone)
    let square = Rect(
      x: bounds.midX - side / 2, y: bounds.midY - side / 2, width: side, height: side)
    // Squares of 7 modules in three corners, by which cameras find a code (ISO/IEC 18004). Error
    // correction cannot replace them, as it can modules in the middle.
    let corners = [
      (square.minX, square.minY), (square.maxX, square.minY), (square.minX, square.maxY),
    ]
    let finders = corners.map { x, y in
      Rect(
        x: x > square.minX ? x - 7 * module : x, y: y > square.minY ? y - 7 * module : y,
        width: 7 * module, height: 7 * module)
    }
    let shown = Self.onScreen(square, of: layer)
    if !layer.isArranged { checkEdges(shown, around) }
    noteContent(
      shown.common(with: around.clip), around,
      finders: finders.map { Self.onScreen($0, of: layer) })
  }

  // MARK: Layers in front

  /// True if a question, which comes to the front on purpose, has one of two layers and not the
  /// other.
  func isApart(_ one: [Int], _ other: [Int]) -> Bool {
    guard let panel = controls.panel else { return false }
    return one.starts(with: panel) != other.starts(with: panel)
  }

  mutating func noteContent(
    _ frame: Rect, _ around: Surroundings, finders: [Rect] = [], lines: [Rect] = [],
    corner: Double = 0
  ) {
    guard !around.isAnimated, !around.isShifted, !frame.isEmpty else { return }
    contents.append(
      Content(
        path: around.path, indices: around.indices, frame: frame, lines: lines, finders: finders,
        corner: corner, place: drawn.count))
  }

  /// Looks for texts, codes and controls that an opaque layer hides.
  mutating func findCovered() {
    let covers = drawn.indices.filter { drawn[$0].isSteady && drawn[$0].cover.isOpaque }
    for content in contents {
      var isFound = false
      for index in covers.reversed() {
        guard index >= content.place else { break }
        let cover = drawn[index]
        if isApart(cover.indices, content.indices) { continue }
        let isWhole = cover.frame.contains(content.frame)
        let isCut = content.finders.contains { finder in
          let common = cover.frame.common(with: finder)
          return common.width > Self.tolerance && common.height > Self.tolerance
        }
        guard isWhole || isCut else { continue }
        findings.append(
          SizeFinding(
            layer: content.path,
            kind: isWhole ? .covered(by: cover.path) : .coveredCode(by: cover.path)))
        isFound = true
        break
      }
      if !isFound { findStruck(content) }
    }
  }

  /// Looks for the first layer that hides the middle of a line of a text, or runs through it.
  private mutating func findStruck(_ text: Content) {
    for line in text.lines {
      for (index, other) in drawn.enumerated() {
        // Layers around a text are its backdrop, and lines below its letters underline it.
        guard let bar = other.bar, !isApart(other.indices, text.indices),
          !text.indices.starts(with: other.indices),
          bar.minY < line.maxY - line.height * 0.3, bar.maxY > line.minY + line.height * 0.25,
          bar.common(with: line).width > max(Self.tolerance, line.height / 4)
        else { continue }
        // The opaque part of a layer with round corners comes next.
        let part = drawn.indices.contains(index + 1) ? drawn[index + 1] : other
        let isOpaque = other.cover.isOpaque || part.path == other.path && part.cover.isOpaque
        let hides = index >= text.place && other.isSteady && isOpaque
        // A bar that is higher than a line may be its backdrop.
        guard hides || bar.height < line.height * 0.75, !hidden(bar, line, index, text) else {
          continue
        }
        findings.append(
          SizeFinding(
            layer: text.path,
            kind: hides ? .coveredText(by: other.path) : .struckText(by: other.path)))
        return
      }
    }
  }

  /// True if an opaque layer lies between a line of a text and a bar, or before both.
  private func hidden(_ bar: Rect, _ line: Rect, _ index: Int, _ text: Content) -> Bool {
    let common = bar.common(with: line)
    return drawn[(min(index, text.place - 1) + 1)...].contains {
      $0.cover.isOpaque && $0.path != drawn[index].path && $0.frame.contains(common)
    }
  }
}
