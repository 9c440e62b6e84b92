/// The kinds of layers, by their content.
public enum LayerKind: Sendable, Equatable {
  case plain, shape, image, gradient, progress, emitter, replicator, text
}
