import Animation
import Geometry
import Layers
import Raster

/// The cost of one layer in one instance, without its sublayers.
struct LayerCost {
  var pathElements = 0.0
  var segments = 0.0
  var particles = 0.0
  /// The layer itself, and those that it is made of.
  var layers = 1.0
  var textBytes = 0.0
  var codeModules = 0.0
  var dashes = 0.0
  /// The cost of drawing it once, at the pace of `FrameCost`.
  private(set) var microseconds = FrameCost.layer
  /// Nil for no shadow.
  private(set) var shadow: Shadow?
  /// The pixels of its blurred backdrop; nil for none.
  private(set) var backdrop: Double?
  /// True if layers may be drawn in another order than that of the file on account of this one.
  var isReordered: Bool { extremes.isReordered }
  /// The most pixels of its group that can be visible.
  private(set) var visible: Double
  /// Surroundings of its sublayers.
  private(set) var inner: SceneBudget.Surroundings

  private let layer: LayerDescription
  private let extremes: LayerExtremes
  private static var longestSide: Double { SceneBudget.longestSide }

  struct Shadow {
    let pixels: Double
    /// The cost of filling its path; 0 without a path of its own.
    let path: Double
  }

  @inline(never)
  init(_ layer: LayerDescription, _ around: SceneBudget.Surroundings) {
    self.layer = layer
    let size = layer.size(around.context)
    let context = LengthContext(size: size, output: around.context.output)
    extremes = LayerExtremes(
      of: layer, size: size, drives: around.drives[layer.index] ?? [],
      motions: around.motions[layer.index] ?? [], inner: context, outer: around.context)
    inner = around
    inner.context = context
    inner.scale = Self.product(around.scale, extremes.scale)
    if extremes.isScaled { inner.growth = .infinity }
    visible = around.visible
    enterDepth(around)
    let bounds = pixels(extremes.size)
    if extremes.hasBackgroundBlur { backdrop = bounds }
    if layer.masksToBounds { inner.visible = min(inner.visible, bounds) }
    addDecoration(bounds, around)
    addContent(bounds, around)
    addAnimations()
    enter()
  }

  // MARK: Parts

  private mutating func addDecoration(_ bounds: Double, _ around: SceneBudget.Surroundings) {
    let pixel = FrameCost.pixel
    if let color = layer.backgroundColor, color.alpha >= 1, !extremes.hasColor {
      // Hidden layers are left out, and so is everything behind an opaque layer.
      let rows = extremes.size.height * inner.scale.longest
      microseconds += FrameCost.opaqueRow * min(max(rows, 0), Self.longestSide)
    } else if layer.backgroundColor != nil || extremes.hasColor {
      microseconds += pixel.fill * bounds
    }
    if !layer.borderWidth.isZero || extremes.hasBorder { microseconds += pixel.fill * bounds }
    let hasInner = !layer.sublayers.isEmpty
    visible =
      hasInner && !layer.masksToBounds
      ? pixels(Self.union(extremes.size, layer.extent(around.context))) : bounds
    if layer.opacity < 1 || extremes.isFaded || layer.compositing.isolatesBlending {
      microseconds += pixel.group * visible
    }
    switch layer.compositing.blendMode {
    case .normal: break
    // The kernel of a sum takes as long as that of an ordinary group.
    case .plusLighter: microseconds += pixel.group * visible
    default: microseconds += pixel.blend * visible
    }
    if layer.transition != nil { microseconds += 2 * pixel.group * visible }
    guard layer.compositing.shadowOpacity > 0 || extremes.hasShadow else { return }
    let path = layer.compositing.shadowPath.map { cost(of: $0, isFilled: true, width: 0) }
    let outset = 4 * max(extremes.shadowRadius, 0)
    var cast = Self.union(extremes.size, layer.extent(around.context))
    cast.width += outset
    cast.height += outset
    shadow = Shadow(pixels: pixels(cast, within: FrameCost.shadowPixels), path: path ?? 0)
  }

  private mutating func addContent(_ bounds: Double, _ around: SceneBudget.Surroundings) {
    let pixel = FrameCost.pixel
    switch layer.content {
    case .plain, .transform, .arrangement, .replicator, .unread: break
    case .shape(let shape): add(shape)
    case .image(let image):
      microseconds += pixel.image * bounds
      if image.frames != nil, let size = image.pictureSize {
        microseconds += pixel.unpack * Double(size.width) * Double(size.height)
      }
    case .gradient: microseconds += pixel.gradient * bounds + FrameCost.gradient
    case .text(let text) where text.code != nil: add(text, around, bounds)
    case .text(let text):
      let own = Double(max(text.byteCount, around.messages[layer.index] ?? 0))
      let message = Double(messageBytes(around))
      textBytes = max(own, message)
      microseconds += FrameCost.textByte * textBytes + pixel.fill * bounds
      let letters = LetterCensus(text, extremes, inner, byteCount: own, messageBytes: message)
      microseconds += FrameCost.letter(letters.size) * letters.count
    case .log(let log):
      layers += Double(SceneLimits.logLines + 2)
      textBytes = Double(SceneLimits.logLines * SceneLimits.logLineBytes)
      microseconds += FrameCost.textByte * textBytes + pixel.fill * bounds
      let letters = LetterCensus(log, extremes, inner)
      microseconds += FrameCost.letter(letters.size) * letters.count
    case .progress(let progress):
      segments = progress.segments > 1 ? Double(progress.segments) : 1
      microseconds += FrameCost.segment * segments + FrameCost.progress
      microseconds += pixel.fill * 2 * bounds
    case .loader: microseconds += FrameCost.segment + pixel.fill * visible
    case .emitter(let emitter): add(emitter)
    }
  }

  /// The most bytes of a text that clients give the layer; 0 for none.
  private func messageBytes(_ around: SceneBudget.Surroundings) -> Int {
    around.addressed.contains(layer.index) ? around.messageBytes : 0
  }

  private mutating func add(_ shape: ShapeDescription) {
    let width = max(inner.context.side(shape.lineWidth), extremes.lineWidth)
    let isFilled = shape.fillColor != nil || extremes.hasColor
    let isStroked = shape.strokeColor != nil || extremes.hasColor
    var most = 0.0
    for path in [shape.path] + extremes.paths {
      pathElements += Double(path.elementCount)
      var cost = cost(of: path, isFilled: isFilled, width: isStroked ? width : 0)
      if isStroked, !shape.lineDashPattern.isEmpty {
        let count = Double(path.dashCount(of: shape, inner.context))
        dashes = max(dashes, count)
        cost += count * Self.dashCost(path, shape.lineCap, width * inner.scale.longest)
      }
      most = max(most, cost)
    }
    microseconds += most
  }

  /// The cost of one dash.
  ///
  /// - Parameter width: pixels.
  private static func dashCost(_ path: PathDescription, _ cap: LineCap, _ width: Double) -> Double {
    FrameCost.dash + (path.hasCurves ? FrameCost.curvedDash : 0)
      + (cap == .butt ? 0 : FrameCost.cappedDash) + FrameCost.dashWidth
      * min(width, FrameCost.widestDash)
  }

  /// A QR code costs as much as the code of the longest text that clients may give, since each
  /// change makes it anew.
  private mutating func add(
    _ text: TextDescription, _ around: SceneBudget.Surroundings, _ bounds: Double
  ) {
    guard let style = text.code else { return }
    var count = max(text.byteCount, around.messages[layer.index] ?? 0)
    count = max(count, min(messageBytes(around), style.capacity))
    textBytes = Double(count)
    codeModules = Double(style.moduleCount(of: count))
    microseconds += FrameCost.codeModule * codeModules
    microseconds += FrameCost.pixel.fill * bounds
  }

  private mutating func add(_ emitter: EmitterDescription) {
    var emitter = emitter
    for (key, value) in extremes.cells { emitter.raise(key, to: value) }
    particles = ParticleCensus.liveCount(
      of: emitter.cells, birthFactor: max(emitter.birthRate, extremes.birthRate),
      lifetimeFactor: max(emitter.lifetime, extremes.lifetime))
    particles = min(particles, Double(EmitterLayer.particleLimit))
    let side = emitter.largestParticle(inner.context) * extremes.particleScale
    let area = pixels(Size(width: side, height: side))
    microseconds += particles * (FrameCost.particle + FrameCost.pixel.gradient * area)
  }

  private mutating func addAnimations() {
    microseconds += FrameCost.animation * Double(extremes.animationCount)
    if case .shape = layer.content { return }
    for path in extremes.paths { pathElements += Double(path.elementCount) }
  }

  /// Enters the perspective of the layer itself, which magnifies it, and of its sublayers.
  private mutating func enterDepth(_ around: SceneBudget.Surroundings) {
    let extent =
      extremes.depth.isRotated ? Self.union(extremes.size, layer.extent(around.context)) : .zero
    let nearness = around.nearness + extremes.depth.of(extent, anchor: layer.anchor)
    let own = extremes.depth.distance
    let factor = DepthExtent.magnification(
      nearness, from: own.map { min($0, around.distance ?? $0) } ?? around.distance)
    inner.scale = Self.product(inner.scale, Vector(dx: factor, dy: factor))
    // Layers further away from the viewer are seen smaller.
    if own != nil || around.distance != nil { inner.growth = .infinity }
    // Only a transform layer's sublayers stand in the space around it.
    let keepsDepth = if case .transform = layer.content { true } else { false }
    (inner.distance, inner.nearness) = keepsDepth ? (around.distance, nearness) : (nil, 0)
    var space = DepthExtent(layer.compositing.sublayerTransform, inner.context)
    if let distance = layer.compositing.perspective {
      space.see(from: inner.context.side(distance))
    }
    if let distance = space.distance ?? own {
      inner.distance = min(distance, inner.distance ?? distance)
    }
    if inner.distance != nil {
      inner.nearness += space.of(layer.extent(around.context), anchor: layer.anchor)
    }
  }

  /// Enters the surroundings of the layer's sublayers.
  private mutating func enter() {
    if let viewBox = layer.compositing.viewBox {
      let scale = max(
        viewBox.scale(to: inner.context.size), viewBox.scale(to: extremes.size))
      inner.scale = Self.product(inner.scale, Vector(dx: scale, dy: scale))
      inner.context = LengthContext(size: viewBox.rect.size, output: inner.context.output)
    }
    if let transform = layer.compositing.sublayerTransform {
      inner.scale = Self.product(inner.scale, transform.greatestScale)
    }
    guard case .replicator(let replicator) = layer.content else { return }
    let count = max(extremes.instanceCount, Double(replicator.instanceCount))
    inner.instances *= min(count, Double(ReplicatorLayer.instanceLimit))
    if count > 1 { inner.replicator = replicator.place }
    // If they grow, the last instance is the largest, and the first one the smallest.
    let step = max(replicator.transform.greatestScale.longest, extremes.instanceScale)
    let growth = Self.power(of: step, count)
    inner.scale = Self.product(inner.scale, Vector(dx: growth, dy: growth))
    let own = replicator.transform.greatestScale.longest
    inner.growth *= max(growth, own > 0 ? Self.power(of: 1 / own, count) : 1)
    // If instances fade, each one is a group.
    if replicator.color.alpha < 1 || replicator.colorOffset[3] < 0 || extremes.hasColor {
      var instance = Size.zero
      for sublayer in layer.sublayers {
        instance = Self.union(instance, sublayer.extent(inner.context))
      }
      microseconds += FrameCost.pixel.group * pixels(instance) * min(count, 1000)
    }
  }

  /// The factor between the first and the last of some instances, each larger than the one before
  /// it by `step`; at most about a million.
  private static func power(of step: Double, _ count: Double) -> Double {
    var growth = 1.0
    for _ in 1..<max(Int(min(count, 1000)), 2) where step > 1 && growth < 1e6 { growth *= step }
    return growth
  }

  // MARK: Pixels

  /// The most pixels of an area in points that can be visible.
  private func pixels(_ size: Size, within most: Double? = nil) -> Double {
    let side = most == nil ? Self.longestSide : 4 * Self.longestSide
    let width = min(max(size.width * inner.scale.dx, 0), side)
    let height = min(max(size.height * inner.scale.dy, 0), side)
    return min(width * height, most ?? inner.visible)
  }

  /// The cost of filling a path and stroking it.
  private func cost(of path: PathDescription, isFilled: Bool, width: Double) -> Double {
    let resolved = path.resolved(inner.context)
    let count = Double(resolved.elements.count)
    let scale = inner.scale.longest
    let bounds = resolved.bounds
    let edgeRows = resolved.edgeRows(scale: scale, limit: Self.longestSide)
    func rows(_ bounds: Rect) -> Double {
      bounds.isNull ? 0 : min(max(bounds.height * scale, 0), Self.longestSide)
    }
    let isCurved = path.hasCurves
    var cost = 0.0
    if isFilled {
      cost += FrameCost.pathElement * count
      cost += FrameCost.rows(rows(bounds), edgeRows: edgeRows, isCurved: isCurved)
      cost += FrameCost.pixel.fill * (bounds.isNull ? 0 : pixels(bounds.size))
    }
    if width > 0 {
      let outer = bounds.insetBy(dx: -width, dy: -width)
      // Two sides of each edge, and joints.
      cost += 3 * FrameCost.pathElement * count + FrameCost.edgeRow * edgeRows
      cost += FrameCost.rows(rows(outer), edgeRows: 2 * edgeRows, isCurved: isCurved)
      cost += FrameCost.pixel.fill * (outer.isNull ? 0 : pixels(outer.size))
    }
    return cost
  }

  private static func union(_ a: Size, _ b: Size) -> Size {
    Size(width: max(a.width, b.width), height: max(a.height, b.height))
  }

  private static func product(_ a: Vector, _ b: Vector) -> Vector {
    // A bound that keeps products finite.
    Vector(dx: min(a.dx * b.dx, 1e9), dy: min(a.dy * b.dy, 1e9))
  }
}

extension Path {
  /// The approximate number of rows of pixels that the edges cross, at most `limit` for each edge.
  fileprivate func edgeRows(scale: Double, limit: Double) -> Double {
    var (start, current, sum) = (Point.zero, Point.zero, 0.0)
    func add(_ ys: Double...) {
      guard let low = ys.min(), let high = ys.max() else { return }
      let rows = (high - low) * scale
      // An edge that is less than a row high still lies in a row.
      sum += rows > 0 ? min(max(rows, 1), limit) : 0
    }
    for element in elements {
      switch element {
      case .move(let point): (start, current) = (point, point)
      case .line(let end):
        add(current.y, end.y)
        current = end
      case .quadratic(let control, let end):
        add(current.y, control.y, end.y)
        current = end
      case .cubic(let first, let second, let end):
        add(current.y, first.y, second.y, end.y)
        current = end
      case .arc(let arc):
        add(arc.bounds.minY, arc.bounds.maxY, current.y)
        current = arc.end
      case .close:
        add(current.y, start.y)
        current = start
      }
    }
    return sum
  }
}
