import Raster

/// Pauses of frames that take long to draw, in which clients are served: a pixel may take a nanosecond
/// or a hundred, and nobody is to wait for a whole frame of those.
final class ServingPauses {
  /// Microseconds of drawing until a pause, about.
  private static let patience: Int64 = 1000
  /// Those behind which there is none yet.
  private static let shortest = patience / 2
  /// Pixels between two pauses: fewer would make shapes with many edges half as slow again, and more
  /// could take far too long where a scene begins that is slow to draw.
  private static let leastArea = 1 << 15
  private static let mostArea = 1 << 17
  /// What clients get of the time, at most: as much as a quarter of what was drawn.
  private static let share: Int64 = 4

  private let now: () -> Int64
  private let serve: (_ end: Int64) -> Void
  /// The pixels that take so long, as far as is known.
  private var area = mostArea
  /// When the part began that is being drawn, and what was drawn before it since clients were served.
  private var start: Int64 = 0
  private var waited: Int64 = 0
  /// Microseconds that pauses have taken in all.
  private(set) var served: Int64 = 0

  /// - Parameters:
  ///   - now: reads the clock, in microseconds.
  ///   - serve: serves those who wait, until a time.
  init(now: @escaping () -> Int64, serve: @escaping (_ end: Int64) -> Void) {
    self.now = now
    self.serve = serve
  }

  /// For a drawing; they keep this alive.
  var pauses: Pauses { Pauses(area: begin, take: end) }

  /// Clients were served between frames.
  func reset() { waited = 0 }

  private func begin() -> Int {
    start = now()
    return area
  }

  private func end(of drawn: Int, isLast: Bool) {
    let time = now()
    let duration = max(time - start, 1)
    // What is small and quick tells nothing of pixels.
    if drawn >= area || duration >= Self.shortest {
      let fitting = drawn * Int(Self.patience) / Int(duration)
      area = min(max(min(fitting, 2 * area), Self.leastArea), Self.mostArea)
    }
    waited += duration
    start = time
    guard !isLast, waited >= Self.shortest else { return }
    serve(time + min(waited, Self.patience * Self.share) / Self.share)
    waited = 0
    start = now()
    served += start - time
  }
}
