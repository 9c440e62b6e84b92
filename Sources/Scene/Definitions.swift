import JSON

/// What a file defines by names, in the order of the file.
struct Definitions {
  struct Definition {
    var node: JSONNode
    var keyOffset: Int
    var isUsed = false
  }

  private(set) var names: [String] = []
  private var byName: [String: Definition] = [:]

  subscript(name: String) -> Definition? { byName[name] }

  mutating func add(_ member: JSONNode.Member) {
    byName[member.key] = Definition(node: member.value, keyOffset: member.keyOffset)
    names.append(member.key)
  }

  mutating func markUsed(_ name: String) { byName[name]?.isUsed = true }

  /// The name that a misspelt one was probably meant to be, of the first ones.
  func nearest(to name: String) -> String? {
    Spelling.nearest(to: name, among: names.prefix(SceneLimits.hintedNames))
  }
}
