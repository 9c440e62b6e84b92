import Animation
import Geometry
import JSON
import Raster

/// Shadows, masks, the transform of sublayers, and the parts of pictures.
extension SceneReader {
  /// Reads these keys of a layer, except for the mask, after its animations and sublayers.
  @inline(never)
  func compositing(_ reader: inout ObjectReader, of layer: inout LayerDescription) {
    let readCount = reader.readCount
    var description = CompositingDescription()
    description.shadowColor = reader.color("shadowColor")
    description.shadowOpacity = reader.number("shadowOpacity", in: 0...1) ?? 0
    description.shadowRadius = reader.length("shadowRadius")
    description.shadowOffset = reader.lengths("shadowOffset", count: 2) ?? []
    description.shadowPath = reader.take("shadowPath").map { self.path($0, "shadowPath") }
    description.backgroundBlur = reader.length("backgroundBlur")
    switch layer.content {
    // A row, a column or an overlay places its sublayers in its own bounds, and a log and the
    // styles of a progress layer have layers of their own there.
    case .arrangement, .log, .progress: break
    default: description.viewBox = viewBox(&reader)
    }
    if let node = reader.take("sublayerTransform") {
      description.sublayerTransform = transformValue(node, "sublayerTransform")
    }
    description.perspective = reader.length("perspective")
    description.isDoubleSided = reader.flag("doubleSided") ?? true
    description.blendMode =
      reader.choice("blendMode", BlendMode.allCases.map { ($0.name, $0) }) ?? .normal
    description.isolatesBlending = reader.flag("isolatesBlending") ?? false
    warnOfUnseenShadow(reader, description, layer)
    if reader.readCount > readCount { layer.compositing = description }
  }

  private func viewBox(_ reader: inout ObjectReader) -> ViewBox? {
    guard let node = reader.take("viewBox"),
      let numbers = numbers(node, "viewBox", count: 4...4, in: -1e6...1e6)
    else { return nil }
    let rect = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    guard rect.width >= 0.001, rect.height >= 0.001 else {
      error(
        .outOfRange, at: node.offset, "`viewBox` has no area",
        expected: "[x, y, width, height] in the coordinates of the sublayers")
      return nil
    }
    return ViewBox(rect: rect)
  }

  func mask(
    _ node: JSONNode, of layer: inout LayerDescription, depth: Int, path: [String]
  ) {
    guard case .object = node.content else {
      return wrongType(node, "mask", expected: "an object that describes a layer")
    }
    guard beginLayers(node) else { return }
    defer { openLayers.removeLast() }
    guard depth <= SceneLimits.depth else {
      error(
        .limit, at: node.offset, "layers within layers, \(depth) deep",
        expected: "at most \(SceneLimits.depth) levels")
      return
    }
    guard numbering.layerCount < SceneLimits.layers else {
      error(
        .limit, at: node.offset, "\(numbering.layerCount + 1) layers or more",
        expected: "at most \(SceneLimits.layers)")
      return
    }
    if let mask = self.layer(node, depth: depth, path: path) { layer.compositing.mask = [mask] }
  }

  private func warnOfUnseenShadow(
    _ reader: ObjectReader, _ description: CompositingDescription, _ layer: LayerDescription
  ) {
    let keys = ["shadowColor", "shadowRadius", "shadowOffset", "shadowPath"]
    if reader.keyOffset("shadowOpacity") == nil {
      // A layer with a name may be driven.
      guard layer.name == nil, !layer.animations.contains(where: { $0.animates(.shadowOpacity) }),
        let offset = keys.compactMap({ reader.keyOffset($0) }).min()
      else { return }
      warn(
        .withoutEffect, at: offset, "a shadow that is not seen",
        hint: "give the layer a `shadowOpacity` from 0 to 1")
    } else if description.shadowOpacity > 0, layer.masksToBounds,
      let offset = reader.keyOffset("shadowOpacity")
    {
      warn(
        .withoutEffect, at: offset, "`masksToBounds` cuts the layer's own shadow off",
        hint: "give the shadow to a layer around this one, with a `shadowPath`")
    }
  }

  // MARK: Pictures

  /// The part of a picture that is shown.
  func contentsRect(_ reader: inout ObjectReader) -> Rect? {
    guard let node = reader.take("contentsRect"),
      let numbers = numbers(node, "contentsRect", count: 4...4, in: -100...100)
    else { return nil }
    let rect = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    guard !rect.isEmpty else {
      error(
        .outOfRange, at: node.offset, "`contentsRect` has no area",
        expected: "[x, y, width, height] in parts of the picture, which is [0, 0, 1, 1]")
      return nil
    }
    return rect
  }

  /// The stretching middle of the shown part.
  func contentsCenter(_ reader: inout ObjectReader) -> Rect? {
    guard let node = reader.take("contentsCenter"),
      let numbers = numbers(node, "contentsCenter", count: 4...4, in: 0...1)
    else { return nil }
    guard numbers[0] + numbers[2] <= 1.000001, numbers[1] + numbers[3] <= 1.000001 else {
      error(
        .outOfRange, at: node.offset, "`contentsCenter` reaches out of the picture",
        expected: "[x, y, width, height] in parts of what is shown, which is [0, 0, 1, 1]")
      return nil
    }
    return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
