import Geometry
import Raster

/// Brings the instances of a replicator, and of those below it, to the tree's time.
///
/// The layers below a replicator are presented once for the time of each instance, with the
/// replicator's clock set back meanwhile. The instance layers are kept from one update to the next,
/// as long as their originals stay.
struct InstanceUpdate {
  private let tree: LayerTree
  private var budget = ReplicatorLayer.layerLimit
  /// True if instances or layers in them came or went.
  private(set) var isStructureChanged = false
  private var tint = Color.white
  private var isDelayed = false

  init(tree: LayerTree) { self.tree = tree }

  /// Gives a replicator, or an instance layer of one, its instances.
  ///
  /// - Parameters:
  ///   - presentation: the replicator at the time of `holder`.
  ///   - holder: the layer that shows the instances.
  mutating func replicate(
    _ replicator: ReplicatorLayer, _ presentation: ReplicatorLayer, in holder: Layer
  ) {
    let values = presentation.replication
    let (outerTint, outerDelayed) = (tint, isDelayed)
    var instances = holder.instanceLayers ?? []
    let formerCount = holder.instanceLayers?.count
    var transform = Transform3D.identity
    var count = 0
    while count < values.count, budget > 0 {
      if count == instances.count {
        let instance = InstanceLayer(of: nil)
        unsafe instance.owner = holder
        instances.append(instance)
      }
      let instance = instances[count]
      let color = values.color(ofInstance: count)
      tint = outerTint.multiplied(by: color)
      isDelayed = outerDelayed || (count > 0 && values.delay > 0)
      place(instance, in: presentation, transform, opacity: color.alpha)
      replicator.sublayerDelay = Double(count) * values.delay
      match(instance, to: replicator.sublayers)
      let instanceTint =
        tint == .white ? nil : InstanceTint(color: tint, images: replicator.tintedImages)
      for sublayer in instance.sublayers { update(sublayer, tint: instanceTint) }
      transform = transform.followed(by: values.transform)
      count += 1
    }
    replicator.sublayerDelay = 0
    (tint, isDelayed) = (outerTint, outerDelayed)
    for dropped in instances[count...] { unsafe dropped.owner = nil }
    instances.removeSubrange(count...)
    holder.instanceLayers = instances
    if count != formerCount { isStructureChanged = true }
  }

  /// Places an instance's node so that its coordinates are the replicator's, except for the
  /// transform.
  private func place(
    _ node: Layer, in presentation: ReplicatorLayer, _ transform: Transform3D, opacity: Double
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
    note(shown.values.changes(since: before), of: node)
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

  /// Presents a layer's original at the instance's time, with everything below it.
  private mutating func update(_ node: Layer, tint instanceTint: InstanceTint?) {
    guard let original = (node as? InstanceLayer)?.original, let shown = node.presented else {
      return
    }
    budget -= 1
    tree.restIfDue()
    var changes = original.updatePresentation(shown)
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
    note(changes, of: node)
    matchMask(node, to: original.mask)
    if let mask = node.maskLayer { update(mask, tint: nil) }
    if let replicator = original as? ReplicatorLayer,
      let presentation = shown as? ReplicatorLayer
    {
      replicate(replicator, presentation, in: node)
    } else {
      match(node, to: original.sublayers)
      for sublayer in node.sublayers { update(sublayer, tint: instanceTint) }
    }
  }

  private func note(_ changes: LayerChanges, of node: Layer) {
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
