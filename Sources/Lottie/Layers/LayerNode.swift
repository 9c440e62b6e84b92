public import Animation
public import Geometry
public import Raster

/// A layer with Core Animation's meaning that shows a part of a file; coordinates are points from
/// the top left.
public struct LayerNode {
  public enum Kind {
    case plain
    /// A path with a fill, a stroke, or both.
    case shape
    /// A gradient in the layer's own space, cut by the mask.
    case gradient(Gradient)
  }

  /// A property by its name in Core Animation; an anchor is in fractions of the size.
  public enum Key: CaseIterable {
    case anchorPoint, position, rotation, scale, opacity, hidden
    case path, fillColor, strokeColor, lineWidth, lineDashPhase, strokeStart, strokeEnd
  }

  /// Empty where the file has none.
  public var name: String
  public var kind = Kind.plain
  /// The place and size; nil for those of the layer around.
  public var frame: Rect?
  public var masksToBounds = false
  public var backgroundColor: Color?
  public var fillRule = FillRule.nonZero
  /// Caps, joins and dashes of a stroke; its width and phase are values.
  public var strokeStyle: StrokeStyle?
  /// Values at the part's first frame that differ from the usual ones. Scales are sizes, rotations
  /// degrees.
  public internal(set) var values: [(key: Key, value: AnimatableValue)] = []
  /// Colours from slots, which do not change and are opaque.
  public internal(set) var slots: [(key: Key, name: String)] = []
  /// Changes of the values, each as long as the part, which repeat for ever.
  public internal(set) var animations: [KeyframeAnimation] = []
  /// From back to front.
  public var sublayers: [LayerNode] = []
  public internal(set) var mask: [LayerNode] = []

  init(_ name: String) { self.name = name }

  /// True if the layer takes its place, opacity and visibility from the layer around it.
  var isBare: Bool {
    frame == nil
      && !values.contains { value in
        switch value.key {
        case .anchorPoint, .position, .rotation, .scale, .opacity, .hidden: true
        default: false
        }
      }
  }

  /// The layer and all below it.
  public var layerCount: Int {
    1 + sublayers.reduce(0) { $0 + $1.layerCount } + mask.reduce(0) { $0 + $1.layerCount }
  }
}

/// The first part of a file that layers cannot show.
public struct LayerObstacle: Error, Equatable {
  /// A sentence with the layer's name.
  public let reason: String
  /// The part's path in the file, such as `layers[3].tt`.
  public let place: String

  public init(reason: String, place: String) {
    self.reason = reason
    self.place = place
  }
}
