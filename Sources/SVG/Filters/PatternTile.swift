import Geometry
import Raster

/// A pattern's tile as pixels, or the part of the only tile that a shape shows.
///
/// Pixels at a tile's edges have the same coverage as those within it: tiles leave no seam wherever
/// they meet, even within a pixel.
struct PatternTile {
  /// The way from a pattern's space to the pixels of a tile.
  struct Grid: Equatable {
    /// The corner of a tile, in the pattern's space.
    var origin: Point
    /// Pixels to a unit of the pattern's space.
    var scaleX: Double
    var scaleY: Double
    /// Pixels of the tile for one of the picture.
    var detailX: Double
    var detailY: Double
    /// The pixels that are made, from the tile's corner.
    var pixels: PixelRect
    /// False where the shape shows one tile alone.
    var isRepeated: Bool
    /// True if each pixel of a tile is one of the picture.
    var isExact: Bool

    /// Maps units from the tile's corner to pixels that are made.
    var toPixels: AffineTransform {
      AffineTransform(
        a: scaleX, b: 0, c: 0, d: scaleY, tx: -Double(pixels.minX), ty: -Double(pixels.minY))
    }
  }

  let grid: Grid
  private let pixels: [UInt32]

  /// The most pixels of a tile.
  static let pixelLimit = 4_000_000.0
  /// Beyond this, places are too inexact to be told apart.
  private static let farthest = 1e15
  /// Pixels of a tile for one of the picture along each axis, where the two do not coincide.
  private static let mostDetail = 4.0
  /// The most pixels of a mean: for a tile that is smaller than a pixel only some are read.
  private static let longestMean = 64.0

  /// - Parameter image: of the size of the grid's pixels.
  init(_ image: Image, _ grid: Grid) {
    self.grid = grid
    var pixels = image.premultipliedPixels
    if !grid.isExact {
      // Each place holds the mean over one pixel of the picture around it, so that the picture's
      // pixels are read at their middles alone: a mean of many places for each pixel took ten times
      // as long.
      pixels = PatternTile.averaged(pixels, grid, isAcross: true)
      pixels = PatternTile.averaged(pixels, grid, isAcross: false)
    }
    self.pixels = pixels
  }

  /// Pixels that are means over the length of a pixel of the picture, along one axis.
  private static func averaged(_ pixels: [UInt32], _ grid: Grid, isAcross: Bool) -> [UInt32] {
    let (width, height) = (grid.pixels.width, grid.pixels.height)
    let length = min(isAcross ? grid.detailX : grid.detailY, PatternTile.longestMean)
    guard length > 1 else { return pixels }
    let reach = Int((length / 2 - 0.5).rounded(.up))
    let weights = (-reach...reach).map { offset -> Float in
      let (low, high) = (Double(offset) - 0.5, Double(offset) + 0.5)
      return Float(max(0, min(high, length / 2) - max(low, -length / 2)) / length)
    }
    let count = isAcross ? width : height
    let step = isAcross ? 1 : width
    var result = pixels
    for y in 0..<height {
      for x in 0..<width {
        let place = isAcross ? x : y
        let line = y * width + x - place * step
        var sum = SIMD4<Float>.zero
        for (index, weight) in weights.enumerated() {
          let other = place + index - reach
          let inside =
            other >= 0 && other < count
            ? other : Self.index(Double(other), count, isRepeated: grid.isRepeated)
          sum += Self.levels(pixels[line + inside * step]) * weight
        }
        result[y * width + x] = Self.pixel(sum)
      }
    }
    return result
  }

  /// The pixels of an area of the picture that tiles fill.
  ///
  /// - Parameter map: maps pixels of the picture to the pattern's space.
  func filling(_ area: PixelRect, through map: AffineTransform) -> Image {
    let corner = AffineTransform.translation(x: -grid.origin.x, y: -grid.origin.y)
    let toTile = AffineTransform.translation(x: Double(area.minX), y: Double(area.minY))
      .followed(by: map).followed(by: corner).followed(by: grid.toPixels)
    let size = PixelSize(width: area.width, height: area.height)
    var result = [UInt32](repeating: 0, count: size.width * size.height)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
        let middle = toTile.apply(to: place)
        result[y * size.width + x] =
          grid.isExact ? pixel(at: middle) : Self.pixel(sample(at: middle))
      }
    }
    return Image(size: size, premultipliedPixels: result)
  }

  private func pixel(at place: Point) -> UInt32 {
    let column = index(place.x.rounded(.down), grid.pixels.width)
    let row = index(place.y.rounded(.down), grid.pixels.height)
    return pixels[row * grid.pixels.width + column]
  }

  /// Blue, green, red and alpha, 0…255, between the four nearest pixels.
  private func sample(at place: Point) -> SIMD4<Float> {
    guard abs(place.x) < Self.farthest, abs(place.y) < Self.farthest else { return .zero }
    let (left, top) = ((place.x - 0.5).rounded(.down), (place.y - 0.5).rounded(.down))
    let across = Float(place.x - 0.5 - left)
    let down = Float(place.y - 0.5 - top)
    let width = grid.pixels.width
    let (first, last) = (index(left, width), index(left + 1, width))
    let upper = index(top, grid.pixels.height) * width
    let lower = index(top + 1, grid.pixels.height) * width
    let above = mix(pixels[upper + first], pixels[upper + last], across)
    let below = mix(pixels[lower + first], pixels[lower + last], across)
    return above + (below - above) * down
  }

  private func mix(_ first: UInt32, _ last: UInt32, _ part: Float) -> SIMD4<Float> {
    let before = Self.levels(first)
    if first == last { return before }
    return before + (Self.levels(last) - before) * part
  }

  private static func levels(_ pixel: UInt32) -> SIMD4<Float> {
    SIMD4<Float>(
      SIMD4<UInt32>(pixel, pixel >> 8, pixel >> 16, pixel >> 24) & SIMD4(repeating: 255))
  }

  private static func pixel(_ levels: SIMD4<Float>) -> UInt32 {
    let rounded = SIMD4<UInt32>(levels.rounded(.toNearestOrEven))
    return rounded.w << 24 | rounded.z << 16 | rounded.y << 8 | rounded.x
  }

  private func index(_ place: Double, _ count: Int) -> Int {
    Self.index(place, count, isRepeated: grid.isRepeated)
  }

  /// A place along a side of `count` pixels: wrapped around for repeated tiles, or else clamped to
  /// the border.
  private static func index(_ place: Double, _ count: Int, isRepeated: Bool) -> Int {
    let length = Double(count)
    if place >= 0, place < length { return Int(place) }
    guard isRepeated else { return place < 0 ? 0 : count - 1 }
    let rest = place - (place / length).rounded(.down) * length
    return rest > 0 && rest < length ? Int(rest) : 0
  }
}

extension PatternTile.Grid {
  /// Nil for a tile that cannot be seen, or one that is too long.
  ///
  /// - Parameters:
  ///   - tile: the first tile, in the pattern's space.
  ///   - seen: the part of that space that the shape may show.
  ///   - toPicture: maps the space to the picture's pixels.
  init?(_ tile: Rect, seen: Rect, toPicture: AffineTransform) {
    let scale = (
      x: Vector(dx: toPicture.a, dy: toPicture.b).length,
      y: Vector(dx: toPicture.c, dy: toPicture.d).length
    )
    guard seen.isFinite, scale.x > 0, scale.y > 0, scale.x.isFinite, scale.y.isFinite else {
      return nil
    }
    // A shape as large as a tile must not show the next tile because of a rounding error.
    let column = ((seen.minX - tile.minX) / tile.width + 1e-6).rounded(.down)
    let row = ((seen.minY - tile.minY) / tile.height + 1e-6).rounded(.down)
    origin = Point(x: tile.minX + column * tile.width, y: tile.minY + row * tile.height)
    isRepeated =
      seen.maxX > origin.x + tile.width * (1 + 1e-6)
      || seen.maxY > origin.y + tile.height * (1 + 1e-6)
    // Places in far tiles are less exact when they are counted from the first tile.
    if isRepeated { origin = tile.origin }
    let size = Size(width: tile.width * scale.x, height: tile.height * scale.y)
    let made =
      isRepeated ? size : Size(width: seen.width * scale.x, height: seen.height * scale.y)
    let count = max(made.width, 1) * max(made.height, 1)
    guard origin.isFinite, count.isFinite, size.width < 1e9, size.height < 1e9 else { return nil }
    let corner = toPicture.apply(to: origin)
    isExact =
      count <= PatternTile.pixelLimit && toPicture.b == 0 && toPicture.c == 0
      && toPicture.a > 0 && toPicture.d > 0
      && [size.width, size.height].allSatisfy { $0 > 0.5 && abs($0 - $0.rounded()) < 1e-6 }
      && [corner.x, corner.y].allSatisfy { abs($0 - $0.rounded()) < 1e-4 }
    let detail =
      isExact
      ? 1 : min(PatternTile.mostDetail, (PatternTile.pixelLimit / count).squareRoot())
    func sides(_ length: Double) -> Double {
      max(1, (length * detail - 1e-6).rounded(.up))
    }
    let whole = Size(width: sides(size.width), height: sides(size.height))
    scaleX = whole.width / tile.width
    scaleY = whole.height / tile.height
    (detailX, detailY) = (scaleX / scale.x, scaleY / scale.y)
    var part = Rect(origin: .zero, size: whole)
    if !isRepeated {
      // Places between the pixels at the border are read from both sides of it.
      let shown = Rect(
        x: (seen.minX - origin.x) * scaleX, y: (seen.minY - origin.y) * scaleY,
        width: seen.width * scaleX, height: seen.height * scaleY)
      part = part.intersection(shown.insetBy(dx: -detail - 1, dy: -detail - 1))
    }
    guard !part.isEmpty, scaleX.isFinite, scaleY.isFinite,
      (part.width + 2) * (part.height + 2) <= 2 * PatternTile.pixelLimit
    else { return nil }
    pixels = PixelRect(
      minX: Int(part.minX.rounded(.down)), minY: Int(part.minY.rounded(.down)),
      maxX: Int(part.maxX.rounded(.up)), maxY: Int(part.maxY.rounded(.up)))
  }
}
