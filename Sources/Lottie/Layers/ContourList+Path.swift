import Geometry

extension ContourList {
  /// - Parameter curves: sides that are curves, even if they are straight.
  func path(_ curves: [[Bool]]) -> Path {
    var path = Path()
    for (contour, curves) in zip(contours, curves) {
      guard let first = contour.vertices.first else { continue }
      path.move(to: first.point)
      let last = contour.vertices.count - 1
      for index in 0..<last { contour.addSide(index, isCurve: curves[index], to: &path) }
      guard contour.isClosed else { continue }
      if curves[last] { contour.addSide(last, isCurve: true, to: &path) }
      path.close()
    }
    return path
  }
}

extension ContourList {
  /// The contours repeated one after the other; a single closed one runs round several times.
  func repeated(_ laps: Int) -> ContourList {
    guard contours.count == 1, let own = contours.first, own.isClosed,
      let first = own.vertices.first
    else { return ContourList(contours: (0..<laps).flatMap { _ in contours }) }
    var long = Contour(vertices: (0..<laps).flatMap { _ in own.vertices })
    long.vertices.append(first)
    return ContourList(contours: [long])
  }
}

extension Contour {
  fileprivate func addSide(_ index: Int, isCurve: Bool, to path: inout Path) {
    let (start, end) = (vertices[index], vertices[(index + 1) % vertices.count])
    guard isCurve else { return path.addLine(to: end.point) }
    path.addCubic(
      control1: start.point + start.outgoing, control2: end.point + end.incoming, to: end.point)
  }
}
