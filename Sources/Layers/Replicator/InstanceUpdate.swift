import Geometry
import Raster

/// Brings the instances of a replicator, and of the replicators below it, to the tree's time.
///
/// The layers below a replicator are presented once for the time of each instance, with the
/// replicator's clock set back meanwhile. The instance layers are kept from one update to the next,
/// as long as their originals stay.
struct InstanceUpdate {
  /// The layers that may still be shown below instances.
  private var budget = ReplicatorLayer.layerLimit
  /// True if instances or layers in them came or went.
  private var isStructureChanged = false
  private var tint = Color.white
  private var isDelayed = false
  /// The work that is left, the next at the end; empty after the last instance.
  private var steps: [Step]

  /// - Parameter presentation: the replicator at the tree's time.
  init(of replicator: ReplicatorLayer, _ presentation: ReplicatorLayer) {
    steps = [.instances(Replication(replicator, presentation, in: replicator))]
  }

  /// Updates the next instances.
  /// - Parameter left: the layers that may still be presented; counted down.
  /// - Returns: true if all instances are updated.
  mutating func update(in tree: LayerTree, atMost left: inout Int) -> Bool {
    while left > 0 {
      let former = budget
      guard updateNext(in: tree) else {
        if isStructureChanged { tree.structureDidChange() }
        return true
      }
      left = tree.isSliceFull ? 0 : left - max(former - budget, 1)
    }
    return false
  }

  private enum Step {
    /// The instances of a replicator, or of an instance layer of one.
    case instances(Replication)
    /// Instance layers, from the next one on, with all layers below them.
    case layers([Layer], next: Int, tint: InstanceTint?)
  }

  /// The instances that a replicator, or an instance layer of one, gets one after the other.
  private struct Replication {
    let replicator: ReplicatorLayer
    /// The replicator at the time of the layer that shows the instances.
    let presentation: ReplicatorLayer
    let holder: Layer
    var instances: [Layer]
    /// Instances that have been placed.
    var count = 0
    var transform = Transform3D.identity
    let outerTint: Color
    let outerDelayed: Bool

    init(
      _ replicator: ReplicatorLayer, _ presentation: ReplicatorLayer, in holder: Layer,
      tint: Color = .white, isDelayed: Bool = false
    ) {
      self.replicator = replicator
      self.presentation = presentation
      self.holder = holder
      instances = holder.instanceLayers ?? []
      outerTint = tint
      outerDelayed = isDelayed
    }
  }

  /// Places the next instance, or updates the next layer of one.
  /// - Returns: false if nothing is left.
  private mutating func updateNext(in tree: LayerTree) -> Bool {
    switch steps.popLast() {
    case .instances(var replication):
      guard replication.count < replication.presentation.replication.count, budget > 0 else {
        end(replication)
        return true
      }
      let (layers, tint) = placeNext(&replication, in: tree)
      steps.append(.instances(replication))
      appendUpdate(of: layers, tint: tint)
    case .layers(let layers, let next, let tint):
      if next + 1 < layers.count { steps.append(.layers(layers, next: next + 1, tint: tint)) }
      update(layers[next], tint: tint, in: tree)
    case nil: return false
    }
    return true
  }

  /// Places the next instance, and gives it its layers.
  /// - Returns: the instance's layers, and their tint.
  private mutating func placeNext(
    _ replication: inout Replication, in tree: LayerTree
  ) -> (layers: [Layer], tint: InstanceTint?) {
    let values = replication.presentation.replication
    let count = replication.count
    if count == replication.instances.count {
      let instance = InstanceLayer(of: nil)
      unsafe instance.owner = replication.holder
      replication.instances.append(instance)
    }
    let instance = replication.instances[count]
    let color = values.color(ofInstance: count)
    tint = replication.outerTint.multiplied(by: color)
    isDelayed = replication.outerDelayed || (count > 0 && values.delay > 0)
    place(
      instance, in: replication.presentation, replication.transform, opacity: color.alpha, of: tree)
    replication.replicator.sublayerDelay = Double(count) * values.delay
    match(instance, to: replication.replicator.sublayers)
    let instanceTint =
      tint == .white
      ? nil : InstanceTint(color: tint, images: replication.replicator.tintedImages)
    replication.transform = replication.transform.followed(by: values.transform)
    replication.count += 1
    return (instance.sublayers, instanceTint)
  }

  private mutating func end(_ replication: Replication) {
    let (holder, count) = (replication.holder, replication.count)
    replication.replicator.sublayerDelay = 0
    (tint, isDelayed) = (replication.outerTint, replication.outerDelayed)
    if count != holder.instanceLayers?.count { isStructureChanged = true }
    var instances = replication.instances
    if count < instances.count {
      for dropped in instances[count...] { unsafe dropped.owner = nil }
      instances.removeSubrange(count...)
    }
    holder.instanceLayers = instances
  }

  /// Places an instance's node so that its coordinates are the replicator's, except for the
  /// transform.
  private func place(
    _ node: Layer, in presentation: ReplicatorLayer, _ transform: Transform3D, opacity: Double,
    of tree: LayerTree
  ) {
    guard let shown = node.presented else { return }
    let before = shown.values
    let bounds = presentation.bounds
    shown.values.bounds = bounds
    shown.values.anchorPoint = presentation.anchorPoint
    shown.values.position = Point(
      x: bounds.minX + presentation.anchorPoint.x * bounds.width,
      y: bounds.minY + presentation.anchorPoint.y * bounds.height)
    shown.values.transform = transform
    shown.values.opacity = opacity
    note(shown.values.changes(since: before), of: node, in: tree)
  }

  /// Gives a node one instance layer for each of the originals.
  private mutating func match(_ node: Layer, to originals: [Layer]) {
    let former = node.sublayers
    let isSame =
      former.count == originals.count
      && zip(former, originals).allSatisfy { ($0 as? InstanceLayer)?.original === $1 }
    if isSame { return }
    isStructureChanged = true
    var free = former
    node.sublayers = originals.map { original in
      if let index = free.firstIndex(where: { ($0 as? InstanceLayer)?.original === original }) {
        return free.remove(at: index)
      }
      return InstanceLayer(of: original)
    }
    for dropped in free { unsafe dropped.owner = nil }
    for sublayer in node.sublayers { unsafe sublayer.owner = node }
  }

  private mutating func matchMask(_ node: Layer, to original: Layer?) {
    let former = node.maskLayer as? InstanceLayer
    if former?.original === original { return }
    isStructureChanged = true
    if let former { unsafe former.owner = nil }
    node.maskLayer = original.map { InstanceLayer(of: $0) }
    if let mask = node.maskLayer { unsafe mask.owner = node }
  }

  /// Presents a layer's original at the instance's time. The layers below it, and before them those
  /// of its mask, are the next steps.
  private mutating func update(
    _ node: Layer, tint instanceTint: InstanceTint?, in tree: LayerTree
  ) {
    guard let original = (node as? InstanceLayer)?.original, let shown = node.presented else {
      return
    }
    budget -= 1
    var changes = original.updatePresentation(shown)
    if tree.isSliceFull {
      budget += 1
      note(changes, of: node, in: tree)
      appendUpdate(of: [node], tint: instanceTint)
      return
    }
    if shown.instanceTint?.color != instanceTint?.color {
      shown.instanceTint = instanceTint
      changes.formUnion([.decoration, .content])
    }
    if original.drawsContent {
      var drawing = original.drawing
      if isDelayed && !original.animations.isEmpty {
        drawing = Drawing()
        shown.draw(into: &drawing)
      }
      if drawing != node.drawing {
        node.drawing = drawing
        changes.insert(.content)
      }
    }
    note(changes, of: node, in: tree)
    matchMask(node, to: original.mask)
    if let replicator = original as? ReplicatorLayer,
      let presentation = shown as? ReplicatorLayer
    {
      steps.append(
        .instances(
          Replication(replicator, presentation, in: node, tint: tint, isDelayed: isDelayed)))
    } else {
      match(node, to: original.sublayers)
      appendUpdate(of: node.sublayers, tint: instanceTint)
    }
    if let mask = node.maskLayer { appendUpdate(of: [mask], tint: nil) }
  }

  private mutating func appendUpdate(of layers: [Layer], tint: InstanceTint?) {
    if !layers.isEmpty { steps.append(.layers(layers, next: 0, tint: tint)) }
  }

  private func note(_ changes: LayerChanges, of node: Layer, in tree: LayerTree) {
    if !node.isCommitted {
      node.isCommitted = true
      tree.note(InstanceLayer.everyChange, of: node)
    } else if !changes.isEmpty {
      tree.note(changes, of: node)
    }
  }
}

extension Color {
  /// The product of the colours, opaque: both alphas are ignored.
  fileprivate func multiplied(by other: Color) -> Color {
    Color(red: red * other.red, green: green * other.green, blue: blue * other.blue)
  }
}
