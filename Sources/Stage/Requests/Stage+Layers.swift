import CodeUnits
internal import Geometry
package import Layers

/// Layers by path: names from the root joined with slashes, `[2]` for an unnamed third sublayer,
/// `[mask]` for an unnamed mask, and `/` for the root.
extension Stage {
  /// The layer of the whole output, for tools that measure.
  package var rootLayer: Layer { tree.root }

  /// The number of layers of the scene in play, without those that are not listed.
  public var layerCount: Int {
    guard let board = keyboard.secretBoard else { return tree.layerCount }
    return tree.layerCount - board.listedCount(depth: .max, limit: .max) + 1
  }

  /// The number of animations that change something as time passes.
  public var runningAnimationCount: Int { tree.runningAnimationCount }

  /// True if the time of the whole scene stands still.
  public var isPaused: Bool { tree.root.isPaused }

  /// Stops the time of a layer and of all layers below it; of the whole scene by default.
  public func pause(layer path: String? = nil) throws(ControlError) {
    try layer(at: path).pause()
  }

  /// Resumes the time where it was stopped.
  public func resume(layer path: String? = nil) throws(ControlError) {
    let layer = try layer(at: path)
    guard !playedControls.contains(where: { $0.owns(timeOf: layer) }) else {
      throw .invalidValue(field: "layer", reason: "a scrub control says what time it has")
    }
    layer.resume()
  }

  /// A layer and those below it, depth first, `depth` levels deep; the whole scene by default. The
  /// keys for a secret are left out.
  public func layers(
    below path: String? = nil, depth: Int? = nil
  ) throws(ControlError) -> [LayerInfo] {
    var infos: [LayerInfo] = []
    try listLayers(below: path, depth: depth) { info in
      infos.append(info)
      return true
    }
    return infos
  }

  /// Calls `body` with each of these layers, after the first `skipped` ones, until it returns
  /// false.
  /// - Parameter skipped: the number of layers to leave out, at little cost.
  public func listLayers(
    below path: String? = nil, depth: Int? = nil, skipping skipped: Int = 0,
    _ body: (LayerInfo) -> Bool
  ) throws(ControlError) {
    if let depth, depth < 0 {
      throw .invalidValue(field: "depth", reason: "a number of levels from 0 is expected")
    }
    let start = try layer(at: path)
    var skipped = skipped
    _ = start.listInfos(
      path: start.path, depth: depth ?? .max, skipping: &skipped,
      secretBoard: keyboard.secretBoard, body)
  }

  func layer(at path: String?) throws(ControlError) -> Layer {
    guard let path, path != "/" else { return tree.root }
    var layer = tree.root
    let secretBoard = keyboard.secretBoard
    for part in path.split(separator: "/", omittingEmptySubsequences: true) {
      let name = String(part)
      guard layer !== secretBoard else { throw .noSuchLayer(path) }
      if let index = layer.sublayers.indices.first(where: {
        layer.nameOfSublayer(at: $0).isIdentical(to: name)
      }) {
        layer = layer.sublayers[index]
      } else if let mask = layer.mask, mask.nameOfMask.isIdentical(to: name) {
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
          ?? superlayer.nameOfSublayer(at: layer.indexInSuperlayer ?? 0)
      path = path.isEmpty ? name : name + "/" + path
      layer = superlayer
    }
    // A layer that was removed has no superlayer.
    if layer.tree == nil, let name = layer.name { path = path.isEmpty ? name : name + "/" + path }
    return path.isEmpty ? "/" : path
  }

  /// - Parameters:
  ///   - depth: levels below this layer.
  ///   - skipped: the number of layers to leave out, beginning with this one.
  ///   - secretBoard: a layer whose sublayers are left out.
  /// - Returns: false when `body` did.
  fileprivate func listInfos(
    path: String, depth: Int, skipping skipped: inout Int, secretBoard: Layer?,
    _ body: (LayerInfo) -> Bool
  ) -> Bool {
    if skipped > 0 {
      skipped -= 1
    } else if !body(info(path: path, isSecretBoard: self === secretBoard)) {
      return false
    }
    guard depth > 0, self !== secretBoard else { return true }
    for index in sublayers.indices {
      guard !sublayers[index].isSkipped(depth: depth - 1, &skipped, secretBoard) else { continue }
      let name = nameOfSublayer(at: index)
      guard
        sublayers[index].listInfos(
          path: path == "/" ? name : path + "/" + name, depth: depth - 1,
          skipping: &skipped, secretBoard: secretBoard, body)
      else { return false }
    }
    guard let mask, !mask.isSkipped(depth: depth - 1, &skipped, secretBoard) else { return true }
    let name = mask.nameOfMask
    return mask.listInfos(
      path: path == "/" ? name : path + "/" + name, depth: depth - 1,
      skipping: &skipped, secretBoard: secretBoard, body)
  }

  /// Skips the layer with all layers below it, if all of them are to be left out.
  private func isSkipped(depth: Int, _ skipped: inout Int, _ secretBoard: Layer?) -> Bool {
    guard skipped > 0 else { return false }
    let count = listedCount(
      depth: depth, limit: skipped < .max ? skipped + 1 : .max, secretBoard: secretBoard)
    guard count <= skipped else { return false }
    skipped -= count
    return true
  }

  /// The number of layers that are listed for this one, counted up to a limit.
  fileprivate func listedCount(depth: Int, limit: Int, secretBoard: Layer? = nil) -> Int {
    var count = 1
    guard depth > 0, self !== secretBoard else { return count }
    for sublayer in sublayers where count < limit {
      count += sublayer.listedCount(
        depth: depth - 1, limit: limit - count, secretBoard: secretBoard)
    }
    if let mask, count < limit {
      count += mask.listedCount(depth: depth - 1, limit: limit - count, secretBoard: secretBoard)
    }
    return count
  }

  private func info(path: String, isSecretBoard: Bool) -> LayerInfo {
    let presented = presentation() ?? self
    let progressLayer = presented as? ProgressLayer
    return LayerInfo(
      path: path, kind: kind,
      frame: presented.bounds.transformed(by: projectionToOutside(presented: true)),
      opacity: isSecret ? 1 : presented.opacity, isHidden: !isSecret && presented.isHidden,
      progress: progressLayer?.progress ?? ringProgress,
      isIndeterminate: progressLayer?.isIndeterminate,
      text: (presented as? TextLayer).map { isSecret ? "" : $0.shownString },
      animations: isSecret ? [] : animationKeys.map { kind.name(of: $0) },
      childCount: isSecretBoard ? 0 : sublayers.count + (mask == nil ? 0 : 1))
  }

  /// The presented progress of a loader ring.
  private var ringProgress: Double? {
    self is LoaderRingLayer ? (presentation() as? ShapeLayer)?.strokeEnd : nil
  }
}
