internal import Geometry
internal import Layers

/// Layers by path: names from the root joined with slashes, `[2]` for an unnamed third sublayer,
/// `[mask]` for an unnamed mask, and `/` for the root.
extension Stage {
  /// How many layers the scene in play has.
  public var layerCount: Int { tree.layerCount }

  /// How many animations change something as time passes.
  public var runningAnimationCount: Int { tree.runningAnimationCount }

  /// True if the whole scene's time stands.
  public var isPaused: Bool { tree.root.isPaused }

  /// Stops the time of a layer and of all below it; of the whole scene by default.
  public func pause(layer path: String? = nil) throws(ControlError) {
    try layer(at: path).pause()
  }

  /// Lets time go on where it was stopped.
  public func resume(layer path: String? = nil) throws(ControlError) {
    let layer = try layer(at: path)
    guard !playedControls.contains(where: { $0.owns(timeOf: layer) }) else {
      throw .invalidValue(field: "layer", reason: "a scrub control says what time it has")
    }
    layer.resume()
  }

  /// A layer and those below it, depth first, `depth` levels deep; the whole scene by default.
  public func layers(
    below path: String? = nil, depth: Int? = nil
  ) throws(ControlError) -> [LayerInfo] {
    if let depth, depth < 0 {
      throw .invalidValue(field: "depth", reason: "a number of levels from 0 is expected")
    }
    let start = try layer(at: path)
    var infos: [LayerInfo] = []
    start.appendInfos(
      path: start.path,
      transform: start.superlayer?.transformToOutside(presented: true) ?? .identity,
      depth: depth ?? .max, to: &infos)
    return infos
  }

  func layer(at path: String?) throws(ControlError) -> Layer {
    guard let path, path != "/" else { return tree.root }
    var layer = tree.root
    for name in path.split(separator: "/", omittingEmptySubsequences: true) {
      if let index = layer.sublayers.indices.first(where: { layer.nameOfSublayer(at: $0) == name })
      {
        layer = layer.sublayers[index]
      } else if let mask = layer.mask, mask.nameOfMask == name {
        layer = mask
      } else {
        throw .noSuchLayer(path)
      }
    }
    return layer
  }
}

extension Layer {
  fileprivate func nameOfSublayer(at index: Int) -> String {
    sublayers[index].name ?? "[\(index)]"
  }

  fileprivate var nameOfMask: String { name ?? "[mask]" }

  /// The path in the layer's tree.
  var path: String {
    var path = ""
    var layer = self
    while let superlayer = layer.superlayer {
      let name =
        layer.isMask
        ? layer.nameOfMask
        : layer.name
          ?? superlayer.nameOfSublayer(at: superlayer.sublayers.firstIndex { $0 === layer } ?? 0)
      path = path.isEmpty ? name : name + "/" + path
      layer = superlayer
    }
    // One that was taken away has nothing around it.
    if layer.tree == nil, let name = layer.name { path = path.isEmpty ? name : name + "/" + path }
    return path.isEmpty ? "/" : path
  }

  fileprivate func appendInfos(
    path: String, transform: AffineTransform, depth: Int, to infos: inout [LayerInfo]
  ) {
    let presented = presentation() ?? self
    let toRoot = transformToSuperlayer(presented: true).followed(by: transform)
    let progressLayer = presented as? ProgressLayer
    infos.append(
      LayerInfo(
        path: path, kind: infoKind, frame: presented.bounds.transformed(by: toRoot),
        opacity: presented.opacity, isHidden: presented.isHidden,
        progress: progressLayer?.progress ?? ringProgress,
        isIndeterminate: progressLayer?.isIndeterminate,
        text: (presented as? TextLayer)?.shownString,
        animations: animationKeys, childCount: sublayers.count + (mask == nil ? 0 : 1)))
    guard depth > 0 else { return }
    func append(_ layer: Layer, named name: String) {
      layer.appendInfos(
        path: path == "/" ? name : path + "/" + name, transform: toRoot, depth: depth - 1,
        to: &infos)
    }
    for index in sublayers.indices { append(sublayers[index], named: nameOfSublayer(at: index)) }
    if let mask { append(mask, named: mask.nameOfMask) }
  }

  /// What of a loader ring is presented.
  private var ringProgress: Double? {
    self is LoaderRingLayer ? (presentation() as? ShapeLayer)?.strokeEnd : nil
  }

  private var infoKind: LayerInfo.Kind {
    switch kind {
    case .plain: .layer
    case .shape: .shape
    case .image: .image
    case .gradient: .gradient
    case .progress: .progress
    case .emitter: .emitter
    case .replicator: .replicator
    case .text: .text
    }
  }
}
