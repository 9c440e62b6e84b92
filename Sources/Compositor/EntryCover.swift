internal import Geometry

/// Covers of regions by the commands of one entry.
struct EntryCover {
  /// Commands of one entry beyond this are not distinguished from those of the next entries, and are
  /// not counted.
  private static let mostCommands = 1 << 16

  /// The generation of the entries: see `Compositor.generation`.
  let generation: Int
  /// The entry's index.
  let entry: Int

  /// The rectangle of a command of the entry, covered by the command.
  func region(_ rect: PixelRect, of command: Int) -> Region {
    guard command < EntryCover.mostCommands else { return Region(rect) }
    let cover = Region.Cover(list: generation, shape: entry * EntryCover.mostCommands + command)
    return Region(rect, cover: cover)
  }

  /// The entry and the command in it that a shape of a cover stands for.
  static func command(_ shape: Int) -> (entry: Int, offset: Int) {
    (shape / mostCommands, shape % mostCommands)
  }
}
