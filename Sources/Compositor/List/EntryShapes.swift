internal import Geometry

/// Damage that is limited to the shapes of one entry's commands.
struct EntryShapes {
  /// Commands of one entry beyond this are not distinguished from those of the next entries, and
  /// are not counted.
  private static let mostCommands = 1 << 16

  /// The generation of the entries: see `Compositor.generation`.
  let generation: Int
  /// The entry's index.
  let entry: Int

  /// The rectangle of a command of the entry, limited to the command's shape.
  func region(_ rect: PixelRect, of command: Int) -> Region {
    guard command < EntryShapes.mostCommands else { return Region(rect) }
    let shapes = Region.Shapes(
      list: generation, shape: entry * EntryShapes.mostCommands + command)
    return Region(rect, shapes: shapes)
  }

  /// The entry and the command in it that a shape's number stands for.
  static func command(_ number: Int) -> (entry: Int, offset: Int) {
    (number / mostCommands, number % mostCommands)
  }
}
