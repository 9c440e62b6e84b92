public import Geometry
public import Layers

/// A layer as it was in the last committed frame.
public struct LayerInfo: Equatable {
  /// Names from the root, joined with slashes; an unnamed layer appears as its index in brackets.
  public var path: String
  public var kind: LayerKind
  /// Presented frame in the output's points.
  public var frame: Rect
  public var opacity: Double
  public var isHidden: Bool
  /// Presented progress, for progress layers and loader rings.
  public var progress: Double?
  public var isIndeterminate: Bool?
  /// The shown text of a text layer, with its placeholders filled in, or of a QR code.
  public var text: String?
  /// The scene's names for the keys of the running animations, in order of application.
  public var animations: [String]
  public var childCount: Int
}
