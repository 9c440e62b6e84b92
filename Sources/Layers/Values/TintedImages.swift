import Geometry
import Raster

/// Copies of pictures in other colours, made on first use.
///
/// Tints are rounded to steps, so that a moving colour needs few copies.
final class TintedImages {
  private struct Key: Hashable {
    var image: ObjectIdentifier
    var tint: Int
  }

  private struct Entry {
    /// Retained, so that no other picture gets the same identity.
    let original: Image
    let copy: Image
  }

  private var entries: [Key: Entry] = [:]
  private var pixelCount = 0

  private let steps: Int
  private let pixelLimit: Int

  /// - Parameters:
  ///   - steps: the levels of a colour component run from 0 to this, at most 255.
  ///   - pixelLimit: the pixels of all copies together. Above it all copies are dropped.
  init(steps: Int, pixelLimit: Int) {
    self.steps = steps
    self.pixelLimit = pixelLimit
  }

  /// The picture, multiplied by a colour without its alpha.
  func image(_ image: Image, tint: Color) -> Image {
    func step(_ component: Double) -> Int {
      component > 0 ? Int(min(component, 1) * Double(steps) + 0.5) : 0
    }
    let (red, green, blue) = (step(tint.red), step(tint.green), step(tint.blue))
    if min(red, green, blue) == steps { return image }
    let key = Key(image: ObjectIdentifier(image), tint: (red << 16) | (green << 8) | blue)
    if let entry = entries[key] { return entry.copy }
    let copy = image.tinted(
      by: Color(
        red: Double(red) / Double(steps), green: Double(green) / Double(steps),
        blue: Double(blue) / Double(steps)))
    let size = image.size.width * image.size.height
    if pixelCount + size > pixelLimit {
      entries.removeAll(keepingCapacity: true)
      pixelCount = 0
    }
    pixelCount += size
    entries[key] = Entry(original: image, copy: copy)
    return copy
  }
}
