import CodeUnits
import Images
import Text

/// The files of a scene that were opened, for the scene and its variants together.
struct OpenedFiles {
  /// The pictures of a frames layer.
  struct Frames {
    let sequence: PackedFrames
    /// The place in the file.
    let offset: Int
    let request: SceneReader.FrameRequest
  }

  /// Paths of the scene files, pictures and fonts.
  var paths: [String] = []
  /// By path: names that differ in any byte are different files.
  var pictures: [ExactText: ScenePicture] = [:]
  /// Faults of the picture files that cannot be used.
  var brokenImages: [ExactText: String] = [:]
  var imagePixelCount = 0
  /// Microseconds that are left for unpacking pictures that cannot come when the scene is in play.
  var unpackingTime = SceneLimits.unpackingMicroseconds
  /// Pictures of all frames layers, and the bytes of their files.
  var frameCount = 0
  var frameByteCount = 0
  var frameSequences: [Frames] = []
  var fontStacks: [FontDescriptor: FontStack] = [:]
  var fontCatalog: FontCatalog?
  /// True if a text has letters of Thai, whose lines end by the machine's dictionary.
  var hasThaiTexts = false
}
