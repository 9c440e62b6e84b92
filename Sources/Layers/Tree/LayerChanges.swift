/// What of a layer's presentation differs from what was last taken up.
@frozen public struct LayerChanges: OptionSet, Sendable {
  public let rawValue: UInt8

  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The place of the layer and of all below it: position, bounds, anchor point, transform, order.
  @inlinable public static var geometry: LayerChanges { LayerChanges(rawValue: 1) }
  /// How the whole subtree is put on the screen: opacity, hidden, clipping.
  @inlinable public static var compositing: LayerChanges { LayerChanges(rawValue: 2) }
  /// Background, corners and border.
  @inlinable public static var decoration: LayerChanges { LayerChanges(rawValue: 4) }
  /// What the layer itself shows: its shape, image, gradient or recorded drawing.
  @inlinable public static var content: LayerChanges { LayerChanges(rawValue: 8) }
  /// Which sublayers there are, or their order; or which mask.
  @inlinable public static var sublayers: LayerChanges { LayerChanges(rawValue: 16) }
  /// The shadow's colour, opacity, radius, offset or path.
  @inlinable public static var shadow: LayerChanges { LayerChanges(rawValue: 32) }
}
