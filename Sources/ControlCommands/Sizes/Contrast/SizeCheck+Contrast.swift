import Geometry
import Layers
import Raster
import Stage

extension SizeCheck {
  /// Pixels of the font's size from which a text is large.
  private static let largeText = 24.0

  /// A text whose contrast has to be measured in the picture.
  struct Unmeasured {
    var text: PictureContrast.Text
    var indices: [Int]
    var ink: Rect
    /// True if it takes other colours with states and options.
    var isRecolored: Bool
    /// The number of layers that are drawn before.
    var place: Int
  }

  /// Compares a text's colours with those behind it. A text in front of more than colours and
  /// gradients is noted for `measure`.
  /// - Parameters:
  ///   - colors: the colours of its parts.
  ///   - size: pixels of its font's size.
  ///   - ink: the pixels of its glyphs.
  ///   - lines: the pixels of the glyphs of each line, within `clip`.
  ///   - boxes: the glyphs of each line in the layer's coordinates.
  mutating func checkContrast(
    _ layer: TextLayer, _ colors: [Color], size: Double, ink: Rect, lines: [Rect], boxes: [Rect],
    clip: Rect, _ around: Surroundings
  ) {
    let backdrops = self.colors(behind: ink.common(with: clip))
    let least = size < Self.largeText ? Self.leastContrast : Self.leastContrastOfLargeText
    // A text in a progress layer, such as its percentage, may take colours from that layer.
    let owners = [around.indices, Array(around.indices.dropLast())]
    // A text without any colour waits for a control or an animation that gives it one.
    let colors = colors.filter { $0.alpha > 0 }
    if backdrops.isEmpty, !colors.isEmpty, !around.isAnimated, !around.isTinted, !around.isMasked,
      layer.shadowOpacity == 0, layer.backgroundColor == nil, layer.sublayers.isEmpty
    {
      unmeasured.append(
        Unmeasured(
          text: PictureContrast.Text(
            layer: layer, path: around.path, lines: lines,
            colors: colors, opacity: around.opacity, least: least,
            rotatedBoxes: around.isCut ? boxes : nil),
          indices: around.indices, ink: ink,
          isRecolored: owners.contains { controls.recolored.contains($0) },
          place: drawn.count))
    }
    let contrasts = backdrops.flatMap { backdrop in
      colors.map { $0.over(backdrop, opacity: around.opacity).contrast(to: backdrop) }
    }
    guard let lowest = contrasts.min(), lowest < least else { return }
    findings.append(
      SizeFinding(
        layer: around.path, kind: .lowContrast(lowest),
        isPlaceholder: layer.entry?.isPlaceholder ?? false))
  }

  /// Measures the contrast of texts.
  mutating func measure(_ texts: [Unmeasured], on stage: Stage) {
    var measurable: [PictureContrast.Text] = []
    for text in texts where isMeasurable(text) { measurable.append(text.text) }
    findings += PictureContrast.findings(measurable, on: stage)
  }

  /// Seconds until an emitter has particles to look at.
  private static let particleTime = 2.0

  /// Measures the contrast of texts in front of emitters once more, among particles. Single
  /// particles do not matter, as single spots of a picture do not.
  mutating func measureAmongParticles(on stage: Stage) {
    var texts: [Unmeasured] = []
    for text in unmeasured where isMeasurable(text) {
      let isAmong = drawn.contains { $0.isEmitter && !$0.frame.common(with: text.ink).isEmpty }
      if isAmong { texts.append(text) }
    }
    if texts.isEmpty { return }
    stage.keepsStates = true
    _ = stage.advance(to: stage.time + Self.particleTime)
    for finding in PictureContrast.findings(texts.map(\.text), on: stage) {
      let known = findings.firstIndex {
        $0.layer == finding.layer && $0.kind.name == .lowContrast && $0.state == nil
      }
      guard let known else {
        findings.append(finding)
        continue
      }
      if finding.kind.isWorse(than: findings[known].kind) { findings[known] = finding }
    }
  }

  /// True if nothing lies in front of a text, and nothing behind it but emitters changes as time
  /// passes.
  private mutating func isMeasurable(_ text: Unmeasured) -> Bool {
    for (index, layer) in drawn.enumerated() where !layer.frame.common(with: text.ink).isEmpty {
      if layer.isAnimated, !layer.isEmitter { hasMotion = true }
      if index >= text.place || layer.isAnimated && !layer.isEmitter { return false }
    }
    return true
  }

  /// The colours behind a rectangle; empty if they are unclear, or change as time passes.
  private func colors(behind rect: Rect) -> [Color] {
    guard let layer = drawn.last(where: { !$0.frame.common(with: rect).isEmpty }),
      layer.frame.contains(rect), !layer.isAnimated
    else { return [] }
    return layer.cover.colors(in: rect)
  }
}
