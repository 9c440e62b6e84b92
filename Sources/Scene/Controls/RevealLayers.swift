public import Layers

/// What a reveal control works on.
public struct RevealLayers {
  /// What is revealed.
  public let content: Layer
  /// The ring that leaves its place and becomes the mask; nil where the mask grows from nothing.
  public let loader: LoaderRingLayer?
  /// What hides the content before.
  public let background: Layer?
}
