public import Geometry
public import Layers
public import Raster

/// A static SVG file as layers.
///
/// A warning with a line names each feature of the file that is not drawn. Files that are not
/// well-formed, no SVG or larger than the limits are refused.
public final class SVGPicture {
  private let document: SVGDocument
  private let limits: SVGLimits
  private let images: DecodedImages
  private let cascade: Cascade
  /// Warnings about the file before it is drawn.
  private let firstWarnings: WarningList
  /// The features of the file that are not drawn, and its errors, as of the last `makeLayer`.
  public private(set) var warnings: [SVGWarning] = []

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - read: the bytes of a picture in a file of its own, by its path; nil where it is not there.
  ///   - decode: a picture that is neither PNG nor JPEG nor SVG, of so many pixels at most; nil
  ///     where it cannot be read.
  public convenience init(
    _ bytes: [UInt8], limits: SVGLimits = SVGLimits(),
    read: @escaping (_ path: String) -> [UInt8]? = { _ in nil },
    decode: @escaping (_ bytes: [UInt8], _ pixelCount: Int) -> Image? = { _, _ in nil }
  ) throws(SVGError) {
    try self.init(bytes, limits: limits, DecodedImages(read: read, decode: decode))
  }

  /// True if the first character of a file, behind marks of encodings and white space, opens an
  /// element.
  public static func isXML(_ bytes: [UInt8]) -> Bool {
    let ignored: Set<UInt8> = [0, 0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF]
    return bytes.prefix(1024).first { !ignored.contains($0) } == UInt8(ascii: "<")
  }

  init(_ bytes: [UInt8], limits: SVGLimits, _ images: DecodedImages) throws(SVGError) {
    document = try SVGDocument(bytes: bytes, limits: images.budget.left(of: limits))
    images.budget.byteCount += bytes.count
    images.budget.elementCount += document.nodes.count
    self.limits = limits
    self.images = images
    var warnings = WarningList()
    if let name = document.unknownEncoding {
      warnings.add(
        "the encoding '\(name.prefix(40))' is not known on this machine: characters beyond ASCII "
          + "are read as those of Latin-1", line: 1)
    }
    cascade = Cascade(
      document, size: SVGPicture.size(of: document), limits: limits, warnings: &warnings)
    if let node = document.nodes.first(where: { LayerBuilder.animations.contains($0.name) }) {
      warnings.add(
        "animations are not supported: the picture is drawn as it stands in the file",
        line: node.line)
    }
    firstWarnings = warnings
  }

  /// The size that the file gives itself, in pixels of a 96th of an inch. Without a size in the
  /// file it is that of its view box, or 300 by 150 without a view box; 0 where the file shows
  /// nothing.
  public var size: Size { SVGPicture.size(of: document) }

  private static func size(of document: SVGDocument) -> Size {
    let root = document[0]
    let box = root.viewBox?.size
    let usual = box ?? Size(width: 300, height: 150)
    let styles = Declaration.list(root.attributes["style"]?[...] ?? "")
    var lengths = LengthContext(viewport: usual)
    func value(_ name: String) -> LengthValue? {
      let texts = styles.filter { $0.name == name }.map { $0.value[...] }.reversed()
      return (texts + [root.attribute(name) ?? ""]).lazy.compactMap { LengthValue($0) }.first
    }
    func length(_ name: String, _ axis: LengthAxis) -> Double? {
      value(name).map { lengths.resolve($0, axis) }
    }
    if let fontSize = value("font-size"), fontSize.unit != .percent {
      lengths.fontSize = max(0, lengths.resolve(fontSize, .vertical))
      lengths.rootFontSize = lengths.fontSize
    }
    let width = length("width", .horizontal)
    let height = length("height", .vertical)
    var size = Size(width: width ?? usual.width, height: height ?? usual.height)
    // If only one side is given, the other one follows from the view box.
    if let box, !(box.width <= 0 || box.height <= 0) {
      if let width, height == nil { size.height = width * box.height / box.width }
      if let height, width == nil { size.width = height * box.width / box.height }
    }
    let isGood = size.width > 0 && size.height > 0 && size.width <= 1e9 && size.height <= 1e9
    return isGood ? size : .init(width: 0, height: 0)
  }

  /// The size as a picture in another one (CSS Images level 3, section 4.2), and true if it has a
  /// ratio that it keeps.
  var naturalSize: (size: Size, hasRatio: Bool) {
    let root = document[0]
    func isTold(_ name: String) -> Bool {
      guard let text = root.attribute(name), let value = LengthValue(text) else { return false }
      return value.unit != .percent
    }
    let isTold = (width: isTold("width"), height: isTold("height"))
    if isTold.width && isTold.height { return (size, true) }
    let frame = Rect(x: 0, y: 0, width: 300, height: 150)
    guard let box = root.viewBox else {
      return (
        Size(
          width: isTold.width ? size.width : frame.width,
          height: isTold.height ? size.height : frame.height), false
      )
    }
    if isTold.width || isTold.height { return (size, true) }
    let whole = Rect(origin: .zero, size: box.size)
    let map = AspectRatio().transform(from: whole, to: frame) ?? .identity
    return (whole.transformed(by: map).size, true)
  }

  /// The picture, fitted into a rectangle of a size and in its middle.
  ///
  /// The layer has the size as its bounds, its origin at the top left corner.
  ///
  /// - Parameter scale: pixels of a unit of the layer on the screen, for the resolution of filters.
  public func makeLayer(size target: Size, scale: Double = 1) throws(SVGError) -> Layer {
    try makeLayer(size: target, own: size, for: nil, scale: scale)
  }

  /// - Parameters:
  ///   - size: the picture's own.
  ///   - outer: the maker of the picture around, whose budget this one has.
  ///   - transform: maps the layer to the picture around.
  func makeLayer(
    size target: Size, own size: Size, for outer: LayerBuilder?,
    at transform: AffineTransform = .identity, scale: Double = 1
  ) throws(SVGError) -> Layer {
    let builder = LayerBuilder(
      document, cascade, images, limits: limits, size: size, warnings: firstWarnings)
    if let outer { builder.continueBudget(of: outer) }
    defer { if let outer { outer.continueBudget(of: builder) } }
    let root = Layer()
    root.anchorPoint = .zero
    root.bounds = Rect(origin: .zero, size: target)
    guard !(size.width <= 0 || size.height <= 0), target.width > 0, target.height > 0 else {
      warnings = [SVGWarning("the picture has no size, and shows nothing", line: document[0].line)]
      return root
    }
    let context = LayerBuilder.Context(lengths: LengthContext(viewport: size))
    let whole = Rect(origin: .zero, size: size)
    let map = AspectRatio().transform(from: whole, to: root.bounds)
    builder.pixelTransform = (map ?? .identity).followed(by: transform)
      .followed(by: outer?.pixelTransform ?? .scale(x: scale, y: scale))
    let piece = try builder.build(0, in: context)
    if let map {
      var layers: [Layer] = []
      for layer in piece.layers { layers.append(try builder.group([layer], transform: map)) }
      let seen = whole.transformed(by: map)
      root.backgroundColor = nil
      if let color = try builder.background() {
        let background = Layer()
        background.anchorPoint = .zero
        background.position = seen.origin
        background.bounds = Rect(origin: .zero, size: seen.size)
        background.backgroundColor = color
        layers.insert(background, at: 0)
      }
      // Content outside the picture is not shown where the picture does not fill the layer.
      let margin = max(target.width - seen.width, target.height - seen.height)
      if margin > 0.01 { layers = [try builder.clipped(layers, to: seen)] }
      for layer in layers { root.addSublayer(layer) }
    }
    // The outermost element is an isolated group (W3C compositing level 1, section 3).
    root.isolatesBlending = builder.hasBlending
    warnings = builder.warnings.warnings
    return root
  }
}
