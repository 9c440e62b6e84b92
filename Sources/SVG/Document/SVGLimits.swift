public import Geometry
public import Raster

/// Limits of a file's content: an untrusted file must cost neither much time nor memory.
public struct SVGLimits: Sendable {
  /// Bytes of the file.
  public var byteCount = 16 << 20
  /// Bytes of all names, attributes and text, entities expanded.
  public var expandedByteCount = 64 << 20
  public var elementCount = 100_000
  /// Elements around one another.
  public var depth = 128
  /// Layers that a picture is made of, after `use`, markers and patterns.
  public var layerCount = 100_000
  /// Comparisons of an element with a rule of a style sheet, and declarations that an element gets
  /// from them.
  public var ruleMatchCount = 5_000_000
  /// Bytes of all elements' attributes and declarations, at each use of an element.
  public var attributeByteCount = 128 << 20
  /// Segments of all paths that are drawn, after `use`, markers and patterns.
  public var segmentCount = 2_000_000
  /// Stops of all gradients at each use, with the stops that are added where the opacity changes.
  public var gradientStopCount = 2_000_000
  /// Pixels of all pictures in the file, each counted once.
  public var imagePixelCount = 32 << 20
  /// Pixels of all steps of all filters and of all shapes with patterns, after `use` and markers.
  public var filterPixelCount = 64 << 20
  /// Work of all pictures that filters and tiles of patterns are made of, in units of `workOf`.
  public var drawingWork = 25_000_000_000
  /// The work of drawing commands and groups into a picture of a size. The default counts none.
  public var workOf: @Sendable ([DrawCommand], [DrawGroup], PixelSize) -> Int = { _, _, _ in 0 }
  /// SVG files that are shown as pictures, in the file and in one another.
  public var drawingCount = 64
  /// SVG files as pictures in one another.
  public var drawingDepth = 3

  public init() {}
}
