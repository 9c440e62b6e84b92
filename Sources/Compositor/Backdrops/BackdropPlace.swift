internal import Geometry
internal import Raster

/// The place of a blurred backdrop on the output.
struct BackdropPlace: Equatable {
  /// The pixels of the output that show it.
  let shown: PixelRect
  /// Standard deviation in pixels of the output.
  let deviation: Double
  /// Output pixels in one of the backdrop, a power of two: wide blurs need few pixels.
  private(set) var pixelSize: Int

  /// The least deviation, in pixels of the backdrop, at a lower resolution. From there on, reading
  /// between its pixels is off by two levels at most beside a black edge on white.
  private static let leastDeviation = 2.0
  /// The variance that a lower resolution, and reading between its pixels, add, in squares of these
  /// pixels: 1/12 for a box, and 1/6 for a triangle.
  private static let addedVariance = 0.25

  /// - Parameter limit: the most pixels of the backdrop, if a lower resolution can keep it.
  init(shown: PixelRect, deviation: Double, limit: Int) {
    self.shown = shown
    self.deviation = deviation
    pixelSize = 1
    while pixelSize < 256, deviation >= Self.leastDeviation * Double(2 * pixelSize) {
      pixelSize *= 2
    }
    while pixelSize < 256, pixelCount > limit { pixelSize *= 2 }
  }

  /// Pixels of the backdrop, without its blur's margin.
  var pixelCount: Int { area.width * area.height }

  /// Maps pixels of the backdrop to those of the output.
  private var scale: AffineTransform { .scale(x: Double(pixelSize), y: Double(pixelSize)) }

  /// Deviation in pixels of the backdrop.
  private var ownDeviation: Double {
    let deviation = deviation / Double(pixelSize)
    return pixelSize == 1
      ? deviation : max(deviation * deviation - Self.addedVariance, 0).squareRoot()
  }

  private var margin: Int { GaussianBlur.margin(deviation: ownDeviation) }

  /// The pixels of the backdrop that the blur mixes, on a grid that stays in place when the layer
  /// moves.
  private var area: PixelRect {
    let margin = margin + 1
    func low(_ value: Int) -> Int {
      Int((Double(value) / Double(pixelSize)).rounded(.down)) - margin
    }
    func high(_ value: Int) -> Int {
      Int((Double(value) / Double(pixelSize)).rounded(.up)) + margin
    }
    return PixelRect(
      minX: low(shown.minX), minY: low(shown.minY), maxX: high(shown.maxX), maxY: high(shown.maxY))
  }

  /// The pixels of the output that the backdrop depends on.
  func sources(on output: PixelSize) -> PixelRect {
    PixelRect(
      minX: area.minX * pixelSize, minY: area.minY * pixelSize, maxX: area.maxX * pixelSize,
      maxY: area.maxY * pixelSize
    ).intersection(PixelRect(output))
  }

  /// The pixels with a margin around them. The bounds of commands that reach the pixels may lie in
  /// this margin, since bounds are rounded otherwise at a lower resolution.
  func surroundings(on output: PixelSize) -> PixelRect {
    let sources = sources(on: output)
    if sources.isEmpty { return sources }
    let margin = 2 * pixelSize
    return PixelRect(
      minX: sources.minX - margin, minY: sources.minY - margin, maxX: sources.maxX + margin,
      maxY: sources.maxY + margin)
  }

  /// - Parameter list: the commands behind the layer, in pixels of the output.
  func source(_ list: DisplayList, on output: PixelSize) -> BackdropSource {
    // A pixel that the output's edge cuts would mix in the content beyond the edge.
    let whole = PixelRect(
      minX: 0, minY: 0, maxX: max(output.width / pixelSize, 1),
      maxY: max(output.height / pixelSize, 1))
    // Beside the edge of the output the area may consist of such pixels alone.
    let area = area
    let inside = PixelRect(
      minX: min(area.minX, whole.maxX - 1), minY: min(area.minY, whole.maxY - 1), maxX: area.maxX,
      maxY: area.maxY)
    return BackdropSource(
      list: list.transformed(by: .scale(x: 1 / Double(pixelSize), y: 1 / Double(pixelSize))),
      area: inside, output: whole, deviation: ownDeviation)
  }

  /// The paint of a backdrop that was made here.
  func paint(_ image: Image, of source: BackdropSource) -> Paint {
    let origin = AffineTransform.translation(
      x: Double(source.area.minX - margin), y: Double(source.area.minY - margin))
    return .image(
      ImagePaint(image: image, transform: origin.followed(by: scale), extendsBorders: true))
  }
}
