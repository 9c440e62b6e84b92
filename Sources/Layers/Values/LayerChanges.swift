/// The differences of a layer's presentation since the changes were last cleared.
@frozen public struct LayerChanges: OptionSet, Sendable {
  public let rawValue: UInt8

  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The geometry of the layer and all layers below it: position, bounds, anchor point, transform,
  /// order.
  @inlinable public static var geometry: LayerChanges { LayerChanges(rawValue: 1) }
  /// The composition of the whole subtree: opacity, hidden, clipping.
  @inlinable public static var compositing: LayerChanges { LayerChanges(rawValue: 2) }
  /// Background, corners and border.
  @inlinable public static var decoration: LayerChanges { LayerChanges(rawValue: 4) }
  /// The layer's own content: its shape, image, gradient or recorded drawing.
  @inlinable public static var content: LayerChanges { LayerChanges(rawValue: 8) }
  /// The set or the order of the sublayers, or the mask.
  @inlinable public static var sublayers: LayerChanges { LayerChanges(rawValue: 16) }
  /// The shadow's colour, opacity, radius, offset or path.
  @inlinable public static var shadow: LayerChanges { LayerChanges(rawValue: 32) }
}
