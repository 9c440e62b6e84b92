public import Layers
public import Raster

/// A layer that shows recorded commands, for what a shape layer has no properties for: paints that
/// are no colours.
public final class PaintedLayer: Layer {
  public let commands: [DrawCommand]

  init(_ commands: [DrawCommand]) {
    self.commands = commands
    super.init()
  }

  public override var drawsContent: Bool { true }

  public override func draw(into drawing: inout Drawing) {
    for command in commands { drawing.append(command) }
  }

  public override func makePresentation() -> Layer { PaintedLayer(commands) }
}
