internal import CKernels

/// The coverage of one row: spans from left to right, and the bytes of those with a mask.
///
/// Masks start at any byte and are followed by at least eight readable ones, so that kernels may
/// load eight at a time.
@safe struct SpanRow: ~Copyable {
  var spans = Scratch<CoverageSpan>(capacity: 64)
  var masks = Scratch<UInt8>(capacity: 4096)

  mutating func removeAll() {
    spans.removeAll()
    masks.removeAll()
  }

  /// Valid until the row changes.
  @inline(__always) var pointers: SpanPointers {
    unsafe SpanPointers(spans: UnsafePointer(spans.base), masks: UnsafePointer(masks.base))
  }
}

/// The spans of a row and the bytes of their masks, for loops: the row itself would be copied at
/// every call.
@unsafe struct SpanPointers {
  let spans: UnsafePointer<CoverageSpan>
  let masks: UnsafePointer<UInt8>

  /// The coverage bytes of a span with a mask, from a pixel of it on.
  @inline(__always) func mask(of span: CoverageSpan, x: Int) -> UnsafePointer<UInt8> {
    unsafe masks + (span.mask &+ x &- span.x)
  }
}

/// A stretch of one row with coverage above 0.
typealias CoverageSpan = firstlight_span

extension CoverageSpan {
  @inline(__always) init(x: Int, length: Int, mask: Int, value: UInt8) {
    self.init(
      x32: Int32(truncatingIfNeeded: x), length32: Int32(truncatingIfNeeded: length),
      mask32: Int32(truncatingIfNeeded: mask), value8: value)
  }

  /// The coverage of all its pixels, where `mask` is −1.
  @inline(__always) var value: UInt8 {
    get { value8 }
    set { value8 = newValue }
  }

  /// The first pixel.
  @inline(__always) var x: Int { Int(x32) }
  @inline(__always) var length: Int { Int(length32) }
  /// The offset of its coverage bytes among the row's masks, or −1 for one coverage throughout.
  @inline(__always) var mask: Int { Int(mask32) }
  @inline(__always) var end: Int { x &+ length }
  /// True if all its pixels are covered whole.
  @inline(__always) var isFull: Bool { mask32 < 0 && value == 255 }
}

extension SpanRow {
  /// Appends the product of two rows' coverage, from left to right.
  mutating func appendProduct(_ a: borrowing SpanRow, _ b: borrowing SpanRow) {
    var i = 0
    var j = 0
    while i < a.spans.count && j < b.spans.count {
      let first = a.spans[i]
      let second = b.spans[j]
      let start = max(first.x, second.x)
      let end = min(first.end, second.end)
      if start < end { appendProduct(first, a, second, b, from: start, to: end) }
      if first.end <= second.end { i += 1 } else { j += 1 }
    }
  }

  private mutating func appendProduct(
    _ first: CoverageSpan, _ a: borrowing SpanRow, _ second: CoverageSpan, _ b: borrowing SpanRow,
    from start: Int, to end: Int
  ) {
    if first.mask < 0 && second.mask < 0 {
      let value = SpanRow.product(first.value, second.value)
      if value > 0 {
        spans.append(CoverageSpan(x: start, length: end - start, mask: -1, value: value))
      }
      return
    }
    let offset = masks.count
    let length = end - start
    // Eight spare bytes behind every mask.
    masks.resize(offset + length + 8, filledWith: 0)
    masks.count = offset + length
    let target = unsafe masks.base + offset
    for index in 0..<length {
      let x = start + index
      let left = first.mask < 0 ? first.value : unsafe a.masks.base[first.mask + x - first.x]
      let right = second.mask < 0 ? second.value : unsafe b.masks.base[second.mask + x - second.x]
      unsafe target[index] = SpanRow.product(left, right)
    }
    spans.append(CoverageSpan(x: start, length: length, mask: offset, value: 0))
  }

  /// Multiplies the coverage of the spans from `firstSpan` on by one factor.
  mutating func scale(since firstSpan: Int, by factor: UInt8) {
    if factor == 255 { return }
    for index in firstSpan..<spans.count {
      let span = spans[index]
      if span.mask < 0 {
        spans[index] = CoverageSpan(
          x: span.x, length: span.length, mask: -1, value: SpanRow.product(span.value, factor))
      } else {
        for offset in span.mask..<(span.mask + span.length) {
          masks[offset] = SpanRow.product(masks[offset], factor)
        }
      }
    }
  }

  /// round(a·b / 255).
  @inline(__always) static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
    let t = UInt32(a) &* UInt32(b) &+ 128
    return UInt8(truncatingIfNeeded: (t &+ (t &>> 8)) &>> 8)
  }
}
