import Animation
import Geometry
import Scene
import Stage
import Testing

/// Colours of the parts of a text that states, animations, variants and progress controls change.
@Suite struct TextPartsTests {
  /// Two squares of a font side by side: 30 points each.
  private func player(
    _ keys: String = "", controls: String = "", variant: String = "{}",
    size: PixelSize = PixelSize(width: 200, height: 100)
  ) throws -> SteppedStage {
    try SteppedStage(
      """
      { "timing": { "function": "linear", "duration": 1 }, "background": "#000000", "layers": [
          { "kind": "text", "name": "line", "frame": [0, 0, 200, 60], "font": "DejaVu Sans Mono", "fontSize": 50,
            "color": "#00FF00",
            "string": [{ "name": "first", "text": "█", "color": "#FF0000" }, { "name": "second", "text": "█" }]\(keys) },
          { "name": "picture", "frame": [0, 80, 10, 10] } ],
        "controls": { \(controls) },
        "variants": [{ "when": { "orientation": "portrait" }, "layers": { "line": \(variant) } }] }
      """, size: size)
  }

  private func first(_ player: SteppedStage) -> [UInt8] { player.color(x: 15, y: 30) }
  private func second(_ player: SteppedStage) -> [UInt8] { player.color(x: 45, y: 30) }

  @Test func `a state changes the colour of one part`() throws {
    let player = try player(
      controls: """
        "outcome": { "kind": "state", "label": "Outcome", "states": { "working": {}, "done": {
          "leave": { "duration": 0 },
          "changes": { "layer": "line", "key": "parts.first.color", "to": "#0000FF" } } } }
        """)
    #expect(first(player) == [255, 0, 0] && second(player) == [0, 255, 0])
    try player.stage.setState("outcome", to: "done")
    player.show(at: 0)
    player.run(from: 0, to: 0.5)
    let middle = first(player)
    #expect(abs(Int(middle[0]) - 128) < 6 && abs(Int(middle[2]) - 128) < 6, "\(middle)")
    player.run(from: 0.5, to: 1.1)
    #expect(first(player) == [0, 0, 255] && second(player) == [0, 255, 0])
    #expect(player.pixels == player.redrawn())
    try player.stage.setState("outcome", to: "working")
    player.show(at: 1.2)
    #expect(first(player) == [255, 0, 0])
  }

  private static let turnsBlue = """
    "outcome": { "kind": "state", "label": "Outcome", "states": { "working": {}, "done": {
      "changes": { "layer": "line", "key": "parts.first.color", "to": "#0000FF" } } } }
    """

  @Test func `a part goes on changing its colour on an output of another size`() throws {
    let player = try player(controls: Self.turnsBlue)
    try player.stage.setState("outcome", to: "done")
    player.show(at: 0)
    player.run(from: 0, to: 0.5)
    player.stage.resize(to: PixelSize(width: 300, height: 100), scale: 1)
    let key = try #require(AnimationKeyPath("parts.first.color"))
    for (time, part) in [(0.5, 0.5), (0.75, 0.75), (1.1, 1)] {
      _ = player.stage.advance(to: time)
      guard case .color(let color) = try player.stage.presentedValue(of: key, ofLayer: "line")
      else {
        Issue.record("no colour")
        return
      }
      #expect(abs(color.blue - part) < 0.03 && abs(color.red - (1 - part)) < 0.03, "\(color)")
    }
  }

  @Test func `a part changes its colour under reduced motion, too`() throws {
    let player = try player(controls: Self.turnsBlue)
    player.stage.reducesMotion = true
    try player.stage.setState("outcome", to: "done")
    player.show(at: 0)
    player.run(from: 0, to: 0.5)
    let middle = first(player)
    #expect(abs(Int(middle[0]) - 128) < 6 && abs(Int(middle[2]) - 128) < 6, "\(middle)")
    player.run(from: 0.5, to: 1.1)
    #expect(first(player) == [0, 0, 255])
  }

  @Test(arguments: [
    "\"kind\": \"progress\"", "\"kind\": \"reveal\", \"content\": \"picture\"",
  ])
  func `a part follows a progress`(kind: String) throws {
    let player = try player(
      controls: """
        "job": { \(kind), "label": "Job",
          "drives": { "layer": "line", "key": "parts.second.color", "from": "#00FF00", "to": "#FF0000" } }
        """)
    _ = try player.stage.setProgress("job", to: 0.5, duration: 0)
    player.run(from: 0, to: 2)
    let middle = second(player)
    #expect(abs(Int(middle[0]) - 128) < 6 && abs(Int(middle[1]) - 128) < 6, "\(middle)")
    #expect(first(player) == [255, 0, 0])
  }

  @Test func `a part is animated, by a variant with another colour`() throws {
    func animation(to color: String) -> String {
      """
      "animations": [{ "key": "parts.first.color", "to": "\(color)", "repeat": "forever", "autoreverses": true }]
      """
    }
    let (wide, tall) = (PixelSize(width: 200, height: 100), PixelSize(width: 200, height: 300))
    for (size, expected) in [(wide, [0, 0, 255]), (tall, [0, 255, 255])] as [(PixelSize, [UInt8])] {
      let player = try player(
        ", " + animation(to: "#0000FF"), variant: "{ " + animation(to: "#00FFFF") + " }", size: size
      )
      player.run(from: 0, to: 1)
      #expect(first(player) == expected && second(player) == [0, 255, 0])
    }
  }
}
