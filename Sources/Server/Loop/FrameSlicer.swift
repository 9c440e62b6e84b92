import Geometry
import Raster
import Stage
import System

/// Times the slices of frames that take long to prepare or to draw. Between slices, signals are
/// handled and clients served: a pixel may take a nanosecond or a hundred, and clients must not
/// wait for a whole frame of slow pixels. A single shape may take a third of a second; in a slice
/// that takes long nevertheless, another thread handles signals and serves clients.
final class FrameSlicer {
  /// The kinds of long work.
  enum Work {
    /// Sampling a stage for a frame. Unless the stage is the last one and has begun with the
    /// requests of the frame, some stage has not begun with these requests yet.
    case advancing(isLast: Bool)
    /// A slice of sampling, as another thread sees it: stages are in the middle of a change.
    case sampling
    /// Drawing a frame.
    case drawing
    /// Drawing a frame that is visible meanwhile: clients are served only if it takes long.
    case visible
    /// A drawing that a client waits for: clients are not served meanwhile.
    case request
  }

  /// The approximate microseconds of a slice.
  private static let duration: Int64 = 1000
  /// Microseconds of work after which clients are served; before it they are not.
  private static let shortest = duration / 2
  /// Microseconds of a visible drawing after which clients are served.
  private static let longestVisible = 16 * duration
  /// Pixels of a slice: fewer would make shapes with many edges half as slow again, and more could
  /// take far too long at the beginning of a slow scene.
  private static let leastArea = 1 << 15
  private static let mostArea = 1 << 16
  /// Pixels of the first slices of a scene, whose times are not known yet.
  private static let firstArea = 1 << 13
  /// Milliseconds from which on a slice has even fewer than `leastArea` pixels.
  private static let longest = 8
  /// The clients' greatest share of the time: a quarter of the work's time.
  private static let share: Int64 = 4

  /// Microseconds of a slice after which clients are served in it, and then again and again.
  static let longSlice: Int64 = 2000
  /// Frames in a row without a slice of `longSlice`, after which the thread for long slices is no
  /// longer prepared. Preparing it costs two system calls a frame.
  private static let steadyCount = 8

  private let now: () -> Int64
  private let attend: (_ isInSlice: Bool) -> Bool
  private let serve: (_ end: Int64, _ work: Work) -> Void
  /// The pixels of the next slice: they take `duration`, according to the last measurement.
  private(set) var area = firstArea
  /// The most pixels of a slice of the present drawing: twice the area that fitted the slowest
  /// slice of the drawing before, since parts of a picture may take a hundred times as long as
  /// others.
  private var limit = 2 * firstArea
  /// The area that fitted the slowest slice so far.
  private var slowest = Int.max
  private var work = Work.request
  /// The start of the present slice, and the time of the former ones since clients were served.
  private var start: Int64 = 0
  private var waited: Int64 = 0
  /// Microseconds in which clients were served, between slices and in them.
  private(set) var served: Int64 = 0
  /// Serves clients in long slices; nil if nothing does.
  private let thread: LongStepThread?
  /// The time since which the thread waits for a slice to become long, or the start of a frame for
  /// which it does not wait; nil while no frame is being made in which it would serve.
  private var expected: Int64?
  /// The number of frames in a row without a long slice, since the last change by something other
  /// than time.
  private var quickFrames = 0
  /// True if the present frame has no long slice so far.
  private var isQuick = true
  /// The part of the present slice in which the thread served clients, in microseconds.
  private var servedInSlice: Int64 = 0
  /// True if a drawing was interrupted in its slice.
  private var isInterrupted = false

  /// - Parameters:
  ///   - now: reads the clock, in microseconds.
  ///   - thread: the thread for long slices.
  ///   - attend: handles urgent matters between slices, and on the thread in them. Returns false to
  ///     interrupt a drawing.
  ///   - serve: serves the waiting clients, up to a time.
  init(
    now: @escaping () -> Int64, thread: LongStepThread? = nil,
    attend: @escaping (_ isInSlice: Bool) -> Bool = { _ in true },
    serve: @escaping (_ end: Int64, _ work: Work) -> Void
  ) {
    self.now = now
    self.thread = thread
    self.attend = attend
    self.serve = serve
    thread?.work = { [unowned(unsafe) self] in unsafe attendInSlice() }
  }

  deinit { thread?.work = {} }

  /// Begins some frames for which no client waits, at a time.
  func beginFrames(at now: Int64) {
    expected = now
    isQuick = true
    if !isSteady { thread?.expect(after: 2 * Self.longSlice) }
  }

  /// True if no long slice is to be expected.
  private var isSteady: Bool { isQuick && quickFrames == Self.steadyCount }

  func endFrames() {
    thread?.rest()
    quickFrames = isQuick ? min(quickFrames + 1, Self.steadyCount) : 0
    expected = nil
  }

  /// To be called when something other than time may change the next frame.
  func expectChange() { quickFrames = 0 }

  /// To be called after clients were served between frames.
  func reset() { waited = 0 }

  /// Draws a part of a stage's last frame.
  /// - Returns: false if that was interrupted.
  func draw(_ stage: Stage, _ region: Region, into surface: Surface, as work: Work) -> Bool {
    begin(work)
    var drawing = slice { stage.beginDrawing(region, into: surface) }
    if endsInterrupted() { return false }
    // The time for the preparation is not time for pixels.
    let time = now()
    if time - start >= Self.longSlice { isQuick = false }
    start = time
    servedInSlice = 0
    while !drawing.isDone {
      let drawn = slice { drawing.drawSlice(ofArea: area) }
      if !endSlice(drawn: drawn, isLast: drawing.isDone) { return false }
    }
    return true
  }

  /// To be called when another scene is shown: how long its pixels take is not known.
  func forget() {
    quickFrames = 0
    area = Self.firstArea
    limit = 2 * area
    slowest = .max
  }

  private func endDrawing() {
    if slowest == .max { return }
    area = slowest
    limit = min(2 * area, Self.mostArea)
    slowest = .max
  }

  /// Samples a stage at a time in seconds, which nothing interrupts.
  /// - Returns: the pixels that differ.
  func advance(_ stage: Stage, to time: Double, as work: Work) -> Region {
    begin(work)
    slice { stage.beginAdvance(to: time) }
    while true {
      let damage = slice { stage.advanceSlice() }
      self.work = stage.awaitsRequests ? .advancing(isLast: false) : work
      _ = endSlice(drawn: 0, isLast: damage != nil)
      if let damage { return damage }
    }
  }

  /// Does a slice of laying a stage's scene out again, between two frames.
  /// - Returns: true if the layout has only to be shown.
  func layOut(_ stage: Stage) -> Bool {
    begin(.sampling)
    let isReady = slice { stage.layOutSlice() }
    if now() - start >= Self.longSlice { isQuick = false }
    return isReady
  }

  /// Does a step that cannot be divided and in which a stage changes. If it takes long, the thread
  /// handles the calls that touch no scene.
  func step(_ body: () -> Void) {
    begin(.sampling)
    slice(body)
    if now() - start >= Self.longSlice { isQuick = false }
  }

  /// Prepares a scene for another output, and serves clients between slices of that.
  func prepare(_ scene: PreparedScene) {
    begin(.sampling)
    while !slice({ scene.prepareSlice() }) {
      let time = now()
      waited += time - start
      start = time
      guard waited >= Self.shortest else { continue }
      serve(time + min(waited, Self.duration * Self.share) / Self.share, .drawing)
      waited = 0
      start = now()
      served += start - time
    }
  }

  /// Begins the first slice of some work.
  func begin(_ work: Work) {
    self.work = work
    isInterrupted = false
    start = now()
    servedInSlice = 0
  }

  /// Does a slice, in which the thread may serve clients.
  @discardableResult func slice<Result: ~Copyable>(_ body: () -> Result) -> Result {
    guard let thread else { return body() }
    return thread.lend(during: body)
  }

  /// Handles urgent signals that interrupted the slice.
  /// - Returns: true if that happened.
  private func endsInterrupted() -> Bool {
    if isInterrupted { _ = attend(false) }
    return isInterrupted
  }

  /// Handles urgent signals and serves clients, on the thread, during a slice.
  private func attendInSlice() {
    if !attend(true) { isInterrupted = true }
    if isInterrupted { return }
    let time = now()
    // Together with the pauses this comes close to the same share.
    let end = time + Self.duration / 2
    switch work {
    case .advancing, .sampling: serve(end, .sampling)
    case .drawing, .visible: serve(end, .drawing)
    case .request: return
    }
    let duration = now() - time
    served += duration
    servedInSlice += duration
  }

  /// Ends a slice and begins the next one. If the slices since the last time took long enough,
  /// clients are served in between.
  /// - Parameters:
  ///   - drawn: its pixels.
  ///   - isLast: true if none follows.
  /// - Returns: false if the work is to be interrupted.
  func endSlice(drawn: Int, isLast: Bool) -> Bool {
    let time = now()
    let duration = max(time - start - servedInSlice, 1)
    servedInSlice = 0
    // A small and quick slice says nothing about the time for a pixel, and a small and slow one,
    // which may have been interrupted, nothing about the slowest part of the picture.
    let isWhole = drawn >= area
    if isWhole || (drawn > 0 && duration >= Self.shortest) {
      let fitting = drawn * Int(Self.duration) / Int(duration)
      let least = max(min(fitting * Self.longest, Self.leastArea), 1)
      area = min(max(min(fitting, 2 * area), least), limit)
      if isWhole { slowest = min(slowest, area) }
    }
    waited += duration
    start = time
    if isLast { endDrawing() }
    if duration >= Self.longSlice { isQuick = false }
    if !isSteady, let since = expected, time - since >= Self.longSlice {
      thread?.expect(after: 2 * Self.longSlice)
      expected = time
    }
    let least = if case .visible = work { Self.longestVisible } else { Self.shortest }
    guard !isLast, waited >= least else { return !endsInterrupted() }
    let goesOn = attend(false) && !isInterrupted
    switch work {
    case .advancing where goesOn, .drawing where goesOn, .visible where goesOn:
      serve(time + min(waited, Self.duration * Self.share) / Self.share, work)
    // An interruption does not wait for clients.
    case .advancing, .sampling, .drawing, .visible, .request: break
    }
    waited = 0
    start = now()
    served += start - time
    return goesOn
  }
}
