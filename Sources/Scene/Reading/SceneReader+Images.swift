import Geometry
import Images
import JSON
import Layers
import Raster

/// Pictures of image layers: each file is decoded once.
extension SceneReader {
  /// - Parameter index: of the layer.
  func image(_ reader: inout ObjectReader, index: Int) -> ImageDescription? {
    let isOfFirmware = reader.choice("source", [("firmwareLogo", true)]) ?? false
    let mayBeEmpty = isOfFirmware || hasImageControls
    let file =
      mayBeEmpty
      ? reader.take("file")
      : reader.require("file", expected: "the name of a PNG or JPEG file, relative to the scene")
    var image = placement(ofPicture: &reader)
    // A lenient reader keeps the layer without the missing picture.
    if let file {
      image.image = self.image(file)
      guard image.image != nil || isLenient else { return nil }
    } else if !mayBeEmpty {
      return nil
    } else if !isOfFirmware {
      emptyImages.append((index, reader.offset))
    }
    // On most machines there is none, which is no mistake.
    if isOfFirmware, let logo = firmwareLogo() {
      image.image = logo.picture
      image.firmwareLogo = logo
    }
    return image
  }

  /// The keys that say how a picture fills its layer.
  func placement(ofPicture reader: inout ObjectReader) -> ImageDescription {
    let gravities = ContentsGravity.allCases.map { ($0.name, $0) }
    return ImageDescription(
      pixelsPerPoint: reader.number("pixelsPerPoint", in: 0.1...16) ?? 1,
      gravity: reader.choice("gravity", gravities) ?? .resize,
      filter: reader.choice(
        "filter", [("bilinear", ImageFilter.bilinear), ("nearest", .nearest)]) ?? .bilinear,
      contentsRect: contentsRect(&reader), contentsCenter: contentsCenter(&reader))
  }

  func image(_ node: JSONNode) -> Image? {
    guard let path = picturePath(node, "file") else { return nil }
    if let image = images[ExactText(path)] { return image }
    let expected = "a PNG or JPEG file, relative to the scene's directory"
    if let message = brokenImages[ExactText(path)] {
      unusable(.image, at: node.offset, message, expected: expected)
      return nil
    }
    let limits = PNGLimits(
      side: SceneLimits.imageSide, pixelCount: SceneLimits.imagePixels - imagePixelCount,
      byteCount: SceneLimits.imageFileSize)
    let image: Image
    do throws(PNGError) {
      image = try ImageDecoder.decode(atPath: path, limits: limits)
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

  /// The picture that the firmware has shown; nil for none.
  private func firmwareLogo() -> FirmwareLogo? {
    let limits = PNGLimits(
      side: SceneLimits.imageSide, pixelCount: SceneLimits.imagePixels - imagePixelCount,
      byteCount: SceneLimits.imageFileSize)
    guard let logo = FirmwareLogo(folder: firmwareFolder, limits: limits) else { return nil }
    imagePixelCount += logo.picture.size.width * logo.picture.size.height
    return logo
  }

  /// The path of a picture file whose name is relative to the scene; nil, with a diagnostic, if there is
  /// none.
  func picturePath(_ node: JSONNode, _ key: String) -> String? {
    guard let name = string(node, key) else { return nil }
    guard !name.isEmpty, name.utf8.count <= 4096, !name.utf8.contains(0) else {
      error(
        .invalidValue, at: node.offset, "`" + key + "` is no name of a file",
        expected: "a PNG or JPEG file")
      return nil
    }
    guard let directory else {
      unusable(
        .image, at: node.offset, "this scene has no directory to find \"" + name + "\" in",
        expected: "a scene without images, or one that is loaded from a file")
      return nil
    }
    return name.utf8.first == UInt8(ascii: "/") ? name : directory + "/" + name
  }
}
