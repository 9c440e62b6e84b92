import Raster

/// Pauses of frames that take long to prepare or to draw, in which signals are seen to and clients are
/// served: a pixel may take a nanosecond or a hundred, and nobody is to wait for a whole frame of those.
final class ServingPauses {
  /// The work that takes long.
  enum Work {
    /// Sampling a stage for a frame. Other stages that are due may still have to be.
    case advancing(isLast: Bool)
    /// Drawing a frame.
    case drawing
    /// What a client waits for, or is seen half drawn: nobody is served meanwhile.
    case request
  }

  /// Microseconds of work until a pause, about.
  private static let patience: Int64 = 1000
  /// Those behind which there is none yet.
  private static let shortest = patience / 2
  /// Pixels between two pauses: fewer would make shapes with many edges half as slow again, and more
  /// could take far too long where a scene begins that is slow to draw.
  private static let leastArea = 1 << 15
  private static let mostArea = 1 << 17
  /// Milliseconds from which on fewer than `leastArea` are drawn all the same.
  private static let longestPart = 8
  /// What clients get of the time, at most: as much as a quarter of what was drawn.
  private static let share: Int64 = 4

  private let now: () -> Int64
  private let attend: () -> Bool
  private let serve: (_ end: Int64, _ work: Work) -> Void
  /// The pixels that take so long, as far as is known.
  private var area = mostArea
  /// When the part began that is being drawn, and what was drawn before it since clients were served.
  private var start: Int64 = 0
  private var waited: Int64 = 0
  /// Microseconds that pauses have taken in all.
  private(set) var served: Int64 = 0
  /// True if the rest of the drawing at work is left out.
  private(set) var isCut = false

  /// - Parameters:
  ///   - now: reads the clock, in microseconds.
  ///   - attend: sees to what cannot wait in a pause. False where a drawing has to be cut off.
  ///   - serve: serves those who wait, until a time.
  init(
    now: @escaping () -> Int64, attend: @escaping () -> Bool = { true },
    serve: @escaping (_ end: Int64, _ work: Work) -> Void
  ) {
    self.now = now
    self.attend = attend
    self.serve = serve
  }

  /// For a drawing; they keep this alive.
  func pauses(of work: Work) -> Pauses {
    isCut = false
    start = now()
    return Pauses(
      area: begin, rest: { self.rest(of: work) }, isCut: { self.isCut },
      take: { self.end(of: $0, isLast: $1, of: work) })
  }

  /// For work that has no pixels: to be called now and then, as often as one likes.
  func rests(of work: Work) -> () -> Void {
    isCut = false
    start = now()
    return { self.rest(of: work) }
  }

  /// Clients were served between frames.
  func reset() { waited = 0 }

  private func begin() -> Int {
    start = now()
    return area
  }

  private func end(of drawn: Int, isLast: Bool, of work: Work) {
    let time = now()
    let duration = max(time - start, 1)
    // What is small and quick tells nothing of pixels.
    if drawn >= area || duration >= Self.shortest {
      let fitting = drawn * Int(Self.patience) / Int(duration)
      let least = max(min(fitting * Self.longestPart, Self.leastArea), 1)
      area = min(max(min(fitting, 2 * area), least), Self.mostArea)
    }
    waited += duration
    start = time
    guard !isLast, waited >= Self.shortest else { return }
    pause(at: time, of: work)
  }

  private func rest(of work: Work) {
    let time = now()
    guard time - start >= Self.patience else { return }
    waited += time - start
    pause(at: time, of: work)
  }

  private func pause(at time: Int64, of work: Work) {
    if !attend() { isCut = true }
    switch work {
    case .request: break
    case .advancing, .drawing:
      serve(time + min(waited, Self.patience * Self.share) / Self.share, work)
    }
    waited = 0
    start = now()
    served += start - time
  }
}
