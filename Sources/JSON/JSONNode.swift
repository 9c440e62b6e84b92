/// A JSON value with its place in the text, for diagnostics.
public struct JSONNode: Equatable, Sendable {
  public enum Content: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  public struct Member: Equatable, Sendable {
    public var key: String
    public var value: JSONNode
    private var keyStart: UInt32

    /// Byte offset of the key's opening quotation mark.
    public var keyOffset: Int { Int(keyStart) }

    public init(key: String, keyOffset: Int, value: JSONNode) {
      self.key = key
      self.value = value
      keyStart = UInt32(clamping: keyOffset)
    }
  }

  public let content: Content
  // 32 bits halve the memory of a large text's nodes; texts beyond 4 GiB are not read.
  private let start: UInt32
  private let limit: UInt32

  /// Byte offset of the value's first character.
  public var offset: Int { Int(start) }
  /// Byte offset after its last character.
  public var end: Int { Int(limit) }

  @inline(__always)
  public init(content: Content, offset: Int, end: Int) {
    self.content = content
    start = UInt32(clamping: offset)
    limit = UInt32(clamping: end)
  }

  /// Reads one value with white space (and, if relaxed, comments) around it.
  public init(
    parsing bytes: Span<UInt8>, dialect: JSONDialect = .relaxed, limits: JSONLimits = .file
  ) throws(JSONError) {
    var scanner = try JSONScanner(bytes, dialect: dialect, limits: limits)
    self = try JSONNode(from: &scanner, bytes)
    try scanner.finish(bytes)
  }

  /// Reads one value with white space (and, if relaxed, comments) around it.
  public init(
    parsing bytes: [UInt8], dialect: JSONDialect = .relaxed, limits: JSONLimits = .file
  ) throws(JSONError) {
    try self.init(parsing: bytes.span, dialect: dialect, limits: limits)
  }

  private init(from scanner: inout JSONScanner, _ bytes: Span<UInt8>) throws(JSONError) {
    let token = try scanner.nextValue(bytes)
    let start = scanner.tokenStart
    let content: Content
    switch token {
    case .null: content = .null
    case .bool(let value): content = .bool(value)
    case .integer(let value): content = .integer(value)
    case .number(let value): content = .number(value)
    case .string(let text): content = .string(scanner.string(text, bytes))
    case .beginArray:
      var elements: [JSONNode] = []
      while try scanner.nextElement(bytes, isFirst: elements.isEmpty) {
        // Pairs are the most frequent arrays, and memory for one element alone would have to grow
        // at once.
        if elements.isEmpty { elements.reserveCapacity(2) }
        try scanner.checkItemCount(elements.count, at: scanner.position)
        elements.append(try JSONNode(from: &scanner, bytes))
      }
      content = .array(elements)
    case .beginObject:
      var members: [Member] = []
      var keys = JSONKeySet()
      while let key = try scanner.nextKey(bytes, isFirst: members.isEmpty) {
        try scanner.checkItemCount(members.count, at: key.start - 1)
        if members.isEmpty { members.reserveCapacity(2) }
        let name = scanner.string(key, bytes)
        guard keys.insert(name, among: members, name: { $0.key }) else {
          throw JSONError.duplicate(name, at: key.start - 1)
        }
        members.append(
          Member(
            key: name, keyOffset: key.start - 1, value: try JSONNode(from: &scanner, bytes)))
      }
      content = .object(members)
    }
    self.init(content: content, offset: start, end: scanner.position)
  }

  /// The value without its place.
  public var value: JSONValue {
    switch content {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .integer(let value): return .integer(value)
    case .number(let value): return .number(value)
    case .string(let value): return .string(value)
    case .array(let elements): return .array(elements.map { $0.value })
    case .object(let members):
      var object = JSONObject()
      object.members = members.map { JSONObject.Member(key: $0.key, value: $0.value.value) }
      return .object(object)
    }
  }

  /// "null", "a boolean", "a number", "a string", "an array" or "an object".
  public var kindName: String {
    switch content {
    case .null: "null"
    case .bool: "a boolean"
    case .integer, .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
