import Geometry

/// Images that are drawn unscaled to a rotated scanout. Entries that are no longer drawn, or that
/// nothing else references, are released.
struct RotatedImages {
  /// A drawing of an image whose pixels are kept rotated, or are worth keeping.
  struct Use {
    let image: Image
    /// The rectangle that it was drawn to.
    let rect: PixelRect
  }

  /// The number of drawings after which unused images are released.
  private static let longestIdle = 60
  /// The most images that are kept; others are rotated each time.
  private static let mostImages = 16
  /// The most pixels that are kept, in frames.
  private static let mostFrames = 2

  private var first: RotatedPixels?
  private var rotation = Rotation.upright
  private var drawings = 0

  /// Begins a drawing: rotates the pixels of one image that was drawn often. No other thread may be
  /// drawing.
  mutating func begin(on surface: Surface) {
    if surface.rotation != rotation { first = nil }
    rotation = surface.rotation
    drawings += 1
    let looksForIdle = drawings % RotatedImages.longestIdle == 0
    var spareCount = RotatedImages.mostFrames * surface.width * surface.height
    // The image that was begun, or else the smallest: no image waits for one that is too large.
    var wanted: RotatedPixels?
    var needed = Int.max
    var last: RotatedPixels?
    var entry = first
    while let pixels = entry {
      entry = pixels.next
      if pixels.isLast || looksForIdle && pixels.drawn == 0 {
        if let last { last.next = entry } else { first = entry }
        continue
      }
      let count = pixels.image.base.pixels.count
      if pixels.isBegun { spareCount -= count }
      if pixels.isWanted, pixels.isBegun || count < needed {
        wanted = pixels
        needed = pixels.isBegun ? .min : count
      }
      if looksForIdle { pixels.drawn = 0 }
      last = pixels
    }
    if needed <= spareCount { wanted?.rotateRows(rotation) }
  }

  /// Counts a use of an image in the last drawing.
  mutating func add(_ use: Use) {
    var count = 0
    var entry = first
    while let pixels = entry {
      if pixels.image === use.image { return pixels.drawn += use.rect.area }
      entry = pixels.next
      count += 1
    }
    if count == RotatedImages.mostImages { return }
    let pixels = RotatedPixels(use.image, before: first)
    pixels.drawn = use.rect.area
    first = pixels
  }

  /// The pixels that are kept of an image.
  subscript(image: Image) -> RotatedPixels? {
    var entry = first
    while let pixels = entry {
      if pixels.image === image { return pixels }
      entry = pixels.next
    }
    return nil
  }

  var isEmpty: Bool { first == nil }
}

/// An image's pixels as they lie on a rotated scanout, kept while the image is drawn there again
/// and again.
///
/// Rotating a frame of pixels as it is drawn takes up to twice as long as copying it if that stays
/// within the caches, and three times as long as blending it. Rotated pixels cost as much as
/// upright ones, and their memory. So they are kept for images that were drawn several times.
final class RotatedPixels {
  /// The number of times that an image is drawn before it is kept: a still picture is drawn once to
  /// each framebuffer, and then no more.
  private static let leastTimes = 4
  /// The most pixels that are rotated in one drawing: all at once would hold up a frame.
  private static let mostAtOnce = 1 << 19

  var image: Image
  /// The pixels of the next image.
  var next: RotatedPixels?
  /// Pixels of the image that were drawn since idle images were last released.
  var drawn = 0
  /// Nil until all are rotated.
  private(set) var level: Image.Level?
  private var memory: PixelMemory?
  /// Rows of the image that are rotated.
  private var rowCount = 0

  init(_ image: Image, before next: RotatedPixels?) {
    self.image = image
    self.next = next
  }

  /// True if nothing else holds the image.
  var isLast: Bool { isKnownUniquelyReferenced(&image) }

  /// True if memory was allocated.
  var isBegun: Bool { memory != nil }

  /// True if there is something to rotate.
  var isWanted: Bool {
    level == nil && (isBegun || drawn >= RotatedPixels.leastTimes * image.base.pixels.count)
  }

  /// Rotates some rows; the first time, memory is allocated.
  func rotateRows(_ rotation: Rotation) {
    let upright = image.base
    let (width, height) = (upright.size.width, upright.size.height)
    let size = rotation.rotated(upright.size)
    let pixels = memory ?? PixelMemory(count: upright.pixels.count)
    memory = pixels
    let surface = unsafe Surface(
      base: pixels.base, width: width, height: height, stride: size.width * 4, format: .argb8888,
      rotation: rotation)
    let end = min(rowCount + max(RotatedPixels.mostAtOnce / width & ~15, 16), height)
    unsafe PixelRotator.write(
      upright.pixels.base + rowCount * width, stride: width * 4,
      PixelRect(minX: 0, minY: rowCount, maxX: width, maxY: end), to: surface)
    rowCount = end
    if end == height { level = Image.Level(size: size, pixels: pixels) }
  }
}

/// An image in a rectangle whose pixels are kept as they lie on a rotated scanout. It lies over one
/// colour, or over a gradient with one colour in each row of the picture.
@safe struct RotatedPicture {
  /// The item that shows the image.
  private let item: UnsafePointer<DrawItem>
  /// The part of the rectangle that it covers.
  private let shown: PixelRect
  /// The first of the shown pixels, and pixels from one row of the scanout to the next.
  private let pixels: UnsafePointer<UInt32>
  private let step: Int
  /// The item below, or nil for the background.
  private let backdrop: UnsafePointer<DrawItem>?

  /// Smaller parts of images are rotated as they are drawn, unless the image is kept already.
  private static let leastPixels = 1 << 12

  /// Finds the picture in a band without groups, and counts its use.
  ///
  /// - Returns: nil if the band holds anything else, or if the image's pixels are not kept.
  static func find(in band: Band, through rotated: inout RotatedBand) -> RotatedPicture? {
    let rect = band.rect
    var backdrop: UnsafePointer<DrawItem>?
    var top: UnsafePointer<DrawItem>?
    for place in 0..<band.count {
      let item = unsafe UnsafePointer(band[place])
      let part = unsafe item.pointee.bounds.intersection(rect)
      if part.isEmpty { continue }
      guard unsafe item.pointee.isRect else { return nil }
      let isImage = unsafe item.pointee.shader.isImage
      if unsafe part == rect && item.pointee.shader.isOpaque {
        unsafe backdrop = isImage ? nil : item
        unsafe top = isImage ? item : nil
      } else if isImage, unsafe top == nil {
        unsafe top = item
      } else {
        return nil
      }
    }
    guard let picture = unsafe top else { return nil }
    if let backdrop = unsafe backdrop, unsafe !backdrop.pointee.shader.isConstantAcrossRow {
      return nil
    }
    let shown = unsafe picture.pointee.bounds.intersection(rect)
    guard unsafe !picture.pointee.shader.isAdded,
      let image = unsafe picture.pointee.shader.copiedImage,
      let part = unsafe picture.pointee.shader.copiedPart(shown)
    else { return nil }
    if shown.area >= leastPixels { rotated.addUse(of: image, in: shown) }
    guard let level = rotated.rotated[image]?.level else { return nil }
    let place = band.surface.rotation.scanoutRect(part, ofPicture: image.size)
    let width = level.size.width
    return unsafe RotatedPicture(
      item: picture, shown: shown,
      pixels: UnsafePointer(level.pixels.base + (place.minY &* width &+ place.minX)), step: width,
      backdrop: backdrop)
  }

  /// Writes the rectangle that it was found in, row by row of the scanout.
  @inline(never)
  func write(_ rect: PixelRect, to surface: Surface, through band: inout RotatedBand) {
    let rotation = surface.rotation
    let place = rotation.scanoutRect(rect, ofPicture: surface.size)
    let inner = rotation.scanoutRect(shown, ofPicture: surface.size)
    let (count, lead) = (place.width, inner.minX &- place.minX)
    let isOpaque = unsafe item.pointee.shader.isOpaqueSource
    let isWhole = unsafe isOpaque && item.pointee.shader.coverageScale == 255
    let isNative = surface.format.isNative
    // A row of the scanout without the picture, and one with it: the scanout is not read.
    let line = unsafe band.buffer(for: PixelRect(minX: 0, minY: 0, maxX: count, maxY: 2))
    let composed = unsafe line + RotatedBand.step(ofColumns: count) / 4
    var below = unsafe firstBackdrop(of: rect, on: surface, count: count, line: line)
    for row in place.minY..<place.maxY {
      let (x, y) = surface.firstPixel(ofScanoutRow: row, of: rect)
      let target = unsafe surface.base + surface.byteOffset(x: x, y: y)
      let to = unsafe isNative ? target.assumingMemoryBound(to: UInt32.self) : composed
      if case .color = below, let backdrop = unsafe backdrop,
        let color = unsafe backdrop.pointee.shader.color(ofRow: y)
      {
        below = .color(color)
      }
      var written = unsafe UnsafePointer(to)
      if row < inner.minY || row >= inner.maxY {
        unsafe below.write(0..<count, to: to)
      } else {
        let source = unsafe pixels + (row &- inner.minY) &* step
        if !isNative && isWhole && inner.width == count {
          unsafe written = source
        } else {
          unsafe below.write(0..<lead, to: to)
          unsafe below.write((lead &+ inner.width)..<count, to: to)
          if isWhole {
            unsafe Blend.copy(to + lead, count: inner.width, from: source)
          } else {
            unsafe blend(
              source, lead..<(lead &+ inner.width), over: below, through: composed, to: to)
          }
        }
      }
      if isNative { continue }
      unsafe PixelWriter.write(
        written, count: count, to: target, format: surface.format, x: x, y: y, rotation: rotation)
    }
  }

  /// The pixels below the first row of the scanout: one colour or, after a quarter turn, a gradient
  /// that is the same below all rows.
  ///
  /// - Parameter line: memory for the pixels of a gradient.
  private func firstBackdrop(
    of rect: PixelRect, on surface: Surface, count: Int, line: UnsafeMutablePointer<UInt32>
  ) -> RowBackdrop {
    let rotation = surface.rotation
    if let backdrop = unsafe backdrop, rotation.swapsSides {
      let isGradient = unsafe backdrop.pointee.shader.withAxialGradient { gradient in
        unsafe gradient.fetch(
          x: 0, y: rotation == .right ? rect.maxY &- 1 : rect.minY, count: count,
          rotation == .right ? .up : .down, into: line)
        return true
      }
      if isGradient { return unsafe .pixels(line) }
    }
    return .color(surface.format.background)
  }

  /// Writes some pixels of a row, which are not opaque, over the pixels below them.
  ///
  /// - Parameter composed: memory for the row.
  @inline(__always)
  private func blend(
    _ source: UnsafePointer<UInt32>, _ place: Range<Int>, over below: RowBackdrop,
    through composed: UnsafeMutablePointer<UInt32>, to row: UnsafeMutablePointer<UInt32>
  ) {
    let coverage = unsafe item.pointee.shader.coverageScale
    let (start, count) = (place.lowerBound, place.count)
    switch below {
    case .color(let color):
      unsafe Blend.write(
        row + start, count: count, source: source,
        isOpaque: item.pointee.shader.isOpaqueSource, coverage: coverage, over: color)
    case .pixels(let line):
      unsafe (composed + start).copy(from: line + start, count: count)
      unsafe Blend.blend(composed + start, count: count, with: source, coverage: coverage)
      if unsafe composed == row { return }
      unsafe Blend.copy(row + start, count: count, from: composed + start)
    }
  }
}

/// The pixels of a row of a scanout below a picture.
@safe private enum RowBackdrop {
  case color(UInt32)
  case pixels(UnsafePointer<UInt32>)

  @inline(__always)
  func write(_ place: Range<Int>, to row: UnsafeMutablePointer<UInt32>) {
    let (start, count) = (place.lowerBound, place.count)
    switch self {
    case .color(let color): unsafe Blend.fill(row + start, count: count, with: color)
    case .pixels(let line): unsafe Blend.copy(row + start, count: count, from: line + start)
    }
  }
}
