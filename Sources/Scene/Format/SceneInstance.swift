public import Layers

/// A scene laid out for one output: a layer tree of its own, and the targets of its controls in it.
public final class SceneInstance {
  /// The root has the output's size in points and the scene's background.
  public let tree: LayerTree
  /// In the order of the file.
  public let controls: [ControlBinding]
  /// Layers with a label and all texts, in the order of the file, each followed by those inside it.
  public let accessibleLayers: [AccessibleLayer]

  /// The language tag of texts that the scene does not have; empty for none.
  public let locale: String
  /// Nil if the scene has none.
  public let prompt: PromptLayers?
  /// In the order of the file.
  public let awaitedPictures: [AwaitedPicture]
  /// The index of the scene's variant; nil for the scene as it is.
  public let variant: Int?

  init(
    tree: LayerTree, controls: [ControlBinding], locale: String, prompt: PromptLayers?,
    accessibleLayers: [AccessibleLayer], awaitedPictures: [AwaitedPicture] = [], variant: Int? = nil
  ) {
    self.locale = locale
    self.variant = variant
    self.tree = tree
    self.controls = controls
    self.prompt = prompt
    self.accessibleLayers = accessibleLayers
    self.awaitedPictures = awaitedPictures
  }
}

/// A layer whose picture is still to come.
public struct AwaitedPicture {
  public let picture: ScenePicture
  public let layer: ImageLayer
}
