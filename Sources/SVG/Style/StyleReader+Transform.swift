import Geometry

/// The transform of an element: `translate`, `rotate`, `scale` and `transform`, about their origin.
extension StyleReader {
  mutating func readTransform() {
    guard let list = transformList() else { return readOrigin() }
    let isBoxed = list.contains { TransformValue.hasPercentage($0.text) && $0.name != "scale" }
    let box = declarations["transform-box"]?.trimmed.lowercased() ?? "view-box"
    if isBoxed, box != "view-box" {
      // Percentages refer to the element's box, which is known later.
      style.transformInBox = list
      style.originInBox = .corner
    } else if let transform = StyleReader.transform(list, lengths) {
      style.transform = transform
    }
    readOrigin()
    style.isCollapsed = style.transform.inverse == nil
  }

  /// The properties that transform the element, in the order of their effect from outside; nil for
  /// none.
  private mutating func transformList() -> [TransformProperty]? {
    var list: [TransformProperty] = []
    for name in ["translate", "rotate", "scale", "transform"] {
      let texts = declarations.values(of: name).map { String($0.trimmed) }
      guard let first = texts.first else { continue }
      var properties = texts.map { TransformProperty(name: name, text: $0) }
      // The attribute is the weakest value.
      if name == "transform", let attribute = transformAttribute {
        properties[texts.count - 1].isAttribute = texts[texts.count - 1] == attribute
      }
      guard let good = properties.first(where: { $0.transform(lengths)?.isFinite == true }) else {
        if !["inherit", "initial", "unset", "revert"].contains(first.lowercased()) {
          warnings.append("'\(first.prefix(40))' is not a value for \(name)")
        } else if first.lowercased() == "inherit", name == "transform" {
          style.transform = parent.transform
        }
        continue
      }
      list.append(good)
    }
    return list.isEmpty ? nil : list
  }

  /// Nil where one of the properties is wrong.
  static func transform(_ list: [TransformProperty], _ lengths: LengthContext) -> AffineTransform? {
    var result = AffineTransform.identity
    for property in list {
      guard let own = property.transform(lengths) else { return nil }
      result = own.followed(by: result)
    }
    return result.isFinite ? result : nil
  }

  private mutating func readOrigin() {
    guard style.transform != .identity || style.transformInBox != nil else { return }
    var origin: TransformOrigin?
    if let text = declarations["transform-origin"] {
      origin = TransformOrigin(text)
      if origin == nil {
        warnings.append("'\(text.prefix(40))' is not a value for transform-origin")
      }
    }
    switch declarations["transform-box"]?.trimmed.lowercased() ?? "view-box" {
    case "fill-box", "content-box": style.originInBox = origin ?? .corner
    case "stroke-box", "border-box":
      style.originInBox = origin ?? .corner
      style.boxHasStroke = true
    case "view-box": break
    case let box: warnings.append("transform-box: \(box) is not supported")
    }
    if let origin, style.originInBox == nil {
      let viewport = Rect(origin: .zero, size: lengths.viewport)
      style.transform = style.transform.about(origin.point(in: viewport, lengths))
    }
  }
}

/// A property that transforms an element, as it is written.
struct TransformProperty: Equatable {
  var name: String
  var text: String
  /// True for the attribute `transform`, whose numbers have no units.
  var isAttribute = false

  /// Nil for a wrong value.
  func transform(_ lengths: LengthContext) -> AffineTransform? {
    if text.lowercased() == "none" { return .identity }
    let words = text.split(whereSeparator: \.isWhitespace)
    switch name {
    case "translate":
      guard 1...2 ~= words.count, let x = LengthValue(words[0]),
        let y = words.count > 1 ? LengthValue(words[1]) : LengthValue(0)
      else { return nil }
      return .translation(x: lengths.resolve(x, .horizontal), y: lengths.resolve(y, .vertical))
    case "rotate":
      var scanner = TextScanner(text)
      guard let number = scanner.number(),
        let degrees = ColorValue.angle(number, unit: scanner.word()), scanner.rest.isEmpty
      else { return nil }
      return TransformValue.rotation(degrees)
    case "scale":
      let factors = words.compactMap { PartValue.number($0) }
      guard 1...2 ~= words.count, factors.count == words.count else { return nil }
      return .scale(x: factors[0], y: factors.count > 1 ? factors[1] : factors[0])
    default: return TransformValue.transform(text, isAttribute ? nil : lengths)
    }
  }
}
