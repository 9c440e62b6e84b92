import Animation
import Geometry
import Raster
import Scene
import Stage

/// A scene that moves steadily, a frame every sixtieth of a second, as the daemon plays it:
/// through the stage, the compositor and the renderer.
struct SteadyAnimation {
  var scene: Scene
  var size: PixelSize
  /// True if the scene's progress control grows meanwhile.
  var growsProgress: Bool

  func run(frames: Int) throws {
    let stage = Stage(scene: scene, size: size, scale: 1)
    let byteCount = size.width * size.height * 4
    let pixels = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
    defer { unsafe pixels.deallocate() }
    let surface = unsafe Surface(
      base: pixels, width: size.width, height: size.height, stride: size.width * 4,
      format: .xrgb8888)
    stage.draw(stage.advance(to: 0), into: surface)
    if growsProgress {
      _ = try stage.setProgress(
        nil, ProgressChange(.value(1), duration: 20, timing: .linear))
    }
    for frame in 1...max(frames, 1) {
      stage.draw(stage.advance(to: Double(frame) / 60), into: surface)
    }
  }
}
