import Geometry
import Raster
import Scene
import Stage

/// Plays a scene without a daemon: makes requests at their times and keeps the picture.
final class ScenePlayer: PicturePlayer {
  let stage: Stage
  private let buffer: PixelBuffer
  /// The requests that are still to be made, in order of time.
  private var requests: ArraySlice<Request>
  /// The changed pixels since the last call of `advance(to:)`.
  private var damage = Region()
  private let completesTouches: Bool
  /// The next frame after the last time.
  private var frameNumber = 1

  private enum Request {
    case set(ControlAssignment)
    case locale(LocaleChange)

    /// In microseconds.
    var time: Int64 {
      switch self {
      case .set(let assignment): assignment.time.microseconds
      case .locale(let change): change.time.microseconds
      }
    }
  }

  /// The scene's time begins at 0.
  /// - Parameters:
  ///   - locale: a language tag; empty for the scene's own.
  ///   - locales: the locales that come after it.
  ///   - reducesMotion: true for the look with reduced motion, from the first frame on.
  ///   - isTransparent: true for a picture that is clear where nothing is painted.
  ///   - completesTouches: true if the look of a press and of the focus appears at once, and does
  ///     not fade in.
  init(
    scene: Scene, size: PixelSize, scale: Double, locale: String = "", locales: [LocaleChange] = [],
    assignments: [ControlAssignment], reducesMotion: Bool = false, isTransparent: Bool = false,
    completesTouches: Bool = false
  ) throws(ClientError) {
    self.completesTouches = completesTouches
    scene.isUsuallyClear = isTransparent
    stage = Stage(scene: scene, size: size, scale: scale, locale: locale)
    stage.reducesMotion = reducesMotion
    buffer = PixelBuffer(size: size, format: isTransparent ? .argb8888 : .xrgb8888)
    // A stable sort: of two requests at one time the later one of the command line wins, and a
    // locale at that time comes before both.
    requests =
      (locales.map { .locale($0) } + assignments.map { .set($0) }).enumerated().sorted {
        ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
      }.map(\.element)[...]
    for assignment in assignments { try assignment.check(on: stage) }
    sample(at: 0)
  }

  var surface: Surface { buffer.surface }

  func makeImage() -> Image { buffer.makeImage() }

  /// Makes a request now, after all earlier ones.
  func add(_ assignment: ControlAssignment) throws(ClientError) {
    try assignment.apply(to: stage)
    sample(at: Int64((stage.time * 1_000_000).rounded()))
  }

  /// Passes the input of a person to the stage, at its present time.
  /// - Returns: the resulting events.
  func handleInput(_ input: (Stage) -> Void) -> [StageEvent] {
    _ = stage.takeEvents()
    input(stage)
    sample(at: Int64((stage.time * 1_000_000).rounded()))
    return stage.takeEvents()
  }

  /// Draws the whole picture anew in the next call of `advance(to:)`.
  func invalidate() { stage.invalidate() }

  /// Advances to a time in microseconds as `play(to:)` does: the picture of a moment is the same
  /// after a leap as after many steps.
  /// - Returns: the pixels that changed.
  func advance(to time: Int64) throws(ClientError) -> Region {
    try play(to: time)
    stage.draw(damage, into: buffer.surface)
    defer { damage = Region() }
    return damage
  }

  /// Advances to a time in microseconds, with the requests that are due on the way, through the
  /// frames of a display at 60 Hz, without drawing them: changes that a control makes by itself,
  /// such as the look of a stall, begin in the frame after their time, and not where a leap ends.
  func play(to time: Int64) throws(ClientError) {
    while true {
      let frame = Int64((Double(frameNumber) * 1_000_000 / 60).rounded())
      guard frame < time else { break }
      frameNumber += 1
      let isDue =
        requests.first.map { $0.time <= frame } ?? false
        || stage.hasFrame(at: Double(frame) / 1_000_000)
      if isDue { try move(to: frame) }
    }
    try move(to: time)
  }

  /// The present layers, depth first.
  func layers() throws(ClientError) -> [LayerInfo] {
    do throws(ControlError) {
      return try stage.layers()
    } catch {
      throw ClientError(.software, "cannot list the layers: \(error.reason)")
    }
  }

  private func move(to time: Int64) throws(ClientError) {
    while let next = requests.first, next.time <= time {
      requests.removeFirst()
      sample(at: next.time)
      // A second sampling of the same time makes the request begin exactly there.
      switch next {
      case .set(let assignment) where completesTouches && assignment.bringsLook(on: stage):
        let look = TouchLook(before: stage.rootLayer)
        try assignment.apply(to: stage)
        sample(at: next.time)
        look.complete(below: stage.rootLayer)
      case .set(let assignment): try assignment.apply(to: stage)
      case .locale(let change): try change.apply(to: stage)
      }
      sample(at: next.time)
    }
    sample(at: time)
  }

  private func sample(at time: Int64) {
    damage.formUnion(stage.advance(to: Double(time) / 1_000_000))
  }
}
