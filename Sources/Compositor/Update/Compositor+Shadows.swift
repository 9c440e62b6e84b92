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
  /// - Returns: false if nothing had to be drawn.
  func settleShadow(at index: Int, behind count: inout Int, damage: inout DamageLedger) -> Bool {
    let layer = entries[index].layer
    let isOther = shadows.settle(ObjectIdentifier(layer), behind: count)
    if isOther {
      record(
        layer, at: index, in: entries[index].context, withSublayers: false, damage: &damage)
    }
    count += shadows.pixelCount(of: ObjectIdentifier(layer))
    return isOther
  }
}
