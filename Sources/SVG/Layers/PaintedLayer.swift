public import Geometry
public import Layers
public import Raster

/// A layer that shows recorded commands, for paints that are not colours: a shape layer has no
/// properties for them.
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

extension Layer {
  /// True if a sublayer may paint outside of a rectangle in the layer's own space: strokes count
  /// with the longest mitres that they may have.
  public func reachesBeyond(_ rect: Rect) -> Bool {
    let extent = sublayers.reduce(Rect.null) { $0.union($1.paintedExtent) }
    return !extent.isNull && !rect.insetBy(dx: -0.01, dy: -0.01).contains(extent)
  }
}
