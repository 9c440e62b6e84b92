import Animation
import Foundation
import Geometry
import Images
import Raster
import Scene
import Stage

/// A reveal as the daemon plays it, from the first frame in which the hole grows to the bare
/// content.
struct FullReveal {
  var scene: Scene
  var size: PixelSize
  /// The number of repetitions; for each frame the quickest counts.
  var repetitions = 5

  /// A picture as large as the output behind a loader's ring.
  static func ofPicture(size: PixelSize) throws -> Scene {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("firstlight-reveal-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let picture = try PNGEncoder().encode(Picture.opaque(size).image)
    try Data(picture).write(to: folder.appendingPathComponent("picture.png"))
    let text = """
      {
        "background": "#F4EFE8",
        "layers": [
          { "name": "content", "size": ["100%", "100%"], "layers": [
              { "kind": "image", "file": "picture.png", "size": ["100%", "100%"] },
              { "name": "ring", "kind": "loader", "backgroundColor": "#F4EFE8",
                "color": "#D2553A", "radius": "9vmin", "lineWidth": "0.9vmin" } ] },
        ],
        "controls": {
          "picture": { "kind": "reveal", "content": "content", "loader": "ring" },
        },
      }
      """
    return try SceneLoader.load(
      bytes: Array(text.utf8), name: "reveal", directory: folder.path)
  }

  /// Nanoseconds of each frame.
  func run() throws -> [Int] {
    let byteCount = size.width * size.height * 4
    let pixels = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
    defer { unsafe pixels.deallocate() }
    let surface = unsafe Surface(
      base: pixels, width: size.width, height: size.height, stride: size.width * 4,
      format: .xrgb8888)
    var least: [Int] = []
    for _ in 0..<repetitions {
      try play(into: surface) { stage, time, frame in
        let taken = Stopwatch.measure { stage.draw(stage.advance(to: time), into: surface) }
        if frame < least.count {
          least[frame] = min(least[frame], taken)
        } else {
          least.append(taken)
        }
      }
    }
    return least
  }

  /// Pixels that are drawn while the hole grows, and the number of them that change. The whole
  /// picture is drawn when the ring becomes a mask, and when the mask is removed.
  func damage() throws -> (drawn: Int, changed: Int) {
    let count = size.width * size.height
    let pixels = UnsafeMutablePointer<UInt32>.allocate(capacity: 2 * count)
    defer { unsafe pixels.deallocate() }
    let former = unsafe pixels + count
    let surface = unsafe Surface(
      base: pixels, width: size.width, height: size.height, stride: size.width * 4,
      format: .xrgb8888)
    var (drawn, changed) = (0, 0)
    try play(into: surface) { stage, time, _ in
      unsafe former.update(from: pixels, count: count)
      let damage = stage.advance(to: time)
      stage.draw(damage, into: surface)
      if damage.area == count { return }
      drawn += damage.area
      for place in 0..<count where unsafe pixels[place] != former[place] { changed += 1 }
    }
    return (drawn, changed)
  }

  /// Calls `body` for each frame of the reveal, which it draws.
  private func play(
    into surface: Surface, _ body: (_ stage: Stage, _ time: Double, _ frame: Int) -> Void
  ) throws {
    let stage = Stage(scene: scene, size: size, scale: 1)
    stage.draw(stage.advance(to: 0), into: surface)
    _ = try stage.setProgress(nil, ProgressChange(.value(1), duration: 0))
    // By then, animations that follow the progress are over.
    stage.draw(stage.advance(to: 10), into: surface)
    let outcome = try stage.reveal(nil)
    var frame = 0
    while stage.state(of: outcome.reveal) != .finished, frame < 600 {
      body(stage, 10 + Double(frame) / 60, frame)
      frame += 1
    }
  }
}
