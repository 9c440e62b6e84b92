import Geometry
import Images
import Output
import Raster
import Scene
import Stage
import System
import Wire

/// What is served: a scene in play, the output that shows it, and the clock that moves it on.
///
/// The times of all calls are microseconds: of the monotonic clock, or of the stepped one.
final class Display {
  /// What moves time on.
  private enum Clock {
    case vsync(FrameClock)
    case step(StepClock)
  }

  let stage: Stage
  let library: SceneLibrary
  private let output: Output
  private var clock: Clock
  private let monotonic: () -> Int64
  private var origin: SceneOrigin
  private let log: Log
  private let encoder: PNGEncoder
  private var events: [DisplayInterface.Event] = []
  /// Told of every frame that is shown.
  var onPresentation: (Presentation) -> Void = { _ in }
  /// Asked before each frame of a step: whether the step has to end there.
  var isInterrupted: () -> Bool = { false }
  /// Why the last frame could not be shown; nil when it was.
  private(set) var outputFailure: String?
  /// The hash of the last frame, in 16 hexadecimal digits, where frames are hashed.
  private(set) var frameHash = ""

  /// - Parameters:
  ///   - origin: where the scene came from, for loading it again.
  ///   - monotonic: reads the monotonic clock.
  init(
    scene: Scene, origin: SceneOrigin, library: SceneLibrary, output: Output, isStepped: Bool,
    log: Log, monotonic: @escaping () -> Int64
  ) throws(PNGError) {
    stage = Stage(scene: scene, size: output.size, scale: output.scale)
    stage.frameInterval = 1000 / Double(output.refreshMillihertz)
    encoder = try PNGEncoder()
    self.origin = origin
    self.library = library
    self.output = output
    self.log = log
    self.monotonic = monotonic
    if isStepped {
      output.hashesFrames = true
      clock = .step(StepClock(refreshMillihertz: output.refreshMillihertz))
    } else {
      let grid = FrameGrid(start: monotonic(), refreshMillihertz: output.refreshMillihertz)
      clock = .vsync(FrameClock(grid: grid))
    }
  }

  // MARK: Time

  var isStepped: Bool {
    if case .step = clock { true } else { false }
  }

  /// The monotonic clock, whatever moves the scene on.
  var now: Int64 { monotonic() }

  /// The time that the scene goes by.
  var time: Int64 {
    switch clock {
    case .step(let clock): clock.time
    case .vsync: monotonic()
    }
  }

  /// When the next frame is to be drawn; nil while nothing is to be waited for.
  var deadline: Int64? {
    if case .vsync(let clock) = clock { clock.deadline } else { nil }
  }

  /// Draws the frame that is due, if one is.
  func tick(now: Int64) {
    guard case .vsync(var frames) = clock else { return }
    guard let tick = frames.takeTick(now: now) else { return }
    clock = .vsync(frames)
    present(at: tick.time)
  }

  /// Asks the clock for the frame that the scene needs next, or for none.
  /// - Parameter now: the time that `tick` was last called with, so that no deadline lies between.
  func schedule(now: Int64) {
    guard case .vsync(var frames) = clock else { return }
    if stage.needsFrame {
      if let deadline = frames.deadline, deadline > now + interval { frames.cancel() }
      frames.schedule(now: now)
    } else if let next = stage.nextChange, next <= Self.farthestChange {
      let change = Int64(next * 1_000_000)
      if let deadline = frames.deadline, deadline > max(now, change) + interval {
        frames.cancel()
      }
      frames.schedule(now: max(now, change - 1))
    } else {
      frames.cancel()
    }
    clock = .vsync(frames)
  }

  /// Moves a stepped clock on and draws the frames in between that differ, and one where it stops if
  /// that differs. An interruption leaves out the frames that are left.
  func step(by duration: Int64) {
    guard case .step(var steps) = clock else { return }
    let times = steps.step(by: duration)
    clock = .step(steps)
    for time in times {
      let seconds = Double(time) / 1_000_000
      if stage.needsFrame || stage.nextChange.map({ $0 <= seconds }) ?? false {
        if isInterrupted() { return }
        present(at: time)
      }
    }
    // What is asked for next begins where the clock stands, on the grid or not.
    if Double(steps.time) / 1_000_000 > stage.time { present(at: steps.time) }
  }

  /// Changes later than this, in seconds, count as never: microseconds would not hold them all.
  private static let farthestChange = 4e9

  private var interval: Int64 { 1_000_000_000 / Int64(output.refreshMillihertz) }

  // MARK: Frames

  /// Frames drawn, and those that were missed because their time had passed.
  var frameCount: Int { output.frameCount }
  var lateFrameCount: Int {
    if case .vsync(let clock) = clock { clock.skippedCount } else { 0 }
  }

  /// The output's pixels.
  var size: PixelSize { output.size }

  var outputInfo: DisplayInterface.OutputInfo {
    DisplayInterface.OutputInfo(
      name: output.name, width: Int64(output.size.width), height: Int64(output.size.height),
      refreshMillihertz: Int64(output.refreshMillihertz), format: output.format.name,
      scale: output.scale)
  }

  /// Draws the scene as it is at the clock's time.
  func presentNow() {
    switch clock {
    case .step(let clock): present(at: clock.time)
    case .vsync: present(at: monotonic())
    }
  }

  private func present(at time: Int64) {
    let damage = stage.advance(to: Double(time) / 1_000_000)
    if !damage.isEmpty { show(damage, at: time) }
    gatherEvents()
  }

  private func show(_ damage: Region, at time: Int64) {
    do throws(OutputError) {
      let presentation = try output.present(damage, at: time) { surface, region in
        stage.draw(region, into: surface)
      }
      if presentation.isRecovery { log.error("frames are shown again") }
      if let hash = presentation.hash { frameHash = hash.description }
      onPresentation(presentation)
      outputFailure = nil
    } catch {
      outputFailure = error.description
      if isStepped, let hash = output.read({ FrameHash(of: $0) }) { frameHash = hash.description }
      guard !error.isRepetition else { return }
      log.error(error.description)
      var event = event(.outputError)
      event.message = error.description
      events.append(event)
    }
  }

  /// The frame as it is now, as a PNG file. What was asked for before is in it.
  func picture() throws(PNGError) -> [UInt8] {
    if stage.needsFrame || output.frameCount == 0 { presentNow() }
    return output.read { surface in encoder.encode(surface) } ?? []
  }

  // MARK: Scenes

  /// Puts a scene in play with the next frame.
  /// - Parameter carryingOver: whether layers and controls go on from what they are.
  func show(_ scene: Scene, from origin: SceneOrigin, carryingOver: Bool = false) {
    self.origin = origin
    stage.replaceScene(scene, carryingOver: carryingOver)
  }

  /// Reads the scene's file again; with mistakes in it the running scene stays.
  func reload() {
    do throws(SceneError) {
      show(try origin.load(), from: origin, carryingOver: true)
    } catch {
      log.error("the scene stays as it is:\n" + error.rendered)
    }
  }

  // MARK: Events

  /// An event of a kind, at this time.
  func event(_ kind: DisplayInterface.EventKind) -> DisplayInterface.Event {
    DisplayInterface.Event(sequence: 0, kind: kind, monotonicMicroseconds: monotonic())
  }

  /// What happened since the last call.
  func takeEvents() -> [DisplayInterface.Event] {
    // A message needs no frame.
    gatherEvents()
    guard !events.isEmpty else { return [] }
    let taken = events
    events.removeAll(keepingCapacity: true)
    return taken
  }

  private func gatherEvents() {
    for event in stage.takeEvents() { events.append(self.event(event)) }
  }

  private func event(_ stageEvent: StageEvent) -> DisplayInterface.Event {
    var event = event(DisplayInterface.EventKind(stageEvent))
    switch stageEvent {
    case .progressChanged(let control, let value, let isIndeterminate, let phase, let remaining):
      event.control = control
      event.progress = value
      event.isIndeterminate = isIndeterminate
      event.phase = phase
      event.remainingMicroseconds = remaining.map { $0.wholeMicroseconds }
    case .textChanged(let control, let text), .accessibilityChanged(let control, let text):
      event.control = control
      event.text = text
    case .scrubSettled(let control, let value), .valueChanged(let control, let value):
      event.control = control
      event.value = value
    case .revealFinished(let control, let finished):
      event.control = control
      event.isFinished = finished
    case .animationStarted(let layer, let key):
      event.layer = layer
      event.animation = key
    case .animationStopped(let layer, let key, let finished):
      event.layer = layer
      event.animation = key
      event.isFinished = finished
    case .sceneLoaded(let name, let generation):
      event.scene = name
      event.generation = Int64(generation)
    }
    return event
  }
}

extension DisplayInterface.EventKind {
  fileprivate init(_ event: StageEvent) {
    self =
      switch event {
      case .progressChanged: .progressChanged
      case .textChanged: .textChanged
      case .accessibilityChanged: .accessibilityChanged
      case .scrubSettled: .scrubSettled
      case .valueChanged: .valueChanged
      case .revealFinished: .revealFinished
      case .animationStarted: .animationStarted
      case .animationStopped: .animationStopped
      case .sceneLoaded: .sceneLoaded
      }
  }
}
