import Geometry

/// Composed rows in a surface's own format, on their way to a rotated scanout.
///
/// Rows are drawn upright into cached memory, with the picture's coordinates, and so have the
/// bytes that they would have on an upright scanout. From there they go to the scanout turned:
///
/// 1. In a quarter turn, each of the picture's columns is a stretch of a row of the scanout. Bands
///    are 32 rows high and begin where lines of an aligned scanout begin, so that whole lines of
///    64 bytes are written at once in formats of 2 and 4 bytes. At 16 rows a frame took a tenth
///    longer, since the stretches of a row lie in a page each.
/// 2. In a half turn, each row is written in reverse, forward in memory, the last one first.
/// 3. Pixels of three bytes lie in words as long as they are here, and are packed as they go to the
///    scanout: to turn them byte by byte took twice the time.
@safe struct RotatedBand: ~Copyable {
  private static let height = 32

  private var memory = Scratch<UInt32>()
  /// Bytes from one row to the next.
  private var stride = 0

  /// The row before which the band that begins at `row` ends.
  static func end(after row: Int, on surface: Surface) -> Int {
    switch surface.rotation {
    case .right: row + (surface.height - row - 1) % height + 1
    case .left: row + height - row % height
    default: row + height
    }
  }

  /// An upright surface for a rectangle of the picture, in the picture's coordinates. It holds
  /// nothing else, and ends with the next one.
  mutating func upright(_ rect: PixelRect, format: PixelFormat) -> Surface {
    let format =
      switch format {
      case .rgb888: PixelFormat.xrgb8888
      case .bgr888: PixelFormat.xbgr8888
      default: format
      }
    let byteCount = rect.width * format.byteCount
    // An odd number of lines: columns must not meet in one set of the cache.
    stride = ((byteCount + 63) / 64 | 1) * 64
    // Pixels of three bytes are read as words.
    memory.reserve(stride * rect.height / 4 + 1)
    return unsafe Surface(
      base: UnsafeMutableRawPointer(memory.base)
        - (rect.minY * stride + rect.minX * format.byteCount),
      width: rect.width, height: rect.height, stride: stride, format: format)
  }

  /// Writes the rectangle that was drawn into the upright surface.
  func write(_ rect: PixelRect, to surface: Surface) {
    let target = unsafe surface.base + surface.byteOffset(x: rect.minX, y: rect.minY)
    let source = unsafe UnsafeRawPointer(memory.base)
    if surface.format.isTriple { return writeTriples(rect, to: surface) }
    let pixel = surface.format.byteCount
    let last = (rect.height - 1) * stride
    switch surface.rotation {
    case .upright, .upsideDown:
      // Forward on the scanout: the last row's last pixel is the first.
      let end = unsafe source + last + rect.width * pixel
      let start = unsafe surface.base + surface.byteOffset(x: rect.maxX - 1, y: rect.maxY - 1)
      for row in 0..<rect.height {
        unsafe PixelTurn.reverse(
          end - row * stride, count: rect.width, byteCount: pixel,
          to: start + row * surface.stride)
      }
    case .left:
      unsafe PixelTurn.transpose(
        source, rowStep: stride, columns: rect.width, rows: rect.height, byteCount: pixel,
        to: target, columnStep: -surface.stride)
    case .right:
      unsafe PixelTurn.transpose(
        source + last, rowStep: -stride, columns: rect.width, rows: rect.height, byteCount: pixel,
        to: target - (rect.height - 1) * pixel, columnStep: surface.stride)
    }
  }

  /// `write` for pixels of three bytes.
  private func writeTriples(_ rect: PixelRect, to surface: Surface) {
    let source = unsafe UnsafeRawPointer(memory.base)
    let last = (rect.height - 1) * stride
    let target = unsafe surface.base + surface.byteOffset(x: rect.minX, y: rect.minY)
    switch surface.rotation {
    case .upright, .upsideDown:
      let start = unsafe surface.base + surface.byteOffset(x: rect.maxX - 1, y: rect.maxY - 1)
      for row in 0..<rect.height {
        let end = unsafe (source + last - row * stride + (rect.width - 1) * 4)
          .assumingMemoryBound(to: UInt32.self)
        unsafe PixelWriter.writeTriples(rect.width, to: start + row * surface.stride) { index in
          unsafe (end - index).pointee
        }
      }
    case .left:
      unsafe PixelTurn.transposeTriples(
        source, rowStep: stride, columns: rect.width, rows: rect.height, to: target,
        columnStep: -surface.stride)
    case .right:
      unsafe PixelTurn.transposeTriples(
        source + last, rowStep: -stride, columns: rect.width, rows: rect.height,
        to: target - (rect.height - 1) * 3, columnStep: surface.stride)
    }
  }
}
