import Animation
import Geometry
import JSON
import Testing

@testable import ControlCommands

struct SampleTableTests {
  @Test func `a row of CSV quotes what needs it`() {
    let table = SampleTable(format: .csv, names: ["a,b.opacity", "ring.colors"])
    #expect(table.header == "time,\"a,b.opacity\",ring.colors")
    let cells: [JSONValue] = [.number(0.5), .array([.string("#FF0000FF"), .string("#00000000")])]
    #expect(table.row(at: 2, cells) == "2,0.5,#FF0000FF #00000000")
  }

  @Test func `a row of JSON is one object`() {
    let table = SampleTable(format: .json, names: ["ring.progress", "ring.hidden"])
    #expect(table.header == nil)
    #expect(
      table.row(at: 0.25, [.number(0.5), .bool(false)])
        == #"{"time":0.25,"ring.progress":0.5,"ring.hidden":false}"#)
  }

  @Test func `values become cells of six decimals, degrees and hexadecimal colours`() {
    let half = ColorComponents(red: 1, green: 0.5, blue: 0, alpha: 0.25)
    #expect(SampleTable.cell(.scalar(1.0 / 3), isAngle: false) == .number(0.333333))
    #expect(SampleTable.cell(.scalar(-1e-9), isAngle: false) == .number(0))
    #expect(SampleTable.cell(.scalar(.pi / 2), isAngle: true) == .number(90))
    #expect(SampleTable.cell(.color(half), isAngle: false) == .string("#FF800040"))
    var path = Path()
    path.addRect(Rect(x: 1, y: 2, width: 3, height: 4))
    #expect(
      SampleTable.cell(.path(path), isAngle: false)
        == .array([.number(1), .number(2), .number(3), .number(4)]))
    #expect(SampleTable.cell(nil, isAngle: false) == .null)
  }

  @Test(arguments: [
    ("opacity", ["opacity"]), ("position", ["position.x", "position.y"]),
    ("bounds.size", ["bounds.size.width", "bounds.size.height"]),
    (
      "bounds",
      ["bounds.origin.x", "bounds.origin.y", "bounds.size.width", "bounds.size.height"]
    ),
    ("transform.translation", ["transform.translation.x", "transform.translation.y"]),
    ("transform.rotation.z", ["transform.rotation"]),
  ])
  func `values of several numbers take as many columns`(key: String, columns: [String]) {
    #expect(AnimationKeyPath(key)?.leaves.map(\.name) == columns)
  }
}
