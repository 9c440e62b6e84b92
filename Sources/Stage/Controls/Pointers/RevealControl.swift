internal import Animation
internal import Geometry
internal import Layers
internal import Raster
internal import Scene

/// A control that shows a progress until its content is revealed.
///
/// The reveal removes the loader and the background and puts a mask on the content: the loader's
/// ring, whose radius grows to R and whose line width grows to 2R, with R the distance to the
/// content's farthest corner. So the ring grows in both directions until it is a disc that covers
/// everything, and is then removed.
///
/// Each frame shows more of the content than the one before until the ring's hole is too small to
/// take half a level of 255 from a pixel: until it is smaller than a 510th of a pixel, or than four
/// of them if it lies on a corner of pixels. The easing ends so slowly that in a second at 60
/// frames a second only the last one or two frames show no more than the frame before.
final class RevealControl: ProgressControl {
  private enum State {
    case covered
    /// Requested, to begin with the next frame.
    case asked(Course)
    /// Running; `formerMask` is the mask that the content had before.
    case growing(Course, ring: ShapeLayer, formerMask: Layer?)
    case revealed(Int)
  }

  private struct Course {
    /// Identifies the reveal.
    var number: Int
    /// Seconds.
    var duration: Double
    var timingFunction: MediaTimingFunction
    /// Seconds of it that have passed.
    var elapsed = 0.0
  }

  /// Key of the animation on the ring.
  private static var key: String { "reveal" }

  private let reveal: RevealControlDescription
  private let layers: RevealLayers
  private var state = State.covered
  private let isContentHidden: Bool
  /// The former place of the loader, once it is removed.
  private var loaderPlace: (superlayer: Layer, index: Int)?

  init(
    _ binding: ControlBinding, _ description: RevealControlDescription,
    _ targets: [DrivenProperty], _ layers: RevealLayers
  ) {
    reveal = description
    self.layers = layers
    isContentHidden = layers.content.isHidden
    super.init(binding, description.progress, targets)
  }

  override var usualRole: AccessibleRole {
    guard isRevealed else { return .progressBar }
    let isPicture = [.image, .shape, .gradient].contains(layers.content.kind)
    return isPicture && layers.content.sublayers.isEmpty ? .image : .group
  }

  override var faces: [Layer] { super.faces + [layers.content] }

  override var info: ControlInfo {
    var info = super.info
    if case .revealed = state {
      info.isRevealed = true
      info.description = "revealed"
    } else {
      info.isRevealed = false
    }
    return info
  }

  override var hasPending: Bool {
    if case .asked = state { true } else { super.hasPending }
  }

  // MARK: Requests

  /// The number of the reveal that was started, is running or has finished; nil before the first
  /// one.
  var number: Int? {
    switch state {
    case .covered: nil
    case .asked(let reveal), .growing(let reveal, _, _): reveal.number
    case .revealed(let number): number
    }
  }

  var isRevealed: Bool {
    if case .revealed = state { true } else { false }
  }

  /// Starts a reveal of hidden content with the next frame.
  func start(_ number: Int, duration: Double?, timingFunction: MediaTimingFunction?) {
    guard case .covered = state else { return }
    set(1, inPhase: nil, duration: 0, timingFunction: nil)
    state = .asked(
      Course(
        number: number, duration: duration ?? reveal.duration,
        timingFunction: timingFunction ?? reveal.timingFunction))
  }

  /// Hides the content again, and starts over with the first progress.
  func conceal(_ events: inout [StageEvent]) {
    cancel(&events)
    if case .growing(_, _, let formerMask) = state {
      withoutActions { layers.content.mask = formerMask }
    }
    state = .covered
    cover()
    set(description.value, inPhase: nil, duration: 0, timingFunction: nil)
    if description.isIndeterminate { setIndeterminate(true) }
  }

  /// Reports a reveal that will not be completed.
  override func cancel(_ events: inout [StageEvent]) {
    switch state {
    case .asked, .growing: events.append(.revealFinished(control: name, finished: false))
    case .covered, .revealed: break
    }
  }

  // MARK: Frames

  override func migrate(_ former: Control) {
    super.migrate(former)
    guard let former = former as? RevealControl else { return }
    switch former.state {
    case .covered: break
    case .asked(let reveal), .growing(let reveal, _, _): state = .asked(reveal)
    case .revealed(let number):
      state = .revealed(number)
      uncover()
    }
  }

  override var record: ControlRecord {
    var record = super.record
    record.isRevealed = number != nil
    return record
  }

  override func adopt(_ former: Control) {
    super.adopt(former)
    guard let former = former as? RevealControl else { return }
    state = former.state
    switch former.state {
    case .covered, .asked: break
    case .revealed: uncover()
    case .growing(let reveal, _, _):
      let circle = circle()
      uncover()
      begin(reveal, from: circle)
    }
  }

  override func applyPending(
    in tree: LayerTree, at time: Double, _ events: inout [StageEvent]
  ) {
    super.applyPending(in: tree, at: time, &events)
    // A scene that replaces another one first advances to the time of the replaced scene.
    guard case .asked(let reveal) = state, layers.content.presentation() != nil else { return }
    let circle = circle()
    uncover()
    guard reveal.elapsed < reveal.duration else {
      state = .revealed(reveal.number)
      events.append(.revealFinished(control: name, finished: true))
      return
    }
    begin(reveal, from: circle)
  }

  /// Puts the growing ring on the content.
  private func begin(_ reveal: Course, from circle: Circle) {
    let ring = makeRing(circle)
    withoutActions {
      let formerMask = layers.content.mask
      layers.content.mask = ring
      ring.mask = formerMask
      grow(ring, from: circle, reveal, isCalm: layers.content.reducesMotion)
      state = .growing(reveal, ring: ring, formerMask: formerMask)
    }
  }

  override func finish(_ events: inout [StageEvent]) -> Bool {
    guard case .growing(var reveal, let ring, let formerMask) = state else { return false }
    if case .group(let group)? = ring.animation(forKey: Self.key) {
      if let tree = ring.tree {
        reveal.elapsed = group.timing.localTime(
          atParentTime: ring.localTime(atTreeTime: tree.time))
      }
      state = .growing(reveal, ring: ring, formerMask: formerMask)
      return false
    }
    withoutActions { layers.content.mask = formerMask }
    state = .revealed(reveal.number)
    events.append(.revealFinished(control: name, finished: true))
    return true
  }

  // MARK: Layers

  /// Hides the layers in front of the content.
  private func uncover() {
    withoutActions {
      layers.content.isHidden = false
      layers.background?.isHidden = true
      guard let loader = layers.loader, let superlayer = loader.superlayer,
        let index = superlayer.sublayers.firstIndex(where: { $0 === loader })
      else { return }
      loaderPlace = (superlayer, index)
      loader.removeFromSuperlayer()
    }
  }

  /// Undoes `uncover()`.
  private func cover() {
    withoutActions {
      layers.content.isHidden = isContentHidden
      layers.background?.isHidden = false
      guard let loader = layers.loader, let place = loaderPlace else { return }
      loaderPlace = nil
      place.superlayer.insertSublayer(loader, at: place.index)
    }
  }

  /// A circle with a stroke, in the content's coordinates.
  private struct Circle {
    var center: Point
    var radius = 0.0
    var lineWidth = 0.0
  }

  /// The loader's ring, or a point in the middle of the content.
  private func circle() -> Circle {
    let content = layers.content
    guard let loader = layers.loader,
      let center = content.convert(loader.bounds.center, from: loader),
      let side = content.convert(loader.bounds.center + Vector(dx: 1, dy: 0), from: loader)
    else { return Circle(center: content.bounds.center) }
    let scale = (side - center).length
    return Circle(
      center: center, radius: loader.radius * scale, lineWidth: loader.lineWidth * scale)
  }

  private func makeRing(_ circle: Circle) -> ShapeLayer {
    let ring = ShapeLayer()
    ring.name = layers.loader?.name ?? "mask"
    ring.bounds = layers.content.bounds
    ring.position = ring.bounds.center
    ring.fillColor = nil
    ring.strokeColor = .black
    ring.path = .circle(center: circle.center, radius: circle.radius)
    ring.lineWidth = circle.lineWidth
    return ring
  }

  /// Grows a ring over all of the content; if motion is to be reduced, fades it in at its full
  /// size.
  private func grow(_ ring: ShapeLayer, from circle: Circle, _ reveal: Course, isCalm: Bool) {
    let bounds = ring.bounds
    var radius = 0.0
    for x in [bounds.minX, bounds.maxX] {
      for y in [bounds.minY, bounds.maxY] {
        radius = max(radius, (Point(x: x, y: y) - circle.center).length)
      }
    }
    let end = Path.circle(center: circle.center, radius: radius)
    var animations: [Animation] = []
    if isCalm {
      animations.append(
        .basic(
          BasicAnimation(keyPath: AnimationKeyPath(.opacity), from: .scalar(0), to: .scalar(1))))
    } else {
      animations.append(
        .basic(
          BasicAnimation(
            keyPath: AnimationKeyPath(.path), from: ring.path.map { .path($0) }, to: .path(end))))
      animations.append(
        .basic(
          BasicAnimation(
            keyPath: AnimationKeyPath(.lineWidth), from: .scalar(ring.lineWidth),
            to: .scalar(2 * radius))))
    }
    ring.path = end
    ring.lineWidth = 2 * radius
    ring.add(
      .group(
        AnimationGroup(
          animations,
          timing: MediaTiming(timeOffset: reveal.elapsed, duration: reveal.duration),
          timingFunction: reveal.timingFunction)),
      forKey: Self.key)
  }

  private func withoutActions(_ body: () -> Void) {
    guard let tree = layers.content.tree else { return body() }
    tree.transact(disableActions: true, body)
  }
}
