internal import Geometry
internal import Layers
internal import Raster

/// Recording the commands of layers, and the damage that follows.
extension Compositor {
  /// True if a layer's new z position may have changed the order of its siblings.
  var isOrderChanged: Bool {
    var asked: Set<ObjectIdentifier> = []
    return tree.changedLayers.contains { layer in
      guard layer.changes.contains(.geometry), let index = entryOfLayer[ObjectIdentifier(layer)],
        let presentation = layer.presentation()
      else { return false }
      if presentation.hasDepth { hasDepth = true }
      if entries[index].zPosition != presentation.zPosition { return true }
      guard hasDepth else { return false }
      // The layer's sublayers may be rotated in space, and its place among its siblings may have
      // changed.
      for parent in [layer, layer.superlayer] {
        if let parent, isDepthOrderChanged(of: parent, &asked) { return true }
      }
      return false
    }
  }

  /// True if the sublayers of a layer, or those in transform layers below it, are no longer in the
  /// order of the entries.
  private func isDepthOrderChanged(of parent: Layer, _ asked: inout Set<ObjectIdentifier>) -> Bool {
    guard asked.insert(ObjectIdentifier(parent)).inserted else { return false }
    var last = -1
    for layer in parent.composedSublayers {
      guard let index = entryOfLayer[ObjectIdentifier(layer)] else { continue }
      if index < last { return true }
      last = index
      if layer.keepsDepth, isDepthOrderChanged(of: layer, &asked) { return true }
    }
    return false
  }

  /// The list of entries before it is built anew.
  struct FormerEntries {
    var entries: [DisplayListEntry]
    var indices: [ObjectIdentifier: Int]
  }

  /// The work that is left while the list of entries is built.
  enum Building {
    /// Siblings from one of them on, and the innermost layer whose mask contains them.
    case layers([Layer], next: Int, in: SharedContext, maskedLayer: ObjectIdentifier?)
    /// The border of the layer at an index, behind its sublayers.
    case border(Int, in: LayerContext)
    /// The end of the layer at an index.
    case end(Int)
  }

  func beginRebuild() -> FormerEntries {
    let former = FormerEntries(entries: entries, indices: entryOfLayer)
    entries = []
    // Without instances of replicators; otherwise the array might reserve up to twice as many.
    entries.reserveCapacity(2 * tree.layerCount)
    generation += 1
    entryOfLayer = [:]
    building = [
      .layers(
        [tree.root.composed], next: 0, in: SharedContext(.output(scale: tree.contentsScale)),
        maskedLayer: nil)
    ]
    return former
  }

  func finishRebuild(_ former: FormerEntries, damage: inout DamageLedger) {
    let (oldEntries, oldIndices) = (former.entries, former.indices)
    building = []
    shadows.removeAll { entryOfLayer[$0] == nil }
    backdrops.removeAll { entryOfLayer[$0] == nil }
    isListStale = true
    // The first frame differs everywhere, and collecting this damage entry by entry would take
    // long.
    if oldEntries.isEmpty { return }

    var isKept = [Bool](repeating: false, count: oldEntries.count)
    var lastKept = -1
    for newIndex in entries.indices {
      let entry = entries[newIndex]
      guard let first = oldIndices[ObjectIdentifier(entry.layer)] else {
        entry.addShapes(shapes(of: newIndex), to: &damage[entry.maskedLayer])
        continue
      }
      let index = entry.part == .content ? first : oldEntries[first].counterpart
      let old = oldEntries[index]
      isKept[index] = true
      entries[newIndex].grouping = old.grouping
      entries[newIndex].groupLayer = old.groupLayer
      if entry.maskedLayer == old.maskedLayer {
        entries[newIndex].addDamage(
          since: old.commands, old.bounds, within: PixelRect(size), shapes(of: newIndex),
          to: &damage[entry.maskedLayer])
      } else {
        old.addBounds(to: &damage[old.maskedLayer])
        entry.addBounds(to: &damage[entry.maskedLayer])
      }
      // If two layers have changed places, their overlap looks different.
      if index < lastKept { entry.addBounds(to: &damage[entry.maskedLayer]) }
      lastKept = max(lastKept, index)
    }
    for (entry, isKept) in zip(oldEntries, isKept) where !isKept {
      entry.addBounds(to: &damage[entry.maskedLayer])
    }
  }

  func shapes(of entry: Int) -> EntryShapes { EntryShapes(generation: generation, entry: entry) }

  /// Appends the next entries.
  /// - Returns: false if the list is complete.
  func appendNext() -> Bool {
    switch building.popLast() {
    case .layers(let layers, let next, let context, let maskedLayer):
      if next + 1 < layers.count {
        building.append(.layers(layers, next: next + 1, in: context, maskedLayer: maskedLayer))
      }
      appendContent(of: layers[next], in: context, maskedLayer: maskedLayer)
    case .border(let index, let context):
      let layer = entries[index].layer
      guard let presentation = layer.presentation() else { return true }
      entries[index].counterpart = entries.count
      entries.append(
        DisplayListEntry(
          layer: layer, part: .border, maskedLayer: entries[index].maskedLayer,
          context: entries[index].context, zPosition: presentation.zPosition,
          commands: borderCommands(of: presentation, in: context), counterpart: index))
    case .end(let index): entries[index].end = entries.count
    case nil: return false
    }
    return true
  }

  private func appendContent(
    of layer: Layer, in shared: SharedContext, maskedLayer: ObjectIdentifier?
  ) {
    guard let presentation = layer.presentation() else { return }
    let index = entries.count
    entryOfLayer[ObjectIdentifier(layer)] = index
    if presentation.hasDepth { hasDepth = true }
    let context = shared.value
    let inner = context.entering(presentation)
    entries.append(
      DisplayListEntry(
        layer: layer, part: .content, maskedLayer: maskedLayer, context: shared,
        zPosition: presentation.zPosition,
        commands: backCommands(of: layer, presentation, in: inner, isMask: maskedLayer != nil),
        opacity: presentation.keepsDepth ? 1 : context.opacity(of: presentation),
        composition: layer.groupComposition,
        maskMode: presentation.maskMode))
    building.append(.end(index))
    if let mask = layer.mask {
      building.append(
        .layers(
          [mask], next: 0, in: SharedContext(inner.forMask), maskedLayer: ObjectIdentifier(layer)))
    }
    building.append(.border(index, in: inner))
    let sublayers = layer.composedSublayers
    if sublayers.isEmpty { return }
    building.append(
      .layers(
        sublayers, next: 0, in: SharedContext(inner.forSublayers(of: presentation)),
        maskedLayer: maskedLayer))
  }

  /// A layer's shadow, backdrop, background and content.
  private func backCommands(
    of layer: Layer, _ presentation: Layer, in context: LayerContext, isMask: Bool
  ) -> [DrawCommand] {
    let content = contentCommands(of: layer, presentation, in: context)
    let shadow = shadows.command(of: layer, presentation, in: context)
    let backdrop = backdrops.command(
      of: layer, presentation, in: context, at: shadow == nil ? 0 : 1, isMask: isMask)
    if shadow == nil && backdrop == nil { return content }
    return [shadow, backdrop].compactMap { $0 } + content
  }

  /// Siblings that are recorded again in one context, up to an index.
  struct Recording {
    var next: Int
    let end: Int
    let context: SharedContext
  }

  /// Records a changed layer again, unless a layer above it does so with its subtree. The layer's
  /// own subtree follows if its composition changed.
  func record(_ layer: Layer, damage: inout DamageLedger) {
    guard let index = entryOfLayer[ObjectIdentifier(layer)] else { return }
    // Otherwise nested layers that all move would be recorded once for each layer around them.
    var outer = layer.superlayer
    while let current = outer {
      if Self.changesSubtree(current), entryOfLayer[ObjectIdentifier(current)] != nil { return }
      outer = current.superlayer
    }
    record(
      layer, at: index, in: entries[index].context, withSublayers: Self.changesSubtree(layer),
      damage: &damage)
  }

  /// True if a layer's subtree is recorded again with it.
  private static func changesSubtree(_ layer: Layer) -> Bool {
    // Corners are a decoration, but they clip the sublayers if the layer masks to its bounds.
    !layer.changes.isDisjoint(with: [.geometry, .compositing])
      || (layer.changes.contains(.decoration) && layer.presentation()?.masksToBounds == true)
  }

  /// Records the next layer of a subtree that follows.
  /// - Returns: false if there is none.
  func recordNext(damage: inout DamageLedger) -> Bool {
    guard let siblings = recordings.last else { return false }
    let index = siblings.next
    let next = entries[index].end
    if next < siblings.end {
      recordings[recordings.count - 1].next = next
    } else {
      recordings.removeLast()
    }
    record(
      entries[index].layer, at: index, in: siblings.context, withSublayers: true, damage: &damage)
    return true
  }

  /// Records a layer again, without those below it.
  func recordAlone(at index: Int, damage: inout DamageLedger) {
    record(
      entries[index].layer, at: index, in: entries[index].context, withSublayers: false,
      damage: &damage)
  }

  func record(
    _ layer: Layer, at index: Int, in shared: SharedContext, withSublayers: Bool,
    damage: inout DamageLedger
  ) {
    guard let presentation = layer.presentation() else { return }
    let context = shared.value
    let opacity = presentation.keepsDepth ? 1 : context.opacity(of: presentation)
    if opacity != entries[index].opacity {
      entries[index].opacity = opacity
      if !isListStale && !fade(at: index, damage: &damage) { isListStale = true }
    }
    if entries[index].composition != layer.groupComposition
      || entries[index].maskMode != presentation.maskMode
    {
      entries[index].composition = layer.groupComposition
      entries[index].maskMode = presentation.maskMode
      isListStale = true
    }
    let border = entries[index].counterpart
    let inner = context.entering(presentation)
    replace(
      at: index,
      with: backCommands(
        of: layer, presentation, in: inner, isMask: entries[index].maskedLayer != nil), in: shared,
      damage: &damage)
    replace(
      at: border, with: borderCommands(of: presentation, in: inner), in: shared,
      damage: &damage)
    guard withSublayers else { return }
    if border + 1 < entries[index].end {
      recordings.append(
        Recording(next: border + 1, end: entries[index].end, context: SharedContext(inner.forMask)))
    }
    if index + 1 < border {
      recordings.append(
        Recording(
          next: index + 1, end: border,
          context: SharedContext(inner.forSublayers(of: presentation))))
    }
  }

  private func replace(
    at index: Int, with new: [DrawCommand], in context: SharedContext,
    damage: inout DamageLedger
  ) {
    let (old, bounds) = (entries[index].commands, entries[index].bounds)
    let shapes = shapes(of: index)
    let output = PixelRect(size)
    entries[index].context = context
    entries[index].commands = new
    let masked = entries[index].maskedLayer
    entries[index].addDamage(since: old, bounds, within: output, shapes, to: &damage[masked])
    if isListStale { return }
    if old.count != new.count || zip(old, new).contains(where: { $0.isAdded != $1.isAdded }) {
      isListStale = true
    } else if entries[index].firstCommand >= 0 {
      let factor = entries[index].factor
      for offset in new.indices {
        let command = entries[index].firstCommand + offset
        replaceCommand(at: command, with: new[offset].faded(by: factor))
      }
    }
  }
}
