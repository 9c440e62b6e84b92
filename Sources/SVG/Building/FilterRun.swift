import Geometry
import Raster

/// The steps of a filter, one after the other, with their results by name.
struct FilterRun {
  let builder: LayerBuilder
  let area: FilterArea
  let lengths: LengthContext
  /// The element's box where lengths of steps are parts of it; nil where they are user units.
  let box: Rect?
  var source: FilterImage
  /// The context of the filtered element; nil before it is known.
  var context: LayerBuilder.Context?
  private var named: [String: FilterImage] = [:]
  private var last: FilterImage?

  init(
    builder: LayerBuilder, area: FilterArea, lengths: LengthContext, box: Rect?,
    source: FilterImage
  ) {
    self.builder = builder
    self.area = area
    self.lengths = lengths
    self.box = box
    self.source = source
  }

  private static let known: Set<String> = [
    "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix",
    "feDiffuseLighting", "feDisplacementMap", "feDropShadow", "feFlood", "feGaussianBlur",
    "feImage",
    "feMerge", "feMorphology", "feOffset", "feSpecularLighting", "feTile", "feTurbulence",
  ]
  private static let keepsSpace: Set<String> = ["feDisplacementMap", "feImage"]
  static let largest = 1e6

  var document: SVGDocument { builder.document }

  /// The reason why a step cannot be done; nil where it can.
  func refusal(of step: Int) -> String? {
    guard document[step].name == "feConvolveMatrix", kernel(of: step) == nil else { return nil }
    return "its kernel is in error or has more than 256 values"
  }

  /// The names that the steps of a filter read.
  func inputs(of filter: Int) -> Set<String> {
    var names: Set<String> = []
    for step in document[filter].children {
      for place in [step] + document[step].children {
        for name in ["in", "in2"] {
          if let input = document[place].attribute(name) { names.insert(String(input)) }
        }
      }
    }
    return names
  }

  /// Pixels that are kept for later steps at a time, 16 bytes each.
  static let keptPixelLimit = 16 << 20

  /// The number of results that later steps read.
  func keptCount(of filter: Int) -> Int {
    let results = Set(document[filter].children.compactMap { document[$0].attribute("result") })
    let read = inputs(of: filter)
    return results.count { read.contains(String($0)) }
  }

  /// The number of steps that take as long as all of a filter: a blur counts as three.
  func cost(of filter: Int) -> Int {
    document[filter].children.reduce(1) { sum, step in
      let node = document[step]
      let own =
        switch node.name {
        case "feGaussianBlur", "feDropShadow": 3
        case "feDiffuseLighting", "feSpecularLighting": 4
        case "feTurbulence": 6 * max(1, min(Int(number("numOctaves", of: step, 1)), 10))
        case "feConvolveMatrix": max(1, (kernel(of: step)?.values.count ?? 0) / 4)
        default: 1
        }
      return sum + own + node.children.count
    }
  }

  /// The picture that a filter makes of the source; clear for one without steps.
  mutating func result(of filter: Int) throws(SVGError) -> FilterImage {
    let read = inputs(of: filter)
    for step in document[filter].children where document[step].name.hasPrefix("fe") {
      // An unknown element has no effect (SVG 2, section 4.2).
      guard Self.known.contains(document[step].name) else {
        builder.warn(
          "the step '\(document[step].name.prefix(40))' of a filter is not known", at: step)
        continue
      }
      for place in [step] + document[step].children {
        try builder.countAttributes(of: place)
        warnOfInputs(place)
      }
      let style = try builder.ownStyle(of: step, lengths)
      var image = try result(ofStep: step, style)
      // A displaced picture and a picture from outside keep their own colour space.
      if !FilterRun.keepsSpace.contains(document[step].name) {
        image.isLinear = style.filtersLinearly
      }
      image = try cut(image, to: step)
      if let name = document[step].attribute("result").map({ String($0) }) {
        // A result that no step reads would only take memory.
        named[name] = read.contains(name) ? image : nil
      }
      last = image
    }
    return last ?? FilterImage(width: area.width, height: area.height)
  }

  private func result(ofStep step: Int, _ style: ComputedStyle) throws(SVGError) -> FilterImage {
    let node = document[step]
    let isLinear = style.filtersLinearly
    func input(_ name: String, of place: Int? = nil) -> FilterImage {
      self.input(document[place ?? step].attribute(name)).inSpace(isLinear: isLinear)
    }
    switch node.name {
    case "feFlood": return flood(style)
    case "feOffset":
      let offset = pixels(number("dx", of: step), number("dy", of: step))
      return input("in").moved(byX: offset.dx, y: offset.dy)
    case "feGaussianBlur":
      let deviation = pair("stdDeviation", of: step, usual: 0)
      // A negative deviation blurs nothing along its own axis, as in browsers and resvg.
      return input("in").blurred(across: max(0, deviation.dx), down: max(0, deviation.dy))
    case "feDropShadow": return shadowed(input("in"), by: step, style)
    case "feMorphology":
      let radius = pair("radius", of: step, usual: 0)
      guard radius.dx >= 0, radius.dy >= 0, radius.dx + radius.dy > 0 else { return input("in") }
      return input("in").morphed(
        across: Int(radius.dx.rounded()), down: Int(radius.dy.rounded()),
        isDilating: node.attribute("operator") == "dilate")
    case "feColorMatrix": return FilterStep.matrix(matrix(of: step), input("in"))
    case "feComponentTransfer": return transferred(input("in"), by: step)
    case "feMerge":
      var result = FilterImage(width: area.width, height: area.height)
      for child in node.children where document[child].name == "feMergeNode" {
        result = input("in", of: child).over(result)
      }
      return result
    case "feBlend":
      let mode = node.attribute("mode").map { String($0) } ?? "normal"
      if let image = FilterStep.blend(mode, input("in"), input("in2")) { return image }
      builder.warn("'\(mode.prefix(40))' is not a value for mode", at: step)
      return input("in").over(input("in2"))
    case "feComposite": return composed(input("in"), input("in2"), by: step)
    case "feTile": return input("in").tiled
    case "feConvolveMatrix":
      return kernel(of: step).map { input("in").convolved($0) } ?? input("in")
    case "feDisplacementMap":
      return displaced(self.input(node.attribute("in")), by: input("in2"), step)
    case "feTurbulence": return turbulence(of: step)
    case "feDiffuseLighting", "feSpecularLighting": return lit(input("in"), of: step, style)
    case "feImage": return try builder.image(ofFilterStep: step, in: self)
    default: return input("in")
    }
  }

  private func shadowed(
    _ source: FilterImage, by step: Int, _ style: ComputedStyle
  ) -> FilterImage {
    let deviation = pair("stdDeviation", of: step, usual: 2)
    let offset = pixels(number("dx", of: step, 2), number("dy", of: step, 2))
    let shadow = source.alphaOnly
      .blurred(across: max(0, deviation.dx), down: max(0, deviation.dy))
      .moved(byX: offset.dx, y: offset.dy)
    return source.over(FilterStep.composite(.in, flood(style), shadow))
  }

  private func transferred(_ image: FilterImage, by step: Int) -> FilterImage {
    let transfers = ["feFuncR", "feFuncG", "feFuncB", "feFuncA"].map { name in
      document[step].children.last { document[$0].name == name }.map { transfer(of: $0) }
        ?? .identity
    }
    return image.mapped { color in
      SIMD4(
        transfers[0].apply(to: color.x), transfers[1].apply(to: color.y),
        transfers[2].apply(to: color.z), transfers[3].apply(to: color.w))
    }
  }

  private func composed(
    _ first: FilterImage, _ second: FilterImage, by step: Int
  ) -> FilterImage {
    let name = document[step].attribute("operator")
    if name == "arithmetic" {
      let k = ["k1", "k2", "k3", "k4"].map { Float(number($0, of: step)) }
      return FilterStep.arithmetic(SIMD4(k[0], k[1], k[2], k[3]), first, second)
    }
    let rule = name.flatMap { FilterStep.Operator(rawValue: String($0)) }
    return FilterStep.composite(rule ?? .over, first, second)
  }

  /// A picture by its name. For an unknown name it is the result of the step before, and for the
  /// first step the source.
  private func input(_ name: Substring?) -> FilterImage {
    switch name {
    case "SourceGraphic": return source
    case "SourceAlpha": return source.alphaOnly
    default:
      return name.flatMap { named[String($0)] } ?? last ?? source
    }
  }

  private static let absentInputs: Set<String> = [
    "BackgroundAlpha", "BackgroundImage", "FillPaint", "StrokePaint",
  ]

  /// As in browsers, the picture behind an element and its paints count as unknown names.
  private func warnOfInputs(_ place: Int) {
    for name in ["in", "in2"] {
      guard let text = document[place].attribute(name).map({ String($0) }),
        Self.absentInputs.contains(text), named[text] == nil
      else { continue }
      builder.warn(
        "\(text) is not supported: the result of the step before it is used", at: place)
    }
  }

  private func flood(_ style: ComputedStyle) -> FilterImage {
    let color = style.floodColor
    let alpha = Float(color.alpha * style.floodOpacity)
    var pixel = SIMD4(Float(color.red), Float(color.green), Float(color.blue), 1)
    if style.filtersLinearly {
      let linear = TransferTable.toLinear
      pixel = SIMD4(linear[pixel.x], linear[pixel.y], linear[pixel.z], 1)
    }
    return FilterImage(width: area.width, height: area.height, filledWith: pixel * alpha)
  }

  /// The part of a result that lies in the step's own region, where it has one.
  private func cut(_ image: FilterImage, to step: Int) throws(SVGError) -> FilterImage {
    let node = document[step]
    guard ["x", "y", "width", "height"].contains(where: { node.attribute($0) != nil }) else {
      return image
    }
    let part = subregion(of: step).transformed(by: area.toPixels)
    func whole(_ value: Double) -> Int {
      value.isNaN ? 0 : Int(min(max(value.rounded(), -Self.largest), Self.largest))
    }
    return image.cut(
      to: FilterImage.Subregion(
        minX: whole(part.minX), minY: whole(part.minY), maxX: whole(part.maxX),
        maxY: whole(part.maxY)))
  }

  /// In user units; the filter's region where the step does not say it.
  func subregion(of step: Int) -> Rect {
    let node = document[step]
    var region = area.region
    var style = lengths
    if box != nil { style = .unit }
    func length(_ name: String, _ axis: LengthAxis) -> Double? {
      node.attribute(name).flatMap { LengthValue($0) }.map { style.resolve($0, axis) }
    }
    func bounded(_ value: Double) -> Double {
      value.isNaN ? 0 : min(max(value, -TextScanner.largestNumber), TextScanner.largestNumber)
    }
    let unit = box ?? Rect(x: 0, y: 0, width: 1, height: 1)
    if let x = length("x", .horizontal) { region.origin.x = bounded(unit.minX + x * unit.width) }
    if let y = length("y", .vertical) { region.origin.y = bounded(unit.minY + y * unit.height) }
    if let width = length("width", .horizontal) {
      region.size.width = max(0, bounded(width * unit.width))
    }
    if let height = length("height", .vertical) {
      region.size.height = max(0, bounded(height * unit.height))
    }
    return region
  }

  // MARK: Attributes

  func numbers(_ name: String, of place: Int) -> [Double] {
    guard let text = document[place].attribute(name) else { return [] }
    var scanner = TextScanner(text)
    var result: [Double] = []
    while result.count < 256 {
      scanner.skipSeparator()
      guard let number = scanner.number() else { break }
      result.append(min(max(number, -Self.largest), Self.largest))
    }
    return scanner.isAtEnd ? result : []
  }

  func number(_ name: String, of place: Int, _ usual: Double = 0) -> Double {
    numbers(name, of: place).first ?? usual
  }

  /// One number for both directions, or two, in pixels.
  func pair(_ name: String, of place: Int, usual: Double) -> Vector {
    let numbers = numbers(name, of: place)
    // More than two numbers are an error, and count as none.
    guard let first = numbers.first, numbers.count <= 2 else { return pixels(usual, usual) }
    return pixels(first, numbers.count > 1 ? numbers[1] : first)
  }

  func pixels(_ x: Double, _ y: Double) -> Vector {
    let largest = Self.largest
    let across = x * (box?.width ?? 1) * area.scaleX
    let down = y * (box?.height ?? 1) * area.scaleY
    return Vector(
      dx: min(max(across, -largest), largest), dy: min(max(down, -largest), largest))
  }

  private func matrix(of step: Int) -> [Float] {
    let values = numbers("values", of: step)
    switch document[step].attribute("type") ?? "matrix" {
    case "saturate": return FilterStep.saturation(Float(values.first ?? 1))
    case "hueRotate": return FilterStep.hueRotation(degrees: values.first ?? 0)
    case "luminanceToAlpha": return FilterStep.luminanceToAlpha
    default: return values.map { Float($0) }
    }
  }

  private func transfer(of function: Int) -> FilterStep.Transfer {
    func value(_ name: String, _ usual: Double) -> Float {
      Float(number(name, of: function, usual))
    }
    let table = numbers("tableValues", of: function).map { Float($0) }
    switch document[function].attribute("type") {
    case "table": return .table(table)
    case "discrete": return .discrete(table)
    case "linear":
      return .linear(slope: value("slope", 1), intercept: value("intercept", 0))
    case "gamma":
      return .gamma(
        amplitude: value("amplitude", 1), exponent: value("exponent", 1),
        offset: value("offset", 0))
    default: return .identity
    }
  }
}
