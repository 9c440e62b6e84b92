internal import Geometry
internal import Layers
internal import Raster

/// The shadows of layers: blurred silhouettes, kept as long as they stay the same.
///
/// 1. A silhouette is the layer with all layers below it, without its own opacity and mask and
///    without the shadows of those below; or its shadow path, filled. Clips of the layer apply to
///    the shadow and not to the silhouette.
/// 2. A silhouette is drawn at the layer's place without the whole pixels of its coordinates, with
///    the rest rounded to 1/64, and blurred. A layer that moves by whole pixels, changes its
///    opacity or its shadow's, or is clipped differently, needs no new silhouette; a new colour
///    needs no new blur.
/// 3. A shadow extends by two radii: the blur is a gaussian that ends at three deviations, and so
///    its deviation is two thirds of the radius. Beside a straight edge a third of a level is left
///    at the end, so that the end is invisible.
/// 4. A shadow of more than four times the output's pixels (262,144 at least), or of more than half
///    of the pixels that the shadows behind it leave of `pixelLimit`, is cut to the output and a
///    margin of the blur around it. If it still takes more than half of these, it is made at half
///    the resolution, and so on.
/// 5. A layer is recorded with the shadows that are kept at that time. Layers that get other limits
///    in the complete frame are recorded once more, so that their pixels do not depend on former
///    frames.
struct ShadowCache {
  /// Pixels of all shadows together, each of five bytes.
  static let pixelLimit = 1 << 23

  private struct Entry {
    var image: ShadowImage?
    /// The limit of the shadow's pixels when it was made last; nil before that.
    var limit: Int?
    /// True if the limit is that of the complete frame.
    var isGranted = false

    var pixelCount: Int { image?.pixelCount ?? 0 }
    var isReduced: Bool { image?.source.isReduced ?? false }
  }

  private let output: PixelSize
  private var entries: [ObjectIdentifier: Entry] = [:]
  private var pixelCount = 0
  /// The number of shadows with fewer pixels than they would have alone.
  private var reducedCount = 0
  /// True if the shadows of the frame may have other limits than those they were made with.
  private var isUnsettled = false
  /// Pixels of all shadows that were ever blurred.
  private(set) var blurredPixels = 0

  init(output: PixelSize) {
    self.output = output
  }

  var isEmpty: Bool { entries.isEmpty }

  /// True if the layer had a shadow at the last request for its command.
  func holds(_ layer: Layer) -> Bool { entries[ObjectIdentifier(layer)] != nil }

  /// Removes the shadows of layers that are gone. The others may be in another order.
  mutating func removeAll(where isGone: (ObjectIdentifier) -> Bool) {
    if entries.isEmpty { return }
    for layer in entries.keys.filter(isGone) { set(nil, of: layer) }
    isUnsettled = true
  }

  private mutating func set(_ entry: Entry?, of layer: ObjectIdentifier) {
    let former = entries[layer]
    let (old, new) = (former?.pixelCount ?? 0, entry?.pixelCount ?? 0)
    if old != new || former?.limit != entry?.limit { isUnsettled = true }
    pixelCount += new - old
    reducedCount += (entry?.isReduced == true ? 1 : 0) - (former?.isReduced == true ? 1 : 0)
    entries[layer] = entry
  }

  /// True if shadows of the complete frame may have to be made with other limits than they were.
  var needsSettling: Bool {
    // If all shadows together have half of all pixels, each has as many as it needs.
    isUnsettled && (reducedCount > 0 || pixelCount > Self.pixelLimit / 2)
  }

  mutating func endSettling() { isUnsettled = false }

  /// The layers with a shadow.
  var layers: [ObjectIdentifier] { Array(entries.keys) }

  /// The pixels of a layer's shadow.
  func pixelCount(of layer: ObjectIdentifier) -> Int { entries[layer]?.pixelCount ?? 0 }

  /// Sets the limit of a layer's shadow in the complete frame.
  ///
  /// - Parameter count: the pixels of the shadows behind it.
  /// - Returns: true if the layer has to be recorded once more for it.
  mutating func settle(_ layer: ObjectIdentifier, behind count: Int) -> Bool {
    guard let entry = entries[layer] else { return false }
    let limit = Self.limit(behind: count)
    if entry.limit == limit { return false }
    let isOther = entry.isReduced || entry.pixelCount > limit
    entries[layer]?.limit = limit
    entries[layer]?.isGranted = isOther
    return isOther
  }

  private static func limit(behind count: Int) -> Int { (pixelLimit - count) / 2 }

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
      if !entries.isEmpty { set(nil, of: key) }
      return nil
    }
    var entry = entries[key] ?? Entry()
    defer { set(entry, of: key) }
    let place = ShadowPlace(of: presentation, in: context)
    func makeSource(_ limit: Int) -> ShadowSource? {
      ShadowSource(
        of: layer, presentation, at: place, output: context.projection == nil ? output : nil,
        limit: limit)
    }
    // The limit of the last frame, unless more shadows grow in this one than there may be pixels.
    let present = Self.limit(behind: pixelCount - entry.pixelCount)
    var limit = max(entry.limit ?? present, present)
    var made = makeSource(limit)
    if !entry.isGranted, limit > present, let count = made?.pixelCount,
      count > max(entry.pixelCount, present)
    {
      limit = present
      made = makeSource(limit)
    }
    (entry.limit, entry.isGranted) = (limit, false)
    guard let source = made else {
      entry.image = nil
      return nil
    }
    if entry.image?.source == source {
      entry.image?.tint(with: color)
    } else {
      entry.image = ShadowImage(source, color: color)
      blurredPixels &+= entry.pixelCount
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
