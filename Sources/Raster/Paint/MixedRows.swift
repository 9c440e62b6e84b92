/// The rows of an image that is scaled along its axes, each mixed with its right neighbours: a row of the
/// framebuffer is a mean of two of them, and mostly of those of the row before.
///
/// Two rows are kept, one of an even and one of an odd place in the image.
final class MixedRows {
  private struct Row {
    var memory: PixelMemory?
    var place = Int.min
    /// Columns of the framebuffer.
    var columns = 0..<0
  }

  private var even = Row()
  private var odd = Row()

  /// The pixels of an image's row from a column of the framebuffer on. They are valid until a row of a place that is
  /// as even is asked for.
  /// - Parameter mix: writes the pixels, where they are not kept.
  func row(
    _ place: Int, columns: Range<Int>, mix: (UnsafeMutablePointer<UInt32>) -> Void
  ) -> UnsafePointer<UInt32> {
    place & 1 == 0
      ? unsafe MixedRows.pixels(of: &even, place, columns, mix)
      : unsafe MixedRows.pixels(of: &odd, place, columns, mix)
  }

  private static func pixels(
    of row: inout Row, _ place: Int, _ columns: Range<Int>,
    _ mix: (UnsafeMutablePointer<UInt32>) -> Void
  ) -> UnsafePointer<UInt32> {
    if row.place == place, let memory = row.memory, row.columns.lowerBound <= columns.lowerBound,
      row.columns.upperBound >= columns.upperBound
    {
      return unsafe UnsafePointer(memory.base + (columns.lowerBound - row.columns.lowerBound))
    }
    let memory: PixelMemory
    if let present = row.memory, present.count >= columns.count {
      memory = present
    } else {
      memory = PixelMemory(unsetCount: columns.count, spare: 0)
      row.memory = memory
    }
    row.place = place
    row.columns = columns
    unsafe mix(memory.base)
    return unsafe UnsafePointer(memory.base)
  }
}
