extension Image {
  /// A copy whose colours are multiplied by those of `color`, without its alpha; each component is
  /// rounded to the nearest.
  public func tinted(by color: Color) -> Image {
    let opaque = Color(red: color.red, green: color.green, blue: color.blue)
    let components = opaque.premultiplied(opacity: 1)
    let red = UInt32(components.x + 0.5)
    let green = UInt32(components.y + 0.5)
    let blue = UInt32(components.z + 0.5)
    let pixels = PixelMemory(count: base.pixels.count)
    for index in 0..<pixels.count {
      let pixel = base.pixels[index]
      unsafe pixels.base[index] =
        pixel & 0xFF00_0000 | scaled(pixel >> 16, red) << 16 | scaled(pixel >> 8, green) << 8
        | scaled(pixel, blue)
    }
    return Image(size: size, premultiplied: pixels)
  }
}

/// The low byte times a part of 255, rounded: exact, see `Blend`.
@inline(__always) private func scaled(_ value: UInt32, _ part: UInt32) -> UInt32 {
  let t = (value & 255) &* part &+ 128
  return (t &+ (t >> 8)) >> 8
}
