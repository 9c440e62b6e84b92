import Animation
import Geometry
import Layers
import Scene
import Testing

@testable import Stage

/// Questions over a scene, or in it.
@Suite struct PromptTests {
  private static let plain = """
    { "background": "#204060",
      "layers": [
        { "name": "box", "size": [10, 10], "position": [20, 50], "backgroundColor": "#FF0000",
          "animations": [
            { "key": "position.x", "from": 0, "to": 100, "duration": 1, "timing": "linear" } ] } ] }
    """

  private static let own = """
    { "layers": [
        { "name": "panel", "frame": [0, 0, "50%", "100%"], "backgroundColor": "#00FF00",
          "layers": [
            { "name": "question", "kind": "text", "string": "?" },
            { "name": "answer", "kind": "text", "string": "?" },
            { "name": "caps", "frame": [0, 0, 10, 10], "backgroundColor": "#FF0000" } ] } ],
      "controls": {
        "ask": { "kind": "prompt", "panel": "panel", "message": "question", "entry": "answer",
          "capsLock": "caps", "bullet": "*" } } }
    """

  @Test func `a scene without a prompt gets one for as long as there is a question`() throws {
    let player = try SteppedStage(Self.plain)
    let other = try SteppedStage(Self.plain)
    player.run(from: 0, to: 0.25)
    other.run(from: 0, to: 0.25)
    let before = player.pixels
    #expect(before == other.pixels)
    player.stage.show(prompt: PromptState(message: "Unlock", entry: .bullets(3)))
    #expect(player.stage.needsFrame)
    player.run(from: 0.25, to: 2)
    other.run(from: 0.25, to: 2)
    #expect(player.pixels != other.pixels)
    player.stage.show(prompt: nil)
    player.run(from: 2, to: 3)
    other.run(from: 2, to: 3)
    #expect(player.pixels == other.pixels)
    #expect(!player.stage.isAnimating)
  }

  @Test func `a panel of rows has space for a long question at once`() throws {
    let player = try SteppedStage(
      """
      { "layers": [ { "name": "panel", "kind": "column", "size": ["90%", "auto"], "layers": [
          { "name": "question", "kind": "text", "string": "", "wrapped": true, "fontSize": 10, "truncation": "end" },
          { "name": "answer", "kind": "text", "string": "", "fontSize": 10 } ] } ],
        "controls": { "ask": { "kind": "prompt", "panel": "panel", "message": "question", "entry": "answer" } } }
      """)
    func height() throws -> Double {
      try #require(try player.stage.layers(below: "panel/question", depth: 0).first).frame.height
    }
    player.show(at: 0)
    player.stage.show(prompt: PromptState(message: "Name", entry: .text("")))
    player.show(at: 0.1)
    let line = try height()
    player.stage.show(prompt: nil)
    player.run(from: 0.1, to: 1)
    let message = String(repeating: "Passphrase for a disk ", count: 4)
    player.stage.show(prompt: PromptState(message: message, entry: .text("")))
    player.show(at: 1.1)
    #expect(try height() > line * 1.5)
    #expect(player.pixels == player.redrawn())
  }

  @Test func `animations go on while a question appears`() throws {
    let player = try SteppedStage(Self.plain)
    player.run(from: 0, to: 0.5)
    player.stage.show(prompt: PromptState(message: "Unlock", entry: .text("")))
    player.run(from: 0.5, to: 0.75)
    let keyPath = try #require(AnimationKeyPath("position.x"))
    let place = try player.stage.presentedValue(of: keyPath, ofLayer: "box")
    guard case .scalar(let x)? = place else { return #expect(Bool(false)) }
    #expect(abs(x - 75) < 1e-6)
  }

  @Test func `a scene's own prompt shows the question`() throws {
    let player = try SteppedStage(Self.own)
    player.run(from: 0, to: 0.1)
    let before = player.pixels
    var state = PromptState(message: "Unlock\u{1B}[31m", entry: .bullets(2))
    player.stage.show(prompt: state)
    #expect(player.stage.shownPrompt?.message == "Unlock")
    player.run(from: 0.1, to: 0.2)
    let shown = player.pixels
    #expect(shown != before)
    state.isCapsLockOn = true
    player.stage.show(prompt: state)
    player.run(from: 0.2, to: 0.3)
    #expect(player.pixels != shown)
    player.stage.show(prompt: nil)
    player.run(from: 0.3, to: 0.4)
    #expect(player.pixels == before)
  }

  private static let choosing = """
    { "layers": [
        { "name": "panel", "layers": [
            { "name": "field", "layers": [
                { "name": "question", "kind": "text", "string": "?" },
                { "name": "answer", "kind": "text", "string": "?" } ] },
            { "name": "list", "size": [80, 60], "backgroundColor": "#00FF00", "layers": [
                { "name": "mark 1", "frame": [0, 10, 80, 18] },
                { "name": "row 1", "kind": "text", "string": "?", "frame": [0, 10, 80, 18] },
                { "name": "mark 2", "frame": [0, 30, 80, 18] },
                { "name": "row 2", "kind": "text", "string": "?", "frame": [0, 30, 80, 18] } ] } ] } ],
      "controls": {
        "ask": { "kind": "prompt", "panel": "panel", "message": "question", "entry": "answer",
          "field": "field", "list": "list", "choices": ["row 1", "row 2"],
          "chosen": ["mark 1", "mark 2"] } } }
    """

  /// The rows that the layers of a prompt with a list show, `>` before the selected one, and true
  /// if the field is there.
  private static func list(of player: SteppedStage) throws -> (rows: [String], hasField: Bool) {
    func layer(_ path: String) throws -> Layer {
      let layer = try player.stage.layer(at: path)
      return layer.presentation() ?? layer
    }
    let rows = try (1...2).map { row in
      (try layer("panel/list/mark \(row)").isHidden ? "" : ">")
        + ((try layer("panel/list/row \(row)") as? TextLayer)?.shownString ?? "-")
    }
    return (rows, try !layer("panel/field").isHidden)
  }

  @Test func `answers to choose from are rows of a list that marks the chosen one`() throws {
    let player = try SteppedStage(Self.choosing)
    var time = 0.0
    func show(_ entry: PromptState.Entry) throws -> (rows: [String], hasField: Bool) {
      player.stage.show(prompt: PromptState(message: "Start", entry: entry))
      // The list's height changes softly.
      player.run(from: time, to: time + 1)
      time += 1
      return try Self.list(of: player)
    }
    let three = ["Disk", "Net\u{1B}[31mwork", "Memory"]
    #expect(try show(.choices(three, chosen: 0)) == ([">1  Disk", "2  Network"], false))
    #expect(try show(.choices(three, chosen: 1)) == (["1  Disk", ">2  Network"], false))
    #expect(try show(.choices(three, chosen: 2)) == (["2  Network", ">3  Memory"], false))
    let layers = try player.stage.layers(below: nil, depth: nil)
    let high = layers.first { $0.path == "panel/list" }?.frame.size.height
    #expect(high == 60)
    #expect(try show(.choices(["Yes"], chosen: 0)) == ([">Yes", ""], false))
    let low = try player.stage.layers(below: nil, depth: nil).first { $0.path == "panel/list" }
    #expect(low?.frame.size.height == 40)
    #expect(try show(.text("x")).hasField)
    // At another size the list is the same, once its height has changed softly.
    player.stage.show(prompt: PromptState(message: "Start", entry: .choices(["Yes"], chosen: 0)))
    player.stage.resize(to: PixelSize(width: 300, height: 200), scale: 1)
    for seconds in 1...2 { _ = player.stage.advance(to: time + Double(seconds)) }
    let resized = try player.stage.layers(below: nil, depth: nil).first { $0.path == "panel/list" }
    #expect(resized?.frame.size.height == 40)
    #expect(try Self.list(of: player) == ([">Yes", ""], false))
  }

  @Test(arguments: [choosing, plain])
  func `lists of layers do not reveal the answer about to be chosen`(_ scene: String) throws {
    let player = try SteppedStage(scene)
    var lists: [[LayerInfo]] = []
    for chosen in 0..<2 {
      let entry = PromptState.Entry.choices(["Disk", "Network"], chosen: chosen)
      player.stage.show(prompt: PromptState(message: "Start", entry: entry))
      // While a mark fades, and afterwards.
      for time in 0..<8 {
        player.run(from: Double(chosen * 8 + time) / 4, to: Double(chosen * 8 + time + 1) / 4)
        let infos = try player.stage.layers(below: nil, depth: nil)
        #expect(!infos.contains { ($0.text ?? "").contains("Disk") })
        lists.append(infos.filter { $0.path.contains("list") })
      }
    }
    #expect(!lists[7].isEmpty && lists[8...].allSatisfy { $0 == lists[7] })
  }

  @Test func `the default prompt shows every kind of question`() throws {
    let player = try SteppedStage(Self.plain)
    var time = 0.0
    var pictures: [[UInt8]] = []
    let many = (1...12).map { "Answer \($0)" }
    for entry: PromptState.Entry in [
      .text("x"), .bullets(1), .hidden, .choices(many, chosen: 0), .choices(many, chosen: 1),
      .choices(many, chosen: 11), .choices(["Yes", "No"], chosen: 0),
    ] {
      player.stage.show(prompt: PromptState(message: "Question", entry: entry))
      player.run(from: time, to: time + 2)
      time += 2
      #expect(!pictures.contains(player.pixels), "\(entry)")
      pictures.append(player.pixels)
    }
  }

  @Test func `a question outlives a change of the size and of the scene`() throws {
    let player = try SteppedStage(Self.plain)
    player.run(from: 0, to: 1)
    let state = PromptState(message: "Unlock", entry: .bullets(3))
    player.stage.show(prompt: state)
    player.run(from: 1, to: 2)
    player.stage.resize(to: PixelSize(width: 300, height: 200), scale: 1)
    #expect(player.stage.shownPrompt == state)
    for carries in [false, true] {
      player.stage.replaceScene(
        try SceneLoader.load(bytes: Array(Self.own.utf8), name: "own", directory: nil),
        migrating: carries)
      #expect(player.stage.shownPrompt == state)
      player.stage.replaceScene(
        try SceneLoader.load(bytes: Array(Self.plain.utf8), name: "plain", directory: nil),
        migrating: carries)
      #expect(player.stage.shownPrompt == state)
    }
  }

  @Test func `a prompt lacks no layer, and there is one in a scene`() {
    for (controls, message) in [
      (#""a": { "kind": "prompt", "message": "question", "entry": "answer" }"#, "panel"),
      (#""a": { "kind": "prompt", "panel": "panel", "entry": "answer" }"#, "message"),
      (
        #""a": { "kind": "prompt", "panel": "panel", "message": "panel", "entry": "answer" }"#,
        "only a text layer"
      ),
      (
        #""a": { "kind": "prompt", "panel": "panel", "message": "question", "entry": "answer" }, "#
          + #""b": { "kind": "prompt", "panel": "panel", "message": "question", "entry": "answer" }"#,
        "second prompt"
      ),
      (
        #""a": { "kind": "prompt", "panel": "panel", "message": "question", "entry": "answer", "#
          + #""bullet": "" }"#, "bullet"
      ),
      (
        #""a": { "kind": "prompt", "panel": "panel", "message": "question", "entry": "answer", "#
          + #""list": "panel", "choices": ["question", "answer"], "chosen": ["panel"] }"#,
        "one for each row"
      ),
      (
        #""a": { "kind": "prompt", "panel": "panel", "message": "question", "entry": "answer", "#
          + #""list": "panel", "choices": ["question"] }"#, "chosen"
      ),
    ] {
      let text = """
        { "layers": [ { "name": "panel", "layers": [
            { "name": "question", "kind": "text", "string": "" },
            { "name": "answer", "kind": "text", "string": "" } ] } ],
          "controls": { \(controls) } }
        """
      do throws(SceneError) {
        _ = try SceneLoader.load(bytes: Array(text.utf8), name: "test.jsonc", directory: nil)
        #expect(Bool(false), "\(controls) loads")
      } catch {
        #expect(error.rendered.contains(message), "\(error.rendered)")
      }
    }
  }
}
