public import Geometry
public import Raster
public import Text

/// A text that is being typed: one line, which is moved within the layer so that the caret is in
/// sight.
public struct TextEntry: Equatable, Sendable {
  /// The place of the caret, in characters; nil while it is not seen.
  public var caret: Int?
  public var caretColor: Color
  /// The points of a line wider than the layer that are out of sight on its left.
  public var offset = 0.0
  /// True while the text stands for one that is still to be typed.
  public var isPlaceholder = false

  public init(caretColor: Color) { self.caretColor = caretColor }
}

extension EntryLine {
  /// The width of the caret, for which a line has space at its end. Points.
  public var caretWidth: Double { max((ascent + descent) * 0.06, 1) }

  /// The left end of the baseline in a rectangle.
  public func origin(_ entry: TextEntry, _ attributes: TextAttributes, in bounds: Rect) -> Point {
    let slack = bounds.size.width - width - caretWidth
    var x = bounds.minX
    if slack < 0 {
      x -= entry.offset
    } else {
      switch attributes.alignment {
      case .left: break
      case .center: x += slack / 2
      case .right: x += slack
      case .natural, .justified: if isRightToLeft { x += slack }
      }
    }
    let rest = bounds.size.height - ascent - descent
    let top =
      switch attributes.verticalAlignment {
      case .top: bounds.minY
      case .center: bounds.minY + rest / 2
      case .bottom: bounds.minY + rest
      }
    return Point(x: x, y: top + ascent)
  }

  /// The offset nearest to a former one that brings a place into sight.
  public func offset(showing place: Int, from former: Double, width available: Double) -> Double {
    let most = width + caretWidth - available
    guard most > 0, place >= 0, !places.isEmpty else { return 0 }
    let x = places[min(place, places.count - 1)]
    return min(max(min(max(former, x + caretWidth - available), x), 0), most)
  }

  /// The line's commands in a rectangle.
  func draw(
    _ entry: TextEntry, _ attributes: TextAttributes, _ color: Color, in bounds: Rect,
    into drawing: inout Drawing
  ) {
    let origin = origin(entry, attributes, in: bounds)
    let move = AffineTransform.translation(x: origin.x, y: origin.y)
    for piece in pieces {
      drawing.append(DrawCommand(shape: .glyphs(piece), paint: .color(color), transform: move))
    }
    for var glyph in colored {
      glyph.transform = glyph.transform.followed(by: move)
      for command in glyph.commands(color) { drawing.append(command) }
    }
    guard let caret = entry.caret, caret >= 0, !places.isEmpty else { return }
    let frame = Rect(
      x: origin.x + places[min(caret, places.count - 1)], y: origin.y - ascent, width: caretWidth,
      height: ascent + descent)
    drawing.fill(
      .roundedRect(frame, radius: caretWidth / 2), with: .color(entry.caretColor))
  }
}
