import Animation
import Geometry
import Layers
import Raster

/// Turns descriptions into layers, with every length resolved for one output.
struct SceneLayout {
  /// The size that lengths refer to: of the output, or of a fitted scene.
  let output: Size
  /// By index in the order of the file; nil for layers that mistakes left out.
  private(set) var laidOut: [LaidOut?]
  /// The layers that screen readers present.
  private var accessibleLayers: [AccessibleLayer] = []
  /// Items of the layers in arrangements, by the layers' indices.
  var items: [Int: LayoutItem] = [:]
  private var awaitedPictures: [AwaitedPicture] = []

  /// The properties whose changes play a layer's transition, since they do not animate by
  /// themselves.
  private static let contentProperties: [AnimatableProperty] = [.contents, .isHidden]

  /// The part of a layer's surroundings that its layout depends on.
  struct Surroundings {
    /// 100 % of the lengths; the superlayer's own by default.
    var size: Size?
    /// The number of labelled layers around it.
    var level = 0
    /// True if a layer around it has a time of its own.
    var isTimed = false
    /// The screen's pixels in the superlayer's coordinates; nil if the superlayer moves or is
    /// transformed.
    var grid: PixelGrid?
    /// The motion of the layers around it.
    var motion: LayerMotion = []
    /// True if the superlayer may get another size later, since it lies in an arrangement.
    var follows = false
  }

  /// A layer's size and the place of its anchor.
  private struct Placement {
    var size: Size
    var position: Point
    /// The screen's pixels in the sublayers' coordinates; nil if the layer moves or is transformed.
    var grid: PixelGrid?
  }

  /// A layer and the measures of its lengths.
  struct LaidOut {
    var layer: Layer
    var inner: LengthContext
    var outer: LengthContext
  }

  /// The number of instances of the layers that are laid out now.
  private(set) var instances: Double
  let dashes: DashAllowance
  let strings: Localization
  /// The screen's size in pixels, and the pixels in a point; nil for a scene that is scaled to fit
  /// it.
  private(set) var pixels: (size: PixelSize, scale: Double)?
  /// Motions of layers by controls, by the layers' indices.
  private var motions: [LayerMotion] = []

  init(
    output: Size, layerCount: Int, strings: Localization, instances: Double = 1,
    dashes: DashAllowance = DashAllowance()
  ) {
    self.output = output
    self.strings = strings
    self.instances = instances
    self.dashes = dashes
    laidOut = Array(repeating: nil, count: layerCount)
  }

  /// - Parameters:
  ///   - variant: the scene's index among the variants; nil for none of them.
  ///   - screen: the output's size.
  ///   - locale: the requested one.
  ///   - overlay: a scene with a prompt that is laid over the other; nil for none.
  mutating func instance(
    of scene: SceneDescription, variant: Int? = nil, on screen: Size, scale: Double, locale: String,
    background: Color = .black, over overlay: SceneDescription? = nil
  ) -> SceneInstance {
    let root = Layer()
    root.bounds = Rect(origin: .zero, size: screen)
    root.position = Point(x: screen.width / 2, y: screen.height / 2)
    if let fit = scene.fit {
      root.sublayerTransform = sublayerTransform(fit, on: screen)
    } else {
      let size = PixelSize(
        width: Int((screen.width * scale).rounded()), height: Int((screen.height * scale).rounded())
      )
      pixels = (size, scale)
    }
    root.backgroundColor = background
    root.masksToBounds = true
    motions = scene.motions
    let grid = scene.snapsPictures ? pixels.map { PixelGrid(scale: $0.scale) } : nil
    add(scene.layers, to: root, in: Surroundings(size: output, grid: grid))
    let controls = scene.controls.compactMap { binding($0) }
    var prompt = scene.prompt.flatMap { promptLayers($0) }
    if let overlay {
      var layout = SceneLayout(
        output: screen, layerCount: overlay.layerCount,
        strings: overlay.strings.localization(locale))
      layout.motions = overlay.motions
      layout.add(overlay.layers, to: overlayParent(in: root, scene.fit))
      prompt = overlay.prompt.flatMap { layout.promptLayers($0) }
      accessibleLayers += layout.accessibleLayers
    }
    return SceneInstance(
      tree: LayerTree(root: root, contentsScale: scale), controls: controls, locale: strings.tag,
      prompt: prompt, accessibleLayers: accessibleLayers, awaitedPictures: awaitedPictures,
      variant: variant)
  }

  /// The motion of a layer by its animations and by controls.
  func motion(of description: LayerDescription) -> LayerMotion {
    let index = description.index
    return index < motions.count
      ? description.motion.union(motions[index]) : description.motion
  }

  private mutating func noteAwaited(_ description: LayerDescription, _ layer: Layer) {
    guard case .image(let image) = description.content, let picture = image.picture,
      picture.awaitedFile != nil, let layer = layer as? ImageLayer
    else { return }
    awaitedPictures.append(AwaitedPicture(picture: picture, layer: layer))
  }

  mutating func add(
    _ descriptions: [LayerDescription], to superlayer: Layer,
    in surroundings: Surroundings = Surroundings()
  ) {
    let lengths = LengthContext(
      size: surroundings.size ?? superlayer.bounds.size, output: output)
    for description in descriptions { add(description, to: superlayer, lengths, surroundings) }
  }

  /// - Parameter outer: the measures of lengths in the superlayer.
  private mutating func add(
    _ description: LayerDescription, to superlayer: Layer, _ outer: LengthContext,
    _ surroundings: Surroundings
  ) {
    let item = item(description, in: outer)
    let ownMotion = motion(of: description)
    let placement = placement(
      of: description, item, outer, isOutermost: superlayer.superlayer == nil,
      grid: ownMotion.isEmpty ? surroundings.grid : nil)
    let inner = LengthContext(size: placement.size, output: output)
    let layer = makeLayer(description, inner, item)
    noteAwaited(description, layer)
    let motion = surroundings.motion.union(ownMotion)
    if motion.quantizesText { (layer as? TextLayer)?.quantizesPosition = true }
    SceneLayout.set(layer, description, placement, inner)
    let isTimed = surroundings.isTimed || description.timing != nil
    SceneLayout.addAnimations(
      of: description, to: layer, inner: inner, outer: outer, isTimed: isTimed)
    if isTimed { (layer as? EmitterLayer)?.emissionStart = 0 }
    var within = Surroundings(
      level: noteLabel(of: description, layer, level: surroundings.level), isTimed: isTimed,
      grid: placement.grid, motion: motion.ofSublayers)
    laidOut[description.index] = LaidOut(layer: layer, inner: inner, outer: outer)
    superlayer.addSublayer(layer)
    if let item {
      item.layer = layer
      layer.isArranged = items[description.index] === item
    }
    let follows = surroundings.follows || layer.isArranged
    within.follows = follows
    addSublayers(of: description, to: layer, within)
    if !description.compositing.mask.isEmpty {
      within.grid = nil
      within.follows = follows || item != nil
      let outside = accessibleLayers
      add(description.compositing.mask, to: layer, in: within)
      // A mask itself is not visible, so screen readers present none of its layers.
      accessibleLayers = outside
      layer.mask = layer.sublayers.last
    }
    if let item, !layer.isArranged {
      follow(item, description, layer, in: outer.size, follows: follows)
    }
    if follows { followSize(of: description, layer) }
  }

  private mutating func addSublayers(
    of description: LayerDescription, to layer: Layer, _ surroundings: Surroundings
  ) {
    let outerInstances = instances
    if let replicator = layer as? ReplicatorLayer {
      instances *= Double(max(replicator.instanceCount, 1))
    }
    var surroundings = surroundings
    if let viewBox = description.compositing.viewBox {
      surroundings.size = viewBox.rect.size
      surroundings.follows = false
    }
    add(description.sublayers, to: layer, in: surroundings)
    instances = outerInstances
  }

  /// - Parameter grid: the screen's pixels as the superlayer sees them; nil if it or the layer
  ///   moves.
  private func placement(
    of description: LayerDescription, _ item: LayoutItem?, _ outer: LengthContext,
    isOutermost: Bool, grid: PixelGrid?
  ) -> Placement {
    let place = isOutermost ? description.firmwareFrame(pixels) : nil
    let size = place?.size ?? item?.size ?? description.size(outer)
    let position =
      place.map { description.anchorPlace(in: $0) } ?? item?.position
      ?? description.position(size, outer)
    var result = Placement(size: size, position: position)
    guard let grid, item == nil, description.isUntransformed else { return result }
    var frame = description.frame(size, at: position)
    if description.isPicture {
      frame = grid.snapped(frame)
      result.size = frame.size
      result.position = description.anchorPlace(in: frame)
    }
    if description.keepsGrid { result.grid = grid.within(frame) }
    return result
  }

  /// Sets the properties that layers of all kinds have.
  private static func set(
    _ layer: Layer, _ description: LayerDescription, _ placement: Placement,
    _ inner: LengthContext
  ) {
    layer.name = description.name
    layer.bounds = Rect(origin: .zero, size: placement.size)
    layer.anchorPoint = description.anchor
    layer.position = placement.position
    layer.transform = description.transform.resolved(inner)
    layer.zPosition = description.zPosition
    layer.opacity = description.opacity
    layer.isHidden = description.isHidden
    layer.isCollapsed = description.isCollapsed
    layer.masksToBounds = description.masksToBounds
    layer.backgroundColor = description.backgroundColor
    layer.cornerRadius = max(0, inner.side(description.cornerRadius))
    layer.maskedCorners = description.maskedCorners
    layer.cornerCurve = description.cornerCurve
    layer.borderWidth = max(0, inner.side(description.borderWidth))
    if let color = description.borderColor { layer.borderColor = color }
    if let transition = description.transition {
      for property in contentProperties {
        layer.actions[property] = .animation(.transition(transition))
      }
    }
    description.compositing.apply(to: layer, inner)
    if let timing = description.timing { layer.timing = timing }
    layer.isEssential = description.isEssential
  }

  private static func addAnimations(
    of description: LayerDescription, to layer: Layer, inner: LengthContext, outer: LengthContext,
    isTimed: Bool
  ) {
    var taken: Set<[UInt8]> = []
    for (index, var animation) in description.animations.enumerated() {
      let key = animation.key
      if isTimed { animation.timing.beginTime = zeroOfLayer }
      // Several animations of one key run side by side; the later ones win.
      let isFirst = taken.insert(Array(key.utf8)).inserted
      layer.add(
        animation.resolved(inner: inner, outer: outer),
        forKey: isFirst ? key : key + "#\(index)", isEssential: animation.isEssential)
    }
  }

  /// - Returns: the level of the layers within.
  private mutating func noteLabel(
    of description: LayerDescription, _ layer: Layer, level: Int
  ) -> Int {
    guard let label = description.label else {
      if case .text(let text) = description.content, text.code == nil {
        accessibleLayers.append(
          AccessibleLayer(layer: layer, label: nil, role: .text, level: level))
      }
      return level
    }
    // An empty label marks a layer that is only decoration.
    guard !label.isEmpty else { return level }
    accessibleLayers.append(
      AccessibleLayer(
        layer: layer, label: strings.text(label),
        role: description.role ?? description.usualRole,
        level: level))
    return level + 1
  }

  /// The begin time that stands for 0 of the layer's time, since 0 itself means the moment of
  /// adding.
  static var zeroOfLayer: Double { .leastNormalMagnitude }

  // MARK: Kinds

  @inline(never)
  private func makeLayer(
    _ description: LayerDescription, _ inner: LengthContext, _ item: LayoutItem?
  ) -> Layer {
    if case .text(let layer) = item?.content { return layer }
    return switch description.content {
    case .plain, .unread: Layer()
    case .arrangement(let arrangement): ArrangementLayer(arrangement.axis.kind)
    case .transform: TransformLayer()
    case .shape(let shape): makeShape(shape, description, inner)
    case .image(let image): makeImage(image)
    case .gradient(let gradient): makeGradient(gradient)
    // Lengths are relative to the space with the round ends, as they are in the arrangement.
    case .progress(let progress):
      makeProgress(
        progress, item.map { LengthContext(size: $0.frame.size, output: output) } ?? inner,
        in: item?.lineSpace)
    case .emitter(let emitter): emitter.makeLayer(inner)
    case .replicator(let replicator): replicator.makeLayer(inner)
    case .loader(let loader): makeLoader(loader, inner)
    case .text(let text): makeText(text, inner)
    case .log(let log): makeLog(log, inner)
    }
  }

  /// Notes the motions that a style itself gives its layers.
  mutating func setMotions(of style: ProgressStyleDescription) {
    motions = Array(repeating: [], count: style.layerCount)
    func note(_ layer: Int, _ motion: LayerMotion) {
      if motions.indices.contains(layer) { motions[layer].formUnion(motion) }
    }
    for drive in style.drives { note(drive.layer, LayerMotion(drive.keyPath)) }
    for change in style.changes { note(change.layer, LayerMotion(change.keyPath)) }
    for motion in style.motions { note(motion.layer, LayerMotion(motion.animation)) }
  }

  private func makeShape(
    _ shape: ShapeDescription, _ description: LayerDescription, _ inner: LengthContext
  ) -> Layer {
    let layer = ShapeLayer()
    layer.path = shape.path.resolved(inner)
    layer.fillColor = shape.fillColor
    layer.fillRule = shape.fillRule
    layer.strokeColor = shape.strokeColor
    layer.lineWidth = max(0, inner.side(shape.lineWidth))
    layer.lineCap = shape.lineCap
    layer.lineJoin = shape.lineJoin
    layer.miterLimit = shape.miterLimit
    if fitsBudget(forDashesOf: shape, description, inner) {
      layer.lineDashPattern = shape.lineDashPattern.map { max(0, inner.side($0)) }
    }
    layer.lineDashPhase = inner.side(shape.lineDashPhase)
    layer.strokeStart = shape.strokeStart
    layer.strokeEnd = shape.strokeEnd
    return layer
  }

  private func fitsBudget(
    forDashesOf shape: ShapeDescription, _ description: LayerDescription, _ inner: LengthContext
  ) -> Bool {
    if shape.lineDashPattern.isEmpty { return true }
    let extremes = LayerExtremes(
      of: description, size: inner.size, drives: [], inner: inner, outer: inner)
    let most = ([shape.path] + extremes.paths).reduce(0) {
      max($0, $1.dashCount(of: shape, inner))
    }
    return dashes.spend(Double(most) * instances)
  }

  private func makeImage(_ image: ImageDescription) -> Layer {
    let layer = image.frames.map { $0.makeLayer() } ?? ImageLayer()
    if image.frames == nil { layer.contents = image.picture?.image }
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
