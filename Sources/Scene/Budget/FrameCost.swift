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
    /// A group that is blended with the picture behind it by a mode.
    let blend = 0.02
    /// A blur of all components of a picture, and drawing it between its pixels.
    let backdrop = 0.09
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
  /// A layer in the list that a blurred backdrop is drawn of: it is copied and compared.
  static let listed = 0.5
  /// A gradient's table of colours.
  static let gradient = 10.0
  static let pathElement = 1.0
  /// One side of an edge in one row of pixels.
  static let edgeRow = 0.01
  /// One side of an edge in a row with so many edges that they probably cross: the row is cut where
  /// they change their order.
  static let crossedEdgeRow = 0.35
  /// A dash with straight sides and plain ends; the additions for curves, for caps, and for a pixel
  /// of its width.
  static let dash = 4.0
  static let curvedDash = 4.0
  static let cappedDash = 1.5
  static let dashWidth = 0.03
  /// The width of a dash, in pixels, from which on the cost stays the same: of wider dashes only a
  /// few can be visible.
  static let widestDash = 64.0
  /// A module of a QR code, whose text is encoded, tried with eight masks, and filled.
  static let codeModule = 0.5
  /// Setting a letter.
  static let textByte = 0.4
  static let segment = 5.0
  static let particle = 3.0
  /// A progress layer's parts beside its segments.
  static let progress = 300.0

  /// The cost of some rows of a path's edges beside that of its pixels.
  ///
  /// - Parameters:
  ///   - edgeRows: the rows of all edges together.
  ///   - isCurved: true if some edges are no lines.
  static func rows(_ rows: Double, edgeRows: Double, isCurved: Bool) -> Double {
    // A few edges count as disjoint. More than 2,048 are summed, crossed or not.
    let edges = edgeRows / max(rows, 1)
    let crossed = min(max(edges - 8, 0) / 40, 1) * min(edges, 2048) * max(rows, 0)
    return edgeRow * edgeRows + crossedEdgeRow * (isCurved ? 2 : 1) * crossed
  }

  /// The cost of filling a letter: small letters come from coverage masks, and large ones from
  /// their edges, row by row.
  ///
  /// - Parameter size: the font's size in pixels.
  static func letter(_ size: Double) -> Double {
    1.5 + 2.1 * min(max(size - 24, 0), 40) + 0.15 * max(min(size, 4000) - 64, 0)
  }
}
