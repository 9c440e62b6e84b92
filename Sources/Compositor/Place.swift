internal import Geometry
internal import Layers
internal import Raster

/// A layer's place in the display list.
struct Place {
  enum Part { case content, border }

  let layer: Layer
  let part: Part
  /// The innermost layer whose mask this is a part of; nil for what is painted.
  let maskedLayer: ObjectIdentifier?
  /// What the superlayer gives.
  var context: LayerContext
  let zPosition: Double
  /// Without the opacities of the layer and of those above it.
  var commands: [DrawCommand]
  /// For a content place: the layer's opacity, at most 1.
  var opacity = 1.0
  /// The place of the layer's border for its content, and the other way round.
  var counterpart = 0
  /// For a content place: one past the subtree's last place. Those of the mask follow the border.
  var end = 0
  /// Where the commands start in the display list, while that is up to date; −1 for a part of a mask
  /// that has nothing to mask, and is left out.
  var firstCommand = 0
  /// What the commands' opacities are multiplied by in the display list, for want of a group.
  var factor = 1.0
  /// For the content place of a layer that is masked or not wholly opaque, as of the last laying out.
  var grouping: Grouping?
  /// Where its group is among the list's, while that is up to date and the grouping is by one.
  var group = 0
  /// The innermost layer that is masked or not wholly opaque, this one or one above it.
  var groupLayer: ObjectIdentifier?

  /// How the display list makes a subtree translucent.
  struct Grouping: Equatable {
    var opacity: Double
    /// True if by a group and not in the subtree's only command.
    var isGroup: Bool
    var mask: ObjectIdentifier?
    /// The layer of the grouping around it.
    var outer: ObjectIdentifier?
  }

  /// Adds all that the place covers.
  func addBounds(to damage: inout Region) {
    for command in commands { damage.formUnion(command.bounds) }
  }

  /// Adds all that the place covers, and that by it alone.
  func addShapes(_ cover: PlaceCover, to damage: inout Region) {
    for index in commands.indices {
      damage.formUnion(cover.region(commands[index].bounds, of: index))
    }
  }

  /// Adds what differs from former commands.
  /// - Parameters:
  ///   - output: what lies outside of it need not be added.
  ///   - cover: the place's own.
  func addDamage(
    since old: [DrawCommand], within output: PixelRect, _ cover: PlaceCover,
    to damage: inout Region
  ) {
    if layer.kind == .emitter, addParticleDamage(since: old, to: &damage) { return }
    let common = min(old.count, commands.count)
    for index in 0..<common {
      if commands[index] == old[index] { continue }
      if commands[index].covers(sameAs: old[index]) {
        let both = commands[index].bounds.union(old[index].bounds)
        // What shows nothing may move without any damage, and then no longer covers where it was.
        damage.formUnion(
          commands[index].bounds.isEmpty ? Region(both) : cover.region(both, of: index))
      } else {
        commands[index].addDamage(since: old[index], within: output, to: &damage)
      }
    }
    for command in old[common...] { damage.formUnion(command.bounds) }
    for index in commands.indices.dropFirst(common) {
      damage.formUnion(cover.region(commands[index].bounds, of: index))
    }
  }
}
