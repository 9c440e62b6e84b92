internal import Geometry

/// The places of the keys on an output, in points.
///
/// A key's height grows more slowly than the screen: 52 pixels at 800 × 480, where a panel of 7
/// inches makes 10 mm of it, 95 at 1920 × 1080, and 160 at 3840 × 2160. Keys of the whole width
/// would be giants there.
struct KeyboardGeometry: Equatable {
  /// The board, at the bottom of the screen: over its whole width, since nothing is below a scene
  /// that moves up.
  var board = Rect.zero
  /// The cells of the keys in the board, row by row, without gaps: a key takes the whole of its
  /// cell.
  var cells: [Rect] = []
  /// The height of a cell, unless the board has space for more rows. The signs on the keys are
  /// measured by it.
  var pitch = 0.0

  /// The greatest part of the screen's height that the board takes.
  private static var share: Double { 0.6 }

  /// - Parameters:
  ///   - size: of the output.
  ///   - scale: pixels in a point; edges lie on whole pixels.
  ///   - lineCount: the number of rows for which the board is high enough. With fewer rows the keys
  ///     are higher.
  init(_ rows: [[KeyboardSlot]], on size: Size, scale: Double, lineCount: Int = 0) {
    guard !rows.isEmpty, size.width > 0, size.height > 0, scale > 0 else { return }
    func snap(_ value: Double) -> Double { (value * scale).rounded() / scale }
    let side = min(size.width, size.height) / 480
    // The power of 3/4.
    let wanted = 52 * side.squareRoot() * side.squareRoot().squareRoot()
    let lines = Double(max(rows.count, lineCount))
    pitch = snap(min(wanted, size.height * Self.share / (lines + 0.3)))
    let columns = rows.reduce(0) { max($0, $1.reduce(0) { $0 + $1.width }) }
    let margin = snap(pitch * 0.15)
    let most = size.width - 2 * margin
    var unit = min(most / columns, pitch * 1.6)
    // Keys that nearly fill the width fill it.
    if unit * columns > most * 0.88 { unit = most / columns }
    let height = snap(pitch * lines + 2 * margin)
    let rowHeight = pitch * lines / Double(rows.count)
    board = Rect(x: 0, y: size.height - height, width: size.width, height: height)
    for (row, slots) in rows.enumerated() {
      let total = slots.reduce(0) { $0 + $1.width }
      let (top, bottom) = (snap(Double(row) * rowHeight), snap(Double(row + 1) * rowHeight))
      var x = (board.size.width - total * unit) / 2
      for slot in slots {
        let (start, end) = (snap(x), snap(x + slot.width * unit))
        cells.append(
          Rect(x: start, y: margin + top, width: end - start, height: bottom - top))
        x += slot.width * unit
      }
    }
  }

  /// The key at a point of the output; nil for none.
  func slot(at point: Point) -> Int? {
    let place = Point(x: point.x - board.minX, y: point.y - board.minY)
    return cells.firstIndex { $0.contains(place) }
  }

  /// The part of a cell that is seen as its key.
  func face(of slot: Int) -> Rect {
    let cell = cells[slot]
    let gap = pitch * 0.055
    return Rect(
      x: cell.minX + gap, y: cell.minY + gap, width: max(cell.size.width - 2 * gap, 0),
      height: max(cell.size.height - 2 * gap, 0))
  }
}
