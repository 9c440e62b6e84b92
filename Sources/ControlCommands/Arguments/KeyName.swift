import ArgumentParser
import Scene
import Stage

/// The names of keys on the command line.
enum KeyName {
  /// In the order in which they are listed.
  private static let keys: [(name: String, key: InputKey)] = [
    ("Enter", .enter), ("Escape", .escape), ("Tab", .tab), ("BackTab", .backTab),
    ("Space", .character(" ")), ("Up", .up), ("Down", .down), ("Left", .left), ("Right", .right),
    ("Home", .home), ("End", .end), ("Backspace", .backspace), ("Delete", .delete),
  ]
  /// Names that other programs have for the same keys.
  private static let others: [(name: String, key: InputKey)] = [
    ("Return", .enter), ("Esc", .escape), ("ArrowUp", .up), ("ArrowDown", .down),
    ("ArrowLeft", .left), ("ArrowRight", .right), ("Shift+Tab", .backTab),
  ]

  /// A key by its name, or by its character.
  static func key(_ name: String) throws -> InputKey {
    if name.unicodeScalars.count == 1, let scalar = name.unicodeScalars.first {
      return .character(scalar)
    }
    let wanted = name.lowercased()
    if let found = (keys + others).first(where: { $0.name.lowercased() == wanted }) {
      return found.key
    }
    let nearest = Spelling.nearest(to: name, among: (keys + others).map(\.name))
    throw ValidationError(
      "there is no key '\(name)'; "
        + (nearest.map { "did you mean \($0)? It is " } ?? "it is ")
        + "a character, or one of \(keys.map(\.name).joined(separator: ", "))")
  }
}
