import Foundation
import Testing

@testable import ControlCommands

/// The names of files and the characters in a packed scene.
@Suite struct ScenePackTests {
  @Test(
    "a font's name fits into an archive whatever its file is called, and is found as a font",
    arguments: [
      ("/fonts/Serif.ttf", "Serif.ttf"), ("/fonts/Serif.OTF", "Serif.otf"),
      ("/fonts/Serif." + String(repeating: "x", count: 200), "Serif.ttf"),
      ("/fonts/Serif", "Serif.ttf"),
      (
        "/fonts/" + String(repeating: "é", count: 90) + ".ttc",
        String(repeating: "é", count: 32) + ".ttc"
      ),
    ])
  func fontName(_ path: String, _ expected: String) {
    var names: Set<String> = []
    #expect(ScenePack.fontName(FontSubset(path: path, index: 0), &names) == expected)
    for _ in 0..<20 {
      let name = ScenePack.fontName(FontSubset(path: path, index: 1), &names)
      #expect(name.hasSuffix(String(expected.suffix(4))))
      #expect(("fonts/" + name).utf8.count <= TarWriter.longestName)
    }
    #expect(names.count == 21)
  }

  @Test func `a pack has the letters of the daemon's words in the languages of its scene`() throws {
    func scalars(_ tag: String) throws -> Set<UInt32> {
      let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonc")
      defer { try? FileManager.default.removeItem(at: path) }
      let text = """
        {
          "strings": { "en": { "a": "x" }, "\(tag)": { "a": "y" } },
          "layers": [{ "kind": "text", "string": "@a" }],
        }
        """
      try Data(text.utf8).write(to: path)
      let fonts = try ScenePack(path.path()).fonts
      return fonts.reduce(into: []) { $0.formUnion($1.scalars) }
    }
    let waiting = Set("Ожидание".unicodeScalars.map(\.value))
    #expect(try waiting.isSubset(of: scalars("ru")))
    #expect(try waiting.isDisjoint(with: scalars("de")))
  }

  @Test(arguments: [("ru", "Включён Caps Lock"), ("uk", "Увімкнено Caps Lock")])
  func `a pack has the letters of the prompt over its scene`(tag: String, words: String) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonc")
    defer { try? FileManager.default.removeItem(at: path) }
    let text = """
      { "strings": { "\(tag)": { "a": "x" } }, "layers": [{ "kind": "text", "string": "@a" }] }
      """
    try Data(text.utf8).write(to: path)
    let scalars = try ScenePack(path.path()).fonts.reduce(into: Set<UInt32>()) {
      $0.formUnion($1.scalars)
    }
    #expect(Set(words.unicodeScalars.map(\.value)).isSubset(of: scalars))
  }
}
