public import Animation
public import Geometry
public import Raster

/// A layer that shows its sublayers several times over.
///
/// Instance k, counted from 0, is placed by the kth power of `instanceTransform` about the layer's
/// anchor point and lies over the one before it. It shows the sublayers' animations as they were
/// k·`instanceDelay` seconds of the layer's time before. Changes without an animation show in all
/// instances at once. An animation of a sublayer ends with its last instance. Replicators may be
/// nested: delays add up, transforms and colours multiply.
public final class ReplicatorLayer: Layer {
  struct Values: Equatable {
    var count = 1
    var delay = 0.0
    var transform = Transform3D.identity
    var color = Color.white
    /// Red, green, blue, alpha.
    var colorOffset = SIMD4<Double>.zero
  }

  /// The most instances.
  public static var instanceLimit: Int { 1000 }
  /// The most layers in all instances together, including those of replicators within. Instances
  /// beyond it are not shown.
  public static var layerLimit: Int { 10_000 }

  var replication = Values()
  let tintedImages = TintedImages(steps: 255, pixelLimit: 4 << 20)

  public override var contentKind: ContentKind { .replicator }

  public override var kind: LayerKind { .replicator }

  public override func makePresentation() -> Layer { ReplicatorLayer() }

  public override func presentation() -> ReplicatorLayer? {
    super.presentation() as? ReplicatorLayer
  }

  public override func updatePresentation(_ presentation: Layer) -> LayerChanges {
    guard let presentation = presentation as? ReplicatorLayer else { return [] }
    let before = presentation.replication
    presentation.replication = replication
    var changes = super.updatePresentation(presentation)
    let shown = presentation.replication
    if shown != before { changes.insert(.sublayers) }
    if tree?.isPresentingInstances == false {
      longestInstanceDelay = Double(max(shown.count - 1, 0)) * shown.delay
    }
    return changes
  }

  override func instanceWork() -> InstanceWork? {
    guard let presentation = presentation() else { return nil }
    var update = InstanceUpdate(of: self, presentation)
    return { tree, left in update.update(in: tree, atMost: &left) }
  }

  public override func animatableValue(of property: AnimatableProperty) -> AnimatableValue? {
    switch property {
    case .instanceCount: .scalar(Double(replication.count))
    case .instanceDelay: .scalar(replication.delay)
    case .instanceTransform: .transform(replication.transform)
    case .instanceColor: AnimatableValue(replication.color)
    default:
      ReplicatorLayer.component(of: property).map { .scalar(replication.colorOffset[$0]) }
        ?? super.animatableValue(of: property)
    }
  }

  @discardableResult
  public override func storeAnimatableValue(
    _ value: AnimatableValue, of property: AnimatableProperty
  ) -> Bool {
    switch (property, value) {
    case (.instanceCount, .scalar(let number)):
      replication.count = Int(ReplicatorLayer.clamped(number, Double(Self.instanceLimit)))
    case (.instanceDelay, .scalar(let number)):
      replication.delay = ReplicatorLayer.clamped(number, .greatestFiniteMagnitude)
    case (.instanceTransform, .transform(let transform)): replication.transform = transform
    case (.instanceColor, .color(let color)): replication.color = Color(color)
    default:
      guard let component = ReplicatorLayer.component(of: property),
        case .scalar(let number) = value
      else { return super.storeAnimatableValue(value, of: property) }
      replication.colorOffset[component] = number
    }
    return true
  }

  /// The component of `colorOffset` that a property names; nil for another property.
  private static func component(of property: AnimatableProperty) -> Int? {
    switch property {
    case .instanceRedOffset: 0
    case .instanceGreenOffset: 1
    case .instanceBlueOffset: 2
    case .instanceAlphaOffset: 3
    default: nil
    }
  }

  // MARK: Properties

  /// The number of instances; 0 shows none. Clamped to 0…`instanceLimit`. An animation changes it
  /// in steps.
  public var instanceCount: Int {
    get { replication.count }
    set {
      let count = min(max(newValue, 0), Self.instanceLimit)
      change(.instanceCount, unless: instanceCount == count) { replication.count = count }
    }
  }

  /// Seconds by which each instance lags behind the one before; at least 0.
  public var instanceDelay: Double {
    get { replication.delay }
    set {
      let delay = ReplicatorLayer.clamped(newValue, .greatestFiniteMagnitude)
      change(.instanceDelay, unless: instanceDelay == delay) { replication.delay = delay }
    }
  }

  /// The transform from each instance to the next, about the anchor point.
  public var instanceTransform: Transform3D {
    get { replication.transform }
    set {
      change(.instanceTransform, unless: instanceTransform == newValue) {
        replication.transform = newValue
      }
    }
  }

  /// Multiplies the colours of the first instance. For every further instance the offsets are added
  /// once. The alpha applies to an instance as a whole.
  public var instanceColor: Color {
    get { replication.color }
    set {
      change(.instanceColor, unless: instanceColor == newValue) { replication.color = newValue }
    }
  }

  public var instanceRedOffset: Double {
    get { replication.colorOffset[0] }
    set { setColorOffset(0, to: newValue, .instanceRedOffset) }
  }

  public var instanceGreenOffset: Double {
    get { replication.colorOffset[1] }
    set { setColorOffset(1, to: newValue, .instanceGreenOffset) }
  }

  public var instanceBlueOffset: Double {
    get { replication.colorOffset[2] }
    set { setColorOffset(2, to: newValue, .instanceBlueOffset) }
  }

  public var instanceAlphaOffset: Double {
    get { replication.colorOffset[3] }
    set { setColorOffset(3, to: newValue, .instanceAlphaOffset) }
  }

  private func setColorOffset(
    _ component: Int, to offset: Double, _ property: AnimatableProperty
  ) {
    change(property, unless: replication.colorOffset[component] == offset) {
      replication.colorOffset[component] = offset
    }
  }

  /// A number in 0…`limit`; NaN counts as 0.
  private static func clamped(_ number: Double, _ limit: Double) -> Double {
    number > 0 ? min(number, limit) : 0
  }
}

extension ReplicatorLayer.Values {
  /// The colour that multiplies those of an instance, each component in 0…1.
  func color(ofInstance index: Int) -> Color {
    func component(_ first: Double, _ component: Int) -> Double {
      let value = first + colorOffset[component] * Double(index)
      return value > 0 ? min(value, 1) : 0
    }
    return Color(
      red: component(color.red, 0), green: component(color.green, 1),
      blue: component(color.blue, 2), alpha: component(color.alpha, 3))
  }
}
