internal import Animation
import CodeUnits
internal import Compositor
public import Geometry
internal import Layers
public import Raster
public import Scene

/// A scene in play on an output: applies requests to controls, advances to a time, reports changes
/// and draws. It has no clock, sockets or devices: the same scene, requests and times give the same
/// pixels.
///
/// Requests gather until the next `advance(to:)`, and the last of several requests to one control
/// wins. Their animations begin one frame before the time given then, or at the last such time if
/// that is later: so a request made on a stepped clock begins at the clock's time, and one that
/// wakes an idle display is in motion in its first frame.
public final class Stage {
  /// The scene in play, as it is laid out.
  private var played: PreparedScene
  /// The number of scenes so far, from 1.
  public private(set) var generation = 1
  /// The output's pixels.
  public private(set) var size: PixelSize
  /// Pixels in a point.
  public private(set) var scale: Double
  /// The requested language tag; empty for the scene's own locale.
  public internal(set) var locale: String
  /// The language tag of the settings and of clients, for the next scene. The scene in play may
  /// have set another one.
  public internal(set) var usualLocale: String
  /// True if the scene is still to be laid out in the locale.
  public internal(set) var awaitsLayout = false
  /// The locale of the awaited layout: `locale`, unless `locale` was set again since.
  var nextLocale = ""
  /// The scene in the awaited layout, which still has to be prepared; nil before its first slice.
  var pendingLayout: PreparedScene?
  /// Seconds between two frames of the output.
  public var frameInterval = 1.0 / 60 { didSet { tree.refreshRate = 1 / frameInterval } }
  /// The threads that may draw large parts of a frame at the same time; nil for the caller alone.
  public var workers: Workers?

  /// The time of the last frame in seconds.
  public private(set) var time = 0.0
  let keyboard = ScreenKeyboard()
  /// The keys for the question that are repeated on it; nil for none.
  var repeatedKeys: [InputKey]?
  /// True if a keyboard comes up on the screen while there is something to type into.
  public var hasKeyboard = false { didSet { updateKeyboard() } }
  /// The name of the field whose text has ended with Enter, from where the focus goes on; nil once
  /// something has it.
  var leftField: String?
  /// The time by which the scene is to be at rest.
  var landingLimit = Double.infinity
  /// Fingers that hold controls.
  var drags: [ScrubDrag] = []
  /// The number of requested reveals.
  var revealCount = 0
  /// True if the text of a control may have changed since the last comparison.
  var mayHaveToAnnounce = false
  /// True if motion is to be reduced: nothing travels, turns or swings, except for the scene's
  /// essential motion.
  public var reducesMotion = false {
    didSet { tree.reducesMotion = reducesMotion }
  }
  /// True if states stay when their time is over, for tools that examine each.
  public var keepsStates = false
  /// True if the scene has set controls or the locale by itself. It is reset by the owner, which
  /// keeps their values.
  public var hasSetControls = false
  var events: [StageEvent] = []
  /// Paths of layers with animations whose ends are still to be reported, since a layer may be gone
  /// by then.
  private var reportedPaths: [ReportedAnimation: String] = [:]
  /// The time at which the tree's time began; nil before its first frame.
  private(set) var treeStart: Double?
  private var hasAdvanced = false
  private var pendingAdvance: PendingAdvance?
  /// True if the next frame differs everywhere, as the first one of a tree does.
  private var isInvalid = true

  /// Puts a scene on an output of a size in pixels, with `scale` pixels in a point.
  public convenience init(scene: Scene, size: PixelSize, scale: Double, locale: String = "") {
    self.init(
      PreparedScene(scene, size: size, scale: scale, locale: locale), size: size, scale: scale)
  }

  /// Puts a scene that was laid out for it on an output.
  public init(_ prepared: PreparedScene, size: PixelSize, scale: Double) {
    precondition(prepared.fits(size, scale: scale), "the scene is laid out for another size")
    played = prepared
    self.size = size
    self.scale = scale
    (locale, usualLocale) = (prepared.locale, prepared.locale)
    showArrivedPictures()
    for control in playedControls { control.announcedText = control.textToAnnounce }
    events.append(.sceneLoaded(name: scene.name, generation: generation))
    setKeyboardLayout(for: locale)
    listenToAnimations()
  }

  /// The scene in play.
  public var scene: Scene { played.scene }
  /// The language tag of texts that the scene does not have; empty for none.
  public var shownLocale: String { played.shownLocale }
  /// The daemon's own words for people, in the scene's language if all fonts of the scene's texts
  /// can write it.
  package var bootWords: BootWords { played.bootWords }
  var playedControls: [Control] { played.controls }
  /// Nil while the scene has none.
  var prompt: PromptControl? { played.prompt }
  /// The scene's variant for the size; nil for none.
  var variant: Int? { played.variant }
  var accessibleLayers: [AccessibleLayer] { played.accessibleLayers }
  var tree: LayerTree { played.tree }
  var compositor: Compositor { played.compositor }
  /// The layers whose pictures are still to come.
  var awaitedPictures: [AwaitedPicture] {
    get { played.awaitedPictures }
    set { played.awaitedPictures = newValue }
  }

  /// The time at which the scene in play began, in seconds; nil before its first frame.
  public var start: Double? { treeStart }

  /// Continues the scene at the time of another stage. To be called before the first frame.
  func begin(at start: Double) {
    guard !hasAdvanced, start.isFinite, start >= 0 else { return }
    treeStart = start
    time = start
    // Animations begin with the tree's first moment.
    tree.advance(to: 0)
  }

  // MARK: Frames

  /// True if `advance(to:)` has something to do at any time: a first frame, requests, or waiting
  /// functions.
  public var needsFrame: Bool {
    isInvalid || awaitsLayout || tree.hasPendingWork || playedControls.contains { $0.hasPending }
      || prompt?.hasPending ?? false || keyboard.hasPending
  }

  /// True if `advance(to:)` has something to do at a time.
  public func hasFrame(at time: Double) -> Bool {
    needsFrame || nextChange.map { $0 <= time + MediaTiming.frameRounding } ?? false
  }

  /// True if the picture changes as time passes.
  public var isAnimating: Bool {
    tree.hasRunningAnimations || playedControls.contains { $0.isMoving }
      || !isPaused && playedControls.contains { $0.nextChange.map { $0 <= time } ?? false }
  }

  /// The time at which something next happens without a request: that of the last frame while
  /// something moves, a later one if an animation begins then or ends unseen, or nil for never.
  public var nextChange: Double? {
    if playedControls.contains(where: { $0.isMoving }) { return time }
    guard let treeStart else { return nil }
    var next = tree.nextChange.map { treeStart + $0 }
    if let moment = keyboard.nextChange { next = min(next ?? moment, moment) }
    guard !isPaused else { return next }
    for control in playedControls {
      guard let moment = control.nextChange else { continue }
      next = min(next ?? moment, moment)
    }
    return next
  }

  private func advanceControls(to time: Double) {
    for control in playedControls {
      if isPaused {
        control.hold(at: time)
        continue
      }
      control.resume(at: time)
      if let moment = control.nextChange, moment <= time {
        control.advance(in: tree, to: time, &events)
        mayHaveToAnnounce = true
      }
    }
  }

  /// Applies the requests, commits them and samples the scene at a time in seconds. Time does not
  /// run back.
  ///
  /// - Returns: the pixels that differ from the frame before; all of them for a scene's first
  ///   frame.
  public func advance(to time: Double) -> Region {
    finishLayout()
    beginAdvance(to: time)
    while true {
      if let damage = advanceSlice() { return damage }
    }
  }

  /// Begins an advance that is done in slices by `advanceSlice()`.
  ///
  /// The requests are in the frame once `awaitsRequests` is false, and new ones may be made between
  /// the slices. Between them no call may draw, read layers, or change layers at once: `conceal`,
  /// `pause`, `resume`, `reducesMotion`. Another scene, `resize(to:scale:)`, and a question for
  /// which the scene is laid out anew (`show(prompt:)`) end the advance: nothing differs then, and
  /// the next one begins with the new layers.
  public func beginAdvance(to time: Double) {
    precondition(pendingAdvance == nil, "the last advance is not done")
    let time = time > self.time ? time : self.time
    var requestTime = hasAdvanced ? max(self.time, time - frameInterval) : time
    // These settings are caused by states that a lost client left behind.
    applySettings()
    // Requests of clients belong to the present time, and not to the time of a due request.
    let isAsked = playedControls.contains { $0.hasPending }
    if let moment = makeDueRequests(to: time), !isAsked {
      requestTime = max(self.time, min(moment, requestTime))
    }
    let start = treeStart ?? requestTime
    treeStart = start
    hasAdvanced = true
    catchUp(to: requestTime, from: start)
    if playedControls.contains(where: { $0.hasPending }) || prompt?.hasPending ?? false
      || keyboard.hasPending
    {
      tree.beginAdvance(to: requestTime - start)
      pendingAdvance = .approaching(time, requests: requestTime)
    } else {
      beginSampling(at: time)
    }
  }

  /// - Returns: the time of the last request that a control makes by itself; nil if there is none.
  private func makeDueRequests(to time: Double) -> Double? {
    guard !isPaused, !keepsStates else { return nil }
    var last: Double?
    for control in playedControls {
      guard let moment = control.makeDueRequests(to: time, from: treeStart ?? time)
      else { continue }
      last = max(last ?? moment, moment)
    }
    if last != nil { applySettings() }
    return last
  }

  /// True between slices.
  var isAdvancing: Bool { pendingAdvance != nil }

  /// True between slices before the requests are applied: new ones are then applied with them.
  public var awaitsRequests: Bool {
    if case .approaching = pendingAdvance { true } else { false }
  }

  private func applyRequests(at time: Double) {
    for control in playedControls { control.applyPending(in: tree, at: time, &events) }
    prompt?.applyPending(in: tree)
    applyKeyboard(in: tree, at: time)
    mayHaveToAnnounce = true
  }

  private func beginSampling(at time: Double) {
    let start = treeStart ?? time
    if let moment = keyboard.nextChange, moment <= time { repeatKeys(to: time) }
    advanceControls(to: time)
    for control in playedControls { control.follow(to: time - start, &events) }
    tree.beginAdvance(to: time - start)
    pendingAdvance = .sampling(time)
  }

  /// Samples and records some dozens of layers.
  /// - Returns: nil as long as the advance is not done, and then the pixels that differ.
  public func advanceSlice() -> Region? {
    switch pendingAdvance {
    case nil: return Region()
    case .approaching(let time, let requestTime):
      guard tree.advanceSlice() else { return nil }
      applyRequests(at: requestTime)
      tree.beginAdvance(to: tree.time)
      pendingAdvance = .committing(time)
      return nil
    case .committing(let time):
      guard tree.advanceSlice() else { return nil }
      beginSampling(at: time)
      return nil
    case .sampling(let time):
      guard tree.advanceSlice() else { return nil }
      endSampling(at: time)
      return settleSlice()
    case .settling: return settleSlice()
    case .recording: return recordSlice()
    }
  }

  private func endSampling(at time: Double) {
    self.time = time
    var isFinished = false
    for control in playedControls where control.finish(&events) { isFinished = true }
    if isFinished {
      mayHaveToAnnounce = true
      tree.beginAdvance(to: tree.time)
    }
    pendingAdvance = .settling
  }

  private func settleSlice() -> Region? {
    guard tree.advanceSlice() else { return nil }
    compositor.beginUpdate()
    pendingAdvance = .recording
    return recordSlice()
  }

  private func recordSlice() -> Region? {
    guard let damage = compositor.updateSlice() else { return nil }
    pendingAdvance = nil
    followSight()
    for control in playedControls where control.noteShownText() { mayHaveToAnnounce = true }
    guard isInvalid else { return damage }
    isInvalid = false
    return Region(PixelRect(size))
  }

  /// Makes the next frame differ everywhere, since the former one is lost.
  public func invalidate() { isInvalid = true }

  /// Draws a part of the last frame. The surface has the output's size.
  public func draw(_ region: Region, into surface: Surface) {
    var drawing = beginDrawing(region, into: surface)
    drawing.finish()
  }

  /// Begins a drawing that is done in slices. Between the slices the stage accepts every call
  /// except for another drawing.
  public func beginDrawing(_ region: Region, into surface: Surface) -> SlicedDrawing {
    precondition(surface.width == size.width && surface.height == size.height)
    return compositor.beginDrawing(region, into: surface, by: workers)
  }

  /// Draws the whole of the last frame without `FastPaths`, for tests that compare.
  package func drawPlainly(into surface: Surface) { compositor.drawPlainly(into: surface) }

  // MARK: Scenes

  /// Puts another scene in play with the next frame: from its beginning, or carried over from the
  /// one before.
  ///
  /// Carried over, controls of the same name and kind keep their values, animations continue, and
  /// layers of the same name change from their present look to that of the new scene in a quarter
  /// of a second.
  public func replaceScene(_ scene: Scene, migrating: Bool = false) {
    _ = replaceScene(
      PreparedScene(scene, size: size, scale: scale, locale: locale), migrating: migrating)
  }

  /// Puts a scene in play that was laid out for this size before.
  /// - Returns: the former scene.
  public func replaceScene(
    _ prepared: PreparedScene, migrating: Bool = false
  ) -> RetiredScene {
    precondition(prepared.fits(size, scale: scale), "the scene is laid out for another size")
    if !migrating, !locale.isIdentical(to: usualLocale) {
      locale = usualLocale
      keyboard.usualLayout.locale = KeyboardLayout.index(for: locale)
    }
    // The locale may have been changed since.
    let prepared =
      prepared.locale.isIdentical(to: locale)
      ? prepared : PreparedScene(prepared.scene, size: size, scale: scale, locale: locale)
    cancelPointers()
    let (formerControls, formerTree, formerStart) = (playedControls, tree, treeStart)
    let former = RetiredScene(played)
    let question = prompt?.state
    generation += 1
    install(prepared)
    if migrating {
      migrate(formerControls)
      if let formerStart { migrate(formerTree, start: formerStart, duration: 0.25) }
    } else {
      for control in formerControls { control.cancel(&events) }
      keyboard.resetLayout()
    }
    events.append(.sceneLoaded(name: scene.name, generation: generation))
    if let question { show(prompt: question) }
    updateKeyboard()
    return former
  }

  /// Lays the scene out again for another size. Motion continues as if the scene had had the size
  /// from the beginning. Fingers on buttons, choices and fields go on pressing what they are still
  /// on; others have to take hold again.
  ///
  /// - Parameter prepared: the result of `layout(for:scale:)`.
  public func resize(to size: PixelSize, scale: Double, as prepared: PreparedScene? = nil) {
    precondition(size.width > 0 && size.height > 0 && scale > 0, "an output has pixels")
    guard size != self.size || scale != self.scale else { return }
    scaleContacts(to: size, scale)
    self.size = size
    self.scale = scale
    if let prepared, isCurrent(prepared) {
      layOut(prepared)
    } else {
      layOut(hasPrompt: prompt != nil)
    }
  }

  /// Continues from another stage of the same scene, in this stage's size. To be called before the
  /// first frame.
  public func adopt(_ other: Stage) {
    reducesMotion = other.reducesMotion
    generation = other.generation
    revealCount = other.revealCount
    time = other.time
    hasAdvanced = other.hasAdvanced
    usualLocale = other.usualLocale
    adopt(other.playedControls, other.tree, start: other.treeStart, from: other.variant)
    hasKeyboard = other.hasKeyboard
    keyboard.mirrorInput(from: other.keyboard)
  }

  /// - Parameter formerVariant: of the scene, which may have other layers than this one.
  func adopt(
    _ formerControls: [Control], _ formerTree: LayerTree, start: Double?, from formerVariant: Int?
  ) {
    guard formerVariant == variant else {
      migrate(formerControls)
      if let start { migrate(formerTree, start: start, duration: 0) }
      return
    }
    for (control, former) in zip(playedControls, formerControls) {
      control.adopt(former)
      control.announcedText = former.announcedText
    }
    guard let start else { return }
    treeStart = start
    tree.onAnimationStart = nil
    tree.onAnimationStop = nil
    tree.adopt(formerTree) {
      for control in playedControls { control.restartTransitions(in: tree) }
    }
    for (control, former) in zip(playedControls, formerControls) {
      control.fitAnimations(of: former)
    }
    tree.advance(to: formerTree.time)
    noteAnimations(below: tree.root)
    listenToAnimations()
  }

  private func migrate(_ formerControls: [Control]) {
    for former in formerControls {
      guard
        let control = playedControls.first(where: {
          $0.isCalled(former.name) && $0.kind == former.kind
        })
      else {
        former.cancel(&events)
        continue
      }
      control.migrate(former)
      control.announcedText = former.announcedText
    }
    mayHaveToAnnounce = true
  }

  /// - Parameter duration: seconds in which layers change from their former look.
  private func migrate(_ formerTree: LayerTree, start: Double, duration: Double) {
    treeStart = start
    tree.onAnimationStart = nil
    tree.onAnimationStop = nil
    for control in playedControls { control.applyPending(in: tree, at: time, &events) }
    tree.migrate(from: formerTree, duration: duration)
    noteAnimations(below: tree.root)
    listenToAnimations()
  }

  func install(_ prepared: PreparedScene) {
    tree.onAnimationStart = nil
    tree.onAnimationStop = nil
    leftField = nil
    keyboard.detach()
    played = prepared
    tree.refreshRate = 1 / frameInterval
    tree.reducesMotion = reducesMotion
    showArrivedPictures()
    for control in playedControls { control.announcedText = control.textToAnnounce }
    treeStart = nil
    isInvalid = true
    awaitsLayout = false
    pendingLayout = nil
    pendingAdvance = nil
    reportedPaths = [:]
    listenToAnimations()
  }

  private func listenToAnimations() {
    tree.onAnimationStart = { [unowned(unsafe) self] layer, key in
      let path = layer.path
      unsafe reportedPaths[ReportedAnimation(layer: ObjectIdentifier(layer), key: key)] = path
      unsafe events.append(.animationStarted(layer: path, key: layer.kind.name(of: key)))
    }
    tree.onAnimationStop = { [unowned(unsafe) self] layer, key, finished in
      let animation = ReportedAnimation(layer: ObjectIdentifier(layer), key: key)
      let path = unsafe reportedPaths.removeValue(forKey: animation)
      guard !LayerTree.isMigration(key) else { return }
      unsafe events.append(
        .animationStopped(
          layer: layer.tree == nil ? path ?? layer.path : layer.path,
          key: layer.kind.name(of: key), finished: finished))
    }
  }

  /// Notes the layers of animations whose start was not reported.
  private func noteAnimations(below layer: Layer) {
    let keys = layer.animationKeys
    if !keys.isEmpty {
      let path = layer.path
      for key in keys {
        reportedPaths[ReportedAnimation(layer: ObjectIdentifier(layer), key: key)] = path
      }
    }
    for sublayer in layer.sublayers { noteAnimations(below: sublayer) }
    if let mask = layer.mask { noteAnimations(below: mask) }
  }

  /// The events since the last call, in order.
  public func takeEvents() -> [StageEvent] {
    announce()
    let taken = events
    events = []
    return taken
  }

  deinit {
    tree.onAnimationStart = nil
    tree.onAnimationStop = nil
  }
}
