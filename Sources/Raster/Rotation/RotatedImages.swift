import Geometry

/// Images that are drawn unscaled to a rotated scanout. Entries that are no longer drawn, or that
/// nothing else references, are released.
struct RotatedImages {
  /// A drawing of an image whose pixels are kept rotated, or would be of use so.
  struct Use {
    let image: Image
    /// The rectangle that it was drawn to.
    let rect: PixelRect
  }

  /// The number of drawings after which unused images are released.
  private static let longestIdle = 60
  /// More images are rotated as they are drawn.
  private static let mostImages = 16
  /// Pixels that are kept, in frames.
  private static let mostFrames = 2

  private var first: RotatedPixels?
  private var rotation = Rotation.upright
  private var drawings = 0

  /// Begins a drawing: turns pixels of one image that was drawn often. Nobody else may be drawing.
  mutating func begin(on surface: Surface) {
    if surface.rotation != rotation { first = nil }
    rotation = surface.rotation
    drawings += 1
    let looksForIdle = drawings % RotatedImages.longestIdle == 0
    var spareCount = RotatedImages.mostFrames * surface.width * surface.height
    // The one that was begun, or else the smallest, so that none waits for one that is too large.
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

  /// Takes up what was drawn in the last drawing.
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

/// An image's pixels as they lie on a rotated scanout, kept while the image is drawn there again and
/// again.
///
/// To turn a frame of pixels as it is drawn takes up to twice as long as to copy it where that stays
/// within the caches, and three times as long as to blend it. Pixels that were rotated before cost as
/// much as upright ones, and their memory: so those of images are kept that were drawn several times.
final class RotatedPixels {
  /// Drawings of the image before it is kept: a still picture is drawn once to each framebuffer, and then
  /// no more.
  private static let leastTimes = 4
  /// Pixels that are rotated in one drawing, at most: all at once would hold up a frame.
  private static let mostAtOnce = 1 << 19

  var image: Image
  /// The pixels of the next image.
  var next: RotatedPixels?
  /// Pixels of it that were drawn since idle images were last let go.
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

  /// True if nobody else has the image.
  var isLast: Bool { isKnownUniquelyReferenced(&image) }

  /// True if memory has been taken.
  var isBegun: Bool { memory != nil }

  /// True if there is something to turn.
  var isWanted: Bool {
    level == nil && (isBegun || drawn >= RotatedPixels.leastTimes * image.base.pixels.count)
  }

  /// Turns some rows, and takes the memory before the first.
  func rotateRows(_ rotation: Rotation) {
    let upright = image.base
    let (width, height) = (upright.size.width, upright.size.height)
    let size = rotation.rotated(upright.size)
    // Conversions, and pixels that are blended, are read seven pixels beyond the last.
    let pixels = memory ?? PixelMemory(unsetCount: upright.pixels.count, spare: 7)
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
