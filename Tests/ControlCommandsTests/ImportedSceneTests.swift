import Geometry
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

  @Test func `a short handle keeps its direction from the start of its curve`() {
    var path = Path()
    path.move(to: Point(x: 63.209472, y: 409.6))
    path.addCubic(
      control1: Point(x: 63.209472, y: 409.5999), control2: Point(x: 90, y: 310),
      to: Point(x: 90, y: 300))
    #expect(path.data == "M63.209472 409.6C63.209472 409.5999 90 310 90 300")
    var closed = Path()
    closed.move(to: Point(x: 5.00049, y: 5))
    closed.addLine(to: Point(x: 20, y: 5))
    closed.close()
    closed.addQuadratic(control: Point(x: 5.00049, y: 5.0001), to: Point(x: 9, y: 9))
    #expect(closed.data == "M5.00049 5L20 5ZM5.00049 5Q5.00049 5.0001 9 9")
  }

  @Test func `a path without short handles is written to a thousandth`() {
    var path = Path()
    path.move(to: Point(x: 5, y: 5.12345))
    path.addLine(to: Point(x: 5.0001, y: 5.12345))
    path.addQuadratic(control: Point(x: 5.0001, y: 5.12345), to: Point(x: 9.98765, y: 9))
    #expect(path.data == "M5 5.123L5 5.123Q5 5.123 9.988 9")
  }
}
