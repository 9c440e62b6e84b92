import Foundation
import Geometry
import JSON
import Scene
import Stage
import Testing

@testable import ControlCommands

/// Keys and pointers on the picture of a preview, and what is kept of them.
@Suite struct PreviewInputTests {
  private static let field = PreviewSessionTests.field

  @Test func `keys of the browser go to the field with the focus, and are kept`() throws {
    let desk = try PreviewDesk(Self.field)
    func press(_ name: String) throws {
      try desk.session.perform(
        try PreviewAction(Array(#"{"do":"key","key":"\#(name)"}"#.utf8)), now: 0)
    }
    func text() throws -> String { String(try #require(desk.session.stage).fieldText(nil)) }
    try desk.seek(500_000)
    let empty = desk.pixels
    try press("x")
    #expect(try text() == "")
    try desk.session.perform(.pointer(.began, Point(x: 5, y: 5)), now: 0)
    try desk.session.perform(.pointer(.ended, Point(x: 5, y: 5)), now: 0)
    for name in ["Z", "o", "e\u{301}", "x", "ArrowLeft", "Delete"] { try press(name) }
    #expect(try text() == "Zoe\u{301}" && desk.pixels != empty)
    // The text at the beginning, and again after the typing.
    try desk.seek(0)
    #expect(try text() == "")
    try desk.seek(1_000_000)
    #expect(try text() == "Zoe\u{301}")
    try desk.save("\(Self.field) ")
    #expect(try text() == "Zoe\u{301}")
    #expect(desk.session.requests.count == 1)
  }

  @Test func `a touch hits the layers of its own time, without a frame in between`() throws {
    let coming = Self.field.replacingOccurrences(
      of: "\"frame\": [0, 0, 64, 36], \"layers\"",
      with: """
        "frame": [0, 0, 64, 36], "animations": [{ "key": "position.x", "from": 500, "duration": 1 }], "layers"
        """)
    let desk = try PreviewDesk(coming)
    for phase in [PreviewAction.PointerPhase.began, .ended] {
      try desk.session.perform(.pointer(phase, Point(x: 5, y: 5)), now: 2_000_000)
    }
    try desk.session.perform(.keys([.character("Z")], isRepeated: false), now: 2_000_000)
    #expect(String(try #require(desk.session.stage).fieldText(nil)) == "Z")
    #expect(desk.session.sceneTime == 2_000_000)
  }

  @Test func `a concealed text is not recorded`() throws {
    let desk = try PreviewDesk(
      Self.field.replacingOccurrences(
        of: "\"entry\": \"entry\"", with: "\"entry\": \"entry\", \"concealed\": true"))
    try desk.session.perform(.pointer(.began, Point(x: 5, y: 5)), now: 0)
    try desk.session.perform(.pointer(.ended, Point(x: 5, y: 5)), now: 0)
    try desk.session.perform(.keys([.character("Q")], isRepeated: false), now: 0)
    let stage = try #require(desk.session.stage)
    #expect(try String(stage.fieldText(nil)) == "Q")
    #expect(desk.session.requests.isEmpty && !"\(desk.session.state)".contains("\"Q\""))
  }

  private static let answering = """
    {
      "layers": [
        { "name": "yes", "frame": [0, 0, 30, 12], "backgroundColor": "#203040" },
        { "name": "slow", "frame": [32, 0, 30, 12], "backgroundColor": "#204030" },
        { "name": "fast", "frame": [0, 14, 30, 10], "backgroundColor": "#304020" },
        { "name": "track", "frame": [0, 26, 64, 10], "backgroundColor": "#403020", "layers": [
          { "name": "knob", "frame": [0, 0, 10, 10], "backgroundColor": "#FFFFFF", "animations": [
            { "key": "position.x", "from": 5, "to": 59, "duration": 1, "fillMode": "both" } ] } ] }
      ],
      "controls": {
        "page": { "kind": "state", "states": { "first": {}, "second": {
          "changes": [{ "layer": "slow", "key": "backgroundColor", "to": "#F0F0F0" }] } } },
        "next": { "kind": "button", "layer": "yes", "sets": { "page": "second" } },
        "speed": { "kind": "choice", "options": { "slow": { "layer": "slow" },
          "fast": { "layer": "fast", "sets": { "page": "first" } } } },
        "volume": { "kind": "scrub", "layers": "knob", "hitArea": "track" }
      }
    }
    """

  @Test func `the effects of presses stay at another size, at other times and after a save`() throws
  {
    let desk = try PreviewDesk(Self.answering)
    #expect(desk.session.diagnostics.allSatisfy { $0.severity == .warning })
    func control(_ name: String) throws -> ControlInfo {
      try #require(desk.session.stage?.controls.first { $0.name == name })
    }
    func tap(_ point: Point) throws {
      try desk.session.perform(.pointer(.began, point), now: 0)
      try desk.session.perform(.pointer(.ended, point), now: 0)
    }
    try desk.seek(1_000_000)
    try tap(Point(x: 10, y: 5))
    #expect(try control("page").state == "second")
    try desk.session.perform(
      .resize(PixelSize(width: 128, height: 72), scale: 2), now: 0)
    #expect(try control("page").state == "second")
    try desk.seek(500_000)
    #expect(try control("page").state == "first")
    try desk.seek(2_000_000)
    #expect(try control("page").state == "second")
    try tap(Point(x: 10, y: 20))
    try desk.save("\(Self.answering) ")
    #expect(try control("page").state == "first" && control("speed").option == "fast")
    // A finger that leaves the button presses nothing.
    let count = desk.session.requests.count
    try desk.session.perform(.pointer(.began, Point(x: 10, y: 5)), now: 0)
    try desk.session.perform(.pointer(.moved, Point(x: 60, y: 30)), now: 0)
    try desk.session.perform(.pointer(.ended, Point(x: 60, y: 30)), now: 0)
    #expect(desk.session.requests.count == count)
    #expect(try control("page").state == "first")
    // Keys, too.
    try desk.session.perform(.keys([.tab, .enter], isRepeated: false), now: 0)
    #expect(try control("page").state == "second")
    try desk.save("\(Self.answering)  ")
    #expect(try control("page").state == "second")
  }

  /// A button that a state hides, at the place of another one.
  private static let covering = """
    {
      "layers": [
        { "name": "below", "frame": [0, 0, 30, 12], "backgroundColor": "#203040" },
        { "name": "above", "frame": [0, 0, 30, 12], "backgroundColor": "#204030", "hidden": true }
      ],
      "controls": {
        "page": { "kind": "state", "states": { "first": {}, "second": {
          "changes": [{ "layer": "above", "key": "hidden", "to": false }] } } },
        "go": { "kind": "button", "layer": "below", "sets": { "page": "second" } },
        "back": { "kind": "button", "layer": "above", "sets": { "page": "first" } }
      }
    }
    """

  @Test func `the page presses a visible button by its name, and no hidden one`() throws {
    let desk = try PreviewDesk(Self.covering)
    #expect(desk.session.diagnostics.allSatisfy { $0.severity == .warning })
    func press(_ name: String) throws {
      try desk.session.perform(
        try PreviewAction(Array(#"{"do":"press","control":"\#(name)"}"#.utf8)), now: 0)
    }
    func page() -> String? { desk.session.stage?.controls.first { $0.name == "page" }?.state }
    func isOutOfSight(_ name: String) -> Bool? {
      let control = desk.session.state["controls"]?.arrayValue?.first {
        $0.objectValue?["name"]?.stringValue == name
      }
      return control?.objectValue.map { $0["outOfSight"]?.boolValue ?? false }
    }
    try desk.seek(1_000_000)
    #expect(isOutOfSight("back") == true && isOutOfSight("go") == false)
    let count = desk.session.requests.count
    let hidden = #expect(throws: PreviewError.self) { try press("back") }
    #expect(hidden?.message == "cannot press 'back': it is out of sight at that time")
    #expect(page() == "first" && desk.session.requests.count == count)
    // The hidden button then lies below the other one.
    try press("go")
    try desk.seek(2_000_000)
    #expect(page() == "second" && isOutOfSight("back") == false)
    try press("go")
    #expect(page() == "second")
    try press("back")
    #expect(page() == "first")
    try desk.save("\(Self.covering) ")
    #expect(page() == "first")
    try desk.seek(1_500_000)
    #expect(page() == "second")
    #expect(throws: PreviewError.self) { try press("none") }
    #expect(throws: PreviewError.self) { try press("page") }
    // A question stands in front of all buttons.
    try desk.session.perform(.ask(PromptState(message: "Who?", entry: .bullets(0))), now: 0)
    let asked = #expect(throws: PreviewError.self) { try press("go") }
    #expect(asked?.message == "cannot press 'go': a question stands in front of it")
  }

  @Test func `a dragged control keeps its value in a new player`() throws {
    let desk = try PreviewDesk(Self.answering)
    func value() throws -> Double {
      let volume = desk.session.stage?.controls.first { $0.name == "volume" }
      return try #require(volume?.value)
    }
    try desk.session.perform(.seek(1_000_000), now: 0)
    try desk.session.perform(.play(true), now: 1_000_000)
    try desk.session.perform(.pointer(.began, Point(x: 5, y: 30)), now: 1_000_000)
    for step in 1...20 {
      try desk.session.perform(
        .pointer(.moved, Point(x: 5 + 2 * Double(step), y: 30)),
        now: 1_000_000 + Int64(step) * 50_000)
    }
    try desk.session.perform(.pointer(.ended, Point(x: 45, y: 30)), now: 2_500_000)
    for step in 0...20 {
      _ = desk.session.picture(after: -1, now: 2_500_000 + Int64(step) * 100_000)
    }
    let settled = try value()
    #expect(settled > 0)
    desk.session.refresh()
    try desk.session.perform(.resize(PixelSize(width: 128, height: 72), scale: 2), now: 4_500_000)
    #expect(try value() == settled)
    #expect(desk.session.requests.count == 1)
  }

  @Test func `a control that is dragged while the time stands keeps its value`() throws {
    let desk = try PreviewDesk(Self.answering)
    func value() throws -> Double {
      let volume = desk.session.stage?.controls.first { $0.name == "volume" }
      return try #require(volume?.value)
    }
    func drag(from start: Double, to end: Double) throws {
      try desk.session.perform(.pointer(.began, Point(x: start, y: 30)), now: 0)
      for x in [(start + end) / 2, end] {
        try desk.session.perform(.pointer(.moved, Point(x: x, y: 30)), now: 0)
      }
    }
    try desk.seek(1_000_000)
    try drag(from: 5, to: 45)
    try desk.session.perform(.pointer(.ended, Point(x: 45, y: 30)), now: 0)
    let dragged = try value()
    #expect(dragged > 0.1)
    try desk.save("\(Self.answering) ")
    #expect(try value() == dragged)
    // The finger may still be down.
    try drag(from: 45, to: 25)
    let held = try value()
    #expect(held < dragged)
    try desk.save("\(Self.answering)  ")
    #expect(try value() == held)
    try desk.seek(500_000)
    try desk.seek(1_000_000)
    #expect(try value() == held)
  }

  /// Gives the field the focus.
  private func tap(_ session: PreviewSession) throws {
    try session.perform(.pointer(.began, Point(x: 5, y: 5)), now: 0)
    try session.perform(.pointer(.ended, Point(x: 5, y: 5)), now: 0)
  }

  @Test func `a key without an effect keeps later requests`() throws {
    let desk = try PreviewDesk(Self.field)
    try desk.seek(2_000_000)
    try desk.session.perform(.set(control: "name", value: "later"), now: 0)
    try desk.seek(500_000)
    try desk.session.perform(.keys([.character("x")], isRepeated: false), now: 0)
    #expect(desk.session.requests.map(\.value) == ["later"])
    try tap(desk.session)
    try desk.session.perform(.keys([.character("Z")], isRepeated: false), now: 0)
    #expect(desk.session.requests.map(\.value) == ["Z"])
  }

  @Test func `a text beyond the limit of requests is refused`() throws {
    let desk = try PreviewDesk(Self.field)
    let most = PreviewSession.mostRequests
    let other = ControlAssignment(
      control: "none", value: "", time: TimeSpan(microseconds: 0))
    let session = PreviewSession(
      path: desk.file.path, size: PreviewDesk.size, scale: 1,
      requests: Array(repeating: other, count: most - 1), now: 0)
    func type(_ character: Unicode.Scalar) throws {
      try session.perform(.keys([.character(character)], isRepeated: false), now: 0)
    }
    try session.perform(.seek(0), now: 0)
    try tap(session)
    try type("Z")
    // The text at a time is one request.
    try type("o")
    #expect(session.requests.count == most && session.requests.last?.value == "Zo")
    try session.perform(.seek(1_000_000), now: 0)
    #expect(throws: PreviewError.self) { try type("e") }
    #expect(session.requests.count == most && session.requests.last?.value == "Zo")
    let stage = try #require(session.stage)
    #expect(try String(stage.fieldText(nil)) == "Zo")
  }
}
