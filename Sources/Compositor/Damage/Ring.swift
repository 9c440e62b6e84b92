internal import Geometry
internal import Raster

/// The disc of a circle or the ring of its stroke on the screen, in pixels: the area between two
/// radii.
///
/// A ring that grows or thickens in place looks different only between its old and new borders. In
/// a reveal these are a few hundredths of the picture, while the boxes around the ring are all of
/// it.
struct Ring: Equatable {
  let center: Point
  /// 0 for a disc.
  let inner: Double
  let outer: Double

  init(center: Point, inner: Double, outer: Double) {
    self.center = center
    self.inner = inner
    self.outer = outer
  }

  /// Nil unless it is a whole circle on the screen.
  init?(_ command: DrawCommand) {
    guard command.transform.isSimilarity else { return nil }
    let arc: EllipticArc?
    var halfWidth: Double?
    switch command.shape {
    case .fill(let path, _): arc = path.onlyCircle
    case .stroke(let path, let style):
      guard style.dashes.isEmpty else { return nil }
      arc = path.onlyCircle
      halfWidth = style.width / 2
    case .glyphs: return nil
    }
    guard let arc else { return nil }
    let scale = command.transform.scaleFactor
    center = command.transform.apply(to: arc.center)
    inner = halfWidth.map { max((arc.radius - $0) * scale, 0) } ?? 0
    outer = (arc.radius + (halfWidth ?? 0)) * scale
  }

  /// Adds every pixel of a rectangle in which this ring may look different from another one.
  ///
  /// - Returns: false, with nothing added, if they have different centres.
  func addDamage(since old: Ring, within limit: PixelRect, to damage: inout Region) -> Bool {
    guard center == old.center, isRound, old.isRound else { return false }
    for (a, b) in [(outer, old.outer), (inner, old.inner)] where a != b {
      Ring(center: center, inner: min(a, b) - 1, outer: max(a, b) + 1)
        .addCover(within: limit, to: &damage)
    }
    return true
  }

  /// True if the rasterizer draws a circle on the screen as a circle. It draws chords, whose places
  /// depend on the whole arc, beyond 2³⁰ px (half of this here, to leave space for the stroke), and
  /// under transforms that are no similarity.
  static func isRound(center: Point, radius: Double, under transform: AffineTransform) -> Bool {
    guard transform.isSimilarity else { return false }
    let center = transform.apply(to: center)
    let limit = 0x1p29
    return abs(center.x) < limit && abs(center.y) < limit && radius * transform.scaleFactor < limit
  }

  private var isRound: Bool { Ring.isRound(center: center, radius: outer, under: .identity) }

  /// Adds boxes that cover the ring. Boxes of rings of similar height have their borders at the
  /// same rows, so that the boxes of one frame and of the next join to larger ones.
  private func addCover(within limit: PixelRect, to damage: inout Region) {
    let bounds = Rect(center: center, size: Size(width: 2 * outer, height: 2 * outer))
    let rows = bounds.pixelCover.intersection(limit)
    if rows.isEmpty { return }
    var height = 8
    while height * Self.mostBands < rows.height { height *= 2 }
    var top = rows.minY
    while top < rows.maxY {
      // A multiple of the height, which is a power of two.
      let bottom = min((top & ~(height - 1)) + height, rows.maxY)
      defer { top = bottom }
      // The distances of the band's rows from the centre.
      let (low, high) = (Double(top) - center.y, Double(bottom) - center.y)
      let near = low <= 0 && high >= 0 ? 0 : min(abs(low), abs(high))
      let far = max(abs(low), abs(high))
      guard near < outer else { continue }
      let right = (outer * outer - near * near).squareRoot()
      let left = inner > far ? (inner * inner - far * far).squareRoot() : 0
      for side in left == 0 ? [(-right, right)] : [(-right, -left), (left, right)] {
        let box = Rect(
          x: center.x + side.0, y: Double(top), width: side.1 - side.0,
          height: Double(bottom - top))
        damage.formUnion(box.pixelCover.intersection(limit))
      }
    }
  }

  /// A band has at most four boxes, so these are fewer than a region can have.
  private static let mostBands = 20
}

extension Path {
  /// The arc, if the path is one closed circle.
  fileprivate var onlyCircle: EllipticArc? {
    var start: Point?
    var found: EllipticArc?
    var isClosed = false
    for element in elements {
      switch element {
      case .move(let point) where found == nil: start = point
      case .arc(let arc) where found == nil: found = arc
      case .close where found != nil: isClosed = true
      default: return nil
      }
    }
    guard let found, let start, isClosed, found.isCircular, abs(found.sweep) == 2 * .pi,
      (found.start - start).length <= 1e-9 * found.radius
    else { return nil }
    return found
  }
}
