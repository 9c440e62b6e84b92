import CodeUnits

/// The members of a JSON object in their order in the text; equality respects the order.
public struct JSONObject: Equatable, Sendable {
  public struct Member: Equatable, Sendable {
    public var key: String
    public var value: JSONValue

    public init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// The members; the keys differ from each other.
  public internal(set) var members: [Member] = []

  public init() {}

  public var isEmpty: Bool { members.isEmpty }

  /// The value of a key; setting nil removes the member.
  public subscript(key: String) -> JSONValue? {
    get {
      for member in members where member.key.isIdentical(to: key) { return member.value }
      return nil
    }
    set {
      let index = members.firstIndex { $0.key.isIdentical(to: key) }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(key: key, value: value))
      case (nil, nil): break
      }
    }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    for (key, value) in elements { self[key] = value }
  }
}

/// Finds duplicate keys: by comparison while an object is small, then by a table, so that an object
/// with very many keys stays linear.
struct JSONKeySet {
  private var table: Set<ExactText> = []

  /// True if the key is new; `members` are those before it.
  @inline(__always)
  mutating func insert<Member>(
    _ key: String, among members: [Member], name: (Member) -> String
  ) -> Bool {
    if members.count <= 12 {
      for member in members where name(member).isIdentical(to: key) { return false }
      return true
    }
    if table.isEmpty {
      for member in members { table.insert(ExactText(name(member))) }
    }
    return table.insert(ExactText(key)).inserted
  }
}

extension JSONError {
  static func duplicate(_ key: String, at offset: Int) -> JSONError {
    JSONError(
      .duplicateKey, at: offset, expected: "each key once in an object",
      found: "'" + key + "' again")
  }
}
