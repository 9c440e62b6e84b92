import Geometry
import Raster
import Scene
import Stage
import System

/// A scene's first frame and some later ones, drawn in the background before the scene is in play:
/// only then is the cost of a frame on this machine known.
struct FrameTrial {
  /// Microseconds of one processor that a frame may take. With frames of a second nothing appears
  /// to move, and the loop could only work between slices of them.
  var limit: Int64 = 1_000_000
  /// Microseconds of processor time of the thread.
  var now: () -> Int64 = { (try? threadTime()) ?? 0 }

  /// The slices of a picture.
  private static let sliceCount = 32
  /// Times, in seconds of the scene, at which a scene that moves is tried again: layers may fade
  /// in, come in from outside, or be born only later.
  private static let laterMoments = [1.0, 4]

  /// - Throws: an error without a place in the file, as soon as a frame exceeds the limit.
  func check(_ scene: Scene, in format: LoadDesk.Format) throws(SceneError) {
    let start = now()
    let stage = Stage(scene: scene, size: format.size, scale: format.scale)
    let buffer = PixelBuffer(size: format.size, format: .xrgb8888)
    var isInTime = draws(stage, at: 0, into: buffer.surface, since: start)
    for moment in Self.laterMoments where isInTime && stage.hasFrame(at: moment) {
      // The time between is no part of a frame.
      _ = stage.advance(to: moment - stage.frameInterval)
      isInTime = draws(stage, at: moment, into: buffer.surface, since: now())
    }
    if isInTime { return }
    throw SceneError(
      refusing: scene.source, "a frame takes more than a second on this machine",
      expected: "one that is drawn in time",
      hint: "fewer or smaller layers, or less of what is costly: shadows, masks, long texts")
  }

  /// Draws the whole picture of a moment.
  /// - Returns: false if the limit is exceeded.
  private func draws(
    _ stage: Stage, at moment: Double, into surface: Surface, since start: Int64
  ) -> Bool {
    _ = stage.advance(to: moment)
    let picture = Region(PixelRect(stage.size))
    var drawing = stage.beginDrawing(picture, into: surface)
    while !drawing.isDone, now() - start <= limit {
      _ = drawing.drawSlice(ofArea: picture.area / Self.sliceCount)
    }
    return now() - start <= limit
  }
}
