/// The kinds of content of layers: how a layer is drawn and presented.
public enum ContentKind: Sendable, Equatable {
  case plain, shape, image, gradient, progress, emitter, replicator, text
}
