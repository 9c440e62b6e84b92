import Geometry

/// A contour with the lengths of its segments.
struct MeasuredContour {
  private let contour: Contour
  /// Lengths up to the end of each segment.
  private var ends: [Double] = []

  /// Chords that a curve is measured by.
  private static let chords = 64

  init(_ contour: Contour) {
    self.contour = contour
    var length = 0.0
    for index in 0..<MeasuredContour.segmentCount(of: contour) {
      let curve = self.curve(index)
      if isLine(index) {
        length += (curve.end - curve.start).length
      } else {
        var last = curve.start
        for step in 1...MeasuredContour.chords {
          let point = curve.point(at: Double(step) / Double(MeasuredContour.chords))
          length += (point - last).length
          last = point
        }
      }
      ends.append(length)
    }
  }

  private static func segmentCount(of contour: Contour) -> Int {
    contour.vertices.isEmpty ? 0 : contour.vertices.count - (contour.isClosed ? 0 : 1)
  }

  var length: Double { ends.last ?? 0 }

  private func vertex(_ index: Int) -> Contour.Vertex {
    contour.vertices[index % contour.vertices.count]
  }

  private func isLine(_ index: Int) -> Bool {
    vertex(index).outgoing == .zero && vertex(index + 1).incoming == .zero
  }

  private func curve(_ index: Int) -> CubicCurve {
    let (start, end) = (vertex(index), vertex(index + 1))
    return CubicCurve(
      start: start.point, control1: start.point + start.outgoing,
      control2: end.point + end.incoming, end: end.point)
  }

  /// The part between two lengths, open unless it is the whole contour; nil for a part outside of
  /// it.
  func part(from: Double, to: Double) -> Contour? {
    if from <= 0, to >= length { return contour }
    guard to > 0, from < length else { return nil }
    var result = Contour()
    var start = 0.0
    for (index, end) in ends.enumerated() {
      defer { start = end }
      guard end > from, start < to, end > start else { continue }
      let low = max((from - start) / (end - start), 0)
      let high = min((to - start) / (end - start), 1)
      guard high > low else { continue }
      if isLine(index) {
        let curve = curve(index)
        result.add(
          Contour.Vertex(curve.start.interpolated(to: curve.end, fraction: low)),
          Contour.Vertex(curve.start.interpolated(to: curve.end, fraction: high)))
      } else {
        let part = curve(index).piece(from: low, to: high)
        result.add(
          Contour.Vertex(part.start, outgoing: part.control1 - part.start),
          Contour.Vertex(part.end, incoming: part.control2 - part.end))
      }
    }
    return result.vertices.isEmpty ? nil : result
  }
}

extension Contour {
  /// Adds a segment that begins where the last one ends.
  fileprivate mutating func add(_ start: Vertex, _ end: Vertex) {
    if vertices.isEmpty {
      vertices.append(start)
    } else {
      vertices[vertices.count - 1].outgoing = start.outgoing
    }
    vertices.append(end)
  }

  /// Adds another open contour that begins where this one ends.
  mutating func join(_ next: Contour) {
    guard let last = vertices.indices.last, let first = next.vertices.first else { return }
    vertices[last].outgoing = first.outgoing
    vertices += next.vertices.dropFirst()
  }
}

extension CubicCurve {
  /// The part between two parameters, by its blossom: three of them give a point of the curve's
  /// net.
  fileprivate func piece(from low: Double, to high: Double) -> CubicCurve {
    func blossom(_ r: Double, _ s: Double, _ t: Double) -> Point {
      let a = start.interpolated(to: control1, fraction: r)
      let b = control1.interpolated(to: control2, fraction: r)
      let c = control2.interpolated(to: end, fraction: r)
      return a.interpolated(to: b, fraction: s)
        .interpolated(to: b.interpolated(to: c, fraction: s), fraction: t)
    }
    return CubicCurve(
      start: blossom(low, low, low), control1: blossom(low, low, high),
      control2: blossom(low, high, high), end: blossom(high, high, high))
  }
}
