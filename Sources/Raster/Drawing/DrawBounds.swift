public import Geometry

extension DrawCommand {
  /// The framebuffer pixels that the command may change, antialiased edges included.
  ///
  /// Tight for fills; for strokes with corners a miter's whole extent counts. Not clipped to any
  /// surface; all within ±`PixelRect.limit` where points or extents are beyond all measure.
  public var bounds: PixelRect {
    var extent: PathExtent?
    return bounds(with: &extent)
  }

  /// The framebuffer pixels that the command may change.
  ///
  /// - Parameter extent: the extent of the shape's path, which is found here if it is nil and
  ///   helps. Callers keep it for a command of the same shape under another transform.
  public func bounds(with extent: inout PathExtent?) -> PixelRect {
    guard opacity > 0, transform.isFinite else { return .empty }
    var bounds = shape.bounds(under: transform, with: &extent)
    if case .image(let paint) = paint, !paint.extendsBorders {
      let size = Size(
        width: Double(paint.image.size.width), height: Double(paint.image.size.height))
      let area = (paint.source ?? Rect(origin: .zero, size: size)).transformed(by: paint.transform)
      bounds = bounds.intersection(area.transformed(by: transform).pixelCover)
    }
    for clip in clips where !bounds.isEmpty {
      bounds = bounds.intersection(clip.bounds(under: .identity))
    }
    return bounds.isEmpty ? .empty : bounds
  }
}

/// The part of a shape's bounds that takes a look at each point of its path, and is the same
/// wherever the shape lies.
public struct PathExtent: Sendable {
  fileprivate let box: Rect
  fileprivate let curveCount: Int

  fileprivate init(_ shape: Shape) {
    box = shape.pathBounds
    curveCount = shape.curveCount
  }

  /// False if an arc may be so far away that it has no size beside its centre.
  fileprivate var isNear: Bool {
    box.isNull || max(abs(box.minX), abs(box.minY), abs(box.maxX), abs(box.maxY)) < 0x1p30
  }
}

extension DrawCommand {
  /// The pixels of a surface that the command may change: found faster than `bounds`, and less
  /// tight.
  ///
  /// - Parameter box: the box of the shape's path, under the transform.
  func extent(of box: PathBox?, in surface: PixelRect) -> PixelRect {
    guard transform.isFinite else { return .empty }
    let extent = shape.extent(of: box, under: transform, in: surface)
    return extent.isEmpty ? extent : extentOfClips(in: extent)
  }

  /// The pixels of a surface that the clips may leave visible.
  public func extentOfClips(in surface: PixelRect) -> PixelRect {
    var extent = surface
    for clip in clips where !extent.isEmpty {
      let box = PathBox(clip, under: .identity)
      extent = extent.intersection(clip.extent(of: box, under: .identity, in: surface))
    }
    return extent
  }
}

extension PixelRect {
  /// As far as converted rectangles go.
  fileprivate static var everything: PixelRect {
    PixelRect(minX: -limit, minY: -limit, maxX: limit, maxY: limit)
  }
}

extension Shape {
  /// The path of the shape; that of glyphs is built at each call.
  public var path: Path {
    switch self {
    case .fill(let path, _), .stroke(let path, _): path
    case .glyphs(let glyphs): glyphs.path
    }
  }

  /// The bounds of its path.
  fileprivate var pathBounds: Rect {
    switch self {
    case .fill(let path, _), .stroke(let path, _): path.bounds
    case .glyphs(let glyphs): glyphs.bounds
    }
  }

  /// The bounds of its path's image.
  private func pathBounds(under transform: AffineTransform) -> Rect {
    switch self {
    case .fill(let path, _), .stroke(let path, _): path.bounds(under: transform)
    case .glyphs(let glyphs): glyphs.bounds(under: transform)
    }
  }

  /// The number of its path's elements that are not lines.
  fileprivate var curveCount: Int {
    switch self {
    case .fill(let path, _), .stroke(let path, _): path.curveCount
    case .glyphs(let glyphs): glyphs.curveCount
    }
  }

  /// True if the path has moves alone, which draw nothing whatever their points are.
  private var hasMovesAlone: Bool {
    switch self {
    case .fill(let path, _), .stroke(let path, _): path.verbs.allSatisfy { $0 == .move }
    case .glyphs(let glyphs):
      glyphs.parts.allSatisfy { $0.path.verbs.allSatisfy { $0 == .move } }
    }
  }

  /// The distance by which the shape extends beyond its path, in the path's space; nil if it draws
  /// nothing.
  private var outset: Double? {
    switch self {
    case .fill(let path, _): return path.isEmpty ? nil : 0
    case .glyphs(let glyphs): return glyphs.isEmpty ? nil : 0
    case .stroke(let path, let style):
      guard style.width > 0, !path.isEmpty else { return nil }
      var extent = style.width / 2
      if style.cap == .square { extent *= 2.0.squareRoot() }
      if style.join == .miter, path.hasCorners {
        extent = max(extent, style.width / 2 * max(style.miterLimit, 1))
      }
      return extent
    }
  }

  /// The distance by which the shape extends beyond its path under a transform; nil if it draws
  /// nothing.
  private func spread(under transform: AffineTransform) -> Double? {
    outset.map { $0 * transform.largestScale }
  }

  var isDashed: Bool {
    if case .stroke(_, let style) = self { !style.dashes.isEmpty } else { false }
  }

  /// The area, in the path's space, outside which parts of the path leave no trace in the given
  /// pixels; nil if it is not known.
  func pathArea(seenIn pixels: PixelRect, under transform: AffineTransform) -> Rect? {
    guard let outset, let inverse = transform.inverse else { return nil }
    // A pixel for the rounding of points, and one for lines that stand for curves.
    let area = Rect(pixels).insetBy(dx: -2, dy: -2).transformed(by: inverse)
      .insetBy(dx: -outset, dy: -outset)
    return area.isFinite ? area : nil
  }

  fileprivate func extent(
    of box: PathBox?, under transform: AffineTransform, in surface: PixelRect
  ) -> PixelRect {
    guard let extent = spread(under: transform) else { return .empty }
    // A box beyond all measure may be anywhere.
    return box?.pixels(outset: extent)?.intersection(surface) ?? surface
  }

  /// The pixels that the shape touches under a transform to framebuffer pixels.
  func bounds(under transform: AffineTransform) -> PixelRect {
    var extent: PathExtent?
    return bounds(under: transform, with: &extent)
  }

  fileprivate func bounds(
    under transform: AffineTransform, with kept: inout PathExtent?
  ) -> PixelRect {
    guard var extent = spread(under: transform) else { return .empty }
    if kept == nil, transform.keepsAxes { kept = PathExtent(self) }
    let box =
      if let kept, transform.keepsAxes, kept.isNear {
        kept.box.transformed(by: transform)
      } else {
        pathBounds(under: transform)
      }
    // The lines that stand for curves may lie a little beyond them.
    let curveCount = kept?.curveCount ?? curveCount
    if curveCount > 0 {
      extent += Flattener.fitOutset(
        extent: max(box.width, box.height),
        limit: Flattener.chordLimit(curveCount: curveCount))
    }
    // Points beyond all measure have a null box, too.
    if box.isNull, hasMovesAlone { return .empty }
    // The renderer looks for such a shape everywhere.
    guard !box.isNull, box.isFinite, extent.isFinite else { return .everything }
    return box.insetBy(dx: -extent, dy: -extent).pixelCover
  }
}
