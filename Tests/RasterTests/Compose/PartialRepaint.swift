import Geometry
import Raster
import Testing

/// Expects that a list drawn into the damage of another one's picture changes the damage to its own
/// picture, and leaves all else as it is.
///
/// - Parameter groups: the groups of both lists.
func expectPartialRepaint(
  of new: [DrawCommand], over old: [DrawCommand], groups: [DrawGroup] = [], damage: Region,
  size: PixelSize, format: PixelFormat = .argb8888, paths: FastPaths, _ comment: Comment
) {
  let full = PixelBuffer(size: size, format: format)
  Renderer(paths).draw(new, groups: groups, into: full.surface)
  let buffer = PixelBuffer(size: size, format: format)
  let renderer = Renderer(paths)
  renderer.draw(old, groups: groups, into: buffer.surface)
  let before = buffer.bytes
  renderer.draw(new, groups: groups, region: damage, into: buffer.surface)
  let after = buffer.bytes
  let expected = full.bytes
  var wrong = 0
  for y in 0..<size.height {
    for x in 0..<size.width {
      let isDamaged = damage.contains(x: x, y: y)
      for byte in 0..<format.byteCount {
        let place = y * buffer.stride + x * format.byteCount + byte
        if after[place] != (isDamaged ? expected[place] : before[place]) { wrong += 1 }
      }
    }
  }
  #expect(wrong == 0, comment)
}
