import Geometry
import Images
import Output
import Raster
import Stage

/// Presents one stage on one output, at the pace of either.
final class Presenter {
  let stage: Stage
  private(set) var output: Output
  private var mode: OutputMode
  /// The output's change count when its mode was adopted.
  private var changeCount: Int
  private var pace: Pace
  /// The picture in memory, for hashes, if the output has none of its own.
  private var memory: HeadlessOutput?
  /// Reads the monotonic clock, in microseconds.
  private let monotonic: () -> Int64
  /// Frames missed on outputs before this one, and frames drawn there.
  private var formerSkippedCount = 0
  private var formerFrameCount = 0
  /// Successive frames that could not be shown.
  private var failureCount = 0
  private static let mostAttempts = 20
  /// The time at which the pending frame was sent.
  private var sentTime: Int64
  /// The longest time until a display reports that a frame is shown, in milliseconds.
  static let flipTimeout: Int32 = 1000

  /// The source of the times at which frames are drawn.
  private enum Pace {
    /// The output's refresh, by the monotonic clock.
    case timer(FrameClock)
    /// The display's vertical blanks.
    case display(FlipClock)
    /// Only requests.
    case none
  }

  /// Draws frames as time passes, unless the clock is stepped.
  init(stage: Stage, output: Output, clock: SceneClock) {
    self.stage = stage
    self.output = output
    mode = output.mode
    changeCount = output.changeCount
    monotonic = clock.monotonic
    // The output may have a pending frame of another presenter.
    sentTime = monotonic()
    pace = .none
    if !clock.isStepped { follow() }
  }

  private static func pace(for output: Output, now: Int64) -> Pace {
    output.hasVerticalBlank
      ? .display(
        FlipClock(
          refreshMillihertz: output.refreshMillihertz, now: now, isLate: output.presentsLate))
      : .timer(
        FrameClock(grid: FrameGrid(start: now, refreshMillihertz: output.refreshMillihertz)))
  }

  /// Moves to another output, or to another mode of the same one: the stage keeps its state and is
  /// laid out again if the size differs.
  /// - Parameter slicer: serves clients meanwhile; nil does it in one go.
  func move(to output: Output, by slicer: FrameSlicer? = nil) {
    let layout = stage.layout(for: output.size, scale: output.scale)
    if let layout { slicer?.prepare(layout) }
    formerSkippedCount = skippedCount
    formerFrameCount = frameCount - output.frameCount
    self.output = output
    sentTime = monotonic()
    mode = output.mode
    changeCount = output.changeCount
    if memory != nil { memory = makeMemory() }
    refresh()
    stage.resize(to: output.size, scale: output.scale, as: layout)
    if case .none = pace { return }
    follow()
  }

  /// Adopts the output's pace. Without a pace the stage keeps to the stepped clock's frames, so
  /// that these are the same on any output.
  private func follow() {
    pace = Self.pace(for: output, now: monotonic())
    stage.frameInterval = 1000 / Double(output.refreshMillihertz)
  }

  /// Draws everything with the next frame.
  func refresh() {
    stage.invalidate()
    if case .display(var clock) = pace {
      clock.reset()
      pace = .display(clock)
    }
  }

  // MARK: Pace

  /// Frames that were missed because their time had passed.
  var skippedCount: Int {
    switch pace {
    case .timer(let clock): formerSkippedCount + clock.skippedCount
    case .display(let clock): formerSkippedCount + clock.skippedCount
    case .none: formerSkippedCount
    }
  }

  /// The time at which the next frame is to be drawn; nil while only the display can trigger one.
  func deadline(now: Int64) -> Int64? {
    switch pace {
    case .timer(let clock): output.isBusy ? nil : clock.deadline
    case .display(let clock): output.isBusy ? nil : clock.deadline(now: now)
    case .none: nil
    }
  }

  /// The presentation time of the frame that is due; nil if none is.
  func takeTick(now: Int64) -> Int64? {
    takeFlip()
    guard !output.isBusy else { return nil }
    switch pace {
    case .timer(var clock):
      guard let tick = clock.takeTick(now: now) else { return nil }
      pace = .timer(clock)
      return tick.time
    case .display(var clock):
      guard let tick = clock.takeTick(now: now) else { return nil }
      pace = .display(clock)
      return tick.time
    case .none: return nil
    }
  }

  /// True if a frame is pending, and the display will report it.
  var awaitsFlip: Bool { output.isBusy }

  /// Stops waiting for a frame that has been pending for too long.
  /// - Throws: `frameNotShown`.
  func checkFlip(now: Int64) throws(OutputError) {
    guard output.isBusy, now - sentTime >= Int64(Self.flipTimeout) * 1000 else { return }
    if case .display(var clock) = pace {
      clock.reset()
      pace = .display(clock)
    }
    try output.giveUpFlip()
  }

  /// The time at which the display has shown a frame since the last call. A driver with another
  /// clock may report times in the future, and no frame would follow before them.
  private func shownTime() -> Int64? {
    output.takeFlip().map { min($0, monotonic() + interval) }
  }

  private func takeFlip() {
    guard let time = shownTime() else { return }
    switch pace {
    case .display(var clock):
      clock.shown(at: time)
      pace = .display(clock)
    case .timer where output.hasVerticalBlank:
      // The output's first frames have shown that it counts blanks.
      formerSkippedCount = skippedCount
      pace = Self.pace(for: output, now: time)
    default: break
    }
  }

  /// Schedules the frame that the scene needs next, or none.
  /// - Parameter now: the time of the last call of `takeTick`, so that no deadline lies between.
  func schedule(now: Int64) {
    let next = stage.nextChange.flatMap {
      $0 <= Self.farthestChange ? Int64(max($0, 0) * 1_000_000) : nil
    }
    switch pace {
    case .timer(var frames):
      if stage.needsFrame {
        if let deadline = frames.deadline, deadline > now + interval { frames.cancel() }
        frames.schedule(now: now)
      } else if let change = next {
        if let deadline = frames.deadline, deadline > max(now, change) + interval {
          frames.cancel()
        }
        frames.schedule(now: max(now, change - 1))
      } else {
        frames.cancel()
      }
      pace = .timer(frames)
    case .display(var flips):
      if stage.needsFrame {
        flips.isPrompt = stage.isHeld
        flips.schedule(from: now)
      } else if let change = next {
        flips.schedule(from: change)
      } else {
        flips.cancel()
      }
      pace = .display(flips)
    case .none: break
    }
  }

  /// Changes later than this, in seconds, count as never: they would not fit into microseconds.
  private static let farthestChange = 4e9

  private var interval: Int64 { 1_000_000_000 / Int64(output.refreshMillihertz) }

  // MARK: Frames

  var frameCount: Int { formerFrameCount + output.frameCount }

  /// True if the output has changed its mode since the stage was laid out for it.
  var hasOtherMode: Bool { output.mode != mode || output.changeCount != changeCount }

  /// A sampled stage at a time.
  struct Frame {
    var time: Int64
    /// The difference from the frame before.
    var damage: Region
    /// The time that sampling took, in microseconds.
    var duration: Int64
  }

  /// Samples the stage at a time.
  /// - Parameters:
  ///   - slicer: serves clients between slices of the work; nil does it in one go.
  ///   - isLast: true if no other stage is to be sampled for the same moment.
  func advance(to time: Int64, by slicer: FrameSlicer? = nil, isLast: Bool = true) -> Frame {
    let start = monotonic()
    let served = slicer?.served ?? 0
    let seconds = Double(time) / 1_000_000
    let damage =
      slicer?.advance(stage, to: seconds, as: .advancing(isLast: isLast))
      ?? stage.advance(to: seconds)
    let serving = (slicer?.served ?? 0) - served
    return Frame(time: time, damage: damage, duration: monotonic() - start - serving)
  }

  /// Draws and shows the damage of the frame that the stage has advanced to.
  /// - Parameters:
  ///   - slicer: serves clients between the slices of the drawing; nil draws in one go.
  ///   - work: the kind of the drawing.
  /// - Returns: the presentation; nil if nothing differs, or the drawing was interrupted.
  func present(
    _ frame: Frame, by slicer: FrameSlicer? = nil, as work: FrameSlicer.Work = .request
  ) throws(OutputError) -> Presentation? {
    guard !frame.damage.isEmpty else { return nil }
    let start = monotonic()
    let served = slicer?.served ?? 0
    // While a half-drawn picture is visible, little may delay the rest.
    var work = work
    if output.drawsInSight, case .drawing = work { work = .visible }
    // Without a pace nothing has waited for the last frame.
    if output.isBusy {
      output.finish()
      takeFlip()
    }
    guard let presentation = try draw(frame, by: slicer, as: work) else { return nil }
    let serving = (slicer?.served ?? 0) - served
    noteSent(frame, duration: frame.duration + monotonic() - start - serving)
    return presentation
  }

  /// Draws a frame on the output, and in memory if hashes need that.
  /// - Returns: nil if the drawing was interrupted: the next frame draws everything.
  private func draw(
    _ frame: Frame, by slicer: FrameSlicer?, as work: FrameSlicer.Work
  ) throws(OutputError) -> Presentation? {
    func present(on output: Output) throws(OutputError) -> Presentation {
      try output.present(frame.damage, at: frame.time) { [stage] surface, region in
        guard let slicer else { return stage.draw(region, into: surface) }
        if !slicer.draw(stage, region, into: surface, as: work) { output.abandonFrame() }
      }
    }
    do throws(OutputError) {
      var hash: FrameHash?
      if let memory { hash = try present(on: memory).hash }
      var presentation = try present(on: output)
      if let hash { presentation.hash = hash }
      failureCount = 0
      return presentation
    } catch {
      if error == .frameAbandoned {
        stage.invalidate()
        return nil
      }
      // The drawn frame is not visible: a display gets it again, up to a number of attempts.
      failureCount += 1
      if output.headless == nil, failureCount <= Self.mostAttempts { stage.invalidate() }
      throw error
    }
  }

  /// Notes that a frame was sent to the output.
  /// - Parameter duration: the time that sampling and drawing it took, in microseconds.
  private func noteSent(_ frame: Frame, duration: Int64) {
    if output.isBusy { sentTime = monotonic() }
    guard case .display(var clock) = pace else { return }
    let flip = shownTime()
    if output.isBusy || flip != nil { clock.sent(frame.time, duration: duration) }
    if let flip { clock.shown(at: flip) }
    pace = .display(clock)
  }

  /// True if each frame's hash is computed.
  var hashesFrames: Bool {
    get { memory?.hashesFrames ?? output.headless?.hashesFrames ?? false }
    set {
      if let headless = output.headless {
        headless.hashesFrames = newValue
      } else {
        memory = newValue ? makeMemory() : nil
      }
    }
  }

  private func makeMemory() -> HeadlessOutput {
    let memory = HeadlessOutput(mode: output.mode)
    memory.hashesFrames = true
    return memory
  }

  /// The hash of the last frame, if frames are hashed.
  var hash: FrameHash? {
    guard hashesFrames else { return nil }
    return read { FrameHash(of: $0) }
  }

  /// Reads the last frame. For a display it is drawn once more, into memory.
  func read<Result>(_ body: (Surface) -> Result) -> Result? {
    if let headless = output.headless { return headless.read(body) }
    if let memory { return memory.read(body) }
    guard frameCount > 0 else { return nil }
    let buffer = PixelBuffer(size: output.size, format: output.format)
    stage.draw(Region(PixelRect(output.size)), into: buffer.surface)
    return body(buffer.surface)
  }
}
