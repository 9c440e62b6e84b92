internal import Geometry
internal import Raster

/// The inputs of a blurred backdrop: its pixels follow from them.
struct BackdropSource {
  /// The commands behind the layer, in pixels of the backdrop.
  let list: DisplayList
  /// The pixels of the backdrop, with the pixels around them that the blur mixes in.
  let area: PixelRect
  /// The pixels of the output, which go on beyond its edges.
  let output: PixelRect
  /// Standard deviation in those pixels.
  let deviation: Double

  /// The picture that is blurred, and the blur's margin around it.
  func draw(by renderer: Renderer) -> Image {
    let inside = area.intersection(output)
    let buffer = PixelBuffer(
      size: PixelSize(width: inside.width, height: inside.height), format: .argb8888)
    let moved = list.transformed(
      by: .translation(x: -Double(inside.minX), y: -Double(inside.minY)))
    renderer.draw(moved.commands, groups: moved.groups, into: buffer.surface)
    let image = inside == area ? buffer.makeImage() : extended(buffer.makeImage(), from: inside)
    return image.blurred(across: deviation, down: deviation)
  }

  /// The picture of the whole area, where the border pixels of a part go on around it.
  private func extended(_ image: Image, from inside: PixelRect) -> Image {
    let pixels = image.premultipliedPixels
    var result: [UInt32] = []
    result.reserveCapacity(area.width * area.height)
    for y in area.minY..<area.maxY {
      let row = (min(max(y, inside.minY), inside.maxY - 1) - inside.minY) * inside.width
      for x in area.minX..<area.maxX {
        result.append(pixels[row + min(max(x, inside.minX), inside.maxX - 1) - inside.minX])
      }
    }
    return Image(
      size: PixelSize(width: area.width, height: area.height), premultipliedPixels: result)
  }
}
