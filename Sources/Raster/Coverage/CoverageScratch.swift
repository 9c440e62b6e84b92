/// Memory for computing coverage, besides the outlines', kept from row to row.
struct CoverageScratch: ~Copyable {
  var cells = CellRow()
  var resolver = OverlapResolver()
  var contours = ContourCells()
  var contourWriter = ContourWriter()
  /// Spare bytes for rows that outlines cache; these go beyond by what one grows at once.
  var spareRowBytes = 0
}

/// Rows of coverage while an item's clips are multiplied in.
struct ClipProducts: ~Copyable {
  var product = SpanRow()
  var factor = SpanRow()
  var next = SpanRow()
}
