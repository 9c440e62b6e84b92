import Geometry
internal import Layers
import Raster

/// Clips, masks, opacity and blending.
extension LayerBuilder {
  /// The result of a reference to a clip or a mask.
  enum Stencil {
    /// The reference has no effect.
    case none
    /// The clip or the mask hides everything.
    case empty
    case layer(Layer, mode: MaskMode)
  }

  /// An element's layers with all effects and its transform; nil where nothing is left of them.
  func effects(
    _ content: Piece, of place: Int, _ style: ComputedStyle, in context: Context
  ) throws(SVGError) -> [Layer]? {
    guard let layers = try cutOut(content, of: place, style, in: context) else { return nil }
    let mode = blendMode(style, at: place)
    let isPlain = style.opacity >= 1 && mode == .normal && !style.isIsolated
    if isPlain && style.transform == .identity { return layers }
    let layer = try group(layers, transform: style.transform)
    layer.opacity = style.opacity
    layer.blendMode = mode
    if mode != .normal { hasBlending = true }
    layer.isolatesBlending = style.isIsolated
    return [layer]
  }

  /// An element's layers, cut by its clip and its mask; nil where these hide all of them.
  func cutOut(
    _ content: Piece, of place: Int, _ style: ComputedStyle, in context: Context
  ) throws(SVGError) -> [Layer]? {
    var layers = content.layers
    if let value = style.clipPath {
      guard
        let clipped = try cut(layers, by: try clip(value, of: place, content, in: context))
      else { return nil }
      layers = clipped
    }
    if let name = style.mask {
      guard
        let masked = try cut(
          layers, by: try mask(name, of: place, content.measuredBox, in: context))
      else { return nil }
      layers = masked
    }
    return layers
  }

  /// Layers, cut by a stencil; nil where it hides all of them.
  private func cut(_ layers: [Layer], by stencil: Stencil) throws(SVGError) -> [Layer]? {
    switch stencil {
    case .none: return layers
    case .empty: return nil
    case .layer(let mask, let mode):
      let layer = try group(layers)
      layer.mask = mask
      layer.maskMode = mode
      return [layer]
    }
  }

  private func blendMode(_ style: ComputedStyle, at place: Int) -> BlendMode {
    guard let name = style.blendMode else { return .normal }
    if let mode = BlendMode(name: name) { return mode }
    warn("the blend mode '\(name.prefix(40))' is not known", at: place)
    return .normal
  }

  // MARK: Clips

  private func clip(
    _ value: ClipValue, of place: Int, _ content: Piece, in context: Context
  ) throws(SVGError) -> Stencil {
    switch value {
    case .reference(let name):
      guard let clip = try target(name, "clipPath", "clip-path", of: place) else { return .none }
      return try stencil(clip, box: content.measuredBox, in: context, from: place)
    case .shape(let shape, let kind):
      let box: Rect? =
        switch kind {
        case .fill: content.measuredBox
        case .stroke: content.strokedBox
        case .view: Rect(origin: .zero, size: context.lengths.viewport)
        }
      guard let box else { return .empty }
      let path = shape?.path(in: box) ?? .rect(box)
      guard path.isFinite else { return .empty }
      try countSegments(path)
      return .layer(try layer(of: .fill(path, shape?.rule ?? .nonZero), .black), mode: .alpha)
    }
  }

  /// The element of a kind that a reference names; nil, with a warning, where there is none.
  private func target(
    _ name: String, _ kind: String, _ property: String, of place: Int
  ) throws(SVGError) -> Int? {
    guard name.hasPrefix("#") else {
      warn("'\(name.prefix(40))' as a \(property) is not supported", at: place)
      return nil
    }
    guard let target = document.target(of: name), document[target].name == kind else {
      warn("\(property) refers to '\(name.prefix(40))', which is not a \(kind)", at: place)
      return nil
    }
    guard !isActive(target), try !closesCircle(place, property) else {
      warn("\(property) refers to '\(name.prefix(40))' within itself", at: place)
      return nil
    }
    return target
  }

  private func closesCircle(_ place: Int, _ property: String) throws(SVGError) -> Bool {
    if let known = stencilReferences { return known.isClosing(place, property) }
    let references = try StencilReferences(document, cascade)
    stencilReferences = references
    return references.isClosing(place, property)
  }

  /// The shapes of a clip as a mask.
  ///
  /// - Parameter box: the box of the clipped content.
  private func stencil(
    _ clip: Int, box: Rect?, in context: Context, from place: Int
  ) throws(SVGError) -> Stencil {
    try countElement(clip, depth: context.depth)
    let own = try ownStyle(of: clip, context.lengths)
    if own.isCollapsed { return .empty }
    var inner = Context(parent: own, lengths: context.lengths, depth: context.depth + 1)
    inner.lengths.fontSize = own.fontSize
    var transform = own.transform
    if document[clip].attribute("clipPathUnits") == "objectBoundingBox" {
      guard let box, !box.isEmpty else { return .empty }
      transform = box.unitTransform.followed(by: transform)
    }
    return try whileActive(clip) { () throws(SVGError) -> Stencil in
      var shapes = Piece()
      for child in document[clip].children {
        shapes.append(try clipShape(child, in: inner, mayUse: true))
      }
      guard !shapes.layers.isEmpty else { return .empty }
      let layer = try group(shapes.layers, transform: transform)
      guard let value = own.clipPath else { return .layer(layer, mode: .alpha) }
      // The clip's own clip is in the space around it.
      var around = context
      around.depth += 1
      switch try self.clip(value, of: clip, Piece(box: box ?? .null), in: around) {
      case .none: return .layer(layer, mode: .alpha)
      case .empty: return .empty
      case .layer(let mask, _):
        let both = try group([layer])
        both.mask = mask
        return .layer(both, mode: .alpha)
      }
    }
  }

  /// A shape of a clip, or one that a clip uses, in the space of the clip.
  private func clipShape(
    _ place: Int, in context: Context, mayUse: Bool
  ) throws(SVGError) -> Piece {
    let node = document[place]
    let isUse = node.name == "use" && mayUse
    guard ShapePath.names.contains(node.name) || isUse || node.name == "text",
      meetsConditions(place)
    else { return Piece() }
    let (style, lengths) = try style(of: place, in: context)
    guard style.isDisplayed, !style.isCollapsed else { return Piece() }
    try countElement(place, depth: context.depth)
    var inner = context
    inner.parent = style
    inner.lengths = lengths
    inner.depth += 1
    var piece: Piece
    if isUse {
      guard let target = useTarget(place) else { return Piece() }
      piece = try whileActive(target) { () throws(SVGError) -> Piece in
        try clipShape(target, in: inner, mayUse: false)
      }
    } else if node.name == "text" {
      guard let (path, box) = try textPath(place, in: inner) else { return Piece() }
      piece = Piece(layers: [try layer(of: .fill(path, .nonZero), .black)], box: box)
    } else {
      guard style.visibility == .visible, let path = try path(of: place, lengths) else {
        return Piece()
      }
      piece = Piece(
        layers: [try layer(of: .fill(path, style.clipRule), .black)], box: path.bounds)
    }
    if piece.layers.isEmpty { return Piece() }
    if let value = style.clipPath {
      guard
        let cut = try cut(piece.layers, by: try clip(value, of: place, piece, in: inner))
      else { return Piece() }
      piece.layers = cut
    }
    let offset = isUse ? try useOffset(place, lengths) : .identity
    let transform =
      style.originInBox == nil ? style.transform : boxedTransform(style, piece, offset, lengths)
    return try transformed(piece, by: offset.followed(by: transform))
  }

  // MARK: Masks

  private func mask(
    _ name: String, of place: Int, _ box: Rect?, in context: Context
  ) throws(SVGError) -> Stencil {
    guard let mask = try target(name, "mask", "mask", of: place) else { return .none }
    return try stencil(ofMask: mask, box: box, in: context)
  }

  private func stencil(
    ofMask mask: Int, box: Rect?, in context: Context
  ) throws(SVGError) -> Stencil {
    try countElement(mask, depth: context.depth)
    let node = document[mask]
    let own = try ownStyle(of: mask, context.lengths)
    var inner = Context(parent: own, lengths: context.lengths, depth: context.depth + 1)
    inner.lengths.fontSize = own.fontSize
    let isUserSpace = node.attribute("maskUnits") == "userSpaceOnUse"
    let isBoxContent = node.attribute("maskContentUnits") == "objectBoundingBox"
    if !isUserSpace || isBoxContent {
      guard let box, !box.isEmpty else { return .empty }
    }
    let region = rect(
      of: mask, isBoxed: !isUserSpace, box: box ?? .zero, inner.lengths,
      default: Rect(x: -10, y: -10, width: 120, height: 120))
    guard !region.isEmpty else { return .empty }
    return try whileActive(mask) { () throws(SVGError) -> Stencil in
      let transform = isBoxContent ? (box ?? .zero).unitTransform : .identity
      inner.toPicture = transform.followed(by: context.toPicture)
      inner.isPlaced = context.isPlaced
      let content = try transformed(try children(of: mask, in: inner), by: transform)
      guard !content.layers.isEmpty else { return .empty }
      var layer = try clipped(content.layers, to: region)
      if let name = own.mask, let outer = try target(name, "mask", "mask", of: mask) {
        var around = context
        around.depth += 1
        switch try stencil(ofMask: outer, box: box, in: around) {
        case .none: break
        case .empty: return .empty
        case .layer(let stencil, let mode):
          layer = try group([layer])
          layer.mask = stencil
          layer.maskMode = mode
        }
      }
      let mode: MaskMode =
        own.isAlphaMask ? .alpha : own.interpolatesLinearly ? .linearLuminance : .luminance
      return .layer(layer, mode: mode)
    }
  }

  /// A rectangle by the attributes x, y, width and height; empty where one of the last two is
  /// negative.
  ///
  /// - Parameters:
  ///   - isBoxed: true if they are parts of the box.
  ///   - default: in percent.
  func rect(
    of place: Int, isBoxed: Bool, box: Rect, _ lengths: LengthContext, default usual: Rect
  ) -> Rect {
    func length(_ name: String, _ axis: LengthAxis, _ usual: Double) -> Double {
      let text = document[place].attribute(name)
      let value = text.flatMap { LengthValue($0) } ?? LengthValue(usual, .percent)
      if text != nil, text.flatMap({ LengthValue($0) }) == nil {
        warn("'\(text?.prefix(40) ?? "")' is not a value for \(name)", at: place)
      }
      return (isBoxed ? LengthContext.unit : lengths).resolve(value, axis)
    }
    let rect = Rect(
      x: length("x", .horizontal, usual.minX), y: length("y", .vertical, usual.minY),
      width: max(0, length("width", .horizontal, usual.width)),
      height: max(0, length("height", .vertical, usual.height)))
    return isBoxed ? rect.transformed(by: box.unitTransform) : rect
  }
}

extension Rect {
  /// Maps the unit square to the rectangle.
  var unitTransform: AffineTransform {
    AffineTransform(a: width, b: 0, c: 0, d: height, tx: minX, ty: minY)
  }
}
