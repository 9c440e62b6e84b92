/// The coverage of one row: spans from left to right, and the bytes of those with a mask.
///
/// Masks start at any byte and are followed by at least eight readable ones, so that kernels may
/// load eight at a time.
@safe struct SpanRow: ~Copyable {
  var spans = Scratch<CoverageSpan>(capacity: 64)
  var mask = Scratch<UInt8>(capacity: 4096)

  mutating func removeAll() {
    spans.removeAll()
    mask.removeAll()
  }
}
