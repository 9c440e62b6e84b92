import CMath
import Geometry
import Raster

/// Gradients, and the gradient or pattern that a paint refers to.
extension LayerBuilder {
  /// The result of a reference to a paint.
  enum Server {
    /// There is no such paint.
    case missing
    /// The paint shows nothing.
    case nothing
    case color(Color)
    /// In the space of the shape.
    case gradient(Gradient)
    case pattern(Pattern)
  }

  /// - Parameters:
  ///   - box: around the painted shape, without its stroke.
  ///   - opacity: of the fill or the stroke.
  func server(
    _ name: String, box: Rect, opacity: Double, of place: Int, in context: Context
  ) throws(SVGError) -> Server {
    guard let target = document.target(named: name) else {
      warn("the paint 'url(#\(name.prefix(40)))' is not in the file", at: place)
      return .missing
    }
    switch document[target].name {
    case "linearGradient", "radialGradient":
      return try gradient(target, box: box, opacity: opacity, context.lengths)
    case "pattern":
      guard !isActive(target) else {
        warn("the pattern 'url(#\(name.prefix(40)))' is not drawn within itself", at: place)
        return .missing
      }
      return try pattern(target, box: box, context.lengths)
    default:
      warn("the paint 'url(#\(name.prefix(40)))' is neither a gradient nor a pattern", at: place)
      return .missing
    }
  }

  /// A paint, and the paints that it refers to for attributes that it lacks.
  func chain(of place: Int, _ kinds: Set<String>) -> [Int] {
    var chain = [place]
    while let reference = document[chain[chain.count - 1]].href {
      guard let next = document.target(of: reference), kinds.contains(document[next].name) else {
        warn(
          "'\(reference.prefix(40))' is not a paint of the same kind in the file",
          at: chain[chain.count - 1])
        break
      }
      guard !chain.contains(next), chain.count < 64 else {
        warn("'\(reference.prefix(40))' refers to itself", at: chain[chain.count - 1])
        break
      }
      chain.append(next)
    }
    return chain
  }

  /// Counts paints whose attributes are about to be looked for: each further paint of a chain takes
  /// as long as a stop.
  func countChain(_ chain: [Int]) throws(SVGError) {
    try countGradientStops(chain.count - 1)
    for place in chain { try countAttributes(of: place) }
  }

  /// The first of a chain that has an attribute, and its value.
  func attribute(
    _ name: String, in chain: [Int], of kind: String? = nil
  ) -> (place: Int, text: Substring)? {
    for place in chain where kind == nil || document[place].name == kind {
      if let text = document[place].attribute(name) { return (place, text) }
    }
    return nil
  }

  private func gradient(
    _ place: Int, box: Rect, opacity: Double, _ lengths: LengthContext
  ) throws(SVGError) -> Server {
    let kind = document[place].name
    let chain = chain(of: place, ["linearGradient", "radialGradient"])
    try countChain(chain)
    var stops = try stops(of: chain, opacity: opacity, lengths)
    guard let last = stops.last else { return .missing }
    try countGradientStops(stops.count)
    let isUserSpace = attribute("gradientUnits", in: chain)?.text == "userSpaceOnUse"
    // A box without an area, such as that of a line, has no fractions.
    if !isUserSpace, !(box.width > 0 && box.height > 0) { return .missing }
    if stops.count == 1 { return .color(last.color) }
    let style = try ownStyle(of: place, lengths)
    var own = isUserSpace ? lengths : .unit
    own.fontSize = style.fontSize
    guard var transform = try gradientTransform(chain, "gradientTransform", lengths) else {
      return .nothing
    }
    if !isUserSpace { transform = transform.followed(by: box.unitTransform) }
    guard var geometry = gradientGeometry(kind, chain, own) else { return .color(last.color) }
    if case .focal(let center, let radius, let focus, let focalRadius) = geometry,
      focus == center, radius == focalRadius
    {
      // Two equal circles have nothing between them: the first colour meets the last one there.
      let first = stops[0].color
      stops = [
        GradientStop(offset: 0, color: first), GradientStop(offset: 1, color: first),
        GradientStop(offset: 1, color: last.color),
      ]
      geometry = .radial(center: center, radius: radius, scaleY: 1)
    }
    let spread = attribute("spreadMethod", in: chain)?.text
    if spread != "repeat", spread != "reflect" { fillFirstCircle(&geometry, &stops) }
    var gradient = Gradient(
      geometry: geometry, stops: stops.blended(isLinear: style.interpolatesLinearly))
    try countGradientStops(gradient.stops.count)
    gradient.transform = transform
    if let (owner, text) = attribute("spreadMethod", in: chain) {
      switch text {
      case "pad": gradient.spread = .pad
      case "repeat": gradient.spread = .repeat
      case "reflect": gradient.spread = .reflect
      default: warn("'\(text.prefix(40))' is not a value for spreadMethod", at: owner)
      }
    }
    return .gradient(gradient)
  }

  /// Gives the first circle of a radial gradient the colour of the first stop where other stops
  /// have the offset 0, too: the gradient begins in the circle's inside, at a point.
  private func fillFirstCircle(_ geometry: inout Gradient.Geometry, _ stops: inout [GradientStop]) {
    guard case .focal(let center, let radius, let focus, let focalRadius) = geometry,
      focalRadius > 0, radius > focalRadius, stops[1].offset == 0
    else { return }
    // The length of the part in the circle, in terms of the part between both circles.
    let part = focalRadius / (radius - focalRadius)
    geometry = .focal(
      center: center, radius: radius, focus: focus + (focus - center) * part, focalRadius: 0)
    let inside = GradientStop(offset: 0, color: stops[0].color)
    stops =
      [inside]
      + stops.map { GradientStop(offset: ($0.offset + part) / (1 + part), color: $0.color) }
  }

  /// - Returns: nil for a gradient without an extent.
  private func gradientGeometry(
    _ kind: String, _ chain: [Int], _ lengths: LengthContext
  ) -> Gradient.Geometry? {
    func length(_ name: String, _ axis: LengthAxis, _ usual: Double) -> Double {
      guard let (owner, text) = attribute(name, in: chain, of: kind) else {
        return lengths.resolve(LengthValue(usual, .percent), axis)
      }
      guard let value = LengthValue(text) else {
        warn("'\(text.prefix(40))' is not a value for \(name)", at: owner)
        return lengths.resolve(LengthValue(usual, .percent), axis)
      }
      return lengths.resolve(value, axis)
    }
    if kind == "linearGradient" {
      let start = Point(x: length("x1", .horizontal, 0), y: length("y1", .vertical, 0))
      let end = Point(x: length("x2", .horizontal, 100), y: length("y2", .vertical, 0))
      return start.isNear(end) ? nil : .axial(start: start, end: end)
    }
    let center = Point(x: length("cx", .horizontal, 50), y: length("cy", .vertical, 50))
    let radius = length("r", .diagonal, 50)
    let focalRadius = max(0, length("fr", .diagonal, 0))
    let focus = Point(
      x: attribute("fx", in: chain, of: kind) == nil ? center.x : length("fx", .horizontal, 50),
      y: attribute("fy", in: chain, of: kind) == nil ? center.y : length("fy", .vertical, 50))
    guard radius > 0 else { return nil }
    return .focal(center: center, radius: radius, focus: focus, focalRadius: focalRadius)
  }

  /// The transform of a gradient or a pattern, about its origin: the property `transform`, whose
  /// attribute has another name here.
  ///
  /// - Returns: nil, with a warning, where the transform maps all to a slanted line: nothing is
  ///   painted. A transform without a width or a height is left out, with a warning.
  func gradientTransform(
    _ chain: [Int], _ name: String, _ lengths: LengthContext
  ) throws(SVGError) -> AffineTransform? {
    for owner in chain {
      guard var transform = try ownTransform(of: owner, name, lengths) else { continue }
      guard transform.inverse != nil else {
        warn("the \(name) cannot be drawn: it leaves no area", at: owner)
        let hasWidth = transform.a != 0 || transform.c != 0
        let hasHeight = transform.b != 0 || transform.d != 0
        return hasWidth && hasHeight ? nil : .identity
      }
      let text =
        try declarations(of: owner)["transform-origin"].map { $0[...] }
        ?? attribute("transform-origin", in: chain)?.text
      if let text, let origin = TransformOrigin(text) {
        let viewport = Rect(origin: .zero, size: lengths.viewport)
        transform = transform.about(origin.point(in: viewport, lengths))
      }
      return transform
    }
    return .identity
  }

  /// Nil where an element of a chain has no transform of its own.
  private func ownTransform(
    of place: Int, _ name: String, _ lengths: LengthContext
  ) throws(SVGError) -> AffineTransform? {
    var texts = try declarations(of: place).values(of: "transform").map { $0.trimmed }
    // The attribute `transform`, the weakest value and thus the last one, has no meaning for
    // gradients and patterns.
    if document[place].attributes["transform"] != nil { texts = texts.dropLast() }
    for text in texts {
      if ["initial", "unset", "revert", "revert-layer"].contains(text.lowercased()) {
        return .identity
      }
      if let transform = TransformValue.transform(text, lengths) { return transform }
    }
    if let text = document[place].attribute(name) {
      if let transform = TransformValue.transform(text) { return transform }
      warn("'\(text.prefix(40))' is not a value for \(name)", at: place)
      return .identity
    }
    return nil
  }

  /// The stops of the first of a chain that has any, in rising order.
  private func stops(
    of chain: [Int], opacity: Double, _ lengths: LengthContext
  ) throws(SVGError) -> [GradientStop] {
    for place in chain {
      var stops: [GradientStop] = []
      for child in document[place].children where document[child].name == "stop" {
        let style = try ownStyle(of: child, lengths)
        var color = style.stopColor
        color.alpha *= style.stopOpacity * opacity
        // A stop is never before those that stand before it.
        let offset = max(offset(of: child), stops.last?.offset ?? 0)
        stops.append(GradientStop(offset: offset, color: color))
      }
      if !stops.isEmpty { return stops }
    }
    return []
  }

  private func offset(of stop: Int) -> Double {
    guard let text = document[stop].attribute("offset") else { return 0 }
    guard let value = PartValue.number(text) else {
      warn("'\(text.prefix(40))' is not a value for offset", at: stop)
      return 0
    }
    return min(max(value, 0), 1)
  }
}

extension Point {
  /// True for points so near that a gradient between them counts as one without a width: the limit
  /// of 1/32768 is that of Skia, and so of browsers.
  fileprivate func isNear(_ other: Point) -> Bool {
    hypot(x - other.x, y - other.y) <= 1.0 / 32768
  }
}

extension [GradientStop] {
  /// Stops between which colour and opacity change each by itself, as SVG has it, where the
  /// rasterizer has colours change with their opacity multiplied in.
  ///
  /// - Parameter isLinear: true for `color-interpolation: linearRGB`.
  fileprivate func blended(isLinear: Bool) -> [GradientStop] {
    // So many parts that no component is off by more than some levels.
    let parts = isLinear ? 64 : 16
    var result: [GradientStop] = []
    for stop in self {
      if let last = result.last, last.offset < stop.offset,
        last.color.alpha != stop.color.alpha || (isLinear && last.color != stop.color)
      {
        for part in 1..<parts {
          let fraction = Double(part) / Double(parts)
          func mix(_ path: KeyPath<Color, Double>) -> Double {
            last.color[keyPath: path] * (1 - fraction) + stop.color[keyPath: path] * fraction
          }
          func blend(_ path: KeyPath<Color, Double>) -> Double {
            guard isLinear else { return mix(path) }
            return TransferFunction.sRGB(
              TransferFunction.linear(last.color[keyPath: path]) * (1 - fraction)
                + TransferFunction.linear(stop.color[keyPath: path]) * fraction)
          }
          result.append(
            GradientStop(
              offset: last.offset * (1 - fraction) + stop.offset * fraction,
              color: Color(
                red: blend(\.red), green: blend(\.green), blue: blend(\.blue), alpha: mix(\.alpha)))
          )
        }
      }
      result.append(stop)
    }
    return result
  }
}

/// The transfer function of sRGB (IEC 61966-2-1), for components of 0…1.
private enum TransferFunction {
  static func linear(_ level: Double) -> Double {
    level <= 0.04045 ? level / 12.92 : pow((level + 0.055) / 1.055, 2.4)
  }

  static func sRGB(_ linear: Double) -> Double {
    linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055
  }
}
