import Animation
import ArgumentParser
import Geometry
import JSON
import Raster

/// The format of the rows of `sample`.
enum SampleFormat: String, CaseIterable, ExpressibleByArgument {
  /// A header and a line for each time, by RFC 4180.
  case csv
  /// An object for each time, one a line.
  case json
}

/// Rows of presented values, printed at once.
struct SampleTable {
  let format: SampleFormat
  let names: [String]

  /// The line before the first row.
  var header: String? {
    format == .csv ? (["time"] + names).map(Self.quoted).joined(separator: ",") : nil
  }

  func row(at seconds: Double, _ values: [JSONValue]) -> String {
    switch format {
    case .csv:
      return ([.number(seconds)] + values).map { Self.quoted(Self.text(of: $0)) }
        .joined(separator: ",")
    case .json:
      var object = JSONObject()
      object["time"] = .number(seconds)
      for (name, value) in zip(names, values) { object[name] = value }
      return String(decoding: JSONValue.object(object).encoded(), as: UTF8.self)
    }
  }

  /// A value for a cell: numbers to six decimals, angles in degrees, colours as `#RRGGBBAA`, a path
  /// as its bounding box.
  static func cell(_ value: AnimatableValue?, isAngle: Bool) -> JSONValue {
    switch value {
    case .scalar(let number): rounded(isAngle ? number * 180 / .pi : number)
    case .flag(let flag): .bool(flag)
    case .color(let color): .string(hexadecimal(color))
    case .scalars(let numbers): .array(numbers.map { rounded($0) })
    case .colors(let colors): .array(colors.map { .string(hexadecimal($0)) })
    case .path(let path): .array(numbers(of: path.bounds).map { rounded($0) })
    default: .null
    }
  }

  private static func numbers(of box: Rect) -> [Double] {
    [box.origin.x, box.origin.y, box.size.width, box.size.height]
  }

  private static func rounded(_ number: Double) -> JSONValue {
    let rounded = (number * 1_000_000).rounded() / 1_000_000
    return .number(rounded == 0 ? 0 : rounded)
  }

  private static func hexadecimal(_ color: ColorComponents) -> String {
    let digits = Array("0123456789ABCDEF")
    var text = "#"
    for channel in [color.red, color.green, color.blue, color.alpha] {
      let level = Int((min(max(channel, 0), 1) * 255).rounded())
      text.append(digits[level >> 4])
      text.append(digits[level & 15])
    }
    return text
  }

  private static func text(of value: JSONValue) -> String {
    switch value {
    case .number(let number):
      number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    case .bool(let flag): flag ? "true" : "false"
    case .string(let text): text
    case .array(let elements): elements.map { self.text(of: $0) }.joined(separator: " ")
    default: ""
    }
  }

  private static func quoted(_ cell: String) -> String {
    guard cell.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return cell }
    return "\"" + cell.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }
}
