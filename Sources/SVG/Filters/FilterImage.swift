import CMath
import Geometry
import Raster

/// A picture between the steps of a filter: pixels with their alpha multiplied in, of the area that
/// the filter covers.
struct FilterImage {
  let width: Int
  let height: Int
  /// Red, green, blue and alpha, 0…1.
  var pixels: [SIMD4<Float>]
  /// True for linearRGB, false for sRGB.
  var isLinear = false
  /// The step's subregion in pixels, outside which all is clear; nil for the whole area.
  var subregion: Subregion?

  struct Subregion {
    var minX: Int
    var minY: Int
    var maxX: Int
    var maxY: Int
  }

  init(width: Int, height: Int, filledWith pixel: SIMD4<Float> = .zero) {
    self.width = width
    self.height = height
    pixels = Array(repeating: pixel, count: width * height)
  }

  init(_ image: Image) {
    width = image.size.width
    height = image.size.height
    pixels = image.premultipliedPixels.map { pixel in
      SIMD4(
        Float(pixel >> 16 & 255), Float(pixel >> 8 & 255), Float(pixel & 255), Float(pixel >> 24))
        / 255
    }
  }

  /// The picture in levels of sRGB.
  var image: Image {
    let levels = inSpace(isLinear: false).pixels.map { pixel -> UInt32 in
      let alpha = min(max(pixel.w, 0), 1)
      let rounded = (pixel.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: alpha)) * 255)
        .rounded(.toNearestOrEven)
      return UInt32(rounded.w) << 24 | UInt32(rounded.x) << 16 | UInt32(rounded.y) << 8
        | UInt32(rounded.z)
    }
    return Image(size: PixelSize(width: width, height: height), premultipliedPixels: levels)
  }

  /// The picture in linearRGB or in sRGB.
  func inSpace(isLinear: Bool) -> FilterImage {
    if isLinear == self.isLinear { return self }
    let table = isLinear ? TransferTable.toLinear : TransferTable.toSRGB
    var result = mapped { color in
      SIMD4(table[color.x], table[color.y], table[color.z], color.w)
    }
    result.isLinear = isLinear
    return result
  }

  /// The picture with each colour changed. `change` gets and gives straight alpha.
  func mapped(_ change: (SIMD4<Float>) -> SIMD4<Float>) -> FilterImage {
    var result = self
    for index in pixels.indices {
      let pixel = pixels[index]
      var color = SIMD4<Float>.zero
      if pixel.w > 0 {
        color = pixel / pixel.w
        color.w = pixel.w
      }
      var changed = change(color.inRange).inRange
      let alpha = changed.w
      changed *= alpha
      changed.w = alpha
      result.pixels[index] = changed
    }
    return result
  }

  /// The alpha alone, in black.
  var alphaOnly: FilterImage {
    var result = self
    for index in pixels.indices { result.pixels[index] = SIMD4(0, 0, 0, pixels[index].w) }
    return result
  }

  /// Both pictures in one by a rule for pixels.
  func combined(
    with other: FilterImage, _ rule: (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
  ) -> FilterImage {
    var result = self
    for index in pixels.indices where index < other.pixels.count {
      result.pixels[index] = rule(pixels[index], other.pixels[index]).inRange
    }
    return result
  }

  /// Over another picture.
  func over(_ below: FilterImage) -> FilterImage { combined(with: below) { $0 + $1 * (1 - $0.w) } }

  /// Moved by a number of pixels, which may have a fraction.
  func moved(byX x: Double, y: Double) -> FilterImage {
    let wholeX = x.rounded(.down)
    let wholeY = y.rounded(.down)
    var result = FilterImage(width: width, height: height)
    result.isLinear = isLinear
    guard abs(wholeX) <= Double(width), abs(wholeY) <= Double(height) else { return result }
    let part = SIMD2(Float(x - wholeX), Float(y - wholeY))
    let (stepX, stepY) = (Int(wholeX), Int(wholeY))
    for row in 0..<height {
      for column in 0..<width {
        let (fromX, fromY) = (column - stepX, row - stepY)
        var pixel = self[fromX, fromY]
        if part.x > 0 { pixel += (self[fromX - 1, fromY] - pixel) * part.x }
        if part.y > 0 {
          var above = self[fromX, fromY - 1]
          if part.x > 0 { above += (self[fromX - 1, fromY - 1] - above) * part.x }
          pixel += (above - pixel) * part.y
        }
        result.pixels[row * width + column] = pixel
      }
    }
    return result
  }

  /// Only the part in a subregion, whose edges lie between pixels.
  func cut(to part: Subregion) -> FilterImage {
    var result = self
    result.subregion = part
    if part.minX <= 0, part.minY <= 0, part.maxX >= width, part.maxY >= height { return result }
    for row in 0..<height {
      for column in 0..<width
      where row < part.minY || row >= part.maxY || column < part.minX || column >= part.maxX {
        result.pixels[row * width + column] = .zero
      }
    }
    return result
  }

  /// The pixel of a place; clear outside.
  subscript(x: Int, y: Int) -> SIMD4<Float> {
    x >= 0 && y >= 0 && x < width && y < height ? pixels[y * width + x] : .zero
  }
}

extension SIMD4<Float> {
  /// Each number clamped to 0…1; NaN counts as 0.
  var inRange: SIMD4<Float> {
    replacing(with: 0, where: self .!= self)
      .clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1))
  }
}

/// The transfer function of sRGB (IEC 61966-2-1) and its inverse, by tables that are finer than
/// eight bits.
struct TransferTable {
  private let values: [Float]
  private static let steps = 4096

  static let toLinear = TransferTable {
    $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4)
  }
  static let toSRGB = TransferTable {
    $0 <= 0.0031308 ? $0 * 12.92 : 1.055 * pow($0, 1 / 2.4) - 0.055
  }

  private init(_ function: (Double) -> Double) {
    values = (0...Self.steps + 1).map { Float(function(Double($0) / Double(Self.steps))) }
  }

  /// The value for a number of 0…1.
  subscript(number: Float) -> Float {
    let place = min(max(number, 0), 1) * Float(Self.steps)
    let index = Int(place)
    return values[index] + (values[index + 1] - values[index]) * (place - Float(index))
  }
}
