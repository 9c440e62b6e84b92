import Animation
import Foundation
import Geometry
import Images
import Layers
import Raster
import Testing

@testable import Scene

/// The keys of frames layers.
@Suite final class FramesKeysTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "frames-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for number in 1...4 { try write("f-\(number).png", width: 8, height: 4, gray: number) }
    for number in 0...11 {
      try write("\(number < 10 ? "0" : "")\(number).png", width: 2, height: 2, gray: number)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func write(_ name: String, width: Int, height: Int, gray: Int) throws {
    let word = UInt32(gray) * 0x01_0101 | 0xFF00_0000
    let bytes = try PNGEncoder(compression: .fast).encode(
      [UInt32](repeating: word, count: width * height),
      size: PixelSize(width: width, height: height))
    try Data(bytes).write(to: folder.appending(path: name))
  }

  private func load(_ keys: String, control: String = "") throws(SceneError) -> Scene {
    let text = """
      { "layers": [{ "name": "f", "kind": "frames", "size": ["auto", 50], \(keys) }]\(control) }
      """
    return try SceneLoader.load(
      bytes: Array(text.utf8), name: "s.jsonc", directory: folder.path)
  }

  private func layer(_ scene: Scene) throws -> FramesLayer {
    let instance = scene.instantiate(size: Size(width: 400, height: 300), scale: 1)
    return try #require(instance.tree.root.sublayers[0] as? FramesLayer)
  }

  @Test(arguments: [
    ("\"files\": \"f-%d.png\"", 4, 1), ("\"files\": \"%02d.png\"", 12, 0),
    ("\"files\": \"%02d.png\", \"first\": 9", 3, 9),
    ("\"files\": \"%02d.png\", \"count\": 5", 5, 0),
    ("\"files\": \"%02d.png\", \"first\": 3, \"count\": 2", 2, 3),
    ("\"files\": \"./f-%d.png\"", 4, 1),
  ])
  func `numbered files end before the first that is missing`(
    keys: String, count: Int, first: Int
  ) throws {
    let scene = try load(keys)
    #expect(scene.files.count == count && scene.warnings.isEmpty)
    let frames = try #require(try layer(scene).sequence)
    #expect(frames.times == FrameTimes(count: count, rate: 30_000, runCount: 1))
    for index in 0..<count {
      let level = UInt32(first + index)
      let pixel = try #require(frames.picture(at: index)).premultipliedPixels[0]
      #expect(pixel == 0xFF00_0000 | level << 16 | level << 8 | level)
    }
    #expect(scene.checkFrames().isEmpty)
  }

  @Test func `a side follows from the pictures, and the times from the keys`() throws {
    let layer = try layer(
      try load(
        "\"files\": \"f-%d.png\", \"rate\": 23.976, \"repeat\": \"forever\", \"fillMode\": \"forwards\""
      ))
    #expect(layer.bounds.size == Size(width: 100, height: 50))
    #expect(layer.sequence?.times == FrameTimes(count: 4, rate: 23_976, runCount: nil))
    #expect(layer.fillMode == .forwards && layer.progress == nil)
  }

  @Test func `a sheet's cells are its pictures`() throws {
    try write("sheet.png", width: 6, height: 4, gray: 9)
    let frames = try #require(
      try layer(try load("\"file\": \"sheet.png\", \"grid\": [3, 2], \"count\": 5")).sequence)
    #expect(frames.times.count == 5 && frames.size == PixelSize(width: 2, height: 2))
    #expect(frames.picture(at: 4)?.size == frames.size)
  }

  @Test func `a progress control drives frames, and a scrub control takes their duration`() throws {
    for value in [0, 0.5] {
      let driven = try load(
        "\"files\": \"f-%d.png\"",
        control:
          ", \"controls\": {\"c\": {\"kind\": \"progress\", \"drives\": \"f\", \"value\": \(value)}}"
      )
      #expect(try layer(driven).progress == value)
    }
    let scrubbed = try load(
      "\"files\": \"f-%d.png\", \"rate\": 2, \"repeat\": 3",
      control: ", \"controls\": { \"c\": { \"kind\": \"scrub\", \"layers\": \"f\" } }")
    let instance = scrubbed.instantiate(size: Size(width: 400, height: 300), scale: 1)
    guard case .scrub(_, let layers) = instance.controls[0].content else {
      Issue.record("no scrub control")
      return
    }
    #expect(layers.duration == 6)
  }

  @Test(arguments: [
    ("\"rate\": 2", "needs pictures"), ("\"files\": \"f-%d.png\", \"file\": \"01.png\"", "beside"),
    ("\"files\": \"f.png\"", "place for a number"),
    ("\"files\": \"%5d%d.png\"", "place for a number"),
    ("\"files\": \"%99999999999999999999999d.png\"", "place for a number"),
    ("\"files\": \"g-%d.png\"", "No such file"),
    ("\"files\": \"f-%d.png\", \"count\": 5", "f-5.png"),
    ("\"files\": \"f-%d.png\", \"grid\": [1, 1]", "belongs to a sheet"),
    ("\"file\": \"01.png\", \"grid\": [2, 2], \"first\": 1", "several `files`"),
    ("\"file\": \"01.png\", \"grid\": [3, 2]", "equal cells"),
    ("\"file\": \"01.png\", \"grid\": [0.5, 2]", "grid"),
    ("\"file\": \"01.png\", \"grid\": [2, 1], \"count\": 3", "more than the 2 cells"),
    ("\"file\": \"01.png\"", "does not move"),
    ("\"file\": \"01.png\", \"count\": 1", "number of its own"),
    ("\"files\": \"f-%d.png\", \"repeat\": 1.5", "whole number of runs"),
    ("\"files\": \"f-%d.png\", \"repeat\": 0", "whole number of runs"),
    ("\"files\": \"f-%d.png\", \"rates\": 3", "`rate`"),
    ("\"files\": \"f-%d.png\", \"progress\": 2", "progress"),
  ])
  func `a mistake in the keys of frames is reported`(keys: String, part: String) {
    let error = #expect(throws: SceneError.self) { try load(keys) }
    #expect(error?.rendered.contains(part) == true, "\(error?.rendered ?? "")")
  }

  @Test(arguments: [
    "\"files\": \"g-%d.png\"", "\"file\": \"01.png\", \"grid\": [4]",
    "\"file\": \"01.png\", \"grid\": [1, 0]",
  ])
  func `pictures that are not there are one mistake, whatever the layer is for`(keys: String) {
    let animation = "{ \"key\": \"contentsRect\", \"to\": [0, 0, 0.5, 1] }"
    let control = "{ \"kind\": \"progress\", \"drives\": \"f\" }"
    let error = #expect(throws: SceneError.self) {
      try load(
        keys + ", \"animations\": [\(animation)]", control: ", \"controls\": { \"c\": \(control) }")
    }
    #expect(error?.diagnostics.count == 1, "\(error?.rendered ?? "")")
  }

  @Test func `pictures of other sizes and broken ones are reported`() throws {
    try write("f-3.png", width: 8, height: 5, gray: 1)
    let error = #expect(throws: SceneError.self) { try load("\"files\": \"f-%d.png\"") }
    #expect(error?.rendered.contains("f-3.png' has 8×5 pixels") == true)
    var bytes = try Data(contentsOf: folder.appending(path: "03.png"))
    bytes[bytes.count - 20] ^= 0xFF
    try bytes.write(to: folder.appending(path: "03.png"))
    let faults = try load("\"files\": \"%02d.png\"").checkFrames()
    #expect(faults.count == 1 && faults[0].message.contains("03.png"))
  }

  @Test func `frames count for the pixels and bytes of a scene`() throws {
    try write("w-0.png", width: 3900, height: 2200, gray: 1)
    let error = #expect(throws: SceneError.self) { try load("\"files\": \"w-%d.png\"") }
    #expect(error?.rendered.contains("3900×2200 pixels") == true, "\(error?.rendered ?? "")")
  }

  @Test func `variants share the pictures of a layer, and two layers have their own`() throws {
    try write("w-0.png", width: 1600, height: 1500, gray: 1)
    let variants = [100, 200, 300].map {
      "{ \"when\": { \"maxWidth\": \($0) }, \"layers\": { \"f\": { \"opacity\": 0.5 } } }"
    }.joined(separator: ", ")
    let scene = try load("\"files\": \"w-%d.png\"", control: ", \"variants\": [\(variants)]")
    #expect(scene.files.count == 1 && scene.warnings.isEmpty)
    func layers(_ scene: Scene, _ width: Double) -> [FramesLayer] {
      scene.instantiate(size: Size(width: width, height: 300), scale: 1).tree.root.sublayers
        .compactMap { $0 as? FramesLayer }
    }
    let usual = try #require(layers(scene, 400).first)
    for width in [50.0, 150, 250] {
      let shown = try #require(layers(scene, width).first)
      #expect(shown.opacity == 0.5 && shown.sequence === usual.sequence)
    }
    let twice = try load(
      "\"files\": \"f-%d.png\" }, { \"kind\": \"frames\", \"files\": \"f-%d.png\"",
      control: ", \"variants\": [\(variants)]")
    for width in [50.0, 400] {
      let pair = layers(twice, width)
      #expect(pair.count == 2 && pair[0].sequence !== pair[1].sequence)
    }
  }

  @Test(arguments: [
    ("\"rate\": 5", 4), ("\"repeat\": 2", 4), ("\"count\": 2", 2), ("\"first\": 2", 3),
    ("\"files\": \"%02d.png\"", 12),
  ])
  func `a variant that asks for other frames has its own`(key: String, count: Int) throws {
    let variant = "{ \"when\": { \"maxWidth\": 100 }, \"layers\": { \"f\": { \(key) } } }"
    let scene = try load("\"files\": \"f-%d.png\"", control: ", \"variants\": [\(variant)]")
    let other = scene.instantiate(size: Size(width: 50, height: 300), scale: 1)
    let frames = try #require((other.tree.root.sublayers[0] as? FramesLayer)?.sequence)
    let usual = try #require(try layer(scene).sequence)
    #expect(frames.times.count == count && usual.times.count == 4)
    #expect(frames.times != usual.times)
  }
}
