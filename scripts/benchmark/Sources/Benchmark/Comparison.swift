import Foundation
import Geometry
import Raster

/// Times the cases in interleaved rounds and prints the table.
struct Comparison {
  struct Row {
    var ours = Int.max
    /// Ours with the same commands again: the shapes are prepared already.
    var again = Int.max
    var cairo = Int.max
    var copy = Int.max
  }

  /// Instructions of one drawing of ours, by case, counted elsewhere.
  var instructions: [String: Int] = [:]
  /// How long a case is measured.
  var seconds = 1.5
  var leastRounds = 15

  func run(_ names: [String]) {
    print(
      Self.line([
        "case", "", "ours µs", "Cairo µs", "ratio", "× memcpy", "again µs", "instructions",
      ]))
    for item in names.compactMap(Case.named) {
      let row = measure(item)
      let ours = Double(row.ours) / 1000
      let cairo = Double(row.cairo) / 1000
      print(
        Self.line([
          item.name, item.title, Self.decimal(ours), Self.decimal(cairo),
          String(format: "%.2f", ours / cairo),
          String(format: "%.2f", ours * 1000 / Double(row.copy)),
          Self.decimal(Double(row.again) / 1000), instructions[item.name].map(String.init) ?? "–",
        ]))
    }
  }

  /// One drawing of each in turn, so that what else the machine does strikes them alike.
  func measure(_ item: Case) -> Row {
    let ours = RasterCanvas()
    let cairo = CairoCanvas()
    let copier = MemoryCopy(byteCount: item.damage.area * 4)
    cairo.prepare(item.pictures)
    var row = Row()
    let deadline = Stopwatch.nanoseconds + Int(seconds * 1e9)
    var round = 0
    while round < leastRounds || Stopwatch.nanoseconds < deadline {
      ours.forget()
      row.ours = min(row.ours, Stopwatch.measure { ours.draw(item) })
      row.again = min(row.again, Stopwatch.measure { ours.draw(item) })
      row.cairo = min(row.cairo, Stopwatch.measure { cairo.draw(item) })
      row.copy = min(row.copy, Stopwatch.measure { copier.copy() })
      round += 1
    }
    return row
  }

  private static func decimal(_ value: Double) -> String {
    String(format: value < 100 ? "%.1f" : "%.0f", value)
  }

  private static let widths = [4, 30, 9, 9, 6, 9, 9, 13]

  private static func line(_ cells: [String]) -> String {
    zip(cells, widths).enumerated().map { index, cell in
      let padding = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
      return index < 2 ? cell.0 + padding : padding + cell.0
    }.joined(separator: " ")
  }
}
