import CodeUnits
import JSON

/// Values for the slots of an archive's animations, by name: a file `t/NAME.json` of dotLottie 2
/// with one rule for each slot, which stands still or has keyframes.
public struct LottieTheme {
  let name: String
  private(set) var values: [(slot: String, value: ThemeValue)] = []
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
    if rule.member("expression")?.text?.utf8.isEmpty == false {
      note("the expression of the slot '" + slot + "' is not supported; its values are used")
    }
    guard rule.member("value") != nil || rule.member("keyframes")?.array?.isEmpty == false else {
      return note("the slot '" + slot + "' has no value, and keeps its own one")
    }
    guard let value = ThemeValue(rule, type: type) else {
      return note(
        "the value of the slot '" + slot + "', of the type '" + type
          + "', is not read, and the slot keeps its own one")
    }
    values.append((slot, value))
  }
}
