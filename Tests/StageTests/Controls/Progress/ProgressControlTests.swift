import Animation
import Geometry
@testable import Stage
import Scene
import Testing

/// The rows P1 to P4 and P9 of the progress model, through a control of a scene.
@Suite struct ProgressControlTests {
  private static let ring = """
    { "layers": [ { "kind": "progress", "name": "ring", "style": "circle" } ],
      "controls": { "install": { "kind": "progress", "drives": ["ring"] } } }
    """

  private static let dashboard = """
    {
      "layers": [
        { "kind": "progress", "name": "ring", "style": "circle" },
        { "kind": "progress", "name": "bar", "style": "line" },
        { "kind": "shape", "name": "sweep", "path": { "circle": {} }, "strokeEnd": 0 }
      ],
      "controls": {
        "install": {
          "kind": "progress",
          "drives": ["ring", "bar", { "layer": "sweep", "key": "strokeEnd", "from": 0, "to": 1 }]
        },
        "note": { "kind": "text", "text": "hello" }
      }
    }
    """

  private func isNear(_ a: Double?, _ b: Double) -> Bool { a.map { abs($0 - b) < 1e-4 } ?? false }

  @Test func `P1 a change lasts as many seconds as it is long and eases in and out`() throws {
    let player = try SteppedStage(Self.ring)
    _ = try player.stage.setProgress("install", to: 1)
    player.run(from: 0, to: 0.25)
    #expect(isNear(try player.presented("ring"), 0.129162))
    player.run(from: 0.25, to: 0.5)
    #expect(isNear(try player.presented("ring"), 0.5))
    player.run(from: 0.5, to: 1)
    #expect(try player.presented("ring") == 1)
  }

  @Test func `P1 a change to a third lasts a third of a second`() throws {
    let player = try SteppedStage(Self.ring)
    _ = try player.stage.setProgress(nil, to: 0.33)
    player.run(from: 0, to: 0.165)
    #expect(isNear(try player.presented("ring"), 0.165))
    player.run(from: 0.165, to: 0.32)
    #expect(player.stage.isAnimating)
    player.run(from: 0.32, to: 0.34)
    #expect(!player.stage.isAnimating)
    #expect(try player.presented("ring") == 0.33)
  }

  @Test func `P2 a retarget in flight starts at the presented value`() throws {
    let player = try SteppedStage(Self.ring)
    _ = try player.stage.setProgress("install", to: 1)
    player.run(from: 0, to: 0.5)
    _ = try player.stage.setProgress("install", to: 0.2)
    player.show(at: 0.5)
    #expect(isNear(try player.presented("ring"), 0.5))
    player.run(from: 0.5, to: 0.65)
    #expect(isNear(try player.presented("ring"), 0.35))
    player.run(from: 0.65, to: 0.8)
    #expect(try player.presented("ring") == 0.2)
  }

  @Test func `P3 an instant change is exact in the next frame and draws once`() throws {
    let player = try SteppedStage(Self.ring)
    _ = try player.stage.setProgress("install", to: 1)
    player.run(from: 0, to: 0.25)
    let before = player.redrawCount
    _ = try player.stage.setProgress("install", to: 0.7, duration: 0)
    player.show(at: 0.3)
    #expect(try player.presented("ring") == 0.7)
    player.run(from: 0.3, to: 1)
    #expect(player.redrawCount == before + 1)
    #expect(!player.stage.isAnimating && !player.stage.needsFrame)
  }

  @Test func `P4 the last of five rapid retargets wins`() throws {
    let player = try SteppedStage(Self.ring)
    for (step, target) in [0.9, 0.1, 0.8, 0.3, 0.6].enumerated() {
      _ = try player.stage.setProgress("install", to: target)
      player.show(at: Double(step + 1) * 0.02)
    }
    player.run(from: 0.1, to: 2)
    #expect(try player.presented("ring") == 0.6)
    #expect(player.stage.controls.first?.value == 0.6)
  }

  @Test func `the same value again does not begin the motion anew`() throws {
    let player = try SteppedStage(Self.ring)
    for frame in 0..<30 {
      _ = try player.stage.setProgress("install", to: 1)
      player.show(at: Double(frame) / 60)
    }
    player.show(at: 0.5)
    #expect(isNear(try player.presented("ring"), 0.5))
    _ = try player.stage.setProgress("install", to: 1, duration: 2)
    player.run(from: 0.5, to: 1.5)
    #expect(isNear(try player.presented("ring"), 0.75))
  }

  @Test func `every whole percent is described as itself`() throws {
    let player = try SteppedStage(Self.ring)
    for percent in 0...100 {
      _ = try player.stage.setProgress(nil, to: Double(percent) / 100)
      #expect(player.stage.controls.first?.description == "\(percent)%")
    }
    _ = try player.stage.setProgress(nil, to: 0.9999)
    #expect(player.stage.controls.first?.description == "99%")
  }

  @Test func `a text has other words while the progress is unknown, in each locale`() throws {
    let player = try SteppedStage(
      """
      { "strings": { "en": { "wait": "Preparing" }, "de": { "wait": "Vorbereitung" } },
        "layers": [
          { "kind": "text", "name": "words", "string": [{ "text": "{percent}", "fontSize": 40 }, " done"],
            "unknown": "@wait", "frame": [0, 0, 200, 60] },
          { "kind": "text", "name": "none", "string": "{percent}", "unknown": "", "frame": [0, 100, 200, 60] } ],
        "controls": { "job": { "kind": "progress", "drives": ["words", "none"], "indeterminate": true } } }
      """)
    func texts() throws -> [String?] {
      try ["words", "none"].map { try player.stage.layers(below: $0, depth: 0).first?.text }
    }
    player.show(at: 0)
    #expect(try texts() == ["Preparing", ""])
    _ = try player.stage.setProgress("job", to: 0.5, duration: 0)
    player.show(at: 0.5)
    #expect(try texts() == ["50% done", "50%"])
    #expect(player.pixels == player.redrawn())
    try player.stage.setLocale("de")
    try player.stage.setIndeterminate("job", true)
    player.show(at: 1)
    #expect(try texts() == ["Vorbereitung", ""])
    #expect(player.pixels == player.redrawn())
  }

  @Test func `one control moves several layers alike`() throws {
    let player = try SteppedStage(Self.dashboard)
    _ = try player.stage.setProgress("install", to: 1)
    player.run(from: 0, to: 0.25)
    let ring = try #require(try player.presented("ring"))
    #expect(isNear(ring, 0.129162))
    #expect(try player.presented("bar") == ring)
    #expect(player.pixels == player.redrawn())
    #expect(try player.stage.layers(below: "sweep").first?.animations == ["strokeEnd"])
  }

  @Test func `requests between two frames count as their last`() throws {
    let player = try SteppedStage(Self.ring)
    _ = player.stage.takeEvents()
    for index in 0..<1000 { _ = try player.stage.setProgress(nil, to: Double(index) / 1000) }
    player.run(from: 0, to: 1)
    #expect(try player.presented("ring") == 0.999)
    let changes = player.stage.takeEvents().filter {
      if case .progressChanged = $0 { true } else { false }
    }
    #expect(
      changes == [.progressChanged(control: "install", value: 0.999, isIndeterminate: false)])
  }

  @Test func `a value out of range is clamped, and one that is no number is refused`() throws {
    let player = try SteppedStage(Self.ring)
    #expect(try player.stage.setProgress(nil, to: 1.7) == (.init(isApplied: true, value: 1)))
    #expect(try player.stage.setProgress(nil, to: -0.2) == (.init(isApplied: true, value: 0)))
    #expect(throws: ControlError.self) { try player.stage.setProgress(nil, to: .nan) }
    #expect(throws: ControlError.self) { try player.stage.setProgress(nil, to: 1, duration: -1) }
  }

  @Test func `a decrease is taken only where it is allowed`() throws {
    let player = try SteppedStage(Self.ring)
    _ = try player.stage.setProgress(nil, to: 0.5)
    let refused = try player.stage.setProgress(nil, to: 0.4, allowDecrease: false)
    #expect(refused == .init(isApplied: false, value: 0.5))
    #expect(try player.stage.setProgress(nil, to: 0.4).isApplied)
  }

  @Test func `unknown controls and other kinds are named`() throws {
    let player = try SteppedStage(Self.dashboard)
    #expect(throws: ControlError.noSuchControl("nope")) {
      try player.stage.setProgress("nope", to: 1)
    }
    #expect(throws: ControlError.wrongKind(control: "note", kind: .text)) {
      try player.stage.setProgress("note", to: 1)
    }
    #expect(throws: ControlError.wrongKind(control: "install", kind: .progress)) {
      try player.stage.setText("install", to: "x")
    }
  }

  @Test func `an indeterminate control runs until progress is set`() throws {
    let player = try SteppedStage(Self.ring)
    try player.stage.setIndeterminate(nil, true)
    player.run(from: 0, to: 0.5)
    #expect(player.stage.isAnimating)
    #expect(player.stage.controls.first?.isIndeterminate == true)
    #expect(player.pixels == player.redrawn())
    _ = try player.stage.setProgress(nil, to: 0.4)
    player.run(from: 0.5, to: 1)
    #expect(!player.stage.isAnimating)
    #expect(player.stage.controls.first?.isIndeterminate == false)
    #expect(try player.presented("ring") == 0.4)
  }

  @Test func `a text control keeps its message and reports each change once`() throws {
    let player = try SteppedStage(Self.dashboard)
    _ = player.stage.takeEvents()
    try player.stage.setText("note", to: "Copying files")
    try player.stage.setText("note", to: "Copying files")
    #expect(
      player.stage.takeEvents() == [
        .textChanged(control: "note", text: "Copying files"),
        .accessibilityChanged(control: "note", text: "Copying files"),
      ])
    #expect(player.stage.controls.last?.text == "Copying files")
  }
}
