import CodeUnits
internal import Compositor
public import Geometry
internal import Layers
public import Scene

/// A scene laid out for an output: its layers and controls, which a stage can put in play at once.
/// It can be used for one stage only. It may be made on another thread, if that keeps no reference
/// to it.
public final class PreparedScene {
  public let scene: Scene
  let tree: LayerTree
  let compositor: Compositor
  let controls: [Control]
  let prompt: PromptControl?
  /// The layers that screen readers are told of, without the texts that a control or a question
  /// describes.
  let accessibleLayers: [AccessibleLayer]
  /// The layers whose pictures are still to come.
  var awaitedPictures: [AwaitedPicture]
  /// The scene's variant for the size; nil for none.
  let variant: Int?
  /// The requested locale.
  let locale: String
  /// The language tag of texts that the scene does not have; empty for none.
  let shownLocale: String
  /// The daemon's own words for people. To find out whether fonts can write them takes up to a
  /// millisecond.
  private(set) lazy var bootWords = scene.bootWords(for: shownLocale)
  private let size: PixelSize
  private let scale: Double
  private var preparation: TreePreparation

  /// Lays a scene out for a size in pixels, with `scale` pixels in a point.
  /// - Parameter locale: the requested language tag; empty for the scene's own.
  public convenience init(
    _ scene: Scene, size: PixelSize, scale: Double, locale: String = ""
  ) {
    self.init(scene, size: size, scale: scale, locale: locale, hasPrompt: false)
  }

  /// - Parameter hasPrompt: true to give a scene without a prompt the usual one.
  convenience init(
    _ scene: Scene, size: PixelSize, scale: Double, locale: String, hasPrompt: Bool
  ) {
    self.init(
      unprepared: scene, size: size, scale: scale, locale: locale, hasPrompt: hasPrompt)
    while !prepareSlice() {}
  }

  /// Makes the layers alone; `prepareSlice()` does the rest.
  public convenience init(unprepared scene: Scene, size: PixelSize, scale: Double, locale: String) {
    self.init(unprepared: scene, size: size, scale: scale, locale: locale, hasPrompt: false)
  }

  /// - Parameter hasPrompt: true to give a scene without a prompt the usual one.
  init(unprepared scene: Scene, size: PixelSize, scale: Double, locale: String, hasPrompt: Bool) {
    precondition(size.width > 0 && size.height > 0 && scale > 0, "an output has pixels")
    self.scene = scene
    self.size = size
    self.scale = scale
    self.locale = locale
    let instance = scene.instantiate(
      size: Size(width: Double(size.width) / scale, height: Double(size.height) / scale),
      scale: scale, locale: locale, hasPrompt: hasPrompt)
    tree = instance.tree
    variant = instance.variant
    shownLocale = instance.locale
    awaitedPictures = instance.awaitedPictures
    preparation = TreePreparation(of: tree)
    compositor = Compositor(tree: tree, size: size)
    controls = instance.controls.map { Control.control(for: $0) }
    prompt = instance.prompt.map { PromptControl($0) }
    var described: Set<ObjectIdentifier> = []
    for control in controls {
      for layer in control.describedLayers { described.insert(ObjectIdentifier(layer)) }
    }
    if let prompt { described.insert(ObjectIdentifier(prompt.panel)) }
    accessibleLayers = instance.accessibleLayers.filter { accessible in
      accessible.label != nil || !Self.isWithin(described, accessible.layer)
    }
  }

  /// True if a layer, or one around it, is one of some others.
  private static func isWithin(_ layers: Set<ObjectIdentifier>, _ layer: Layer) -> Bool {
    var layer: Layer? = layer
    while let current = layer {
      if layers.contains(ObjectIdentifier(current)) { return true }
      layer = current.superlayer
    }
    return false
  }

  /// Prepares a text, or some dozens of other layers.
  /// - Returns: true if the scene is ready.
  public func prepareSlice() -> Bool { preparation.prepareSlice() }

  /// True if it is laid out for such an output.
  public func fits(_ size: PixelSize, scale: Double) -> Bool {
    size == self.size && scale == self.scale
  }

  /// True if it is laid out for such an output in a requested locale.
  public func fits(_ size: PixelSize, scale: Double, locale: String) -> Bool {
    fits(size, scale: scale) && locale.isIdentical(to: self.locale)
  }
}
