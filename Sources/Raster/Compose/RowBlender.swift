/// Blends operations of a row into a line of pixels.
@safe struct RowBlender: ~Copyable {
  /// An item's own pixels.
  private var source = Scratch<UInt32>(capacity: 2048)

  /// Starts a rectangle of the given width.
  mutating func begin(width: Int) {
    source.resize(max(width + 16, source.count), filledWith: 0)
  }

  /// - Parameter target: the pixel at 0; there are eight spare ones behind the row.
  @inline(__always)
  func blend(
    _ operation: RowOperation, of item: UnsafeMutablePointer<DrawItem>,
    through spans: SpanPointers, row: Int, into target: UnsafeMutablePointer<UInt32>
  ) {
    if operation.isAdded {
      unsafe add(operation, of: item, through: spans, row: row, into: target)
    } else if operation.isPlain {
      unsafe blendPlain(operation, through: spans, into: target)
    } else {
      unsafe blendShaded(operation, of: item, through: spans, row: row, into: target)
    }
  }

  /// Calls `body` with each span of an operation, and with the pixels of the span that are shown.
  @inline(__always)
  private func forEachSpan(
    of operation: RowOperation, _ spans: SpanPointers,
    _ body: (_ span: CoverageSpan, _ start: Int, _ count: Int) -> Void
  ) {
    for index in operation.firstSpan..<operation.endSpan {
      let span = unsafe spans.spans[index]
      let start = max(span.x, operation.start)
      body(span, start, min(span.end, operation.end) &- start)
    }
  }

  /// Blends an operation of one colour.
  @inline(__always)
  private func blendPlain(
    _ operation: RowOperation, through spans: SpanPointers,
    into target: UnsafeMutablePointer<UInt32>
  ) {
    let (color, isOpaque) = (operation.color, operation.isOpaque)
    unsafe forEachSpan(of: operation, spans) { span, start, count in
      let pixels = unsafe target + start
      if span.mask >= 0 {
        unsafe Blend.blend(
          pixels, count: count, with: color, mask: spans.mask(of: span, x: start))
      } else if span.value == 255 && isOpaque {
        unsafe Blend.fill(pixels, count: count, with: color)
      } else {
        let scaled = Blend.scaled(color, by: span.value)
        unsafe Blend.blend(pixels, count: count, with: scaled)
      }
    }
  }

  /// Adds an operation's pixels to those of the line.
  @inline(never)
  private func add(
    _ operation: RowOperation, of item: UnsafeMutablePointer<DrawItem>,
    through spans: SpanPointers, row: Int, into target: UnsafeMutablePointer<UInt32>
  ) {
    unsafe forEachSpan(of: operation, spans) { span, start, count in
      if operation.isPlain {
        unsafe Blend.fill(source.base, count: count, with: operation.color)
      } else {
        unsafe item.pointee.shader.fetch(x: start, y: row, count: count, into: source.base)
      }
      if span.mask >= 0 {
        unsafe Blend.add(
          target + start, count: count, with: source.base, mask: spans.mask(of: span, x: start))
      } else {
        unsafe Blend.add(target + start, count: count, with: source.base, coverage: span.value)
      }
    }
  }

  private func blendShaded(
    _ operation: RowOperation, of item: UnsafeMutablePointer<DrawItem>,
    through spans: SpanPointers, row: Int, into target: UnsafeMutablePointer<UInt32>
  ) {
    unsafe forEachSpan(of: operation, spans) { span, start, count in
      if span.isFull && operation.isOpaque {
        unsafe item.pointee.shader.fetch(x: start, y: row, count: count, into: target + start)
      } else {
        unsafe blend(
          item, through: span, x: start, count: count, of: spans, row: row, into: target + start)
      }
    }
  }

  /// Blends an item's own pixels through a part of a span.
  ///
  /// - Parameter pixels: the one at `x`.
  @inline(__always)
  func blend(
    _ item: UnsafeMutablePointer<DrawItem>, through span: CoverageSpan, x: Int, count: Int,
    of spans: SpanPointers, row: Int, into pixels: UnsafeMutablePointer<UInt32>
  ) {
    // Kernels read up to seven pixels more than they use.
    var own = unsafe item.pointee.shader.pixels(x: x, y: row, count: count, readable: count &+ 7)
    if unsafe own == nil {
      unsafe item.pointee.shader.fetch(x: x, y: row, count: count, into: source.base)
      unsafe own = UnsafePointer(source.base)
    }
    guard let own = unsafe own else { return }
    if span.mask >= 0 {
      unsafe Blend.blend(pixels, count: count, with: own, mask: spans.mask(of: span, x: x))
    } else {
      unsafe Blend.blend(pixels, count: count, with: own, coverage: span.value)
    }
  }
}
