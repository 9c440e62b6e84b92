import Geometry

/// A shape made ready for edges: what is left to do is a transform and taking lines and circular
/// arcs as they come.
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
    let scale = abs(transform.determinant).squareRoot()
    switch copy shape {
    case .fill(let path, let rule):
      self.rule = rule
      if DeviceOutline.isExact(path, under: transform) {
        self.path = path
        self.transform = transform
      } else {
        self.path = path.transformed(by: transform).flattened(
          tolerance: DeviceOutline.tolerance, keepingArcs: true)
        self.transform = .identity
      }
    case .stroke(let path, let style):
      rule = .nonZero
      let tolerance = scale > 0 ? DeviceOutline.tolerance / scale : 1
      let outline = path.stroked(style, tolerance: tolerance)
      if DeviceOutline.isExact(outline, under: transform) {
        self.path = outline
        self.transform = transform
      } else {
        self.path = outline.transformed(by: transform).flattened(
          tolerance: DeviceOutline.tolerance, keepingArcs: true)
        self.transform = .identity
      }
    }
  }

  /// Whether the path has only lines and arcs that stay circular.
  private static func isExact(_ path: Path, under transform: AffineTransform) -> Bool {
    path.elements.allSatisfy { element in
      switch element {
      case .move, .line, .close: true
      case .arc(let arc): arc.transformed(by: transform).isCircular
      case .quadratic, .cubic: false
      }
    }
  }
}
