extension Image {
  /// The picture blurred by a gaussian with nothing around it, larger by
  /// `GaussianBlur.margin(deviation:)` of an axis on both of its sides.
  ///
  /// Each premultiplied component is blurred as a plane of its own; no colour exceeds the alpha.
  ///
  /// - Parameters:
  ///   - across: standard deviation of the horizontal axis in pixels, up to `GaussianBlur.largestDeviation`.
  ///   - down: that of the vertical axis.
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
