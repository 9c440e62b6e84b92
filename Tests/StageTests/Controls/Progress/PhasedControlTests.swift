import Animation
import Geometry
import Testing

@testable import Stage

/// Progress in phases, smoothed and watched for a stall, through a control of a scene.
@Suite struct PhasedControlTests {
  private static func scene(_ keys: String) -> String {
    """
    { "layers": [ { "kind": "progress", "name": "ring", "style": "circle" } ],
      "controls": { "job": { "kind": "progress", "drives": ["ring"], \(keys) } } }
    """
  }

  private static let phases = """
    "phases": [
      { "name": "download", "weight": 3, "label": "Downloading" },
      { "name": "unpack", "label": "Unpacking" } ]
    """

  private func info(_ player: SteppedStage) throws -> ControlInfo {
    try #require(player.stage.controls.first)
  }

  @Test func `a value is a part of its phase and all before it counts as done`() throws {
    let player = try SteppedStage(Self.scene(Self.phases))
    #expect(try player.stage.setProgress("job", to: 0.5, phase: "download").value == 0.375)
    #expect(try info(player).phase == "download")
    #expect(try player.stage.setProgress("job", to: 0, phase: "unpack").value == 0.75)
    #expect(try info(player).phase == "unpack")
    #expect(try info(player).phases == ["download", "unpack"])
    #expect(try info(player).description == "Unpacking, 75%")
    #expect(try player.stage.setProgress("job", to: 1, phase: "unpack").value == 1)
    #expect(try info(player).description == "100%")
  }

  @Test func `an earlier phase and a smaller part are refused unless they are allowed`() throws {
    let player = try SteppedStage(Self.scene(Self.phases))
    _ = try player.stage.setProgress("job", to: 0.5, phase: "unpack")
    let refused = try player.stage.setProgress("job", to: 1, phase: "download")
    #expect(!refused.isApplied && refused.value == 0.875)
    #expect(try info(player).phase == "unpack")
    let allowed = try player.stage.setProgress(
      "job", to: 1, phase: "download", allowDecrease: true)
    #expect(allowed.isApplied && allowed.value == 0.75)
    #expect(try info(player).phase == "download")
  }

  @Test func `an unknown phase is refused, and the error lists the phases`() throws {
    let player = try SteppedStage(Self.scene(Self.phases))
    let error = #expect(throws: ControlError.self) {
      try player.stage.setProgress("job", to: 0.5, phase: "unpak")
    }
    guard case .invalidValue("phase", let reason)? = error else {
      Issue.record("another error")
      return
    }
    #expect(reason.contains("download, unpack"))
  }

  @Test func `a change of the phase at an equal value is reported once`() throws {
    let player = try SteppedStage(Self.scene(Self.phases))
    _ = player.stage.takeEvents()
    _ = try player.stage.setProgress("job", to: 1, phase: "download")
    player.run(from: 0, to: 0.1)
    _ = try player.stage.setProgress("job", to: 0, phase: "unpack")
    player.run(from: 0.1, to: 0.2)
    _ = try player.stage.setProgress("job", to: 0, phase: "unpack")
    player.run(from: 0.2, to: 0.3)
    let phases = player.stage.takeEvents().compactMap { event -> String? in
      if case .progressChanged(_, _, _, let phase, _) = event { phase } else { nil }
    }
    #expect(phases == ["download", "unpack"])
  }

  /// A ring for each phase, and a bar for the second.
  private static func steps(_ keys: String) -> String {
    """
    { "layers": [
        { "kind": "progress", "name": "first" }, { "kind": "progress", "name": "second" },
        { "kind": "text", "name": "words", "string": "{percent} {phase}" }, { "name": "mark" } ],
      "controls": { "job": { "kind": "progress", "duration": 0,
        "phases": [
          { "name": "download", "weight": 3, "label": "Downloading" },
          { "name": "unpack", "label": "Unpacking" } ],
        "drives": [
          { "layer": "first", "phase": "download" }, { "layer": "second", "phase": "unpack" },
          { "layer": "words", "phase": "unpack" },
          { "layer": "mark", "key": "opacity", "values": [0.5, 1, 0], "phase": "unpack" } ],
        \(keys) } } }
    """
  }

  @Test func `the layer that a phase drives stands still outside that phase`() throws {
    let player = try SteppedStage(Self.steps(""))
    func values() throws -> [Double?] {
      try ["first", "second"].map { try player.presented($0) }
        + [player.stage.layers(below: "mark", depth: 0).first?.opacity]
    }
    #expect(try values() == [0, 0, 0.5])
    _ = try player.stage.setProgress("job", to: 0.5, phase: "download")
    player.run(from: 0, to: 0.1)
    #expect(try values() == [0.5, 0, 0.5])
    _ = try player.stage.setProgress("job", to: 1, phase: "download")
    player.run(from: 0.1, to: 0.2)
    #expect(try values() == [1, 0, 0.5])
    _ = try player.stage.setProgress("job", to: 0.5, phase: "unpack")
    player.run(from: 0.2, to: 0.3)
    #expect(try values() == [1, 0.5, 1])
    _ = try player.stage.setProgress("job", to: 1)
    player.run(from: 0.3, to: 0.4)
    #expect(try values() == [1, 1, 0])
  }

  @Test func `a change over several phases goes through one after the other`() throws {
    let player = try SteppedStage(Self.steps(""))
    func values(at time: Double, _ last: Double) throws -> [Double] {
      player.run(from: last, to: time)
      let first = try #require(try player.presented("first"))
      let second = try #require(try player.presented("second"))
      let mark = try #require(try player.stage.layers(below: "mark", depth: 0).first)
      let shown: [Double] = [first, second, mark.opacity]
      return shown.map { ($0 * 1000).rounded() / 1000 }
    }
    _ = try player.stage.setProgress("job", to: 1, duration: 1, timing: .linear)
    player.show(at: 0)
    #expect(try values(at: 0.375, 0) == [0.5, 0, 0.5])
    #expect(try values(at: 0.75, 0.375) == [1, 0, 0.5])
    #expect(try values(at: 0.875, 0.75) == [1, 0.5, 1])
    // And back, from the middle of the way.
    _ = try player.stage.setProgress(
      "job", to: 0, duration: 0.875, timing: .linear, allowDecrease: true)
    player.show(at: 0.875)
    #expect(try values(at: 1, 0.875) == [1, 0, 0.5])
    #expect(try values(at: 1.375, 1) == [0.5, 0, 0.5])
    #expect(try values(at: 2, 1.375) == [0, 0, 0.5])
  }

  @Test func `several values of a drive are shown on the way`() throws {
    let player = try SteppedStage(
      """
      { "layers": [ { "name": "tick" }, { "kind": "progress", "name": "ring" } ],
        "controls": { "job": { "kind": "progress",
          "drives": [ "ring", { "layer": "tick", "key": "opacity", "values": [0, 0, 0, 0, 1] } ] } } }
      """)
    _ = try player.stage.setProgress("job", to: 1, duration: 1, timing: .linear)
    player.show(at: 0)
    for (time, opacity) in [(0.5, 0.0), (0.75, 0), (0.875, 0.5), (1, 1)] {
      player.show(at: time)
      let shown = try #require(player.stage.layers(below: "tick", depth: 0).first).opacity
      #expect(abs(shown - opacity) < 1e-9, "\(time)")
    }
  }

  /// A layer that is visible only in the middle of a progress.
  private static let hill = """
    { "layers": [ { "name": "hint" } ],
      "controls": { "job": { "kind": "progress", "duration": 1,
        "drives": [ { "layer": "hint", "key": "opacity", "values": [0, 1, 0] } ] } } }
    """

  private func opacity(_ player: SteppedStage, at time: Double) throws -> Double {
    player.show(at: time)
    return try #require(player.stage.layers(below: "hint", depth: 0).first).opacity
  }

  @Test func `a value that a drive has twice is left at the side where it is`() throws {
    let player = try SteppedStage(Self.hill)
    _ = try player.stage.setProgress("job", to: 0.75)
    player.run(from: 0, to: 2)
    var last = try opacity(player, at: 2)
    #expect(abs(last - 0.5) < 1e-9)
    _ = try player.stage.setProgress("job", to: 0.8)
    for frame in 0...60 {
      let shown = try opacity(player, at: 2 + Double(frame) / 60)
      #expect(shown <= last + 1e-9, "frame \(frame)")
      last = shown
    }
    #expect(abs(last - 0.4) < 1e-9)
  }

  @Test func `a change between equal ends of a drive passes the values between, also back`() throws
  {
    let player = try SteppedStage(Self.hill)
    _ = try player.stage.setProgress("job", to: 1, duration: 1, timing: .linear)
    player.show(at: 0)
    #expect(abs(try opacity(player, at: 0.5) - 1) < 1e-9)
    #expect(abs(try opacity(player, at: 1.2)) < 1e-9)
    _ = try player.stage.setProgress(
      "job", to: 0, duration: 1, timing: .linear, allowDecrease: true)
    player.show(at: 1.2)
    #expect(abs(try opacity(player, at: 1.7) - 1) < 1e-9)
    // A change during the motion begins at the nearer of the two progress values that show this
    // opacity.
    #expect(abs(try opacity(player, at: 1.95) - 0.5) < 1e-9)
    _ = try player.stage.setProgress("job", to: 0.5, duration: 1, timing: .linear)
    player.show(at: 1.95)
    #expect(abs(try opacity(player, at: 2.45) - 0.75) < 1e-9)
  }

  @Test func `a change on the way over the top begins at the side where the layer is`() throws {
    let player = try SteppedStage(Self.hill)
    func begin() throws {
      _ = try player.stage.setProgress("job", to: 0.9, duration: 0.9, timing: .linear)
      player.show(at: 0)
      #expect(abs(try opacity(player, at: 0.2) - 0.4) < 1e-9)
    }
    try begin()
    _ = try player.stage.setProgress("job", to: 1, duration: 0.8, timing: .linear)
    player.show(at: 0.2)
    #expect(abs(try opacity(player, at: 0.4) - 0.8) < 1e-9, "over the top, and not down from here")
    #expect(abs(try opacity(player, at: 0.5) - 1) < 1e-9)
    #expect(abs(try opacity(player, at: 0.75) - 0.5) < 1e-9)
    // The next motion ends at the other value that shows the same opacity.
    _ = try player.stage.setProgress("job", to: 0.25, duration: 1, allowDecrease: true)
    player.run(from: 0.75, to: 2)
    _ = try player.stage.setProgress("job", to: 0.75, duration: 1, timing: .linear)
    player.show(at: 2)
    #expect(abs(try opacity(player, at: 2) - 0.5) < 1e-9)
    #expect(abs(try opacity(player, at: 2.5) - 1) < 1e-9)
  }

  @Test func `equal values that differ on another output belong to their own places`() throws {
    let player = try SteppedStage(
      """
      { "layers": [ { "name": "dot", "size": [10, 10] } ],
        "controls": { "job": { "kind": "progress", "value": 0.6,
          "drives": { "layer": "dot", "key": "position.x", "values": [100, 0, "50%"] } } } }
      """, size: PixelSize(width: 200, height: 100))
    func place(at time: Double) throws -> Double {
      _ = player.stage.advance(to: time)
      return try #require(player.stage.layers(below: "dot", depth: 0).first).frame.midX
    }
    #expect(abs(try place(at: 0) - 20) < 1e-9)
    _ = try player.stage.setProgress("job", to: 1, duration: 1, timing: .linear)
    #expect(abs(try place(at: 0) - 20) < 1e-9)
    #expect(abs(try place(at: 0.5) - 60) < 1e-9)
    player.stage.resize(to: PixelSize(width: 400, height: 100), scale: 1)
    #expect(abs(try place(at: 0.5) - 120) < 1e-9)
    #expect(abs(try place(at: 1) - 200) < 1e-9)
  }

  @Test func `a drive with distinct values decides before one with equal values`() throws {
    let player = try SteppedStage(
      """
      { "layers": [ { "name": "hint" }, { "kind": "progress", "name": "ring" } ],
        "controls": { "job": { "kind": "progress", "drives": [
          { "layer": "hint", "key": "opacity", "values": [0, 1, 0] }, "ring" ] } } }
      """)
    _ = try player.stage.setProgress("job", to: 1, duration: 1, timing: .linear)
    player.run(from: 0, to: 0.25)
    _ = try player.stage.setProgress(
      "job", to: 0.75, duration: 1, timing: .linear, allowDecrease: true)
    player.show(at: 0.25)
    #expect(abs(try opacity(player, at: 0.75) - 1) < 1e-9)
    #expect(abs(try #require(try player.presented("ring")) - 0.5) < 1e-9)
  }

  @Test func `only what the present phase drives is indeterminate`() throws {
    let player = try SteppedStage(Self.steps("\"indeterminate\": true"))
    func unknown() throws -> [Bool?] {
      try ["first", "second"].map {
        try player.stage.layers(below: $0, depth: 0).first?.isIndeterminate
      }
    }
    #expect(try unknown() == [true, false])
    _ = try player.stage.setProgress("job", to: 0, phase: "unpack")
    player.run(from: 0, to: 0.1)
    #expect(try unknown() == [false, false])
    try player.stage.setIndeterminate("job", true)
    player.run(from: 0.1, to: 0.2)
    #expect(try unknown() == [false, true])
  }

  @Test func `a smooth control goes on between two values and rests`() throws {
    let player = try SteppedStage(Self.scene("\"smooth\": true"))
    var last = 0.0
    var greatestStep = 0.0
    for second in 0..<8 {
      _ = try player.stage.setProgress("job", to: Double(second) / 10)
      for frame in 1...60 {
        player.show(at: Double(second) + Double(frame) / 60)
        let shown = try #require(try player.presented("ring"))
        #expect(shown >= last)
        if second > 3 { greatestStep = max(greatestStep, shown - last) }
        last = shown
      }
    }
    // In a second the progress moves by a tenth, about a six hundredth in each frame. If an
    // animation led to each value, it would stand still for most of the time.
    #expect(greatestStep > 0.0008 && greatestStep < 0.005)
    #expect(player.stage.isAnimating)
    player.run(from: 8, to: 20)
    #expect(!player.stage.isAnimating)
    #expect(player.stage.nextChange == nil)
    #expect(!player.stage.needsFrame)
  }

  @Test func `only the end shows a complete progress`() throws {
    let player = try SteppedStage(Self.scene("\"smooth\": true"))
    for step in 0...20 {
      _ = try player.stage.setProgress("job", to: min(Double(step) / 10, 0.999_999_9))
      player.run(from: Double(step) / 2, to: Double(step + 1) / 2)
      #expect(try #require(try player.presented("ring")) < 1)
    }
    _ = try player.stage.setProgress("job", to: 1)
    player.run(from: 10.5, to: 13)
    #expect(try player.presented("ring") == 1)
  }

  @Test func `a silent job becomes indeterminate after its time, and comes back`() throws {
    let player = try SteppedStage(Self.scene("\"stallAfter\": 2"))
    _ = try player.stage.setProgress("job", to: 0.5, duration: 0)
    player.show(at: 1)
    let stall = try #require(player.stage.nextChange)
    player.show(at: stall - 0.001)
    #expect(try info(player).isIndeterminate == false)
    _ = player.stage.takeEvents()
    player.show(at: stall)
    #expect(try info(player).isIndeterminate == true)
    #expect(try player.stage.layers(below: "ring").first?.isIndeterminate == true)
    #expect(
      player.stage.takeEvents()
        == [
          .progressChanged(control: "job", value: 0.5, isIndeterminate: true),
          .accessibilityChanged(control: "job", text: "in progress"),
        ])
    _ = try player.stage.setProgress("job", to: 0.5)
    player.show(at: stall + 1)
    #expect(try info(player).isIndeterminate == false)
    #expect(try player.stage.layers(below: "ring").first?.isIndeterminate == false)
  }

  @Test func `the end does not stall`() throws {
    let player = try SteppedStage(Self.scene("\"stallAfter\": 2"))
    _ = try player.stage.setProgress("job", to: 1, duration: 0)
    player.show(at: 1)
    #expect(player.stage.nextChange == nil)
    player.show(at: 100)
    #expect(try info(player).isIndeterminate == false)
  }

  @Test func `the time left is shown once there are enough reports`() throws {
    let player = try SteppedStage(Self.scene(Self.phases))
    for second in 0...10 {
      player.show(at: Double(second))
      _ = try player.stage.setProgress("job", to: Double(second) / 100)
    }
    player.show(at: 11)
    let remaining = try #require(try info(player).remaining)
    #expect(abs(remaining - 90) < 3)
    #expect(try info(player).description == "Downloading, 10%, about 2 minutes left")
  }

  @Test func `smooth progress stands still during a pause and continues without a jump`()
    throws
  {
    let player = try SteppedStage(Self.scene("\"smooth\": true"))
    for second in 0...4 {
      _ = try player.stage.setProgress("job", to: Double(second) / 10)
      player.run(from: Double(second), to: Double(second + 1))
    }
    _ = try player.stage.setProgress("job", to: 0.6)
    player.run(from: 5, to: 5.1)
    try player.stage.pause()
    player.show(at: 5.1)
    let shown = try #require(try player.presented("ring"))
    #expect(player.stage.nextChange == nil)
    player.run(from: 5.1, to: 9)
    #expect(try player.presented("ring") == shown)
    try player.stage.resume()
    player.show(at: 9.016)
    #expect(abs(try #require(try player.presented("ring")) - shown) < 0.01)
    player.run(from: 9.016, to: 12)
    #expect(abs(try #require(try player.presented("ring")) - 0.6) < 1e-9)
  }
}
