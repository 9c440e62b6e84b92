/// A framebuffer lent for the time of a drawing: rows of pixels, top row first.
///
/// The memory stays the lender's. It may be write-combined and is never read.
@safe public struct Surface {
  public let base: UnsafeMutableRawPointer
  public let width: Int
  public let height: Int
  /// Bytes from one row to the next.
  public let stride: Int
  public let format: PixelFormat

  /// `base` must be valid for `stride * height` bytes while the surface is in use.
  @unsafe public init(
    base: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int, format: PixelFormat
  ) {
    precondition(stride >= width * format.byteCount)
    unsafe self.base = base
    self.width = width
    self.height = height
    self.stride = stride
    self.format = format
  }
}
