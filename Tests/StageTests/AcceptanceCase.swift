import Foundation
import Testing

/// One of the numbers that the articles give.
struct AcceptanceCase: Sendable, CustomTestStringConvertible {
  let id: String
  let seed: String
  let name: String
  /// By the names of the values; a single unnamed one is called `value`.
  let expected: [String: [Double]]
  let tolerance: Double

  var testDescription: String { "\(id): \(name)" }

  static let all: [AcceptanceCase] = read()

  private static func read() -> [AcceptanceCase] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../AnimationTests/Vectors/14_seed_numbers.json")
    guard let data = try? Data(contentsOf: file),
      let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let cases = object["cases"] as? [[String: Any]]
    else { return [] }
    return cases.map { item in
      var expected: [String: [Double]] = [:]
      switch item["expected"] {
      case let numbers as [String: Any]:
        for (key, value) in numbers {
          expected[key] = value as? [Double] ?? [value as? Double ?? .nan]
        }
      case let value: expected["value"] = [value as? Double ?? .nan]
      }
      return AcceptanceCase(
        id: item["id"] as? String ?? "", seed: item["seed"] as? String ?? "",
        name: item["case"] as? String ?? "", expected: expected,
        // Numbers without a tolerance are exact, except for those written with six digits.
        tolerance: item["tol"] as? Double ?? 1e-6)
    }
  }

  /// The numbers after the texts in the case's name, in their order.
  func numbers(after texts: String...) throws -> [Double] {
    var rest = name[...]
    return try texts.map { text in
      rest = rest[try #require(rest.firstRange(of: text)).upperBound...]
      let sign = rest.hasPrefix("-") ? -1.0 : 1
      let digits = rest.drop { $0 == "-" }.prefix { $0.isNumber || $0 == "." }
      return try #require(Double(digits)) * sign
    }
  }

  func number(after text: String) throws -> Double { try numbers(after: text)[0] }
}
