public import Geometry

/// Pictures made of parts of others. Areas are in pixels and lie within the picture.
extension Image {
  /// A picture without any colour.
  public convenience init(clearOf size: PixelSize) {
    self.init(size: size, premultiplied: PixelMemory(count: size.width * size.height))
  }

  /// A copy of an area.
  public func cropped(to area: PixelRect) -> Image {
    check(area)
    let pixels = PixelMemory(count: area.width * area.height)
    for y in 0..<area.height {
      let from = (area.minY + y) * size.width + area.minX
      unsafe (pixels.base + y * area.width).update(from: base.pixels.base + from, count: area.width)
    }
    return Image(
      size: PixelSize(width: area.width, height: area.height), premultiplied: pixels)
  }

  /// A copy with another picture's pixels in an area of its size.
  /// - Parameter isBlended: true to lay them over the pixels there, false to replace those.
  public func overlaid(with part: Image, at area: PixelRect, isBlended: Bool) -> Image {
    precondition(part.size.width == area.width && part.size.height == area.height)
    return copy(changing: area) { pixels, place, y in
      let from = unsafe part.base.pixels.base + y * area.width
      guard isBlended, !part.isOpaque else {
        unsafe (pixels.base + place).update(from: from, count: area.width)
        return
      }
      for x in 0..<area.width {
        let (above, below) = unsafe (from[x], pixels.base[place + x])
        let rest = UInt8(truncatingIfNeeded: ~above >> 24)
        unsafe pixels.base[place + x] = above &+ Blend.scaled(below, by: rest)
      }
    }
  }

  /// A copy that is clear in an area.
  public func cleared(in area: PixelRect) -> Image {
    copy(changing: area) { pixels, place, _ in
      unsafe (pixels.base + place).update(repeating: 0, count: area.width)
    }
  }

  private func copy(changing area: PixelRect, _ row: (PixelMemory, Int, Int) -> Void) -> Image {
    check(area)
    let pixels = PixelMemory(count: base.pixels.count)
    unsafe pixels.base.update(from: base.pixels.base, count: base.pixels.count)
    for y in 0..<area.height { row(pixels, (area.minY + y) * size.width + area.minX, y) }
    return Image(size: size, premultiplied: pixels)
  }

  private func check(_ area: PixelRect) {
    precondition(area.minX >= 0 && area.minY >= 0 && area.width > 0 && area.height > 0)
    precondition(area.maxX <= size.width && area.maxY <= size.height)
  }
}

extension Image {
  /// A copy whose colours move toward colours between two others. The place between these follows
  /// from a colour's luminance. Alpha stays the same, and each component is rounded to the nearest.
  ///
  /// - Parameter amount: the part of the way that colours move, 0…1.
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
