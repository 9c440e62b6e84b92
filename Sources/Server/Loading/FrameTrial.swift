import Geometry
import Raster
import Scene
import Stage
import System

/// A scene's first frame, drawn in the background before the scene is in play: only then is the
/// cost of a frame on this machine known.
struct FrameTrial {
  /// Microseconds of one processor that a frame may take. Frames of a second are no motion, and the
  /// loop could only work between slices of them.
  var limit: Int64 = 1_000_000
  /// Microseconds of processor time of the thread.
  var now: () -> Int64 = { (try? threadTime()) ?? 0 }

  /// The slices of a picture.
  private static let sliceCount = 32

  /// - Throws: an error without a place in the file, as soon as the frame exceeds the limit.
  func check(_ scene: Scene, in format: LoadDesk.Format) throws(SceneError) {
    let start = now()
    let stage = Stage(scene: scene, size: format.size, scale: format.scale)
    _ = stage.advance(to: 0)
    let buffer = PixelBuffer(size: format.size, format: .xrgb8888)
    let picture = Region(PixelRect(format.size))
    var drawing = stage.beginDrawing(picture, into: buffer.surface)
    while !drawing.isDone, now() - start <= limit {
      _ = drawing.drawSlice(ofArea: picture.area / Self.sliceCount)
    }
    guard now() - start > limit else { return }
    throw SceneError(
      refusing: scene.source, "a frame takes more than a second on this machine",
      expected: "one that is drawn in time",
      hint: "fewer or smaller layers, or less of what is costly: shadows, masks, long texts")
  }
}
