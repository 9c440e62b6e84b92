import JSON
import System

/// Aligned columns for people.
struct Table {
  private var rows: [[String]]

  init(header: [String]) {
    rows = [header]
  }

  mutating func append(_ row: [String]) {
    rows.append(row)
  }

  /// The lines, without spaces at their ends.
  var lines: [String] {
    let columnCount = rows.map(\.count).max() ?? 0
    let widths = (0..<columnCount).map { column in
      rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      for (cell, width) in zip(row, widths) {
        line += cell + String(repeating: " ", count: width - cell.count + 2)
      }
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}

extension JSONValue {
  /// The value in a cell for people: strings without quotation marks, numbers to three decimals.
  var cell: String {
    switch self {
    case .null: "-"
    case .bool(let value): value ? "yes" : "no"
    case .string(let text): text.oneLine
    case .number(let value): Self.rounded(value)
    case .array(let values): values.isEmpty ? "-" : values.map(\.cell).joined(separator: ",")
    default: String(decoding: encoded(), as: UTF8.self)
    }
  }

  private static func rounded(_ value: Double) -> String {
    let rounded = (value * 1000).rounded() / 1000
    return abs(rounded) < 1e15 && rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}

extension String {
  /// The text with spaces instead of characters that would break the line or control the terminal.
  var oneLine: String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      result.append(scalar.isUnprintable ? " " : scalar)
    }
    return String(result)
  }
}

extension JSONObject {
  /// A member for a cell; a dash if it is absent.
  func cell(_ key: String) -> String {
    self[key]?.cell ?? "-"
  }
}
