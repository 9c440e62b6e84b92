import Geometry
import Images
import Input
import Output
import Raster
import Scene
import Stage
import System
import Wire

/// The served state: scenes in play, the outputs that show them, and the clock.
///
/// The times of all calls are microseconds: of the monotonic clock, or of the stepped one.
final class Shows {
  let library: SceneLibrary
  /// The main scene, which always exists, even without a display.
  let main: Show
  /// The own scenes of screens.
  var ownShows: [Show] = []
  /// The screens with a scene of their own, now or later.
  var screens: [Screen] = []
  /// The outputs to draw on.
  var outputs: [Output] = []
  private(set) var clock: SceneClock
  var origin: SceneOrigin
  /// The reason why the scene of the start is not shown, or not completely.
  var sceneFault: String?
  /// Counts the changes of the state that a next start continues from; the second one counts only
  /// changes of scenes, and the third only those of the main scene.
  private(set) var revision = 0
  private(set) var sceneRevision = 0
  private(set) var mainSceneRevision = 0
  /// The question that is shown on all screens; nil for none.
  var prompt: PromptState? {
    didSet { for presenter in presenters { presenter.stage.show(prompt: prompt) } }
  }
  var keyboardUse = KeyboardUse.auto
  /// Asked where people can point but not type.
  var lacksKeyboard: () -> Bool = { false }
  /// True while the keyboard on the screen is up; nil while there is nothing to type into.
  var showsKeyboard: Bool?
  /// Called with each key of the keyboard on a screen that is for a question.
  var onScreenKey: (InputKey) -> Void = { _ in }
  /// Asked whether questions could be answered.
  var couldTakeQuestions: () -> Bool = { false }
  let log: Log
  /// The language tag of the settings, which no client has requested.
  let usualLocale: String
  private let workers: Workers?
  private var events: [DisplayInterface.Event] = []
  /// Called for every presented frame.
  var onPresentation: (Presentation) -> Void = { _ in }
  /// Called before each frame of a step; true if the step has to end there.
  var isInterrupted: () -> Bool = { false }
  /// Serves clients between the slices of long frames, unless the clock is stepped.
  var slicer: FrameSlicer?
  /// Counts the layouts in another locale that are shown.
  var layoutCount = 0
  /// Microseconds of the frames since scenes were last laid out, while that goes on.
  var frameTime: Int64 = 0
  private var loss: OutputError?
  /// The reason why the last frame could not be shown; nil if it was.
  private(set) var outputFailure: String?
  /// The hash of the last frame, in 16 hexadecimal digits, if frames are hashed.
  private(set) var frameHash = ""

  /// - Parameters:
  ///   - first: the scene that is shown at first.
  ///   - locale: the requested language tag; empty for the scenes' own.
  ///   - workers: the threads that may draw large parts of frames at the same time; nil for the
  ///     caller alone.
  init(
    _ first: FirstScene, library: SceneLibrary, output: Output, clock: SceneClock,
    locale: String = "", workers: Workers? = nil, log: Log
  ) {
    usualLocale = locale
    origin = first.origin
    sceneFault = first.fault
    self.library = library
    self.log = log
    self.workers = workers
    self.clock = clock
    let mode = output.mode
    let stage = Stage(scene: first.scene, size: mode.size, scale: mode.scale, locale: locale)
    stage.workers = workers
    main = Show(Presenter(stage: stage, output: output, clock: clock))
    if clock.isStepped { main.lead.hashesFrames = true }
  }

  /// All scenes.
  var all: [Show] { [main] + ownShows }

  /// All views of all scenes.
  var presenters: [Presenter] { all.flatMap { $0.views } }

  /// The stage that answers for the main scene.
  var stage: Stage { main.stage }

  /// A stage for a scene at the beginning of its time.
  func makeStage(_ scene: PreparedScene, for mode: OutputMode) -> Stage {
    let stage = Stage(scene, size: mode.size, scale: mode.scale)
    stage.workers = workers
    stage.adoptKeyboardLayout(of: main.stage)
    stage.show(prompt: prompt)
    return stage
  }

  // MARK: Time

  var isStepped: Bool { clock.isStepped }

  /// The monotonic clock, also if the scene's clock is stepped.
  var now: Int64 { clock.monotonic() }

  /// The time of the scene.
  var time: Int64 { clock.time }

  /// The time at which the next frame is to be drawn; nil while only displays can trigger one.
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
    // All stages are sampled before any is drawn: requests that arrive during a drawing then begin
    // on all of them with their next frames.
    var due: [(presenter: Presenter, time: Int64)] = []
    for presenter in presenters {
      if let time = presenter.takeTick(now: now) { due.append((presenter, time)) }
    }
    if !due.isEmpty { slicer?.beginFrames(at: now) }
    present(due)
    if !due.isEmpty { slicer?.endFrames() }
    if isLayingOut { frameTime += self.now - now }
    passRepeatedKeys()
    for presenter in presenters {
      do throws(OutputError) {
        try presenter.checkFlip(now: now)
      } catch {
        note(error, of: presenter)
      }
    }
  }

  /// Samples all, and then draws them. Clients are served meanwhile.
  private func present(_ due: [(presenter: Presenter, time: Int64)]) {
    var frames: [Presenter.Frame] = []
    for (index, item) in due.enumerated() {
      frames.append(
        item.presenter.advance(
          to: item.time, by: slicer, isLast: index == due.count - 1))
    }
    for (item, frame) in zip(due, frames) {
      guard item.presenter.awaitsFlip else {
        present(frame, by: item.presenter, as: .drawing)
        continue
      }
      // A screenshot does not wait for a display, which may take seconds to show the last frame:
      // the display shows this one with its next.
      if !frame.damage.isEmpty { item.presenter.stage.invalidate() }
      gatherEvents()
    }
  }

  /// The longest time to wait, in milliseconds, while a frame is pending, since a display may fail
  /// to report it. Nil for no limit.
  var timeout: Int32? {
    presenters.contains { $0.awaitsFlip } ? Presenter.flipTimeout : nil
  }

  /// Schedules the frames that the scene needs next, or none.
  /// - Parameter now: the time of the last call of `tick`, so that no deadline lies between.
  func schedule(now: Int64) {
    for presenter in presenters { presenter.schedule(now: now) }
  }

  /// Advances a stepped clock and draws the frames on the way, and the one at the new time, if they
  /// differ from the frame before. An interruption leaves out the remaining frames.
  func step(by duration: Int64) {
    guard let times = clock.step(by: duration) else { return }
    for time in times {
      let seconds = Double(time) / 1_000_000
      if presenters.contains(where: { $0.stage.hasFrame(at: seconds) }) {
        if isInterrupted() { return }
        for presenter in presenters { present(presenter.advance(to: time), by: presenter) }
        passRepeatedKeys()
      }
    }
    // The next request begins at the clock's time, on the grid or not.
    if Double(time) / 1_000_000 > stage.time { presentNow() }
  }

  // MARK: Frames

  /// Drawn frames, and the number of missed ones.
  var frameCount: Int { main.lead.frameCount }
  var lateFrameCount: Int { main.lead.skippedCount }

  /// Draws everything again with the next frame.
  func refresh() { for presenter in presenters { presenter.refresh() } }

  /// Draws the scene as it is at the clock's time.
  func presentNow() {
    // One moment for all, so that animations that begin now stay in step.
    let time = time
    for presenter in presenters { present(presenter.advance(to: time), by: presenter) }
    passRepeatedKeys()
  }

  private func present(
    _ frame: Presenter.Frame, by presenter: Presenter, as work: FrameSlicer.Work = .request
  ) {
    do throws(OutputError) {
      guard let presentation = try presenter.present(frame, by: slicer, as: work) else {
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

  /// The reason why the display is gone, if it was lost since the last call.
  func takeLoss() -> OutputError? {
    defer { loss = nil }
    return loss
  }

  /// The present picture of a presenter as a PNG file; all requests so far are in it.
  func picture(of presenter: Presenter) throws(ImageFileError) -> [UInt8] {
    if presenter.stage.needsFrame || presenter.frameCount == 0 { presentNow() }
    // Its memory is a quarter of a megabyte, and few daemons are asked for pictures.
    let encoder = try PNGEncoder()
    return presenter.read { surface in encoder.encode(surface) } ?? []
  }

  /// Draws the present picture of a presenter into memory; all requests so far are in it. Clients
  /// are served meanwhile.
  /// - Returns: false if that was interrupted.
  func draw(_ presenter: Presenter, into pixels: ScreenPixels) -> Bool {
    guard let slicer else { return false }
    let start = now
    slicer.beginFrames(at: start)
    defer { slicer.endFrames() }
    if presenter.stage.needsFrame || presenter.frameCount == 0 {
      present(presenters.map { (presenter: $0, time: time) })
      passRepeatedKeys()
    }
    let surface = pixels.buffer.surface
    return slicer.draw(
      presenter.stage, Region(PixelRect(pixels.buffer.size)), into: surface, as: .drawing)
  }

  // MARK: Events

  /// Counts a change of the state that a next start continues from.
  func noteChange() { revision &+= 1 }

  /// Records that other scenes are shown.
  /// - Parameter isMain: false if the main scene is the same.
  func noteScenes(isMain: Bool = true) {
    noteChange()
    sceneRevision &+= 1
    if isMain { mainSceneRevision &+= 1 }
  }

  /// An event of a kind, at this time.
  func event(_ kind: DisplayInterface.EventKind) -> DisplayInterface.Event {
    DisplayInterface.Event(sequence: 0, kind: kind, monotonicMicroseconds: now)
  }

  /// The events since the last call.
  func takeEvents() -> [DisplayInterface.Event] {
    // A message needs no frame.
    gatherEvents()
    guard !events.isEmpty else { return [] }
    let taken = events
    // A large scene begins with thousands of events; the memory for them is not kept.
    events = []
    return taken
  }

  private func gatherEvents() {
    for show in all {
      // Events of the mirrors are the same.
      for mirror in show.mirrors { _ = mirror.stage.takeEvents() }
      // A log and a locale have no events.
      if show.stage.hasSetControls {
        show.stage.hasSetControls = false
        noteChange()
      }
      for event in show.stage.takeEvents() {
        if event.isOfState { noteChange() }
        var event = DisplayInterface.Event(event, at: now)
        event.screen = show.screen?.name
        events.append(event)
      }
    }
  }
}
