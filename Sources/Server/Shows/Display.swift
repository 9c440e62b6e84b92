import Geometry
import Images
import Input
import Output
import Raster
import Scene
import Stage
import System
import Wire

/// What is served: a scene in play, the outputs that show it, and the clock that moves it on.
///
/// The times of all calls are microseconds: of the monotonic clock, or of the stepped one.
final class Display {
  let library: SceneLibrary
  /// The main scene, which is there always, even while no display is.
  let main: Show
  /// Scenes that screens have for their own.
  var ownShows: [Show] = []
  /// The screens that are to have scenes of their own.
  var screens: [Screen] = []
  /// What there is to draw on.
  var outputs: [Output] = []
  /// Set where time moves only by request.
  private var steps: StepClock?
  let monotonic: () -> Int64
  var origin: SceneOrigin
  /// Why the scene that was to be shown at the start is not, or not whole.
  var sceneFault: String?
  /// Counts changes of what a next start is to go on with: all of them, and those of scenes.
  var revision = 0
  private(set) var sceneRevision = 0
  /// The question that is shown on all screens; nil for none.
  var prompt: PromptState? {
    didSet { for presenter in presenters { presenter.stage.show(prompt: prompt) } }
  }
  let log: Log
  private let workers: Workers?
  private let encoder: PNGEncoder
  private var events: [DisplayInterface.Event] = []
  /// Told of every frame that is shown.
  var onPresentation: (Presentation) -> Void = { _ in }
  /// Asked before each frame of a step: whether the step has to end there.
  var isInterrupted: () -> Bool = { false }
  /// Those of frames that take long. Clients are served in them while frames are drawn as time goes by.
  var pauses: ServingPauses?
  private var loss: OutputError?
  /// Why the last frame could not be shown; nil when it was.
  private(set) var outputFailure: String?
  /// The hash of the last frame, in 16 hexadecimal digits, where frames are hashed.
  private(set) var frameHash = ""

  /// - Parameters:
  ///   - origin: where the scene came from, for loading it again.
  ///   - workers: who may draw large parts of frames at the same time; nil for the caller alone.
  ///   - monotonic: reads the monotonic clock.
  init(
    scene: Scene, origin: SceneOrigin, library: SceneLibrary, output: Output, isStepped: Bool,
    log: Log, workers: Workers? = nil, monotonic: @escaping () -> Int64
  ) throws(PNGError) {
    encoder = try PNGEncoder()
    self.origin = origin
    self.library = library
    self.log = log
    self.workers = workers
    self.monotonic = monotonic
    let mode = output.mode
    let stage = Stage(scene: scene, size: mode.size, scale: mode.scale)
    stage.workers = workers
    main = Show(
      Presenter(stage: stage, output: output, isPaced: !isStepped, monotonic: monotonic))
    if isStepped {
      steps = StepClock()
      main.lead.hashesFrames = true
    }
  }

  /// All scenes.
  var shows: [Show] { [main] + ownShows }

  /// All views of all scenes.
  var presenters: [Presenter] { shows.flatMap { $0.views } }

  /// The stage that answers for the main scene.
  var stage: Stage { main.stage }

  /// A stage for a scene at the beginning of its time.
  func makeStage(_ scene: PreparedScene, for mode: OutputMode) -> Stage {
    let stage = Stage(scene, size: mode.size, scale: mode.scale)
    stage.workers = workers
    stage.show(prompt: prompt)
    return stage
  }

  // MARK: Time

  var isStepped: Bool { steps != nil }

  /// The monotonic clock, whatever moves the scene on.
  var now: Int64 { monotonic() }

  /// The time that the scene goes by.
  var time: Int64 { steps?.time ?? monotonic() }

  /// When the next frame is to be drawn; nil while nothing is to be waited for but displays.
  func deadline(now: Int64) -> Int64? {
    var next: Int64?
    for presenter in presenters {
      guard let deadline = presenter.deadline(now: now) else { continue }
      next = min(next ?? deadline, deadline)
    }
    return next
  }

  /// Draws the frames that are due.
  func tick(now: Int64) {
    // All of them first: what is asked for while one is drawn begins on all with their next frames.
    var due: [(presenter: Presenter, time: Int64)] = []
    for presenter in presenters {
      if let time = presenter.takeTick(now: now) { due.append((presenter, time)) }
    }
    var frames: [Presenter.Frame] = []
    for (index, item) in due.enumerated() {
      frames.append(
        item.presenter.advance(
          to: item.time, pausing: pauses, isLast: index == due.count - 1))
    }
    for (item, frame) in zip(due, frames) { present(frame, by: item.presenter, as: .drawing) }
    for presenter in presenters {
      do throws(OutputError) {
        try presenter.checkFlip(now: now)
      } catch {
        note(error, of: presenter)
      }
    }
  }

  /// How long to wait at most for something to happen, in milliseconds: as long as a frame is on its
  /// way, which a display may forget to tell of. Nil for ever.
  var patience: Int32? {
    presenters.contains { $0.awaitsFlip } ? Presenter.flipPatience : nil
  }

  /// Asks for the frames that the scene needs next, or for none.
  /// - Parameter now: the time that `tick` was last called with, so that no deadline lies between.
  func schedule(now: Int64) {
    for presenter in presenters { presenter.schedule(now: now) }
  }

  /// Moves a stepped clock on and draws the frames in between that differ, and one where it stops if
  /// that differs. An interruption leaves out the frames that are left.
  func step(by duration: Int64) {
    guard var steps else { return }
    let times = steps.step(by: duration)
    self.steps = steps
    for time in times {
      let seconds = Double(time) / 1_000_000
      if presenters.contains(where: { $0.stage.hasFrame(at: seconds) }) {
        if isInterrupted() { return }
        for presenter in presenters { present(presenter.advance(to: time), by: presenter) }
      }
    }
    // What is asked for next begins where the clock stands, on the grid or not.
    if Double(steps.time) / 1_000_000 > stage.time { presentNow() }
  }

  // MARK: Frames

  /// Frames drawn, and those that were missed because their time had passed.
  var frameCount: Int { main.lead.frameCount }
  var lateFrameCount: Int { main.lead.skippedCount }

  /// Draws everything anew with the next frame.
  func refresh() { for presenter in presenters { presenter.refresh() } }

  /// Draws the scene as it is at the clock's time.
  func presentNow() {
    // One moment for all, so that those that begin with it stay in step.
    let time = time
    for presenter in presenters { present(presenter.advance(to: time), by: presenter) }
  }

  private func present(
    _ frame: Presenter.Frame, by presenter: Presenter, as work: ServingPauses.Work = .request
  ) {
    do throws(OutputError) {
      guard let presentation = try presenter.present(frame, pausing: pauses, as: work) else {
        return gatherEvents()
      }
      if presentation.isRecovery { log.error("frames are shown again") }
      if presenter === main.lead { note(presentation) }
    } catch {
      note(error, of: presenter)
    }
    gatherEvents()
  }

  private func note(_ presentation: Presentation) {
    if let hash = presentation.hash { frameHash = hash.description }
    onPresentation(presentation)
    outputFailure = nil
  }

  private func note(_ error: OutputError, of presenter: Presenter) {
    if presenter === main.lead { outputFailure = error.description }
    if case .frameNotShown(_, .display(let fault), _) = error, fault.isNoDevice {
      loss = .displayLost(fault)
      return
    }
    if presenter === main.lead, let hash = presenter.hash { frameHash = hash.description }
    guard !error.isRepetition else { return }
    log.error(error.description)
    var event = event(.outputError)
    event.message = error.description
    events.append(event)
  }

  /// Why the display is gone, if it went since the last call.
  func takeLoss() -> OutputError? {
    defer { loss = nil }
    return loss
  }

  /// What a presenter shows now, as a PNG file. What was asked for before is in it.
  func picture(of presenter: Presenter) throws(PNGError) -> [UInt8] {
    if presenter.stage.needsFrame || presenter.frameCount == 0 { presentNow() }
    return presenter.read { surface in encoder.encode(surface) } ?? []
  }

  // MARK: Events

  /// Takes note that other scenes are shown.
  func noteScenes() {
    revision &+= 1
    sceneRevision &+= 1
  }

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
    // A large scene begins with thousands; the room for them is not kept.
    events = []
    return taken
  }

  private func gatherEvents() {
    for show in shows {
      // Events of the mirrors are the same.
      for mirror in show.mirrors { _ = mirror.stage.takeEvents() }
      for event in show.stage.takeEvents() {
        if event.isOfState { revision &+= 1 }
        var event = DisplayInterface.Event(event, at: monotonic())
        event.screen = show.screen?.name
        events.append(event)
      }
    }
  }
}
