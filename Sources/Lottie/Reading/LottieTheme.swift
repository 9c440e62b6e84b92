import CodeUnits
import JSON

/// Values for the slots of an archive's animations, by name: a file `t/NAME.json` of dotLottie 2
/// with one rule for each slot. Only values without keyframes are applied: colours, numbers,
/// positions and sizes.
public struct LottieTheme {
  let name: String
  /// Values of slots, as properties have them.
  private(set) var values: [(slot: String, value: JSONValue)] = []
  /// One line for each rule that is not applied.
  private(set) var notes: [String] = []

  /// The most rules; more are left out.
  private static let ruleLimit = 1000

  /// - Parameters:
  ///   - bytes: of its file; nil where the archive has none.
  ///   - animation: the name of the animation that is shown.
  public init(name: String, parsing bytes: [UInt8]?, animation: String) {
    self.name = name
    guard let bytes else {
      note(
        "is not in the archive as t/" + name
          + ".json, and not applied; style sheets of dotLottie 1 are not read")
      return
    }
    guard let tape = try? JSONTape(parsing: bytes, limits: LottieFile.limits) else {
      note("is no JSON, and not applied")
      return
    }
    // Cursors do not keep the tape alive.
    defer { withExtendedLifetime(tape) {} }
    guard let rules = tape.root.member("rules")?.array else {
      note("has no list 'rules', and is not applied")
      return
    }
    for rule in rules.prefix(Self.ruleLimit) { add(rule, animation) }
    if rules.count > Self.ruleLimit { note("has too many rules, and the last ones are left out") }
  }

  mutating func note(_ what: String) { notes.append("theme '" + name + "': " + what) }

  private mutating func add(_ rule: JSONCursor, _ animation: String) {
    if let names = rule.member("animations")?.array {
      guard names.contains(where: { $0.text?.isIdentical(to: animation) == true }) else { return }
    }
    guard let slot = rule.member("id")?.text else { return note("a rule has no 'id'") }
    let type = rule.member("type")?.text ?? ""
    guard let value = rule.member("value") else {
      return note("the slot '" + slot + "' has no 'value' that stands still, and keeps its own one")
    }
    let isTaken =
      switch type {
      case "Color": (value.array?.count ?? 0) >= 3 && value.numbers != nil
      case "Scalar": value.number != nil
      case "Position", "Vector": value.array != nil && value.numbers != nil
      default: false
      }
    guard isTaken else {
      return note(
        "the value of the slot '" + slot + "', of the type '" + type
          + "', is not read, and the slot keeps its own one")
    }
    values.append((slot, value.value))
  }
}
