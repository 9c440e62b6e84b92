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

/// A small generator (SplitMix64) whose seed a failure prints.
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
