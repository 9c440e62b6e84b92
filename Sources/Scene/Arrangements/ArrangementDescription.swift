import Layers

/// A row, a column or an overlay: a layer that places its sublayers and gives them their sizes.
struct ArrangementDescription {
  enum Axis {
    /// Side by side.
    case row
    /// One below the other.
    case column
    /// One in front of the other.
    case overlay

    var kind: LayerKind {
      switch self {
      case .row: .row
      case .column: .column
      case .overlay: .overlay
      }
    }

    var owner: String {
      switch self {
      case .row: "a row"
      case .column: "a column"
      case .overlay: "an overlay"
      }
    }
  }

  /// The place of each layer in the space that it could take. `baseline` puts the first lines of
  /// texts on one line, below the start; between left and right it means `start`.
  enum Alignment { case start, center, end, stretch, baseline }

  /// The place of all layers of a line together.
  enum Distribution { case start, center, end, spaceBetween, spaceAround, spaceEvenly }

  var axis: Axis
  /// The side at which a row starts, and `start` between left and right.
  var direction = WritingDirection.locale
  /// The distance between neighbours, and between lines.
  var gap = Length.points(0)
  /// Top, right, bottom and left.
  var padding = [Length](repeating: .points(0), count: 4)
  /// Across the axis; up and down in an overlay.
  var alignItems = Alignment.stretch
  /// Between left and right in an overlay.
  var justifyItems = Alignment.stretch
  /// Along the axis of a row or a column.
  var justifyContent = Distribution.start
  /// True if layers that do not fit into the width go on in the next line.
  var isWrapped = false
}
