import Geometry
import Images
import JSON
import Layers
import Raster

/// Pictures of image layers: each file is decoded once.
extension SceneReader {
  func image(_ reader: inout ObjectReader) -> ImageDescription? {
    let gravities = ContentsGravity.allCases.map { ($0.name, $0) }
    let file = reader.require("file", expected: "the name of a PNG file, relative to the scene")
    let pixelsPerPoint = reader.number("pixelsPerPoint", in: 0.1...16) ?? 1
    let gravity = reader.choice("gravity", gravities) ?? .resize
    let filter =
      reader.choice("filter", [("bilinear", ImageFilter.bilinear), ("nearest", .nearest)])
      ?? .bilinear
    let part = contentsRect(&reader)
    let center = contentsCenter(&reader)
    // A lenient reader keeps the layer without the missing picture.
    guard let file else { return nil }
    let image = image(file)
    guard image != nil || isLenient else { return nil }
    return ImageDescription(
      image: image, pixelsPerPoint: pixelsPerPoint, gravity: gravity, filter: filter,
      contentsRect: part, contentsCenter: center)
  }

  func image(_ node: JSONNode) -> Image? {
    guard let name = string(node, "file") else { return nil }
    guard !name.isEmpty, name.utf8.count <= 4096, !name.utf8.contains(0) else {
      error(.invalidValue, at: node.offset, "`file` is no name of a file", expected: "a PNG file")
      return nil
    }
    guard let directory else {
      unusable(
        .image, at: node.offset, "this scene has no directory to find \"" + name + "\" in",
        expected: "a scene without images, or one that is loaded from a file")
      return nil
    }
    let path = name.utf8.first == UInt8(ascii: "/") ? name : directory + "/" + name
    if let image = images[ExactText(path)] { return image }
    let expected = "a PNG file, relative to the scene's directory"
    if let message = brokenImages[ExactText(path)] {
      unusable(.image, at: node.offset, message, expected: expected)
      return nil
    }
    let limits = PNGLimits(
      side: SceneLimits.imageSide, pixelCount: SceneLimits.imagePixels - imagePixelCount,
      byteCount: SceneLimits.imageFileSize)
    let image: Image
    do throws(PNGError) {
      image = try PNGDecoder.decode(atPath: path, limits: limits)
    } catch {
      // The error of reading names the path itself.
      var message = error.description
      if case .notRead = error {} else { message = "'" + path + "': " + message }
      brokenImages[ExactText(path)] = message
      unusable(.image, at: node.offset, message, expected: expected)
      return nil
    }
    imagePixelCount += image.size.width * image.size.height
    images[ExactText(path)] = image
    files.append(path)
    return image
  }
}
