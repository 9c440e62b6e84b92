import Geometry
import Raster

/// Pictures of lists with groups and masks, and lists without them that show the same.
enum GroupReference {
  static let size = PixelSize(width: 83, height: 61)
  private static let area = Path.rect(Rect(x: 0, y: 0, width: 83, height: 61))

  static func drawn(
    _ commands: [DrawCommand], _ groups: [DrawGroup] = [], format: PixelFormat = .argb8888,
    renderer: Renderer = Renderer()
  ) -> Image {
    let buffer = PixelBuffer(size: size, format: format)
    renderer.draw(commands, groups: groups, into: buffer.surface)
    return buffer.makeImage()
  }

  /// Every component of one picture times the alpha of another.
  private static func multiplied(_ image: Image, withAlphaOf mask: Image) -> Image {
    let pixels = zip(image.premultipliedPixels, mask.premultipliedPixels).map { pixel, mask in
      var product: UInt32 = 0
      for shift: UInt32 in [0, 8, 16, 24] {
        let exact = Double((pixel >> shift) & 255) * Double(mask >> 24) / 255
        product |= UInt32(exact.rounded()) << shift
      }
      return product
    }
    return Image(size: image.size, premultipliedPixels: pixels)
  }

  /// A list without groups that shows the same: each group and each mask is drawn to an image
  /// first. No group without a mask may be of full opacity.
  static func flattened(
    _ commands: [DrawCommand], _ groups: [DrawGroup], in range: Range<Int>
  ) -> [DrawCommand] {
    var flat: [DrawCommand] = []
    var next = range.lowerBound
    for (index, group) in groups.enumerated()
    where group.commands.lowerBound >= next && group.commands.upperBound <= range.upperBound {
      flat += commands[next..<group.commands.lowerBound]
      let inner = Array(groups[(index + 1)...])
      var image = drawn(flattened(commands, inner, in: group.commands))
      if let mask = group.mask {
        image = multiplied(image, withAlphaOf: drawn(flattened(commands, inner, in: mask)))
      }
      flat.append(
        DrawCommand(
          shape: .fill(area, .nonZero),
          paint: .image(ImagePaint(image: image, transform: .identity, filter: .nearest)),
          opacity: group.opacity))
      next = group.mask?.upperBound ?? group.commands.upperBound
    }
    return flat + commands[next..<range.upperBound]
  }
}
