internal import Layers
internal import Raster

/// A layer that shows recorded commands, for what a shape layer has no properties for: paints that
/// are no colours.
final class PaintedLayer: Layer {
  private let commands: [DrawCommand]

  init(_ commands: [DrawCommand]) {
    self.commands = commands
    super.init()
  }

  override var drawsContent: Bool { true }

  override func draw(into drawing: inout Drawing) {
    for command in commands { drawing.append(command) }
  }

  override func makePresentation() -> Layer { PaintedLayer(commands) }
}
