import CMath
import Geometry
internal import Layers

/// Markers at the vertices of lines.
extension LayerBuilder {
  /// The layers of all markers of a shape, in the order of its vertices.
  func markers(on path: Path, of place: Int, in context: Context) throws(SVGError) -> [Layer] {
    let style = context.parent
    guard ["path", "line", "polyline", "polygon"].contains(document[place].name),
      style.markerStart != nil || style.markerMid != nil || style.markerEnd != nil
    else { return [] }
    // A segment without a length points to the right, as in browsers.
    let vertices = PathVertices(path, stillDirection: Vector(dx: 1, dy: 0)).vertices
    let box = path.bounds
    let start = marker(style.markerStart, of: place)
    let middle = marker(style.markerMid, of: place)
    let end = marker(style.markerEnd, of: place)
    var layers: [Layer] = []
    for (index, vertex) in vertices.enumerated() {
      if index == 0, let start {
        layers += try markerLayers(start, at: vertex, isStart: true, box: box, in: context)
      }
      if index > 0, index + 1 < vertices.count, let middle {
        layers += try markerLayers(middle, at: vertex, isStart: false, box: box, in: context)
      }
      if index + 1 == vertices.count, let end {
        layers += try markerLayers(end, at: vertex, isStart: false, box: box, in: context)
      }
    }
    return layers
  }

  private func marker(_ reference: String?, of place: Int) -> Int? {
    guard let reference else { return nil }
    guard let marker = document.target(of: reference), document[marker].name == "marker" else {
      warn("'\(reference.prefix(40))' is not a marker in the file", at: place)
      return nil
    }
    guard !isActive(marker) else {
      warn("the marker '\(reference.prefix(40))' is not drawn within itself", at: place)
      return nil
    }
    return marker
  }

  private func markerLayers(
    _ marker: Int, at vertex: PathVertices.Vertex, isStart: Bool, box: Rect, in context: Context
  ) throws(SVGError) -> [Layer] {
    let node = document[marker]
    try countAttributes(of: marker)
    let own = try ownStyle(of: marker, context.lengths)
    var inner = Context(parent: own, lengths: context.lengths, depth: context.depth + 1)
    inner.inheritPaints(from: context, box: box)
    inner.isPlaced = context.isPlaced
    inner.lengths.fontSize = own.fontSize
    let width = try length("markerWidth", of: marker, .horizontal, inner.lengths) ?? 3
    let height = try length("markerHeight", of: marker, .vertical, inner.lengths) ?? 3
    guard width > 0, height > 0 else { return [] }
    let viewport = Rect(x: 0, y: 0, width: width, height: height)
    var content = AffineTransform.identity
    // As in browsers, percentages are of the viewport around, not of the marker's own.
    let reference = Point(
      x: try referenceLength("refX", of: marker, .horizontal, inner.lengths),
      y: try referenceLength("refY", of: marker, .vertical, inner.lengths))
    inner.lengths.viewport = viewport.size
    if let box = node.viewBox {
      guard let map = node.aspectRatio.transform(from: box, to: viewport) else { return [] }
      content = map
      inner.lengths.viewport = box.size
    }
    let origin = content.apply(to: reference)
    let isScaled = node.attribute("markerUnits") != "userSpaceOnUse"
    let scale = isScaled ? context.parent.strokeStyle.width : 1
    guard scale > 0 else { return [] }
    let transform = AffineTransform.translation(x: -origin.x, y: -origin.y)
      .followed(by: .scale(x: scale, y: scale))
      .followed(by: .rotation(angle(of: marker, at: vertex, isStart: isStart)))
      .followed(by: .translation(x: vertex.point.x, y: vertex.point.y))
    inner.toPicture = content.followed(by: transform).followed(by: context.toPicture)
    if !own.filter.isEmpty { warn("the filter of a marker is not supported", at: marker) }
    if own.blendMode != nil { warn("the blend mode of a marker is not supported", at: marker) }
    var piece = try whileActive(marker) { () throws(SVGError) -> Piece in
      try children(of: marker, in: inner)
    }
    if !piece.layers.isEmpty {
      // The clip and the mask lie in the space of the content, like those of an inner viewport.
      piece.layers = try cutOut(piece, of: marker, own, in: inner) ?? []
    }
    var layers = try transformed(piece, by: content).layers
    if layers.isEmpty { return [] }
    if own.overflowIsVisible != true { layers = [try clipped(layers, to: viewport)] }
    let layer = try group(layers, transform: transform)
    layer.opacity = own.opacity
    return [layer]
  }

  private func referenceLength(
    _ name: String, of marker: Int, _ axis: LengthAxis, _ lengths: LengthContext
  ) throws(SVGError) -> Double {
    switch document[marker].attribute(name) {
    case "left", "top": return 0
    case "center", "right", "bottom":
      // Browsers do not know these words of SVG 2, either.
      warn("a word for \(name) of a marker is not supported", at: marker)
      return 0
    default: break
    }
    return try length(name, of: marker, axis, lengths) ?? 0
  }

  /// Radians.
  private func angle(of marker: Int, at vertex: PathVertices.Vertex, isStart: Bool) -> Double {
    guard let text = document[marker].attribute("orient") else { return 0 }
    if text == "auto" { return vertex.angle }
    if text == "auto-start-reverse" { return vertex.angle + (isStart ? .pi : 0) }
    var scanner = TextScanner(text)
    if let number = scanner.number() {
      switch scanner.word() {
      case "", "deg": return number * .pi / 180
      case "grad": return number * .pi / 200
      case "rad": return number
      case "turn": return number * 2 * .pi
      default: break
      }
    }
    warn("'\(text.prefix(40))' is not a value for orient", at: marker)
    return 0
  }
}
