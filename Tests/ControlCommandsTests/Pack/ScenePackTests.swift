import Testing

@testable import ControlCommands

/// The names of files in a packed scene.
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
}
