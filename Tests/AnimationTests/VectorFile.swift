import Foundation

/// A file of acceptance cases beside the tests.
enum VectorFile {
  static func cases(_ name: String) throws -> [[String: Any]] {
    guard let url = Bundle.module.url(forResource: "Vectors/\(name)", withExtension: "json")
    else { throw CocoaError(.fileNoSuchFile) }
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    guard let file = object as? [String: Any], let cases = file["cases"] as? [[String: Any]],
      let count = file["count"] as? Int, count == cases.count
    else { throw CocoaError(.fileReadCorruptFile) }
    return cases
  }
}

extension [String: Any] {
  func number(_ key: String) -> Double? { (self[key] as? NSNumber)?.doubleValue }
  func text(_ key: String) -> String { self[key] as? String ?? "" }
}
