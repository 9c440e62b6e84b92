/// What computing coverage needs besides the outlines, kept from row to row.
struct CoverageScratch: ~Copyable {
  var cells = CellRow()
  var resolver = OverlapResolver()
  var product = SpanRow()
  var factor = SpanRow()
  var next = SpanRow()
}
