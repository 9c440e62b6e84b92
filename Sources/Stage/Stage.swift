internal import Animation
internal import Compositor
public import Geometry
internal import Layers
public import Raster
public import Scene

/// A scene in play on an output: applies requests to controls, advances to a time, says what changed
/// and draws it. It has no clock, sockets or devices: the same scene, requests and times give the
/// same pixels.
///
/// Requests gather until the next `advance(to:)`, and of those to one control the last wins. What
/// they start begins one frame before the time then given, or at the last such time if that is
/// later: so a request made on a stepped clock begins where the clock stands, and one that wakes an
/// idle display is in motion in its first frame.
public final class Stage {
  /// The scene in play.
  public private(set) var scene: Scene
  /// Counts the scenes that were in play, from 1.
  public private(set) var generation = 1
  /// The output's pixels.
  public private(set) var size: PixelSize
  /// Pixels in a point.
  public private(set) var scale: Double
  /// Seconds between two frames of the output.
  public var frameInterval = 1.0 / 60
  /// Who may draw large parts of a frame at the same time; nil for the caller alone.
  public var workers: Workers?

  /// Seconds: the time advanced to last.
  public private(set) var time = 0.0
  private(set) var playedControls: [Control] = []
  /// Nil while the scene has none.
  private(set) var prompt: PromptControl?
  /// Fingers that hold controls.
  var drags: [ScrubDrag] = []
  /// Counts the reveals that were asked for.
  var revealCount = 0
  private(set) var labelledLayers: [LabelledLayer] = []
  /// True if what controls say may have changed since it was compared.
  var mayHaveToAnnounce = false
  /// True if motion is to be reduced: nothing travels, turns or swings but what the scene calls
  /// essential.
  public var reducesMotion = false {
    didSet { tree.reducesMotion = reducesMotion }
  }
  var events: [StageEvent] = []
  /// Where animations run whose end is still to be told, since a layer may have left by then.
  private var toldPaths: [ToldAnimation: String] = [:]
  private(set) var tree: LayerTree
  private var compositor: Compositor
  /// When the tree's time began, nil before its first frame.
  private var treeStart: Double?
  private var hasAdvanced = false
  /// True if the next frame differs everywhere, as the first one of a tree does.
  private var isInvalid = true

  /// Puts a scene on an output of a size in pixels, with `scale` pixels in a point.
  public convenience init(scene: Scene, size: PixelSize, scale: Double) {
    self.init(PreparedScene(scene, size: size, scale: scale), size: size, scale: scale)
  }

  /// Puts a scene that was laid out for it on an output.
  public init(_ prepared: PreparedScene, size: PixelSize, scale: Double) {
    precondition(prepared.fits(size, scale: scale), "the scene is laid out for another size")
    scene = prepared.scene
    self.size = size
    self.scale = scale
    tree = prepared.instance.tree
    compositor = prepared.compositor
    playedControls = prepared.controls
    prompt = prepared.prompt
    labelledLayers = prepared.instance.labelledLayers
    for control in playedControls { control.announcedText = control.info.description }
    events.append(.sceneLoaded(name: scene.name, generation: generation))
    listenToAnimations()
  }

  // MARK: Frames

  /// True if `advance(to:)` has something to do at any time: a first frame, requests, or
  /// functions that wait for their turn.
  public var needsFrame: Bool {
    isInvalid || tree.hasPendingWork || playedControls.contains { $0.hasPending }
      || prompt?.hasPending ?? false
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

  /// When something happens next without a request: the time of the last frame while something
  /// moves, that at which an animation begins later or ends unseen, or nil for never.
  public var nextChange: Double? {
    if playedControls.contains(where: { $0.isMoving }) { return time }
    guard let treeStart else { return nil }
    var next = tree.nextChange.map { treeStart + $0 }
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
        control.hold()
      } else if let moment = control.nextChange, moment <= time {
        control.advance(in: tree, to: time, &events)
        mayHaveToAnnounce = true
      }
    }
  }

  /// Applies the requests, commits them and samples the scene at a time in seconds. Time does not
  /// run back.
  ///
  /// - Parameter rest: called now and then where much is sampled, with the requests in the frame already:
  ///   others may be made, but for what has to wait for the end of a drawing too, what looks at layers,
  ///   and what changes them at once: `conceal`, `pause`, `resume`, `reducesMotion`.
  /// - Returns: the pixels that differ from the frame before; all of them for a scene's first frame.
  public func advance(to time: Double, pausing rest: (() -> Void)? = nil) -> Region {
    let time = time > self.time ? time : self.time
    let requestTime = hasAdvanced ? max(self.time, time - frameInterval) : time
    let start = treeStart ?? requestTime
    treeStart = start
    hasAdvanced = true
    catchUp(to: requestTime, from: start)
    if playedControls.contains(where: { $0.hasPending }) || prompt?.hasPending ?? false {
      tree.advance(to: requestTime - start)
      for control in playedControls {
        control.applyPending(in: tree, at: requestTime, &events)
      }
      prompt?.applyPending(in: tree)
      mayHaveToAnnounce = true
      tree.advance(to: requestTime - start)
    }
    advanceControls(to: time)
    for control in playedControls { control.follow(to: time - start, &events) }
    tree.onRest = rest
    present(at: time, from: start)
    let damage = compositor.update()
    tree.onRest = nil
    guard isInvalid else { return damage }
    isInvalid = false
    return Region(PixelRect(size))
  }

  /// Makes the next frame differ everywhere, since nothing is left of the one before.
  public func invalidate() { isInvalid = true }

  private func present(at time: Double, from start: Double) {
    tree.advance(to: time - start)
    var isFinished = false
    for control in playedControls where control.finish(&events) { isFinished = true }
    if isFinished {
      mayHaveToAnnounce = true
      tree.advance(to: time - start)
    }
    self.time = time
  }

  /// Samples emitters at the frames that were left out up to a time: particles are born with what
  /// their emitter has at a frame. Those longer ago than `longestCatchUp` are left out for good, and
  /// where the rest is more than `catchUpWork`, all but every second, third and so on.
  private func catchUp(to time: Double, from start: Double) {
    let tolerance = 1e-6
    func frame(at time: Double) -> Double {
      ((time - start + tolerance) * Stage.birthRate).rounded(.down)
    }
    let first = frame(at: max(self.time, time - Stage.longestCatchUp)) + 1
    let last = frame(at: time)
    guard first <= last, !tree.emitters.isEmpty else { return }
    let leading = leaders(until: time)
    var led: Set<ObjectIdentifier> = []
    for control in leading { for layer in control.leads { led.insert(ObjectIdentifier(layer)) } }
    let births = MissedBirths(in: tree, led: led, limit: Stage.catchUpWork)
    guard !births.isEmpty else { return }
    let work = leading.reduce(births.cost) { $0 + $1.leads.count }
    let mostFrames = Double(Stage.catchUpWork / work)
    guard mostFrames >= 1 else { return }
    let stride = ((last - first + 1) / mostFrames).rounded(.up)
    var next = last - ((last - first) / stride).rounded(.down) * stride
    while next <= last {
      let moment = min(next / Stage.birthRate, time - start)
      for control in leading {
        if let change = control.nextChange, change <= start + moment {
          control.advance(in: tree, to: start + moment, &events)
        }
        control.follow(to: moment, &events)
      }
      births.sample(at: moment)
      next += stride
    }
    if !leading.isEmpty { mayHaveToAnnounce = true }
  }

  /// The controls that move by themselves, up to a time, what emitters hang on.
  private func leaders(until time: Double) -> [Control] {
    guard !isPaused else { return [] }
    let moving = playedControls.filter {
      !$0.leads.isEmpty && ($0.isMoving || $0.nextChange.map { $0 <= time } ?? false)
    }
    if moving.isEmpty { return [] }
    let layers = tree.layersAroundEmitters
    return moving.filter { $0.leads.contains { layers.contains(ObjectIdentifier($0)) } }
  }

  /// Frames a second in which particles are born while none is seen.
  private static var birthRate: Double { 60 }

  /// Seconds.
  private static var longestCatchUp: Double { 10 }

  /// Layers and animations that are sampled before a frame for those before it, at most: some
  /// milliseconds.
  private static var catchUpWork: Int { 6000 }

  /// Draws a part of the frame advanced to last. The surface has the output's size.
  ///
  /// - Parameter pauses: those of a long drawing, in which the stage may be asked for everything but to
  ///   advance, to draw, or to put another scene in play or the same in another size.
  public func draw(_ region: Region, into surface: Surface, pausing pauses: Pauses? = nil) {
    precondition(surface.width == size.width && surface.height == size.height)
    compositor.draw(region, into: surface, by: workers, pausing: pauses)
  }

  // MARK: Scenes

  /// Puts another scene in play with the next frame: from its beginning, or carried over from the one
  /// before.
  ///
  /// Carried over, controls of the same name and kind keep their values, animations go on, and layers
  /// of the same name change from what is shown to what the scene says in a quarter of a second.
  public func replaceScene(_ scene: Scene, carryingOver: Bool = false) {
    _ = replaceScene(PreparedScene(scene, size: size, scale: scale), carryingOver: carryingOver)
  }

  /// The same with a scene that was laid out for this size before.
  /// - Returns: the scene that has gone.
  public func replaceScene(
    _ prepared: PreparedScene, carryingOver: Bool = false
  ) -> RetiredScene {
    precondition(prepared.fits(size, scale: scale), "the scene is laid out for another size")
    cancelPointers()
    let (formerControls, formerTree, formerStart) = (playedControls, tree, treeStart)
    let former = RetiredScene(scene, tree, compositor, playedControls, labelledLayers)
    let question = prompt?.state
    scene = prepared.scene
    generation += 1
    install(prepared)
    if carryingOver {
      takeOver(formerControls)
      if let formerStart { takeOver(formerTree, start: formerStart) }
    } else {
      for control in formerControls { control.cancel(&events) }
    }
    events.append(.sceneLoaded(name: scene.name, generation: generation))
    if let question { show(prompt: question) }
    return former
  }

  /// Lays the scene out again for another size. What moves goes on where it is, as if the scene had
  /// had the size from the beginning; only fingers have to take hold anew.
  public func resize(to size: PixelSize, scale: Double) {
    precondition(size.width > 0 && size.height > 0 && scale > 0, "an output has pixels")
    guard size != self.size || scale != self.scale else { return }
    self.size = size
    self.scale = scale
    layOut(hasPrompt: prompt != nil)
  }

  /// Lays the scene out once more with the usual prompt over it.
  func addUsualPrompt() { layOut(hasPrompt: true) }

  private func layOut(hasPrompt: Bool) {
    cancelPointers()
    tree.finishTurn()
    let (formerControls, formerTree, formerStart) = (playedControls, tree, treeStart)
    let formerPrompt = prompt
    install(PreparedScene(scene, size: size, scale: scale, hasPrompt: hasPrompt))
    if let formerPrompt { prompt?.takeUp(formerPrompt) }
    takeUp(formerControls, formerTree, start: formerStart)
  }

  /// Goes on in the middle of what another stage of the same scene shows, in its own size. To be
  /// called before the first frame.
  public func takeUp(_ other: Stage) {
    reducesMotion = other.reducesMotion
    generation = other.generation
    revealCount = other.revealCount
    time = other.time
    hasAdvanced = other.hasAdvanced
    takeUp(other.playedControls, other.tree, start: other.treeStart)
  }

  private func takeUp(_ formerControls: [Control], _ formerTree: LayerTree, start: Double?) {
    for (control, former) in zip(playedControls, formerControls) {
      control.takeUp(former)
      control.announcedText = former.announcedText
    }
    guard let start else { return }
    treeStart = start
    tree.onAnimationStart = nil
    tree.onAnimationStop = nil
    tree.takeUp(formerTree) {
      for control in playedControls { control.restartTransitions(in: tree) }
    }
    for (control, former) in zip(playedControls, formerControls) {
      control.fitAnimations(of: former)
    }
    tree.advance(to: formerTree.time)
    noteAnimations(below: tree.root)
    listenToAnimations()
  }

  private func takeOver(_ formerControls: [Control]) {
    for former in formerControls {
      guard
        let control = playedControls.first(where: {
          $0.isCalled(former.name) && $0.kind == former.kind
        })
      else {
        former.cancel(&events)
        continue
      }
      control.carryOver(former)
      control.announcedText = former.announcedText
    }
    mayHaveToAnnounce = true
  }

  private func takeOver(_ formerTree: LayerTree, start: Double) {
    treeStart = start
    tree.onAnimationStart = nil
    tree.onAnimationStop = nil
    for control in playedControls { control.applyPending(in: tree, at: time, &events) }
    tree.carryOver(from: formerTree, duration: 0.25)
    noteAnimations(below: tree.root)
    listenToAnimations()
  }

  private func install(_ prepared: PreparedScene) {
    tree.onAnimationStart = nil
    tree.onAnimationStop = nil
    tree = prepared.instance.tree
    tree.reducesMotion = reducesMotion
    compositor = prepared.compositor
    playedControls = prepared.controls
    prompt = prepared.prompt
    labelledLayers = prepared.instance.labelledLayers
    for control in playedControls { control.announcedText = control.info.description }
    treeStart = nil
    isInvalid = true
    toldPaths = [:]
    listenToAnimations()
  }

  private func listenToAnimations() {
    tree.onAnimationStart = { [unowned(unsafe) self] layer, key in
      let path = layer.path
      unsafe toldPaths[ToldAnimation(layer: ObjectIdentifier(layer), key: key)] = path
      unsafe events.append(.animationStarted(layer: path, key: key))
    }
    tree.onAnimationStop = { [unowned(unsafe) self] layer, key, finished in
      let animation = ToldAnimation(layer: ObjectIdentifier(layer), key: key)
      let path = unsafe toldPaths.removeValue(forKey: animation)
      guard !LayerTree.isCarryOver(key) else { return }
      unsafe events.append(
        .animationStopped(
          layer: layer.tree == nil ? path ?? layer.path : layer.path, key: key, finished: finished))
    }
  }

  /// Notes where the animations run that began unheard.
  private func noteAnimations(below layer: Layer) {
    for key in layer.animationKeys {
      toldPaths[ToldAnimation(layer: ObjectIdentifier(layer), key: key)] = layer.path
    }
    for sublayer in layer.sublayers { noteAnimations(below: sublayer) }
    if let mask = layer.mask { noteAnimations(below: mask) }
  }

  /// What happened since the last call, in order.
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

/// An animation on a layer that is kept until the animation's end is told.
private struct ToldAnimation: Hashable {
  var layer: ObjectIdentifier
  var key: String
}
