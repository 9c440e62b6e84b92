public import Animation
public import Geometry
public import Raster

/// A node of a layer tree: a rectangle with a place, a look and sublayers.
///
/// The properties are the *model*: setting one takes effect at once here and is brought to the
/// screen by an implicit animation, if the layer was committed before and its actions say so. The
/// state on the screen at a moment is the *presentation*, a second layer of the same kind.
/// Coordinates are in points, y downwards; a sublayer's position is in its superlayer's bounds.
open class Layer {
  /// The name by which a path refers to the layer.
  public final var name: String?

  final var sharedValues = SharedLayerValues(LayerValues())
  @Rare private final var ownTiming: MediaTiming? = nil
  /// The speed before `pause()`; nil if the layer is not paused.
  final var speedBeforePause: Double?
  final var isResuming = false

  // The tree.
  public internal(set) final var sublayers: [Layer] = []
  final var maskLayer: Layer?
  unowned(unsafe) final var owner: Layer?
  /// The index at which the layer was last found among its superlayer's sublayers.
  final var lastIndex = 0
  unowned(unsafe) final var host: LayerTree?

  // Animations and actions.
  /// True if the layer and those below it move even if motion is to be reduced.
  public final var isEssential = false
  final var animations = AnimationList()
  /// Actions by property, asked after the provider and before the class.
  public final var actions: [AnimatableProperty: Action] = [:]
  /// Asked first for a property's action; nil passes the question on.
  public final var actionProvider: ((Layer, AnimatableProperty) -> Action?)?

  /// The layers that are drawn for this one while a transition runs.
  final var transition: LayerTransition?
  final var arrangementBefore: Arrangement?

  // The presentation.
  final var presented: Layer?
  /// A presentation that was made before the first commit, which then takes it.
  final var prepared: Layer?
  final var isCommitted = false
  final var isUncommitted = false
  final var isListedAsAnimating = false
  /// The layer's time at which it next changes without an animation: −∞ for all the time, nil for
  /// never.
  final var ownChange: Double?

  // Replicators.
  /// The layers that are drawn instead of the sublayers: a replicator's instances.
  final var instanceLayers: [Layer]?
  /// Seconds by which the sublayers' time lags behind while an instance is presented.
  final var sublayerDelay = 0.0
  /// The lag of the last instance.
  final var longestInstanceDelay = 0.0
  /// The tint that multiplies the colours of a presentation in an instance.
  public internal(set) final var instanceTint: InstanceTint?

  /// The differences since the tree's `clearChanges()`.
  public internal(set) final var changes: LayerChanges = []
  /// Grows with every change of the presentation.
  public internal(set) final var presentationGeneration = 0

  // Drawing.
  final var needsDisplay = true
  final var needsLayout = true
  /// True while the layout handler runs.
  final var isLayingOut = false
  private final var ownsContentsScale = false
  /// The last recording of `draw(into:)`, in the layer's own coordinates.
  public internal(set) final var drawing = Drawing()
  /// The number of recordings of the drawing.
  public internal(set) final var displayCount = 0
  /// Called in the commit after the bounds' size changed, sublayers came, went or moved among each
  /// other, or `setNeedsLayout()`, with the layer. The sublayers that it changes itself do not
  /// count.
  public final var layoutHandler: ((Layer) -> Void)?
  /// True if the layout handler depends on texts below the layer, too, and has to run when they
  /// take another space.
  public final var followsContentSizes = false

  public init() {}

  deinit {
    for sublayer in sublayers { unsafe sublayer.owner = nil }
    if let maskLayer { unsafe maskLayer.owner = nil }
    for layer in instanceLayers ?? [] { unsafe layer.owner = nil }
  }

  // MARK: Overridable

  open var contentKind: ContentKind { .plain }

  open var kind: LayerKind { .layer }

  /// True if the layer draws with `draw(into:)`.
  open var drawsContent: Bool { false }

  /// Records the layer's content in its own coordinates. Called on the presentation.
  open func draw(into drawing: inout Drawing) {}

  /// True if a change of the property, by hand or by animation, asks for a new recording.
  open func needsDisplay(forKey property: AnimatableProperty) -> Bool {
    drawsContent && property == .bounds
  }

  /// True if the contents scale is the tree's unless it was set.
  open var inheritsContentsScale: Bool { true }

  /// The action of the class, asked last: an animation from the presented to the new value.
  open func defaultAction(forKey property: AnimatableProperty) -> Action? {
    switch property {
    case .path, .shadowPath, .contents, .isHidden, .indeterminatePhase, .indeterminateStrength: nil
    default: .animation(.basic(BasicAnimation(keyPath: AnimationKeyPath(property))))
    }
  }

  /// The value of a property, in the form that animations work on; nil if the layer has no such
  /// property.
  open func animatableValue(of property: AnimatableProperty) -> AnimatableValue? {
    switch property {
    case .position: .point(values.position)
    case .bounds: .rect(values.bounds)
    case .anchorPoint: .point(values.anchorPoint)
    case .zPosition: .scalar(values.zPosition)
    case .transform: .transform(values.transform)
    case .sublayerTransform: .transform(values.sublayerTransform)
    case .opacity: .scalar(values.opacity)
    case .isHidden: .flag(values.isHidden)
    case .backgroundColor: AnimatableValue(values.backgroundColor)
    case .cornerRadius: .scalar(values.cornerRadius)
    case .borderWidth: .scalar(values.borderWidth)
    case .borderColor: AnimatableValue(values.borderColor)
    case .backgroundBlur: .scalar(backgroundBlur)
    default: values.shadow.animatableValue(of: property) ?? values.custom[property]
    }
  }

  /// Stores a value without any action; animations write to the presentation in this way. Returns
  /// false if the layer has no such property or the value is of another kind.
  @discardableResult
  open func storeAnimatableValue(
    _ value: AnimatableValue, of property: AnimatableProperty
  ) -> Bool {
    switch (property, value) {
    case (.position, .point(let point)): values.position = point
    case (.bounds, .rect(let rect)): values.bounds = rect
    case (.anchorPoint, .point(let point)): values.anchorPoint = point
    case (.zPosition, .scalar(let number)): values.zPosition = number
    case (.transform, .transform(let transform)): values.transform = transform
    case (.sublayerTransform, .transform(let transform)): values.sublayerTransform = transform
    case (.opacity, .scalar(let number)): values.opacity = number
    case (.isHidden, .flag(let flag)): values.isHidden = flag
    case (.backgroundColor, .color(let color)): values.backgroundColor = Color(color)
    case (.cornerRadius, .scalar(let number)): values.cornerRadius = number
    case (.borderWidth, .scalar(let number)): values.borderWidth = number
    case (.borderColor, .color(let color)): values.borderColor = Color(color)
    case (.backgroundBlur, .scalar(let number)):
      values.backgroundBlur = number > 0 ? number : nil
    case _ where property.isCustom && values.custom[property]?.kind ?? value.kind == value.kind:
      values.custom[property] = value
    default: return values.shadow.store(value, of: property)
    }
    return true
  }

  /// The properties of the parts that have names.
  public var partKeys: [PartKey] { [] }

  /// The value of a property of a part; nil if the layer has no such part.
  func partValue(of key: PartKey) -> AnimatableValue? { nil }

  /// Stores a value of a property of a part, without any action. Returns false if the layer has no
  /// such part or the value is of another kind.
  func storePartValue(_ value: AnimatableValue, of key: PartKey) -> Bool { false }

  /// The composition of the layer and all layers below it with the pixels behind.
  public var groupComposition: DrawGroup.Composition {
    switch values.blendMode {
    case .normal: values.isolatesBlending ? .isolated : .over
    case .plusLighter: .added
    default: .blended(values.blendMode)
    }
  }

  /// True if the layer is a place in space for its sublayers, and has no plane and no look of its
  /// own.
  open var keepsDepth: Bool { false }

  /// A layer that is drawn instead of the sublayers.
  var composedGuest: Layer? { nil }

  /// A new layer of the same kind, for a still copy of the model.
  func makeStill() -> Layer { makePresentation() }

  /// A new layer of the same kind, to hold the presentation.
  open func makePresentation() -> Layer { Layer() }

  /// Gives the presentation the model's values and then the values of the animations, and returns
  /// the differences. A subclass copies its own properties before, and compares them after.
  open func updatePresentation(_ presentation: Layer) -> LayerChanges {
    let before = presentation.sharedValues
    presentation.sharedValues = sharedValues
    applyAnimations(to: presentation)
    if isCollapsed { presentation.values.isHidden = true }
    return presentation.values.changes(since: before.values)
  }

  /// Called when the presentation was brought up to date. Changes that it makes to other layers
  /// show in the same frame; so a layer's parts can follow what it presents.
  open func didPresent(_ presentation: Layer) {}

  /// The property by which the layer shows the progress of a job; nil for a layer that shows none.
  open var progressProperty: AnimatableProperty? { nil }

  /// The state of the job that the layer shows.
  open var job: JobState { JobState() }

  /// Shows the state of a job; does nothing in a layer that shows none.
  open func show(_ job: JobState, animated: Bool) {}

  /// Called when the layer has come into a tree.
  open func didEnterTree() {}

  /// Brings a motion of the layer's own to its end, as `LayerTree.land(by:)` does with animations.
  open func landOwnMotion() {}

  /// Brings some of the layers that are drawn instead of the sublayers to the tree's time, and
  /// counts down the layers that may still be presented. Returns true if none are left.
  typealias InstanceWork = (_ tree: LayerTree, _ left: inout Int) -> Bool

  /// The work that follows a change of the sublayers; nil for none.
  func instanceWork() -> InstanceWork? { nil }

  /// Continues from the same layer at another size, with state that neither values nor animations
  /// hold. Called when both have been presented.
  func adoptState(of former: Layer) {}

  /// The state on the screen since the tree last advanced; nil before the first commit. It is a
  /// layer of its own, to be read and not changed; its sublayers are found through the model.
  open func presentation() -> Layer? { isCommitted ? presented : nil }

  // MARK: Properties

  final var values: LayerValues {
    @inline(__always) get { sharedValues.values }
    @inline(__always) _modify {
      if !isKnownUniquelyReferenced(&sharedValues) {
        sharedValues = SharedLayerValues(sharedValues.values)
      }
      yield &sharedValues.values
    }
  }

  /// The place of the anchor point, in the superlayer's coordinates.
  public final var position: Point {
    get { values.position }
    set { change(.position, unless: position == newValue) { values.position = newValue } }
  }

  /// The layer's own coordinates: its size, and the point at its top left corner. A negative size
  /// extends to the other side of the origin.
  public final var bounds: Rect {
    get { values.bounds }
    set {
      let newValue = newValue.standardized
      if newValue.size != bounds.size { needsLayout = true }
      change(.bounds, unless: bounds == newValue) { values.bounds = newValue }
    }
  }

  /// The point that `position` places and about which `transform` acts, in parts of the bounds.
  public final var anchorPoint: Point {
    get { values.anchorPoint }
    set { change(.anchorPoint, unless: anchorPoint == newValue) { values.anchorPoint = newValue } }
  }

  /// Layers with a greater value are drawn above their siblings; in a perspective they are nearer,
  /// too.
  public final var zPosition: Double {
    get { values.zPosition }
    set { change(.zPosition, unless: zPosition == newValue) { values.zPosition = newValue } }
  }

  /// Applied to the layer and its sublayers, about the anchor point, in space: with the
  /// superlayer's `sublayerTransform` or by itself it may have a perspective. Sublayers lie flat in
  /// every layer that is no `TransformLayer`. Sublayers that are rotated out of the plane, or moved
  /// along z, are drawn in the order of their depth, each as a whole even if they intersect.
  public final var transform: Transform3D {
    get { values.transform }
    set { change(.transform, unless: transform == newValue) { values.transform = newValue } }
  }

  /// The part of the transform that is drawn; setting it sets the whole transform.
  public final var affineTransform: AffineTransform {
    get { values.transform.affineTransform }
    set { transform = Transform3D(newValue) }
  }

  /// Multiplies the alpha of the layer and its sublayers taken together, 0…1.
  public final var opacity: Double {
    get { values.opacity }
    set { change(.opacity, unless: opacity == newValue) { values.opacity = newValue } }
  }

  /// True if the contents are only for the screen: text and visibility are left out of layer lists
  /// and descriptions.
  public final var isSecret = false
  /// True if the superlayer determines position and size. A text layer notifies it when its natural
  /// size changes.
  public final var isArranged = false

  public final var isHidden: Bool {
    get { values.isHidden }
    set { change(.isHidden, unless: isHidden == newValue) { values.isHidden = newValue } }
  }

  /// True if the layer is hidden and takes no space in the arrangement around it, which is laid out
  /// anew with each change. The presentation is hidden as long as it is true.
  public final var isCollapsed: Bool {
    get { values.isCollapsed }
    set {
      guard isCollapsed != newValue else { return }
      values.isCollapsed = newValue
      markUncommitted()
      contentSizeDidChange()
    }
  }

  /// Clips the contents and the sublayers to the bounds with their rounded corners.
  public final var masksToBounds: Bool {
    get { values.masksToBounds }
    set {
      values.masksToBounds = newValue
      markUncommitted()
    }
  }

  /// The mode in which the layer and its sublayers, as one picture, are composited over the
  /// backdrop. The backdrop is the superlayer's contents and earlier siblings, back to the nearest
  /// isolated group: a layer with a mask, an opacity below 1, another mode or `isolatesBlending`.
  public final var blendMode: BlendMode {
    get { values.blendMode }
    set {
      values.blendMode = newValue
      markUncommitted()
    }
  }

  /// Makes the layer a picture by itself: the layers below it in the tree are blended with nothing
  /// behind it.
  public final var isolatesBlending: Bool {
    get { values.isolatesBlending }
    set {
      values.isolatesBlending = newValue
      markUncommitted()
    }
  }

  /// The quantity of the mask's picture that multiplies the layer's picture.
  public final var maskMode: MaskMode {
    get { values.maskMode }
    set {
      values.maskMode = newValue
      markUncommitted()
    }
  }

  /// Fills the bounds behind the contents; nil for nothing.
  public final var backgroundColor: Color? {
    get { values.backgroundColor }
    set {
      change(.backgroundColor, unless: backgroundColor == newValue) {
        values.backgroundColor = newValue
      }
    }
  }

  /// In points of the layer's own coordinates.
  public final var cornerRadius: Double {
    get { values.cornerRadius }
    set {
      change(.cornerRadius, unless: cornerRadius == newValue) { values.cornerRadius = newValue }
    }
  }

  /// The corners that `cornerRadius` rounds; all of them unless set. Setting it does not animate.
  public final var maskedCorners: CornerMask {
    get { values.maskedCorners }
    set {
      values.maskedCorners = newValue
      markUncommitted()
    }
  }

  /// The form of the rounded corners. Setting it does not animate.
  public final var cornerCurve: CornerCurve {
    get { values.cornerCurve }
    set {
      values.cornerCurve = newValue
      markUncommitted()
    }
  }

  /// Standard deviation, in points of the layer's own coordinates, of a gaussian blur of the
  /// picture behind the layer, within its bounds and their rounded corners; 0, as at first, blurs
  /// nothing. As with Core Animation's `backgroundFilters`, the layer's own background and content
  /// are drawn over the blur, and show it where they are translucent.
  public final var backgroundBlur: Double {
    get { values.backgroundBlur ?? 0 }
    set {
      change(.backgroundBlur, unless: backgroundBlur == newValue) {
        values.backgroundBlur = newValue > 0 ? newValue : nil
      }
    }
  }

  /// Width of a border inside the bounds, above the sublayers.
  public final var borderWidth: Double {
    get { values.borderWidth }
    set { change(.borderWidth, unless: borderWidth == newValue) { values.borderWidth = newValue } }
  }

  public final var borderColor: Color? {
    get { values.borderColor }
    set { change(.borderColor, unless: borderColor == newValue) { values.borderColor = newValue } }
  }

  /// Pixels of the contents in a point. The tree's, unless set; an image layer's is 1.
  public final var contentsScale: Double {
    get { values.contentsScale }
    set {
      ownsContentsScale = true
      storeContentsScale(newValue)
    }
  }

  final func inheritContentsScale(_ scale: Double) {
    if inheritsContentsScale && !ownsContentsScale { storeContentsScale(scale) }
  }

  private final func storeContentsScale(_ scale: Double) {
    guard scale != values.contentsScale else { return }
    values.contentsScale = scale
    setNeedsDisplay()
  }

  /// The relation of the layer's time to its superlayer's. A speed of 0 stops the whole subtree.
  public final var timing: MediaTiming {
    get { ownTiming ?? .layer }
    set {
      guard newValue != timing else { return }
      ownTiming = newValue == .layer ? nil : newValue
      unsafe host?.timingDidChange()
      markUncommitted()
    }
  }
}
