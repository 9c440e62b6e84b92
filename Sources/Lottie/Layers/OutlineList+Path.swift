import Geometry

extension OutlineList {
  /// - Parameter curves: sides that are curves, even if they are straight.
  func path(_ curves: [[Bool]]) -> Path {
    var path = Path()
    for (outline, curves) in zip(outlines, curves) {
      guard let first = outline.vertices.first else { continue }
      path.move(to: first.point)
      let last = outline.vertices.count - 1
      for index in 0..<last { outline.addSide(index, isCurve: curves[index], to: &path) }
      guard outline.isClosed else { continue }
      if curves[last] { outline.addSide(last, isCurve: true, to: &path) }
      path.close()
    }
    return path
  }
}

extension OutlineList {
  /// The contours so many times one after the other; a closed one by itself is gone round.
  func repeated(_ laps: Int) -> OutlineList {
    guard outlines.count == 1, let own = outlines.first, own.isClosed,
      let first = own.vertices.first
    else { return OutlineList(outlines: (0..<laps).flatMap { _ in outlines }) }
    var long = Outline(vertices: (0..<laps).flatMap { _ in own.vertices })
    long.vertices.append(first)
    return OutlineList(outlines: [long])
  }
}

extension Outline {
  fileprivate func addSide(_ index: Int, isCurve: Bool, to path: inout Path) {
    let (start, end) = (vertices[index], vertices[(index + 1) % vertices.count])
    guard isCurve else { return path.addLine(to: end.point) }
    path.addCubic(
      control1: start.point + start.outgoing, control2: end.point + end.incoming, to: end.point)
  }
}
