internal import Geometry
internal import Layers
internal import Raster

/// A layer's place in the display list.
struct DisplayListEntry {
  enum Part { case content, border }

  let layer: Layer
  let part: Part
  /// The innermost layer whose mask contains this; nil for painted entries.
  let maskedLayer: ObjectIdentifier?
  /// The context from the superlayer, which siblings share.
  var context: SharedContext
  let zPosition: Double
  /// The commands without the opacities of the layer and of the layers above it.
  var commands: [DrawCommand]
  /// The bounds of the commands that were compared so far.
  var bounds = CommandBounds()
  /// For a content entry: the layer's opacity, at most 1.
  var opacity = 1.0
  /// For a content entry.
  var composition = DrawGroup.Composition.over
  /// For a content entry.
  var maskMode = MaskMode.alpha
  /// The index of the layer's border for its content, and the reverse.
  var counterpart = 0
  /// For a content entry: one past the subtree's last entry. The entries of the mask follow the
  /// border.
  var end = 0
  /// The index of the entry's first command in the display list, while that is up to date. −1 for a
  /// part of a mask that has nothing to mask and is left out.
  var firstCommand = 0
  /// The factor for the commands' opacities in the display list, if no group has this opacity.
  var factor = 1.0
  /// For the content entry of a layer that has a mask or is translucent, as of the last building of
  /// the list.
  @Rare var grouping: Grouping? = nil
  /// The index of its group in the list, while that is up to date and the grouping is a group.
  var group = 0
  /// The innermost layer that has a mask or is translucent: this one or one above it.
  var groupLayer: ObjectIdentifier?

  /// The way in which the display list makes a subtree translucent.
  struct Grouping: Equatable {
    var opacity: Double
    /// True for a group, false if the subtree's only command has the opacity.
    var isGroup: Bool
    var composition: DrawGroup.Composition
    var maskMode: MaskMode
    var mask: ObjectIdentifier?
    /// The layer of the grouping around it.
    var outer: ObjectIdentifier?
  }

  /// Adds all pixels of the entry's commands.
  func addBounds(to damage: inout Region) {
    for command in commands { damage.formUnion(command.bounds) }
  }

  /// Adds all pixels of the entry's commands, each rectangle with its shape.
  func addShapes(_ shapes: EntryShapes, to damage: inout Region) {
    for index in commands.indices {
      damage.formUnion(shapes.region(commands[index].bounds, of: index))
    }
  }

  /// Adds the differences from former commands, and keeps the bounds for the next ones.
  /// - Parameters:
  ///   - formerBounds: the bounds of the former commands.
  ///   - output: the pixels of interest; damage outside of it may be left out.
  ///   - shapes: the shapes of this entry.
  mutating func addDamage(
    since old: [DrawCommand], _ formerBounds: CommandBounds, within output: PixelRect,
    _ shapes: EntryShapes, to damage: inout Region
  ) {
    if commands == old { return bounds = formerBounds }
    bounds = CommandBounds()
    var former = formerBounds
    if layer.contentKind == .emitter, addParticleDamage(since: old, &former, to: &damage) { return }
    let common = min(old.count, commands.count)
    for index in 0..<common {
      if commands[index] == old[index] { continue }
      if commands[index].shape == old[index].shape {
        bounds.adoptExtent(of: index, in: former, count: commands.count)
      }
      if commands[index].covers(sameAs: old[index]) {
        let after = bounds.of(index, in: commands)
        let both = after.union(former.of(index, in: old))
        // A command without pixels may move without damage, and then it is no longer at its former
        // place.
        damage.formUnion(after.isEmpty ? Region(both) : shapes.region(both, of: index))
      } else if !commands[index].addMovedParts(since: old[index], within: output, to: &damage) {
        damage.formUnion(former.of(index, in: old), bounds.of(index, in: commands))
      }
    }
    for index in old.indices.dropFirst(common) { damage.formUnion(former.of(index, in: old)) }
    for index in commands.indices.dropFirst(common) {
      damage.formUnion(shapes.region(bounds.of(index, in: commands), of: index))
    }
  }
}

/// The bounds of commands, each computed once; a moving command is compared with its bounds of the
/// previous frame.
struct CommandBounds {
  private struct Command {
    var bounds: PixelRect?
    var extent: PathExtent?
  }

  private var found: [Command] = []

  mutating func of(_ index: Int, in commands: [DrawCommand]) -> PixelRect {
    if found.isEmpty { found = [Command](repeating: Command(), count: commands.count) }
    if let bounds = found[index].bounds { return bounds }
    let bounds = commands[index].bounds(with: &found[index].extent)
    found[index].bounds = bounds
    return bounds
  }

  /// Takes over the extent that was found for a former command of the same shape.
  mutating func adoptExtent(of index: Int, in former: CommandBounds, count: Int) {
    guard index < former.found.count, former.found[index].extent != nil else { return }
    if found.isEmpty { found = [Command](repeating: Command(), count: count) }
    found[index].extent = former.found[index].extent
  }
}
