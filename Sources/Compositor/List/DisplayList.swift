internal import Geometry
internal import Layers
internal import Raster

/// Commands from back to front, and their groups.
struct DisplayList: Equatable {
  private(set) var commands: [DrawCommand] = []
  private(set) var groups: [DrawGroup] = []

  /// The number of commands and groups.
  var count: Int { commands.count + groups.count }

  /// All pixels that the commands may change.
  var bounds: PixelRect { commands.reduce(.empty) { $0.union($1.bounds) } }

  /// The part that is visible in a rectangle: two lists with equal parts show the same pixels
  /// there.
  ///
  /// - Parameter bounds: finds the bounds of the command at an index.
  func part(in area: PixelRect, bounds: (Int) -> PixelRect) -> DisplayList {
    var part = DisplayList()
    // For each command the number of those before it that are in the part.
    var places = [0]
    places.reserveCapacity(commands.count + 1)
    for index in commands.indices {
      if bounds(index).intersects(area) { part.commands.append(commands[index]) }
      places.append(part.commands.count)
    }
    for group in groups {
      var own = group
      own.commands = places[group.commands.lowerBound]..<places[group.commands.upperBound]
      // A mask without commands hides all of its group. A mask that is in the part without its
      // group's content stays a mask, too: by itself it would be drawn as content.
      own.mask = group.mask.map { places[$0.lowerBound]..<places[$0.upperBound] }
      if !own.commands.isEmpty || own.mask?.isEmpty == false { part.groups.append(own) }
    }
    return part
  }

  /// All commands under one more transform of framebuffer pixels.
  func transformed(by transform: AffineTransform) -> DisplayList {
    if transform == .identity { return self }
    var list = self
    for index in list.commands.indices {
      list.commands[index].transform = commands[index].transform.followed(by: transform)
      list.commands[index].clips = commands[index].clips.map { $0.transformed(by: transform) }
    }
    return list
  }

  mutating func append(_ command: DrawCommand) { commands.append(command) }

  /// Appends a group of commands that are in the list, behind the groups around it.
  mutating func append(_ group: DrawGroup) { groups.append(group) }

  /// Appends the content of a layer with all layers below it in the tree, without the layer's own
  /// opacity, mask and shadow, and without the shadows of the layers below it.
  ///
  /// - Parameter context: the layer's own.
  mutating func appendContents(
    of layer: Layer, _ presentation: Layer, in context: LayerContext
  ) {
    commands += contentCommands(of: layer, presentation, in: context)
    let sublayers = layer.composedSublayers
    if !sublayers.isEmpty {
      let sublayerContext = context.forSublayers(of: presentation)
      for sublayer in sublayers { append(sublayer, in: sublayerContext) }
    }
    commands += borderCommands(of: presentation, in: context)
  }

  /// Appends a layer with all layers below it.
  ///
  /// - Parameter context: the context from the superlayer.
  private mutating func append(_ layer: Layer, in context: LayerContext) {
    guard let presentation = layer.presentation() else { return }
    let inner = context.entering(presentation)
    if inner.isHidden { return }
    let first = commands.count
    let firstGroup = groups.count
    appendContents(of: layer, presentation, in: inner)
    let painted = first..<commands.count
    if painted.isEmpty { return }
    var mask: Range<Int>?
    if let maskLayer = layer.mask {
      append(maskLayer, in: inner.forMask)
      mask = painted.upperBound..<commands.count
    }
    let opacity = presentation.keepsDepth ? 1 : context.opacity(of: presentation)
    let composition = layer.groupComposition
    let isGroup = DrawGroup.isNeeded(
      for: painted.count, opacity: opacity, hasMask: mask != nil, composition,
      isSum: {
        commands[painted].allSatisfy { $0.isAdded }
          && groups[firstGroup...].allSatisfy {
            $0.composition == .added && $0.mask == nil && $0.opacity >= 1
          }
      },
      holdsBlending: {
        groups[firstGroup...].contains { $0.composition.dependsOnBackdrop }
          || commands[painted].contains { $0.isAdded }
      })
    if isGroup {
      // An outer group comes before the groups in it.
      groups.insert(
        DrawGroup(
          commands: painted, opacity: opacity, mask: mask, maskMode: presentation.maskMode,
          composition: composition),
        at: firstGroup)
    } else {
      commands[first].opacity *= opacity
    }
  }
}
