import Geometry

/// The basic shapes as paths.
struct ShapePath {
  let node: SVGNode
  let declarations: Declarations
  let lengths: LengthContext
  /// Wrong values that were met.
  private(set) var warnings: [String] = []

  static let names: Set<String> = [
    "rect", "circle", "ellipse", "line", "polyline", "polygon", "path",
  ]

  /// Attributes that are properties of style sheets, too (SVG 2, section 7): not the ends of a
  /// line.
  private static let properties: Set<String> = [
    "cx", "cy", "r", "rx", "ry", "x", "y", "width", "height",
  ]

  /// The attributes that may be `auto`.
  private static let automatic: Set<String> = ["rx", "ry", "width", "height"]

  init(_ node: SVGNode, _ declarations: Declarations, _ lengths: LengthContext) {
    self.node = node
    self.declarations = declarations
    self.lengths = lengths
  }

  /// Nil where the element shows nothing.
  mutating func path() -> Path? {
    let path: Path?
    switch node.name {
    case "rect": path = rect()
    case "circle": path = circle()
    case "ellipse": path = ellipse()
    case "line": path = line()
    case "polyline": path = polygon(isClosed: false)
    case "polygon": path = polygon(isClosed: true)
    case "path": path = data()
    default: path = nil
    }
    guard let path, !path.isEmpty, path.isFinite else { return nil }
    return path
  }

  /// A length by an attribute or, as SVG 2 allows, by a style sheet; nil where there is none.
  private mutating func length(
    _ name: String, _ axis: LengthAxis, isExtent: Bool = false
  ) -> Double? {
    var texts: [Substring] = []
    if ShapePath.properties.contains(name) {
      texts = declarations.values(of: name).map { $0.trimmed }
    }
    if let text = node.attribute(name) { texts.append(text) }
    var refused: String?
    for text in texts {
      let word = text.lowercased()
      let mayBe = word != "auto" || ShapePath.automatic.contains(name)
      if mayBe, LengthValue.absentWords.contains(word) { return nil }
      if word == "inherit" {
        warnings.append("the value 'inherit' for \(name) is not supported")
        return nil
      }
      guard let length = LengthValue(text) else {
        refused = refused ?? "'\(text.prefix(40))' is not a value for \(name)"
        continue
      }
      let value = lengths.resolve(length, axis)
      if !isExtent || value >= 0 { return value }
      refused = refused ?? "\(name) is negative"
    }
    if let refused { warnings.append(refused) }
    return nil
  }

  /// A length that cannot be below 0.
  private mutating func extent(_ name: String, _ axis: LengthAxis) -> Double? {
    length(name, axis, isExtent: true)
  }

  private mutating func rect() -> Path? {
    guard let width = extent("width", .horizontal), width > 0,
      let height = extent("height", .vertical), height > 0
    else { return nil }
    let rect = Rect(
      x: length("x", .horizontal) ?? 0, y: length("y", .vertical) ?? 0, width: width,
      height: height)
    let rx = extent("rx", .horizontal)
    let ry = extent("ry", .vertical)
    var path = Path()
    path.addRoundedRect(rect, radiusX: rx ?? ry ?? 0, radiusY: ry ?? rx ?? 0)
    return path
  }

  private mutating func circle() -> Path? {
    guard let radius = extent("r", .diagonal), radius > 0 else { return nil }
    let center = Point(x: length("cx", .horizontal) ?? 0, y: length("cy", .vertical) ?? 0)
    return .circle(center: center, radius: radius)
  }

  private mutating func ellipse() -> Path? {
    let rx = extent("rx", .horizontal)
    let ry = extent("ry", .vertical)
    guard let width = rx ?? ry, let height = ry ?? rx, width > 0, height > 0 else { return nil }
    let center = Point(x: length("cx", .horizontal) ?? 0, y: length("cy", .vertical) ?? 0)
    return .ellipse(in: Rect(center: center, size: Size(width: 2 * width, height: 2 * height)))
  }

  private mutating func line() -> Path? {
    var path = Path()
    path.move(to: Point(x: length("x1", .horizontal) ?? 0, y: length("y1", .vertical) ?? 0))
    path.addLine(to: Point(x: length("x2", .horizontal) ?? 0, y: length("y2", .vertical) ?? 0))
    return path
  }

  /// All points up to one that cannot be read.
  private mutating func polygon(isClosed: Bool) -> Path? {
    guard let text = node.attribute("points") else { return nil }
    var scanner = TextScanner(text)
    var path = Path()
    while true {
      // A comma may stand only between numbers.
      if path.isEmpty { scanner.skipSpace() } else { scanner.skipSeparator() }
      if scanner.isAtEnd { break }
      guard let x = scanner.number() else {
        warnings.append("points end with something that is not a number")
        break
      }
      scanner.skipSeparator()
      guard let y = scanner.number() else {
        warnings.append("points end with half a point")
        break
      }
      if path.isEmpty {
        path.move(to: Point(x: x, y: y))
      } else {
        path.addLine(to: Point(x: x, y: y))
      }
    }
    guard path.elements.count > 1 else { return nil }
    if isClosed { path.close() }
    return path
  }

  private mutating func data() -> Path? {
    var text = declarations["d"] ?? node.attributes["d"] ?? ""
    if text == "none" { return nil }
    if let inside = ShapePath.pathFunction(text) {
      let (path, error) = Path.readable(svg: inside)
      if error == nil { return path }
      // A style sheet's value counts as a whole or not at all, so no part of the path is drawn.
      warnings.append("the data of path() is wrong, and left out")
      text = node.attributes["d"] ?? ""
    }
    let (path, error) = Path.readable(svg: text)
    if error != nil { warnings.append("the path's data is wrong, and drawn up to there") }
    return path
  }

  /// The data in `path("…")`, as style sheets write it.
  private static func pathFunction(_ text: String) -> String? {
    guard text.hasPrefix("path(") else { return nil }
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "\"" || $0 == "'" }
    return parts.count == 3 ? String(parts[1]) : nil
  }
}
