import Foundation
import Geometry
import Images
import JSON
import Scene
import Stage
import Testing

@testable import ControlCommands

/// The scene of a preview: its time, its requests and its file.
@Suite struct PreviewSessionTests {
  private static let size = PreviewDesk.size
  private static let moving = """
    {
      "background": "#102030",
      "layers": [
        { "name": "box", "size": [8, 8], "position": [8, 18], "backgroundColor": "#FF8000",
          "animations": [{ "key": "position.x", "from": 0, "to": 60, "duration": 4, "timing": "linear" }] },
        { "name": "bar", "kind": "progress", "style": "line", "size": [40, 4], "position": [32, 30] }
      ],
      "controls": { "job": { "kind": "progress", "duration": 1, "drives": "bar" } }
    }
    """

  @Test func `going back to a time shows the same picture again`() throws {
    let desk = try PreviewDesk(Self.moving)
    var pictures: [Int64: [UInt8]] = [:]
    let times: [Int64] = [0, 500_000, 1_000_000, 1_516_667, 3_000_000]
    for time in times {
      try desk.seek(time)
      if time == 500_000 {
        try desk.session.perform(.set(control: "job", value: "80%"), now: 0)
      }
      pictures[time] = desk.pixels
    }
    #expect(Set(pictures.values).count == times.count)
    for time in times.reversed() {
      try desk.seek(time)
      #expect(desk.pixels == pictures[time], "at \(time)")
    }
  }

  @Test func `a saved file that the scene includes is loaded, too`() throws {
    let part = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonc")
    defer { try? FileManager.default.removeItem(at: part) }
    try Self.moving.write(to: part, atomically: true, encoding: .utf8)
    let desk = try PreviewDesk("{ \"include\": \"\(part.lastPathComponent)\" }")
    let before = try #require(desk.pixels)
    desk.session.refresh()
    #expect(desk.pixels == before)
    try Self.moving.replacingOccurrences(of: "#102030", with: "#405060")
      .write(to: part, atomically: true, encoding: .utf8)
    desk.session.refresh()
    #expect(desk.pixels != before)
    #expect(desk.session.diagnostics == [])
  }

  @Test func `a file that the scene includes is shown as soon as it is there`() throws {
    let part = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonc")
    defer { try? FileManager.default.removeItem(at: part) }
    let desk = try PreviewDesk("{ \"include\": \"\(part.lastPathComponent)\" }")
    #expect(desk.pixels == nil)
    #expect(desk.session.diagnostics.map { $0.code } == [.file])
    try Self.moving.write(to: part, atomically: true, encoding: .utf8)
    desk.session.refresh()
    #expect(desk.pixels != nil)
    #expect(desk.session.diagnostics == [])
  }

  @Test func `a request is repeated when time passes it again`() throws {
    let desk = try PreviewDesk(Self.moving)
    try desk.seek(1_000_000)
    try desk.session.perform(.set(control: "job", value: "80%"), now: 0)
    try desk.seek(3_000_000)
    let after = desk.pixels
    try desk.seek(500_000)
    try desk.seek(3_000_000)
    #expect(desk.pixels == after)
    let value = desk.session.state["controls"]?.arrayValue?.first?.objectValue?["value"]
    #expect(value?.doubleValue == 0.8)
  }

  @Test func `time runs with the clock, stands, and ends after ten minutes`() throws {
    let desk = try PreviewDesk(Self.moving)
    #expect(desk.session.picture(after: -1, now: 250_000)?.time == 250_000)
    try desk.session.perform(.play(false), now: 300_000)
    #expect(desk.session.picture(after: -1, now: 900_000)?.time == 300_000)
    try desk.session.perform(.play(true), now: 1_000_000)
    #expect(desk.session.picture(after: -1, now: 1_200_000)?.time == 500_000)
    #expect(desk.session.picture(after: -1, now: .max)?.time == PreviewSession.longest)
    #expect(!desk.session.isPlaying)
  }

  @Test func `only the difference to the last picture is sent`() throws {
    let desk = try PreviewDesk(Self.moving)
    let first = try #require(desk.session.picture(after: -1, now: 0))
    #expect(first.rect == PixelRect(minX: 0, minY: 0, maxX: 64, maxY: 36))
    #expect(desk.session.picture(after: first.sequence, now: 0) == nil)
    let next = try #require(desk.session.picture(after: first.sequence, now: 100_000))
    #expect(next.rect.area < first.rect.area)
    #expect(next.pixels.count == next.rect.area * 4)
    #expect(desk.session.picture(after: first.sequence, now: 100_000)?.rect == first.rect)
  }

  @Test func `a request in the past takes the place of later ones`() throws {
    let desk = try PreviewDesk(Self.moving)
    for (time, value) in [(1_000_000, "30%"), (2_000_000, "60%"), (500_000, "90%")]
      as [(Int64, String)]
    {
      try desk.seek(time)
      try desk.session.perform(.set(control: "job", value: value), now: 0)
    }
    #expect(desk.session.requests.map { $0.value } == ["90%"])
  }

  @Test func `progress can be set back in the preview`() throws {
    let desk = try PreviewDesk(Self.moving)
    for (time, value) in [(500_000, "80%"), (1_000_000, "29%")] as [(Int64, String)] {
      try desk.seek(time)
      try desk.session.perform(.set(control: "job", value: value), now: 0)
    }
    func value() -> Double? {
      desk.session.state["controls"]?.arrayValue?.first?.objectValue?["value"]?.doubleValue
    }
    #expect(value() == 0.29)
    try desk.seek(700_000)
    #expect(value() == 0.8)
  }

  @Test func `lists change while time runs, a few times a second`() throws {
    let desk = try PreviewDesk(Self.moving)
    let revision = desk.session.revision
    let first = desk.session.lists["layers"]
    var listings: Set<Int> = []
    for frame in 0..<60 as Range<Int64> {
      _ = desk.session.picture(after: -1, now: frame * 16_667)
      listings.insert(desk.session.listing)
    }
    #expect(listings.count == 4 && desk.session.revision == revision)
    #expect(desk.session.lists["layers"] != first)
  }

  @Test func `unchanged lists are sent once`() throws {
    let desk = try PreviewDesk(#"{ "layers": [{ "name": "box", "size": [8, 8] }] }"#)
    for frame in 0..<120 as Range<Int64> {
      _ = desk.session.picture(after: -1, now: frame * 16_667)
    }
    #expect(desk.session.listing <= 2)
  }

  @Test func `a sample question is shown and removed, also when its time is replayed`() throws {
    let desk = try PreviewDesk(Self.moving)
    let before = desk.pixels
    try desk.seek(500_000)
    for value in ["=", "=ab", "hidden", "Your PIN=hidden"] {
      try desk.session.perform(.set(control: "prompt", value: value), now: 0)
    }
    #expect(desk.session.requests.map { $0.value } == ["Your PIN=hidden"])
    #expect(desk.session.stage?.shownPrompt?.message == "Your PIN")
    #expect(desk.session.stage?.shownPrompt?.entry == .bullets(6))
    try desk.seek(1_000_000)
    try desk.session.perform(.hidePrompt, now: 0)
    #expect(desk.session.stage?.shownPrompt == nil)
    try desk.seek(800_000)
    #expect(desk.session.stage?.shownPrompt?.entry == .bullets(6))
    try desk.seek(0)
    #expect(desk.session.stage?.shownPrompt == nil)
    #expect(desk.pixels == before)
  }

  @Test func `states of a prompt are shown beside the question, and are gone at earlier times`()
    throws
  {
    let desk = try PreviewDesk(Self.moving)
    func ask(_ request: String) throws {
      try desk.session.perform(try PreviewAction(Array(request.utf8)), now: 0)
    }
    try ask(#"{"do":"ask"}"#)
    try desk.seek(500_000)
    try ask(
      #"{"do":"ask","message":"Your PIN","letters":3,"capsLock":true,"queue":3,"keyboardLayout":"DE"}"#
    )
    try desk.seek(1_000_000)
    try ask(#"{"do":"ask","choices":["A","B"]}"#)
    func told() -> JSONObject? { desk.session.state["prompt"]?.objectValue }
    #expect(told()?["choices"] == ["A", "B"] && told()?["queue"]?.integerValue == 1)
    try desk.seek(600_000)
    let shown = try #require(desk.session.stage?.shownPrompt)
    #expect(shown.message == "Your PIN" && shown.entry == .bullets(3))
    #expect(shown.isCapsLockOn && shown.waitingCount == 3 && shown.keyboardLayout == "DE")
    #expect(
      told()?["capsLock"]?.boolValue == true && told()?["keyboardLayout"]?.stringValue == "DE")
    try desk.seek(100_000)
    #expect(
      desk.session.stage?.shownPrompt
        == PromptState(message: "Password for the disk", entry: .bullets(0)))
    for wrong in [
      "\"queue\":0", "\"queue\":100",
      "\"choices\":[\(Array(repeating: "\"\"", count: 100).joined(separator: ","))]",
    ] {
      #expect(throws: PreviewError.self, "\(wrong)") { try ask("{\"do\":\"ask\",\(wrong)}") }
    }
  }

  @Test func `the state has the phases of a job and the labels of states`() throws {
    let desk = try PreviewDesk(
      """
      { "layers": [{ "name": "bar", "kind": "progress", "style": "line" }],
        "controls": {
          "job": { "kind": "progress", "drives": "bar", "phases": { "get": 1, "flash": 1 } },
          "outcome": { "kind": "state", "states": { "on": { "label": "It runs" }, "off": {} } } } }
      """)
    try desk.session.perform(.set(control: "job", value: "flash=50%"), now: 0)
    let controls = try #require(desk.session.state["controls"]?.arrayValue).compactMap {
      $0.objectValue
    }
    func words(_ control: Int, _ key: String) -> [String]? {
      controls[control][key]?.arrayValue?.compactMap { $0.stringValue }
    }
    #expect(words(0, "phases") == ["get", "flash"])
    #expect(controls[0]["phase"]?.stringValue == "flash")
    #expect(controls[0]["value"]?.doubleValue == 0.75)
    #expect(words(1, "labels") == ["It runs", "off"])
  }

  @Test func `a refused request is not recorded`() throws {
    let desk = try PreviewDesk(Self.moving)
    for (control, value) in [("nothing", "1"), ("job", "much")] {
      #expect(throws: PreviewError.self) {
        try desk.session.perform(.set(control: control, value: value), now: 0)
      }
    }
    #expect(desk.session.requests.isEmpty)
  }

  @Test func `a save is shown at the same time with the same requests`() throws {
    let desk = try PreviewDesk(Self.moving)
    try desk.session.perform(.set(control: "job", value: "80%"), now: 0)
    try desk.seek(2_000_000)
    let revision = desk.session.revision
    let changed = Self.moving.replacingOccurrences(of: "#102030", with: "#301010")
    try changed.write(to: desk.file, atomically: true, encoding: .utf8)
    desk.session.refresh()
    #expect(desk.session.revision > revision)
    #expect(desk.session.sceneTime == 2_000_000)
    let other = try PreviewDesk(changed)
    try other.session.perform(.set(control: "job", value: "80%"), now: 0)
    try other.seek(2_000_000)
    #expect(desk.pixels == other.pixels)
  }

  @Test func `a save with a mistake keeps the picture and reports the mistake`() throws {
    let desk = try PreviewDesk(Self.moving)
    let before = desk.pixels
    try "{ \"layers\": 3 }".write(to: desk.file, atomically: true, encoding: .utf8)
    desk.session.refresh()
    #expect(desk.pixels == before)
    #expect(!desk.session.diagnostics.isEmpty)
    let listed = desk.session.state["diagnostics"]?.arrayValue?.first?.objectValue
    #expect(listed?["text"]?.stringValue?.contains("layers") == true)
  }

  @Test func `a file with a mistake at the start shows its diagnostics and no picture`() throws {
    let desk = try PreviewDesk("{")
    #expect(desk.pixels == nil)
    #expect(throws: PreviewError.self) { try desk.session.still(at: 0) }
    #expect(throws: PreviewError.self) { try desk.session.plot(["box.position"]) }
    #expect(!desk.session.diagnostics.isEmpty)
  }

  static let field = """
    {
      "layers": [
        { "name": "box", "frame": [0, 0, 64, 36], "layers": [
          { "name": "entry", "kind": "text", "string": "", "frame": [0, 0, 64, 36] } ] }
      ],
      "controls": { "name": { "kind": "field", "layer": "box", "entry": "entry" } }
    }
    """

  @Test func `requests of one control at one time are one, and a request too many is refused`()
    throws
  {
    let desk = try PreviewDesk(Self.field)
    let most = PreviewSession.mostRequests
    let later = ControlAssignment(
      control: "none", value: "", time: TimeSpan(microseconds: 1_000_000))
    let session = PreviewSession(
      path: desk.file.path, size: Self.size, scale: 1,
      requests: Array(repeating: later, count: most), now: 0)
    func set(_ text: String) throws {
      try session.perform(.set(control: "name", value: text), now: 0)
    }
    try session.perform(.seek(1_000_000), now: 0)
    #expect(throws: PreviewError.self) { try set("a") }
    #expect(session.requests.count == most && session.requests.last == later)
    #expect(try String(#require(session.stage).fieldText(nil)) == "")
    // A later contact takes its place.
    try session.perform(.seek(500_000), now: 0)
    for text in ["b", "c"] { try set(text) }
    #expect(session.requests.map(\.value) == ["c"])
  }

  @Test func `a text for a field may be the word for its focus`() throws {
    let desk = try PreviewDesk(Self.field)
    try desk.session.perform(.set(control: "name", value: "focused"), now: 0)
    #expect(try String(#require(desk.session.stage).fieldText("name")) == "focused")
    // It is the same when the scene is played again.
    try desk.seek(1_000_000)
    try desk.seek(0)
    #expect(try String(#require(desk.session.stage).fieldText("name")) == "focused")
  }

  @Test func `a refused request leaves the player as it is`() throws {
    let desk = try PreviewDesk(Self.field)
    let other = ControlAssignment(control: "none", value: "", time: TimeSpan(microseconds: 0))
    let session = PreviewSession(
      path: desk.file.path, size: Self.size, scale: 1,
      requests: Array(repeating: other, count: PreviewSession.mostRequests), now: 0)
    try session.perform(.seek(1_000_000), now: 0)
    let stage = session.stage
    #expect(throws: PreviewError.self) {
      try session.perform(.set(control: "name", value: "a"), now: 0)
    }
    #expect(stage != nil && session.stage === stage)
  }

  private static let desk = """
    { "timing": { "duration": 1 }, "layers": [
        { "name": "bar", "kind": "progress", "style": "line", "size": [40, 4], "position": [32, 30] },
        { "name": "lines", "kind": "log", "size": [50, 50] },
        { "name": "knob", "size": [10, 10], "backgroundColor": "#F00", "animations": [{ "key": "opacity", "to": 0 }] },
        { "name": "box", "size": [8, 8], "position": [8, 18], "backgroundColor": "#FF8000" },
        { "name": "picture", "frame": [40, 0, 20, 20], "backgroundColor": "#00F" } ],
      "controls": {
        "job": { "kind": "progress", "duration": 1, "drives": "bar" },
        "log": { "kind": "log", "drives": "lines" },
        "power": { "kind": "scrub", "layers": "knob" },
        "load": { "kind": "reveal", "content": "picture" },
        "step": { "kind": "state", "label": "Step", "states": {
          "a": {},
          "b": { "changes": { "layer": "box", "key": "opacity", "to": 0.2, "duration": 0 } },
          "c": { "changes": { "layer": "box", "key": "position.x", "to": 50 } } } } } }
    """

  @Test(arguments: [
    ("job", ["0.5", "indeterminate"]), ("job", ["0.5", "indeterminate", "0.7"]),
    ("log", ["a", "b"]), ("power", ["toggle", "toggle"]), ("load", ["revealed", "0.3"]),
    ("step", ["b", "c"]),
  ])
  func `requests that depend on the ones before are all kept`(control: String, values: [String])
    throws
  {
    let desk = try PreviewDesk(Self.desk)
    try desk.seek(1_000_000)
    for value in values {
      try desk.session.perform(.set(control: control, value: value), now: 0)
    }
    #expect(desk.session.requests.map(\.value) == values)
    try desk.seek(1_300_000)
    let shown = try #require(desk.pixels)
    try desk.seek(0)
    try desk.seek(1_300_000)
    #expect(desk.pixels == shown)
  }

  @Test(arguments: ["job", "power", "load"])
  func `a number takes the place of the one before it`(control: String) throws {
    let desk = try PreviewDesk(Self.desk)
    try desk.seek(1_000_000)
    for value in ["0.2", "0.4", "60%"] {
      try desk.session.perform(.set(control: control, value: value), now: 0)
    }
    #expect(desk.session.requests.map(\.value) == ["60%"])
    try desk.seek(1_300_000)
    let shown = try #require(desk.pixels)
    try desk.seek(0)
    try desk.seek(1_300_000)
    #expect(desk.pixels == shown)
  }

  @Test func `the page sets pictures of the scene's folder, and no others`() throws {
    let top = FileManager.default.temporaryDirectory.appending(path: "preview-\(UUID())")
    let folder = top.appending(path: "scene")
    let files = FileManager.default
    try files.createDirectory(
      at: folder.appending(path: "below"), withIntermediateDirectories: true)
    defer { try? files.removeItem(at: top) }
    let picture = try Data(
      PNGEncoder().encode(
        [UInt32](repeating: 0xFFCC_0000, count: 64), size: PixelSize(width: 8, height: 8)))
    try files.createDirectory(
      at: top.appending(path: "scene-2"), withIntermediateDirectories: true)
    for name in ["scene/own.png", "scene/below/own.png", "private.png", "scene-2/own.png"] {
      try picture.write(to: top.appending(path: name))
    }
    try files.createSymbolicLink(
      at: folder.appending(path: "link.png"),
      withDestinationURL: top.appending(path: "private.png"))
    let file = folder.appending(path: "scene.jsonc")
    try """
    { "layers": [{ "name": "photo", "kind": "image", "frame": [0, 0, 64, 36] }],
      "controls": { "photo": { "kind": "image", "drives": "photo" } } }
    """.write(to: file, atomically: true, encoding: .utf8)
    let outside = top.appending(path: "private.png").path
    func session(_ requests: [ControlAssignment] = []) -> PreviewSession {
      PreviewSession(path: file.path, size: Self.size, scale: 1, requests: requests, now: 0)
    }
    let empty = session().picture(after: -1, now: 0)?.pixels
    func shown(_ value: String) throws -> Bool {
      let session = session()
      try session.perform(.set(control: "photo", value: value), now: 0)
      return session.picture(after: -1, now: 0)?.pixels != empty
    }
    for name in ["own.png", "below/own.png", folder.appending(path: "own.png").path] {
      #expect(try shown(name))
    }
    for name in [
      outside, "../private.png", "link.png", "../scene-2/own.png", "below/../../private.png", "",
    ] {
      #expect(throws: PreviewError.self) { try shown(name) }
    }
    // A file elsewhere and none are the same to the page.
    func message(_ name: String) -> String? {
      do throws(PreviewError) {
        try session().perform(.set(control: "photo", value: name), now: 0)
        return nil
      } catch {
        return error.message.replacingOccurrences(of: name, with: "")
      }
    }
    #expect(message("../private.png") == message("../none.png"))
    // The command line sets all files.
    let set = ControlAssignment(
      control: "photo", value: outside, time: TimeSpan(microseconds: 0))
    #expect(session([set]).picture(after: -1, now: 0)?.pixels != empty)
  }

  @Test func `a graph has a value for each frame`() throws {
    let desk = try PreviewDesk(Self.moving)
    try desk.seek(2_000_000)
    let graph = try desk.session.plot(["box.position"])
    #expect(graph.series.map { $0.name } == ["box.position.x", "box.position.y"])
    #expect(graph.series.allSatisfy { $0.values.count == 121 })
    #expect(abs(try #require(graph.series[0].numbers[120]) - 30) < 0.5)
    #expect(throws: PreviewError.self) { try desk.session.plot(["box.colour"]) }
  }

  @Test(arguments: [
    ("hots.color", "parts.host.color"), ("host.fontSize", "only color: one of parts.host.color"),
  ])
  func `the error for a graph of an unknown part names the parts`(key: String, hint: String) throws
  {
    let desk = try PreviewDesk(
      """
      { "layers": [{ "name": "line", "kind": "text", "string": [{ "name": "host", "text": "a" }] }] }
      """)
    #expect(try desk.session.plot(["line.parts.host.color"]).series.count == 1)
    do throws(PreviewError) {
      _ = try desk.session.plot(["line.parts.\(key)"])
      Issue.record("a graph")
    } catch {
      #expect(error.message.hasSuffix(hint), "\(error.message)")
    }
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"do":1}"#, #"{"do":"dance"}"#, #"{"do":"set","control":"a"}"#,
    #"{"do":"seek"}"#, #"{"do":"seek","time":-1}"#, #"{"do":"seek","time":1e300}"#,
    #"{"do":"resize","width":0,"height":9}"#, #"{"do":"resize","width":99999999999,"height":9}"#,
    #"{"do":"resize","width":64,"height":64,"scale":0}"#, #"{"do":"pointer","phase":"flew"}"#,
    #"{"do":"press"}"#,
    #"{"do":"key"}"#, #"{"do":"key","key":"F1"}"#, #"{"do":"key","key":""}"#,
    #"{"do":"key","key":7}"#,
  ])
  func `a malformed request is refused`(text: String) {
    #expect(throws: PreviewError.self) { try PreviewAction(Array(text.utf8)) }
  }
}
