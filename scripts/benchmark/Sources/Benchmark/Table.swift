import Foundation

/// Columns of text of fixed widths; the first `leading` of them are set to the left.
struct Table {
  var widths: [Int]
  var leading = 2

  func line(_ cells: [String]) -> String {
    cells.enumerated().map { index, cell in
      guard index < widths.count else { return " " + cell }
      let padding = String(repeating: " ", count: max(0, widths[index] - cell.count))
      return index < leading ? cell + padding : padding + cell
    }.joined(separator: " ")
  }

  static func microseconds(_ nanoseconds: Int) -> String {
    let value = Double(nanoseconds) / 1000
    return String(format: value < 100 ? "%.1f" : "%.0f", value)
  }

  static func ratio(_ value: Double) -> String { String(format: "%.2f", value) }

  /// Leaves out zeros that carry no information.
  static func plain(_ value: Double) -> String { String(format: "%g", value) }
}
