internal import Layers

/// Bringing shadows to the limits that they have in the complete frame.
extension Compositor {
  /// The indices of the layers whose shadows may have other limits, the first one last.
  func unsettledShadows() -> [Int] {
    defer { shadows.endSettling() }
    guard shadows.needsSettling else { return [] }
    return shadows.layers.compactMap { entryOfLayer[$0] }.sorted(by: >)
  }

  /// Records a layer once more if its shadow has another limit.
  ///
  /// - Parameter count: the pixels of the shadows behind it, to which its own are added.
  func settleShadow(at index: Int, behind count: inout Int, damage: inout DamageLedger) {
    let layer = ObjectIdentifier(entries[index].layer)
    if shadows.settle(layer, behind: count) { recordAlone(at: index, damage: &damage) }
    count += shadows.pixelCount(of: layer)
  }

  /// The indices of the layers whose shadows may have changed because of something below them, the
  /// last one first.
  func outerShadows() -> [Int] {
    if shadows.isEmpty { return [] }
    var indices: [Int] = []
    var isDone: Set<ObjectIdentifier> = []
    for changed in tree.changedLayers {
      var layer = changed.superlayer
      while let current = layer, isDone.insert(ObjectIdentifier(current)).inserted {
        if shadows.holds(current), let index = entryOfLayer[ObjectIdentifier(current)] {
          indices.append(index)
        }
        layer = current.superlayer
      }
    }
    return indices.reversed()
  }
}
