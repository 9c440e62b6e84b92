import CMath
import Geometry

/// The corners of a stroke with `stroke-linejoin: miter-clip`: a mitre beyond the limit is cut off
/// at half the limit, in stroke widths, from its vertex (SVG 2, section 13.5.4), where an ordinary
/// mitre becomes a bevel.
enum ClippedMiters {
  /// The areas that such corners add to a stroke with bevels, clockwise on the screen like the
  /// stroke's pieces: both are filled together with the non-zero rule.
  ///
  /// - Parameter line: with its dashes, if there are any.
  static func path(of line: Path, _ pen: StrokeStyle) -> Path {
    var path = Path()
    let half = pen.width / 2
    // A shorter mitre would lie within the stroke.
    guard half > 0, pen.miterLimit >= 1 else { return path }
    for vertex in PathVertices(line).vertices {
      guard let incoming = vertex.incoming, let outgoing = vertex.outgoing else { continue }
      let cosine = min(max(incoming.dot(outgoing), -1), 1)
      // The angle between the mitre's middle and the normals of both sides is half of the turn.
      let halfCosine = ((1 + cosine) / 2).squareRoot()
      let halfSine = ((1 - cosine) / 2).squareRoot()
      guard halfSine > 0, halfCosine * pen.miterLimit < 1 else { continue }
      let side = incoming.cross(outgoing) < 0 ? -half : half
      let start = vertex.point + Vector(dx: incoming.dy, dy: -incoming.dx) * side
      let end = vertex.point + Vector(dx: outgoing.dy, dy: -outgoing.dx) * side
      let length = (pen.miterLimit - halfCosine) * half / halfSine
      var points = [start, start + incoming * length, end + outgoing * -length, end]
      if side < 0 { points.reverse() }
      // The area meets the bevel without overlapping it.
      path.move(to: points[0])
      for point in points.dropFirst() { path.addLine(to: point) }
      path.close()
    }
    return path
  }
}
