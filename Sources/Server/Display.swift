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
  /// Stages and the outputs that they are shown on. The first is there always, even while no
  /// display is; the next show the same scene, and the last are those of screens with scenes of their
  /// own.
  var presenters: [Presenter]
  /// The screens that are to have scenes of their own.
  var screens: [Screen] = []
  /// What there is to draw on.
  private(set) var outputs: [Output] = []
  /// Set where time moves only by request.
  private var steps: StepClock?
  let monotonic: () -> Int64
  private var origin: SceneOrigin
  private let log: Log
  private let encoder: PNGEncoder
  private var events: [DisplayInterface.Event] = []
  /// Told of every frame that is shown.
  var onPresentation: (Presentation) -> Void = { _ in }
  /// Asked before each frame of a step: whether the step has to end there.
  var isInterrupted: () -> Bool = { false }
  private var loss: OutputError?
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
    encoder = try PNGEncoder()
    self.origin = origin
    self.library = library
    self.log = log
    self.monotonic = monotonic
    presenters = [
      Presenter(
        stage: Stage(scene: scene, size: output.size, scale: output.scale), output: output,
        isPaced: !isStepped, monotonic: monotonic)
    ]
    if isStepped {
      steps = StepClock()
      presenters[0].hashesFrames = true
    }
  }

  /// The stage that answers.
  var stage: Stage { presenters[0].stage }

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
    for presenter in presenters {
      if let time = presenter.takeTick(now: now) { present(presenter, at: time) }
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
        for presenter in presenters { present(presenter, at: time) }
      }
    }
    // What is asked for next begins where the clock stands, on the grid or not.
    if Double(steps.time) / 1_000_000 > stage.time { presentNow() }
  }

  // MARK: Outputs

  /// Shows the scenes on these outputs: screens with scenes of their own get those, and the others
  /// the main one. What is shown already stays where it is or goes on the first. Without any,
  /// something as large as the last one stands in, so that what moves goes on as it is.
  func show(on outputs: [Output]) {
    self.outputs = outputs
    let owned = presenters.filter { $0.screen != nil }
    let mirrors = presenters.filter { $0.screen == nil }
    let rest = showOwnScenes(on: outputs)
    for presenter in mirrors
    where presenter.hasOtherMode || !rest.contains(where: { $0 === presenter.output }) {
      letGo(of: presenter)
    }
    let last = presenters[0].output
    var wanted = rest.filter { $0 === last }
    wanted += rest.filter { $0 !== last }
    if wanted.isEmpty { wanted = [last is StandIn ? last : StandIn(mode: last.mode)] }
    if presenters[0].output !== wanted[0] || presenters[0].hasOtherMode {
      presenters[0].move(to: wanted[0])
    }
    var others: [Presenter] = []
    for output in wanted.dropFirst() {
      if let presenter = mirrors.dropFirst().first(where: { $0.output === output }) {
        if presenter.hasOtherMode { presenter.move(to: output) }
        others.append(presenter)
      } else {
        others.append(follower(on: output))
      }
    }
    presenters[1...] = (others + owned)[...]
  }

  /// The scene once more, with the same values, for another output.
  private func follower(on output: Output) -> Presenter {
    let follower = Stage(scene: stage.scene, size: output.size, scale: output.scale)
    follower.takeUp(stage)
    return Presenter(
      stage: follower, output: output, isPaced: !isStepped, monotonic: monotonic)
  }

  /// The outputs' names and sizes, for people.
  var outputNames: String {
    var text = ""
    for presenter in shownPresenters {
      let output = presenter.output
      text += (text.isEmpty ? "" : " ") + output.name
      text += "=\(output.size.width)x\(output.size.height)"
    }
    return text
  }

  /// Draws everything anew with the next frame.
  func refresh() { for presenter in presenters { presenter.refresh() } }

  // MARK: Hands

  /// Whether a scene is on a screen, which people may touch.
  var isOnScreen: Bool {
    presenters.contains { $0.output.headless == nil && $0.isOnOutput }
  }

  /// Whether there is something to take hold of, and the screen is not another program's.
  var takesPointers: Bool {
    for presenter in presenters { if case .suspended = presenter.output.state { return false } }
    return presenters.contains { ($0.screen == nil || $0.isOnOutput) && $0.stage.takesPointers }
  }

  /// Lets go of all that fingers hold on a screen, there and on those that show the same.
  private func letGo(of presenter: Presenter) {
    presenter.stage.cancelPointers()
    for other in followers(of: presenter) { other.stage.takeScrubs(of: presenter.stage) }
  }

  /// Where a device's pointer is on an output's stage, in points.
  func position(ofPointer event: PointerEvent, on output: Output) -> Point {
    var place = event.position
    if !event.isInPicture {
      place = output.mode.rotation.picturePoint(place, ofScanout: Size(width: 1, height: 1))
    }
    return Point(
      x: place.x * Double(output.size.width) / output.scale,
      y: place.y * Double(output.size.height) / output.scale)
  }

  /// What is touched by a device of a screen, or by one of which nobody has said where it is: what is
  /// on the built-in panel, or else on the first screen. Nil for a screen that is not there.
  func touched(_ screen: String?) -> Presenter? {
    if let screen { return presenters.first { $0.isOnOutput && $0.output.name == screen } }
    let output = outputs.first { $0.isBuiltIn } ?? outputs.first
    return presenters.first { $0.output === output } ?? presenters[0]
  }

  // MARK: Frames

  /// Frames drawn, and those that were missed because their time had passed.
  var frameCount: Int { presenters[0].frameCount }
  var lateFrameCount: Int { presenters[0].skippedCount }

  /// The output's pixels.
  var size: PixelSize { presenters[0].output.size }

  var outputInfos: [DisplayInterface.OutputInfo] {
    shownPresenters.map { presenter in
      let output = presenter.output
      return DisplayInterface.OutputInfo(
        name: output.name, width: Int64(output.size.width), height: Int64(output.size.height),
        refreshMillihertz: Int64(output.refreshMillihertz), format: output.format.name,
        scale: output.scale)
    }
  }

  /// Draws the scene as it is at the clock's time.
  func presentNow() {
    // One moment for all, so that those that begin with it stay in step.
    let time = time
    for presenter in presenters { present(presenter, at: time) }
  }

  private func present(_ presenter: Presenter, at time: Int64) {
    do throws(OutputError) {
      guard let presentation = try presenter.present(at: time) else { return gatherEvents() }
      if presentation.isRecovery { log.error("frames are shown again") }
      if presenter === presenters[0] { note(presentation) }
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
    if presenter === presenters[0] { outputFailure = error.description }
    if case .frameNotShown(_, .display(let fault), _) = error, fault.isNoDevice {
      loss = .displayLost(fault)
      return
    }
    if presenter === presenters[0], let hash = presenter.hash { frameHash = hash.description }
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

  // MARK: Scenes

  /// Puts a scene in play with the next frame.
  /// - Parameters:
  ///   - carryingOver: whether layers and controls go on from what they are.
  ///   - screen: which one is to have it for its own; nil for the main scene.
  func show(
    _ scene: Scene, from origin: SceneOrigin, carryingOver: Bool = false, on screen: Screen? = nil
  ) {
    if let screen {
      screen.origin = origin
      guard presenter(of: screen) == nil else {
        return replaceScene(scene, carryingOver: carryingOver, on: screen)
      }
      present(scene, on: screen)
      show(on: outputs)
    } else {
      self.origin = origin
      replaceScene(scene, carryingOver: carryingOver, on: nil)
    }
  }

  private func replaceScene(_ scene: Scene, carryingOver: Bool, on screen: Screen?) {
    for presenter in presenters where presenter.screen === screen { letGo(of: presenter) }
    for presenter in presenters where presenter.screen === screen {
      presenter.stage.replaceScene(scene, carryingOver: carryingOver)
    }
  }

  /// Reads the scenes' files again; one with mistakes in it leaves the running scene.
  func reload() {
    reload(origin, on: nil)
    for screen in screens { reload(screen.origin, on: screen) }
  }

  private func reload(_ origin: SceneOrigin, on screen: Screen?) {
    do throws(SceneError) {
      show(try origin.load(), from: origin, carryingOver: true, on: screen)
    } catch {
      log.error(
        (screen.map { $0.name + ": " } ?? "") + "the scene stays as it is:\n" + error.rendered)
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
    for (index, presenter) in presenters.enumerated() {
      let taken = presenter.stage.takeEvents()
      // What those say that show the same is the same.
      guard index == 0 || presenter.screen != nil else { continue }
      for event in taken {
        var event = self.event(event)
        event.screen = presenter.screen?.name
        events.append(event)
      }
    }
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
