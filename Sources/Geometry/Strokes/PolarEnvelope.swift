import CMath

/// The outline of a union of shapes that are all star-shaped around one centre.
///
/// The shapes are given by their outer edges, each over a range of angles; in every direction, the
/// outermost edge belongs to the union's outline.
struct PolarEnvelope {
  enum Edge {
    /// A circle around the centre.
    case circle(Double)
    /// A line at a distance from the centre, in the direction of its normal.
    case line(distance: Double, normal: Double)
  }

  private struct Piece {
    var edge: Edge
    var from: Double
    var sweep: Double
  }

  private let center: Point
  private var pieces: [Piece] = []

  init(center: Point) { self.center = center }

  /// Adds an edge over a range of angles, in either direction.
  mutating func add(_ edge: Edge, from start: Double, sweep: Double) {
    guard sweep != 0 else { return }
    let from = sweep < 0 ? start + sweep : start
    pieces.append(Piece(edge: edge, from: PolarEnvelope.wrapped(from), sweep: abs(sweep)))
  }

  /// Adds the outline, clockwise on the screen.
  func append(to outline: inout Path) {
    guard !pieces.isEmpty else { return }
    let angles = cuts
    var run: (piece: Int?, from: Double, to: Double)?
    var isStarted = false
    func flush(_ outline: inout Path) {
      guard let run else { return }
      let edge = run.piece.map { pieces[$0].edge }
      let start = point(edge, run.from)
      if isStarted { outline.addLine(to: start) } else { outline.move(to: start) }
      isStarted = true
      switch edge {
      case .circle(let radius)?:
        outline.addArc(
          center: center, radius: radius, startAngle: run.from, sweep: run.to - run.from)
      case .line?: outline.addLine(to: point(edge, run.to))
      case nil: break
      }
    }
    for index in angles.indices {
      let from = angles[index]
      let to = index + 1 < angles.count ? angles[index + 1] : angles[0] + 2 * .pi
      guard to - from > 1e-12 else { continue }
      let piece = furthest(at: (from + to) / 2)
      if let current = run, current.piece == piece {
        run?.to = to
      } else {
        flush(&outline)
        run = (piece, from, to)
      }
    }
    flush(&outline)
    outline.close()
  }

  private static func wrapped(_ angle: Double) -> Double {
    let turn = fmod(angle, 2 * .pi)
    return turn < 0 ? turn + 2 * .pi : turn
  }

  private func point(_ edge: Edge?, _ angle: Double) -> Point {
    guard let edge else { return center }
    let distance = PolarEnvelope.distance(edge, angle)
    return Point(x: center.x + distance * cos(angle), y: center.y + distance * sin(angle))
  }

  private static func distance(_ edge: Edge, _ angle: Double) -> Double {
    switch edge {
    case .circle(let radius): radius
    case .line(let distance, let normal): distance / cos(angle - normal)
    }
  }

  private func furthest(at angle: Double) -> Int? {
    var best: (index: Int, distance: Double)?
    for (index, piece) in pieces.enumerated()
    where PolarEnvelope.wrapped(angle - piece.from) < piece.sweep {
      let distance = PolarEnvelope.distance(piece.edge, angle)
      if best.map({ distance > $0.distance }) ?? true { best = (index, distance) }
    }
    return best?.index
  }

  /// Every angle at which the outermost edge may change, in ascending order.
  private var cuts: [Double] {
    var angles: [Double] = []
    for (index, piece) in pieces.enumerated() {
      angles += [piece.from, piece.from + piece.sweep]
      for other in pieces[..<index] {
        switch (piece.edge, other.edge) {
        case (.circle, .circle): break
        case (.circle(let radius), .line(let distance, let normal)),
          (.line(let distance, let normal), .circle(let radius)):
          guard distance <= radius else { break }
          let chord = ((radius - distance) * (radius + distance)).squareRoot()
          let turn = atan2(chord, distance)
          angles += [normal - turn, normal + turn]
        case (.line(let d1, let n1), .line(let d2, let n2)):
          // d1·cos(φ − n2) = d2·cos(φ − n1)
          let angle = atan2(d2 * cos(n1) - d1 * cos(n2), d1 * sin(n2) - d2 * sin(n1))
          angles += [angle, angle + .pi]
        }
      }
    }
    return angles.map(PolarEnvelope.wrapped).sorted()
  }
}
