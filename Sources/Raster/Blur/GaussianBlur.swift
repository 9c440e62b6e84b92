internal import Geometry

/// The gaussian blur of alpha planes, whose cost hardly depends on the deviation.
///
/// 1. Each axis is brought to a coarser grid, `factor` pixels apart, blurred there by a sampled
///    gaussian, and brought back. Both ways the kernel is three boxes of `factor` pixels,
///    convolved, whose weights add up to the same on every phase. The variances of these boxes are
///    subtracted from the variance of the gaussian.
/// 2. The factor keeps the deviation at two grid steps or more. There the difference between boxes
///    and a gaussian, and the loss of detail on the grid, stay below a level, whatever the picture.
///    Below a deviation of 4 pixels the grid is the pixels, and the blur is the sampled gaussian
///    itself.
/// 3. Sums are of 32-bit floats in a fixed order and nothing calls the C library, so the same plane
///    gives the same bytes everywhere.
///
/// Three running boxes, the usual way, are 2.3 levels off beside a straight edge, and more in
/// narrow shapes.
public enum GaussianBlur {
  /// Larger deviations count as this one.
  public static let largestDeviation = 256.0
  /// Smaller deviations blur nothing: a neighbour would get less than half a level.
  static let smallestDeviation = 0.25

  /// The pixels by which a blurred plane is larger than the plane on each side: three deviations.
  /// Beside a straight edge, a third of a level is left at this distance.
  public static func margin(deviation: Double) -> Int {
    let deviation = limited(deviation)
    return deviation == 0 ? 0 : Int((deviation * 3).rounded(.up))
  }

  /// The deviation that is used in place of a given one.
  static func limited(_ deviation: Double) -> Double {
    deviation >= smallestDeviation ? min(deviation, largestDeviation) : 0
  }
}

extension AlphaPlane {
  /// The plane blurred by a gaussian, with nothing around it, as a plane that is larger by
  /// `GaussianBlur.margin(deviation:)` on each side.
  ///
  /// Within 2 levels of the exact sum, whatever the picture, and 1.2 for all that was tried. Needs
  /// up to four temporary bytes for each pixel of the result, and takes time in proportion to its
  /// pixels.
  ///
  /// - Parameter deviation: standard deviation in pixels, up to `GaussianBlur.largestDeviation`.
  public func blurred(deviation: Double) -> AlphaPlane {
    blurred(across: deviation, down: deviation)
  }

  /// Blurs with a deviation for the horizontal axis and one for the vertical axis.
  public func blurred(across: Double, down: Double) -> AlphaPlane {
    let (across, down) = (GaussianBlur.limited(across), GaussianBlur.limited(down))
    if across == 0 && down == 0 || bytes.isEmpty { return self }
    let columns = BlurAxis(
      count: size.width, margin: GaussianBlur.margin(deviation: across),
      kernel: BlurKernel(deviation: across))
    let rows = BlurAxis(
      count: size.height, margin: GaussianBlur.margin(deviation: down),
      kernel: BlurKernel(deviation: down))
    var coarse = FloatRows(width: size.width, height: rows.sourceCount)
    rows.reduceRows(of: self, into: &coarse)
    var narrow = FloatRows(width: columns.blurredCount, height: rows.sourceCount)
    columns.blurColumns(of: coarse, into: &narrow)
    var blurred = FloatRows(width: columns.blurredCount, height: rows.blurredCount)
    rows.blurRows(of: narrow, into: &blurred)
    var wide = FloatRows(width: columns.resultCount, height: rows.blurredCount)
    columns.widenColumns(of: blurred, into: &wide)
    return AlphaPlane(
      size: PixelSize(width: columns.resultCount, height: rows.resultCount),
      bytes: rows.widenedRows(of: wide))
  }
}

extension Image {
  /// The picture blurred by a gaussian with nothing around it, larger by
  /// `GaussianBlur.margin(deviation:)` of an axis on both of its sides.
  ///
  /// Each premultiplied component is blurred as a plane of its own; no colour exceeds the alpha.
  ///
  /// - Parameters:
  ///   - across: standard deviation of the horizontal axis in pixels, up to
  ///     `GaussianBlur.largestDeviation`.
  ///   - down: standard deviation of the vertical axis, with the same unit and limit.
  public func blurred(across: Double, down: Double) -> Image {
    let pixels = premultipliedPixels
    let planes = [24, 16, 8, 0].map { (shift: UInt32) in
      AlphaPlane(size: size, bytes: pixels.map { UInt8(truncatingIfNeeded: $0 >> shift) })
        .blurred(across: across, down: down)
    }
    var result = [UInt32](repeating: 0, count: planes[0].bytes.count)
    for index in result.indices {
      let alpha = UInt32(planes[0].bytes[index])
      var pixel = alpha
      for plane in planes.dropFirst() {
        pixel = pixel << 8 | min(UInt32(plane.bytes[index]), alpha)
      }
      result[index] = pixel
    }
    return Image(size: planes[0].size, premultipliedPixels: result)
  }
}
