// Planes that decide how far another picture shows.
extension AlphaPlane {
  /// Clear where the plane is opaque, and the reverse.
  public var inverted: AlphaPlane { AlphaPlane(size: size, bytes: bytes.map { 255 - $0 }) }

  /// The light of a picture over black, by the weights of ITU-R BT.709, rounded to the nearest level.
  public init(lumaOf image: Image) {
    let bytes = image.premultipliedPixels.map { pixel in
      // The weights add up to 65,536.
      let sum =
        (pixel >> 16 & 255) * 13_933 + (pixel >> 8 & 255) * 46_871 + (pixel & 255) * 4_732
      return UInt8(truncatingIfNeeded: (sum + 32_768) >> 16)
    }
    self.init(size: image.size, bytes: bytes)
  }
}
