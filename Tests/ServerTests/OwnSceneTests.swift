import Foundation
import Geometry
import JSON
import Scene
import Stage
import System
import TestSupport
import Testing
import Wire

@testable import Output
@testable import Server

/// Screens with scenes of their own beside screens with the main scene.
@Suite struct OwnSceneTests {
  private static let menu = """
    { "name": "menu", "background": "#00FF00", "layers": [
        { "name": "meter", "kind": "progress", "style": "line", "frame": [0, 0, 40, 8] },
        { "name": "photo", "size": [20, 20], "backgroundColor": "#FF0000", "layers": [
          { "kind": "loader", "name": "ring" } ] },
        { "name": "switch", "frame": [0, 0, 96, 64], "layers": [
          { "name": "knob", "frame": [0, 0, 10, 10], "backgroundColor": "#000000", "animations": [
            { "key": "position.x", "from": 0, "to": 48, "timing": "linear" } ] } ] } ],
      "controls": {
        "install": { "kind": "progress", "drives": ["meter"] },
        "load": { "kind": "reveal", "content": "photo", "loader": "ring", "duration": 0.5 },
        "power": { "kind": "scrub", "layers": "switch" } } }
    """

  private static func origin(_ text: String) -> SceneOrigin {
    .bytes(Array(text.utf8), name: "own")
  }

  /// A daemon whose second screen has a scene of its own.
  private final class Two {
    let main = FakeScreen("eDP-1")
    let own = FakeScreen("HDMI-A-1", size: PixelSize(width: 64, height: 48))
    let card: FakeCard
    let harness: Harness
    let peer: Peer

    init(isStepped: Bool = false, there: Bool = true) throws {
      let card = there ? FakeCard(main, own) : FakeCard(main)
      self.card = card
      harness = try Harness(isStepped: isStepped, text: Harness.scene, output: .auto) {
        _ throws(OutputError) in card
      }
      let origin = OwnSceneTests.origin(OwnSceneTests.menu)
      harness.shows.add(Screen(name: "HDMI-A-1", origin: origin), showing: try origin.load())
      harness.shows.show(on: card.outputs)
      harness.shows.presentNow()
      peer = try harness.connect()
      try harness.settle()
      _ = harness.shows.takeEvents()
    }

    var shows: Shows { harness.shows }
    /// The stage of the screen's own scene.
    var stage: Stage { shows.ownShows.last?.stage ?? shows.stage }

    func plug(_ outputs: FakeScreen...) { shows.show(on: outputs) }

    func run(_ frames: Int = 60) throws {
      for _ in 0..<frames {
        guard let deadline = harness.daemon.armedDeadline else { return }
        harness.clock.now = max(harness.clock.now, deadline)
        try harness.daemon.turn(milliseconds: 0)
      }
    }
  }

  private func control(_ name: String, _ reply: Reply, screen: String?) throws -> JSONObject {
    let controls = try #require(reply.parameters["controls"]?.arrayValue)
    return try #require(
      controls.compactMap(\.objectValue).first {
        $0["name"]?.stringValue == name && $0["screen"]?.stringValue == screen
      })
  }

  @Test func `each screen shows its scene, in its size`() throws {
    let two = try Two()
    #expect(two.shows.presenters.count == 2)
    #expect(two.shows.stage.scene.name != "menu" && two.stage.scene.name == "menu")
    #expect(two.stage.size == two.own.size && two.shows.stage.size == two.main.size)
    #expect(two.main.hasWholeFrame && two.own.hasWholeFrame)
    let status = try DisplayInterface.Status(
      Fields(try two.peer.call(.getStatus).parameters))
    #expect(status.outputs.map(\.name) == ["eDP-1", "HDMI-A-1"])
    #expect(
      status.screens == [
        DisplayInterface.ScreenInfo(
          name: "HDMI-A-1", scene: "menu", sceneGeneration: 1, isConnected: true)
      ])
  }

  @Test func `a scene is laid out for the locale of the screen that it is for`() throws {
    let two = try Two()
    try two.stage.setLocale("de")
    #expect(two.shows.formats(on: "HDMI-A-1").map(\.locale) == ["de"])
    #expect(two.shows.formats(on: nil).map(\.locale) == [two.shows.stage.locale])
    #expect(two.shows.stage.locale != "de")
  }

  @Test func `a control is set where it is, and the main scene comes first`() throws {
    let two = try Two()
    _ = try two.peer.call(.setProgress, ["control": "install", "value": 0.25])
    #expect(two.shows.stage.controls[0].value == 0.25 && two.stage.controls[0].value == 0)
    _ = try two.peer.call(
      .setProgress, ["control": "install", "value": 0.5, "screen": "HDMI-A-1"])
    #expect(two.shows.stage.controls[0].value == 0.25 && two.stage.controls[0].value == 0.5)
    // The main scene by the name of a screen that shows it.
    _ = try two.peer.call(.setProgress, ["control": "install", "value": 0.3, "screen": "eDP-1"])
    #expect(two.shows.stage.controls[0].value == 0.3)
    // Controls that the main scene does not have, by name and without one.
    #expect(try two.peer.call(.toggleScrub, ["control": "power"]).error == nil)
    #expect(try two.peer.call(.reveal).parameters["started"]?.boolValue == true)
    let refused = try two.peer.call(.setText, ["text": "x", "screen": "HDMI-A-1"])
    #expect(refused.error == DisplayInterface.Failure.noSuchControl.qualifiedName)
    let nowhere = try two.peer.call(.setProgress, ["control": "nope", "value": 1])
    #expect(nowhere.error == DisplayInterface.Failure.noSuchControl.qualifiedName)
    #expect(nowhere.parameters["control"]?.stringValue == "nope")
    let unknown = try two.peer.call(.setProgress, ["value": 1, "screen": "DP-9"])
    #expect(unknown.error == DisplayInterface.Failure.noSuchScreen.qualifiedName)
    // Methods that affect everything take no screen.
    #expect(try two.peer.call(.getStatus, ["screen": "HDMI-A-1"]).error != nil)
  }

  @Test func `lists and events name the screen`() throws {
    let two = try Two()
    let listed = try two.peer.call(.listControls)
    #expect(try control("install", listed, screen: nil)["kind"]?.stringValue == "progress")
    #expect(try control("install", listed, screen: "HDMI-A-1")["value"]?.doubleValue == 0)
    let nodes = try two.peer.call(.getAccessibility).parameters["nodes"]?.arrayValue ?? []
    #expect(nodes.compactMap { $0.objectValue?["screen"]?.stringValue }.count == 3)

    _ = try two.peer.call(.setProgress, ["control": "install", "value": 1, "durationUSec": 0])
    _ = try two.peer.call(
      .setProgress, ["value": 1, "durationUSec": 0, "screen": "HDMI-A-1"])
    let watcher = try two.harness.connect()
    try watcher.send(
      DisplayInterface.Method.subscribe.call(["kinds": ["progress_changed"]], mode: .more))
    try two.run()
    let events = try watcher.replies().flatMap { $0.parameters["events"]?.arrayValue ?? [] }
      .compactMap(\.objectValue).filter { $0["kind"]?.stringValue == "progress_changed" }
    #expect(Set(events.map { $0["screen"]?.stringValue }) == [nil, "HDMI-A-1"])
    #expect(events.count == 2)
  }

  @Test func `a reveal is waited for on its own screen`() throws {
    let two = try Two()
    try two.peer.send(DisplayInterface.Method.reveal.call(["wait": true]))
    #expect(try two.peer.replies().isEmpty)
    try two.run(10)
    #expect(try two.peer.replies().isEmpty)
    try two.run(60)
    #expect(try two.peer.replies().first?.parameters["finished"]?.boolValue == true)
  }

  @Test func `a screen that is not there yet has its scene go on in memory`() throws {
    let two = try Two(there: false)
    #expect(two.shows.outputNames == "eDP-1=96x64")
    var status = try DisplayInterface.Status(Fields(try two.peer.call(.getStatus).parameters))
    #expect(status.screens.map(\.isConnected) == [false])
    _ = try two.peer.call(
      .setProgress,
      ["value": 1, "durationUSec": 600_000, "timing": "linear", "screen": "HDMI-A-1"])
    try two.run(19)
    two.plug(two.main, two.own)
    try two.harness.settle()
    try two.run(1)
    #expect(two.own.hasWholeFrame && two.stage.size == two.own.size)
    let progress = try two.stage.layers(below: "meter", depth: 0)[0].progress ?? 0
    #expect(progress > 0.4 && progress < 0.7)
    // It is unplugged, and returns with the settings that were made meanwhile.
    two.plug(two.main)
    #expect(two.shows.presenters.count == 2)
    _ = try two.peer.call(.setProgress, ["value": 0.75, "durationUSec": 0, "screen": "HDMI-A-1"])
    try two.run()
    two.plug(two.own, two.main)
    status = try DisplayInterface.Status(Fields(try two.peer.call(.getStatus).parameters))
    #expect(status.screens.map(\.isConnected) == [true])
    #expect(two.stage.controls[0].value == 0.75)
    #expect(two.shows.main.lead.output === two.main)
  }

  @Test func `the only screen may have a scene of its own`() throws {
    let two = try Two()
    two.plug(two.own)
    #expect(!two.shows.main.lead.isOnOutput)
    #expect(two.shows.ownShows.first?.lead.output === two.own)
    #expect(two.shows.outputInfos.map(\.name) == ["HDMI-A-1"])
    two.plug()
    #expect(two.shows.outputNames == "none=96x64")
    two.plug(two.own)
    _ = try two.peer.call(.setProgress, ["control": "message", "value": 1])
    #expect(try two.peer.call(.setText, ["text": "unseen"]).error == nil)
    two.plug(two.main)
    #expect(two.shows.main.lead.output === two.main)
  }

  @Test func `a screen that is another program's takes no touches, nor one that is not there`()
    throws
  {
    let two = try Two()
    #expect(two.shows.takesPointers && !two.shows.isSuspended)
    two.card.suspend()
    #expect(two.shows.isSuspended)
    try two.card.resume()
    #expect(!two.shows.isSuspended)
    two.plug(two.main)
    #expect(!two.shows.takesPointers, "the switch is on the other screen")
  }

  @Test func `screens that begin together are in step`() throws {
    let scene = """
      { "layers": [ { "name": "box", "size": [20, 20], "backgroundColor": "#FFFFFF", "animations": [
          { "key": "opacity", "from": 0, "to": 1, "duration": 10, "timing": "linear" } ] } ] }
      """
    let card = FakeCard(FakeScreen("DP-1"), FakeScreen("DP-2"), FakeScreen("DP-3"))
    let harness = try Harness(isStepped: false, text: scene, output: .auto) {
      _ throws(OutputError) in card
    }
    harness.shows.show(on: Array(card.outputs.prefix(2)))
    harness.shows.presentNow()
    harness.clock.now += 3_000_000
    // Another screen is plugged in later.
    harness.shows.show(on: card.outputs)
    harness.shows.presentNow()
    let shown = try harness.shows.presenters.map {
      try #require(try $0.stage.layers(below: "box").first).opacity
    }
    #expect(shown.count == 3 && Set(shown).count == 1 && abs(shown[0] - 0.3) < 0.01)
  }

  @Test func `a scene is loaded for one screen`() throws {
    let two = try Two()
    let directory = try TemporaryScene(
      #"{ "name": "other", "layers": [], "controls": { "x": { "kind": "text" } } }"#)
    let reply = try two.peer.call(
      .loadScene, ["path": .string(directory.path), "screen": "HDMI-A-1"])
    #expect(reply.error == nil && reply.parameters["generation"]?.integerValue == 2)
    #expect(two.stage.scene.name == "other" && two.shows.stage.generation == 1)
    // A screen that showed the main scene gets one of its own.
    _ = try two.peer.call(.loadScene, ["path": .string(directory.path), "screen": "eDP-1"])
    #expect(two.shows.presenters.count == 3 && !two.shows.main.lead.isOnOutput)
    #expect(two.shows.screenInfos.map(\.name) == ["HDMI-A-1", "eDP-1"])
    let unknown = try two.peer.call(
      .loadScene, ["path": .string(directory.path), "screen": "DP-9"])
    #expect(unknown.error == DisplayInterface.Failure.noSuchScreen.qualifiedName)
    // Each is read again from its source.
    try directory.write(#"{ "name": "edited", "layers": [] }"#)
    two.harness.daemon.loads.reload()
    try two.harness.settle()
    #expect(two.stage.scene.name == "edited" && two.shows.stage.scene.name != "edited")
    try directory.write("{ oops")
    two.harness.daemon.loads.reload()
    try two.harness.settle()
    #expect(two.stage.scene.name == "edited")
    #expect(two.harness.lines.all.contains { $0.contains("HDMI-A-1: the scene stays as it is") })
  }

  @Test func `a screen whose scene has mistakes shows the main one until they are mended`() throws {
    let main = FakeScreen("eDP-1")
    let other = FakeScreen("HDMI-A-1")
    let card = FakeCard(main, other)
    let harness = try Harness(isStepped: false, text: Harness.scene, output: .auto) {
      _ throws(OutputError) in card
    }
    let file = try TemporaryScene("{ oops")
    harness.shows.add(Screen(name: "HDMI-A-1", origin: .file(file.path)), showing: nil)
    harness.shows.show(on: card.outputs)
    #expect(harness.shows.presenters.count == 2)
    #expect(harness.shows.main.mirrors.count == 1)
    try file.write(Self.menu)
    harness.daemon.loads.reload()
    try harness.settle()
    #expect(harness.shows.presenters.count == 2)
    #expect(harness.shows.ownShows.map { $0.screen?.name } == ["HDMI-A-1"])
    #expect(harness.shows.ownShows.first?.lead.output === other)
  }

  @Test func `a screenshot is of the screen that is named`() throws {
    let two = try Two()
    func picture(_ screen: String?) throws -> (Int64?, Int64?, String?) {
      let reply = try two.peer.call(
        .screenshot, ["inline": true, "screen": screen.map { .string($0) } ?? .null])
      return (
        reply.parameters["width"]?.integerValue, reply.parameters["height"]?.integerValue,
        reply.parameters["data"]?.stringValue
      )
    }
    let (main, own) = (try picture(nil), try picture("HDMI-A-1"))
    #expect(main.0 == 96 && own.0 == 64 && own.1 == 48 && main.2 != own.2)
    #expect(try picture("eDP-1").2 == main.2)
    let unknown = try two.peer.call(.screenshot, ["screen": "DP-9"])
    #expect(unknown.error == DisplayInterface.Failure.noSuchScreen.qualifiedName)
  }

  @Test func `a stepped clock and reduced motion apply to all screens`() throws {
    let two = try Two(isStepped: true)
    _ = try two.peer.call(.toggleScrub, ["control": "power"])
    _ = try two.peer.call(.step, ["durationUSec": 100_000])
    let value = try #require(two.stage.controls[2].value)
    #expect(value > 0 && value < 1)
    #expect(two.own.regions.count > 2)
    _ = try two.peer.call(.setReducedMotion, ["enabled": true])
    #expect(two.stage.reducesMotion && two.shows.stage.reducesMotion)
  }
}

/// A scene file that is removed in the end.
private struct TemporaryScene {
  private let directory: TemporaryDirectory

  init(_ text: String) throws {
    directory = try TemporaryDirectory()
    try write(text)
  }

  var path: String { directory("scene.jsonc") }

  func write(_ text: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }
}
