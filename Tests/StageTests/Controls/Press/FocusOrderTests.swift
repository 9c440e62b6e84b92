import Testing

@testable import Stage

/// The order in which keys move the focus over hit areas.
@Suite struct FocusOrderTests {
  @Test(
    arguments: [
      // Two rows of three, and a wide one below.
      ("b0", [.down], "b3"), ("b0", [.right, .right], "b2"), ("b2", [.down], "b5"),
      ("b4", [.up], "b1"),
      ("b5", [.down], "wide"), ("wide", [.up], "b4"),
      // The next row follows the end of a row, and the first control follows the last one.
      ("b2", [.right], "b3"), ("b3", [.left], "b2"), ("wide", [.down], "b0"), ("b0", [.up], "wide"),
      // Tab keeps to the file.
      ("b0", [.tab, .tab, .tab], "b3"),
    ] as [(String, [InputKey], String)])
  func `arrows lead to the nearest control in their direction`(
    start: String, keys: [InputKey], end: String
  ) throws {
    let places = [(0, 0), (40, 0), (80, 0), (0, 40), (40, 40), (80, 40)]
    var layers = places.enumerated().map { index, place in
      "{ \"name\": \"b\(index)\", \"frame\": [\(place.0), \(place.1), 30, 30] }"
    }
    layers.append("{ \"name\": \"wide\", \"frame\": [0, 80, 110, 30] }")
    let names = places.indices.map { "b\($0)" } + ["wide"]
    let controls = names.map { name in
      "\"\(name)\": { \"kind\": \"button\", \"layer\": \"\(name)\", "
        + "\"focused\": { \"key\": \"borderWidth\", \"to\": 2, \"duration\": 0 } }"
    }
    let player = try SteppedStage(
      "{ \"layers\": [\(layers.joined(separator: ", "))], \"controls\": { \(controls.joined(separator: ", ")) } }"
    )
    try player.stage.focus(start)
    for key in keys { #expect(player.stage.handle(key)) }
    let focused = player.stage.playedControls.first { ($0 as? PressableControl)?.hasFocus == true }
    #expect(focused?.name == end)
  }

  @Test func `the next control follows a field whose text has ended`() throws {
    let player = try SteppedStage(
      """
      { "layers": [
          { "name": "first", "frame": [10, 10, 80, 20] },
          { "name": "text", "kind": "text", "string": "", "frame": [10, 40, 80, 20] },
          { "name": "last", "frame": [10, 70, 80, 20] } ],
        "controls": {
          "first": { "kind": "button", "layer": "first" },
          "name": { "kind": "field", "layer": "text", "entry": "text" },
          "last": { "kind": "button", "layer": "last" } } }
      """)
    func focused() -> String? {
      player.stage.playedControls.first { ($0 as? PressableControl)?.hasFocus == true }?.name
    }
    try player.stage.focus("name")
    #expect(player.stage.handle(InputKey.enter))
    #expect(focused() == nil)
    #expect(player.stage.handle(InputKey.tab))
    #expect(focused() == "last")
    // Esc removes the focus, so that the first control is next.
    #expect(player.stage.handle(InputKey.escape))
    #expect(player.stage.handle(InputKey.tab))
    #expect(focused() == "first")
  }
}
