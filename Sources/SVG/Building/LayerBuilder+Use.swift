import Geometry
internal import Layers

/// The size that a `use` element gives to the element that it shows.
struct UsedSize {
  var width: LengthValue?
  var height: LengthValue?
}

/// References to elements, and the viewports of `svg` and `symbol`.
extension LayerBuilder {
  /// The element that a `use` shows; nil, with a warning, where there is none.
  func useTarget(_ place: Int) -> Int? {
    let reference = document[place].href
    guard let target = document.target(of: reference) else {
      warn(
        "'\(reference?.prefix(80) ?? "")' is not in the file, and not shown by 'use'", at: place)
      return nil
    }
    guard !isActive(target) else {
      warn("'use' of '\(reference?.prefix(80) ?? "")' within itself is not drawn", at: place)
      return nil
    }
    return target
  }

  func useOffset(_ place: Int, _ lengths: LengthContext) throws(SVGError) -> AffineTransform {
    .translation(
      x: try length("x", of: place, .horizontal, lengths) ?? 0,
      y: try length("y", of: place, .vertical, lengths) ?? 0)
  }

  /// Attributes of kinds of elements that are properties of style sheets, too (SVG 2, section 7.4):
  /// those that browsers follow.
  private static let geometry: [String: Set<String>] = [
    "image": ["x", "y", "width", "height"], "use": ["x", "y"],
  ]

  /// An attribute as a length; nil where there is none, or a wrong one, which is warned about.
  func length(
    _ name: String, of place: Int, _ axis: LengthAxis, _ lengths: LengthContext
  ) throws(SVGError) -> Double? {
    try lengthValue(name, of: place).map { lengths.resolve($0, axis) }
  }

  private func lengthValue(_ name: String, of place: Int) throws(SVGError) -> LengthValue? {
    var texts: [Substring] = []
    if LayerBuilder.geometry[document[place].name]?.contains(name) ?? false {
      texts = try declarations(of: place).values(of: name).map { $0.trimmed }
    } else if document[place].parent >= 0, try declarations(of: place)[name] != nil {
      warn("\(name) of a style is not supported for '\(document[place].name)'", at: place)
    }
    if let text = document[place].attribute(name) { texts.append(text) }
    for text in texts {
      if LengthValue.absentWords.contains(text.lowercased()) { return nil }
      if text.lowercased() == "inherit" {
        warn("the value 'inherit' for \(name) is not supported", at: place)
        return nil
      }
      if let value = LengthValue(text) { return value }
    }
    if let text = texts.first {
      warn("'\(text.prefix(40))' is not a value for \(name)", at: place)
    }
    return nil
  }

  /// A side of a viewport; nil, with a warning, for a negative one.
  private func side(_ name: String, of place: Int) throws(SVGError) -> LengthValue? {
    guard let value = try lengthValue(name, of: place) else { return nil }
    guard value.number < 0 else { return value }
    warn("\(name) is negative", at: place)
    return nil
  }

  func use(_ place: Int, in context: Context) throws(SVGError) -> Piece {
    guard let target = useTarget(place) else { return Piece() }
    // Elements that draw nothing where they stand, such as gradients, draw nothing here, either.
    let size = UsedSize(
      width: try lengthValue("width", of: place), height: try lengthValue("height", of: place))
    var inner = context
    if context.isMeasured {
      inner.inheritClearPaints()
    } else {
      inner.inheritPaints(
        from: context, box: try boxForPaints(of: target, in: context, size: size))
    }
    return try build(target, in: inner, size: size)
  }

  /// The box of an element that a `use` shows. The element has to be made to find it: nil where no
  /// paint needs it.
  private func boxForPaints(
    of target: Int, in context: Context, size: UsedSize
  ) throws(SVGError) -> Rect? {
    let hasServer = [context.parent.fill, context.parent.stroke].contains {
      if case .server = $0 { true } else { false }
    }
    guard hasServer, hasContextPaints else { return nil }
    var measured = context
    measured.isMeasured = true
    measured.inheritClearPaints()
    return try build(target, in: measured, size: size).measuredBox
  }

  /// The content of an `svg` or a `symbol`, in the space around it, without its own transform.
  func viewport(
    _ place: Int, in context: Context, size: UsedSize?
  ) throws(SVGError) -> Piece {
    let node = document[place]
    // Sizes are in terms of the viewport around.
    let whole = LengthValue(100, .percent)
    let own = (width: try side("width", of: place), height: try side("height", of: place))
    let width = size?.width ?? own.width ?? whole
    let height = size?.height ?? own.height ?? whole
    let isRoot = node.parent < 0
    // Browsers do not know these attributes of SVG 2, either.
    for name in ["refX", "refY"] where node.name == "symbol" && node.attribute(name) != nil {
      warn("\(name) of a symbol is not supported", at: place)
    }
    var rect = Rect(
      x: try length("x", of: place, .horizontal, context.lengths) ?? 0,
      y: try length("y", of: place, .vertical, context.lengths) ?? 0,
      width: context.lengths.resolve(width, .horizontal),
      height: context.lengths.resolve(height, .vertical))
    if isRoot { rect = Rect(origin: .zero, size: rootSize) }
    guard !rect.isEmpty else { return Piece() }
    var inner = context
    var transform = AffineTransform.translation(x: rect.minX, y: rect.minY)
    inner.lengths.viewport = rect.size
    if let box = node.viewBox {
      guard let map = node.aspectRatio.transform(from: box, to: rect) else { return Piece() }
      transform = map
      inner.lengths.viewport = box.size
    }
    inner.toPicture = transform.followed(by: context.toPicture)
    var piece = try children(of: place, in: inner)
    if !isRoot {
      // Browsers take the effects of an inner viewport in the space of its content.
      piece = try filtered(piece, of: place, context.parent, in: inner)
      if !piece.layers.isEmpty {
        piece.layers = try cutOut(piece, of: place, context.parent, in: inner) ?? []
      }
    }
    let content = try transformed(piece, by: transform)
    // Content outside the whole picture is cut off where the picture is shown.
    if content.layers.isEmpty || isRoot || context.parent.overflowIsVisible == true {
      return content
    }
    return Piece(layers: [try clipped(content.layers, to: rect)], box: content.box)
  }
}
