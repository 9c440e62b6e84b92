public import Geometry
public import Layers
import Raster

/// A static SVG file as layers.
///
/// A warning with a line names each feature of the file that is not drawn. Files that are not
/// well-formed, no SVG or larger than the limits are refused.
public final class SVGPicture {
  private let document: SVGDocument
  private let limits: SVGLimits
  private let images = DecodedImages()
  /// The features of the file that are not drawn, and its errors, as of the last `makeLayer`.
  public private(set) var warnings: [SVGWarning] = []

  /// Reads a file.
  public init(_ bytes: [UInt8], limits: SVGLimits = SVGLimits()) throws(SVGError) {
    document = try SVGDocument(bytes: bytes, limits: limits)
    self.limits = limits
  }

  /// The size that the file gives itself, in pixels of a 96th of an inch. Without one it is that of
  /// its view box, and else 300 by 150; 0 where it shows nothing.
  public var size: Size {
    let root = document[0]
    let box = root.viewBox?.size
    let usual = box ?? Size(width: 300, height: 150)
    let styles = Declaration.list(root.attributes["style"]?[...] ?? "")
    func length(_ name: String, _ axis: LengthAxis) -> Double? {
      let texts = styles.filter { $0.name == name }.map { $0.value[...] }.reversed()
      let values = (texts + [root.attribute(name) ?? ""]).lazy.compactMap { LengthValue($0) }
      return values.first.map { LengthContext(viewport: usual).resolve($0, axis) }
    }
    let width = length("width", .horizontal)
    let height = length("height", .vertical)
    var size = Size(width: width ?? usual.width, height: height ?? usual.height)
    // A side alone takes the other one with it.
    if let box, !(box.width <= 0 || box.height <= 0) {
      if let width, height == nil { size.height = width * box.height / box.width }
      if let height, width == nil { size.width = height * box.width / box.height }
    }
    let isGood = size.width > 0 && size.height > 0 && size.width <= 1e9 && size.height <= 1e9
    return isGood ? size : .init(width: 0, height: 0)
  }

  /// The picture, fitted into a rectangle of a size and in its middle.
  ///
  /// The layer has the size as its bounds, its origin at the top left corner.
  public func makeLayer(size target: Size) throws(SVGError) -> Layer {
    let size = size
    let builder = LayerBuilder(document, images, limits: limits, size: size)
    let root = Layer()
    root.anchorPoint = .zero
    root.bounds = Rect(origin: .zero, size: target)
    guard !(size.width <= 0 || size.height <= 0), target.width > 0, target.height > 0 else {
      warnings = [SVGWarning("the picture has no size, and shows nothing", line: document[0].line)]
      return root
    }
    let context = LayerBuilder.Context(lengths: LengthContext(viewport: size))
    let piece = try builder.build(0, in: context)
    let fit = AspectRatio()
    let whole = Rect(origin: .zero, size: size)
    if let map = fit.transform(from: whole, to: root.bounds) {
      for layer in piece.layers {
        let fitted = try builder.group([layer], transform: map)
        root.addSublayer(fitted)
      }
      let seen = whole.transformed(by: map)
      root.backgroundColor = nil
      if let color = try builder.background() {
        let ground = Layer()
        ground.anchorPoint = .zero
        ground.position = seen.origin
        ground.bounds = Rect(origin: .zero, size: seen.size)
        ground.backgroundColor = color
        root.insertSublayer(ground, at: 0)
      }
      // Content outside the picture is not shown where the picture does not fill the layer.
      let margin = max(target.width - seen.width, target.height - seen.height)
      if margin > 0.01 {
        let clip = try builder.clipped(root.sublayers, to: seen)
        root.addSublayer(clip)
      }
    }
    // The outermost element is an isolated group (W3C compositing level 1, section 3).
    root.isolatesBlending = builder.hasBlending
    warnings = builder.warnings.warnings
    return root
  }
}
