import Geometry
internal import Images
internal import Layers
import Raster

/// Pictures in the file.
extension LayerBuilder {
  func image(_ place: Int, in context: Context) throws(SVGError) -> Piece {
    let node = document[place]
    guard let reference = node.href?.trimmed, !reference.isEmpty else { return Piece() }
    guard let image = picture(of: place, reference) else { return Piece() }
    let natural = Size(width: Double(image.size.width), height: Double(image.size.height))
    guard natural.width > 0, natural.height > 0 else { return Piece() }
    let told = (
      width: try length("width", of: place, .horizontal, context.lengths),
      height: try length("height", of: place, .vertical, context.lengths)
    )
    let width = told.width ?? told.height.map { $0 * natural.width / natural.height }
    let height = told.height ?? told.width.map { $0 * natural.height / natural.width }
    let frame = Rect(
      x: try length("x", of: place, .horizontal, context.lengths) ?? 0,
      y: try length("y", of: place, .vertical, context.lengths) ?? 0, width: width ?? natural.width,
      height: height ?? natural.height)
    let fit = node.aspectRatio
    guard !frame.isEmpty,
      let map = fit.transform(from: Rect(origin: .zero, size: natural), to: frame)
    else { return Piece() }
    let outlines = context.collectsOutlines ? [Outline(path: .rect(frame))] : []
    guard context.parent.visibility == .visible else { return Piece(outlines: outlines) }
    try takeLayer()
    let layer = ImageLayer()
    layer.contents = image
    let place = Rect(origin: .zero, size: natural).transformed(by: map)
    layer.anchorPoint = .zero
    layer.bounds = Rect(origin: .zero, size: place.size)
    layer.position = place.origin
    var layers: [Layer] = [layer]
    if fit.fit == .slice { layers = [try clipped(layers, to: frame)] }
    return Piece(layers: layers, outlines: outlines)
  }

  /// The picture of an element, which is decoded once however often it is shown; nil, with a warning, where
  /// there is none.
  private func picture(of place: Int, _ reference: some StringProtocol) -> Image? {
    if let known = images.byElement[place] { return known }
    if missingImages.contains(place) { return nil }
    let image = decoded(reference, at: place)
    if let image {
      images.byElement[place] = image
      images.pixelCount += image.size.width * image.size.height
    } else {
      missingImages.insert(place)
    }
    return image
  }

  private func decoded(_ reference: some StringProtocol, at place: Int) -> Image? {
    guard let bytes = DataReference.bytes(reference, types: ["image/png", "image/jpeg"]) else {
      let kind = reference.prefix { $0 != "," && $0 != ";" }.prefix(60)
      warn(
        "the picture '\(kind)' is not drawn: only PNG and JPEG pictures in the file are", at: place)
      return nil
    }
    do throws(ImageFileError) {
      let limits = ImageFileLimits(
        pixelCount: max(0, self.limits.imagePixelCount - images.pixelCount))
      return try ImageDecoder.decode(bytes, limits: limits)
    } catch {
      warn("a picture cannot be read: \(error.description)", at: place)
      return nil
    }
  }
}

/// The pictures of a file that have been decoded so far.
final class DecodedImages {
  var byElement: [Int: Image] = [:]
  /// Of all together.
  var pixelCount = 0
}

/// Data that stands in a reference: `data:image/png;base64,…`.
enum DataReference {
  /// Nil where it is of another type, or not in base 64.
  static func bytes(_ reference: some StringProtocol, types: [String]) -> [UInt8]? {
    guard reference.hasPrefix("data:"),
      let comma = reference.utf8.firstIndex(of: UInt8(ascii: ","))
    else { return nil }
    let head = reference[..<comma].dropFirst(5).split(separator: ";").map { $0.trimmed }
    guard let type = head.first, types.contains(type.lowercased()), head.last == "base64" else {
      return nil
    }
    return decoded(reference[reference.utf8.index(after: comma)...])
  }

  private static func decoded(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 4 * 3)
    var bits: UInt32 = 0
    var count = 0
    for byte in text.utf8 {
      let value: UInt8
      switch byte {
      case 0x41...0x5A: value = byte - 0x41
      case 0x61...0x7A: value = byte - 0x61 + 26
      case 0x30...0x39: value = byte - 0x30 + 52
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      case UInt8(ascii: "="): continue
      default:
        if byte.isXMLSpace { continue }
        return nil
      }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }
}
