import Geometry
import Layers

/// Progress layers from their descriptions.
extension SceneLayout {
  /// - Parameter space: the space of a line in an arrangement, with its round ends; nil for others.
  func makeProgress(
    _ progress: ProgressDescription, _ inner: LengthContext, in space: LineSpace? = nil
  ) -> Layer {
    let style = makeStyle(progress, inner)
    if progress.hasRelativeWidths {
      let output = output
      style.sizeHandler = { style, size in
        let size = space?.size(around: size) ?? size
        progress.setWidths(of: style, LengthContext(size: size, output: output))
      }
    }
    let layer = ProgressLayer(style: style)
    if let color = progress.trackColor { layer.trackColor = color }
    if let color = progress.progressColor { layer.progressColor = color }
    layer.progress = progress.progress
    layer.content = progress.content.map { makeContent($0) }
    layer.isIndeterminate = progress.isIndeterminate
    return layer
  }

  private func makeStyle(
    _ progress: ProgressDescription, _ inner: LengthContext
  ) -> ProgressStyle {
    switch progress.style {
    case .circle:
      let circle = CircleProgressStyle(segmentCount: progress.segments)
      progress.setWidths(of: circle, inner)
      return circle
    case .line(_, _, let direction):
      let line = LineProgressStyle(segmentCount: progress.segments)
      progress.setWidths(of: line, inner)
      line.fillsFromRight = direction.isRightToLeft(in: strings)
      return line
    case .basic: return BasicProgressStyle(segmentCount: progress.segments)
    case .inset: return InsetProgressStyle(segmentCount: progress.segments)
    case .filled: return FilledProgressStyle()
    case .pie: return PieProgressStyle()
    case .fireworks: return FireworksProgressStyle()
    case .declared(let style): return makeStyle(style, inner)
    }
  }

  /// Makes the layers of a declared style, in bounds of the progress layer's size.
  private func makeStyle(
    _ style: ProgressStyleDescription, _ inner: LengthContext
  ) -> ProgressStyle {
    let box = Layer()
    box.bounds = Rect(origin: .zero, size: inner.size)
    var layout = SceneLayout(
      output: output, layerCount: style.layerCount, strings: strings, instances: instances,
      dashes: dashes)
    layout.setMotions(of: style)
    layout.add(style.layers, to: box, in: Surroundings(follows: true))
    let places = layout.laidOut
    let result = LayeredProgressStyle(
      layers: box.sublayers,
      drives: style.drives.compactMap { drive in
        places[drive.layer].map { place in
          DrivenProperty(
            layer: place.layer, keyPath: drive.keyPath,
            values: drive.values.map { $0.resolved(inner: place.inner, outer: place.outer) })
        }
      },
      tinted: style.tinted.compactMap { tinted in
        places[tinted.layer].flatMap {
          LayeredProgressStyle.Tinted(layer: $0.layer, keyPath: tinted.keyPath)
        }
      },
      changes: style.changes.compactMap { change in
        places[change.layer].map {
          LayeredProgressStyle.Change(
            layer: $0.layer, keyPath: change.keyPath,
            value: change.value.resolved(inner: $0.inner, outer: $0.outer))
        }
      },
      motions: style.motions.compactMap { motion in
        places[motion.layer].map {
          LayeredProgressStyle.Motion(
            layer: $0.layer,
            animation: motion.animation.resolved(inner: $0.inner, outer: $0.outer))
        }
      })
    let parts = layout.stillParts(style.layers)
    let output = output
    result.sizeHandler = { _, size in
      let context = LengthContext(size: size, output: output)
      for part in parts { part.description.place(part.layer, in: context) }
    }
    return result
  }

  private func makeContent(_ content: ProgressDescription.Content) -> ProgressContent {
    switch content {
    case .stop(let color): StopContent(color: color)
    case .sparks(let color): SparksContent(color: color)
    case .percentage(let color, let fonts, let locale):
      PercentageContent(
        fonts: fonts, locale: locale.isEmpty ? strings.tag : locale, color: color)
    }
  }
}
