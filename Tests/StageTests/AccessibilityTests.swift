import Animation
import Scene
import Testing

@testable import Stage

/// The scene for people who cannot see it (A1), and for those whom motion disturbs.
@Suite struct AccessibilityTests {
  private static let scene = """
    { "layers": [
        { "name": "panel", "label": "Installer", "layers": [
            { "kind": "progress", "name": "ring", "style": "circle", "label": "Ring" },
            { "kind": "gradient", "name": "sky", "colors": ["#000000", "#FFFFFF"],
              "label": "Night sky", "role": "image", "hidden": true } ] },
        { "name": "unnamed" } ],
      "controls": {
        "job": { "kind": "progress", "label": "Installation", "drives": ["ring"],
                 "phases": [ { "name": "get", "label": "Downloading" }, { "name": "put" } ] },
        "note": { "kind": "text", "text": "hello" },
        "dial": { "kind": "progress", "role": "switch", "drives": ["ring"], "value": 1 } } }
    """

  @Test func `every control and every labelled layer has a role, a name and a text`() throws {
    let player = try SteppedStage(Self.scene)
    _ = try player.stage.setProgress("job", to: 0.5)
    player.run(from: 0, to: 1)
    let nodes = player.stage.accessibilityNodes
    #expect(
      nodes.map(\.label) == [
        "Installation", "note", "dial", "Installer", "Ring", "Night sky",
      ])
    #expect(nodes.map(\.role) == [.progressBar, .status, .toggle, .group, .progressBar, .image])
    #expect(nodes.map(\.text) == ["put, 50%", "hello", "100%", "", "50%", ""])
    #expect(nodes.map(\.level) == [0, 0, 0, 0, 1, 1])
    #expect(nodes[2].states == [.checked])
    #expect(nodes[5].states == [.hidden])
    #expect(nodes[4].subject == .layer("panel/ring"))
    try player.stage.setIndeterminate("job", true)
    player.show(at: 2)
    #expect(player.stage.accessibilityNodes[0].states == [.busy])
    #expect(player.stage.accessibilityNodes[0].text == "put, in progress")
    #expect(player.stage.accessibilityNodes[4].text == "in progress")
  }

  @Test func `a change is told once for each text and not for each value`() throws {
    let player = try SteppedStage(Self.scene)
    var told: [String] = []
    func take() {
      for event in player.stage.takeEvents() {
        if case .accessibilityChanged("job", let text) = event { told.append(text) }
      }
    }
    take()
    for step in 0...100 {
      _ = try player.stage.setProgress("job", to: Double(step) / 10_000)
      player.show(at: Double(step) / 1_000)
      take()
    }
    #expect(told == ["Downloading, 1%"])
    try player.stage.setText("note", to: "bye")
    #expect(
      player.stage.takeEvents().contains(.accessibilityChanged(control: "note", text: "bye")))
  }

  @Test func `a scene stands still where motion is to be reduced, but for what is essential`()
    throws
  {
    let player = try SteppedStage(
      """
      { "layers": [
          { "name": "a", "animations": [ \(Self.spin("")) ] },
          { "name": "b", "animations": [ \(Self.spin(", \"essential\": true")) ] },
          { "name": "c", "essential": true, "layers": [
              { "name": "d", "animations": [ \(Self.spin("")) ] } ] },
          { "name": "e", "animations": [
              { "key": "opacity", "from": 0, "to": 1, "duration": 1, "repeat": "forever",
                "timing": "linear" } ] } ] }
      """)
    player.stage.reducesMotion = true
    player.show(at: 0.1)
    player.show(at: 0.25)
    func rotation(_ layer: String) throws -> AnimatableValue? {
      try player.stage.presentedValue(
        of: try #require(AnimationKeyPath("transform.rotation")), ofLayer: layer)
    }
    #expect(try rotation("a") == .scalar(0))
    #expect(try rotation("b") != .scalar(0))
    #expect(try rotation("c/d") != .scalar(0))
    #expect(try player.stage.layers(below: "e").first?.opacity == 0.25)
    // The next scene stands still, too.
    player.stage.replaceScene(
      try SceneLoader.load(
        bytes: Array(
          "{ \"layers\": [ { \"name\": \"a\", \"animations\": [ \(Self.spin("")) ] } ] }".utf8),
        name: "test.jsonc", directory: nil))
    player.show(at: 1)
    player.show(at: 1.25)
    #expect(try rotation("a") == .scalar(0))
  }

  private static func spin(_ keys: String) -> String {
    """
    { "key": "transform.rotation", "from": 0, "to": 90, "duration": 1, "repeat": "forever" \(keys) }
    """
  }
}
