import Foundation
import Geometry
import Scene
@testable import Stage
import Testing

/// Messages and labels: what text layers show of their controls.
@Suite struct TextControlTests {
  private static let scene = """
    { "layers": [
        { "kind": "progress", "name": "ring", "style": "circle", "frame": [0, 0, 100, 100] },
        { "kind": "progress", "name": "bar", "style": "line", "frame": [0, 110, 100, 10] },
        { "kind": "text", "name": "label", "string": "{percent}", "alignment": "center",
          "fontSize": 20, "frame": [0, 40, 100, 24], "label": "done" },
        { "kind": "text", "name": "job", "string": "{phase}, {remaining}",
          "frame": [0, 130, 200, 20], "fontSize": 12 },
        { "kind": "text", "name": "first", "string": "Welcome", "frame": [0, 150, 200, 20],
          "fontSize": 12 },
        { "name": "box", "layers": [
          { "kind": "text", "name": "second", "string": "unused", "frame": [0, 170, 200, 20],
            "fontSize": 12, "transition": { "type": "fade", "duration": 0.5 } } ] }
      ],
      "controls": {
        "install": { "kind": "progress", "drives": ["ring", "bar", "label", "job"],
          "phases": [{ "name": "get", "weight": 1, "label": "Getting" }, { "name": "put", "weight": 1 }],
          "allowDecrease": true, "stallAfter": 100 },
        "note": { "kind": "text", "drives": ["first", "box/second"] },
        "other": { "kind": "text", "text": "alone" } } }
    """

  private func text(_ layer: String, _ player: SteppedStage) throws -> String? {
    try player.stage.layers(below: layer, depth: 0).first?.text
  }

  @Test func `P9 one request drives a ring, a line and a label`() throws {
    let player = try SteppedStage(Self.scene)
    #expect(try text("label", player) == "0%")
    _ = try player.stage.setProgress("install", to: 0.33)
    var seen: Set<String> = []
    for frame in 1...30 {
      player.show(at: Double(frame) / 60)
      let ring = try #require(try player.presented("ring"))
      #expect(try player.presented("bar") == ring)
      let label = try #require(try text("label", player))
      // A hair below a whole percent counts as that.
      #expect(label == "\(Int((ring * 100 + 1e-9).rounded(.down)))%")
      seen.insert(label)
      #expect(player.pixels == player.redrawn(), "frame \(frame)")
    }
    #expect(try text("label", player) == "33%")
    #expect(seen.count > 10)
  }

  @Test func `a label is centred`() throws {
    let player = try SteppedStage(
      """
      { "layers": [ { "kind": "text", "string": "{percent}", "progress": 0.33, "fontSize": 40,
          "alignment": "center", "verticalAlignment": "center" } ] }
      """)
    let pixels = player.pixels
    let lit = (0..<200 * 200).filter { pixels[$0 * 4] > 100 }
    let left = try #require(lit.map { $0 % 200 }.min())
    let right = try #require(lit.map { $0 % 200 }.max())
    let top = try #require(lit.first).quotientAndRemainder(dividingBy: 200).quotient
    let bottom = try #require(lit.last).quotientAndRemainder(dividingBy: 200).quotient
    #expect(abs(left + right - 199) <= 4)
    #expect(abs(top + bottom - 199) <= 8)
  }

  @Test func `texts show the phase and the time left`() throws {
    let player = try SteppedStage(Self.scene)
    #expect(try text("job", player) == "Getting, …")
    for second in 1...20 {
      _ = try player.stage.setProgress("install", to: Double(second) / 100)
      player.show(at: Double(second))
    }
    let job = try #require(try text("job", player))
    #expect(job.hasPrefix("Getting, 1:"), "\(job)")
    _ = try player.stage.setProgress("install", to: 0, phase: "put")
    player.run(from: 21, to: 22)
    #expect(try text("job", player)?.hasPrefix("put, ") == true)
    try player.stage.setIndeterminate("install", true)
    player.show(at: 23)
    #expect(try text("job", player) == "put, …")
    #expect(try text("label", player) == "…")
  }

  @Test func `the time left disappears without further values, and at the end`() throws {
    let player = try SteppedStage(Self.scene)
    for second in 1...20 {
      _ = try player.stage.setProgress("install", to: Double(second) / 100)
      player.show(at: Double(second))
    }
    player.run(from: 20, to: 22)
    #expect(try text("job", player)?.hasPrefix("Getting, 1:") == true)
    // The daemon wakes for it.
    let silence = try #require(player.stage.nextChange)
    #expect(abs(silence - 29) < 0.02)
    player.show(at: silence)
    #expect(try text("job", player) == "Getting, …")
    #expect(try abs(#require(player.stage.nextChange) - 120) < 0.02)
    _ = try player.stage.setProgress("install", to: 0.21)
    player.show(at: silence + 1)
    #expect(try text("job", player) != "Getting, …")
    _ = try player.stage.setProgress("install", to: 1, duration: 0)
    player.show(at: silence + 2)
    #expect(try text("job", player) == "put")
  }

  @Test func `no words are left of a text whose time is over`() throws {
    let player = try SteppedStage(
      """
      { "layers": [
          { "kind": "text", "name": "left", "string": "{phase}, {timeLeft}", "unknown": "Soon",
            "frame": [0, 0, 200, 40], "fontSize": 20 } ],
        "controls": { "job": { "kind": "progress", "drives": "left", "duration": 1,
          "phases": ["get", "put"] } } }
      """)
    player.show(at: 0)
    #expect(player.pixels.contains { $0 > 100 })
    _ = try player.stage.setProgress("job", to: 1)
    for time in [0.1, 0.5, 2] {
      player.show(at: time)
      #expect(try text("left", player) == "")
      #expect(player.pixels == player.redrawn(), "at \(time) s")
    }
  }

  @Test func `a control reports its first text as it is shown`() throws {
    let player = try SteppedStage(
      """
      { "layers": [
          { "kind": "text", "name": "words", "string": "{phase}: {percent}", "frame": [0, 0, 200, 20] },
          { "kind": "qr", "name": "code", "string": "{phase}", "frame": [0, 50, 99, 99] } ],
        "controls": {
          "job": { "kind": "progress", "drives": "words", "duration": 0,
            "phases": [{ "name": "get", "label": "Getting" }, { "name": "put", "label": "Putting" }] },
          "note": { "kind": "text", "drives": "words" }, "link": { "kind": "text", "drives": "code" } } }
      """)
    func told() -> [String?] {
      player.stage.controls.filter { $0.kind == .text }.map(\.text)
    }
    player.show(at: 0)
    #expect(told() == ["{phase}", "Getting: 0%"] || told() == ["Getting: 0%", "{phase}"])
    _ = try player.stage.setProgress("job", to: 0.75, duration: 0)
    player.show(at: 1)
    #expect(told().contains("Putting: 75%"))
    #expect(player.stage.accessibilityNodes.contains { $0.text == "Putting: 75%" })
    try player.stage.setText("note", to: "{percent}")
    #expect(told().contains("{percent}"))
    player.show(at: 2)
    #expect(told().contains("{percent}"), "a message of a client is literal")
  }

  private static let told = """
    { "strings": { "en": { "get": "Getting", "put": "Putting", "wait": "Wait" },
        "de": { "get": "Holen", "put": "Ablegen", "wait": "Warten" } },
      "layers": [
        { "kind": "text", "name": "words", "string": "{phase}", "frame": [0, 0, 200, 20] },
        { "kind": "text", "name": "under", "string": "@wait", "frame": [0, 30, 200, 20] } ],
      "controls": {
        "job": { "kind": "progress", "drives": "words", "duration": 0,
          "phases": [{ "name": "get", "label": "@get" }, { "name": "put", "label": "@put" }] },
        "note": { "kind": "text", "drives": ["words", "under"] } } }
    """

  @Test func `a message that is equal to the words of a phase stays`() throws {
    let player = try SteppedStage(Self.told)
    player.show(at: 0)
    _ = player.stage.takeEvents()
    try player.stage.setText("note", to: "Getting")
    player.show(at: 1)
    #expect(player.stage.takeEvents().contains(.textChanged(control: "note", text: "Getting")))
    _ = try player.stage.setProgress("job", to: 0.75, duration: 0)
    player.show(at: 2)
    #expect(try text("words", player) == "Getting")
    #expect(try text("under", player) == "Getting")
    try player.stage.setText("note", to: "Getting")
    #expect(!player.stage.takeEvents().contains(.textChanged(control: "note", text: "Getting")))
  }

  @Test func `a message that is taken back leaves the texts of the scene`() throws {
    let player = try SteppedStage(Self.told)
    func note() -> String? { player.stage.controls.first { $0.name == "note" }?.text }
    try player.stage.setText("note", to: "Hold on")
    player.show(at: 0)
    #expect(try text("under", player) == "Hold on")
    _ = player.stage.takeEvents()
    try player.stage.takeBackText("note")
    #expect(note() == "Getting")
    #expect(player.stage.takeEvents().contains(.textChanged(control: "note", text: "Getting")))
    player.show(at: 1)
    #expect(try text("words", player) == "Getting")
    #expect(try text("under", player) == "Wait")
    #expect(player.stage.record.controls.allSatisfy { $0.text == nil })
    #expect(player.pixels == player.redrawn())
    _ = try player.stage.setProgress("job", to: 1, duration: 0)
    player.show(at: 2)
    #expect(try text("words", player) == "Putting")
    #expect(note() == "Putting")
    try player.stage.setLocale("de")
    player.show(at: 3)
    #expect(try text("words", player) == "Ablegen")
    #expect(try text("under", player) == "Warten")
  }

  @Test(arguments: [#""duration": 1"#, #""smooth": true"#])
  func `a text's phase is that of its shown value`(keys: String) throws {
    let player = try SteppedStage(
      """
      { "layers": [
          { "kind": "text", "name": "both", "string": "{percent} {phase}", "frame": [0, 0, 200, 20] } ],
        "controls": { "job": { "kind": "progress", "drives": "both", "allowDecrease": true, \(keys),
          "phases": [{ "name": "get" }, { "name": "put" }, { "name": "end", "weight": 2 }] } } }
      """)
    var seen: Set<String> = []
    func check(from start: Double, to end: Double) throws {
      for frame in Int(start * 60)...Int(end * 60) {
        player.show(at: Double(frame) / 60)
        let words = try #require(try text("both", player)).split(separator: " ")
        let percent = try #require(Int(words[0].dropLast()))
        let phase = percent < 25 ? "get" : percent < 50 ? "put" : "end"
        #expect(words[1] == phase, "frame \(frame): \(words)")
        seen.insert(phase)
        #expect(player.pixels == player.redrawn(), "frame \(frame)")
      }
    }
    player.show(at: 0)
    _ = try player.stage.setProgress("job", to: 0.9)
    try check(from: 0, to: 2)
    #expect(seen == ["get", "put", "end"])
    _ = try player.stage.setProgress("job", to: 0.1)
    try check(from: 2, to: 4)
    #expect(try text("both", player)?.hasSuffix("get") == true)
    // At the end of a phase, the text still shows this phase and not the next one.
    _ = try player.stage.setProgress("job", to: 1, phase: "get")
    player.run(from: 4, to: 6)
    #expect(try text("both", player) == "25% get")
    _ = try player.stage.setProgress("job", to: 0, phase: "put")
    player.run(from: 6, to: 8)
    // A smooth value goes on by itself.
    #expect(try text("both", player)?.hasSuffix(" put") == true)
  }

  @Test func `a text with a scale of its own shows the phases of that scale`() throws {
    let player = try SteppedStage(
      """
      { "layers": [
          { "kind": "text", "name": "up", "string": "{phase}", "frame": [0, 0, 200, 20] },
          { "kind": "text", "name": "down", "string": "{phase}", "frame": [0, 20, 200, 20] } ],
        "controls": { "job": { "kind": "progress", "duration": 1, "timing": "linear",
          "phases": { "get": 1, "put": 1 }, "drives": [
          { "layer": "up", "key": "progress", "from": 0, "to": 0.5 },
          { "layer": "down", "key": "progress", "from": 1, "to": 0 } ] } } }
      """)
    _ = try player.stage.setProgress("job", to: 1)
    player.run(from: 0, to: 0.4)
    #expect(try text("up", player) == "get")
    // A drive that falls shows the phase of the request.
    #expect(try text("down", player) == "put")
    player.run(from: 0.4, to: 0.6)
    #expect(try text("up", player) == "put")
  }

  @Test func `a message is shown by the layers of its control`() throws {
    let player = try SteppedStage(Self.scene)
    #expect(player.stage.controls.map { $0.text } == [nil, "Welcome", "alone"])
    #expect(try text("first", player) == "Welcome")
    let before = player.pixels
    try player.stage.setText("note", to: "Copying files")
    #expect(player.stage.needsFrame)
    player.show(at: 1)
    #expect(try text("first", player) == "Copying files")
    #expect(try text("box/second", player) == "Copying files")
    #expect(player.pixels != before)
    #expect(player.pixels == player.redrawn())
    // A message that is shown already is no change.
    try player.stage.setText("note", to: "Copying files")
    #expect(!player.stage.controls.isEmpty && player.stage.controls[1].text == "Copying files")
    let events = player.stage.takeEvents()
    #expect(events.filter { $0 == .textChanged(control: "note", text: "Copying files") }.count == 1)
  }

  @Test func `a message is shown as it is`() throws {
    let player = try SteppedStage(Self.scene)
    for (message, shown) in [
      ("{percent} of {phase}, {remaining}", "{percent} of {phase}, {remaining}"),
      ("\u{1B}[31mred\u{1B}[0m {percent}", "red {percent}"),
      ("Welcome", "Welcome"),
    ] {
      try player.stage.setText("note", to: message)
      player.show(at: player.stage.time + 1)
      #expect(try text("first", player) == shown)
      #expect(try text("box/second", player) == shown)
      #expect(player.stage.controls[1].text == shown)
    }
    try player.stage.setText("note", to: "{percent}")
    // It stays a message in another size, and in the same scene loaded again.
    player.show(at: player.stage.time + 1)
    player.stage.resize(to: player.stage.size, scale: 2)
    _ = player.stage.advance(to: player.stage.time + 1)
    #expect(try text("first", player) == "{percent}")
    player.stage.replaceScene(player.stage.scene, migrating: true)
    _ = player.stage.advance(to: player.stage.time + 1)
    #expect(try text("first", player) == "{percent}")
    // Placeholders of the scene's text are filled in.
    #expect(try text("label", player) == "0%")
  }

  @Test func `a transition plays when a message changes`() throws {
    let player = try SteppedStage(Self.scene)
    try player.stage.setText("note", to: "Copying files")
    player.show(at: 1)
    #expect(try player.stage.layers(below: "box/second", depth: 0)[0].animations == ["transition"])
    #expect(try player.stage.layers(below: "first", depth: 0)[0].animations == [])
    player.show(at: 1.25)
    let halfWay = player.pixels
    #expect(halfWay == player.redrawn())
    player.run(from: 1.25, to: 1.6)
    #expect(player.pixels != halfWay)
    #expect(!player.stage.isAnimating)
  }

  @Test func `a message stays over a new size and a new edition of the scene`() throws {
    let player = try SteppedStage(Self.scene)
    try player.stage.setText("note", to: "Copying files")
    player.show(at: 1)
    player.stage.resize(to: PixelSize(width: 100, height: 100), scale: 1)
    _ = player.stage.advance(to: 2)
    #expect(try text("first", player) == "Copying files")
    #expect(try player.stage.layers(below: "box/second", depth: 0)[0].animations == [])
    let edited = Self.scene.replacingOccurrences(of: "Welcome", with: "Hello")
    let scene = try SceneLoader.load(bytes: Array(edited.utf8), name: "test", directory: nil)
    player.stage.replaceScene(scene, migrating: true)
    _ = player.stage.advance(to: 3)
    #expect(try text("first", player) == "Copying files")
    player.stage.replaceScene(scene)
    _ = player.stage.advance(to: 4)
    #expect(try text("first", player) == "Hello")
    #expect(player.stage.controls[1].text == "Hello")
  }

  @Test func `a message over the limit is refused and changes nothing`() throws {
    let player = try SteppedStage(Self.scene)
    let longest = String(repeating: "é", count: 2048)
    try player.stage.setText("note", to: longest)
    #expect(
      throws: ControlError.invalidValue(
        field: "text", reason: "at most 4096 bytes are expected, and not 4097")
    ) {
      try player.stage.setText("note", to: longest + "!")
    }
    player.show(at: 1)
    #expect(try text("first", player) == longest)
    #expect(player.pixels == player.redrawn())
  }

  @Test func `a message that many instances show is shorter`() throws {
    let player = try SteppedStage(
      """
      { "layers": [ { "kind": "replicator", "instances": 1000, "layers": [
          { "kind": "text", "name": "t", "string": "a", "fontSize": 1, "size": [100, 20] } ] } ],
        "controls": { "say": { "kind": "text", "drives": "t" } } }
      """)
    try player.stage.setText("say", to: String(repeating: "a", count: 512))
    let error = #expect(throws: ControlError.self) {
      try player.stage.setText("say", to: String(repeating: "a", count: 513))
    }
    #expect(
      error
        == .invalidValue(field: "text", reason: "at most 512 bytes are expected, and not 513"))
  }

  @Test func `a text with its placeholders filled in has a bounded length`() throws {
    let label = String(repeating: "long ", count: 200)
    let player = try SteppedStage(
      """
      { "layers": [ { "kind": "text", "name": "t", "fontSize": 10,
          "string": "\(String(repeating: "{phase}", count: 2_000))" } ],
        "controls": { "job": { "kind": "progress", "drives": "t", "phases": [
          { "name": "a", "label": "\(label)" } ] } } }
      """)
    _ = try player.stage.setProgress("job", to: 0.5, phase: "a")
    player.show(at: 1)
    let count = try #require(try player.stage.layers(below: "t").first?.text?.utf8.count)
    #expect(count > 16_384 && count < 18_000)
  }

  @Test func `a labelled text is accessible by its content`() throws {
    let player = try SteppedStage(Self.scene)
    _ = try player.stage.setProgress("install", to: 0.5, duration: 0)
    player.show(at: 1)
    let node = try #require(
      player.stage.accessibilityNodes.first { $0.subject == .layer("label") })
    #expect(node.role == .text && node.label == "done" && node.text == "50%")
  }

  @Test func `a message from a scene with room for more is cut`() throws {
    let texts = (0..<40).map {
      "{ \"kind\": \"text\", \"name\": \"t\($0)\", \"string\": \"\", \"fontSize\": 60 }"
    }
    let names = (0..<40).map { "\"t\($0)\"" }.joined(separator: ",")
    let controls = "\"controls\": { \"say\": { \"kind\": \"text\", \"drives\": [\(names)] } }"
    let player = try SteppedStage(
      "{ \"layers\": [\(texts.joined(separator: ","))], \(controls) }")
    let long = String(repeating: "é", count: 1000)
    #expect(throws: ControlError.self) { try player.stage.setText("say", to: long) }
    // Another size of the scene has taken it.
    var record = player.stage.record
    record.controls[0].text = long
    player.stage.restore(record)
    player.show(at: 1)
    #expect(try text("t3", player) == String(repeating: "é", count: 128))
    #expect(player.stage.record == record)
  }

  @Test func `a style that a scene declares has a label of its own`() throws {
    let player = try SteppedStage(
      """
      { "progressStyles": { "plain": {
          "layers": [ { "kind": "text", "name": "number", "string": "{percent}", "fontSize": 20,
            "color": "#FFFFFF 50%" } ],
          "drives": "number", "tint": "number" } },
        "layers": [ { "kind": "progress", "name": "meter", "style": "plain", "progress": 0.42,
          "progressColor": "#FF0000" } ],
        "controls": { "p": { "kind": "progress", "drives": "meter", "value": 0.42 } } }
      """)
    #expect(try text("meter/number", player) == "42%")
    _ = try player.stage.setProgress("p", to: 0.5, duration: 0)
    player.show(at: 1)
    #expect(try text("meter/number", player) == "50%")
    // In the tint, with the alpha that the style gives it.
    let pixels = player.pixels
    let brightest = (0..<200 * 200).map { pixels[$0 * 4 + 2] }.max()
    #expect(brightest.map { 120...136 ~= $0 } == true)
    #expect((0..<200 * 200).allSatisfy { pixels[$0 * 4] == 0 })
  }
}
