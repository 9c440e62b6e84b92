import Geometry

/// The images that a renderer draws to a rotated scanout as they are. Those that it draws no longer, or
/// that nobody else has, are let go.
struct RotatedImages {
  /// A drawing of an image whose pixels are kept rotated, or would be of use so.
  struct Use {
    let image: Image
    /// Where it was drawn.
    let rect: PixelRect
  }

  /// Drawings after which images are let go of which nothing was drawn.
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
    var room = RotatedImages.mostFrames * surface.width * surface.height
    // The one that was begun, or else the smallest, so that none waits for one that has no room.
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
      if pixels.isBegun { room -= count }
      if pixels.isWanted, pixels.isBegun || count < needed {
        wanted = pixels
        needed = pixels.isBegun ? .min : count
      }
      if looksForIdle { pixels.drawn = 0 }
      last = pixels
    }
    if needed <= room { wanted?.rotateRows(rotation) }
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
