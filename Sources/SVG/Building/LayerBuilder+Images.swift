import Geometry
internal import Images
internal import Layers
import Raster

/// Pictures in the file.
extension LayerBuilder {
  func image(_ place: Int, in context: Context) throws(SVGError) -> Piece {
    let node = document[place]
    guard let reference = node.href?.trimmed, !reference.isEmpty,
      let picture = picture(of: place, reference)
    else { return Piece() }
    let told = (
      width: try extent("width", of: place, .horizontal, context.lengths),
      height: try extent("height", of: place, .vertical, context.lengths)
    )
    var natural = picture.size
    if picture.hasRatio {
      let ratio = natural.width / natural.height
      natural = Size(
        width: told.width ?? told.height.map { $0 * ratio } ?? natural.width,
        height: told.height ?? told.width.map { $0 / ratio } ?? natural.height)
    } else {
      natural = Size(
        width: told.width ?? natural.width, height: told.height ?? natural.height)
    }
    let frame = Rect(
      origin: Point(
        x: try length("x", of: place, .horizontal, context.lengths) ?? 0,
        y: try length("y", of: place, .vertical, context.lengths) ?? 0), size: natural)
    // A drawing without a size of its own has that of the frame.
    let size = picture.hasRatio ? picture.size : frame.size
    let fit = node.aspectRatio
    guard !frame.isEmpty, let map = fit.transform(from: Rect(origin: .zero, size: size), to: frame)
    else { return Piece() }
    guard context.parent.visibility == .visible else { return Piece(box: frame) }
    var layers: [Layer]
    switch picture.content {
    case .pixels(let image): layers = [try layer(of: image, in: context, size, map)]
    case .drawing(let drawing):
      let made = self.drawing(at: place) { () throws(SVGError) -> [Layer] in
        try self.layers(of: drawing, size: size, map, at: place, in: context)
      }
      guard let made else { return Piece(box: frame) }
      layers = made
    }
    // Browsers cut it at the frame whatever `overflow` says.
    if fit.fit == .slice { layers = [try clipped(layers, to: frame)] }
    return Piece(layers: layers, box: frame)
  }

  /// The picture of a filter's step: an element of the file as `use` shows it, or a picture in the
  /// step's subregion.
  func image(ofFilterStep step: Int, in run: FilterRun) throws(SVGError) -> FilterImage {
    let empty = FilterImage(width: run.area.width, height: run.area.height)
    guard let reference = document[step].href?.trimmed, !reference.isEmpty,
      var context = run.context
    else { return empty }
    context.isPlaced = false
    context.depth += 1
    let region = run.subregion(of: step)
    if reference.hasPrefix("#") {
      guard let target = document.target(of: String(reference)) else {
        warn("feImage refers to '\(reference.prefix(40))', which is not there", at: step)
        return empty
      }
      guard !isActive(target) else {
        warn("feImage of '\(reference.prefix(40))' within itself is not drawn", at: step)
        return empty
      }
      // The element inherits from its own place in the file, and not from the filtered element.
      context.parent = try ownStyle(of: document[target].parent, context.lengths)
      context.contextFill = nil
      context.contextStroke = nil
      let piece = try whileActive(step) { () throws(SVGError) -> Piece in
        try build(target, in: context, size: UsedSize())
      }
      // Browsers move the element to the subregion, even if the step gives no x and y.
      let offset = AffineTransform.translation(x: region.minX, y: region.minY)
      return try drawn(try transformed(piece, by: offset).layers, in: run.area)
    }
    guard let picture = picture(of: step, reference) else { return empty }
    let size = picture.hasRatio ? picture.size : region.size
    guard !region.isEmpty,
      let map = document[step].aspectRatio.transform(
        from: Rect(origin: .zero, size: size), to: region)
    else { return empty }
    var layers: [Layer]
    switch picture.content {
    case .pixels(let image): layers = [try layer(of: image, in: context, size, map)]
    case .drawing(let drawing):
      let made = self.drawing(at: step) { () throws(SVGError) -> [Layer] in
        try self.layers(of: drawing, size: size, map, at: step, in: context)
      }
      layers = made ?? []
    }
    layers = [try clipped(layers, to: region)]
    return try drawn(layers, in: run.area)
  }

  /// A picture's pixels, mapped from a rectangle of a size whose origin is the corner.
  private func layer(
    of image: Image, in context: Context, _ size: Size, _ map: AffineTransform
  ) throws(SVGError) -> Layer {
    try countLayer()
    let layer = ImageLayer()
    layer.contents = image
    if context.parent.isPixelated { layer.filter = .nearest }
    let place = Rect(origin: .zero, size: size).transformed(by: map)
    layer.anchorPoint = .zero
    layer.bounds = Rect(origin: .zero, size: place.size)
    layer.position = place.origin
    return layer
  }

  /// A length that cannot be negative; nil where none is given.
  private func extent(
    _ name: String, of place: Int, _ axis: LengthAxis, _ lengths: LengthContext
  ) throws(SVGError) -> Double? {
    guard let value = try length(name, of: place, axis, lengths) else { return nil }
    if value < 0 { warn("\(name) is negative", at: place) }
    return value < 0 ? nil : value
  }

  /// The layers of another file, cut off at its edges.
  private func layers(
    of drawing: SVGPicture, size: Size, _ transform: AffineTransform, at place: Int,
    in context: Context
  ) throws(SVGError) -> [Layer] {
    let layer = try drawing.makeLayer(
      size: size, own: size, for: self, at: transform.followed(by: context.toPicture))
    for warning in drawing.warnings {
      warn("in the picture, line \(warning.line): \(warning.message)", at: place)
    }
    return [try group([try clipped([layer], to: layer.bounds)], transform: transform)]
  }

  /// The picture of an element, which is decoded once however often it is shown; nil, with a
  /// warning, where there is none.
  private func picture(of place: Int, _ reference: some StringProtocol) -> ShownPicture? {
    let decoded = images.byElement[place] ?? self.decoded(reference)
    images.byElement[place] = decoded
    switch decoded {
    case .picture(let picture): return picture
    case .missing(let reason):
      warn(reason, at: place)
      return nil
    }
  }

  private func decoded(_ reference: some StringProtocol) -> DecodedImages.Result {
    if reference.lowercasedPrefix("data:") {
      guard let bytes = DataReference.bytes(reference) else {
        return .missing("the data of a picture cannot be read")
      }
      return decoded(bytes)
    }
    let path = String(reference.prefix { $0 != "#" })
    if let known = images.byPath[path] { return known }
    // Files that pictures in the file refer to are not followed: they may be anywhere.
    let bytes = images.depth == 0 ? images.read(path) : nil
    let result =
      bytes.map { decoded($0) }
      ?? .missing(
        "the picture '\(reference.prefix(60))' is not drawn: it is not in the file's folder")
    images.byPath[path] = result
    return result
  }

  private func decoded(_ bytes: [UInt8]) -> DecodedImages.Result {
    if SVGPicture.isXML(bytes) { return drawing(bytes) }
    let left = max(0, limits.imagePixelCount - images.budget.pixelCount)
    let fileLimits = ImageFileLimits(pixelCount: left)
    var image: Image?
    var reason = ""
    do throws(ImageFileError) {
      image = try ImageDecoder.decode(bytes, limits: fileLimits)
    } catch {
      reason = error.description
      image = images.decode(bytes, left)
    }
    // A damaged picture, too, may have been unpacked nearly to its end.
    let size = image?.size ?? ImageDecoder.size(of: bytes, limits: fileLimits)
    if let size { images.budget.pixelCount += size.width * size.height }
    guard let image, image.size.width > 0, image.size.height > 0 else {
      return .missing("a picture cannot be read: \(reason)")
    }
    return .picture(
      ShownPicture(
        content: .pixels(image),
        size: Size(width: Double(image.size.width), height: Double(image.size.height))))
  }

  /// Another SVG file as a picture.
  private func drawing(_ bytes: [UInt8]) -> DecodedImages.Result {
    guard images.depth < limits.drawingDepth, images.budget.drawingCount < limits.drawingCount
    else { return .missing("an SVG picture in too many others, or one of too many, is not drawn") }
    images.budget.drawingCount += 1
    do throws(SVGError) {
      let drawing = try SVGPicture(bytes, limits: limits, DecodedImages(inside: images))
      guard drawing.size.width > 0, drawing.size.height > 0 else {
        return .missing("an SVG picture has no size, and shows nothing")
      }
      let (size, hasRatio) = drawing.naturalSize
      return .picture(ShownPicture(content: .drawing(drawing), size: size, hasRatio: hasRatio))
    } catch {
      return .missing("an SVG picture cannot be read: \(error.message)")
    }
  }
}

/// A picture that a file shows.
struct ShownPicture {
  enum Content {
    case pixels(Image)
    case drawing(SVGPicture)
  }

  var content: Content
  /// In user units.
  var size: Size
  /// False for a drawing that fits any frame.
  var hasRatio = true
}

/// The pictures of a file that have been decoded so far, and the ways to them.
final class DecodedImages {
  /// The pictures in a file and in those that it shows.
  final class Budget {
    /// Pixels of all together.
    var pixelCount = 0
    /// SVG files that were read as pictures.
    var drawingCount = 0
    /// Bytes and elements of all SVG files.
    var byteCount = 0
    var elementCount = 0

    /// The limits for one more file.
    func left(of limits: SVGLimits) -> SVGLimits {
      var left = limits
      left.byteCount = max(0, limits.byteCount - byteCount)
      left.elementCount = max(0, limits.elementCount - elementCount)
      return left
    }
  }

  enum Result {
    case picture(ShownPicture)
    /// The warning in its place.
    case missing(String)
  }

  var byElement: [Int: Result] = [:]
  /// Pictures in files of their own, by the references without their fragments.
  var byPath: [String: Result] = [:]
  let read: (String) -> [UInt8]?
  let decode: ([UInt8], Int) -> Image?
  let fonts: TextFonts
  let budget: Budget
  /// Files around that show this one.
  let depth: Int

  init(
    read: @escaping (String) -> [UInt8]?, decode: @escaping ([UInt8], Int) -> Image?
  ) {
    self.read = read
    self.decode = decode
    budget = Budget()
    fonts = TextFonts()
    depth = 0
  }

  /// For a file that is shown by another one.
  init(inside outer: DecodedImages) {
    read = outer.read
    decode = outer.decode
    budget = outer.budget
    fonts = outer.fonts
    depth = outer.depth + 1
  }
}
