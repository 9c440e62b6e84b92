import Foundation
import Geometry
import JSON
import Raster
import Scene
import Stage
import System
import TestSupport
import Testing
import Wire

@testable import Output
@testable import Server

/// Scenes that are read in the background.
@Suite struct SceneLoadTests {
  private static func scene(_ name: String) -> String {
    "{ \"name\": \"\(name)\", \"layers\": [ { \"name\": \"only\" } ] }"
  }

  private func write(
    _ text: String, to directory: TemporaryDirectory, as name: String
  ) throws -> JSONValue {
    let path = directory.path + "/" + name + ".jsonc"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return .string(path)
  }

  private func load(_ path: JSONValue, mode: Call.Mode = .one) -> Call {
    DisplayInterface.Method.loadScene.call(["path": path], mode: mode)
  }

  /// Turns the loop until a scene that is being read is in play.
  private func finish(_ harness: Harness) throws {
    while harness.daemon.loads.isWorking { try harness.daemon.turn(milliseconds: 100) }
  }

  @Test func `the pixels of a screenshot are freed by the thread that encodes them`() throws {
    let pixels = ScreenPixels(
      size: PixelSize(width: 8, height: 4), format: .xrgb8888, isInline: true)
    let desk = LoadDesk(trial: nil)
    desk.put(.screen(pixels, Limits()), formats: [], isToBeShown: true)
    desk.work()
    guard case .screen(let file)? = desk.takeResult() else {
      Issue.record("there is no picture")
      return
    }
    #expect(file.parameters["width"]?.integerValue == 8)
    let size = pixels.buffer.size
    #expect(size == PixelSize(width: 0, height: 0), "the loop has nothing to free")
  }

  @Test func `other clients are answered while a scene is read, and the caller later`() throws {
    let directory = try TemporaryDirectory()
    let harness = try Harness(text: Harness.scene)
    let loader = try harness.connect()
    let other = try harness.connect()
    let path = try write(Self.scene("next"), to: directory, as: "next")
    try loader.write(load(path), DisplayInterface.Method.getStatus.call())
    try harness.daemon.turn(milliseconds: 0)
    #expect(harness.daemon.loads.isWorking)
    // A scene that has been read is not shown until the loop has adopted it.
    try other.write(DisplayInterface.Method.getStatus.call())
    #expect(harness.shows.stage.scene.name == "test")
    #expect(try loader.replies().isEmpty)
    try harness.settle()
    #expect(try other.replies().first?.parameters["sceneGeneration"] != nil)
    let replies = try loader.replies()
    #expect(replies.map { $0.parameters["generation"] } == [2, nil])
    #expect(replies.last?.parameters["sceneGeneration"] == 2)
    #expect(harness.shows.stage.scene.name == "next")
  }

  @Test func `scenes come into play in the order in which they were asked for`() throws {
    let directory = try TemporaryDirectory()
    let harness = try Harness(text: Harness.scene)
    let peers = try (0..<4).map { _ in try harness.connect() }
    for (index, peer) in peers.enumerated() {
      let text = index == 2 ? "{ \"layers\": 3 }" : Self.scene("scene \(index)")
      try peer.write(load(try write(text, to: directory, as: "\(index)")))
      try harness.daemon.turn(milliseconds: 0)
    }
    try harness.settle()
    let replies = try peers.map { try #require(try $0.replies().first) }
    #expect(replies.map { $0.parameters["generation"] } == [2, 3, nil, 4])
    #expect(replies[2].error == DisplayInterface.Failure.sceneInvalid.qualifiedName)
    #expect(harness.shows.stage.scene.name == "scene 3")
  }

  @Test func `a step waits for scenes that are being read, whoever has asked for them`() throws {
    let directory = try TemporaryDirectory()
    let harness = try Harness(text: Harness.scene)
    let loader = try harness.connect()
    let stepper = try harness.connect()
    let path = try write(Self.scene("next"), to: directory, as: "next")
    let step = DisplayInterface.Method.step.call(["durationUSec": 0])
    try loader.write(load(path, mode: .oneway), step)
    try harness.daemon.turn(milliseconds: 0)
    try stepper.write(step, DisplayInterface.Method.getStatus.call())
    var replies: [Reply] = []
    while harness.daemon.loads.isWorking {
      replies += try stepper.replies()
      #expect(replies.isEmpty || harness.shows.stage.scene.name == "next")
      try harness.daemon.turn(milliseconds: 20)
    }
    try harness.settle()
    #expect(try loader.replies().count == 1, "nothing for the oneway call")
    replies += try stepper.replies()
    #expect(replies.count == 2)
    #expect(replies.last?.parameters["scene"] == "next")
  }

  @Test func `the scene of a closed client is loaded, and its later calls are handled`()
    throws
  {
    let directory = try TemporaryDirectory()
    let harness = try Harness(text: Harness.scene)
    let path = try write(Self.scene("next"), to: directory, as: "next")
    let peer = try harness.connect()
    try peer.write(
      load(path, mode: .oneway),
      DisplayInterface.Method.loadScene.call(["name": "boot"], mode: .oneway))
    try peer.close()
    try harness.settle()
    #expect(harness.shows.stage.generation == 3)
    #expect(harness.daemon.clients.count == 0)
  }

  @Test func `the number of waiting scenes is bounded`() throws {
    var limits = Limits()
    limits.loads = 2
    let harness = try Harness(limits: limits, text: Harness.scene)
    let peers = try (0..<4).map { _ in try harness.connect() }
    for peer in peers { try peer.write(DisplayInterface.Method.loadScene.call(["name": "boot"])) }
    try harness.daemon.turn(milliseconds: 0)
    try harness.settle()
    let replies = try peers.map { try #require(try $0.replies().first) }
    #expect(replies.filter { $0.error == nil }.count == 3)
    let refused = try #require(replies.first { $0.error != nil })
    #expect(refused.error == DisplayInterface.Failure.limitExceeded.qualifiedName)
    #expect(refused.parameters["limit"] == "loads" && refused.parameters["maximum"] == 2)
  }

  @Test func `a hang-up reads what is shown once more, however often it comes`() throws {
    let directory = try TemporaryDirectory()
    let harness = try Harness(text: Harness.scene)
    let peer = try harness.connect()
    let path = try write(Self.scene("one"), to: directory, as: "s")
    #expect(try peer.call(.loadScene, ["path": path]).error == nil)
    _ = try write(Self.scene("two"), to: directory, as: "s")
    for _ in 0..<20 { harness.daemon.loads.reload() }
    #expect(harness.shows.stage.scene.name == "one")
    try harness.settle()
    #expect(harness.shows.stage.scene.name == "two")
    #expect(harness.shows.stage.generation <= 4)
    _ = try write("{ \"layers\": [ { \"nam\": 1 } ] }", to: directory, as: "s")
    harness.daemon.loads.reload()
    try harness.settle()
    #expect(harness.shows.stage.scene.name == "two")
    #expect(harness.lines.all.contains { $0.contains("the scene stays as it is") })
  }

  @Test(arguments: [("brand", "blue-ish"), ("logo", "/no/such/logo.png"), ("logo", "")])
  func `a setting that a scene cannot use does not prevent its loading`(
    name: String, value: String
  ) throws {
    let directory = try TemporaryDirectory()
    let values = [VariableAssignment(name: name, value: value, isRequired: false)]
    let harness = try Harness(text: Harness.scene, library: SceneLibrary(variables: values))
    let peer = try harness.connect()
    func text(_ end: String) -> String {
      "{ \"name\": \"own\", \"variables\": { \"brand\": \"#102030\", \"logo\": \"\" }, \"background\": \"$brand\","
        + " \"layers\": [ { \"kind\": \"image\", \"file\": \"$logo\" } ]" + end
    }
    try peer.write(load(try write(text("}"), to: directory, as: "own")))
    try harness.settle()
    #expect(try peer.replies().first?.error == nil)
    #expect(harness.shows.stage.scene.name == "own")
    let told = harness.lines.all.filter { $0.contains("the scene own is shown without") }
    #expect(told.count == (value.isEmpty ? 0 : 1))
    #expect(told.allSatisfy { $0.contains(value) })
    // A mistake in the scene is reported with its own diagnostic.
    try peer.write(load(try write(text(", \"x\": 1 }"), to: directory, as: "wrong")))
    try harness.settle()
    let reply = try #require(try peer.replies().first)
    #expect(reply.error == DisplayInterface.Failure.sceneInvalid.qualifiedName)
  }

  @Test func `a scene of bytes does without a logo of the settings`() throws {
    let text =
      "{ \"variables\": { \"logo\": \"\" }, \"layers\": [ { \"kind\": \"image\", \"file\": \"$logo\" } ] }"
    let origin = SceneOrigin.bytes(Array(text.utf8), name: "sent")
    let values = [VariableAssignment(name: "logo", value: "/logo.png", isRequired: false)]
    #expect(throws: SceneError.self) { try origin.load(variables: values) }
    #expect(try origin.load(trying: values).fault != nil)
    #expect(try origin.load(trying: []).fault == nil)
  }

  @Test func `a scene for an output that has changed meanwhile fits it`() throws {
    let directory = try TemporaryDirectory()
    let main = FakeScreen("eDP-1")
    let card = FakeCard(main)
    let harness = try Harness(isStepped: false, text: Harness.scene, output: .auto) {
      _ throws(OutputError) in card
    }
    let peer = try harness.connect()
    let path = try write(Self.scene("next"), to: directory, as: "next")
    try peer.write(load(path))
    try harness.daemon.turn(milliseconds: 0)
    let other = FakeScreen("HDMI-A-1", size: PixelSize(width: 64, height: 48))
    harness.shows.show(on: [other])
    try harness.settle()
    #expect(try peer.replies().first?.error == nil)
    #expect(harness.shows.stage.scene.name == "next")
    #expect(harness.shows.stage.size == other.size)
    #expect(try harness.shows.stage.layers(below: "only", depth: 0)[0].frame.size.width == 64)
  }

  @Test func `many scenes one after another leave one`() throws {
    let harness = try Harness(text: Harness.scene)
    let peer = try harness.connect()
    weak var former: Scene?
    former = harness.shows.stage.scene
    #expect(former != nil)
    for _ in 0..<3 { #expect(try peer.call(.loadScene, ["name": "boot"]).error == nil) }
    try finish(harness)
    try harness.settle()
    #expect(former == nil)
  }

  @Test func `removed scenes are freed before the next one is read`() throws {
    let harness = try Harness(text: Harness.scene)
    let desk = LoadDesk(trial: nil)
    func read() -> LoadedScene? {
      desk.put(
        .origin(.bytes(Array(Self.scene("next").utf8), name: "next")), formats: [],
        isToBeShown: true)
      desk.work()
      guard case .loaded(let scene) = desk.takeResult() else { return nil }
      return scene
    }
    for _ in 0..<3 {
      let scene = try #require(read())
      #expect(!desk.hasRetired)
      for retired in harness.shows.show(scene, migrating: false, on: nil) { desk.retire(retired) }
      #expect(desk.hasRetired)
    }
  }
}
