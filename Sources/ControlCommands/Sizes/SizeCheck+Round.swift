import Geometry
import Layers

/// The edge of a round panel: the largest circle in the middle of its pixels.
extension SizeCheck {
  /// A rectangle with round corners, in pixels.
  struct RoundedFrame {
    var frame: Rect
    var corner = 0.0

    /// The distance of its farthest point from a point.
    func farthest(from center: Point) -> Double {
      let corner = min(corner, frame.width / 2, frame.height / 2)
      let dx = max(center.x - frame.minX, frame.maxX - center.x) - corner
      let dy = max(center.y - frame.minY, frame.maxY - center.y) - corner
      return (max(dx, 0) * max(dx, 0) + max(dy, 0) * max(dy, 0)).squareRoot() + corner
    }
  }

  /// Looks for lines of text, codes and areas that take touches beyond the edge.
  mutating func findBeyondCircle() {
    guard isRound else { return }
    for content in contents {
      let parts =
        content.lines.isEmpty
        ? [RoundedFrame(frame: content.frame, corner: content.corner)]
        : content.lines.map { RoundedFrame(frame: $0) }
      // An area as large as the screen takes touches everywhere.
      if content.frame.contains(screen) { continue }
      checkCircle(parts, content.path)
    }
  }

  /// - Parameter line: of a progress, with its round ends.
  mutating func checkCircle(line: RoundedFrame, _ around: Surroundings) {
    guard isRound, !around.moves, !around.isShifted, !around.isCut, around.clip == screen else {
      return
    }
    checkCircle([line], around.path)
  }

  private mutating func checkCircle(_ parts: [RoundedFrame], _ path: String) {
    let center = Point(x: screen.midX, y: screen.midY)
    let beyond = parts.reduce(0) { max($0, $1.farthest(from: center)) } - screen.width / 2
    guard beyond > Self.tolerance else { return }
    findings.append(SizeFinding(layer: path, kind: .beyondCircle(beyond)))
  }
}
