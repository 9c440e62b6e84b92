import Geometry

/// Composed rows on their way to a rotated scanout, in cached memory and the picture's coordinates.
///
/// 1. In a quarter turn, each column of the picture is a stretch of a row of the scanout. Bands
///    begin where lines of an aligned scanout begin, so that whole lines of 64 bytes are written at
///    once. Long stretches are faster, since each row of the scanout lies in another page: with 16
///    rows a rotated frame took half as long again as with 64, and an image with 64 a tenth longer
///    than with 256.
/// 2. Composed bands fit the second-level cache: narrow ones are higher. So do blocks, in which
///    pixels are converted or laid over a colour before they are rotated.
/// 3. In a half turn, each row is written in reverse, forward in memory.
/// 4. Pixels of three bytes are kept in words here, and packed when they are written to the
///    scanout: rotating them byte by byte took twice the time.
@safe struct RotatedBand: ~Copyable {
  private var memory = Scratch<UInt32>()
  /// Bytes from one row of `memory` to the next.
  private var stride = 0
  /// The images whose pixels are kept rotated.
  var rotated = RotatedImages()
  /// The parts of them that were drawn, or could have been if they were kept.
  private var uses: [RotatedImages.Use] = []
  /// A block of composed pixels.
  private var block = Scratch<UInt32>()

  /// Notes that an image is drawn, or could have been if it were kept.
  mutating func addUse(of image: Image, in rect: PixelRect) {
    // Parts of the rectangle are searched once more if it could not be drawn as a whole.
    if let last = uses.last, last.image === image, last.rect.intersection(rect) == rect { return }
    uses.append(RotatedImages.Use(image: image, rect: rect))
  }

  /// Moves the uses of images to `images`.
  mutating func moveUses(into images: inout RotatedImages) {
    for use in uses { images.add(use) }
    uses.removeAll(keepingCapacity: true)
  }

  /// The most rows of a composed band.
  static let mostRows = 384
  /// Rows of a band that is not composed, and the least rows of a composed one.
  static let leastRows = 64
  /// The most bytes of a composed band, or of a block of one, unless the least rows take more.
  private static let mostBytes = 1 << 19

  /// Rows of the composed bands of some columns.
  static func height(ofColumns count: Int, on surface: Surface) -> Int {
    let byteCount = max(count, 1) * PixelRotator.sourceFormat(for: surface).byteCount
    return min(max(mostBytes / byteCount & ~63, leastRows), mostRows)
  }

  /// The end of the band that begins at `row`.
  static func end(after row: Int, height: Int = leastRows, on surface: Surface) -> Int {
    switch surface.rotation {
    case .right: row + (surface.height - row - 1) % height + 1
    case .left: row + height - row % height
    case .upright, .upsideDown: row + height
    }
  }

  /// Calls `body` with parts of a rectangle, which end with the band that they lie in.
  @inline(__always)
  static func forEachBand(
    of rect: PixelRect, height: Int, on surface: Surface, _ body: (PixelRect) -> Void
  ) {
    var part = rect
    while part.minY < rect.maxY {
      part.maxY = min(end(after: part.minY, height: height, on: surface), rect.maxY)
      body(part)
      part.minY = part.maxY
    }
  }

  /// Calls `body` with parts of a rectangle that are converted or rotated at once: blocks of bands
  /// or, without a quarter turn, single rows.
  @inline(__always)
  static func forEachBlock(of rect: PixelRect, on surface: Surface, _ body: (PixelRect) -> Void) {
    guard surface.rotation.swapsSides else {
      for row in rect.minY..<rect.maxY {
        body(PixelRect(minX: rect.minX, minY: row, maxX: rect.maxX, maxY: row + 1))
      }
      return
    }
    let width = mostBytes / (mostRows * 4) & ~63
    forEachBand(of: rect, height: mostRows, on: surface) { band in
      var part = band
      while part.minX < rect.maxX {
        part.maxX = min(part.minX + width, rect.maxX)
        body(part)
        part.minX = part.maxX
      }
    }
  }

  /// An upright surface for a rectangle of the picture, in the picture's coordinates and with eight
  /// spare pixels behind each row. Its memory holds nothing else, and is reused by the next call.
  mutating func upright(_ rect: PixelRect, format: PixelFormat) -> Surface {
    let byteCount = rect.width * format.byteCount
    // An odd number of lines: columns must not meet in one set of the cache.
    stride = ((byteCount + 95) / 64 | 1) * 64
    memory.reserve(stride * rect.height / 4 + 16)
    return unsafe Surface(
      base: first(of: memory)
        - (rect.minY * stride + rect.minX * format.byteCount),
      width: rect.width, height: rect.height, stride: stride, format: format)
  }

  /// Writes the rectangle that was drawn into the upright surface, in the source format of
  /// `surface`.
  func write(_ rect: PixelRect, to surface: Surface) {
    unsafe PixelRotator.write(first(of: memory), stride: stride, rect, to: surface)
  }

  /// Memory for the composed pixels of a block.
  mutating func buffer(for rect: PixelRect) -> UnsafeMutablePointer<UInt32> {
    block.reserve(RotatedBand.step(of: rect) / 4 * rect.height + 8 + 16)
    return unsafe first(of: block).assumingMemoryBound(to: UInt32.self)
  }

  /// The first cache line of the memory: copies from there are quicker.
  private func first(of memory: borrowing Scratch<UInt32>) -> UnsafeMutableRawPointer {
    unsafe UnsafeMutableRawPointer(memory.base).alignedUp(toMultipleOf: 64)
  }

  /// Bytes between the rows of a block's memory: an odd number of lines.
  static func step(of rect: PixelRect) -> Int { step(ofColumns: rect.width) }
  static func step(ofColumns count: Int) -> Int { ((count + 15) / 16 | 1) * 64 }

  /// Writes composed pixels of a block, whose rows are `step` bytes apart. Not inlined, since it is
  /// large.
  @inline(never)
  mutating func write(
    _ pixels: UnsafePointer<UInt32>, step: Int, _ rect: PixelRect, to surface: Surface
  ) {
    let format = PixelRotator.sourceFormat(for: surface)
    let isUpright = surface.rotation == .upright
    if !isUpright && format.isNative {
      return unsafe PixelRotator.write(pixels, stride: step, rect, to: surface)
    }
    let target = isUpright ? surface : upright(rect, format: format)
    for row in 0..<rect.height {
      let line = unsafe UnsafeRawPointer(pixels) + row &* step
      unsafe PixelWriter.write(
        line.assumingMemoryBound(to: UInt32.self), count: rect.width, to: target, x: rect.minX,
        y: rect.minY + row)
    }
    if !isUpright { write(rect, to: surface) }
  }
}
