import Foundation
import Geometry
import Input
import JSON
import Output
import Stage
import System
import TestSupport
import Testing
import Wire

@testable import Server

/// Touches, from a device's records to the frame.
@Suite struct DeviceInputTests {
  /// A daemon whose screen is touched through a FIFO.
  private final class Touched {
    let harness: Harness
    private var fifo: FileDescriptor?
    let directory: TemporaryDirectory

    init(text: String? = touchedScene, isStepped: Bool = false) throws {
      directory = try TemporaryDirectory()
      let path = directory("touch")
      try #require(unsafe mkfifo(path, 0o600) == 0)
      harness = try Harness(isStepped: isStepped, text: text)
      let input = try DeviceInput(
        .paths([path]), on: harness.shows, harness.outputManager.console,
        Log(isVerbose: true, now: { 0 }, write: { [lines = harness.lines] in lines.all.append($0) })
      )
      try harness.daemon.serve(input)
      fifo = try FileDescriptor.open(path, [.read, .write, .nonBlocking])
    }

    /// Writes a report with a finger's number, where it is given, and place.
    func write(finger: Int32? = nil, x: Int32, y: Int32 = 1 << 15, time: Int) throws {
      try fifo?.writeAll(touchReport(finger: finger, x: x, y: y, time: time).span)
    }

    /// The part of its way that the knob has moved on the screen.
    func presented() throws -> Double {
      let knob = try #require(try harness.shows.stage.layers(below: "switch/knob").first)
      return (knob.frame.origin.x + 5) / 48
    }

    func closeFIFO() { fifo = nil }

    var frames: Int { harness.shows.frameCount }
  }

  @Test func `a drag shows in the next frame, and a finger at rest costs nothing`() throws {
    let touched = try Touched()
    let harness = touched.harness
    try harness.settle()
    #expect(harness.daemon.armedDeadline == nil)

    try touched.write(finger: 1, x: 0, time: 100)
    try harness.daemon.turn(milliseconds: 0)
    #expect(harness.shows.stage.controls[0].isHeld == true)
    for step in 1...5 {
      let frames = touched.frames
      try touched.write(x: Int32(step * 1000), time: 100 + step * 1000)
      try touched.write(x: Int32(step * 3277), time: 600 + step * 1000)
      try harness.daemon.turn(milliseconds: 0)
      let deadline = try #require(harness.daemon.armedDeadline)
      #expect(deadline <= harness.clock.now + 16_667, "the next frame of the output")
      harness.clock.now = deadline
      // The frame's own turn reads the records that arrive with it, too.
      try touched.write(x: Int32(step * 6553), time: 900 + step * 1000)
      try harness.daemon.turn(milliseconds: 0)
      #expect(touched.frames == frames + 1)
      #expect(abs(try touched.presented() - Double(step) / 5) < 1e-3)
      try harness.settle()
      #expect(harness.daemon.armedDeadline == nil, "nothing to wait for while the finger is still")
    }
    // After a quick move the control continues by itself to the end, and then rests again.
    try touched.write(finger: -1, x: 0, time: 6000)
    try harness.daemon.turn(milliseconds: 0)
    while let deadline = harness.daemon.armedDeadline {
      harness.clock.now = deadline
      try harness.daemon.turn(milliseconds: 0)
    }
    #expect(try touched.presented() == 1)
    #expect(harness.shows.stage.controls[0].isHeld == false)
  }

  @Test func `a tap toggles, and a closed FIFO releases the control`() throws {
    let touched = try Touched(isStepped: true)
    let harness = touched.harness
    try touched.write(finger: 1, x: 900, time: 0)
    try touched.write(finger: -1, x: 900, time: 10)
    try harness.daemon.turn(milliseconds: 0)
    harness.shows.step(by: 1_000_000)
    #expect(try touched.presented() == 1)
    // Beside the switch.
    try touched.write(finger: 2, x: 40_000, time: 20)
    try touched.write(finger: -1, x: 40_000, time: 30)
    try harness.daemon.turn(milliseconds: 0)
    harness.shows.step(by: 1_000_000)
    #expect(try touched.presented() == 1)
    // A slow way to the left, left alone at a third.
    try touched.write(finger: 3, x: 30_000, time: 1_000_000)
    try touched.write(x: 8155, time: 2_000_000)
    try harness.daemon.turn(milliseconds: 0)
    harness.shows.step(by: 100_000)
    #expect(abs(try touched.presented() - 1 / 3) < 1e-3)
    touched.closeFIFO()
    try harness.daemon.turn(milliseconds: 0)
    harness.shows.step(by: 1_000_000)
    #expect(try touched.presented() == 0)
  }

  @Test func `without a control to touch no device is read`() throws {
    let touched = try Touched(text: Harness.scene)
    let harness = touched.harness
    try touched.write(finger: 1, x: 900, time: 0)
    try harness.settle()
    #expect(harness.shows.frameCount == 1)
    // Reading begins with the scene; records from before are read, too.
    let peer = try harness.connect()
    let (switchFile, barFile) = (touched.directory("switch.jsonc"), touched.directory("bar.jsonc"))
    try touchedScene.write(toFile: switchFile, atomically: true, encoding: .utf8)
    try Harness.scene.write(toFile: barFile, atomically: true, encoding: .utf8)
    #expect(try peer.call(.loadScene, ["path": .string(switchFile)]).error == nil)
    try harness.settle()
    #expect(harness.shows.stage.controls.map { $0.isHeld } == [true])
    _ = try peer.call(.loadScene, ["path": .string(barFile)])
    #expect(harness.shows.stage.controls.contains { $0.isHeld == true } == false)
  }

  @Test func `a client and a finger do not take one another's control`() throws {
    let touched = try Touched()
    let harness = touched.harness
    let peer = try harness.connect()
    try touched.write(finger: 1, x: 0, time: 0)
    try harness.settle()
    #expect(try peer.call(.beginScrub).error?.hasSuffix("ControlHeld") == true)
    try touched.write(finger: -1, x: 0, time: 10)
    try harness.settle()
    #expect(try peer.call(.beginScrub).error == nil)
    try touched.write(finger: 2, x: 0, time: 0)
    try touched.write(x: 20_000, time: 10)
    try harness.settle()
    #expect(try peer.call(.updateScrub, ["value": 0.5]).error == nil)
    harness.clock.now += 16_667
    try harness.settle()
    #expect(abs(try touched.presented() - 0.5) < 1e-9)
  }
}
