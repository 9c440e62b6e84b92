/// What computing coverage needs besides the outlines, kept from row to row.
struct CoverageScratch: ~Copyable {
  var cells = CellRow()
  var resolver = OverlapResolver()
}

/// Rows of coverage while an item's clips are multiplied in.
struct ClipProducts: ~Copyable {
  var product = SpanRow()
  var factor = SpanRow()
  var next = SpanRow()
}
