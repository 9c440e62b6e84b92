import JSON
import Layers

/// Log controls, and the layers that show their lines.
extension SceneReader {
  func logControl(
    _ reader: inout ObjectReader, _ targets: LayerTargets
  ) -> LogControlDescription {
    LogControlDescription(
      drives: drivenLayers(
        &reader, .log, called: "a log layer", showing: "the lines of a log", targets))
  }
}
