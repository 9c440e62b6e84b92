internal import Geometry
internal import Layers
internal import Raster

/// A layer's place in the display list.
struct Place {
  enum Part { case content, border }

  let layer: Layer
  let part: Part
  /// What the superlayer gives.
  var context: LayerContext
  let zPosition: Double
  var commands: [DrawCommand]
  /// For a content place: one past the subtree's last place, which is the layer's border.
  var end = 0
  /// Where the commands start in the display list, while that is up to date.
  var firstCommand = 0

  /// Adds all that the place covers.
  func addBounds(to damage: inout Region) {
    for command in commands { damage.formUnion(command.bounds) }
  }

  /// Adds what differs from former commands.
  func addDamage(since old: [DrawCommand], to damage: inout Region) {
    let common = min(old.count, commands.count)
    for index in 0..<common { commands[index].addDamage(since: old[index], to: &damage) }
    for command in old[common...] { damage.formUnion(command.bounds) }
    for command in commands[common...] { damage.formUnion(command.bounds) }
  }
}
