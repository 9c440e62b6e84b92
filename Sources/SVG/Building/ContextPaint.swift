import Geometry
import Raster

/// The fill or the stroke of an element that refers to other elements, such as a line with markers,
/// for use in these.
indirect enum ContextPaint {
  /// Clear for none.
  case color(Color)
  case server(Server)

  /// A gradient or a pattern, in the space of the element that has it.
  struct Server {
    var name: String
    /// The colour in place of a missing paint; clear for none.
    var fallback: Color
    /// Around the element that has the paint.
    var box: Rect
    /// Maps the element's space to the whole picture's.
    var toPicture: AffineTransform
    var lengths: LengthContext
  }
}

extension LayerBuilder.Context {
  /// Takes an element's paints for the elements that it refers to.
  ///
  /// - Parameters:
  ///   - outer: the element's context, with its style as the parent's.
  ///   - box: around the element; nil where it is not known, and then gradients and patterns are
  ///     not known, either.
  mutating func inheritPaints(from outer: LayerBuilder.Context, box: Rect?) {
    contextFill = outer.contextPaint(of: outer.parent.fill, box: box)
    contextStroke = outer.contextPaint(of: outer.parent.stroke, box: box)
  }

  /// Takes paints that show nothing, where elements are made for their box alone.
  mutating func inheritClearPaints() {
    contextFill = .color(.clear)
    contextStroke = .color(.clear)
  }

  /// The paint that elements referred to from here get from this one; nil if it is not known.
  func contextPaint(of paint: PaintValue, box: Rect? = nil) -> ContextPaint? {
    switch paint {
    case .none: return .color(.clear)
    case .color(let color): return .color(color)
    case .currentColor: return .color(parent.color)
    case .ofContext(let name):
      return name.lowercased() == "context-fill" ? contextFill : contextStroke
    case .server(let name, let fallback):
      guard let box else { return nil }
      var color = Color.clear
      if let fallback {
        guard case .color(let known)? = contextPaint(of: fallback) else { return nil }
        color = known
      }
      return .server(
        ContextPaint.Server(
          name: name, fallback: color, box: box, toPicture: toPicture, lengths: lengths))
    }
  }

  /// Keeps only colours, where the transform to the element that has the paints is not known.
  mutating func forgetContextServers() {
    if case .server? = contextFill { contextFill = nil }
    if case .server? = contextStroke { contextStroke = nil }
  }
}
