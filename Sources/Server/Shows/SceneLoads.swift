import Images
import JSON
import Scene
import Stage
import System
import Wire

/// Scenes and pictures that are being loaded. A thread reads them and lays them out, one after
/// another, so that neither frames nor clients wait; the loop puts them in play in the order of the
/// requests. Scenes overtake pictures: those of the scenes in play come next, and then those of
/// image controls, which clients without rights can give all the time.
///
/// A load is completed even if its client has disconnected, like any other call.
final class SceneLoads {
  private let shows: Shows
  private let limits: Limits
  private let log: Log
  private let thread: BackgroundThread
  private let desk: LoadDesk
  private var current: SceneLoad?
  private var waiting: [SceneLoad] = []
  /// The users whose pictures were taken, the last one at the end.
  private var takenOwners: [DescriptorOwner] = []
  /// The number of scenes that were laid out a second time.
  private(set) var repeatCount = 0
  /// Called when a scene has come into play.
  var onShown: (SceneLoad) -> Void = { _ in }

  /// The answer to the client.
  struct Answer {
    var client: UInt64
    var reply: Reply
    /// The file that is sent with the reply.
    var file: SceneLoad.FileSlot?
  }

  /// - Parameter trial: measures the cost of a frame, if frames have deadlines.
  init(
    _ shows: Shows, limits: Limits, log: Log, trial: FrameTrial = FrameTrial()
  ) throws(SystemError) {
    self.shows = shows
    desk = LoadDesk(
      trial: shows.isStepped ? nil : trial, variables: shows.library.variables)
    self.limits = limits
    self.log = log
    thread = try BackgroundThread()
  }

  func watch(with loop: EventLoop) throws(SystemError) {
    try thread.withDescriptor { descriptor throws(SystemError) in
      try loop.watch(descriptor, for: .readable, as: .loads)
    }
  }

  /// True if no requested load is under way or waiting. Pictures of a scene in play do not count.
  var isIdle: Bool { current?.isAwaited ?? true && waiting.isEmpty }

  /// True while the thread works; `finish` has to be called afterwards.
  var isWorking: Bool { thread.isBusy }

  /// True while a screenshot is being encoded or waits for that. It holds as many pixels as a
  /// screen.
  var hasScreen: Bool { current?.isScreen ?? false || waiting.contains { $0.isScreen } }

  // MARK: Asking

  /// Adds a load. Of the scenes for modes only the newest waits: it is the one that is shown in the
  /// end.
  /// - Throws: `limitExceeded` if too many wait.
  func add(_ load: SceneLoad) throws(CallError) {
    if load.isOfMode { waiting.removeAll { $0.isOfMode } }
    if let owner = load.pictureOwner {
      try checkPlace(for: owner)
    } else if waiting.count(where: { !$0.isPicture && !$0.isScreen }) >= limits.loads {
      throw .limitExceeded("loads", maximum: limits.loads)
    }
    waiting.append(load)
    startNext()
  }

  /// Leaves places for the pictures of others: unpacking one takes a tenth of a second or more.
  private func checkPlace(for owner: DescriptorOwner) throws(CallError) {
    let owners = waiting.compactMap { $0.pictureOwner }
    let rivals = owner.isKept ? owners.filter { $0 == owner } : owners.filter { !$0.isKept }
    guard rivals.count < limits.pictures else {
      throw .limitExceeded("pictures", maximum: limits.pictures)
    }
    guard owner.isKept || owners.count(where: { $0 == owner }) < limits.picturesPerUser else {
      throw .limitExceeded("picturesPerUser", maximum: limits.picturesPerUser)
    }
  }

  /// Reads the scenes' files again; a file with mistakes leaves its running scene in play. A reload
  /// that is still waiting is not repeated: it will read the file as it is then.
  func reload() {
    for screen in [nil] + shows.screens.map({ Optional($0.name) }) {
      if waiting.contains(where: { $0.isReload && $0.screen == screen }) { continue }
      waiting.append(SceneLoad(.again, on: screen, migrates: true))
    }
    startNext()
  }

  /// Unpacks the pictures that the scenes in play wait for. To be called once these scenes are
  /// shown without them.
  func loadAwaited() { startNext() }

  private func startNext() {
    guard current == nil, !thread.isBusy else { return }
    if let load = takeNext() {
      current = load
      desk.put(
        input(of: load),
        formats: load.isPicture || load.isAwaited || load.isScreen
          ? [] : shows.formats(on: load.screen, migrating: load.migrates),
        isToBeShown: !load.onlyValidates)
    } else if !desk.hasRetired {
      return
    }
    thread.start { [desk] in desk.work() }
  }

  private func takeNext() -> SceneLoad? {
    if let index = waiting.firstIndex(where: { !$0.isPicture }) { return waiting.remove(at: index) }
    if let (picture, file) = shows.awaitedPicture {
      return SceneLoad(.awaited(picture, file), on: nil)
    }
    return takeNextPicture()
  }

  /// Root and the daemon's own user come first, and of the others the one who has waited longest.
  private func takeNextPicture() -> SceneLoad? {
    func rank(_ load: SceneLoad) -> Int {
      guard let owner = load.pictureOwner, !owner.isKept else { return -2 }
      return takenOwners.firstIndex(of: owner) ?? -1
    }
    var next: Int?
    for index in waiting.indices {
      if let next, rank(waiting[next]) <= rank(waiting[index]) { continue }
      next = index
    }
    guard let next else { return nil }
    let load = waiting.remove(at: next)
    if let owner = load.pictureOwner {
      takenOwners.removeAll { $0 == owner }
      takenOwners.append(owner)
      // Users who have no picture waiting come first anyway.
      if takenOwners.count > limits.pictures { takenOwners.removeFirst() }
    }
    return load
  }

  private func input(of load: SceneLoad) -> LoadDesk.Input {
    switch load.source {
    case .origin(let origin): .origin(origin)
    case .descriptor(let slot): .descriptor(slot, limit: limits.sceneBytes)
    case .again: .origin(shows.screen(load.screen)?.origin ?? shows.origin)
    case .picture(let picture):
      .picture(
        .descriptor(
          picture.file,
          ImageFileLimits(pixelCount: limits.picturePixels, byteCount: limits.pictureBytes)),
        shows.uses(ofControl: picture.control, on: load.screen))
    case .screen(let pixels): .screen(pixels, limits)
    case .awaited(let picture, let file): .picture(.named(file), shows.uses(of: picture))
    }
  }

  // MARK: Finished loads

  /// Puts the loaded scene in play, and starts the next one.
  /// - Returns: the answer to the client, if one waits.
  func finish() -> Answer? {
    guard thread.takeCompletion() else { return nil }
    defer { startNext() }
    guard let load = current.take(), let result = desk.takeResult() else { return nil }
    if repeats(load, result) { return nil }
    if case .awaited(let picture, _) = load.source {
      adopt(result, as: picture)
      return nil
    }
    let file: ScreenFile? = if case .screen(let file) = result { file } else { nil }
    let reply = reply(to: load, result)
    return load.client.map { Answer(client: $0, reply: reply, file: file?.slot) }
  }

  /// Lays a scene out once more, on its thread, if the locale or the outputs have changed
  /// meanwhile: that would hold up the loop.
  private func repeats(_ load: SceneLoad, _ result: LoadDesk.Result) -> Bool {
    guard case .loaded(let loaded) = result, !load.onlyValidates, !load.isRepeated else {
      return false
    }
    let formats = shows.formats(on: load.screen, migrating: load.migrates)
    if loaded.fits(formats) { return false }
    load.isRepeated = true
    repeatCount += 1
    current = load
    desk.put(.loaded(loaded), formats: formats, isToBeShown: true)
    thread.start { [desk] in desk.work() }
    return true
  }

  private func reply(to load: SceneLoad, _ result: LoadDesk.Result) -> Reply {
    switch result {
    case .loaded(let loaded):
      if !load.onlyValidates {
        if let fault = loaded.variableFault { log.warn(of: fault, in: loaded.scene) }
        show(loaded, for: load)
      }
      return Reply(parameters(of: loaded.scene, load))
    case .sceneFailed(let error):
      // No client waits for this result, so it is logged.
      if load.isReload || load.isOfMode {
        log.error(
          (load.screen.map { $0 + ": " } ?? "") + "the scene stays as it is:",
          details: error.rendered)
      }
      return Reply(.sceneInvalid(error.diagnostics.map { DisplayInterface.Diagnostic($0) }))
    case .callFailed(let error): return Reply(error)
    case .screen(let file): return Reply(file.parameters)
    // These are pictures of scenes alone.
    case .pictureFailed: return Reply()
    case .picture(let image):
      guard case .picture(let picture) = load.source else { return Reply() }
      do throws(CallError) {
        _ = try shows.apply(
          .setImage(control: picture.control, image, text: picture.text), on: load.screen)
        return Reply()
      } catch {
        return Reply(error)
      }
    }
  }

  /// Shows a picture of a scene in play, or reports that it is damaged.
  private func adopt(_ result: LoadDesk.Result, as picture: ScenePicture) {
    switch result {
    case .picture(let image): shows.show(picture, as: image)
    case .pictureFailed(let error): shows.report(picture, error)
    case .loaded, .sceneFailed, .callFailed, .screen: break
    }
  }

  private func show(_ loaded: LoadedScene, for load: SceneLoad) {
    var screen: Screen?
    if let name = load.screen {
      screen = shows.screen(name) ?? Screen(name: name, origin: loaded.origin)
    }
    for retired in shows.show(loaded, migrating: load.migrates, on: screen) {
      desk.retire(retired)
    }
    onShown(load)
  }

  private func parameters(of scene: Scene, _ load: SceneLoad) -> JSONObject {
    let screen = shows.screen(load.screen)
    let stage = screen.flatMap { shows.ownShow(of: $0) }?.stage ?? shows.stage
    var parameters = JSONObject()
    parameters["generation"] = .integer(Int64(stage.generation))
    parameters["warnings"] = .array(
      scene.warnings.map { .object(DisplayInterface.Diagnostic($0).object) })
    return parameters
  }
}
