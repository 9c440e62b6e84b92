internal import CKernels

/// The colour that is drawn in a row, and the one below it.
struct RowColors {
  /// The one colour that is drawn, premultiplied.
  var color: UInt32
  /// The one colour under it, opaque or clear.
  var base: UInt32
  /// True if pixels that are not covered hold `base` already, and stay as they are.
  var keepsBase: Bool
}

extension Blend {
  /// Spans of one colour over another, to a row that is written and not read.
  static func writeSpans(
    _ spans: borrowing SpanRow, _ colors: RowColors, row: Int, minX: Int, maxX: Int,
    to surface: Surface
  ) {
    let place = firstlight_cached_row(
      firstSpan: 0, spanCount: Int32(truncatingIfNeeded: spans.spans.count))
    unsafe withUnsafePointer(to: place) { place in
      let rows = unsafe firstlight_cached_rows(
        rows: place, spans: spans.spans.base, masks: spans.mask.base, first_row: row)
      _ = unsafe RowWriter.write(
        rows, colors, row: row, count: 1, minX: minX, maxX: maxX, to: surface)
    }
  }
}
