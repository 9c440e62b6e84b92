import Animation
import Geometry
import Layers
import Scene
import Stage

/// Texts and areas that move or fade, or have something moving behind them: each of several moments
/// is checked as if everything stood still.
extension SizeCheck {
  /// Seconds from the beginning. Entrances are over at most of these moments, and each part of a
  /// usual loop is visible at one of them.
  private static let moments = [1.5, 3, 5, 9, 15]
  /// The number of layers from which on only one moment is looked at.
  private static let manyLayers = 2000
  /// The greatest difference of opacities that does not count.
  private static let opacityTolerance = 0.01

  /// A text or an area that takes touches at a moment.
  struct Seen {
    /// The product of its opacity and of those around it.
    var opacity = 1.0
    /// True if it moves.
    var moves = false
    /// Pixels that are cut off on the left, at the top, on the right and at the bottom.
    var cut = [0.0, 0, 0, 0]
  }

  /// The faults that do not come from motion: a layer that moves may leave its place, or lie over
  /// others, on purpose. Layers that fade lie over others if they are shown together.
  private static let still: Set<SizeFinding.Name> = [
    .lowContrast, .cutText, .hiddenText, .truncatedText, .smallText, .smallCode, .smallTarget,
    .overlap, .touchOverlap,
  ]

  /// Adds the faults of a text or an area that occur at all moments at which it is seen best, each
  /// in its mildest form.
  /// - Parameter makeStage: gives a stage at time 0.
  mutating func lookAtMoments(layers: Int, _ makeStage: () -> Stage) {
    guard hasMotion else { return }
    let known = findings
    var looks: [Look] = []
    for moment in layers < Self.manyLayers ? Self.moments : [Self.moments[1]] {
      let stage = makeStage()
      stage.keepsStates = true
      // Time begins with the first frame, and requests take effect with the next one.
      for time in [0, 0.25, 0.5, 1, moment] { _ = stage.advance(to: time) }
      var look = self
      look.findings = []
      look.stilled = Self.still(stage)
      look.visit(stage.rootLayer, screen)
      look.measure(look.unmeasured, on: stage)
      looks.append((look.seen, look.findings.filter { Self.isStill($0.kind) }))
      places.merge(look.places) { first, _ in first }
    }
    // An overlap is one with another layer, and a layer may have several.
    func key(_ finding: SizeFinding) -> [String] {
      [finding.layer, finding.kind.name.rawValue]
        + [Self.partner(of: finding.kind)].compactMap { $0 }
    }
    var added = Set(known.map(key))
    for finding in looks.flatMap(\.findings) {
      let (path, name) = (finding.layer, finding.kind.name)
      guard added.insert(key(finding)).inserted else { continue }
      let counted = Self.best(of: path, looks)
      if let other = Self.partner(of: finding.kind) {
        // Layers that alternate are never seen best at the same moment.
        let isTogether = Self.best(of: other, counted, among: looks).contains {
          $0.findings.contains(finding)
        }
        if isTogether { findings.append(finding) }
        continue
      }
      let all = counted.compactMap { look in
        look.findings.first { $0.layer == path && $0.kind.name == name }
      }
      guard all.count == counted.count, let first = all.first else { continue }
      if name == .cutText, !Self.isCut(counted.compactMap { $0.seen[path] }) { continue }
      findings.append(all.reduce(first) { $0.kind.isWorse(than: $1.kind) ? $1 : $0 })
    }
  }

  private typealias Look = (seen: [String: Seen], findings: [SizeFinding])

  /// The looks in which a text or an area is seen as well as in any.
  /// - Parameter all: the looks to compare with; nil for the same ones.
  private static func best(of path: String, _ looks: [Look], among all: [Look]? = nil) -> [Look] {
    let best = (all ?? looks).compactMap { $0.seen[path]?.opacity }.max() ?? 0
    return looks.filter { $0.seen[path].map { $0.opacity >= best - opacityTolerance } ?? false }
  }

  /// The layer that lies in the same place.
  private static func partner(of kind: SizeFinding.Kind) -> String? {
    switch kind {
    case .overlap(let other), .touchOverlap(let other): other
    default: nil
    }
  }

  /// A bar that moves may pass through a text.
  private static func isStill(_ kind: SizeFinding.Kind) -> Bool {
    if case .struckText = kind { return false }
    return still.contains(kind.name)
  }

  /// True if a part of a text is never visible: a text that moves past shows one end after the
  /// other.
  private static func isCut(_ all: [Seen]) -> Bool {
    guard let first = all.first else { return false }
    if !first.moves { return true }
    return all.count > 1
      && first.cut.indices.contains { side in all.allSatisfy { $0.cut[side] > tolerance } }
  }

  /// Gives all layers the look of the moment for good.
  /// - Returns: the layers that moved.
  private static func still(_ stage: Stage) -> Set<ObjectIdentifier> {
    var moved: Set<ObjectIdentifier> = []
    func still(_ layer: Layer) {
      if isMoving(layer) { moved.insert(ObjectIdentifier(layer)) }
      adoptPresentation(of: layer)
      if let mask = layer.mask { still(mask) }
      for sublayer in layer.sublayers { still(sublayer) }
    }
    stage.rootLayer.tree?.transact(disableActions: true) { still(stage.rootLayer) }
    _ = stage.advance(to: stage.time)
    return moved
  }

  private static func adoptPresentation(of layer: Layer) {
    let animations = layer.animationKeys.compactMap { layer.animation(forKey: $0) }
    if animations.isEmpty { return }
    var properties: Set<AnimatableProperty> = []
    for animation in animations {
      // The answer is always false, so that all properties are visited.
      _ = animation.animates {
        properties.insert($0)
        return false
      }
    }
    let shown = layer.presentation()
    for property in properties {
      if let value = shown?.animatableValue(of: property) {
        layer.setValue(value, for: AnimationKeyPath(property))
      }
    }
    layer.removeAllAnimations()
  }

  /// Writes a line into each empty log, which would show nothing of its look, and makes it stay in
  /// its place.
  static func fillLogs(of scene: Scene, on stage: Stage) {
    for control in scene.controls {
      guard case .log = control.content,
        stage.controls.first(where: { $0.name == control.name })?.text?.isEmpty ?? true
      else { continue }
      try? stage.appendLog(control.name, "A line")
    }
    guard scene.controls.contains(where: { if case .log = $0.content { true } else { false } })
    else { return }
    _ = stage.advance(to: stage.time)
    func rest(_ layer: Layer, inLog: Bool) {
      if inLog { layer.removeAllAnimations() }
      for sublayer in layer.sublayers { rest(sublayer, inLog: inLog || layer.kind == .log) }
    }
    rest(stage.rootLayer, inLog: false)
  }
}
