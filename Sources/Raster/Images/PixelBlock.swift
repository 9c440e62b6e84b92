/// Rows of pixels in the memory of an image, or of the rows that are kept of it.
@safe struct PixelBlock {
  /// The first row's first pixel.
  let base: UnsafePointer<UInt32>
  /// Pixels from one row to the next.
  let step: Int
  /// Pixels from the first on that are in memory.
  let readable: Int
}
