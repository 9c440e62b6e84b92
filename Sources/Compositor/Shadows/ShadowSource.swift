internal import Geometry
internal import Layers
internal import Raster

/// The inputs of a shadow: its pixels follow from them.
struct ShadowSource: Equatable {
  /// Wider blurs are made at half the resolution with half the deviation, which is accurate to a
  /// hundredth of a level, and so on.
  private static let largestDeviation = 64.0

  /// The silhouette's commands, in the pixels of the shadow.
  let list: DisplayList
  /// The pixels of the silhouette that matter.
  let area: PixelRect
  /// Standard deviation in those pixels.
  let deviation: Double
  /// Framebuffer pixels in one of them, a power of two.
  let pixelSize: Double
  /// True if a greater limit might have given another result.
  let isReduced: Bool

  /// Nil if nothing casts a shadow, or none on the output.
  ///
  /// - Parameters:
  ///   - output: nil if all of the shadow may be seen, as on a plane in space.
  ///   - limit: the most pixels that the shadow may have.
  init?(
    of layer: Layer, _ presentation: Layer, at place: ShadowPlace, output: PixelSize?, limit: Int
  ) {
    var list = DisplayList()
    if let path = presentation.shadowPath {
      list.append(
        DrawCommand(
          shape: .fill(path, .nonZero), paint: .color(.black), transform: place.transform))
    } else {
      list.appendContents(
        of: layer, presentation,
        in: LayerContext(transform: place.transform, isHidden: false, clips: []))
    }
    guard !list.commands.isEmpty, place.deviation.isFinite else { return nil }
    let visible = output.map {
      Rect(
        x: -place.wholeX, y: -place.wholeY, width: Double($0.width), height: Double($0.height))
    }
    let greatestWhole = output.map(ShadowSource.wholeLimit) ?? .max
    var pixelSize = 1.0
    while place.deviation / pixelSize > ShadowSource.largestDeviation { pixelSize *= 2 }
    // A shadow that only a limit leaves without pixels would be missed.
    let limit = max(limit, ShadowSource.leastLimit)
    let wholeLimit = min(limit, greatestWhole)
    var isReduced = false
    while pixelSize <= 0x1p30 {
      let scaled = list.transformed(by: .scale(x: 1 / pixelSize, y: 1 / pixelSize))
      let deviation = place.deviation / pixelSize
      let margin = GaussianBlur.margin(deviation: deviation)
      var area = scaled.bounds
      let outset = Double(margin + 1)
      let seen =
        visible?.transformed(by: AffineTransform.scale(x: 1 / pixelSize, y: 1 / pixelSize))
        .insetBy(dx: -outset, dy: -outset).pixelCover ?? area
      if area.intersection(seen).isEmpty { return nil }
      let whole = ShadowSource.pixelCount(area, margin)
      if whole > wholeLimit {
        isReduced = isReduced || whole <= greatestWhole
        area = area.intersection(seen)
      }
      if ShadowSource.pixelCount(area, margin) <= limit {
        self.list = scaled
        self.area = area
        self.deviation = deviation
        self.pixelSize = pixelSize
        self.isReduced = isReduced
        return
      }
      isReduced = true
      pixelSize *= 2
    }
    return nil
  }

  /// The most pixels of a shadow that is made with the parts beyond the output. These parts save
  /// work when the layer moves, and cost work when the silhouette changes. On a small output,
  /// shadows of its layers are still made whole.
  private static func wholeLimit(on output: PixelSize) -> Int {
    max(1 << 18, 4 * output.width * output.height)
  }

  /// The pixels that any limit leaves to a shadow.
  private static var leastLimit: Int { 64 }

  /// The pixels of the shadow, with its blur's margin.
  var pixelCount: Int {
    Self.pixelCount(area, GaussianBlur.margin(deviation: deviation))
  }

  private static func pixelCount(_ area: PixelRect, _ margin: Int) -> Int {
    (area.width + 2 * margin) * (area.height + 2 * margin)
  }
}
