/// The costs of parts of a frame, in microseconds, on a machine of two slow cores: about twice the
/// time that `scripts/benchmark` measures on one core. Accurate within a factor of three, which is
/// enough to tell a scene that no machine can play from one that takes its time.
enum FrameCost {
  /// Cost of each pixel that a layer covers.
  struct Pixel {
    let fill = 0.000_4
    let gradient = 0.002_5
    let image = 0.004
    /// A pixel of the picture that a frames layer shows next.
    let unpack = 0.02
    /// Content that is drawn on its own surface and then composited: a group, or content under a
    /// mask.
    let group = 0.002
    /// A group that is put over what lies behind it by a mode.
    let blend = 0.02
    /// Both passes of a blur, and the tinted copy.
    let blur = 0.02
  }

  static let pixel = Pixel()
  /// Finding the sources of a shadow.
  static let shadow = 100.0
  /// Pixels of all shadows together: above this they are made at a lower resolution.
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
  /// A module of a QR code, whose text is encoded, tried with eight masks, and filled.
  static let codeModule = 0.5
  /// A letter, set and filled.
  static let textByte = 0.4
  static let segment = 5.0
  static let particle = 3.0
  /// A progress layer's parts beside its segments.
  static let progress = 300.0
}
