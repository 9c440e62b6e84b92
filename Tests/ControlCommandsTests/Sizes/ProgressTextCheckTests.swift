import Geometry
import Scene
import Testing

@testable import ControlCommands

/// Texts that show the progress of a job, on a panel of 320 × 240 pixels.
@Suite struct ProgressTextCheckTests {
  private func messages(_ string: String, width: Int, phases: String = "") throws -> [String] {
    let scene = try SceneLoader.load(
      bytes: Array(
        """
        { "locale": "en", "layers": [ { "name": "note", "kind": "text", "string": "\(string)", "unknown": "",
            "color": "#FFFFFF", "fontSize": 20, "frame": [\(320 - width), 100, \(width), 40] } ],
          "controls": { "job": { "kind": "progress", "drives": "note"\(phases) } } }
        """.utf8), name: "s", directory: nil)
    return SizeCheck(
      scene, size: PixelSize(width: 320, height: 240), states: SizeCheck.states(of: scene)
    ).findings.map { $0.message }
  }

  @Test func `a text is checked with the time left`() throws {
    #expect(try messages("{timeLeft}", width: 300).isEmpty)
    let found = try messages("The firmware of the panel: {timeLeft}", width: 300)
    #expect(found.count == 1 && found[0].hasPrefix("note with the time left of job: "), "\(found)")
    #expect(try messages("{remaining}", width: 300).isEmpty)
  }

  @Test func `a text is checked with each phase`() throws {
    let phases = """
      , "phases": [ { "name": "get", "label": "Download" },
        { "name": "write", "label": "Writing the update to the flash memory" } ]
      """
    let found = try messages("{phase}", width: 300, phases: phases)
    #expect(!found.isEmpty)
    #expect(found.contains { $0.hasPrefix("note with job=write=50%: ") }, "\(found)")
    #expect(!found.contains { $0.contains("job=get") })
  }

  @Test func `a text is checked with the end of the job`() throws {
    let scene = { (width: Int) in try self.messages("Done: {percent}", width: width) }
    #expect(try scene(300).isEmpty)
    let found = try scene(90)
    #expect(found.contains { $0.hasPrefix("note with job=100%: ") }, "\(found)")
  }

  @Test func `values of a progress and looks of the focus are tried by turns`() throws {
    let buttons = (0..<9).map { index in
      """
      "b\(index)": { "kind": "button", "layer": "box\(index)",
        "focused": { "key": "borderWidth", "to": 4 } }
      """
    }
    let boxes = (0..<9).map { "{ \"name\": \"box\($0)\" }, " }.joined()
    let text = """
      { "layers": [\(boxes){ "name": "bar", "kind": "progress", "style": "line" }],
        "controls": { "page": { "kind": "state", "states": { "a": {}, "b": {} } },
          \(buttons.joined(separator: ",")),
          "job": { "kind": "progress", "drives": "bar" } } }
      """
    let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
    let texts = SizeCheck.states(of: scene).map(\.text)
    #expect(texts.count == 12)
    #expect(
      texts.prefix(6) == [
        "page=b", "job=100%", "b0=focused", "the time left of job", "b1=focused", "b2=focused",
      ])
  }
}
