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
  private(set) var area: PixelRect
  /// Standard deviation in those pixels.
  let deviation: Double
  /// Framebuffer pixels in one of them, a power of two.
  let pixelSize: Double
  /// True if a greater limit might have given another result.
  private(set) var isReduced = false

  /// Nil if nothing casts a shadow, or none on the output.
  ///
  /// - Parameters:
  ///   - output: nil if all of the shadow may be seen, as on a plane in space.
  ///   - limit: the most pixels that the shadow may have.
  init?(
    of layer: Layer, _ presentation: Layer, at place: ShadowPlace, output: PixelSize?, limit: Int
  ) {
    let list = ShadowSource.silhouette(of: layer, presentation, at: place)
    guard !list.commands.isEmpty, place.deviation.isFinite else { return nil }
    let visible = output.map {
      Rect(
        x: -place.wholeX, y: -place.wholeY, width: Double($0.width), height: Double($0.height))
    }
    let greatestWhole = output.map(ShadowSource.wholeLimit) ?? .max
    // A shadow that only a limit leaves without pixels would be missed.
    let limit = max(limit, ShadowSource.leastLimit)
    let wholeLimit = min(limit, greatestWhole)
    var pixelSize = 1.0
    while place.deviation / pixelSize > ShadowSource.largestDeviation { pixelSize *= 2 }
    var isReduced = false
    while pixelSize <= 0x1p30 {
      var source = ShadowSource(whole: list, deviation: place.deviation, pixelSize: pixelSize)
      let seen = visible.map(source.pixels(seenIn:)) ?? source.area
      if source.area.intersection(seen).isEmpty { return nil }
      let whole = source.pixelCount
      if whole > wholeLimit {
        isReduced = isReduced || whole <= greatestWhole
        source.area = source.area.intersection(seen)
      }
      if source.pixelCount <= limit {
        source.isReduced = isReduced
        self = source
        return
      }
      isReduced = true
      pixelSize *= 2
    }
    return nil
  }

  /// All of a silhouette at a resolution.
  ///
  /// - Parameters:
  ///   - list: the silhouette in framebuffer pixels.
  ///   - deviation: the standard deviation in framebuffer pixels.
  private init(whole list: DisplayList, deviation: Double, pixelSize: Double) {
    self.list = list.transformed(by: .scale(x: 1 / pixelSize, y: 1 / pixelSize))
    area = self.list.bounds
    self.deviation = deviation / pixelSize
    self.pixelSize = pixelSize
  }

  /// The commands that cast a layer's shadow, in framebuffer pixels.
  private static func silhouette(
    of layer: Layer, _ presentation: Layer, at place: ShadowPlace
  ) -> DisplayList {
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
    return list
  }

  /// The pixels whose shadow falls on a part of the framebuffer.
  private func pixels(seenIn visible: Rect) -> PixelRect {
    let outset = Double(GaussianBlur.margin(deviation: deviation) + 1)
    return
      visible.transformed(by: AffineTransform.scale(x: 1 / pixelSize, y: 1 / pixelSize))
      .insetBy(dx: -outset, dy: -outset).pixelCover
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
    let margin = GaussianBlur.margin(deviation: deviation)
    return (area.width + 2 * margin) * (area.height + 2 * margin)
  }
}
