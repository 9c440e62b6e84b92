internal import Compositor
internal import Layers
internal import Scene

/// A scene that is out of play. Freeing a large one takes milliseconds, which another thread may
/// have.
public final class RetiredScene {
  private var scene: Scene?
  private var tree: LayerTree?
  private var compositor: Compositor?
  private var controls: [Control]
  private var labelledLayers: [LabelledLayer]

  init(
    _ scene: Scene, _ tree: LayerTree, _ compositor: Compositor, _ controls: [Control],
    _ labelledLayers: [LabelledLayer]
  ) {
    self.scene = scene
    self.tree = tree
    self.compositor = compositor
    self.controls = controls
    self.labelledLayers = labelledLayers
  }

  /// Frees everything that has no other owner.
  public func free() {
    labelledLayers = []
    controls = []
    compositor = nil
    tree = nil
    scene = nil
  }
}
