/// What a layer is made to show.
public enum LayerKind: Sendable, Equatable {
  case plain, shape, image, gradient, progress, emitter, replicator, text
}
