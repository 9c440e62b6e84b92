public import Animation
import CodeUnits
public import Geometry
public import Raster

/// A layer that sends out particles.
///
/// The picture depends on the layer's time, its seed and its properties, and not on the frames that
/// were drawn before: births lie evenly in time, and each particle's numbers follow from its index
/// in the order of births. Animated properties are read once a frame, and particles that were born
/// since the last frame get the values of this one. For frames that are left out, `MissedBirths`
/// reads the properties instead. If the layer's time runs back, all particles up to that time are
/// emitted again with the present properties.
///
/// A layer has at most `particleLimit` particles, shared equally among its cells; above the limit
/// the oldest particles are dropped. While no particle lives and none will be born, nothing runs.
/// If motion is to be reduced and the layer is not essential, no particle is drawn.
public final class EmitterLayer: Layer {
  struct Values: Equatable {
    var cells: [EmitterCell] = []
    var position = Point.zero
    var size = Size.zero
    var shape = Shape.point
    var mode = Mode.volume
    var renderMode = RenderMode.unordered
    var seed: UInt64 = 0
    var birthRate = 1.0
    var factors = EmitterFactors()
  }

  /// The most particles that live at a time.
  public static var particleLimit: Int { 5000 }

  private var emission = Values()
  /// The layer's time at which emission starts, in seconds; nil for that of the first commit.
  public var emissionStart: Double?
  /// For the model: the layer's time at which emission started.
  private var start: Double?
  /// For the model: the layer's time at which particles lived last.
  private var lastMotion: Double?
  /// For a presentation: the particles.
  private var simulation = EmitterSimulation()
  /// For a presentation: true if motion is to be reduced, so that no particle is drawn.
  private var isCalm = false
  private let tints = TintedImages(steps: 31, pixelLimit: 1 << 20)

  public override var contentKind: ContentKind { .emitter }

  public override var kind: LayerKind { .emitter }

  public override var groupComposition: DrawGroup.Composition {
    let own = super.groupComposition
    return own == .over && emission.renderMode == .additive ? .added : own
  }

  public override func makePresentation() -> Layer { EmitterLayer() }

  public override func presentation() -> EmitterLayer? { super.presentation() as? EmitterLayer }

  public override func landOwnMotion() { birthRate = 0 }

  public override func didEnterTree() {
    start = nil
    lastMotion = nil
  }

  public override func updatePresentation(_ presentation: Layer) -> LayerChanges {
    guard let presentation = presentation as? EmitterLayer else { return [] }
    let before = presentation.emission
    presentation.emission = emission
    var changes = super.updatePresentation(presentation)
    guard let tree else { return changes }
    let time = localTime(atTreeTime: tree.time)
    let start = start ?? emissionStart ?? time
    self.start = start
    let isMoved = presentation.simulation.advance(to: time, start: start, presentation.emission)
    let wasCalm = presentation.isCalm
    // A layer whose time stands still is moved by hand, which is no motion to reduce.
    presentation.isCalm = reducesMotion && !isMovedByHand
    if isMoved && !presentation.isCalm || wasCalm != presentation.isCalm
      || presentation.emission.renderMode != before.renderMode
    {
      changes.insert(.content)
    }
    if tree.isPresentingInstances { return changes }
    if presentation.isCalm {
      // The layer never changes while it is calm, but the tree has to notice when that ends.
      expectOwnChange(at: .infinity)
      return changes
    }
    var change = presentation.simulation.nextChange
    let lag = time - lastInstanceTime(atTreeTime: tree.time)
    // A replicator shows later the particles that are gone here, and also births between two
    // frames.
    if change == -.infinity {
      lastMotion = time
    } else if lag > 0, let life = presentation.simulation.lastLife {
      lastMotion = max(lastMotion ?? life, min(life, time))
    }
    if lag > 0, let lastMotion, time - lastMotion <= lag { change = -.infinity }
    expectOwnChange(at: change)
    return changes
  }

  /// Records the births up to the tree's time, for a frame that is left out.
  ///
  /// - Parameter presentation: the layer's own, or that of an instance. Its picture does not
  ///   change.
  func noteBirths(on presentation: EmitterLayer) {
    guard let tree, let start else { return }
    let (shown, emitted) = (presentation.sharedValues, presentation.emission)
    presentation.sharedValues = sharedValues
    presentation.emission = emission
    applyAnimations(to: presentation)
    let sampled = presentation.emission
    presentation.sharedValues = shown
    presentation.emission = emitted
    presentation.simulation.note(
      birthsUpTo: localTime(atTreeTime: tree.time), start: start, sampled)
  }

  /// The cost of `noteBirths(on:)`, in units of one animation.
  var birthCost: Int { 1 + animations.count + emission.cells.count }

  /// Adopts the particles.
  override func adoptState(of former: Layer) {
    guard let former = former as? EmitterLayer else { return }
    start = former.start
    lastMotion = former.lastMotion
    expectOwnChange(at: former.ownChange)
    guard let shown = presentation(), let other = former.presentation() else { return }
    let (size, formerSize) = (shown.bounds.size, other.bounds.size)
    shown.simulation = other.simulation.relaid(
      other.emission, to: shown.emission, cells: former.emission.cells, emission.cells,
      Vector(
        dx: formerSize.width > 0 ? size.width / formerSize.width : 1,
        dy: formerSize.height > 0 ? size.height / formerSize.height : 1))
  }

  public override func animatableValue(of property: AnimatableProperty) -> AnimatableValue? {
    switch property {
    case .emitterPosition: .point(emission.position)
    case .emitterSize: .size(emission.size)
    case .birthRate: .scalar(emission.birthRate)
    case .lifetime: .scalar(emission.factors.lifetime)
    case .velocity: .scalar(emission.factors.velocity)
    case .scale: .scalar(emission.factors.scale)
    case .spin: .scalar(emission.factors.spin)
    default: super.animatableValue(of: property)
    }
  }

  @discardableResult
  public override func storeAnimatableValue(
    _ value: AnimatableValue, of property: AnimatableProperty
  ) -> Bool {
    switch (property, value) {
    case (.emitterPosition, .point(let point)): emission.position = point
    case (.emitterSize, .size(let size)): emission.size = size
    case (.birthRate, .scalar(let number)): emission.birthRate = number
    case (.lifetime, .scalar(let number)): emission.factors.lifetime = number
    case (.velocity, .scalar(let number)): emission.factors.velocity = number
    case (.scale, .scalar(let number)): emission.factors.scale = number
    case (.spin, .scalar(let number)): emission.factors.spin = number
    default: return super.storeAnimatableValue(value, of: property)
    }
    return true
  }

  public override var partKeys: [PartKey] {
    emission.cells.compactMap { $0.name }.flatMap { name in
      EmitterCellProperty.allCases.map { .cell(EmitterCellKey(name, $0)) }
    }
  }

  override func partValue(of key: PartKey) -> AnimatableValue? {
    guard case .cell(let key) = key, let index = index(of: key) else { return nil }
    return emission.cells[index].value(of: key.property)
  }

  override func storePartValue(_ value: AnimatableValue, of key: PartKey) -> Bool {
    guard case .cell(let key) = key, let index = index(of: key) else { return false }
    return emission.cells[index].store(value, of: key.property)
  }

  /// The cell of a name, which is compared byte by byte.
  private func index(of key: EmitterCellKey) -> Int? {
    emission.cells.firstIndex { $0.name?.isIdentical(to: key.name) ?? false }
  }

  // MARK: Properties

  /// The cells that are sent out. Living particles keep their index in the list, and die if the
  /// list becomes shorter than that.
  public var emitterCells: [EmitterCell] {
    get { emission.cells }
    set {
      emission.cells = newValue
      markUncommitted()
    }
  }

  /// The middle of the shape in the layer's own coordinates.
  public var emitterPosition: Point {
    get { emission.position }
    set {
      change(.emitterPosition, unless: emitterPosition == newValue) { emission.position = newValue }
    }
  }

  /// In points, about `emitterPosition`.
  public var emitterSize: Size {
    get { emission.size }
    set { change(.emitterSize, unless: emitterSize == newValue) { emission.size = newValue } }
  }

  public var emitterShape: Shape {
    get { emission.shape }
    set {
      emission.shape = newValue
      markUncommitted()
    }
  }

  public var emitterMode: Mode {
    get { emission.mode }
    set {
      emission.mode = newValue
      markUncommitted()
    }
  }

  public var renderMode: RenderMode {
    get { emission.renderMode }
    set {
      emission.renderMode = newValue
      markUncommitted()
    }
  }

  /// The seed of the particles' numbers. A new one applies to particles that are yet to be born.
  public var seed: UInt64 {
    get { emission.seed }
    set {
      emission.seed = newValue
      markUncommitted()
    }
  }

  /// Multiplies the birth rates of the layer's own cells, but not of the cells that particles send
  /// out.
  public var birthRate: Double {
    get { emission.birthRate }
    set { change(.birthRate, unless: birthRate == newValue) { emission.birthRate = newValue } }
  }

  /// Multiplies the lifetimes of new particles. The following properties are such factors, too.
  public var lifetime: Double {
    get { emission.factors.lifetime }
    set { change(.lifetime, unless: lifetime == newValue) { emission.factors.lifetime = newValue } }
  }

  public var velocity: Double {
    get { emission.factors.velocity }
    set { change(.velocity, unless: velocity == newValue) { emission.factors.velocity = newValue } }
  }

  public var scale: Double {
    get { emission.factors.scale }
    set { change(.scale, unless: scale == newValue) { emission.factors.scale = newValue } }
  }

  public var spin: Double {
    get { emission.factors.spin }
    set { change(.spin, unless: spin == newValue) { emission.factors.spin = newValue } }
  }

  /// The number of living particles of a presentation.
  public var particleCount: Int { simulation.particleCount }

  /// The visible particles of a presentation, from back to front.
  public var particles: [EmittedParticle] {
    isCalm ? [] : simulation.particles(in: emission.renderMode, tints)
  }
}
