/// Blends operations of a row into a line of pixels.
@safe struct RowBlender: ~Copyable {
  /// An item's own pixels.
  private var source = Scratch<UInt32>(capacity: 2048)

  /// Starts a rectangle of the given width.
  mutating func begin(width: Int) {
    source.resize(max(width + 16, source.count), filledWith: 0)
  }

  /// - Parameters:
  ///   - spans: the row's, and `masks` their bytes; a row of spans would be copied for every call.
  ///   - target: the pixel at 0; there are eight spare ones behind the row.
  @inline(__always)
  func blend(
    _ operation: RowOperation, of item: UnsafeMutablePointer<DrawItem>,
    through spans: UnsafePointer<CoverageSpan>, masks: UnsafePointer<UInt8>, row: Int,
    into target: UnsafeMutablePointer<UInt32>
  ) {
    if operation.isAdded {
      unsafe add(operation, of: item, through: spans, masks: masks, row: row, into: target)
    } else if operation.isPlain {
      unsafe blendPlain(operation, through: spans, masks: masks, into: target)
    } else {
      unsafe blendShaded(
        operation, of: item, through: spans, masks: masks, row: row, into: target)
    }
  }

  /// Blends an operation of one colour.
  @inline(__always)
  private func blendPlain(
    _ operation: RowOperation, through spans: UnsafePointer<CoverageSpan>,
    masks: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt32>
  ) {
    let (color, isOpaque) = (operation.color, operation.isOpaque)
    for index in operation.firstSpan..<operation.endSpan {
      let span = unsafe spans[index]
      let start = max(span.x, operation.start)
      let count = min(span.end, operation.end) &- start
      let pixels = unsafe target + start
      if span.mask >= 0 {
        let mask = unsafe masks + (span.mask &+ start &- span.x)
        unsafe Blend.blend(pixels, count: count, with: color, mask: mask)
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
    through spans: UnsafePointer<CoverageSpan>, masks: UnsafePointer<UInt8>, row: Int,
    into target: UnsafeMutablePointer<UInt32>
  ) {
    for index in operation.firstSpan..<operation.endSpan {
      let span = unsafe spans[index]
      let start = max(span.x, operation.start)
      let count = min(span.end, operation.end) &- start
      if operation.isPlain {
        unsafe Blend.fill(source.base, count: count, with: operation.color)
      } else {
        unsafe item.pointee.shader.fetch(x: start, y: row, count: count, into: source.base)
      }
      if span.mask >= 0 {
        let mask = unsafe masks + (span.mask &+ start &- span.x)
        unsafe Blend.add(target + start, count: count, with: source.base, mask: mask)
      } else {
        unsafe Blend.add(target + start, count: count, with: source.base, coverage: span.value)
      }
    }
  }

  private func blendShaded(
    _ operation: RowOperation, of item: UnsafeMutablePointer<DrawItem>,
    through spans: UnsafePointer<CoverageSpan>, masks: UnsafePointer<UInt8>, row: Int,
    into target: UnsafeMutablePointer<UInt32>
  ) {
    for index in operation.firstSpan..<operation.endSpan {
      let span = unsafe spans[index]
      let start = max(span.x, operation.start)
      let count = min(span.end, operation.end) &- start
      if span.isFull && operation.isOpaque {
        unsafe item.pointee.shader.fetch(x: start, y: row, count: count, into: target + start)
      } else {
        unsafe blend(
          item, through: span, x: start, count: count, masks: masks, row: row, into: target + start)
      }
    }
  }

  /// Blends an item's own pixels through a part of a span.
  ///
  /// - Parameter pixels: the one at `x`.
  @inline(__always)
  func blend(
    _ item: UnsafeMutablePointer<DrawItem>, through span: CoverageSpan, x: Int, count: Int,
    masks: UnsafePointer<UInt8>, row: Int, into pixels: UnsafeMutablePointer<UInt32>
  ) {
    // Kernels read up to seven pixels more than they use.
    var own = unsafe item.pointee.shader.pixels(x: x, y: row, count: count, readable: count &+ 7)
    if unsafe own == nil {
      unsafe item.pointee.shader.fetch(x: x, y: row, count: count, into: source.base)
      unsafe own = UnsafePointer(source.base)
    }
    guard let own = unsafe own else { return }
    if span.mask >= 0 {
      let mask = unsafe masks + (span.mask &+ x &- span.x)
      unsafe Blend.blend(pixels, count: count, with: own, mask: mask)
    } else {
      unsafe Blend.blend(pixels, count: count, with: own, coverage: span.value)
    }
  }
}
