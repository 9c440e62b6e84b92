import CodeUnits
import JSON

/// Named definitions of a file, in its order.
struct Definitions {
  struct Definition {
    var node: JSONNode
    var keyOffset: Int
    var isUsed = false
  }

  /// True if an error hides all of the names. No further errors are reported for names that it may
  /// have defined.
  var isUnread = false
  private(set) var names: [String] = []
  private var byName: [ExactText: Definition] = [:]

  subscript(name: String) -> Definition? { byName[ExactText(name)] }

  mutating func add(_ member: JSONNode.Member) {
    byName[ExactText(member.key)] = Definition(node: member.value, keyOffset: member.keyOffset)
    names.append(member.key)
  }

  /// Gives a definition another value.
  mutating func setContent(of name: String, to content: JSONNode.Content) {
    guard let node = self[name]?.node else { return }
    byName[ExactText(name)]?.node = JSONNode(content: content, offset: node.offset, end: node.end)
  }

  mutating func markUsed(_ name: String) { byName[ExactText(name)]?.isUsed = true }

  /// The name that a misspelt one probably means, among the first names.
  func nearest(to name: String) -> String? {
    Spelling.nearest(to: name, among: names.prefix(SceneLimits.hintedNames))
  }
}
