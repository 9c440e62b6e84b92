import Geometry

/// A shape made ready for edges: what is left to do is a transform, and cutting curves into chords.
struct DeviceOutline {
  /// The largest distance between a curve and the lines that stand for it, in framebuffer pixels.
  ///
  /// A chord that is off by this much at its middle is off by two thirds of it on average: .9
  /// levels of coverage. Halving it costs 1.4 times the edges.
  static let tolerance = 0.005

  let path: Path
  let transform: AffineTransform
  let rule: FillRule

  init(_ shape: borrowing Shape, transform: AffineTransform) {
    self.transform = transform
    switch copy shape {
    case .fill(let path, let rule):
      self.path = path
      self.rule = rule
    case .stroke(let path, let style):
      let scale = abs(transform.determinant).squareRoot()
      let tolerance = scale > 0 ? DeviceOutline.tolerance / scale : 1
      self.path = path.stroked(style, tolerance: tolerance)
      rule = .nonZero
    }
  }
}
