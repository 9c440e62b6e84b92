import Foundation
import Geometry
import Images
import JSON
import Scene
import Stage
import System
import TestSupport
import Testing
import Wire

@testable import Server

/// Pictures that are unpacked while their scene is already playing.
@Suite struct AwaitedPictureTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try write(Self.png(600), as: "photo.png")
    try write(Array(Self.scene.utf8), as: "scene.jsonc")
  }

  private static let scene = """
    { "layers": [
      { "kind": "image", "name": "photo", "file": "photo.png", "frame": [0, 0, 40, 40] },
      { "kind": "image", "name": "other", "frame": [40, 0, 40, 40] } ],
      "controls": { "other": { "kind": "image", "drives": "other" } } }
    """

  private static func png(_ side: Int) throws -> [UInt8] {
    try PNGEncoder().encode(
      [UInt32](repeating: 0xFFFF_0000, count: side * side),
      size: PixelSize(width: side, height: side))
  }

  private func write(_ bytes: [UInt8], as name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: directory(name)))
  }

  private func harness(isStepped: Bool = true) throws -> Harness {
    try Harness(isStepped: isStepped, path: directory("scene.jsonc"))
  }

  @Test func `the first frame does not wait for a picture, and calls are answered meanwhile`()
    throws
  {
    let harness = try harness()
    let peer = try harness.connect()
    #expect(harness.shows.frameCount == 1)
    let first = harness.shows.frameHash
    harness.daemon.loads.loadAwaited()
    #expect(harness.daemon.loads.isWorking && harness.daemon.loads.isIdle)
    try peer.write(DisplayInterface.Method.getStatus.call())
    try harness.daemon.turn(milliseconds: 0)
    #expect(try peer.replies().count == 1)
    try harness.settle()
    #expect(harness.shows.awaitedPicture == nil && !harness.daemon.loads.isWorking)
    #expect(harness.shows.stage.needsFrame)
    harness.shows.step(by: 1_000_000)
    #expect(harness.shows.frameHash != first)
    let whole = try Harness()
    whole.shows.show(
      LoadedScene(
        try SceneOrigin.file(directory("scene.jsonc")).load(), from: .builtInBoot, []))
    whole.shows.step(by: 1_000_000)
    #expect(harness.shows.frameHash == whole.shows.frameHash)
  }

  @Test func `the picture of another variant loads once an output has the variant's size`() throws {
    try write(Self.png(620), as: "other.png")
    let scene = """
      { "layers": [ { "kind": "image", "name": "photo", "file": "photo.png", "frame": [0, 0, 40, 40] } ],
        "variants": [
          { "when": { "orientation": "portrait" }, "layers": { "photo": { "file": "other.png" } } } ] }
      """
    try write(Array(scene.utf8), as: "scene.jsonc")
    let harness = try harness()
    harness.daemon.loads.loadAwaited()
    try harness.settle()
    #expect(harness.shows.awaitedPicture == nil)
    harness.shows.stage.resize(to: PixelSize(width: 64, height: 96), scale: 1)
    #expect(harness.shows.awaitedPicture != nil)
    try harness.settle()
    #expect(harness.shows.awaitedPicture == nil)
  }

  @Test func `a damaged picture is in the log and the status, and the scene goes on`() throws {
    try write(Array(try Self.png(600).prefix(400)), as: "photo.png")
    let harness = try harness()
    harness.daemon.loads.loadAwaited()
    try harness.settle()
    #expect(harness.shows.awaitedPicture == nil)
    #expect(harness.lines.all.contains { $0.contains("lacks a picture") })
    let status = try harness.connect().call(.getStatus)
    #expect(status.parameters["sceneFault"]?.stringValue?.contains("photo.png") == true)
    #expect(harness.lines.all.count { $0.contains("photo.png") } == 1)
  }

  @Test func `a newly loaded scene overtakes the picture, and is shown whole`() throws {
    let harness = try harness()
    let loads = harness.daemon.loads
    // The thread is busy with the picture of the first scene.
    loads.loadAwaited()
    try loads.add(SceneLoad(.origin(.file(directory("scene.jsonc"))), on: nil))
    try harness.settle()
    #expect(harness.shows.stage.generation == 2)
    #expect(harness.shows.awaitedPicture == nil && harness.shows.sceneFault == nil)
  }

  @Test func `the scene's own picture loads before pictures of clients`() throws {
    let harness = try harness()
    let loads = harness.daemon.loads
    try loads.add(SceneLoad(.origin(.builtInBoot), on: nil, onlyValidates: true))
    let bytes = try Self.png(2)
    let file = try MemoryFile.sealed(name: "test", bytes: bytes.span)
    let copy = dup(file.rawValue)
    let picture = SceneLoad.Picture(
      file: SceneLoad.FileSlot(own: FileDescriptor(owning: copy)), control: nil, text: "given")
    try loads.add(SceneLoad(.picture(picture), on: nil))
    while harness.shows.awaitedPicture != nil {
      #expect(harness.shows.stage.controls[0].description != "given")
      try harness.daemon.turn(milliseconds: 100)
    }
    try harness.settle()
    #expect(harness.shows.stage.controls[0].description == "given")
  }
}
