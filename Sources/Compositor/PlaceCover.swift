internal import Geometry

/// Covers of regions by the commands of one place.
struct PlaceCover {
  /// More commands of one place are not told apart from those of the next ones, and not counted.
  private static let mostCommands = 1 << 16

  /// Which places these are of: see `Compositor.generation`.
  let generation: Int
  /// The place's index.
  let place: Int

  /// The rectangle that a command of the place is in, covered by it.
  func region(_ rect: PixelRect, of command: Int) -> Region {
    guard command < PlaceCover.mostCommands else { return Region(rect) }
    let cover = Region.Cover(list: generation, shape: place * PlaceCover.mostCommands + command)
    return Region(rect, cover: cover)
  }

  /// The place and the command in it that a shape of a cover is.
  static func command(_ shape: Int) -> (place: Int, offset: Int) {
    (shape / mostCommands, shape % mostCommands)
  }
}
