import Geometry

/// A part of an image, smaller: what an image that is drawn smaller is read from.
struct ImageReduction {
  /// In pixels of the image.
  let part: PixelRect
  /// Pixels of the image to one of the copy, 1 at least.
  let stepX: Double
  let stepY: Double
  let level: Image.Level

  /// From this step on what a halved copy has wrong at the borders of pixels is two levels at most.
  private static let mostPixels = 64.0
  /// The pixels that are read at most for a copy, as far as one that is halved has enough of them.
  private static let mostArea = 1 << 23

  /// Makes the copy.
  init(of image: Image, part: PixelRect, stepX: Double, stepY: Double) {
    self.part = part
    self.stepX = stepX
    self.stepY = stepY
    var (level, area) = (image.base, part)
    var (x, y) = (stepX, stepY)
    var depth = 0
    // A halved copy has pixels across the borders of a part.
    while part == PixelRect(image.size),
      min(x, y) >= ImageReduction.mostPixels
        || (area.area > ImageReduction.mostArea && min(x, y) >= 4),
      let half = image.level(depth + 1)
    {
      depth += 1
      x /= 2
      y /= 2
      level = half
      area = PixelRect(half.size)
    }
    self.level = ImageReducer.reduced(level, part: area, stepX: x, stepY: y)
  }

  func holds(_ part: PixelRect, stepX: Double, stepY: Double) -> Bool {
    self.part == part && self.stepX == stepX && self.stepY == stepY
  }
}
