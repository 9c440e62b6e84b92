extension Image {
  /// A copy whose colours move toward those between two others, by how light they are, and keep their
  /// alpha; each component is rounded to the nearest.
  ///
  /// - Parameter amount: of the way, 0…1.
  public func toned(dark: Color, light: Color, amount: Double) -> Image {
    let amount = amount > 0 ? min(amount, 1) : 0
    let pixels = premultipliedPixels.map { (pixel: UInt32) -> UInt32 in
      let alpha = Double(pixel >> 24)
      guard alpha > 0 else { return 0 }
      let red = Double(pixel >> 16 & 255)
      let green = Double(pixel >> 8 & 255)
      let blue = Double(pixel & 255)
      // The weights of ITU-R BT.709.
      let luma = (red * 0.2126 + green * 0.7152 + blue * 0.0722) / alpha
      func byte(_ value: Double, _ low: Double, _ high: Double) -> UInt32 {
        let goal = low + (high - low) * luma
        let mixed = value + ((goal > 0 ? min(goal, 1) : 0) * alpha - value) * amount
        return UInt32(min(max(mixed, 0), alpha) + 0.5)
      }
      return pixel & 0xFF00_0000 | byte(red, dark.red, light.red) << 16
        | byte(green, dark.green, light.green) << 8 | byte(blue, dark.blue, light.blue)
    }
    return Image(size: size, premultipliedPixels: pixels)
  }
}
