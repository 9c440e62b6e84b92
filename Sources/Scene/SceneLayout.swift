import Animation
import Geometry
import Layers
import Raster

/// Turns descriptions into layers, with every length resolved for one output.
struct SceneLayout {
  let output: Size
  /// By place in the order of the file; nil for layers that mistakes left out.
  private(set) var laidOut: [LaidOut?]
  private var labelledLayers: [LabelledLayer] = []

  /// What a layer's transition is played for: what does not animate by itself.
  private static let contentProperties: [AnimatableProperty] = [.contents, .isHidden]

  /// A layer and what its lengths are measured by.
  struct LaidOut {
    var layer: Layer
    var inner: LengthContext
    var outer: LengthContext
  }

  init(output: Size, layerCount: Int) {
    self.output = output
    laidOut = Array(repeating: nil, count: layerCount)
  }

  mutating func instance(of scene: Scene, scale: Double) -> SceneInstance {
    let root = Layer()
    root.bounds = Rect(origin: .zero, size: output)
    root.position = Point(x: output.width / 2, y: output.height / 2)
    root.backgroundColor = scene.background ?? .black
    root.masksToBounds = true
    add(scene.layers, to: root, level: 0)
    let controls = scene.controls.compactMap { binding($0) }
    return SceneInstance(
      tree: LayerTree(root: root, contentsScale: scale), controls: controls,
      labelledLayers: labelledLayers)
  }

  /// - Parameter isTimed: true where a layer around them has a time of its own.
  mutating func add(
    _ descriptions: [LayerDescription], to superlayer: Layer, level: Int, isTimed: Bool = false
  ) {
    let outer = LengthContext(size: superlayer.bounds.size, output: output)
    for description in descriptions {
      let size = size(of: description, outer)
      let inner = LengthContext(size: size, output: output)
      let layer = makeLayer(description.content, inner)
      layer.name = description.name
      layer.bounds = Rect(origin: .zero, size: size)
      layer.anchorPoint = description.anchor
      layer.position = position(of: description, size, outer)
      layer.transform = description.transform.resolved(inner)
      layer.zPosition = description.zPosition
      layer.opacity = description.opacity
      layer.isHidden = description.isHidden
      layer.masksToBounds = description.masksToBounds
      layer.backgroundColor = description.backgroundColor
      layer.cornerRadius = max(0, inner.side(description.cornerRadius))
      layer.borderWidth = max(0, inner.side(description.borderWidth))
      if let color = description.borderColor { layer.borderColor = color }
      if let transition = description.transition {
        for property in SceneLayout.contentProperties {
          layer.actions[property] = .animation(.transition(transition))
        }
      }
      description.compositing.apply(to: layer, inner)
      if let timing = description.timing { layer.timing = timing }
      let isTimed = isTimed || description.timing != nil
      for (index, var animation) in description.animations.enumerated() {
        let key = animation.key
        if isTimed { animation.timing.beginTime = SceneLayout.zeroOfLayer }
        // Several animations of one key run side by side; the later ones win.
        let isTaken = description.animations[..<index].contains { $0.key == key }
        layer.add(
          animation.resolved(inner: inner, outer: outer),
          forKey: isTaken ? key + "#\(index)" : key, isEssential: animation.isEssential)
      }
      layer.isEssential = description.isEssential
      var innerLevel = level
      if let label = description.label {
        labelledLayers.append(
          LabelledLayer(
            layer: layer, label: label, role: description.role ?? description.usualRole,
            level: level))
        innerLevel += 1
      }
      laidOut[description.index] = LaidOut(layer: layer, inner: inner, outer: outer)
      superlayer.addSublayer(layer)
      add(description.sublayers, to: layer, level: innerLevel, isTimed: isTimed)
      if !description.compositing.mask.isEmpty {
        add(description.compositing.mask, to: layer, level: innerLevel, isTimed: isTimed)
        layer.mask = layer.sublayers.last
      }
    }
  }

  /// Begin time of what begins at 0 of the layer's time, where 0 itself means when it is added.
  static var zeroOfLayer: Double { .leastNormalMagnitude }

  // MARK: Geometry

  private func size(of description: LayerDescription, _ outer: LengthContext) -> Size {
    var width = description.width.map { max(0, outer.x($0)) }
    var height = description.height.map { max(0, outer.y($0)) }
    if case .image(let content) = description.content {
      // A side that is left open follows from the other and the picture's proportions.
      let natural = Size(
        width: Double(content.image.size.width) / content.pixelsPerPoint,
        height: Double(content.image.size.height) / content.pixelsPerPoint)
      if width == nil {
        width = height.map { $0 * natural.width / natural.height } ?? natural.width
      }
      if height == nil { height = (width ?? 0) * natural.height / natural.width }
    }
    return Size(width: width ?? outer.size.width, height: height ?? outer.size.height)
  }

  private func position(
    of description: LayerDescription, _ size: Size, _ outer: LengthContext
  ) -> Point {
    let anchor = description.anchor
    switch description.placement {
    case .anchor(let x, let y):
      return Point(
        x: x.map { outer.x($0) } ?? anchor.x * outer.size.width,
        y: y.map { outer.y($0) } ?? anchor.y * outer.size.height)
    case .corner(let x, let y):
      return Point(
        x: outer.x(x) + anchor.x * size.width, y: outer.y(y) + anchor.y * size.height)
    }
  }

  // MARK: Kinds

  private func makeLayer(_ content: LayerDescription.Content, _ inner: LengthContext) -> Layer {
    switch content {
    case .plain: Layer()
    case .shape(let shape): makeShape(shape, inner)
    case .image(let image): makeImage(image)
    case .gradient(let gradient): makeGradient(gradient)
    case .progress(let progress): makeProgress(progress, inner)
    case .emitter(let emitter): emitter.makeLayer(inner)
    case .replicator(let replicator): replicator.makeLayer(inner)
    case .loader(let loader): makeLoader(loader, inner)
    case .text(let text): makeText(text, inner)
    }
  }

  private func makeShape(_ shape: ShapeDescription, _ inner: LengthContext) -> Layer {
    let layer = ShapeLayer()
    layer.path = shape.path.resolved(inner)
    layer.fillColor = shape.fillColor
    layer.fillRule = shape.fillRule
    layer.strokeColor = shape.strokeColor
    layer.lineWidth = max(0, inner.side(shape.lineWidth))
    layer.lineCap = shape.lineCap
    layer.lineJoin = shape.lineJoin
    layer.miterLimit = shape.miterLimit
    layer.lineDashPattern = shape.lineDashPattern.map { max(0, inner.side($0)) }
    layer.lineDashPhase = inner.side(shape.lineDashPhase)
    layer.strokeStart = shape.strokeStart
    layer.strokeEnd = shape.strokeEnd
    return layer
  }

  private func makeImage(_ image: ImageDescription) -> Layer {
    let layer = ImageLayer()
    layer.contents = image.image
    layer.contentsScale = image.pixelsPerPoint
    layer.contentsGravity = image.gravity
    layer.filter = image.filter
    if let rect = image.contentsRect { layer.contentsRect = rect }
    if let center = image.contentsCenter { layer.contentsCenter = center }
    return layer
  }

  private func makeGradient(_ gradient: GradientDescription) -> Layer {
    let layer = GradientLayer()
    layer.form = gradient.form
    layer.colors = gradient.colors
    layer.locations = gradient.locations
    layer.startPoint = gradient.start
    layer.endPoint = gradient.end
    return layer
  }
}
