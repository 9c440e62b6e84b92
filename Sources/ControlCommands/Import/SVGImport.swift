import Foundation
import Geometry
import Layers
import Raster
import SVG

// Foundation has one, too.
private typealias AffineTransform = Geometry.AffineTransform

/// An SVG file as layers of a scene, all in the space of the whole picture: transforms are applied
/// to the paths.
///
/// Shapes and gradients that the scene format has become layers with their ids as names. Patterns,
/// pictures and everything else become PNG files of twice the size.
struct SVGImport {
  private(set) var scene: ImportedScene
  private let path: String
  private let size: Size
  private var names: Set<String> = []
  private var pictureCount = 0
  private var budget: DrawingBudget

  /// Pixels in a point of pictures, which stand for parts that the scene format does not have.
  private static let pixelsPerPoint = 2.0
  /// Pictures of other sizes are scaled to a side of that many points.
  private static let usualSide = 512.0
  private static let goodSides = 16.0...2048.0
  private static let mostPictures = 500
  /// The most colours of a scene's gradient. One that is mixed in linear light has more.
  private static let mostColors = 64
  /// Work of `DrawingCost` for a pixel: to search for painted ones, and to compress it.
  private static let pixelCost = (search: 2, file: 24)

  /// - Parameter budget: the work for all pictures.
  init(
    _ picture: SVGPicture, _ path: String, budget: DrawingBudget = DrawingBudget()
  ) throws(ClientError) {
    self.path = path
    self.budget = budget
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    scene = ImportedScene(origin: "the picture \(name)", name: name)
    let own = picture.size
    let longest = max(own.width, own.height)
    guard longest > 0 else { throw ClientError(.refused, "\(path) has no size and shows nothing") }
    let scale = Self.goodSides ~= longest ? 1 : Self.usualSide / longest
    size = Size(width: own.width * scale, height: own.height * scale)
    guard min(size.width, size.height) * Self.pixelsPerPoint >= 1 else {
      throw ClientError(.refused, "\(path) has no area")
    }
    let root = try VectorPicture.layer(
      of: picture, path, size: size, scale: Self.pixelsPerPoint)
    for warning in picture.warnings { scene.omit("\(path):\(warning.line)", warning.message) }
    scene.size = [size.width, size.height]
    scene.layers = try entries(of: root.sublayers, .identity)
    // The picture ends at its edges, and does not blend with the scene's background.
    let (isCut, blends) = (root.reachesBeyond(root.bounds), Self.blends(root))
    guard isCut || blends else { return }
    var whole = ImportedScene.Entry()
    if isCut { whole.set("masksToBounds", json: "true") }
    if blends { whole.set("isolatesBlending", json: "true") }
    whole.sublayers = scene.layers
    scene.layers = [whole]
  }

  /// True if a layer, or one in it, blends with the layers behind it.
  private static func blends(_ layer: Layer) -> Bool {
    layer.blendMode != .normal || layer.sublayers.contains { blends($0) }
      || layer.mask.map { blends($0) } == true
  }

  // MARK: Layers

  private mutating func entries(
    of layers: [Layer], _ transform: AffineTransform
  ) throws(ClientError) -> [ImportedScene.Entry] {
    var result: [ImportedScene.Entry] = []
    var former: (layer: Layer, own: AffineTransform)?
    for (layer, transform) in Self.flattened(layers, transform) {
      let own = layer.transformToSuperlayer.followed(by: transform)
      if let fill = former?.layer as? ShapeLayer, former?.own == own,
        let line = layer as? ShapeLayer, Self.isOutlined(fill, by: line),
        Self.line(of: line, own) != nil, let filled = result.popLast()
      {
        result.append(outlined(filled, fill, by: line, own))
      } else {
        result += try entries(of: layer, transform)
      }
      former = (layer, own)
    }
    return result
  }

  /// Layers, in which groups without an effect or a name are replaced by their sublayers.
  ///
  /// - Returns: each with the transform of the space around it.
  private static func flattened(
    _ layers: [Layer], _ transform: AffineTransform
  ) -> [(layer: Layer, around: AffineTransform)] {
    layers.flatMap { layer -> [(layer: Layer, around: AffineTransform)] in
      let isPlain =
        type(of: layer) == Layer.self && layer.name == nil && layer.opacity == 1
        && layer.mask == nil && !layer.masksToBounds && layer.backgroundColor == nil
        && layer.blendMode == .normal && !layer.isolatesBlending
      guard isPlain else { return [(layer, transform)] }
      return flattened(layer.sublayers, layer.transformToSuperlayer.followed(by: transform))
    }
  }

  /// True if a line and the fill below it can be one shape of a scene.
  private static func isOutlined(_ fill: ShapeLayer, by line: ShapeLayer) -> Bool {
    func isPlain(_ layer: ShapeLayer) -> Bool {
      layer.opacity == 1 && layer.mask == nil && !layer.masksToBounds && layer.sublayers.isEmpty
        && layer.blendMode == .normal
    }
    return isPlain(fill) && isPlain(line) && line.name == nil && fill.path == line.path
      && fill.fillColor != nil && fill.strokeColor == nil && line.fillColor == nil
      && line.strokeColor != nil
  }

  /// The entry of a fill with its line; without the fill where that has no area.
  private func outlined(
    _ filled: ImportedScene.Entry, _ fill: ShapeLayer, by line: ShapeLayer, _ own: AffineTransform
  ) -> ImportedScene.Entry {
    let box = (fill.path ?? Path()).bounds
    var entry = filled
    if box.width == 0 || box.height == 0 {
      entry = self.entry(of: line, own)
      if filled.hasName, let name = fill.name { entry.setName(name) }
    } else {
      setLine(of: line, own, on: &entry)
    }
    return entry
  }

  /// A layer's entries, which are those of its sublayers where it has no effect of its own.
  ///
  /// - Parameter transform: maps the space around the layer to the picture.
  private mutating func entries(
    of layer: Layer, _ transform: AffineTransform
  ) throws(ClientError) -> [ImportedScene.Entry] {
    let own = layer.transformToSuperlayer.followed(by: transform)
    let isMaskedByLight = layer.mask != nil && layer.maskMode != .alpha
    if layer is ImageLayer || isMaskedByLight { return try picture(of: layer, transform) }
    var inner: [ImportedScene.Entry]
    switch layer {
    case let shape as ShapeLayer where layer.sublayers.isEmpty: inner = [entry(of: shape, own)]
    case let painted as PaintedLayer:
      guard let entry = entry(of: painted, own) else { return try picture(of: layer, transform) }
      inner = [entry]
    default:
      inner = try entries(of: layer.sublayers, own)
      if let color = layer.backgroundColor {
        inner.insert(fill(Path.rect(layer.bounds).transformed(by: own), color), at: 0)
      }
    }
    guard !inner.isEmpty else { return [] }
    return try grouped(inner, as: layer, own)
  }

  /// Puts opacity, clip, mask, blend mode and name of a layer around its entries.
  private mutating func grouped(
    _ inner: [ImportedScene.Entry], as layer: Layer, _ own: AffineTransform
  ) throws(ClientError) -> [ImportedScene.Entry] {
    var inner = inner
    func wrap() -> ImportedScene.Entry {
      var group = ImportedScene.Entry()
      group.sublayers = inner
      return group
    }
    if layer.masksToBounds {
      var group = wrap()
      group.mask = [fill(Path.rect(layer.bounds).transformed(by: own), .black)]
      inner = [group]
    }
    if let mask = layer.mask {
      var group = wrap()
      var stencil = ImportedScene.Entry()
      stencil.sublayers = try entries(of: mask, own)
      if stencil.sublayers.isEmpty { return [] }
      group.mask = [stencil.sublayers.count == 1 ? stencil.sublayers[0] : stencil]
      inner = [group]
    }
    if layer.opacity < 1 {
      var group = wrap()
      group.set("opacity", layer.opacity)
      inner = [group]
    }
    let isIsolated = layer.isolatesBlending && layer.sublayers.contains { Self.blends($0) }
    if layer.blendMode != .normal || isIsolated {
      var group = wrap()
      if isIsolated { group.set("isolatesBlending", json: "true") }
      if layer.blendMode != .normal { group.set("blendMode", layer.blendMode.name) }
      inner = [group]
    }
    // Only ids of the file are names; a group without an effect is not worth a layer unless it has
    // one.
    if let name = layer.name, names.insert(name).inserted {
      if inner.count > 1 { inner = [wrap()] }
      if !inner[0].hasName { inner[0].setName(name) }
    }
    return inner
  }

  // MARK: Shapes

  private func fill(
    _ path: Path, _ color: Color, _ rule: FillRule = .nonZero
  ) -> ImportedScene.Entry {
    .fill(path, color, rule, in: Rect(origin: .zero, size: size))
  }

  private func entry(of layer: ShapeLayer, _ own: AffineTransform) -> ImportedScene.Entry {
    let path = layer.path ?? Path()
    let filled = layer.fillColor.map { color in
      fill(path.transformed(by: own), color, layer.fillRule)
    }
    guard let color = layer.strokeColor else { return filled ?? ImportedScene.Entry() }
    guard Self.line(of: layer, own) != nil else {
      return fill(outline(path, layer.strokeStyle, own), color)
    }
    var entry = filled ?? ImportedScene.Entry()
    if filled == nil {
      entry.set("kind", "shape")
      entry.setPath(path.transformed(by: own), in: Rect(origin: .zero, size: size))
    }
    setLine(of: layer, own, on: &entry)
    return entry
  }

  private func setLine(
    of layer: ShapeLayer, _ own: AffineTransform, on entry: inout ImportedScene.Entry
  ) {
    guard let color = layer.strokeColor, let line = Self.line(of: layer, own) else { return }
    entry.set("strokeColor", color.text)
    entry.setLine(line)
  }

  /// A shape's line as that of a scene's shape. Nil if the line's outline has to be filled instead:
  /// its width is even only under a transform that keeps shapes.
  private static func line(of layer: ShapeLayer, _ own: AffineTransform) -> StrokeStyle? {
    own.isSimilarity
      ? ImportedScene.Entry.line(layer.strokeStyle, scale: own.scaleFactor) : nil
  }

  private func outline(_ path: Path, _ style: StrokeStyle, _ own: AffineTransform) -> Path {
    var style = style
    let line = path.dashed(style.dashes, phase: style.dashPhase)
    style.dashes = []
    return line.stroked(style, tolerance: 0.02 / max(own.largestScale, 1e-9)).transformed(by: own)
  }

  // MARK: Gradients

  /// A gradient behind the shape as its mask; nil where a scene has no such gradient.
  private func entry(of layer: PaintedLayer, _ own: AffineTransform) -> ImportedScene.Entry? {
    guard layer.commands.count == 1, case .gradient(let gradient) = layer.commands[0].paint,
      gradient.spread == .pad, gradient.stops.count <= Self.mostColors
    else { return nil }
    let path: Path
    var rule = FillRule.nonZero
    switch layer.commands[0].shape {
    case .fill(let own, let ownRule): (path, rule) = (own, ownRule)
    case .glyphs(let glyphs): path = glyphs.path
    case .stroke(let line, let style): path = outline(line, style, .identity)
    }
    let shape = path.transformed(by: own)
    if ImportedScene.Entry.isThin(shape.bounds) { return ImportedScene.Entry() }
    // The gradient's own edge lies outside, so that the shape's edge is not smoothed twice.
    let box = shape.bounds.insetBy(dx: -2, dy: -2)
    guard ImportedScene.Entry.mayBeFrame(box) else { return nil }
    var entry = ImportedScene.Entry()
    entry.set("kind", "gradient")
    guard entry.setGradient(gradient, gradient.transform.followed(by: own), in: box) else {
      return nil
    }
    entry.set("frame", [box.minX, box.minY, box.width, box.height])
    let mask = ImportedScene.Entry.fill(shape, .black, rule, in: box)
    entry.mask = [mask]
    return entry
  }

  // MARK: Pictures

  private mutating func picture(
    of layer: Layer, _ transform: AffineTransform
  ) throws(ClientError) -> [ImportedScene.Entry] {
    guard pictureCount < Self.mostPictures else {
      throw ClientError(
        .refused, "more than \(Self.mostPictures) parts of the picture are none that a scene has",
        hint: "firstlight render draws it as one picture")
    }
    let scale = Self.pixelsPerPoint
    let root = Layer()
    root.anchorPoint = .zero
    root.affineTransform = transform.followed(by: .scale(x: scale, y: scale))
    root.addSublayer(layer)
    let whole = PixelSize(
      width: Int((size.width * scale).rounded(.up)),
      height: Int((size.height * scale).rounded(.up)))
    let drawn = try draw(root, whole, pixelCost: Self.pixelCost.search)
    guard let area = drawn.paintedArea else { return [] }
    root.affineTransform = root.affineTransform.followed(
      by: .translation(x: -Double(area.minX), y: -Double(area.minY)))
    let buffer = try draw(
      root, PixelSize(width: area.width, height: area.height), pixelCost: Self.pixelCost.file)
    pictureCount += 1
    let file = "pictures/\(pictureCount).png"
    try scene.add(file, PictureFile.encode(buffer.surface), from: file)
    var entry = ImportedScene.Entry()
    entry.set("kind", "image")
    entry.set("file", file)
    entry.set(
      "frame",
      [area.minX, area.minY, area.width, area.height].map { Double($0) / scale })
    return [entry]
  }

  private mutating func draw(
    _ root: Layer, _ size: PixelSize, pixelCost: Int
  ) throws(ClientError) -> PixelBuffer {
    let buffer = PixelBuffer(size: size, format: .argb8888)
    guard budget.draw(root, into: buffer.surface, pixelCost: pixelCost) else {
      throw ClientError(
        .refused,
        "\(path): the parts that become pictures would take more than about ten seconds to draw",
        hint: "firstlight render draws the file as one picture")
    }
    return buffer
  }
}

extension PixelBuffer {
  /// Around all pixels that are not clear; nil if there are none.
  fileprivate var paintedArea: PixelRect? {
    let bytes = bytes
    var (left, top, right, bottom) = (width, height, 0, 0)
    for y in 0..<height {
      for x in 0..<width where bytes[(y * width + x) * 4 + 3] != 0 {
        (left, right) = (min(left, x), max(right, x + 1))
        (top, bottom) = (min(top, y), y + 1)
      }
    }
    guard left < right else { return nil }
    return PixelRect(minX: left, minY: top, maxX: right, maxY: bottom)
  }
}
