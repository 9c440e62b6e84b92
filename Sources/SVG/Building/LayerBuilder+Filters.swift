internal import Compositor
import Geometry
internal import Layers
import Raster

/// Filters: the element is drawn as pixels, which the steps of the filter change.
extension LayerBuilder {
  /// The content of an element as its filter property shows it, one function after the other.
  func filtered(
    _ content: Piece, of place: Int, _ style: ComputedStyle, in context: Context
  ) throws(SVGError) -> Piece {
    var piece = content
    var functions: [FilterFunction] = []
    for function in style.filter {
      guard case .reference(let reference) = function else {
        functions.append(function)
        continue
      }
      piece = try filtered(piece, by: functions, of: place, style, in: context)
      functions = []
      piece = try filtered(piece, by: reference, of: place, in: context)
    }
    return try filtered(piece, by: functions, of: place, style, in: context)
  }

  // MARK: Functions

  /// The visible part of the content after the filter's functions that are no references.
  private func filtered(
    _ content: Piece, by functions: [FilterFunction], of place: Int, _ style: ComputedStyle,
    in context: Context
  ) throws(SVGError) -> Piece {
    if functions.isEmpty || content.layers.isEmpty { return content }
    var extent = content.layers.reduce(Rect.null) { $0.union($1.paintedExtent) }
    if extent.isNull || extent.isEmpty { return content }
    var margin = 0.0
    var cost = 1
    for function in functions {
      switch function {
      case .blur(let deviation):
        margin += 3 * deviation
        cost += 3
      case .dropShadow(let dx, let dy, let deviation, _):
        margin += max(abs(dx), abs(dy)) + 3 * deviation
        cost += 5
      case .color, .reference: cost += 1
      }
    }
    // The content's edges keep a distance from the picture's.
    extent = extent.insetBy(dx: -margin - 1, dy: -margin - 1)
    let toPixels = context.toPicture.followed(by: pixelTransform)
    let visible = visiblePart(in: context)?.insetBy(dx: -margin, dy: -margin)
    if let visible, visible.intersection(extent).isEmpty { return Piece(box: content.box) }
    guard let area = FilterArea(extent, visible: visible, toPixels: toPixels),
      let inverse = area.toPixels.inverse
    else {
      warn("the element is not drawn: its filter's region is too long", at: place)
      return Piece(box: content.box)
    }
    if area.isReduced { warnOfReduction(place) }
    guard spendFilterPixels(max(area.pixelCount, 1024) * cost) else {
      warn("the element's filter is not drawn: the filters have too many pixels", at: place)
      return content
    }
    var image = try drawn(content.layers, in: area)
    for function in functions {
      switch function {
      case .blur(let deviation):
        image = image.blurred(across: deviation * area.scaleX, down: deviation * area.scaleY)
      case .dropShadow(let dx, let dy, let deviation, let color):
        let shadow = image.alphaOnly
          .blurred(across: deviation * area.scaleX, down: deviation * area.scaleY)
          .moved(byX: bounded(dx * area.scaleX), y: bounded(dy * area.scaleY))
        let color = color ?? style.color
        let pixel =
          SIMD4(Float(color.red), Float(color.green), Float(color.blue), 1) * Float(color.alpha)
        let flood = FilterImage(width: area.width, height: area.height, filledWith: pixel)
        image = image.over(FilterStep.composite(.in, flood, shadow))
      case .color(let change, let amount):
        image = FilterStep.matrix(FilterStep.matrix(of: change, amount: amount), image)
      case .reference: break
      }
    }
    return try shown(image, inverse, box: content.box)
  }

  private func bounded(_ value: Double) -> Double {
    min(max(value, -FilterRun.largest), FilterRun.largest)
  }

  private func warnOfReduction(_ place: Int) {
    warn("the filter has a large region, and is drawn with fewer pixels", at: place)
  }

  /// The part of the element's space that the picture shows; nil where it is not known.
  private func visiblePart(in context: Context) -> Rect? {
    guard context.isPlaced, let inverse = context.toPicture.inverse else { return nil }
    let whole = Rect(origin: .zero, size: rootSize).transformed(by: inverse)
    return whole.isFinite ? whole : nil
  }

  // MARK: Elements

  /// The content of an element as a filter element shows it.
  ///
  /// A filter with a kernel in error is left out as a whole, with a warning.
  private func filtered(
    _ content: Piece, by reference: String, of place: Int, in context: Context
  ) throws(SVGError) -> Piece {
    guard reference.hasPrefix("#"), let filter = document.target(of: reference),
      document[filter].name == "filter"
    else {
      warn("the filter '\(reference.prefix(40))' is not supported", at: place)
      return content
    }
    let own = try ownStyle(of: filter, context.lengths)
    var lengths = context.lengths
    lengths.fontSize = own.fontSize
    let isUserSpace = document[filter].attribute("filterUnits") == "userSpaceOnUse"
    let isBoxedStep = document[filter].attribute("primitiveUnits") == "objectBoundingBox"
    let box = content.measuredBox
    // Fractions of a box without an area have no area, either.
    if !isUserSpace || isBoxedStep, box?.isEmpty != false { return Piece(box: content.box) }
    let region = rect(
      of: filter, isBoxed: !isUserSpace, box: box ?? .zero, lengths,
      default: Rect(x: -10, y: -10, width: 120, height: 120))
    let toPixels = context.toPicture.followed(by: pixelTransform)
    guard let facts = facts(of: filter, lengths) else { return content }
    if let reason = facts.refusal {
      warn("the element's filter is not drawn: \(reason)", at: place)
      return content
    }
    var visible: Rect?
    if let own = facts.margin {
      let margin = own * (isBoxedStep ? max(box?.width ?? 1, box?.height ?? 1) : 1) + 2
      visible = visiblePart(in: context)?.insetBy(dx: -margin, dy: -margin)
      if let visible, visible.intersection(region).isEmpty { return Piece(box: content.box) }
    }
    guard let area = FilterArea(region, visible: visible, toPixels: toPixels) else {
      if !region.isEmpty {
        warn("the element is not drawn: its filter's region is too long", at: place)
      }
      return Piece(box: content.box)
    }
    if area.isReduced { warnOfReduction(place) }
    var run = FilterRun(
      builder: self, area: area, lengths: lengths, box: isBoxedStep ? box : nil,
      source: FilterImage(width: 1, height: 1))
    run.context = context
    guard let inverse = area.toPixels.inverse else { return Piece(box: content.box) }
    let (pixels, kept) = (area.pixelCount, facts.keptCount * area.pixelCount)
    let result = try whileKeeping(kept, area: pixels) { () throws(SVGError) -> FilterImage? in
      // Each step takes some time however small the area is.
      guard spendFilterPixels(max(pixels, 1024) * facts.cost) else { return nil }
      run.source = try drawn(content.layers, in: area)
      return try run.result(of: filter)
    }
    guard let result = result ?? nil else {
      warn("the element's filter is not drawn: the filters have too many pixels", at: place)
      return content
    }
    return try shown(result, inverse, box: content.box)
  }

  /// Units of the steps around a place from which they take pixels; nil where they may take them
  /// from anywhere.
  private func margin(of filter: Int) -> Double? {
    var sum = 0.0
    for step in document[filter].children {
      let node = document[step]
      func largest(_ names: [String], _ usual: Double) -> Double {
        names.reduce(0) { greatest, name in
          guard let text = node.attribute(name) else { return max(greatest, usual) }
          var scanner = TextScanner(text)
          var own = 0.0
          while let number = scanner.number() {
            own = max(own, abs(number))
            scanner.skipSeparator()
          }
          return max(greatest, own)
        }
      }
      switch node.name {
      case "feGaussianBlur": sum += 3 * largest(["stdDeviation"], 0)
      case "feDropShadow": sum += 3 * largest(["stdDeviation"], 2) + largest(["dx", "dy"], 2)
      case "feOffset": sum += largest(["dx", "dy"], 0)
      case "feMorphology": sum += largest(["radius"], 0)
      case "feDisplacementMap": sum += largest(["scale"], 0)
      case "feTile", "feImage", "feConvolveMatrix", "feDiffuseLighting", "feSpecularLighting":
        return nil
      default: break
      }
    }
    return sum
  }

  private func shown(
    _ image: FilterImage, _ transform: AffineTransform, box: Rect
  ) throws(SVGError) -> Piece {
    try countLayer()
    let layer = ImageLayer()
    layer.contents = image.image
    layer.anchorPoint = .zero
    layer.bounds = Rect(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
    return Piece(layers: [try group([layer], transform: transform)], box: box)
  }

  /// The facts of a filter, found once: many elements may share a long one.
  private func facts(of filter: Int, _ lengths: LengthContext) -> FilterFacts? {
    if let known = filterFacts[filter] { return known }
    let unit = Rect(x: 0, y: 0, width: 1, height: 1)
    guard let area = FilterArea(unit, toPixels: .identity) else { return nil }
    let run = FilterRun(
      builder: self, area: area, lengths: lengths, box: nil,
      source: FilterImage(width: 1, height: 1))
    let facts = FilterFacts(
      refusal: document[filter].children.lazy.compactMap { run.refusal(of: $0) }.first,
      margin: margin(of: filter), cost: run.cost(of: filter), keptCount: run.keptCount(of: filter))
    filterFacts[filter] = facts
    return facts
  }

  func drawn(_ layers: [Layer], in area: FilterArea) throws(SVGError) -> FilterImage {
    FilterImage(
      try drawn(layers, PixelSize(width: area.width, height: area.height), area.toPixels))
  }

  /// The pixels of layers.
  ///
  /// - Parameter transform: maps the layers' space to pixels.
  func drawn(
    _ layers: [Layer], _ size: PixelSize, _ transform: AffineTransform
  ) throws(SVGError) -> Image {
    let root = Layer()
    root.anchorPoint = .zero
    root.bounds = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    root.isolatesBlending = true
    root.addSublayer(try group(layers, transform: transform))
    let tree = LayerTree(root: root)
    tree.advance(to: 0)
    let compositor = Compositor(tree: tree, size: size)
    let area = compositor.update()
    let list = compositor.displayList
    try countDrawing(limits.workOf(list.commands, list.groups, size))
    let buffer = PixelBuffer(size: size, format: .argb8888)
    compositor.draw(area, into: buffer.surface)
    return buffer.makeImage()
  }
}

/// A filter without regard to where it is used.
struct FilterFacts {
  /// The reason why the filter cannot be drawn; nil where it can.
  var refusal: String?
  /// In units of its steps; nil where these take pixels from anywhere.
  var margin: Double?
  /// The number of simple steps that take as long as the whole filter.
  var cost: Int
  /// Results that are kept for later steps.
  var keptCount: Int
}

extension Layer {
  /// A rectangle around everything that the layer paints, in the space around it; larger than
  /// needed for strokes.
  var paintedExtent: Rect {
    var extent = sublayers.reduce(Rect.null) { $0.union($1.paintedExtent) }
    switch self {
    case let shape as ShapeLayer:
      if let path = shape.path {
        let width = shape.strokeColor == nil ? 0 : shape.lineWidth
        let factor = shape.lineJoin == .miter ? max(shape.miterLimit, 1.5) : 1.5
        extent = extent.union(path.bounds.insetBy(dx: -width / 2 * factor, dy: -width / 2 * factor))
      }
    case let painted as PaintedLayer:
      for command in painted.commands { extent = extent.union(command.shape.extent) }
    case is ImageLayer: extent = extent.union(bounds)
    default: if backgroundColor != nil { extent = extent.union(bounds) }
    }
    if masksToBounds { extent = extent.intersection(bounds) }
    return extent.isNull ? extent : extent.transformed(by: transformToSuperlayer)
  }

  /// The painted extent with strokes as wide as they are, in the space of the layer's own content.
  var strokedExtent: Rect {
    guard let shape = self as? ShapeLayer, let path = shape.path, shape.strokeColor != nil else {
      return paintedExtent
    }
    var style = shape.strokeStyle
    style.dashes = []
    return path.stroked(style, tolerance: 0.05).bounds.transformed(by: transformToSuperlayer)
  }
}
