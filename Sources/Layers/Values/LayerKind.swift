/// The kinds of layers. The names are those of scenes and of the protocol.
public enum LayerKind: String, CaseIterable, Sendable {
  case layer, shape, image, frames, gradient, text, qr, log, progress, loader, emitter, replicator,
    transform, row, column, overlay

  public var name: String { rawValue }
}
