import Geometry

/// A paint made ready for the framebuffer: gives the premultiplied pixels of a stretch of a row.
@safe struct Shader: ~Copyable {
  private enum Source { case solid, axial, curved, image, projectedImage }

  private var source = Source.solid
  /// The source, if it is not a colour. It is used in place, since a copy would count references
  /// for every row.
  private var axial = Slots<AxialShader>()
  private var curved = Slots<CurvedShader>()
  private var image = Slots<ImageShader>()
  private var projectedImage = Slots<ProjectedImageShader>()
  /// The one colour of a solid source.
  private(set) var solidPixel: UInt32 = 0
  private(set) var isSolid = true
  /// The colours of a curved gradient, up to 32 KiB, as long as they are made.
  private var table = Scratch<UInt32>(capacity: 0)
  /// The colours along such a gradient, from which the table is made.
  private var ramp: GradientRamp?
  /// True if every pixel has alpha 255.
  private(set) var isOpaque = false
  /// True if every pixel of its source has alpha 255, before `coverageScale`.
  private(set) var isOpaqueSource = false
  /// True if every pixel has alpha 0.
  private(set) var isClear = false
  /// The factor by which coverage still has to be multiplied. Other sources have the opacity in
  /// their pixels.
  private(set) var coverageScale: UInt8 = 255
  /// True if its pixels are added to those below, and so hide none.
  private(set) var isAdded = false

  /// Takes over a paint whose space is mapped to framebuffer pixels by `transform`.
  mutating func prepare(
    _ paint: Paint, opacity: Double, transform: AffineTransform, paths: FastPaths = .all
  ) {
    coverageScale = 255
    isAdded = false
    isClear = false
    isOpaqueSource = false
    isSolid = false
    axial.removeAll()
    projectedImage.removeAll()
    ramp = nil
    table.removeAll()
    defer { if source != .curved { giveBackTable() } }
    defer { if source != .image { image.removeAll() } }
    defer { if source != .curved { curved.removeAll() } }
    switch paint {
    case .color(let color):
      setSolid(Color.pixel(color.premultiplied(opacity: opacity)))
    case .gradient(let gradient):
      prepare(gradient, opacity: opacity, transform: transform)
    case .projected(let paint):
      guard let inverse = paint.projection.followed(by: transform).inverse else {
        return setSolid(0)
      }
      switch paint.source {
      case .gradient(let gradient):
        prepare(gradient, opacity: opacity, transform: .identity, through: inverse)
      case .image(let image): prepare(image, opacity: opacity, through: inverse)
      }
    case .image(let paint):
      let map = paint.transform.followed(by: transform)
      guard let inverse = map.inverse, paint.image.size.width > 0, paint.image.size.height > 0
      else { return setSolid(0) }
      setImage(paint.image, opacity: opacity)
      source = .image
      // A command whose opacity alone changes keeps its image's rows.
      if image.count > 0, unsafe image.base.pointee.holds(paint, inverse: inverse) { return }
      image.removeAll()
      image.append(ImageShader(paint, inverse: inverse, paths: paths))
    }
  }

  /// Sets the prepared pixels to be added to those below.
  mutating func add() {
    isAdded = true
    isOpaque = false
    isOpaqueSource = false
  }

  private mutating func prepare(
    _ paint: ImagePaint, opacity: Double, through inverse: Projection
  ) {
    guard paint.image.size.width > 0, paint.image.size.height > 0,
      let toImage = paint.transform.inverse
    else { return setSolid(0) }
    setImage(paint.image, opacity: opacity)
    source = .projectedImage
    projectedImage.append(ProjectedImageShader(paint, inverse: inverse.followed(by: toImage)))
  }

  private mutating func setImage(_ image: Image, opacity: Double) {
    coverageScale = UInt8(opacity > 0 ? min(opacity, 1) * 255 + 0.5 : 0)
    isClear = coverageScale == 0
    isOpaqueSource = image.isOpaque
    isOpaque = isOpaqueSource && coverageScale == 255
  }

  private mutating func setSolid(_ pixel: UInt32) {
    source = .solid
    solidPixel = pixel
    isSolid = true
    isOpaque = pixel >> 24 == 255
    isClear = pixel == 0
  }

  private mutating func prepare(
    _ gradient: Gradient, opacity: Double, transform: AffineTransform,
    through plane: Projection? = nil
  ) {
    let ramp = GradientRamp(gradient.stops, opacity: opacity)
    isOpaque = ramp.isOpaque
    guard let inverse = gradient.transform.followed(by: transform).inverse else {
      return setSolid(0)
    }
    if case .axial(let start, let end) = gradient.geometry, gradient.spread == .pad, plane == nil {
      source = .axial
      return axial.append(AxialShader(ramp: ramp, start: start, end: end, inverse: inverse))
    }
    guard let (kind, toUnit) = CurvedShader.Kind.unit(of: gradient.geometry, inverse) else {
      return setSolid(Color.pixel(ramp.color(at: 1)))
    }
    if case .conical(let cone) = kind, !cone.isNested { isOpaque = false }
    // The length of the ramp is unlimited if it differs from place to place.
    let isEven = plane == nil && (kind == .radial || kind == .linear)
    let length = isEven ? 1 / toUnit.smallestScale : .infinity
    let shape = GradientTable(
      opacity == 1 ? ramp : GradientRamp(gradient.stops, opacity: 1), pixelsPerLength: length)
    self.ramp = ramp
    source = .curved
    let shader = CurvedShader(
      kind: kind, spread: gradient.spread, table: shape,
      toUnit: plane?.followed(by: toUnit) ?? Projection(toUnit))
    // A change of colours or opacity alone keeps the places of its pixels.
    if curved.count > 0, unsafe curved.base.pointee.holds(shader) { return }
    curved.removeAll()
    curved.append(shader)
  }

  /// Makes the table of colours through which pixels are fetched, unless there is one.
  @inline(__always) mutating func makeTable() {
    if source == .curved, table.count == 0 { fillTable() }
  }

  @inline(never) private mutating func fillTable() {
    guard let ramp else { preconditionFailure("a curved gradient has a ramp") }
    unsafe curved.base.pointee.table.fill(&table, from: ramp)
  }

  /// Gives the memory of the table back, until it is made again.
  mutating func giveBackTable() {
    if table.capacity > 0 { table = Scratch<UInt32>(capacity: 0) }
  }

  /// The memory of the table, in bytes.
  @inline(__always) var tableByteCount: Int { table.byteCount }

  /// True if all pixels of a row have one colour.
  @inline(__always) var isConstantAcrossRow: Bool {
    if isSolid { return true }
    guard source == .axial else { return false }
    return unsafe axial.base.pointee.isConstantAcrossRow
  }

  /// The colour of all pixels in a row, if they have one colour.
  @inline(__always) func color(ofRow y: Int) -> UInt32? {
    if isSolid { return solidPixel }
    return isConstantAcrossRow ? unsafe axial.base.pointee.color(ofRow: y) : nil
  }

  /// Writes the colours of rows, which have one each.
  func fetchColors(ofRows rows: Range<Int>, into target: UnsafeMutablePointer<UInt32>) {
    precondition(isConstantAcrossRow)
    if isSolid { return unsafe Blend.fill(target, count: rows.count, with: solidPixel) }
    unsafe axial.base.pointee.fetch(
      x: 0, y: rows.lowerBound, count: rows.count, .down, into: target)
  }

  /// Calls `body` with the axial gradient, if the source is one, and returns its result.
  func withAxialGradient(_ body: (borrowing AxialShader) -> Bool) -> Bool {
    guard source == .axial else { return false }
    return unsafe body(axial.base.pointee)
  }

  /// Keeps pixels of an image that is not copied, or places of a gradient's pixels among its
  /// colours, if they are drawn again and again.
  mutating func keepSampled(_ rect: PixelRect, frame: PixelSize, budget: SampledRowsBudget) {
    if source == .image { unsafe image.base.pointee.keep(rect, frame: frame, budget: budget) }
    if source == .curved { unsafe curved.base.pointee.keep(rect, frame: frame, budget: budget) }
  }

  /// True if it is an axial gradient.
  var isAxial: Bool { source == .axial }

  /// True if it shows an image.
  var isImage: Bool { source == .image }

  /// The framebuffer's pixels outside which all is clear; nil if they are not known.
  var seenBounds: PixelRect? {
    guard source == .image else { return nil }
    return unsafe image.base.pointee.seenBounds
  }

  /// True if `appendRuns` may be called with a span.
  @inline(__always) func hasRuns(of span: CoverageSpan, row y: Int) -> Bool {
    guard source == .image else { return false }
    return unsafe image.base.pointee.hasRuns(of: span, row: y)
  }

  /// Appends the parts of one kind that a span of an image has.
  func appendRuns(
    _ kind: ImageRuns.Kind, of span: CoverageSpan, row y: Int,
    to spans: inout Scratch<CoverageSpan>
  ) {
    unsafe image.base.pointee.appendRuns(kind, of: span, row: y, to: &spans)
  }

  /// The pixels of a row, if they are in memory; valid until others are requested.
  @inline(__always)
  func pixels(x: Int, y: Int, count: Int, readable: Int) -> UnsafePointer<UInt32>? {
    guard source == .image else { return nil }
    return unsafe image.base.pointee.copiedPixels(x: x, y: y, count: count, readable: readable)
      ?? ImageShader.keptPixels(of: image.base, x: x, y: y, count: count, readable: readable)
  }

  /// The pixels of a rectangle in memory, valid until the shader is prepared again.
  ///
  /// - Returns: nil if memory does not hold them as they are drawn.
  func pixels(of rect: PixelRect) -> PixelBlock? {
    guard source == .image else { return nil }
    return unsafe image.base.pointee.pixels(of: rect)
  }

  /// The place of a rectangle's pixels in the image that it shows, where they are used as they are.
  func copiedPart(_ rect: PixelRect) -> PixelRect? {
    guard source == .image else { return nil }
    return unsafe image.base.pointee.copiedPart(rect)
  }

  /// The image that it shows, where its pixels are used as they are.
  var copiedImage: Image? {
    guard source == .image else { return nil }
    return unsafe image.base.pointee.copiedImage
  }

  /// Writes the pixels of several rows from `x` on; those of the first go to `target`.
  func fetch(
    _ rows: Range<Int>, x: Int, count: Int, into target: UnsafeMutableRawPointer, stride: Int
  ) {
    if source == .axial, unsafe axial.base.pointee.isConstantAcrossRow {
      return unsafe axial.base.pointee.fillRows(rows, count: count, into: target, stride: stride)
    }
    for row in rows {
      let start = unsafe target + (row &- rows.lowerBound) &* stride
      unsafe fetch(
        x: x, y: row, count: count, into: start.assumingMemoryBound(to: UInt32.self))
    }
  }

  /// Writes the pixels of a row from `x` on.
  func fetch(x: Int, y: Int, count: Int, into target: UnsafeMutablePointer<UInt32>) {
    switch source {
    case .solid: unsafe Blend.fill(target, count: count, with: solidPixel)
    case .axial:
      unsafe axial.base.pointee.fetch(x: x, y: y, count: count, into: target)
    case .curved:
      unsafe curved.base.pointee.fetch(
        x: x, y: y, count: count, colors: table.base, into: target)
    case .image:
      unsafe image.base.pointee.fetch(x: x, y: y, count: count, into: target)
    case .projectedImage:
      unsafe projectedImage.base.pointee.fetch(x: x, y: y, count: count, into: target)
    }
  }
}
