import Geometry
import Layers

/// A layer of an arrangement, or the outermost arrangement itself, with the inputs of its
/// placement.
final class LayoutItem {
  enum Content {
    case arrangement(ArrangementDescription, [LayoutItem])
    case text(TextLayer)
    /// A picture of this size.
    case picture(Size)
    /// A layer with a `viewBox` of this size. It may be stretched, since its drawing is fitted.
    case drawing(Size)
    /// A line of progress.
    case line(LineSpace)
    /// A code, which is as wide as high.
    case square
    case other
  }

  let content: Content
  /// Nil if it follows from the content.
  let width: Length?
  let height: Length?
  let grow: Double
  /// Its own place across the axis, or up and down in an overlay; nil for that of all layers.
  var alignSelf: ArrangementDescription.Alignment?
  /// Its own place between left and right in an overlay; nil for that of all layers.
  var justifySelf: ArrangementDescription.Alignment?
  let anchor: Point
  /// True if it takes no space at first.
  let startsCollapsed: Bool
  /// Nil until it is made, and for the outermost one.
  var layer: Layer?

  // The solution.

  /// The size that it takes if there is space.
  var natural = Size.zero
  /// The width that it needs at least.
  var leastWidth = 0.0
  /// In the layer around it.
  var frame = Rect(x: 0, y: 0, width: 0, height: 0)
  /// The height for which the items in it have their places; nil if they have none yet.
  var settledHeight: Double?
  /// The distance from its top to its first line of text at that height; nil until it is found.
  var baseline: Double?
  /// The extent of a round end at the left and at the right, in points.
  var roundEnd = 0.0
  /// The gaps and the padding of an arrangement, in points.
  var gap = Size.zero
  var padding = (top: 0.0, right: 0.0, bottom: 0.0, left: 0.0)
  /// The items of an arrangement that take space.
  var placed: [LayoutItem] = []
  /// The placed items of an arrangement, by line.
  var lines: [Range<Int>] = []
  /// The frame that the layer has got.
  private var shown: Rect?

  init(
    _ content: Content, width: Length?, height: Length?, grow: Double = 0,
    anchor: Point = Point(x: 0.5, y: 0.5), startsCollapsed: Bool = false
  ) {
    self.startsCollapsed = startsCollapsed
    (self.content, self.width, self.height) = (content, width, height)
    (self.grow, self.anchor) = (grow, anchor)
  }

  var items: [LayoutItem] {
    if case .arrangement(_, let items) = content { items } else { [] }
  }

  /// True if it takes no space at present.
  var isCollapsed: Bool { layer?.isCollapsed ?? startsCollapsed }

  /// True if a layer in it takes no space at present.
  var hasCollapsed: Bool { items.contains { $0.isCollapsed || $0.hasCollapsed } }

  /// Nil for all but lines of progress.
  var lineSpace: LineSpace? { if case .line(let space) = content { space } else { nil } }

  var isPicture: Bool { if case .picture = content { true } else { false } }

  /// The size of the layer, without round ends.
  var size: Size { Size(width: frame.width - 2 * roundEnd, height: frame.height) }

  /// The place of the layer's anchor.
  var position: Point {
    Point(
      x: frame.minX + roundEnd + anchor.x * size.width, y: frame.minY + anchor.y * frame.height)
  }

  /// Notes that the layers have their frames.
  func noteShown() {
    shown = frame
    for item in items { item.noteShown() }
  }

  /// Gives the layers the frames that changed.
  func show() {
    if let layer, shown != frame {
      if shown?.size != frame.size {
        layer.bounds = Rect(origin: layer.bounds.origin, size: size)
      }
      shown = frame
      layer.position = position
    }
    for item in items { item.show() }
  }
}

/// The space of a line of progress in an arrangement.
final class LineSpace {
  let width: Length
  /// True if it has round ends, which lie outside of its layer.
  let isRound: Bool
  /// With the round ends.
  var size = Size.zero
  /// Of the layer, without them.
  var layerSize = Size.zero

  init(width: Length, isRound: Bool) {
    self.width = width
    self.isRound = isRound
  }

  /// The space of the layer in a size that it has here, or that a state or an animation gives it.
  func size(around layer: Size) -> Size {
    guard layer != layerSize else { return size }
    return Size(width: layer.width + size.width - layerSize.width, height: layer.height)
  }
}
