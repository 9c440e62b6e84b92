import Images
import Scene
import System

/// A scene to be read, and its use; or a picture of the scene in play, or for one of its controls.
final class SceneLoad {
  enum Source {
    case origin(SceneOrigin)
    /// A file that a client has opened.
    case descriptor(FileSlot)
    /// The screen's scene, read again.
    case again
    case picture(Picture)
    /// A picture of a scene in play.
    case awaited(ScenePicture, ImageFile)
    /// A picture of a screen, to be encoded.
    case screen(ScreenPixels)
  }

  /// A PNG file for a control.
  struct Picture {
    let file: FileSlot
    /// Nil for the first image control.
    let control: String?
    /// The picture in words.
    let text: String
  }

  /// Holds a descriptor until it is taken.
  final class FileSlot {
    let owner: DescriptorOwner
    private var descriptor: ForeignDescriptor?

    init(_ descriptor: consuming ForeignDescriptor) {
      owner = descriptor.owner
      self.descriptor = consume descriptor
    }

    convenience init(own descriptor: consuming FileDescriptor) {
      self.init(ForeignDescriptor(owning: descriptor.take(), of: .trusted))
    }

    func take() -> ForeignDescriptor? { descriptor.take() }
  }

  let source: Source
  /// The name of the screen that shows this scene as its own; nil for the main scene.
  let screen: String?
  /// True if the scene is only to be checked.
  let onlyValidates: Bool
  /// True if layers and controls continue from their present state.
  let migrates: Bool
  /// The waiting connection; nil for none.
  var client: UInt64?
  /// True if the scene was laid out a second time, since the locale or an output had changed during
  /// the first layout.
  var isRepeated = false
  /// True for the scene of another job of the machine's.
  var isOfMode = false

  init(
    _ source: Source, on screen: String?, onlyValidates: Bool = false, migrates: Bool = false
  ) {
    self.source = source
    self.screen = screen
    self.onlyValidates = onlyValidates
    self.migrates = migrates
  }

  /// True if it reads the present scene again.
  var isReload: Bool { if case .again = source { true } else { false } }

  /// True for a picture that a client gives.
  var isPicture: Bool { pictureOwner != nil }

  /// The user who gives the picture; nil for anything else.
  var pictureOwner: DescriptorOwner? {
    if case .picture(let picture) = source { picture.file.owner } else { nil }
  }

  /// True for a picture of a screen.
  var isScreen: Bool { if case .screen = source { true } else { false } }

  /// True for a picture of a scene in play.
  var isAwaited: Bool { if case .awaited = source { true } else { false } }
}
