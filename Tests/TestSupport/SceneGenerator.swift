/// Scene files from seeds: valid ones, with every kind of layer within every other, and with
/// numbers at the ends of the format's ranges and beyond what a screen can show.
///
/// It only needs a generator of numbers, so that tests and fuzzers play the same scenes.
public struct SceneGenerator {
  /// The costs of a scene so far, so that most scenes stay within the limits.
  struct Costs {
    var layers = 0
    /// The number of instances by replicators around the present layer.
    var instances = 1
    var isInMask = false
    /// True for a sublayer of a row, a column or an overlay, which has its place.
    var isArranged = false
  }

  /// A named layer, with the kind that drives and references depend on.
  struct Name {
    var text: String
    var kind: String
  }

  var random: SeededGenerator
  var costs = Costs()
  var names: [Name] = []
  /// Names of declared progress styles.
  var styles: [String] = []
  /// The pictures in the scene's directory; empty without a directory.
  let pictures: [String]
  /// The kinds and keys that scenes have.
  public enum Vocabulary: Int, Comparable, Sendable {
    /// Keys of the first format, so that a seed named by a test keeps its scene.
    case first
    /// Also depth, modes, corners one by one, QR codes, frames, and controls of images and states.
    case second
    /// Also rows, columns and overlays, logs, texts of several looks, strings, variables, variants,
    /// key paths into cells, and controls that people press or type into.
    case full

    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  let vocabulary: Vocabulary
  /// Names of image layers without a picture, which a control has to give.
  var emptyImages: [String] = []
  /// True in a scene with `strings`, and in one with `variables`.
  var hasStrings = false
  var hasVariables = false
  /// The probability, in 0…1, that a number is an unusual one. A scene with a low probability shows
  /// more of its layers.
  let oddity: Double

  public init(seed: UInt64, pictures: [String] = [], vocabulary: Vocabulary = .first) {
    random = SeededGenerator(seed: seed)
    self.pictures = pictures
    self.vocabulary = vocabulary
    oddity = [0.02, 0.1, 0.3, 0.6][Int(seed % 4)]
  }

  /// A whole scene file.
  public mutating func scene() -> String {
    var keys: [String] = []
    if vocabulary == .full { keys += named() }
    if chance(0.5) { keys.append("\"background\": \(color())") }
    keys.append("\"colors\": { \"sun\": \(hexadecimal()), \"dim\": \"sun 40%\" }")
    keys.append("\"styles\": { \"plain\": { \(appearance().joined(separator: ", ")) } }")
    if chance(0.3) { keys.append("\"progressStyles\": { \"own\": \(progressStyle()) }") }
    if chance(0.3) {
      keys.append(
        "\"timing\": { \"duration\": \(number(in: 0.001...86_400)), \"function\": \(timing()) }")
    }
    let count = random.int(in: 1...4)
    let layers = (0..<count).map { _ in layer(depth: 0) }
    keys.append("\"layers\": [\(layers.joined(separator: ",\n"))]")
    if chance(0.2, since: .second) {
      keys.append(
        "\"size\": \(numbers(2, in: 1...32_768)), \"fit\": \(quoted(["contain", "cover"]))")
    }
    if chance(0.7) || !emptyImages.isEmpty {
      keys.append("\"controls\": { \(controls().joined(separator: ", ")) }")
    }
    if chance(0.3, since: .full) { keys.append("\"variants\": [\(variant()), \(variant())]") }
    return "{ " + keys.joined(separator: ",\n") + " }"
  }

  // MARK: Choices

  mutating func chance(_ probability: Double) -> Bool { random.chance(probability) }

  mutating func pick(_ words: [String]) -> String { words[random.int(in: 0...(words.count - 1))] }

  mutating func quoted(_ words: [String]) -> String { "\"" + pick(words) + "\"" }

  mutating func flag() -> String { chance(0.5) ? "true" : "false" }

  /// True for that part of the scenes with a vocabulary or a later one; draws no number for the
  /// others.
  mutating func chance(_ probability: Double, since vocabulary: Vocabulary) -> Bool {
    self.vocabulary >= vocabulary && random.chance(probability)
  }

  // MARK: Numbers

  /// A number in a range, as JSON writes it.
  mutating func number(in range: ClosedRange<Double>) -> String {
    let value = value(in: range)
    return value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }

  mutating func numbers(_ count: Int, in range: ClosedRange<Double>) -> String {
    "[" + (0..<count).map { _ in number(in: range) }.joined(separator: ", ") + "]"
  }

  mutating func integer(in range: ClosedRange<Int>) -> String {
    if chance(oddity) { return "\(chance(0.5) ? range.lowerBound : range.upperBound)" }
    return "\(random.int(in: range.lowerBound...min(range.upperBound, range.lowerBound + 8)))"
  }

  private mutating func value(in range: ClosedRange<Double>) -> Double {
    guard chance(oddity) else { return usual(in: range) }
    switch random.int(in: 0...4) {
    case 0: return chance(0.5) ? range.lowerBound : range.upperBound
    case 1:
      let special = Self.specialNumbers[random.int(in: 0...(Self.specialNumbers.count - 1))]
      return min(max(special, range.lowerBound), range.upperBound)
    case 2:
      // Any size of number, and either sign.
      let size = exponent(random.double(in: -60...60))
      return min(max(chance(0.5) ? size : -size, range.lowerBound), range.upperBound)
    case 3: return chance(0.5) ? range.lowerBound.nextUp : range.upperBound.nextDown
    default: return random.double(in: range)
    }
  }

  private static let specialNumbers = [
    0, -0.0, .leastNonzeroMagnitude, -Double.leastNonzeroMagnitude, 1e-300, 1e-9, -1e-9, 0.5, 1, -1,
    255, 256, 32_767, 0x1p30, -0x1p30,
    0x1p31, -0x1p31, 0x1p53, -0x1p53, 0x1p63, 1e308, -1e308,
  ]

  private mutating func usual(in range: ClosedRange<Double>) -> Double {
    let low = max(range.lowerBound, range.upperBound > 10 ? -50 : -2)
    let high = min(range.upperBound, max(low, range.upperBound > 10 ? 120 : 2))
    guard low <= high else { return range.lowerBound }
    let value = random.double(in: low...high)
    return chance(0.5) ? min(max(value.rounded(), low), high) : value
  }

  private func exponent(_ power: Double) -> Double {
    var value = 1.0
    for _ in 0..<Int(abs(power)) { value *= power < 0 ? 0.5 : 2 }
    return value * (1 + abs(power) - abs(power).rounded(.down))
  }

  /// A length: points, or a string of units and functions.
  mutating func length(allowsNegative: Bool = true) -> String {
    let range = (allowsNegative ? -32_768.0 : 0)...32_768.0
    switch random.int(in: 0...5) {
    case 0: return "\"\(unsignedNumber())%\""
    case 1: return "\"\(unsignedNumber())\(pick(["vmin", "vw", "vh", "pt", "%"]))\""
    case 2:
      return allowsNegative
        ? "\"\(unsignedNumber())% - \(unsignedNumber())\""
        : "\"\(unsignedNumber())% + \(unsignedNumber())vmin\""
    case 3:
      let (first, second) = (unsignedNumber(), unsignedNumber())
      return "\"\(pick(["min", "max"]))(\(first)%, \(second))\""
    default: return number(in: range)
    }
  }

  mutating func lengths(_ count: Int, allowsNegative: Bool = true) -> String {
    let parts = (0..<count).map { _ in length(allowsNegative: allowsNegative) }
    return "[" + parts.joined(separator: ", ") + "]"
  }

  /// Digits as a length has them, at most 32768.
  private mutating func unsignedNumber() -> String {
    if chance(oddity) { return pick(["0", "0.000001", "32768", "100", "1000", "0.5", "9999"]) }
    return "\(random.int(in: 0...120))"
  }

  // MARK: Colours and timing

  mutating func color() -> String {
    if hasVariables, chance(0.2) { return "\"$brand\"" }
    return pick([
      hexadecimal(), hexadecimal(), "\"clear\"", "\"sun\"", "\"dim\"", "\"#00FF0080 50%\"",
    ])
  }

  mutating func hexadecimal() -> String {
    let digits = Array("0123456789ABCDEF")
    let count = chance(0.5) ? 6 : 8
    return "\"#" + String((0..<count).map { _ in digits[random.int(in: 0...15)] }) + "\""
  }

  mutating func colors(_ count: Int) -> String {
    "[" + (0..<count).map { _ in color() }.joined(separator: ", ") + "]"
  }

  mutating func timing() -> String {
    if chance(0.7) {
      return quoted(["linear", "easeIn", "easeOut", "easeInEaseOut", "default"])
    }
    let (x1, x2) = (number(in: 0...1), number(in: 0...1))
    return "[\(x1), \(number(in: -10...10)), \(x2), \(number(in: -10...10))]"
  }
}
