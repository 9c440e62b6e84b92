import Raster

/// Pauses of frames that take long to draw, in which clients are served: a pixel may take a nanosecond
/// or a hundred, and nobody is to wait for a whole frame of those.
final class ServingPauses {
  /// Microseconds of drawing between two pauses, about.
  private static let patience: Int64 = 1000
  /// Pixels between two pauses: with fewer, cutting would be felt, and more could take far too long
  /// where a scene begins that is slow to draw.
  private static let leastArea = 1 << 13
  private static let mostArea = 1 << 17

  private let now: () -> Int64
  private let serve: () -> Void
  /// The pixels that take so long, as far as is known.
  private var area = mostArea
  /// When the part began that is being drawn, and what was drawn before it since clients were served.
  private var start: Int64 = 0
  private var waited: Int64 = 0

  /// - Parameters:
  ///   - now: reads the clock, in microseconds.
  ///   - serve: serves those who wait.
  init(now: @escaping () -> Int64, serve: @escaping () -> Void) {
    self.now = now
    self.serve = serve
  }

  /// For a drawing; they keep this alive.
  var pauses: Pauses { Pauses(area: begin, take: end) }

  private func begin() -> Int {
    start = now()
    return area
  }

  private func end(of drawn: Int) {
    let duration = max(now() - start, 1)
    let fitting = drawn * Int(Self.patience) / Int(duration)
    area = min(max(min(fitting, 2 * area), Self.leastArea), Self.mostArea)
    waited += duration
    if 2 * waited >= Self.patience {
      serve()
      waited = 0
    }
    start = now()
  }
}
