import Geometry

extension Path {
  /// The start of the next line: the subpath's start after a close; nil for an empty path.
  var currentPoint: Point? {
    switch elements.last {
    case nil: nil
    case .move(let end), .line(let end), .quadratic(_, let end), .cubic(_, _, let end): end
    case .arc(let arc): arc.end
    case .close: subpathStart
    }
  }

  private var subpathStart: Point? {
    for element in elements.reversed() {
      if case .move(let start) = element { return start }
    }
    return nil
  }
}
