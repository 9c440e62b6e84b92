import Testing

@testable import ControlCommands

/// Scenes that are made of other programs' pictures.
@Suite struct ImportedSceneTests {
  @Test func `names of any characters become different variables`() {
    var scene = ImportedScene(origin: "a file", name: "scene")
    let names = ["a b", "a.b", "a_b2", "a/b", "a_b2", "ä", "1", ""].map {
      scene.addVariable($0, "#FFFFFF")
    }
    #expect(names == ["a_b", "a_b2", "a_b22", "a_b3", "a_b23", "slot_", "slot1", "slot"])
    #expect(scene.variables.map { $0.name } == names)
  }

  @Test func `many equal names become different variables`() {
    var scene = ImportedScene(origin: "a file", name: "scene")
    let names = (1...20_000).map { _ in scene.addVariable("accent", "#FFFFFF") }
    #expect(Set(names).count == 20_000 && names[19_999] == "accent20000")
  }
}
