internal import Compositor
internal import Layers
internal import Scene

/// A scene that has gone out of play. To free a large one takes milliseconds, for which another thread may
/// have the time.
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

  /// Frees what nobody else has.
  public func free() {
    labelledLayers = []
    controls = []
    compositor = nil
    tree = nil
    scene = nil
  }
}
