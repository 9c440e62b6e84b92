import Raster

/// Pauses of frames that take long to prepare or to draw, for handling signals and serving clients:
/// a pixel may take a nanosecond or a hundred, and clients must not wait for a whole frame of the
/// latter.
final class ServingPauses {
  /// The kinds of long work.
  enum Work {
    /// Sampling a stage for a frame. Other stages may still have to be sampled.
    case advancing(isLast: Bool)
    /// Drawing a frame.
    case drawing
    /// A drawing that a client waits for, or that is visible while it is drawn: clients are not
    /// served meanwhile.
    case request
  }

  /// The approximate microseconds of work until a pause.
  private static let patience: Int64 = 1000
  /// Microseconds of work from which on a pause follows; before it there is none.
  private static let shortest = patience / 2
  /// Pixels between two pauses: fewer would make shapes with many edges half as slow again, and
  /// more could take far too long at the beginning of a slow scene.
  private static let leastArea = 1 << 15
  private static let mostArea = 1 << 17
  /// Milliseconds from which on even fewer than `leastArea` pixels are drawn between pauses.
  private static let longestPart = 8
  /// The clients' greatest share of the time: a quarter of the drawing time.
  private static let share: Int64 = 4

  private let now: () -> Int64
  private let attend: () -> Bool
  private let serve: (_ end: Int64, _ work: Work) -> Void
  /// The pixels that take `patience`, according to the last measurement.
  private var area = mostArea
  /// The start of the part that is being drawn, and the drawing time before it since clients were
  /// served.
  private var start: Int64 = 0
  private var waited: Int64 = 0
  /// Microseconds of all pauses.
  private(set) var served: Int64 = 0
  /// True if the rest of the present drawing is left out.
  private(set) var isCut = false

  /// - Parameters:
  ///   - now: reads the clock, in microseconds.
  ///   - attend: handles urgent matters in a pause. Returns false to interrupt the drawing.
  ///   - serve: serves the waiting clients, up to a time.
  init(
    now: @escaping () -> Int64, attend: @escaping () -> Bool = { true },
    serve: @escaping (_ end: Int64, _ work: Work) -> Void
  ) {
    self.now = now
    self.attend = attend
    self.serve = serve
  }

  /// The pauses for a drawing; they keep this object alive.
  func pauses(of work: Work) -> Pauses {
    isCut = false
    start = now()
    return Pauses(
      area: begin, rest: { self.rest(of: work) }, isCut: { self.isCut },
      take: { self.end(of: $0, isLast: $1, of: work) })
  }

  /// The function for work without pixels, which may be called as often as desired.
  func rests(of work: Work) -> () -> Void {
    isCut = false
    start = now()
    return { self.rest(of: work) }
  }

  /// Has to be called after clients were served between frames.
  func reset() { waited = 0 }

  private func begin() -> Int {
    start = now()
    return area
  }

  private func end(of drawn: Int, isLast: Bool, of work: Work) {
    let time = now()
    let duration = max(time - start, 1)
    // A small and quick part says nothing about the time for a pixel.
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
