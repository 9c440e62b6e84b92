public import Geometry

/// Memory for a picture, with rows of whole pixels: the owning counterpart of `Surface`.
@safe public struct PixelBuffer: ~Copyable {
  private let memory: PixelMemory
  let base: UnsafeMutableRawPointer
  public let width: Int
  public let height: Int
  /// Bytes from one row to the next.
  public let stride: Int
  public let format: PixelFormat

  /// A buffer of zeroes. The caller has checked the size against its limits.
  public init(size: PixelSize, format: PixelFormat) {
    precondition(size.width >= 0 && size.height >= 0)
    width = size.width
    height = size.height
    self.format = format
    stride = size.width * format.byteCount
    memory = PixelMemory(count: (stride * size.height + 3) / 4)
    unsafe base = UnsafeMutableRawPointer(memory.base)
  }

  public var size: PixelSize { PixelSize(width: width, height: height) }

  /// The buffer as a drawing target; it must not outlive the buffer.
  public var surface: Surface {
    unsafe Surface(base: base, width: width, height: height, stride: stride, format: format)
  }

  /// The buffer as the scanout of a picture that is rotated on it; it must not outlive the buffer.
  public func surface(rotated rotation: Rotation) -> Surface {
    let picture = rotation.rotated(size)
    return unsafe Surface(
      base: base, width: picture.width, height: picture.height, stride: stride, format: format,
      rotation: rotation)
  }

  /// A copy of all bytes, row after row.
  public var bytes: [UInt8] {
    unsafe [UInt8](UnsafeRawBufferPointer(start: base, count: stride * height))
  }

  /// A copy as an image: components widened to eight bits, X formats opaque.
  public func makeImage() -> Image {
    let pixels = PixelMemory(count: width * height)
    for y in 0..<height {
      let row = unsafe base + y * stride
      for x in 0..<width {
        let word = unsafe format.word(at: row + x * format.byteCount)
        unsafe pixels.base[y * width + x] = format.premultiplied(word)
      }
    }
    return Image(size: size, premultiplied: pixels)
  }
}
