internal import Geometry

/// Covers of regions by the commands of one place.
struct PlaceCover {
  /// Commands of one place beyond this are not distinguished from those of the next places, and are
  /// not counted.
  private static let mostCommands = 1 << 16

  /// The generation of the places: see `Compositor.generation`.
  let generation: Int
  /// The place's index.
  let place: Int

  /// The rectangle of a command of the place, covered by the command.
  func region(_ rect: PixelRect, of command: Int) -> Region {
    guard command < PlaceCover.mostCommands else { return Region(rect) }
    let cover = Region.Cover(list: generation, shape: place * PlaceCover.mostCommands + command)
    return Region(rect, cover: cover)
  }

  /// The place and the command in it that a shape of a cover stands for.
  static func command(_ shape: Int) -> (place: Int, offset: Int) {
    (shape / mostCommands, shape % mostCommands)
  }
}
