/// How long parts of a frame take, in microseconds, on a machine of two slow cores: about twice what
/// `scripts/benchmark` measures on one core. Right within a factor of three, which is enough to tell
/// a scene that no machine can play from one that takes its time.
enum FrameCost {
  /// Of each pixel that a layer covers.
  struct Pixel {
    let fill = 0.000_4
    let gradient = 0.002_5
    let image = 0.004
    /// What is drawn apart and then laid over the rest: a group, or what a mask cuts.
    let group = 0.002
    /// Both ways of a blur, and the tinted copy.
    let blur = 0.02
  }

  static let pixel = Pixel()
  /// Of finding what a shadow is made of.
  static let shadow = 100.0
  /// Pixels of all shadows together: they are made at a lower resolution where there are more.
  static let shadowPixels = 8_400_000.0
  /// A row of an opaque colour, however long.
  static let opaqueRow = 0.03
  /// A layer that changes: its values, its commands and its damage.
  static let layer = 4.0
  static let animation = 3.0
  /// A gradient's table of colours.
  static let gradient = 10.0
  static let pathElement = 1.0
  /// One side of an edge in one row of pixels.
  static let edgeRow = 0.01
  static let dash = 4.0
  /// A letter, set and filled.
  static let textByte = 0.4
  static let segment = 5.0
  static let particle = 3.0
  /// A progress layer's parts beside its segments.
  static let progress = 300.0
}
