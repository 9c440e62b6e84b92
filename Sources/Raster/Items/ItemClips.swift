import Geometry

/// The outlines of an item's clips. The memory for their edges is kept for the clips of the next
/// shape.
@safe struct ItemClips: ~Copyable {
  private var outlines = Slots<Outline>()
  /// The number of outlines in use, the first ones.
  private var count = 0

  var isEmpty: Bool { count == 0 }

  /// The memory of all outlines, in bytes.
  ///
  /// Mutating for the reason that `Slots` gives.
  var byteCount: Int {
    mutating get {
      var sum = outlines.byteCount
      for index in 0..<outlines.count { unsafe sum &+= outlines.base[index].byteCount }
      return sum
    }
  }

  /// Adds a clip, and limits pixels to those that it shows.
  mutating func add(
    _ clip: Shape, transform: AffineTransform, size: PixelSize, paths: FastPaths,
    limiting shown: inout PixelRect
  ) {
    if shown.isEmpty { return }
    let outline = DeviceOutline(clip, transform: transform, seen: PixelRect(size))
    // A clip that cuts no pixel needs no edges: most clips are the bounds of a layer around the
    // item.
    if let left = outline.wholePixels(of: shown) { return shown = left }
    if count == outlines.count { outlines.append(Outline()) }
    let slot = unsafe outlines.base + count
    unsafe slot.pointee.prepare(outline, width: size.width, height: size.height, paths: paths)
    shown = unsafe shown.intersection(slot.pointee.bounds)
    // The clip may still be a rectangle, with more points than four.
    if unsafe !slot.pointee.isPixelRect { count += 1 }
  }

  mutating func removeAll() { count = 0 }

  /// Gives back all memory.
  mutating func giveBack() {
    outlines = Slots()
    count = 0
  }

  /// Gives back the memory for edges if an outline is large.
  mutating func dropLarge() {
    for index in 0..<outlines.count where unsafe outlines.base[index].isLarge {
      count = 0
      return outlines.removeAll()
    }
  }

  /// Sets the rows that are going to be scanned, as `Outline.prepare(for:cachesRows:)` does.
  mutating func prepare(for rows: Range<Int>, cachesRows: Bool) {
    for index in 0..<count {
      unsafe outlines.base[index].prepare(for: rows, cachesRows: cachesRows)
    }
  }

  /// Gives back the memory of cached rows.
  mutating func dropCachedRows() {
    for index in 0..<outlines.count { unsafe outlines.base[index].dropCachedRows() }
  }

  /// Appends the coverage of a row between two pixels: that of the shape in `products.product`,
  /// multiplied by the coverage of each clip.
  @inline(__always)
  mutating func appendProduct(
    row: Int, minX: Int, maxX: Int, to spans: inout SpanRow, scratch: inout CoverageScratch,
    products: inout ClipProducts
  ) {
    for index in 0..<count where products.product.spans.count > 0 {
      products.factor.removeAll()
      let clip = unsafe outlines.base + index
      unsafe clip.pointee.appendCoverage(
        row: row, minX: minX, maxX: maxX, to: &products.factor, scratch: &scratch)
      if index == count - 1 {
        spans.appendProduct(products.product, products.factor)
      } else {
        products.next.removeAll()
        products.next.appendProduct(products.product, products.factor)
        swap(&products.next, &products.product)
      }
    }
  }
}

/// Rows of coverage while an item's clips are multiplied in.
struct ClipProducts: ~Copyable {
  var product = SpanRow()
  var factor = SpanRow()
  var next = SpanRow()
}
