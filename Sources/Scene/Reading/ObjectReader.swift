import CodeUnits
import Geometry
import JSON
import Raster

/// Reads an object key by key, and at the end reports the keys that were not read.
struct ObjectReader {
  let scene: SceneReader
  /// The description of the object in messages, such as "a shape layer".
  var owner: String
  let offset: Int
  private var members: [JSONNode.Member]
  private var isTaken: [Bool]
  private var known: [String] = []
  /// True to accept unknown keys, since the object's kind is uncertain.
  var allowsUnknownKeys = false
  /// True to accept missing keys, since the object's kind is uncertain.
  var allowsMissingKeys = false
  /// Missing required keys, each with a description of the expected value.
  private var missing: [(key: String, expected: String)] = []
  /// True if unknown keys were reported; they may be misspelt required ones.
  private(set) var hasUnknownKeys = false

  init(_ scene: SceneReader, _ node: JSONNode, members: [JSONNode.Member], owner: String) {
    self.scene = scene
    self.owner = owner
    self.offset = node.offset
    self.members = members
    if members.count > SceneLimits.keys {
      scene.error(
        .limit, at: node.offset, "\(members.count) keys in " + owner,
        expected: "at most \(SceneLimits.keys)")
      self.members.removeSubrange(SceneLimits.keys...)
    }
    isTaken = [Bool](repeating: false, count: self.members.count)
    scene.noteObject(at: offset, owner: owner)
  }

  /// Nil, with a diagnostic, if the node is not an object.
  /// - Parameter example: an object for the diagnostic; nil for none.
  init?(
    _ scene: SceneReader, _ node: JSONNode, key: String, owner: String, example: String? = nil
  ) {
    guard case .object(let members) = node.content else {
      scene.error(
        .wrongType, at: node.offset, "`" + key + "` is " + node.kindName,
        expected: "an object that describes " + owner
          + (example.map { ", such as " + $0 } ?? ""))
      return nil
    }
    self.init(scene, node, members: members, owner: owner)
  }

  /// The number of keys that were there and were read.
  var readCount: Int { isTaken.count { $0 } }

  /// The value of a key, once; nil if the key is not there.
  mutating func take(_ key: String) -> JSONNode? {
    known.append(key)
    for index in members.indices where members[index].key.isIdentical(to: key) {
      isTaken[index] = true
      scene.noteKey(key, in: offset, value: members[index].value)
      return members[index].value
    }
    scene.noteKey(key, in: offset, value: nil)
    return nil
  }

  /// The value of a key that is understood under another name, too, with a warning.
  mutating func take(_ key: String, or other: String) -> JSONNode? {
    let node = take(key)
    guard let index = members.firstIndex(where: { $0.key.isIdentical(to: other) }) else {
      return node
    }
    isTaken[index] = true
    let offset = members[index].keyOffset
    if node == nil {
      scene.warn(
        .otherName, at: offset, "`" + other + "` is another name of `" + key + "`",
        hint: "write `" + key + "`")
    } else {
      scene.error(
        .conflict, at: offset, "`" + other + "` beside `" + key + "`, which says the same",
        expected: "one of the two")
    }
    return node ?? members[index].value
  }

  /// The value of a required key.
  mutating func require(_ key: String, expected: String) -> JSONNode? {
    let node = take(key)
    scene.noteKey(key, in: offset, value: node, isRequired: true)
    if node != nil || allowsMissingKeys { return node }
    // A misspelt key is one mistake, and `finish` will name it.
    if misspelling(of: key) == nil {
      missing.append((key: key, expected: expected))
      reportMissing()
    }
    return nil
  }

  /// Reports all required keys that are missing so far, as one mistake.
  private func reportMissing() {
    guard missing.count > 1 else {
      for (key, expected) in missing {
        scene.error(
          .missingKey, at: offset, owner + " needs the key `" + key + "`", expected: expected)
      }
      return
    }
    let keys = missing.map { "`" + $0.key + "`" }
    scene.replaceError(
      .missingKey, at: offset,
      owner + " needs the keys " + keys.dropLast().joined(separator: ", ") + " and "
        + keys[keys.count - 1],
      expected: missing.map { "`" + $0.key + "`: " + $0.expected }.joined(separator: "; "))
  }

  /// The unread member that is probably a misspelling of a key.
  func misspelling(of key: String) -> JSONNode.Member? {
    let unread = members.indices.filter { !isTaken[$0] }.map { members[$0] }
    if let nearest = Spelling.nearest(to: key, among: unread.map { $0.key }) {
      return unread.first { $0.key.isIdentical(to: nearest) }
    }
    return unread.first { Synonyms.name(for: $0.key, among: [key]) != nil }
  }

  /// The text of a key that is not read, since it has no meaning here.
  func unreadText(_ key: String) -> String? {
    for member in members where member.key.isIdentical(to: key) {
      if case .string(let text) = member.value.content { return text }
    }
    return nil
  }

  /// Takes the style and the values of its variables, which are read with the members.
  mutating func takeStyle() {
    if take("use") != nil {
      _ = take("variables")
    } else {
      scene.noteKey("variables", in: offset, value: nil)
    }
  }

  func keyOffset(_ key: String) -> Int? {
    for member in members where member.key.isIdentical(to: key) { return member.keyOffset }
    return nil
  }

  /// Reports keys that were not read.
  mutating func finish() {
    if allowsUnknownKeys { return }
    for index in members.indices where !isTaken[index] {
      guard !scene.isFull else { return }
      report(members[index])
    }
  }

  /// Reports one key as unknown.
  mutating func report(_ member: JSONNode.Member) {
    hasUnknownKeys = true
    let hint = hint(for: member.key)
    scene.error(
      .unknownKey, at: member.keyOffset,
      "unknown key `" + Self.shortened(member.key) + "` in " + owner,
      expected: hint == nil ? "one of " + known.joined(separator: ", ") : nil, hint: hint)
  }

  private func hint(for key: String) -> String? {
    if let advice = Synonyms.advice(for: key, among: known) { return advice }
    let isLayer = owner.isIdentical(to: "a layer")
    if isLayer, keyOffset("kind") == nil, let kind = Synonyms.kind(of: key) {
      return "give the layer \"kind\": \"" + kind + "\""
    }
    let nearest = Synonyms.name(for: key, among: known) ?? Spelling.nearest(to: key, among: known)
    return nearest.map { "did you mean `" + $0 + "`?" }
  }

  /// A name, shortened for a message; a hostile one may be as long as the file.
  static func shortened(_ text: String) -> String {
    text.utf8.count <= 80 ? text : String(text.prefix(40)) + "…"
  }

  // MARK: Values

  mutating func string(_ key: String) -> String? {
    take(key).flatMap { scene.string($0, key) }
  }

  mutating func flag(_ key: String) -> Bool? {
    take(key).flatMap { scene.flag($0, key) }
  }

  mutating func number(
    _ key: String, in range: ClosedRange<Double>, unit: NumberUnit = .none
  ) -> Double? {
    take(key).flatMap { scene.number($0, key, in: range, unit: unit) }
  }

  mutating func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
    take(key).flatMap { scene.integer($0, key, in: range) }
  }

  mutating func color(_ key: String) -> Color? {
    take(key).flatMap { scene.color($0, key) }
  }

  mutating func length(_ key: String, allowsNegative: Bool = false) -> Length? {
    take(key).flatMap { scene.length($0, key, allowsNegative: allowsNegative) }
  }

  mutating func lengths(_ key: String, count: Int, allowsNegative: Bool = true) -> [Length]? {
    take(key).flatMap {
      scene.lengths($0, key, count: count...count, allowsNegative: allowsNegative)
    }
  }

  mutating func numbers(
    _ key: String, count: ClosedRange<Int>, in range: ClosedRange<Double>
  ) -> [Double]? {
    take(key).flatMap { scene.numbers($0, key, count: count, in: range) }
  }

  /// One of several words, each with its value.
  mutating func choice<Value>(_ key: String, _ choices: [(String, Value)]) -> Value? {
    take(key).flatMap { scene.choice($0, key, choices) }
  }
}
