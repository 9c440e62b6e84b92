public import Layers

/// The layers that a reveal control changes.
public struct RevealLayers {
  /// The layer that is revealed.
  public let content: Layer
  /// The ring that becomes the mask; nil if the mask grows from nothing.
  public let loader: LoaderRingLayer?
  /// The layer that hides the content before.
  public let background: Layer?
}
