/// Ways of drawing that are quicker than the usual one and give the same bits. Each can be turned
/// off, so that tests draw without it. Kernels have a switch of their own, `KernelLevel`.
///
/// Coverage caches and parts have no switch, since the coverage of a shape depends on them.
package struct FastPaths: OptionSet, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Rectangles that need no coverage: `DirectRect`, `BareStrips`, and images that are kept
  /// rotated.
  package static let directRects = FastPaths(rawValue: 1)
  /// Bands that are painted from back to front: `RowComposer.paintRows`.
  package static let paintedBands = FastPaths(rawValue: 2)
  /// Rows of painted bands that are written without a line: `BandPlan.rows`.
  package static let writtenRows = FastPaths(rawValue: 4)
  /// Rectangles on pixel borders that are equal to their bounds: `Outline.isPixelRect`. Rectangles
  /// that need no coverage depend on it.
  package static let pixelRects = FastPaths(rawValue: 8)
  /// Drawing that ends where damaged shapes do: `DamageShapes`.
  package static let damageShapes = FastPaths(rawValue: 16)
  /// Preparation of only the commands that the caller names as changed.
  package static let changeHints = FastPaths(rawValue: 32)
  /// Commands that are found again among those of the last drawing.
  package static let foundItems = FastPaths(rawValue: 64)
  /// Rows that outlines cache: `SpanCache`.
  package static let spanCaches = FastPaths(rawValue: 128)
  /// Rows of edges that share no pixel: `EdgeStrip`, `DisjointEdges`.
  package static let edgeStrips = FastPaths(rawValue: 512)
  /// Rows of images and gradients that are kept as they were sampled: `SampledRows`.
  package static let sampledRows = FastPaths(rawValue: 1024)
  /// Coverage of fills that is moved by whole pixels, and kept for quarters of one:
  /// `CoveragePhases`.
  package static let coveragePhases = FastPaths(rawValue: 2048)
  /// Parts of a picture that are opaque or clear: `ImageRuns`.
  package static let imageRuns = FastPaths(rawValue: 4096)
  /// Rows of many edges that are summed eight at a time, since the edges do not overlap:
  /// `StarPolygon`, `DenseRows`.
  package static let starRows = FastPaths(rawValue: 8192)
  /// Rows of a scaled image that neighbouring rows share: `MixedRows`.
  package static let mixedRows = FastPaths(rawValue: 256)

  package static let all = FastPaths(rawValue: 16383)
}
