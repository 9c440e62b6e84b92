import Animation
import Scene
import Testing

@testable import Stage

/// The scene for people who cannot see it (A1), and for people whom motion disturbs.
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
        "Installation", "note", "dial", "Installer", "Ring",
      ])
    #expect(nodes.map(\.role) == [.progressBar, .status, .toggle, .group, .progressBar])
    #expect(nodes.map(\.text) == ["put, 50%", "hello", "100%", "", "50%"])
    #expect(nodes.map(\.level) == [0, 0, 0, 0, 1])
    #expect(nodes[2].states == [.checked])
    #expect(nodes[4].subject == .layer("panel/ring"))
    try player.stage.setIndeterminate("job", true)
    player.show(at: 2)
    #expect(player.stage.accessibilityNodes[0].states == [.busy])
    #expect(player.stage.accessibilityNodes[0].text == "put, in progress")
    #expect(player.stage.accessibilityNodes[4].text == "in progress")
  }

  @Test func `a question has a node without its answer, in place of the buttons it covers`()
    throws
  {
    let player = try SteppedStage(
      """
      { "layers": [ { "name": "key", "frame": [0, 0, 50, 50] } ],
        "controls": { "retry": { "kind": "button", "layer": "key", "label": "Retry" } } }
      """)
    player.run(from: 0, to: 0.1)
    #expect(player.stage.accessibilityNodes.map(\.label) == ["Retry"])
    _ = player.stage.takeEvents()
    var question = PromptState(message: "Passphrase?", entry: .text("secret"))
    player.stage.show(prompt: question)
    player.run(from: 0.1, to: 1)
    func told() -> [String] {
      player.stage.takeEvents().compactMap {
        if case .accessibilityChanged("prompt", let text) = $0 { text } else { nil }
      }
    }
    let nodes = player.stage.accessibilityNodes
    #expect(nodes.map(\.label) == ["Passphrase?"] && nodes.map(\.text) == [""])
    #expect(nodes[0].role == .textField && nodes[0].states == [.focused])
    #expect(told() == ["Passphrase?"])
    question.number = 1
    player.stage.show(prompt: question)
    player.run(from: 1, to: 1.1)
    #expect(told() == ["Passphrase?"])
    player.stage.show(
      prompt: PromptState(message: "Go on?", entry: .choices(["Yes", "No"], chosen: 1)))
    player.run(from: 1.1, to: 1.2)
    let choice = player.stage.accessibilityNodes[0]
    #expect(choice.role == .radioGroup && choice.label == "Go on?" && choice.text == "No")
    #expect(told() == ["No"])
    player.stage.show(prompt: nil)
    player.run(from: 1.2, to: 2)
    #expect(player.stage.accessibilityNodes.map(\.label) == ["Retry"] && told().isEmpty)
  }

  @Test func `hidden layers and their controls have no node, and pages count the rest`()
    throws
  {
    let player = try SteppedStage(
      """
      { "layers": [
          { "name": "a", "label": "Sky", "hidden": true },
          { "name": "page", "label": "Page", "layers": [
              { "name": "b", "label": "Field", "role": "group" },
              { "kind": "text", "name": "line", "string": "one" },
              { "kind": "progress", "name": "bar", "style": "circle" },
              { "name": "dot" } ] },
          { "name": "sun", "opacity": 0 } ],
        "controls": {
          "view": { "kind": "state", "states": { "on": {}, "off": { "changes": [
            { "layer": "page", "key": "hidden", "to": true, "duration": 0 } ] } } },
          "note": { "kind": "text", "drives": "line" },
          "job": { "kind": "progress", "drives": "bar" },
          "free": { "kind": "progress" },
          "dawn": { "kind": "progress", "drives": { "layer": "sun", "key": "opacity", "from": 0, "to": 1 } },
          "go": { "kind": "button", "layer": "dot" },
          "gone": { "kind": "button", "layer": "a" } } }
      """)
    func labels() -> [String] { player.stage.accessibilityNodes.map(\.label) }
    player.show(at: 0)
    let all = ["view", "note", "job", "free", "dawn", "go", "Page", "Field"]
    #expect(labels() == all)
    for start in 0...all.count {
      var skipped = start
      let page = player.stage.accessibilityNodes(skipping: &skipped, limit: 3)
      #expect(page.map(\.label) == Array(all.dropFirst(start).prefix(3)))
      #expect(skipped == 0)
    }
    var skipped = all.count + 2
    #expect(player.stage.accessibilityNodes(skipping: &skipped, limit: 3) == [] && skipped == 2)
    try player.stage.setState("view", to: "off")
    player.run(from: 0, to: 0.1)
    #expect(labels() == ["view", "free", "dawn"])
  }

  @Test func `a text has a node of its own unless a control or question has it`() throws {
    let player = try SteppedStage(
      """
      { "layers": [
          { "kind": "text", "name": "title", "string": "Welcome" },
          { "kind": "text", "name": "empty", "string": "" },
          { "kind": "text", "name": "ornament", "string": "* * *", "label": "" },
          { "kind": "text", "name": "named", "string": "42", "label": "Answer" },
          { "kind": "text", "name": "gone", "string": "Gone", "hidden": true },
          { "name": "page", "label": "Page", "layers": [
              { "kind": "text", "name": "inner", "string": "Inner" } ] },
          { "kind": "text", "name": "note", "string": "Ready" },
          { "kind": "text", "name": "part", "string": "{percent}" },
          { "name": "key", "frame": [0, 0, 50, 50], "layers": [
              { "kind": "text", "name": "caption", "string": "Retry" } ] },
          { "name": "masked", "frame": [0, 0, 50, 50], "backgroundColor": "#FFFFFF",
            "mask": { "kind": "text", "string": "Mask" } },
          { "name": "panel", "layers": [
              { "kind": "text", "name": "question", "string": "" },
              { "kind": "text", "name": "answer", "string": "" },
              { "kind": "text", "name": "help", "string": "Press Enter" } ] } ],
        "controls": {
          "status": { "kind": "text", "drives": "note" },
          "job": { "kind": "progress", "drives": "part" },
          "again": { "kind": "button", "label": "Again", "layer": "key" },
          "pin": { "kind": "prompt", "panel": "panel", "message": "question", "entry": "answer" } } }
      """)
    player.show(at: 0)
    let nodes = player.stage.accessibilityNodes
    #expect(
      nodes.map(\.label) == ["status", "job", "Again", "Welcome", "Answer", "Page", "Inner"])
    #expect(nodes[3].role == .text && nodes[3].text == "" && nodes[3].level == 0)
    #expect(nodes[3].subject == .layer("title") && nodes[6].level == 1)
    player.stage.show(prompt: PromptState(message: "PIN?", entry: .bullets(2)))
    player.run(from: 0, to: 1)
    #expect(!player.stage.accessibilityNodes.contains { $0.label == "Press Enter" })
  }

  @Test func `a change is announced once for each text and not for each value`() throws {
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

  @Test func `texts are announced as their phase changes, and not for each percent`() throws {
    let player = try SteppedStage(
      """
      { "layers": [
          { "kind": "text", "name": "words", "string": "{phase}: {percent}", "frame": [0, 0, 200, 20] } ],
        "controls": {
          "job": { "kind": "progress", "drives": "words", "duration": 1, "timing": "linear",
            "phases": [{ "name": "get", "label": "Getting" }, { "name": "put", "label": "Putting" }] },
          "note": { "kind": "text", "drives": "words" },
          "other": { "kind": "text", "text": "a" } } }
      """)
    func told() -> [String] { texts(player.stage).filter { $0.hasPrefix("note: ") } }
    player.show(at: 0)
    #expect(told() == [])
    _ = try player.stage.setProgress("job", to: 0.8)
    var (all, moment) = (told(), 0)
    for frame in 1...90 {
      player.show(at: Double(frame) / 60)
      let new = told()
      if !new.isEmpty { moment = frame }
      all += new
    }
    #expect(all.count == 1 && all[0].hasPrefix("note: Putting: "), "\(all)")
    #expect((20...50).contains(moment), "told in frame \(moment), and not before the phase")
    try player.stage.setText("other", to: "b")
    _ = try player.stage.setProgress("job", to: 0.9)
    player.run(from: 1.5, to: 3)
    #expect(told() == [], "only the percentage has changed")
    try player.stage.setText("note", to: "Wait")
    #expect(told() == ["note: Wait"])
    try player.stage.takeBackText("note")
    player.run(from: 3, to: 3.1)
    #expect(told() == ["note: Putting: 90%"])
  }

  private static let hands = """
    { "layers": [
        { "kind": "gradient", "name": "photo", "colors": ["#000000", "#FFFFFF"], "layers": [
            { "kind": "loader", "name": "ring", "backgroundColor": "#FFFFFF", "label": "Loader" } ] },
        { "name": "thumb", "animations": [ { "key": "opacity", "to": 0.5, "duration": 1 } ] },
        { "name": "knob", "animations": [ { "key": "opacity", "to": 0.5, "duration": 1 } ] } ],
      "controls": {
        "load": { "kind": "reveal", "label": "Picture", "content": "photo", "loader": "ring" },
        "power": { "kind": "scrub", "layers": "thumb", "threshold": 0.7 },
        "volume": { "kind": "scrub", "layers": "knob", "role": "slider", "value": 0.25 } } }
    """

  private func texts(_ stage: Stage) -> [String] {
    stage.takeEvents().compactMap { event in
      if case .accessibilityChanged(let control, let text) = event {
        control + ": " + text
      } else {
        nil
      }
    }
  }

  @Test func `A1 a reveal control is a progress until it is revealed, and then its content`() throws
  {
    let player = try SteppedStage(Self.hands)
    let stage = player.stage
    func node() -> AccessibilityNode { stage.accessibilityNodes[0] }
    #expect(node().role == .progressBar && node().text == "0%" && node().value == 0)
    _ = try stage.setProgress("load", to: 0.4)
    player.run(from: 0, to: 0.5)
    #expect(node().text == "40%" && node().value == 0.4)
    #expect(stage.accessibilityNodes[3].role == .progressBar)
    #expect(stage.accessibilityNodes[3].text == "40%")
    #expect(texts(stage) == ["load: 40%"])
    try stage.setIndeterminate("load", true)
    player.show(at: 0.6)
    #expect(node().states == [.busy] && node().value == nil && node().text == "in progress")
    #expect(stage.accessibilityNodes[3].states == [.busy])
    _ = try stage.reveal("load")
    player.run(from: 0.6, to: 1)
    #expect(node().role == .progressBar && node().text == "100%")
    #expect(texts(stage) == ["load: 100%"])
    player.run(from: 1, to: 1.7)
    #expect(node().role == .image && node().text == "revealed" && node().value == nil)
    #expect(texts(stage) == ["load: revealed"])
    try stage.conceal("load")
    player.show(at: 1.8)
    #expect(node().role == .progressBar && node().text == "0%")
    #expect(texts(stage) == ["load: 0%"])
  }

  @Test func `A1 a scrub control is a switch, announced at its ends and not on the way`()
    throws
  {
    let player = try SteppedStage(Self.hands)
    let stage = player.stage
    func node() -> AccessibilityNode { stage.accessibilityNodes[1] }
    #expect(node().role == .toggle && node().text == "off" && node().states == [])
    _ = try stage.toggleScrub("power")
    player.show(at: 0.1)
    #expect(node().text == "on" && node().states == [.checked])
    player.run(from: 0.1, to: 1)
    #expect(node().value == 1)
    #expect(texts(stage) == ["power: on"])
    // A held control is reported with the state in which it would settle if released.
    _ = try stage.beginScrub("power", by: 1)
    var told: [String] = []
    for step in 0...10 {
      try stage.updateScrub("power", to: 1 - Double(step) / 10, by: 1)
      player.show(at: 1 + Double(step) / 60)
      told += texts(stage)
    }
    #expect(told == ["power: off"])
    _ = try stage.endScrub("power", by: 1)
    player.run(from: 1.2, to: 2)
    #expect(texts(stage) == [])
  }

  @Test func `A1 a scrub control with the role slider has its value`() throws {
    let player = try SteppedStage(Self.hands)
    let stage = player.stage
    func node() -> AccessibilityNode { stage.accessibilityNodes[2] }
    #expect(node().role == .slider && node().text == "25%" && node().states == [])
    _ = try stage.setProgress("volume", to: 0.6)
    player.run(from: 0, to: 1)
    #expect(node().text == "60%" && node().value == 0.6)
    #expect(texts(stage) == ["volume: 60%"])
  }

  @Test func `under reduced motion a scene stands still except for essential layers`()
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

  @Test func `an animation that reduced motion stops stays still through pauses`() throws {
    let player = try SteppedStage(
      "{ \"layers\": [ { \"name\": \"a\", \"animations\": [ \(Self.spin("")) ] } ] }")
    player.stage.reducesMotion = true
    func rotation() throws -> AnimatableValue? {
      try player.stage.presentedValue(
        of: try #require(AnimationKeyPath("transform.rotation")), ofLayer: "a")
    }
    player.run(from: 0, to: 0.4)
    for carries in [false, true] {
      try player.stage.pause()
      player.show(at: 0.5)
      if carries { player.stage.replaceScene(player.stage.scene, migrating: true) }
      player.show(at: 0.6)
      #expect(try rotation() == .scalar(0))
      try player.stage.resume()
      player.show(at: 0.7)
      #expect(try rotation() == .scalar(0))
    }
  }

  private static func spin(_ keys: String) -> String {
    """
    { "key": "rotation", "from": 0, "to": 90, "duration": 1, "repeat": "forever" \(keys) }
    """
  }
}
