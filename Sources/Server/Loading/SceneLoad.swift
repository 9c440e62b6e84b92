import System

/// A scene that is to be read, and what is to become of it.
final class SceneLoad {
  enum Source {
    case origin(SceneOrigin)
    /// A file that a client has opened.
    case descriptor(FileSlot)
    /// The screen's scene, read again.
    case again
  }

  /// A descriptor until somebody takes it.
  final class FileSlot {
    private var descriptor: FileDescriptor?

    init(_ descriptor: consuming FileDescriptor) { self.descriptor = consume descriptor }

    func take() -> FileDescriptor? { descriptor.take() }
  }

  let source: Source
  /// The name of a screen that is to have it for its own; nil for the main scene.
  let screen: String?
  /// True if it is only to be read.
  let onlyValidates: Bool
  /// True if layers and controls go on from what they are.
  let isCarriedOver: Bool
  /// The connection that waits for it; nil for none.
  var client: UInt64?

  init(
    _ source: Source, on screen: String?, onlyValidates: Bool = false, isCarriedOver: Bool = false
  ) {
    self.source = source
    self.screen = screen
    self.onlyValidates = onlyValidates
    self.isCarriedOver = isCarriedOver
  }

  /// True if it reads again what is shown.
  var isReload: Bool { if case .again = source { true } else { false } }
}
