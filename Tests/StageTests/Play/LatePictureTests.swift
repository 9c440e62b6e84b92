import Foundation
import Geometry
import Images
import Raster
import Scene
import Stage
import TestSupport
import Testing

/// Pictures that arrive while their scene is already playing.
@Suite struct LatePictureTests {
  private let directory: TemporaryDirectory
  private static let size = PixelSize(width: 200, height: 200)

  init() throws {
    directory = try TemporaryDirectory()
    try write(Self.photo.get(), as: "photo.png")
    try write(Self.png(20, 20), as: "logo.png")
  }

  private static func png(_ width: Int, _ height: Int) throws -> [UInt8] {
    try PNGEncoder().encode(
      (0..<width * height).map { index in
        0xFF40_4040 | UInt32(index % width / 3) << 16 | UInt32(index / width / 3)
      }, size: PixelSize(width: width, height: height))
  }

  /// Made once, since each test has a folder of its own.
  private static let photo = Result { try png(600, 500) }

  private func write(_ bytes: [UInt8], as name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: directory(name)))
  }

  private static let scene = """
    { "layers": [
        { "kind": "image", "name": "photo", "file": "photo.png", "position": [100, 100],
          "size": [120, "auto"], "layers": [ { "backgroundColor": "#00ff00",
            "frame": [10, 10, 20, 20] } ] },
        { "kind": "image", "file": "logo.png", "frame": [0, 0, 10, 10] } ],
      "controls": { "picture": { "kind": "image", "drives": "photo" } } }
    """

  private func load(_ text: String = scene, defers: Bool = true) throws -> Scene {
    try SceneLoader.load(
      bytes: Array(text.utf8), name: "test.jsonc", directory: directory.path,
      options: ReadingOptions(defersPictures: defers))
  }

  private func player(_ scene: Scene) -> SteppedStage {
    SteppedStage(Stage(scene: scene, size: Self.size, scale: 1))
  }

  /// Unpacks the next picture as the daemon does, and shows it.
  private func arrive(_ stage: Stage) throws -> ScenePicture {
    let picture = try #require(stage.awaitedPicture)
    let image = try #require(picture.awaitedFile).unpacked()
    stage.uses(of: picture).prepare(image)
    picture.arrive(image)
    stage.show(picture)
    return picture
  }

  // MARK: Reading

  @Test func `a picture that comes while a locale is laid out is shown in the new layout`() throws {
    let late = player(try load())
    late.show(at: 0)
    try late.stage.askForLocale("de")
    _ = late.stage.layOutSlice()
    _ = try arrive(late.stage)
    late.stage.finishLayout()
    late.show(at: 1)
    late.show(at: 3)
    let whole = player(try load(defers: false))
    whole.show(at: 3)
    #expect(late.stage.awaitedPicture == nil && late.pixels == whole.pixels)
  }

  @Test func `only a large picture of an image layer waits`() throws {
    #expect(player(try load(defers: false)).stage.awaitedPicture == nil)
    let scene = try load()
    let stage = player(scene).stage
    #expect(stage.awaitedPicture?.awaitedFile?.path == directory("photo.png"))
    #expect(scene.imageCount == 2 && scene.files.count == 2)
    let emitter = """
      { "kind": "emitter", "cells": [ { "file": "photo.png", "birthRate": 1, "lifetime": 1 } ] }
      """
    // In either order.
    for layers in ["\(emitter), ", ""].map({
      $0 + "{ \"kind\": \"image\", \"file\": \"photo.png\" }"
    }) + [
      "{ \"kind\": \"image\", \"file\": \"photo.png\" }, \(emitter)"
    ] {
      let stage = player(try load("{ \"layers\": [ \(layers) ] }")).stage
      #expect((stage.awaitedPicture == nil) == layers.contains("emitter"))
    }
  }

  @Test func `many small pictures wait together once they take long`() throws {
    let names = (0..<40).map { "small\($0).png" }
    for name in names { try write(Self.png(90, 90), as: name) }
    let layers = names.map { "{ \"kind\": \"image\", \"file\": \"\($0)\" }" }
    let scene = try load("{ \"layers\": [ \(layers.joined(separator: ", ")) ] }")
    let stage = player(scene).stage
    var count = 0
    while stage.awaitedPicture != nil {
      _ = try arrive(stage)
      count += 1
    }
    #expect(count > 10 && count < 35)
  }

  @Test func `a broken header is a mistake at once, and a broken body one of its own`() throws {
    let bytes = try Self.photo.get()
    try write(Array(bytes.prefix(30)), as: "photo.png")
    #expect(throws: SceneError.self) { try load() }
    try write(Array(bytes.prefix(2000)), as: "photo.png")
    #expect(throws: SceneError.self) { try load(defers: false) }
    let scene = try load()
    let player = player(scene)
    let picture = try #require(player.stage.awaitedPicture)
    let before = player.pixels
    let error = #expect(throws: ImageFileError.self) { try picture.awaitedFile?.unpacked() }
    let warning = scene.warning(of: picture, try #require(error))
    #expect(warning.severity == .warning && warning.line == 2)
    #expect(warning.message.contains(directory("photo.png")) && warning.message.contains("cut off"))
    picture.arrive(nil)
    player.stage.show(picture)
    #expect(player.stage.awaitedPicture == nil)
    player.run(from: 0, to: 1)
    #expect(player.pixels == before)
  }

  @Test func `pictures that wait count in the limit of all`() throws {
    let large = try Self.png(2600, 2600)
    for name in ["a", "b", "c"] { try write(large, as: name + ".png") }
    let layers = ["a", "b", "c"].map { "{ \"kind\": \"image\", \"file\": \"\($0).png\" }" }
    #expect(throws: SceneError.self) {
      try load("{ \"layers\": [ \(layers.joined(separator: ", ")) ] }")
    }
    _ = try load("{ \"layers\": [ \(layers.dropLast().joined(separator: ", ")) ] }")
  }

  // MARK: Presentation

  @Test func `a late picture fades in at its place to the usual picture`() throws {
    let whole = player(try load(defers: false))
    let player = player(try load())
    #expect(player.color(x: 100, y: 100) == [0, 0, 0])
    // Its sublayer, whose place follows from the picture's size.
    let (left, top) = (40 + 20, 50 + 20)
    #expect(player.color(x: left, y: top) == [0, 255, 0])
    player.run(from: 0, to: 1)
    _ = try arrive(player.stage)
    player.run(from: 1, to: 1.1)
    let half = player.color(x: 100, y: 100)
    let full = whole.color(x: 100, y: 100)
    for (part, all) in zip(half, full) { #expect(part > all / 4 && part < all) }
    #expect(player.color(x: left, y: top) == [0, 255, 0])
    #expect(player.pixels == player.redrawn())
    player.run(from: 1.1, to: 1.5)
    #expect(player.pixels == whole.pixels)
    #expect(player.stage.nextChange == nil && !player.stage.needsFrame)
  }

  @Test func `under reduced motion a late picture shows at once`() throws {
    let whole = player(try load(defers: false))
    let player = player(try load())
    player.stage.reducesMotion = true
    player.run(from: 0, to: 1)
    _ = try arrive(player.stage)
    player.show(at: 1.1)
    #expect(player.pixels == whole.pixels)
  }

  @Test func `a paused scene shows a late picture at once, too`() throws {
    let whole = player(try load(defers: false))
    let player = player(try load())
    player.run(from: 0, to: 1)
    try player.stage.pause()
    player.show(at: 1.1)
    _ = try arrive(player.stage)
    player.show(at: 1.2)
    #expect(player.pixels == whole.pixels)
  }

  @Test func `a late picture does not replace one that a control has set`() throws {
    let player = player(try load())
    let red = Image(
      size: PixelSize(width: 1, height: 1), premultipliedPixels: [0xFFFF_0000])
    try player.stage.setImage("picture", to: red)
    player.run(from: 0, to: 0.1)
    _ = try arrive(player.stage)
    player.run(from: 0.1, to: 1)
    #expect(player.color(x: 100, y: 100) == [255, 0, 0])
    #expect(player.stage.awaitedPicture == nil)
  }

  @Test func `the scene is replaced while a picture is unpacked`() throws {
    let player = player(try load())
    let picture = try #require(player.stage.awaitedPicture)
    player.stage.replaceScene(try load("{ \"layers\": [] }"))
    player.run(from: 0, to: 0.1)
    #expect(player.stage.awaitedPicture == nil && !player.stage.awaits(picture))
    picture.arrive(try picture.awaitedFile?.unpacked())
    player.stage.show(picture)
    #expect(!player.stage.needsFrame)
    player.run(from: 0.1, to: 0.5)
    #expect(player.pixels.enumerated().allSatisfy { $0.offset % 4 == 3 || $0.element == 0 })
  }

  @Test(arguments: [false, true])
  func `the output changes its size while a picture is unpacked, or fades in`(fades: Bool) throws {
    let scene = try load()
    let player = player(scene)
    if fades {
      _ = try arrive(player.stage)
      player.run(from: 0, to: 0.1)
    }
    player.stage.resize(to: PixelSize(width: 300, height: 300), scale: 1)
    let other = SteppedStage(player.stage, at: 0.1)
    if !fades { _ = try arrive(player.stage) }
    other.run(from: 0.1, to: 0.15)
    let whole = SteppedStage(
      Stage(
        scene: try load(defers: false), size: PixelSize(width: 300, height: 300), scale: 1))
    #expect(other.color(x: 120, y: 120) != [0, 0, 0])
    #expect(other.color(x: 120, y: 120) != whole.color(x: 120, y: 120))
    other.run(from: 0.15, to: 1)
    #expect(other.pixels == whole.pixels)
  }

  @Test func `two outputs show the same picture, each at its own size`() throws {
    let scene = try load()
    let large = player(scene)
    let small = SteppedStage(
      Stage(scene: scene, size: PixelSize(width: 100, height: 100), scale: 0.5))
    let picture = try arrive(large.stage)
    small.stage.show(picture)
    for player in [large, small] { player.run(from: 0, to: 1) }
    // A pixel of the small one stands for four.
    for (a, b) in zip(small.color(x: 50, y: 50), large.color(x: 100, y: 100)) {
      #expect(abs(Int(a) - Int(b)) <= 2)
    }
    #expect(large.color(x: 100, y: 100)[0] > 64)
    #expect(small.stage.awaitedPicture == nil)
  }
}
