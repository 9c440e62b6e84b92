import CodeUnits
import Geometry
import Images
import JSON
import Layers
import Raster

/// Pictures of image layers: each file is unpacked once, or its header read for later.
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
    // An empty name, which a variable may give, stands for no picture.
    if let file, case .string("") = file.content {
      note(file, .string)
      return image
    }
    // A lenient reader keeps the layer without the missing picture.
    if let file {
      image.picture = picture(file, mayWait: true)
      guard image.picture != nil || options.isLenient else { return nil }
    } else if !mayBeEmpty {
      return nil
    } else if !isOfFirmware {
      controlled.emptyImages.append((index, reader.offset))
    }
    // Most machines have no firmware logo, which is no mistake.
    if isOfFirmware, let logo = firmwareLogo() {
      image.picture = ScenePicture(logo.picture, offset: reader.offset)
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

  /// A picture that is needed at once.
  func image(_ node: JSONNode) -> Image? { picture(node, mayWait: false)?.image }

  /// - Parameter mayWait: true if its pixels may come later.
  private func picture(_ node: JSONNode, mayWait: Bool) -> ScenePicture? {
    guard let path = picturePath(node, "file") else { return nil }
    let known = opened.pictures[ExactText(path)]
    if let known, mayWait || known.image != nil { return known }
    let expected =
      Self.isImportable(path)
      ? "a PNG or JPEG file; `firstlight import` makes a scene of this one"
      : "a PNG or JPEG file, relative to the scene's directory"
    if let message = opened.brokenImages[ExactText(path)] {
      unusable(.image, at: node.offset, message, expected: expected)
      return nil
    }
    do throws(ImageFileError) {
      if let file = known?.awaitedFile {
        known?.arrive(try file.unpacked())
        return known
      }
      let file = try ImageFile(atPath: path, limits: pictureLimits)
      let picture = try picture(file, mayWait: mayWait, at: node)
      opened.imagePixelCount += file.size.width * file.size.height
      opened.pictures[ExactText(path)] = picture
      opened.paths.append(path)
      return picture
    } catch {
      let message = error.description(at: path)
      opened.brokenImages[ExactText(path)] = message
      unusable(.image, at: node.offset, message, expected: expected)
      return nil
    }
  }

  /// True for names of files that `firstlight import` reads.
  private static func isImportable(_ name: String) -> Bool {
    [".json", ".lottie", ".svg", ".gif", ".webp"].contains {
      name.utf8.suffix($0.utf8.count).elementsEqual($0.utf8)
    }
  }

  private func picture(
    _ file: ImageFile, mayWait: Bool, at node: JSONNode
  ) throws(ImageFileError) -> ScenePicture {
    if options.defersPictures {
      if mayWait, file.cost > opened.unpackingTime {
        return ScenePicture(awaiting: file, offset: node.offset)
      }
      opened.unpackingTime -= file.cost
    }
    return ScenePicture(try file.unpacked(), offset: node.offset)
  }

  private var pictureLimits: ImageFileLimits {
    ImageFileLimits(
      side: SceneLimits.imageSide, pixelCount: SceneLimits.imagePixels - opened.imagePixelCount,
      of: SceneLimits.imagePixels, byteCount: SceneLimits.imageFileSize)
  }

  /// The picture that the firmware has shown; nil for none.
  private func firmwareLogo() -> FirmwareLogo? {
    guard let logo = FirmwareLogo(folder: options.firmware, limits: pictureLimits) else {
      return nil
    }
    opened.imagePixelCount += logo.picture.size.width * logo.picture.size.height
    return logo
  }

  /// The path of a picture file whose name is relative to the scene; nil, with a diagnostic, if
  /// there is none.
  func picturePath(_ node: JSONNode, _ key: String) -> String? {
    path(
      ofFile: node, key, .image, expected: "a PNG or JPEG file",
      instead: "a scene without images, or one that is loaded from a file")
  }
}
