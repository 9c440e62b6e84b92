/// A place in space. Sublayers are not flattened into its plane: they are drawn where its
/// transform and their own put them, in the order of their depth.
///
/// A transform layer has no look of its own: no background, border, contents or shadow, and does
/// not clip. Its opacity applies to each of the sublayers. It touches no point itself. Among its
/// siblings the depth of its middle counts.
public final class TransformLayer: Layer {
  public override var kind: LayerKind { .transform }

  public override var keepsDepth: Bool { true }

  public override func makePresentation() -> Layer { TransformLayer() }
}
