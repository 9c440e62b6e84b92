internal import Geometry
internal import Layers
internal import Raster

/// The shadows of layers: blurred silhouettes, kept as long as they stay the same.
///
/// 1. A silhouette is the layer with all layers below it, without its own opacity and mask and
///    without the shadows of those below; or its shadow path, filled. Clips of the layer apply to
///    the shadow and not to the silhouette.
/// 2. It is drawn at the layer's place without the whole pixels of its coordinates, with the rest
///    rounded to 1/64, and blurred. A layer that moves by whole pixels, changes its opacity or its
///    shadow's, or is clipped differently, needs no new one; a new colour needs no new blur.
/// 3. A shadow extends by two radii: the blur is a gaussian that ends at three deviations, and so
///    its deviation is two thirds of the radius. Beside a straight edge a third of a level is left
///    there, so that the end is invisible.
/// 4. A shadow of more than four times the output's pixels (262,144 at least), or of more than half of
///    the pixels that are left of `pixelLimit`, is cut to the output and the blur's reach around it. If it
///    still takes more than that half, it is made at half the resolution, and so on.
struct ShadowCache {
  /// Pixels of all shadows together, each of five bytes.
  static let pixelLimit = 1 << 23

  private struct Entry {
    var image: ShadowImage?
  }

  private let output: PixelSize
  private var entries: [ObjectIdentifier: Entry] = [:]
  private var pixelCount = 0

  init(output: PixelSize) {
    self.output = output
  }

  var isEmpty: Bool { entries.isEmpty }

  /// True if the layer had a shadow at the last request for its command.
  func holds(_ layer: Layer) -> Bool { entries[ObjectIdentifier(layer)] != nil }

  /// Removes the shadows of layers that are gone.
  mutating func removeAll(where isGone: (ObjectIdentifier) -> Bool) {
    for layer in entries.keys.filter(isGone) { remove(layer) }
  }

  private mutating func remove(_ layer: ObjectIdentifier) {
    pixelCount -= entries.removeValue(forKey: layer)?.image?.pixelCount ?? 0
  }

  /// The command that draws a layer's shadow; nil if it is invisible.
  ///
  /// - Parameter context: the layer's own.
  mutating func command(
    of layer: Layer, _ presentation: Layer, in context: LayerContext
  ) -> DrawCommand? {
    let key = ObjectIdentifier(layer)
    guard !context.isHidden, !presentation.keepsDepth, presentation.shadowOpacity > 0,
      let color = presentation.shadowColor, color.alpha > 0, context.transform.isFinite
    else {
      if !entries.isEmpty { remove(key) }
      return nil
    }
    var entry = entries.removeValue(forKey: key) ?? Entry()
    pixelCount -= entry.image?.pixelCount ?? 0
    defer {
      pixelCount += entry.image?.pixelCount ?? 0
      entries[key] = entry
    }
    let place = ShadowPlace(of: presentation, in: context)
    guard
      let source = ShadowSource(
        of: layer, presentation, at: place, output: context.projection == nil ? output : nil,
        limit: (ShadowCache.pixelLimit - pixelCount) / 2)
    else {
      entry.image = nil
      return nil
    }
    if entry.image?.source == source {
      entry.image?.tint(with: color)
    } else {
      entry.image = ShadowImage(source, color: color)
    }
    guard let image = entry.image else { return nil }
    let command = DrawCommand(
      shape: .fill(.rect(image.area), .nonZero),
      paint: .image(ImagePaint(image: image.picture, transform: .identity)),
      opacity: min(presentation.shadowOpacity, 1),
      transform: image.transform.followed(
        by: .translation(x: place.wholeX, y: place.wholeY)),
      clips: context.forSublayers(of: presentation).clips)
    return context.settle([command])[0]
  }
}
