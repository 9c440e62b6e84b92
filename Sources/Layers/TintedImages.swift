import Geometry
import Raster

/// Copies of pictures in other colours, made on first use.
///
/// A tint has 32 steps in each component, so that particles whose colours move need few copies.
final class TintedImages {
  private struct Key: Hashable {
    var image: ObjectIdentifier
    var tint: Int
  }

  private struct Entry {
    /// Kept, so that no other picture takes its identity.
    let original: Image
    let copy: Image
  }

  private var entries: [Key: Entry] = [:]
  private var pixelCount = 0

  /// Pixels of all copies together: 4 MiB. Where more are needed all are made anew.
  private static var pixelLimit: Int { 1 << 20 }

  private static var steps: Double { 31 }

  /// The picture, multiplied by a colour without its alpha.
  func image(_ image: Image, tint: Color) -> Image {
    func step(_ component: Double) -> Int {
      Int(min(max(component, 0), 1) * TintedImages.steps + 0.5)
    }
    let (red, green, blue) = (step(tint.red), step(tint.green), step(tint.blue))
    if min(red, green, blue) == Int(TintedImages.steps) { return image }
    let key = Key(image: ObjectIdentifier(image), tint: (red << 10) | (green << 5) | blue)
    if let entry = entries[key] { return entry.copy }
    let copy = image.tinted(
      by: Color(
        red: Double(red) / TintedImages.steps, green: Double(green) / TintedImages.steps,
        blue: Double(blue) / TintedImages.steps))
    let size = image.size.width * image.size.height
    if pixelCount + size > TintedImages.pixelLimit {
      entries.removeAll(keepingCapacity: true)
      pixelCount = 0
    }
    pixelCount += size
    entries[key] = Entry(original: image, copy: copy)
    return copy
  }
}
