import Geometry

/// An image's pixels as they lie on a turned scanout, kept while the image is drawn there again and
/// again.
///
/// To turn a frame of pixels as it is drawn takes up to twice as long as to copy it where that stays
/// within the caches, and three times as long as to blend it. Pixels that were turned before cost as
/// much as upright ones, and their memory: so those of images are kept that were drawn several times.
final class TurnedPixels {
  /// How often the image is drawn before: a still picture is as often as there are framebuffers.
  private static let leastTimes = 4

  fileprivate var image: Image
  /// Nil as long as it was not drawn often.
  private(set) var level: Image.Level?
  /// Pixels that were drawn since it was last looked for idle ones.
  fileprivate var drawn = 0
  /// Those of the next image.
  fileprivate var next: TurnedPixels?

  fileprivate init(_ image: Image, before next: TurnedPixels?) {
    self.image = image
    self.next = next
  }

  /// Tells that some of the image's pixels are drawn as they are.
  fileprivate func add(_ count: Int, _ rotation: Rotation) {
    drawn += count
    let upright = image.base
    guard level == nil, drawn >= TurnedPixels.leastTimes * upright.pixels.count else { return }
    let size = rotation.turned(upright.size)
    // Conversions read up to seven pixels more than they write.
    let pixels = PixelMemory(count: upright.pixels.count + 7)
    let surface = unsafe Surface(
      base: pixels.base, width: upright.size.width, height: upright.size.height,
      stride: size.width * 4, format: .argb8888, rotation: rotation)
    unsafe PixelTurn.write(
      upright.pixels.base, stride: upright.size.width * 4, PixelRect(upright.size), to: surface)
    level = Image.Level(size: size, pixels: pixels)
  }

  /// Whether nobody else has the image.
  fileprivate var isLast: Bool { isKnownUniquelyReferenced(&image) }
}

/// The images that a renderer draws to a turned scanout as they are. Those that it draws no longer, or
/// that nobody else has, are let go.
struct TurnedImages {
  /// Drawings after which images are let go of which nothing was drawn.
  private static let longestIdle = 60

  private var first: TurnedPixels?
  private var rotation = Rotation.upright
  private var drawings = 0

  /// Begins a drawing.
  mutating func begin(_ rotation: Rotation) {
    if rotation != self.rotation { first = nil }
    self.rotation = rotation
    drawings += 1
    let looksForIdle = drawings % TurnedImages.longestIdle == 0
    var last: TurnedPixels?
    var entry = first
    while let pixels = entry {
      entry = pixels.next
      if pixels.isLast || looksForIdle && pixels.drawn == 0 {
        if let last { last.next = entry } else { first = entry }
      } else {
        if looksForIdle { pixels.drawn = 0 }
        last = pixels
      }
    }
  }

  /// Tells that some of an image's pixels are going to be drawn. No one else may be drawing.
  mutating func add(_ count: Int, of image: Image) {
    let pixels = self[image] ?? TurnedPixels(image, before: first)
    if self[image] == nil { first = pixels }
    pixels.add(count, rotation)
  }

  /// What is kept of an image.
  subscript(image: Image) -> TurnedPixels? {
    var entry = first
    while let pixels = entry {
      if pixels.image === image { return pixels }
      entry = pixels.next
    }
    return nil
  }
}
