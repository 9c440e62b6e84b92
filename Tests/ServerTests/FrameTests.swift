import Foundation
import JSON
import Output
import Stage
import System
import Testing
import Wire

@testable import Server

@Suite struct FrameTests {
  @Test func `an idle daemon arms no timer and draws nothing`() throws {
    let harness = try Harness(isStepped: false, text: Harness.scene)
    #expect(harness.shows.frameCount == 1)
    try harness.settle()
    harness.clock.now += 60_000_000
    try harness.settle()
    #expect(harness.daemon.armedDeadline == nil)
    #expect(harness.shows.frameCount == 1)
  }

  @Test func `a request arms the timer for one frame, and then it is idle again`() throws {
    let harness = try Harness(isStepped: false, text: Harness.scene)
    let peer = try harness.connect()
    harness.clock.now += 5_000_000
    _ = try peer.call(.setProgress, ["value": 0.5, "durationUSec": 0])
    let deadline = try #require(harness.daemon.armedDeadline)
    #expect(deadline > harness.clock.now && deadline <= harness.clock.now + 16_667)
    #expect(harness.shows.frameCount == 1)
    harness.clock.now = deadline
    try harness.settle()
    #expect(harness.shows.frameCount == 2)
    #expect(harness.daemon.armedDeadline == nil)
  }

  @Test func `the last of many values before a frame wins, and there is one frame`() throws {
    let harness = try Harness(isStepped: false, text: Harness.scene)
    let peer = try harness.connect()
    var storm: [UInt8] = []
    for step in 0...5000 {
      storm += DisplayInterface.Method.setProgress.call(
        ["value": .number(Double(step) / 10_000), "durationUSec": 0], mode: .oneway
      ).encoded()
    }
    try peer.send(storm)
    harness.clock.now += 16_667
    try harness.settle()
    #expect(harness.shows.frameCount == 2)
    #expect(harness.shows.lateFrameCount == 0)
    #expect(harness.shows.stage.controls[0].value == 0.5)
  }

  @Test func `a due frame does not wait for a storm`() throws {
    var limits = Limits()
    limits.callsPerTurn = 8
    let harness = try Harness(isStepped: false, limits: limits, text: Harness.scene)
    let (mine, theirs) = try UnixStream.pair()
    let stream = UnixStream(owning: FileDescriptor(owning: mine))
    harness.daemon.clients.add(UnixStream(owning: FileDescriptor(owning: theirs)))
    for step in 1...100 {
      _ = try stream.send(
        DisplayInterface.Method.setProgress.call(
          ["value": .number(Double(step) / 100), "durationUSec": 0], mode: .oneway
        ).encoded().span)
    }
    try harness.daemon.turn(milliseconds: 0)
    #expect(harness.shows.stage.controls[0].value == 0.08)
    harness.clock.now += 16_667
    try harness.daemon.turn(milliseconds: 0)
    #expect(harness.shows.frameCount == 2)
    #expect(harness.shows.stage.controls[0].value == 0.16)
  }

  @Test func `an animation draws a frame an interval and then rests`() throws {
    let harness = try Harness(isStepped: false, text: Harness.scene)
    let peer = try harness.connect()
    _ = try peer.call(.setProgress, ["value": 1, "durationUSec": 500_000, "timing": "linear"])
    for _ in 0..<60 {
      harness.clock.now += 16_667
      try harness.daemon.turn(milliseconds: 0)
    }
    #expect((29...33).contains(harness.shows.frameCount))
    #expect(harness.shows.lateFrameCount == 0)
    #expect(harness.daemon.armedDeadline == nil)
  }

  @Test(arguments: ["1e-9", "1e-15", "1e-300", "5e-324"])
  func `an animation in the far future arms no timer`(speed: String) throws {
    let harness = try Harness(
      isStepped: false,
      text: """
        {"layers": [{"kind": "layer", "name": "box", "size": [10, 10], "animations": [
          {"key": "opacity", "from": 0, "to": 1, "duration": 1, "timeOffset": -86400,
            "speed": \(speed)}]}]}
        """)
    try harness.settle()
    // Subscribers get the start of the animation with the next turn.
    harness.clock.now += 16_667
    try harness.settle()
    #expect(harness.shows.deadline(now: harness.clock.now) == nil)
    #expect(harness.shows.frameCount == 1)
  }

  @Test func `a frame whose time has passed is counted as late`() throws {
    let harness = try Harness(isStepped: false, text: Harness.scene)
    let peer = try harness.connect()
    _ = try peer.call(.setProgress, ["value": 1, "durationUSec": 500_000])
    harness.clock.now += 100_000
    try harness.settle()
    #expect(harness.shows.lateFrameCount == 5)
  }

  @Test func `a failing output is an event, and the daemon lives on`() throws {
    let directory = "/tmp/firstlight-server-tests-\(ProcessEnvironment.processIdentifier)"
    let harness = try Harness(text: Harness.scene, output: .png(directory: directory))
    let subscriber = try harness.connect()
    try subscriber.send(DisplayInterface.Method.subscribe.call(mode: .more))
    _ = try subscriber.replies()
    try FileManager.default.removeItem(atPath: directory)
    let peer = try harness.connect()
    for value in [0.25, 0.5] {
      _ = try peer.call(.setProgress, ["value": .number(value), "durationUSec": 0])
      _ = try peer.call(.step, ["durationUSec": 16_667])
    }
    let kinds = try subscriber.replies().flatMap {
      $0.parameters["events"]?.arrayValue?.compactMap { $0.objectValue?["kind"]?.stringValue } ?? []
    }
    #expect(kinds.count { $0 == "output_error" } == 1, "a repetition is not told again")
    let late = try harness.connect()
    try late.send(DisplayInterface.Method.subscribe.call(mode: .more))
    let first = try late.replies().first?.parameters["events"]?.arrayValue ?? []
    #expect(
      first.map { $0.objectValue?["kind"] } == ["ready", "output_error"],
      "who comes later is told as well")
    try createDirectory(directory)
    _ = try peer.call(.setProgress, ["value": 0.75, "durationUSec": 0])
    #expect(try peer.call(.step, ["durationUSec": 16_667]).parameters["frames"] == 1)
    #expect(harness.lines.all.last?.contains("shown again") == true)
    try FileManager.default.removeItem(atPath: directory)
  }

  @Test func `a scene is loaded again from its file`() throws {
    let harness = try Harness(text: Harness.scene)
    harness.daemon.loads.reload()
    try harness.settle()
    #expect(harness.shows.stage.generation == 2)
  }

}
