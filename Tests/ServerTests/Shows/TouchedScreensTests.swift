import Foundation
import Geometry
import Input
import Raster
import Scene
import Stage
import TestSupport
import Testing

@testable import Output
@testable import Server

/// The screen of a touch, if there are several.
@Suite struct TouchedScreensTests {
  /// A daemon with screens and two touch screens, with or without an assignment of these.
  private final class Touched {
    let screens: [FakeScreen]
    let card: FakeCard
    let harness: Harness
    private let directory: TemporaryDirectory
    private var pipes: [FileHandle] = []

    /// - Parameter mapped: the screens of the two devices.
    init(_ names: [String], mapped: [String?] = [nil, nil]) throws {
      screens = names.enumerated().map { index, name in
        FakeScreen(name, size: PixelSize(width: 96 + 32 * index, height: 64))
      }
      let card = screens.count == 1 ? FakeCard(screens[0]) : FakeCard(screens[0], screens[1])
      self.card = card
      directory = try TemporaryDirectory()
      harness = try Harness(isStepped: false, text: touchedScene, output: .auto) {
        _ throws(OutputError) in card
      }
      harness.shows.show(on: card.outputs)
      let paths = ["one", "two"].map { [directory] in directory($0) }
      for path in paths { try #require(unsafe mkfifo(path, 0o600) == 0) }
      let places = zip(paths, mapped).compactMap { path, screen in
        screen.map { InputScreen(device: path, screen: $0) }
      }
      let input = try DeviceInput(
        .paths(paths), screens: places, on: harness.shows, harness.outputManager.console,
        Log(isVerbose: true, now: { 0 }, write: { _ in }))
      try harness.daemon.serve(input)
      for path in paths {
        pipes.append(try #require(FileHandle(forUpdatingAtPath: path)))
      }
    }

    var shows: Shows { harness.shows }

    func stage(_ name: String) throws -> Stage {
      try #require(shows.presenters.first { $0.output.name == name }).stage
    }

    /// A finger's report, places from 0 to 1.
    func touch(_ device: Int, finger: Int32? = nil, x: Double, y: Double = 0.5, at time: Int)
      throws
    {
      let bytes = touchReport(
        finger: finger, x: Int32(x * 65_535), y: Int32(y * 65_535), time: time)
      try pipes[device].write(contentsOf: Data(bytes))
      try harness.daemon.turn(milliseconds: 0)
    }

    /// True if each screen's control is held, and where it is.
    func values() -> [Double?] { shows.presenters.map { $0.stage.controls[0].value } }
    var held: [Bool?] { shows.presenters.map { $0.stage.controls[0].isHeld } }

    func run() throws {
      var frames = 0
      while frames < 200, let deadline = harness.daemon.armedDeadline {
        harness.clock.now = max(harness.clock.now, deadline)
        try harness.daemon.turn(milliseconds: 0)
        frames += 1
      }
    }
  }

  @Test func `a touch is on the built-in panel, or else on the first screen`() throws {
    for (names, expected) in [
      (["HDMI-A-1", "eDP-1"], "eDP-1"), (["HDMI-A-1", "DP-1"], "HDMI-A-1"),
      (["DSI-1", "HDMI-A-1"], "DSI-1"), (["DP-1"], "DP-1"),
    ] {
      let touched = try Touched(names)
      #expect(touched.shows.touched(nil)?.output.name == expected)
    }
  }

  @Test func `screens with the same scene follow the touched one`() throws {
    let touched = try Touched(["HDMI-A-1", "eDP-1"])
    try touched.touch(0, finger: 1, x: 0, at: 0)
    #expect(touched.held == [true, true])
    // The panel is 128 wide, its switch 64: a quarter of the panel is half the way.
    try touched.touch(0, x: 0.25, at: 200_000)
    try touched.harness.settle()
    let values = touched.values().compactMap { $0 }
    #expect(values.count == 2 && values.allSatisfy { abs($0 - 0.5) < 1e-3 })
    try touched.touch(0, x: 0.45, at: 500_000)
    try touched.touch(0, finger: -1, x: 0.45, at: 700_000)
    #expect(touched.held == [false, false])
    try touched.run()
    #expect(touched.values() == [1, 1])
    // A tap.
    try touched.touch(0, finger: 2, x: 0.1, at: 1_000_000)
    try touched.touch(0, finger: -1, x: 0.1, at: 1_050_000)
    try touched.run()
    #expect(touched.values() == [0, 0] && touched.held == [false, false])
  }

  @Test func `a device belongs to the screen that its option names`() throws {
    let touched = try Touched(["eDP-1", "HDMI-A-1"], mapped: ["HDMI-A-1", "DP-9"])
    let text = touchedScene.replacingOccurrences(of: "power", with: "light")
    let origin = SceneOrigin.bytes(Array(text.utf8), name: "own")
    touched.shows.add(Screen(name: "HDMI-A-1", origin: origin), showing: try origin.load())
    touched.shows.show(on: touched.card.outputs)
    touched.shows.presentNow()
    try touched.touch(0, finger: 1, x: 0.1, at: 0)
    #expect(try touched.stage("HDMI-A-1").controls[0].isHeld == true)
    #expect(try touched.stage("eDP-1").controls[0].isHeld == false)
    // Its screen is not connected: it cannot be touched.
    try touched.touch(1, finger: 1, x: 0.1, at: 0)
    #expect(try touched.stage("eDP-1").controls[0].isHeld == false)
  }

  @Test(arguments: [0, 1])
  func `a screen that is unplugged under a finger releases the control on all screens`(place: Int)
    throws
  {
    let names = ["eDP-1", "DP-1"]
    let touched = try Touched(names, mapped: [names[place], nil])
    try touched.touch(0, finger: 1, x: 0, at: 0)
    try touched.touch(0, x: 0.2, at: 100_000)
    #expect(touched.held == [true, true])
    touched.shows.show(on: [touched.screens[1 - place]])
    #expect(touched.held == [false])
    try touched.touch(0, x: 0.4, at: 200_000)
    try touched.run()
    #expect(touched.values() == [0])
  }

  @Test func `a scene that is loaded under a finger is not held`() throws {
    let touched = try Touched(["eDP-1", "DP-1"])
    try touched.touch(0, finger: 1, x: 0, at: 0)
    #expect(touched.held == [true, true])
    let scene = touched.shows.stage.scene
    touched.shows.show(LoadedScene(scene, from: .builtInBoot, []), migrating: true)
    touched.shows.presentNow()
    #expect(touched.held == [false, false])
  }

  @Test func `a rotated panel rotates touches, and not the mouse`() throws {
    let touched = try Touched(["eDP-1"])
    let size = PixelSize(width: 64, height: 96)
    touched.screens[0].exchange(
      mode: OutputMode(
        size: size, scale: 1, format: .xrgb8888, refreshMillihertz: 60_000, rotation: .right))
    func place(isInPicture: Bool) -> Point {
      touched.shows.position(
        ofPointer: PointerEvent(
          contact: 1, phase: .began, position: Point(x: 0.25, y: 0.5), time: 0,
          isInPicture: isInPicture), on: touched.screens[0])
    }
    #expect(place(isInPicture: true) == Point(x: 16, y: 48))
    #expect(place(isInPicture: false) != place(isInPicture: true))
  }
}
