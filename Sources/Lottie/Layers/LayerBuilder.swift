import Animation
import Geometry
import Raster

extension LottieFile {
  /// A part of the file as layers, from back to front, in the file's own size.
  ///
  /// - Parameters:
  ///   - start: seconds from the first frame.
  ///   - duration: seconds; more than 0.
  public func layers(from start: Double, duration: Double) throws(LayerObstacle) -> [LayerNode] {
    let first = range.start + start * frameRate
    var builder = LayerBuilder(self)
    return try builder.layers(
      of: composition, at: "", size,
      FrameSpan(start: first, end: first + duration * frameRate, duration: duration))
  }
}

/// Goes through the compositions of a file and makes layers of them, up to the first part that
/// layers cannot show.
struct LayerBuilder {
  private let file: LottieFile
  /// Layers and entries that may still be looked at: compositions multiply a small file.
  private var steps = 20_000
  private var depth = 0

  private static let depthLimit = 16
  private static let parentLimit = 16

  init(_ file: LottieFile) { self.file = file }

  mutating func layers(
    of composition: CompositionModel, at place: String, _ size: Size, _ span: FrameSpan
  ) throws(LayerObstacle) -> [LayerNode] {
    depth += 1
    defer { depth -= 1 }
    var items: [Item] = []
    for index in composition.layers.indices.reversed() {
      let layer = composition.layers[index]
      let own = place + "layers[\(index)]"
      try take(1, layer, own)
      // A layer that begins with the part's end, ends with its begin, or ends before it begins, is
      // not seen.
      guard !layer.isHidden, layer.range.start < span.end, layer.range.end > span.start,
        layer.range.start < layer.range.end
      else { continue }
      if case .null = layer.content { continue }
      try check(layer, own)
      guard var node = try content(layer, own, size, span) else { continue }
      try show(layer, own, &node, span)
      let chain = try chain(of: index, in: composition, own)
      for index in chain {
        let layer = composition.layers[index]
        try check(layer.transform, layer, place + "layers[\(index)]")
      }
      items.append(Item(chain: chain, node: node))
    }
    return try assemble(items[...], 0, composition, place, size, span)
  }

  private mutating func take(
    _ count: Int, _ layer: LayerModel, _ place: String
  ) throws(LayerObstacle) {
    steps -= count
    guard steps > 0, depth <= Self.depthLimit else {
      throw LayerObstacle(
        reason: Self.name(layer)
          + " is in more compositions, or the file larger, than fits a scene",
        place: place)
    }
  }

  private static func name(_ layer: LayerModel) -> String {
    layer.name.utf8.isEmpty ? "a layer" : "layer '" + layer.name + "'"
  }

  // MARK: Properties of layers

  private func check(_ layer: LayerModel, _ place: String) throws(LayerObstacle) {
    func refuse(_ what: String, _ key: String) throws(LayerObstacle) {
      throw LayerObstacle(reason: Self.name(layer) + " has " + what, place: place + key)
    }
    if layer.isMatte { try refuse("another layer's matte", ".td") }
    if layer.matte != nil { try refuse("a matte", ".tt") }
    if !layer.masks.isEmpty { try refuse("masks", ".masksProperties") }
    if !layer.effects.isEmpty { try refuse("effects or styles", ".ef") }
    if layer.blendMode != .normal { try refuse("a blend mode", ".bm") }
    if layer.timeRemap != nil { try refuse("a time of its own", ".tm") }
    if layer.stretch <= 0 { try refuse("a time that runs back", ".sr") }
    switch layer.content {
    case .image: try refuse("a picture", ".refId")
    case .text: try refuse("a text", ".t")
    case .null, .composition, .solid, .shapes: break
    }
  }

  private func check(
    _ transform: TransformModel, _ layer: LayerModel, _ place: String
  ) throws(LayerObstacle) {
    if transform.tilt != nil {
      throw LayerObstacle(
        reason: Self.name(layer) + " is turned in space", place: place + ".ks.rx")
    }
    if !transform.skew.isFixed || transform.skew.first.x != 0 {
      throw LayerObstacle(reason: Self.name(layer) + " is skewed", place: place + ".ks.sk")
    }
  }

  // MARK: Content

  private mutating func content(
    _ layer: LayerModel, _ place: String, _ outer: Size, _ span: FrameSpan
  ) throws(LayerObstacle) -> LayerNode? {
    var node = LayerNode(layer.name)
    switch layer.content {
    case .solid(let size, let color):
      guard size.width > 0, size.height > 0 else { return nil }
      node.frame = Rect(origin: .zero, size: size)
      node.backgroundColor = color
    case .composition(let asset, let size):
      guard case .composition(let composition) = file.assets[asset] else { return nil }
      let isCut = size.width > 0 && size.height > 0
      if isCut, size != outer { node.frame = Rect(origin: .zero, size: size) }
      node.masksToBounds = isCut
      node.sublayers = try layers(
        of: composition, at: "assets[\(asset)].", isCut ? size : outer, span.within(layer))
      if node.sublayers.isEmpty { return nil }
    case .shapes(let content):
      let items = content.items
      var builder = ShapeLayerBuilder(
        owner: Self.name(layer), place: place + ".shapes", size: outer, span: span, steps: steps)
      let layers = try builder.layers(of: items)
      steps = builder.steps
      guard let first = layers.first else { return nil }
      if layers.count == 1, first.isBare {
        node = first
        if !layer.name.utf8.isEmpty { node.name = layer.name }
      } else {
        node.sublayers = layers
      }
    case .null, .image, .text: return nil
    }
    return node
  }

  /// Opacity, and the time in which the layer is seen.
  private func show(
    _ layer: LayerModel, _ place: String, _ node: inout LayerNode, _ span: FrameSpan
  ) throws(LayerObstacle) {
    let scope = PropertyScope(owner: Self.name(layer), place: place + ".ks", span: span)
    try scope.setOpacity(layer.transform.opacity, of: &node)
    guard layer.range.start > span.start || layer.range.end < span.end else { return }
    let (begin, end) = (span.fraction(layer.range.start), span.fraction(layer.range.end))
    var (values, times) = ([false], [begin])
    if begin > 0 { (values, times) = ([true, false], [0, begin]) }
    if end < 1 {
      values.append(true)
      times.append(end)
    }
    if begin > 0 { node.values.append((.hidden, .flag(true))) }
    node.animations.append(
      KeyframeAnimation(
        keyPath: AnimationKeyPath(.isHidden), values: values.map { .flag($0) },
        keyTimes: times + [1], calculationMode: .discrete,
        timing: MediaTiming(duration: span.duration, repeatCount: .infinity)))
  }

  // MARK: Parents

  private struct Item {
    /// Layers whose places lead to the content, from the outermost to its own.
    var chain: [Int]
    var node: LayerNode
  }

  private func chain(
    of index: Int, in composition: CompositionModel, _ place: String
  ) throws(LayerObstacle) -> [Int] {
    var chain: [Int] = []
    var current: Int? = index
    while let index = current {
      guard chain.count < Self.parentLimit else {
        throw LayerObstacle(
          reason: Self.name(composition.layers[chain[0]]) + " has too many parents",
          place: place + ".parent")
      }
      chain.append(index)
      current = composition.layers[index].parent
    }
    return chain.reversed()
  }

  /// Puts neighbours with the same parent into one layer; the parents of others are repeated, since
  /// they keep their order.
  private func assemble(
    _ items: ArraySlice<Item>, _ depth: Int, _ composition: CompositionModel, _ place: String,
    _ size: Size, _ span: FrameSpan
  ) throws(LayerObstacle) -> [LayerNode] {
    var result: [LayerNode] = []
    var rest = items
    while let head = rest.first {
      if head.chain.count == depth {
        result.append(head.node)
        rest.removeFirst()
        continue
      }
      let owner = head.chain[depth]
      let end =
        rest.firstIndex { $0.chain.count <= depth || $0.chain[depth] != owner } ?? rest.endIndex
      let run = rest[rest.startIndex..<end]
      rest = rest[end...]
      let layer = composition.layers[owner]
      let scope = PropertyScope(
        owner: Self.name(layer), place: place + "layers[\(owner)].ks", span: span)
      if run.count == 1, head.chain.count == depth + 1 {
        var node = head.node
        try scope.place(layer.transform, &node, in: size)
        result.append(node)
        continue
      }
      let inner = try assemble(run, depth + 1, composition, place, size, span)
      if layer.transform.isIdentity {
        result += inner
        continue
      }
      var node = LayerNode(layer.name)
      node.sublayers = inner
      try scope.place(layer.transform, &node, in: size)
      result.append(node)
    }
    return result
  }
}
