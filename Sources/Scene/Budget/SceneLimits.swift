/// The limits of a scene. Each is checked before anything of that size is allocated.
public enum SceneLimits {
  /// Bytes of a scene file.
  public static let fileSize = 4 << 20
  /// Values of a scene file, not counting keys: each takes memory while the file is read.
  static let values = 640_000
  /// Elements of an array and members of an object, whatever their meaning.
  static let items = 16_384
  /// Keys of an object whose keys are not names.
  static let keys = 256
  /// Colours and styles that a file defines, each.
  static let definitions = 10_000
  package static let variables = 256
  /// Variants for outputs of some sizes: each is a scene of its own in memory.
  static let variants = 8
  /// Variables of a style.
  static let styleVariables = 64
  /// Bytes of all texts with variables in them.
  static let filledBytes = 16 << 20
  /// Values of styles with variables of their own, in all of their uses.
  static let filledValues = 2_000_000
  /// Bytes of a variable's text.
  static let variableBytes = 4096
  /// Locales of a scene's named strings.
  static let locales = 64
  /// Parts of texts with named strings, in all locales together: each is written out when a scene
  /// is read, and those of one locale when it is laid out.
  static let namedParts = 400_000
  /// Bytes of texts in all locales that are searched for characters that no font has: of a scene
  /// that is to be shown soon, and of any other.
  static let charactersTriedFirst = 100_000
  static let charactersTried = 4_000_000
  /// Levels of named strings within named strings.
  static let stringDepth = 4
  /// Named strings of a locale.
  static let strings = 1_000
  /// Files that a scene includes.
  static let includes = 16
  /// Their bytes together.
  static let includedBytes = 1 << 20
  /// Files that include each other.
  static let includeDepth = 4
  /// Styles of progress layers that a file defines.
  static let progressStyles = 256
  /// The number of names that are searched for a suggestion when a name is unknown.
  static let hintedNames = 256
  /// Words in texts that are compared with the names of variables, to find misspelt ones.
  static let variableLooks = 64
  /// Texts with a wrong name of a variable: the rest of a scene with fewer of them is still read.
  static let unfilledTexts = 256
  /// Bytes of an image file.
  public static let imageFileSize = 32 << 20
  public static let layers = 10_000
  /// Layers within layers.
  public static let depth = 64
  /// Segments of a progress layer.
  public static let segments = 10_000
  /// Segments of all progress layers together.
  public static let allSegments = 20_000
  /// The contents of one progress layer within its style.
  public static let progressContents = 16
  /// Pixels on a side of an image.
  public static let imageSide = 16_384
  /// Pixels of all images of a scene together: 64 MiB, two pictures that fill 3840 × 2160.
  public static let imagePixels = 16 << 20
  /// Microseconds that unpacking may take before the first frame, by `ImageFile.cost`, of a scene
  /// whose pictures may come later.
  static let unpackingMicroseconds = 2_000
  /// Pictures of all frames layers together.
  public static let frames = 10_000
  /// Bytes of their files together, which stay in memory as they are.
  public static let frameBytes = 32 << 20
  /// Elements of all paths together.
  public static let pathElements = 200_000
  /// Dashes of all lines together, of some 150 bytes each.
  public static let dashes = 200_000
  /// Modules of all QR codes together, of some 40 bytes each; twenty codes of the largest size.
  static let codeModules = 640_000
  /// Microseconds that a frame may take by `FrameCost`.
  public static let frameMicroseconds = 1e6
  /// Bytes of an SVG path.
  public static let pathData = 512 << 10
  /// Animations of all layers together.
  public static let animations = 10_000
  /// Animation groups within each other.
  public static let groupDepth = 8
  /// Values of one keyframe animation.
  public static let keyframes = 1_000
  /// Values of all keyframe animations together.
  public static let allKeyframes = 100_000
  /// Cells of one emitter, cells of cells included.
  public static let emitterCells = 16
  /// Particles of all emitters together.
  public static let allParticles = 10_000
  /// Bytes of all texts together.
  public static let allText = 1 << 20
  public static let controls = 256
  /// States of a control.
  static let states = 64
  /// Phases of a control.
  public static let phases = 32
  /// Bytes of a name that a scene gives.
  static let nameBytes = 128
  /// Bytes of a file's name.
  static let pathBytes = 4_096
  /// Bytes of a label.
  public static let label = 1_024
  /// Bytes of a language tag.
  public static let locale = 128
  /// Lines that a log layer shows, and bytes of each.
  static let logLines = 64
  static let logLineBytes = 512
  /// Layers that one control drives.
  public static let drives = 1_000
  /// Points on a side of anything that has a length.
  public static let length = LengthParser.greatest
  /// Seconds.
  public static let duration = 86_400.0
  /// The shortest duration, in seconds, of a state that leads to another one: such states may form
  /// a circle.
  public static let leastStateDuration = 0.1
  /// Diagnostics of one run.
  public static let diagnostics = 20
}
