import Geometry

/// A command made ready for the sweep, kept while the command at its place stays the same.
@safe struct DrawItem: ~Copyable {
  private var command: DrawCommand?
  private var size = PixelSize(width: 0, height: 0)
  /// The shape's coverage, where it is small.
  private var mask = CoverageMask()
  /// Its outline where it is not: one, once that was needed.
  private var outline = Slots<Outline>()
  private var clips = Slots<Outline>()
  private var clipCount = 0
  var shader = Shader()
  /// The innermost group or mask of the command, or −1; not kept up for a list that has no groups.
  var group = -1
  /// The pixels that the item may change.
  private(set) var bounds = PixelRect.empty
  /// Whether it is one colour through its mask alone.
  private(set) var isPlainMask = false
  /// Whether the item covers all its bounds.
  private(set) var isRect = false

  /// Takes a command over.
  mutating func prepare(
    _ command: DrawCommand, size: PixelSize, rasterizer: inout MaskRasterizer
  ) {
    self.command = command
    self.size = size
    clipCount = 0
    let shape = DeviceOutline(command.shape, transform: command.transform)
    if rasterizer.rasterize(shape, size: size, to: &mask) {
      bounds = mask.bounds.intersection(PixelRect(size))
    } else {
      if outline.count == 0 { outline.append(Outline()) }
      unsafe outline.base.pointee.prepare(shape, width: size.width, height: size.height)
      bounds = unsafe outline.base.pointee.bounds
    }
    for clip in command.clips {
      addClip(clip, transform: .identity)
    }
    if case .image(let paint) = command.paint, !paint.extendsBorders,
      !DrawItem.covers(paint, command.shape)
    {
      let area = Path.rect(
        Rect(
          x: 0, y: 0, width: Double(paint.image.size.width),
          height: Double(paint.image.size.height)))
      addClip(
        .fill(area, .nonZero), transform: paint.transform.followed(by: command.transform))
    }
    if command.opacity > 0, !bounds.isEmpty {
      shader.prepare(command.paint, opacity: command.opacity, transform: command.transform)
      if shader.isClear { bounds = .empty }
    } else {
      bounds = .empty
    }
    isPlainMask = mask.isSet && clipCount == 0 && shader.isSolid
    isRect = unsafe !mask.isSet && clipCount == 0 && outline.base.pointee.isPixelRect
  }

  /// Lets go of the command, but keeps the memory for edges.
  mutating func release() {
    guard command != nil else { return }
    command = nil
    shader.prepare(.color(.clear), opacity: 0, transform: .identity)
    mask.remove()
    bounds = .empty
  }

  /// Whether the item holds what `prepare` would make of the command.
  func holds(_ command: DrawCommand, size: PixelSize) -> Bool {
    self.command == command && self.size == size
  }

  private mutating func addClip(_ clip: Shape, transform: AffineTransform) {
    if bounds.isEmpty { return }
    if clipCount == clips.count { clips.append(Outline()) }
    let slot = unsafe clips.base + clipCount
    unsafe slot.pointee.prepare(
      DeviceOutline(clip, transform: transform), width: size.width, height: size.height)
    bounds = unsafe bounds.intersection(slot.pointee.bounds)
    // A clip of whole pixels is its bounds and no more.
    if unsafe !slot.pointee.isPixelRect { clipCount += 1 }
  }

  /// Whether the image covers the shape, so that its own borders cut nothing off.
  private static func covers(_ paint: ImagePaint, _ shape: Shape) -> Bool {
    guard case .fill(let path, _) = shape, let inverse = paint.transform.inverse else {
      return false
    }
    let area = path.bounds.transformed(by: inverse)
    let slack = 1e-4
    return area.minX >= -slack && area.minY >= -slack
      && area.maxX <= Double(paint.image.size.width) + slack
      && area.maxY <= Double(paint.image.size.height) + slack
  }

  /// Paints a row of a plain mask, one of `bounds`, between two pixels.
  @inline(__always)
  func paintMask(row: Int, minX: Int, maxX: Int, into target: UnsafeMutablePointer<UInt32>) {
    let (start, end) = mask.reach(
      ofRow: row, minX: max(minX, bounds.minX), maxX: min(maxX, bounds.maxX))
    if start >= end { return }
    unsafe Blend.blend(
      target + start, count: end &- start, with: shader.solidPixel,
      mask: mask.row(row) + (start &- mask.bounds.minX))
  }

  /// Writes rows of the item, which is of one colour, over another; only with wide kernels.
  ///
  /// - Returns: the number of rows written, the first ones; 0 where they have to be composed.
  mutating func write(
    _ rows: Range<Int>, minX: Int, maxX: Int, color: UInt32, over base: UInt32,
    to surface: Surface
  ) -> Int {
    guard !mask.isSet, clipCount == 0, shader.coverageScale == 255 else { return 0 }
    let outlined = unsafe outline.base.pointee.bounds
    // A clip of whole pixels has cut the bounds alone.
    guard bounds.minX <= max(minX, outlined.minX), bounds.maxX >= min(maxX, outlined.maxX) else {
      return 0
    }
    return unsafe outline.base.pointee.write(
      rows, minX: minX, maxX: maxX, color: color, over: base, to: surface)
  }

  /// Appends the item's coverage of a row between two pixels.
  mutating func appendCoverage(
    row: Int, minX: Int, maxX: Int, to spans: inout SpanRow, scratch: inout CoverageScratch,
    products: inout ClipProducts
  ) {
    let left = max(minX, bounds.minX)
    let right = min(maxX, bounds.maxX)
    guard left < right, row >= bounds.minY, row < bounds.maxY else { return }
    let firstSpan = spans.spans.count
    if clipCount == 0 {
      if mask.isSet {
        mask.appendCoverage(row: row, minX: left, maxX: right, to: &spans)
      } else {
        unsafe outline.base.pointee.appendCoverage(
          row: row, minX: left, maxX: right, to: &spans, scratch: &scratch)
      }
    } else {
      products.product.removeAll()
      if mask.isSet {
        mask.appendCoverage(row: row, minX: left, maxX: right, to: &products.product)
      } else {
        unsafe outline.base.pointee.appendCoverage(
          row: row, minX: left, maxX: right, to: &products.product, scratch: &scratch)
      }
      for index in 0..<clipCount where products.product.spans.count > 0 {
        products.factor.removeAll()
        let clip = unsafe clips.base + index
        unsafe clip.pointee.appendCoverage(
          row: row, minX: left, maxX: right, to: &products.factor, scratch: &scratch)
        if index == clipCount - 1 {
          spans.appendProduct(products.product, products.factor)
        } else {
          products.next.removeAll()
          products.next.appendProduct(products.product, products.factor)
          swap(&products.next, &products.product)
        }
      }
    }
    spans.scale(since: firstSpan, by: shader.coverageScale)
  }
}
