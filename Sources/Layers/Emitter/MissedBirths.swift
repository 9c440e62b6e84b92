/// Births of particles in frames that were left out.
///
/// Particles are born with the properties that their emitter has at a frame. A frame that is left
/// out is sampled only for them: the emitters whose births it changes, and the progress layers
/// around these, whose styles set properties of emitters. All other layers wait for the next frame
/// that is shown, and so do emitters whose properties stay the same: their particles follow from
/// two frames, however far apart.
public struct MissedBirths {
  /// The presentation of an emitter, in the tree or in an instance.
  private struct Site {
    let emitter: EmitterLayer
    let presentation: EmitterLayer
    /// The instances around it, each as a replicator and the lag of its clock.
    var lags: [(replicator: ReplicatorLayer, delay: Double)] = []
  }

  private enum Step {
    case progress(Layer, presentation: Layer)
    case births(Site)
  }

  private let tree: LayerTree
  private var steps: [Step] = []
  /// The work of a sample, for which one layer and one animation count as one each.
  public private(set) var cost = 0

  /// The births in a tree. Valid until the tree advances.
  ///
  /// - Parameters:
  ///   - led: layers that something other than animations, such as a control, changes meanwhile.
  ///   - limit: the cost from which on the caller takes no sample, so that the search may stop.
  public init(in tree: LayerTree, led: Set<ObjectIdentifier>, limit: Int) {
    self.tree = tree
    var emitters: Set<ObjectIdentifier> = []
    var meters: Set<ObjectIdentifier> = []
    for emitter in tree.emitters where emitter.isCommitted {
      guard emitters.count <= limit else { break }
      var (isLed, isAnimated) = (false, !emitter.animations.isEmpty)
      var around: [Layer] = []
      var layer: Layer? = emitter
      while let current = layer {
        if !led.isEmpty, led.contains(ObjectIdentifier(current)) { isLed = true }
        if current.contentKind == .progress {
          around.append(current)
          if !current.animations.isEmpty { isAnimated = true }
        }
        layer = current.superlayer
      }
      guard isLed || isAnimated && emitter.effectiveSpeed != 0 else { continue }
      emitters.insert(ObjectIdentifier(emitter))
      for layer in around { meters.insert(ObjectIdentifier(layer)) }
    }
    if emitters.isEmpty { return }
    // In the order of a frame.
    for layer in tree.animating where [.progress, .emitter].contains(layer.contentKind) {
      if meters.remove(ObjectIdentifier(layer)) != nil { append(meter: layer) }
      if emitters.remove(ObjectIdentifier(layer)) != nil { append(emitter: layer) }
    }
    for emitter in tree.emitters where emitters.contains(ObjectIdentifier(emitter)) {
      var layer = emitter.superlayer
      while let current = layer {
        if meters.remove(ObjectIdentifier(current)) != nil { append(meter: current) }
        layer = current.superlayer
      }
    }
    for emitter in tree.emitters where emitters.contains(ObjectIdentifier(emitter)) {
      append(emitter: emitter)
    }
  }

  /// True if no frame that is left out makes a difference.
  public var isEmpty: Bool { steps.isEmpty }

  /// Records the births up to a time of the tree, in seconds. Times do not fall.
  public func sample(at time: Double) {
    tree.sample(at: time) {
      for step in steps {
        switch step {
        case .progress(let layer, let presentation):
          _ = layer.updatePresentation(presentation)
          layer.didPresent(presentation)
        case .births(let site):
          for lag in site.lags { lag.replicator.sublayerDelay = lag.delay }
          site.emitter.noteBirths(on: site.presentation)
          for lag in site.lags { lag.replicator.sublayerDelay = 0 }
        }
      }
    }
  }

  private mutating func append(meter layer: Layer) {
    guard layer.isCommitted else { return }
    steps.append(.progress(layer, presentation: layer.makePresentation()))
    cost += 2 + layer.animations.count
  }

  private mutating func append(emitter layer: Layer) {
    guard let emitter = layer as? EmitterLayer, let presentation = emitter.presentation() else {
      return
    }
    append(Site(emitter: emitter, presentation: presentation))
    guard let replicator = emitter.outermostReplicator as? ReplicatorLayer else { return }
    appendInstances(of: replicator, in: replicator, lags: [], of: emitter)
  }

  private mutating func append(_ site: Site) {
    steps.append(.births(site))
    cost += site.emitter.birthCost
  }

  /// - Parameter holder: a replicator, or a layer that stands in for one.
  private mutating func appendInstances(
    of replicator: ReplicatorLayer, in holder: Layer,
    lags: [(replicator: ReplicatorLayer, delay: Double)], of emitter: EmitterLayer
  ) {
    guard let values = (holder.presented as? ReplicatorLayer)?.replication else { return }
    for (index, instance) in (holder.instanceLayers ?? []).enumerated() {
      let lags = lags + [(replicator, Double(index) * values.delay)]
      appendSites(below: instance, lags: lags, of: emitter)
    }
  }

  private mutating func appendSites(
    below node: Layer, lags: [(replicator: ReplicatorLayer, delay: Double)],
    of emitter: EmitterLayer
  ) {
    for case let sublayer as InstanceLayer in node.sublayers + (node.maskLayer.map { [$0] } ?? []) {
      guard let original = sublayer.original, emitter.isInside(original) else { continue }
      if original === emitter, let presentation = sublayer.presented as? EmitterLayer {
        append(Site(emitter: emitter, presentation: presentation, lags: lags))
      } else if let replicator = original as? ReplicatorLayer {
        appendInstances(of: replicator, in: sublayer, lags: lags, of: emitter)
      } else {
        appendSites(below: sublayer, lags: lags, of: emitter)
      }
    }
  }
}

extension LayerTree {
  /// The emitters and all layers that they are in.
  public var layersAroundEmitters: Set<ObjectIdentifier> {
    var layers: Set<ObjectIdentifier> = []
    for emitter in emitters {
      var layer: Layer? = emitter
      while let current = layer, layers.insert(ObjectIdentifier(current)).inserted {
        layer = current.superlayer
      }
    }
    return layers
  }
}
