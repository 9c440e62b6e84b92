public import Animation

/// A layer tree in time: it commits changes, samples animations and reports the results.
///
/// A *turn* is the time between two calls of `advance(to:)`. Changes of a turn belong to its
/// implicit transaction and are committed by the next call, at the time given there; animations
/// without a begin time begin then. Functions that wait for the end of an animation or a
/// transaction are called at the start of the call after.
public final class LayerTree {
  public let root: Layer
  /// Seconds of media time, as of the last advance.
  public private(set) var time = 0.0
  /// Pixels in a point of the output, for layers whose own scale was not set.
  public var contentsScale: Double {
    didSet { if contentsScale != oldValue { spreadContentsScale(from: root) } }
  }
  /// True if motion is to be reduced: animations show calmly, except for essential ones.
  public var reducesMotion = false {
    didSet { if reducesMotion != oldValue { presentAnew(root) } }
  }
  /// Called with each animation whose active time began, one turn later.
  public var onAnimationStart: ((_ layer: Layer, _ key: String) -> Void)?
  /// Called with each animation that ended or was removed, one turn later.
  public var onAnimationStop: ((_ layer: Layer, _ key: String, _ finished: Bool) -> Void)?
  /// The number of layers, the root included.
  public private(set) var layerCount = 0
  /// The layers that are emitters.
  public private(set) var emitters: [Layer] = []

  // Changed layers that have not been committed yet.
  var uncommitted: [Layer] = []
  var committing: [Layer] = []
  private var departed: [Layer] = []
  /// Layers whose sublayers or mask changed in this turn.
  var rearranged: [Layer] = []
  var isTimingChanged = false

  // Layers that have animations or change by themselves.
  var animating: [Layer] = []
  /// The number of animations, and of layers with a motion of their own, that change the picture
  /// now as time passes. Layers that stay invisible meanwhile do not count.
  public private(set) var runningAnimationCount = 0
  /// The number of running animations that change the picture less often than the display shows
  /// frames.
  private var pacedAnimationCount = 0
  private var nextAnimationChange: Double?

  /// Transitions that are drawn now.
  var transitionCount = 0

  /// Frames a second of the display, for animations and links with a range of rates.
  public var refreshRate = 60.0
  var links: [DisplayLink] = []
  /// The time for which the links were called last.
  var linkedTime: Double?

  /// Set while an advance is not done.
  var sampling: Sampling?
  /// Set by a layer that has more to do before it can be presented: the slice ends, and the next
  /// one presents that layer again.
  var isSliceFull = false

  // Changes that the compositor has not read yet.
  /// Layers whose presentation changed since `clearChanges()`.
  public private(set) var changedLayers: [Layer] = []
  /// True if layers came or went, or changed their order, since `clearChanges()`.
  public private(set) var isStructureChanged = true

  private var replicatorCount = 0
  /// True while layers are sampled for another time than the tree's. Their animations then do not
  /// change state.
  var isPresentingInstances = false

  private var scopes: [TransactionScope] = [TransactionScope(settings: Transaction())]
  /// Functions to call in the next turn, and in the one after.
  var ready: [Notification] = []
  var queued: [Notification] = []

  /// A call that is made a turn after its cause.
  enum Notification {
    case started(Layer, String, (() -> Void)?)
    case stopped(Layer, String, Bool, ((Bool) -> Void)?)
    case completion(() -> Void)
  }

  /// A tree of a layer and all below it. The layer must not be part of another one.
  public init(root: Layer, contentsScale: Double = 1) {
    precondition(root.superlayer == nil && root.tree == nil, "the root belongs to a tree")
    self.root = root
    self.contentsScale = contentsScale
    root.move(to: self)
  }

  deinit { root.forgetTree() }

  // MARK: Time

  /// True if animations change the picture with each frame.
  public var hasRunningAnimations: Bool { runningAnimationCount > pacedAnimationCount }

  /// True if a call of `advance(to:)` has something to do, whatever the time.
  public var hasPendingWork: Bool {
    !uncommitted.isEmpty || !departed.isEmpty || isTimingChanged || !ready.isEmpty
      || !queued.isEmpty
  }

  /// The time at which something next happens by itself: now while animations or display links run,
  /// later if an animation begins then or ends unseen, or nil for never.
  public var nextChange: Double? {
    guard let linked = nextLinkCall else { return nextAnimationChange }
    return min(nextAnimationChange ?? linked, linked)
  }

  /// Begins the sampling at a time: calls the waiting functions and commits the changes.
  /// - Returns: the time before.
  func beginTurn(at time: Double) -> Double {
    deliver()
    let last = self.time
    if time > last { self.time = time }
    commit()
    return last
  }

  /// Ends the sampling.
  func endTurn() {
    swap(&ready, &queued)
    measureRunningAnimations()
  }

  /// Forgets the changes that the compositor has read.
  public func clearChanges() {
    for layer in changedLayers { layer.changes = [] }
    changedLayers.removeAll(keepingCapacity: true)
    isStructureChanged = false
  }

  func deliver() {
    guard !ready.isEmpty else { return }
    let notifications = ready
    ready = []
    for notification in notifications {
      switch notification {
      case .started(let layer, let key, let body):
        body?()
        onAnimationStart?(layer, key)
      case .completion(let body):
        body()
      case .stopped(let layer, let key, let finished, let body):
        body?(finished)
        onAnimationStop?(layer, key, finished)
      }
    }
  }

  func commit() {
    layOut()
    endImplicitTransaction()
    for layer in departed where layer.tree == nil {
      layer.isCommitted = false
      layer.dropAnimations(reportingTo: self)
    }
    departed.removeAll(keepingCapacity: true)
    for layer in uncommitted { layer.resumeIfAsked(at: time) }
    for layer in uncommitted { layer.beginPendingAnimations(self) }
    for layer in rearranged { layer.arrangementBefore = nil }
    rearranged.removeAll(keepingCapacity: true)
  }

  /// Calls the layout handlers of layers that need it.
  func layOut() {
    // A handler may change the sizes of other layers, whose handlers then run: a pass for each
    // level of a scene, of at most 64. If handlers never agree, the last sizes stay.
    for _ in 0..<128 {
      let layers = uncommitted.filter { $0.needsLayout }
      if layers.isEmpty { return }
      for layer in layers {
        layer.needsLayout = false
        layer.isLayingOut = true
        layer.layoutHandler?(layer)
        layer.isLayingOut = false
      }
    }
    for layer in uncommitted { layer.needsLayout = false }
  }

  var hasReplicators: Bool { replicatorCount > 0 }

  /// Samples layers for a time to come, while the tree stays at its own.
  func sample(at time: Double, _ body: () -> Void) {
    let now = self.time
    self.time = time
    isPresentingInstances = true
    body()
    isPresentingInstances = false
    self.time = now
  }

  func present(_ layer: Layer) {
    let presentation: Layer
    var changes: LayerChanges = []
    if let presented = layer.presented {
      presentation = presented
    } else {
      presentation = layer.prepared.take() ?? layer.makePresentation()
      layer.presented = presentation
    }
    if !layer.isCommitted {
      layer.isCommitted = true
      layer.needsDisplay = true
      changes = [.geometry, .compositing, .decoration, .content, .sublayers, .shadow]
    }
    changes.formUnion(layer.updatePresentation(presentation))
    layer.retireFinishedAnimations()
    layer.updateTransition(in: self)
    if layer.display(presentation) { changes.insert(.content) }
    if !changes.isEmpty { note(changes, of: layer) }
    layer.didPresent(presentation)
  }

  /// Seconds into the future from which on a time counts as never: three centuries.
  private static var horizon: Double { 1e10 }

  private func measureRunningAnimations() {
    (runningAnimationCount, pacedAnimationCount) = (0, 0)
    nextAnimationChange = nil
    var index = 0
    while index < animating.count {
      let layer = animating[index]
      if layer.animations.isEmpty && layer.ownChange == nil {
        layer.isListedAsAnimating = false
        animating.swapAt(index, animating.count - 1)
        animating.removeLast()
        continue
      }
      index += 1
      let speed = layer.effectiveSpeed
      guard speed != 0 else { continue }
      let isUnseen = layer.staysUnseen
      let lag =
        hasReplicators
        ? layer.localTime(atTreeTime: time) - layer.lastInstanceTime(atTreeTime: time) : 0
      if let change = layer.ownChange, !isUnseen {
        if change <= layer.localTime(atTreeTime: time) {
          noteRunning()
        } else if speed > 0 {
          expectChange(at: change, of: layer)
        }
      }
      for running in layer.animations where !running.isPending {
        measure(running, of: layer, speed: speed, lag: lag, isUnseen: isUnseen)
      }
    }
  }

  /// Counts an animation, if it runs, and notes when it next changes the picture.
  /// - Parameters:
  ///   - speed: of the layer's time, not 0.
  ///   - lag: seconds of the layer's time by which its last instance lags behind.
  private func measure(
    _ running: RunningAnimation, of layer: Layer, speed: Double, lag: Double, isUnseen: Bool
  ) {
    let timing = running.animation.timing
    switch running.phase {
    case .active where timing.speed == 0:
      break
    case .active where isUnseen || running.animation.isCalm && layer.showsCalmly(running):
      let edge = speed > 0 ? timing.activeEnd.map { $0 + lag } : timing.activeStart
      expectChange(at: edge, of: layer)
    case .active:
      guard speed > 0, layer.outermostReplicator == nil,
        let rate = layer.frameRate(of: running.animation)
      else { return noteRunning() }
      // The time of the display's frame that is nearest to the animation's next one.
      let next =
        timing.nextFrameTime(
          after: layer.localTime(atTreeTime: time), rate: rate, rounding: layer.halfFrame)
        - layer.halfFrame
      expectChange(at: min(next, timing.activeEnd ?? next), of: layer)
      runningAnimationCount += 1
      pacedAnimationCount += 1
    // The time of a layer may run back, from the end of an animation to its start.
    case .before:
      if speed > 0 { expectChange(at: timing.activeStart, of: layer) }
    case .after:
      if speed < 0 { expectChange(at: timing.activeEnd.map { $0 + lag }, of: layer) }
    }
  }

  /// Counts an animation that changes every frame.
  private func noteRunning() {
    runningAnimationCount += 1
    nextAnimationChange = min(nextAnimationChange ?? time, time)
  }

  private func expectChange(at localTime: Double?, of layer: Layer) {
    guard let localTime, let moment = layer.treeTime(atLocalTime: localTime),
      moment < LayerTree.horizon
    else { return }
    // A change that seems past, by a rounding alone, happens next.
    let change = max(moment, time)
    nextAnimationChange = min(nextAnimationChange ?? change, change)
  }

  // MARK: Transactions

  /// The settings for changes from now on: those of the innermost open transaction, or of the
  /// turn's implicit one.
  public var transaction: Transaction {
    get { scopes[scopes.count - 1].settings }
    set { scopes[scopes.count - 1].settings = newValue }
  }

  /// Opens a transaction inside the current one, whose settings it inherits.
  public func beginTransaction() {
    var scope = scopes[scopes.count - 1]
    scope.ownsCompletion = false
    scopes.append(scope)
  }

  /// Closes the innermost transaction. Its changes are committed with the turn.
  public func commitTransaction() {
    precondition(scopes.count > 1, "a commit without a begin")
    close(scopes.removeLast())
  }

  /// Runs a function in a transaction of its own, which inherits the settings that are not given.
  public func transact(
    duration: Double? = nil, timingFunction: MediaTimingFunction? = nil,
    disableActions: Bool? = nil, _ body: () -> Void
  ) {
    beginTransaction()
    if let duration { transaction.duration = duration }
    if let timingFunction { transaction.timingFunction = timingFunction }
    if let disableActions { transaction.disableActions = disableActions }
    body()
    commitTransaction()
  }

  /// Sets a function that is called once the animations that the current transaction adds from now
  /// on have ended or were removed, at the earliest one turn after its commit.
  public func setCompletion(_ body: @escaping () -> Void) {
    let last = scopes.count - 1
    let parent = last > 0 ? scopes[last - 1].completion : nil
    if scopes[last].ownsCompletion { leave(scopes[last].completion) }
    scopes[last].completion = TransactionCompletion(parent: parent, body: body)
    scopes[last].ownsCompletion = true
  }

  var currentCompletion: TransactionCompletion? { scopes[scopes.count - 1].completion }

  private func endImplicitTransaction() {
    guard scopes.count == 1 else { return }
    close(scopes[0])
    scopes[0] = TransactionScope(settings: Transaction())
  }

  private func close(_ scope: TransactionScope) {
    if scope.ownsCompletion { leave(scope.completion) }
  }

  /// Ends one of the things that a completion waits for.
  func leave(_ completion: TransactionCompletion?) {
    for body in completion?.leave() ?? [] { enqueue(.completion(body)) }
  }

  // MARK: Reports of layers

  func enqueue(_ notification: Notification) { queued.append(notification) }

  func markUncommitted(_ layer: Layer) {
    guard !layer.isUncommitted else { return }
    layer.isUncommitted = true
    uncommitted.append(layer)
  }

  func markAnimating(_ layer: Layer) {
    guard !layer.isListedAsAnimating else { return }
    layer.isListedAsAnimating = true
    animating.append(layer)
  }

  func timingDidChange() { isTimingChanged = true }

  func structureDidChange() { isStructureChanged = true }

  func note(_ changes: LayerChanges, of layer: Layer) {
    layer.presentationGeneration += 1
    if layer.changes.isEmpty { changedLayers.append(layer) }
    layer.changes.formUnion(changes)
  }

  func didGain(_ layer: Layer) {
    layerCount += 1
    layer.inheritContentsScale(contentsScale)
    markUncommitted(layer)
    if !layer.animations.isEmpty || layer.ownChange != nil { markAnimating(layer) }
    isStructureChanged = true
    if layer.contentKind == .replicator { replicatorCount += 1 }
    if layer.contentKind == .emitter { emitters.append(layer) }
  }

  func didLose(_ layer: Layer) {
    if layer.contentKind == .replicator { replicatorCount -= 1 }
    if layer.contentKind == .emitter { emitters.removeAll { $0 === layer } }
    layerCount -= 1
    departed.append(layer)
    isStructureChanged = true
    if layer.isUncommitted { uncommitted.removeAll { $0 === layer } }
    if layer.isListedAsAnimating { animating.removeAll { $0 === layer } }
    if !layer.changes.isEmpty { changedLayers.removeAll { $0 === layer } }
    layer.forgetLists()
  }

  /// Marks a layer and all layers below it to be presented with the next commit.
  private func presentAnew(_ layer: Layer) {
    markUncommitted(layer)
    for sublayer in layer.sublayers { presentAnew(sublayer) }
    if let mask = layer.mask { presentAnew(mask) }
  }

  private func spreadContentsScale(from layer: Layer) {
    layer.inheritContentsScale(contentsScale)
    for sublayer in layer.sublayers { spreadContentsScale(from: sublayer) }
    if let mask = layer.mask { spreadContentsScale(from: mask) }
  }
}
