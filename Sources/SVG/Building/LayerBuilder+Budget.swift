import Geometry
internal import Layers

/// The budget of a file: elements, layers, segments and pixels, each with a limit.
extension LayerBuilder {
  /// Counts of everything that was made so far, in this picture and the ones around it.
  struct Counts {
    var layers = 0
    var elements = 0
    var segments = 0
    var gradientStops = 0
    var attributeBytes = 0
    var filterPixels = 0
    var drawingWork = 0
    /// Pixels of the filters that are being drawn: with feImage one may be within another.
    var keptPixels = 0
    /// True once a picture in the file took too much: further ones, each of which could take as
    /// much again, are not drawn.
    var refusesDrawings = false
  }

  /// Takes over the counts of another picture's maker.
  func continueBudget(of other: LayerBuilder) {
    counts = other.counts
    cascade.steps = other.cascade.steps
  }

  /// Makes the layers of a picture within this one. If it takes too much, the counts stay as they
  /// were.
  ///
  /// - Returns: nil, with a warning, where it takes too much.
  func drawing(
    at place: Int, _ body: () throws(SVGError) -> [Layer]
  ) -> [Layer]? {
    if counts.refusesDrawings {
      warn("an SVG picture behind one that takes too much is not drawn", at: place)
      return nil
    }
    let before = counts
    let steps = cascade.steps
    do throws(SVGError) { return try body() } catch {
      warn("an SVG picture is not drawn: \(error.message)", at: place)
      counts = before
      cascade.steps = steps
      counts.refusesDrawings = true
      return nil
    }
  }

  /// Counts a layer that is about to be made.
  func countLayer() throws(SVGError) {
    counts.layers += 1
    guard counts.layers <= limits.layerCount else {
      throw SVGError("the picture takes more than \(limits.layerCount) layers")
    }
  }

  /// Counts a path that is about to be shown.
  func countSegments(_ path: Path) throws(SVGError) {
    try countSegments(path.elements.count)
  }

  /// Counts work that takes as long as some segments.
  func countSegments(_ count: Int) throws(SVGError) {
    counts.segments += count
    guard counts.segments <= limits.segmentCount else {
      throw SVGError("the picture's paths have more than \(limits.segmentCount) segments")
    }
  }

  /// Counts stops of a gradient that a shape uses.
  func countGradientStops(_ count: Int) throws(SVGError) {
    counts.gradientStops += count
    guard counts.gradientStops <= limits.gradientStopCount else {
      throw SVGError(
        "the picture's gradients have more than \(limits.gradientStopCount) stops, at each use")
    }
  }

  /// Counts the characters of a text that is about to be set: each takes as long as some segments.
  func countCharacters(_ count: Int) throws(SVGError) {
    counts.segments += 8 * count
    guard counts.segments <= limits.segmentCount else {
      throw SVGError("the picture's texts and paths have more than \(limits.segmentCount) segments")
    }
  }

  /// Draws a filter whose steps keep a number of pixels, beside its source and its result of an
  /// area each.
  /// - Returns: nil if all open filters together would keep too many.
  func whileKeeping<Result>(
    _ count: Int, area: Int, _ body: () throws(SVGError) -> Result
  ) throws(SVGError) -> Result? {
    guard counts.keptPixels + count <= FilterRun.keptPixelLimit else { return nil }
    counts.keptPixels += count + 2 * area
    defer { counts.keptPixels -= count + 2 * area }
    return try body()
  }

  /// Counts pixels of a filter's steps that are about to be made; false where they are too many.
  func spendFilterPixels(_ count: Int) -> Bool {
    guard count <= limits.filterPixelCount - counts.filterPixels else { return false }
    counts.filterPixels += count
    return true
  }

  /// Counts the work of a picture that is about to be drawn for a filter or a pattern.
  func countDrawing(_ work: Int) throws(SVGError) {
    guard work <= limits.drawingWork - counts.drawingWork else {
      throw SVGError(
        "the content of filters and patterns would take more than about ten seconds to draw")
    }
    counts.drawingWork += work
  }

  /// Counts the attributes of an element that are about to be read.
  func countAttributes(of place: Int) throws(SVGError) {
    try countAttributeBytes(document[place].attributeByteCount)
  }

  func countAttributeBytes(_ count: Int) throws(SVGError) {
    counts.attributeBytes += count
    guard counts.attributeBytes <= limits.attributeByteCount else {
      throw SVGError(
        "the picture's elements have more than \(limits.attributeByteCount) bytes of attributes "
          + "and declarations, at each use")
    }
  }

  func countElement(_ place: Int, depth: Int) throws(SVGError) {
    try countAttributes(of: place)
    counts.elements += 1
    guard counts.elements <= 2 * limits.elementCount else {
      throw SVGError("references make more than \(2 * limits.elementCount) elements of the file's")
    }
    guard depth <= 2 * limits.depth else {
      throw SVGError(
        "elements and references lie too deep in one another", line: document[place].line)
    }
  }
}
