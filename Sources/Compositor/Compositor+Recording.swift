internal import Geometry
internal import Layers
internal import Raster

/// Recording the commands of layers, and the damage that follows.
extension Compositor {
  /// True if a layer's new z position may have changed the order of its siblings.
  var isOrderChanged: Bool {
    tree.changedLayers.contains { layer in
      guard layer.changes.contains(.geometry), let index = placeOfLayer[ObjectIdentifier(layer)]
      else { return false }
      return places[index].zPosition != layer.presentation()?.zPosition ?? 0
    }
  }

  func rebuild(damage: inout DamageLedger) {
    let oldPlaces = places
    let oldIndices = placeOfLayer
    places = []
    // Without instances of replicators; otherwise the array might reserve up to twice as many.
    places.reserveCapacity(2 * tree.layerCount)
    generation += 1
    placeOfLayer = [:]
    appendPlaces(
      of: tree.root.composed, in: .output(scale: tree.contentsScale), maskedLayer: nil)
    shadows.removeAll { placeOfLayer[$0] == nil }
    isListStale = true
    // The first frame differs everywhere; collecting that place by place would take long.
    if oldPlaces.isEmpty { return }

    var isKept = [Bool](repeating: false, count: oldPlaces.count)
    var lastKept = -1
    for newIndex in places.indices {
      let place = places[newIndex]
      guard let first = oldIndices[ObjectIdentifier(place.layer)] else {
        place.addShapes(cover(of: newIndex), to: &damage[place.maskedLayer])
        continue
      }
      let index = place.part == .content ? first : oldPlaces[first].counterpart
      let old = oldPlaces[index]
      isKept[index] = true
      places[newIndex].grouping = old.grouping
      places[newIndex].groupLayer = old.groupLayer
      if place.maskedLayer == old.maskedLayer {
        place.addDamage(
          since: old.commands, within: PixelRect(size), cover(of: newIndex),
          to: &damage[place.maskedLayer])
      } else {
        old.addBounds(to: &damage[old.maskedLayer])
        place.addBounds(to: &damage[place.maskedLayer])
      }
      // A layer that is now above another one that was above it changes the look of their overlap.
      if index < lastKept { place.addBounds(to: &damage[place.maskedLayer]) }
      lastKept = max(lastKept, index)
    }
    for (place, isKept) in zip(oldPlaces, isKept) where !isKept {
      place.addBounds(to: &damage[place.maskedLayer])
    }
  }

  func cover(of place: Int) -> PlaceCover { PlaceCover(generation: generation, place: place) }

  /// - Parameter maskedLayer: the innermost layer whose mask the layer is a part of.
  private func appendPlaces(
    of layer: Layer, in context: LayerContext, maskedLayer: ObjectIdentifier?
  ) {
    guard let presentation = layer.presentation() else { return }
    tree.restIfDue()
    let index = places.count
    placeOfLayer[ObjectIdentifier(layer)] = index
    let inner = context.entering(presentation)
    places.append(
      Place(
        layer: layer, part: .content, maskedLayer: maskedLayer, context: context,
        zPosition: presentation.zPosition,
        commands: backCommands(of: layer, presentation, in: inner),
        opacity: min(presentation.opacity, 1), composition: layer.groupComposition,
        maskMode: presentation.maskMode))
    for sublayer in layer.composedSublayers {
      appendPlaces(
        of: sublayer, in: inner.forSublayers(of: presentation), maskedLayer: maskedLayer)
    }
    places[index].counterpart = places.count
    places.append(
      Place(
        layer: layer, part: .border, maskedLayer: maskedLayer, context: context,
        zPosition: presentation.zPosition, commands: borderCommands(of: presentation, in: inner),
        counterpart: index))
    if let mask = layer.mask {
      appendPlaces(of: mask, in: inner.forMask, maskedLayer: ObjectIdentifier(layer))
    }
    places[index].end = places.count
  }

  /// A layer's shadow, background and content.
  private func backCommands(
    of layer: Layer, _ presentation: Layer, in context: LayerContext
  ) -> [DrawCommand] {
    let content = contentCommands(of: layer, presentation, in: context)
    guard let shadow = shadows.command(of: layer, presentation, in: context) else {
      return content
    }
    return [shadow] + content
  }

  /// Records a changed layer again, with its subtree if the composition of that changed.
  func record(_ layer: Layer, damage: inout DamageLedger) {
    guard let index = placeOfLayer[ObjectIdentifier(layer)] else { return }
    // Corners are a decoration, but they clip the sublayers if the layer masks to its bounds.
    let changesSubtree =
      !layer.changes.isDisjoint(with: [.geometry, .compositing])
      || (layer.changes.contains(.decoration) && layer.presentation()?.masksToBounds == true)
    record(
      layer, at: index, in: places[index].context, withSublayers: changesSubtree,
      damage: &damage)
  }

  /// Records the layers again whose shadow may have changed because of something below them.
  func recordShadows(damage: inout DamageLedger) {
    if shadows.isEmpty { return }
    var isDone: Set<ObjectIdentifier> = []
    for changed in tree.changedLayers {
      var layer = changed.superlayer
      while let current = layer, isDone.insert(ObjectIdentifier(current)).inserted {
        if shadows.holds(current), let index = placeOfLayer[ObjectIdentifier(current)] {
          record(
            current, at: index, in: places[index].context, withSublayers: false, damage: &damage)
        }
        layer = current.superlayer
      }
    }
  }

  private func record(
    _ layer: Layer, at index: Int, in context: LayerContext, withSublayers: Bool,
    damage: inout DamageLedger
  ) {
    guard let presentation = layer.presentation() else { return }
    let opacity = min(presentation.opacity, 1)
    if opacity != places[index].opacity {
      places[index].opacity = opacity
      if !isListStale && !fade(at: index, damage: &damage) { isListStale = true }
    }
    if places[index].composition != layer.groupComposition
      || places[index].maskMode != presentation.maskMode
    {
      places[index].composition = layer.groupComposition
      places[index].maskMode = presentation.maskMode
      isListStale = true
    }
    let border = places[index].counterpart
    let inner = context.entering(presentation)
    replace(
      at: index, with: backCommands(of: layer, presentation, in: inner), in: context,
      damage: &damage)
    replace(
      at: border, with: borderCommands(of: presentation, in: inner), in: context,
      damage: &damage)
    guard withSublayers else { return }
    let sublayerContext = inner.forSublayers(of: presentation)
    var next = index + 1
    while next < border {
      record(
        places[next].layer, at: next, in: sublayerContext, withSublayers: true, damage: &damage)
      next = places[next].end
    }
    if border + 1 < places[index].end {
      record(
        places[border + 1].layer, at: border + 1, in: inner.forMask, withSublayers: true,
        damage: &damage)
    }
  }

  private func replace(
    at index: Int, with new: [DrawCommand], in context: LayerContext, damage: inout DamageLedger
  ) {
    let old = places[index].commands
    places[index].context = context
    places[index].commands = new
    places[index].addDamage(
      since: old, within: PixelRect(size), cover(of: index),
      to: &damage[places[index].maskedLayer])
    if isListStale { return }
    if old.count != new.count {
      isListStale = true
    } else if places[index].firstCommand >= 0 {
      let factor = places[index].factor
      for offset in new.indices {
        let place = places[index].firstCommand + offset
        replaceCommand(at: place, with: new[offset].faded(by: factor))
      }
    }
  }
}
