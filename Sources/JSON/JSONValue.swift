/// A JSON value without its place in a text, for messages.
public enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  /// A number written without fraction and exponent that fits into 64 bits.
  case integer(Int64)
  /// Any other number; always finite if it was read.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// Reads one value with white space around it, by the strict grammar.
  public init(parsing bytes: Span<UInt8>, limits: JSONLimits = .message) throws(JSONError) {
    var scanner = try JSONScanner(bytes, dialect: .strict, limits: limits)
    self = try JSONValue(from: &scanner, bytes)
    try scanner.finish(bytes)
  }

  /// Reads one value with white space around it, by the strict grammar.
  public init(parsing bytes: [UInt8], limits: JSONLimits = .message) throws(JSONError) {
    try self.init(parsing: bytes.span, limits: limits)
  }

  private init(from scanner: inout JSONScanner, _ bytes: Span<UInt8>) throws(JSONError) {
    switch try scanner.nextValue(bytes) {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .number(value)
    case .string(let text): self = .string(scanner.string(text, bytes))
    case .beginArray:
      var elements: [JSONValue] = []
      while try scanner.nextElement(bytes, isFirst: elements.isEmpty) {
        elements.append(try JSONValue(from: &scanner, bytes))
      }
      self = .array(elements)
    case .beginObject:
      var object = JSONObject()
      var keys = JSONKeySet()
      while let key = try scanner.nextKey(bytes, isFirst: object.members.isEmpty) {
        let name = scanner.string(key, bytes)
        guard keys.insert(name, among: object.members, name: { $0.key }) else {
          throw JSONError.duplicate(name, at: key.start - 1)
        }
        object.members.append(
          JSONObject.Member(key: name, value: try JSONValue(from: &scanner, bytes)))
      }
      self = .object(object)
    }
  }
}

extension JSONValue {
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  public var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  public var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// A number of either kind.
  public var doubleValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// A whole number that fits into 64 bits; `1.0` and `1e3` count as whole.
  public var integerValue: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int64(exactly: value)
    default: nil
    }
  }

  public var arrayValue: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  public var objectValue: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// "null", "a boolean", "a number", "a string", "an array" or "an object".
  public var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .integer, .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The value as compact JSON.
  public func encoded() -> [UInt8] {
    var writer = JSONWriter()
    writer.value(self)
    return writer.bytes
  }
}

extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    var object = JSONObject()
    for (key, value) in elements { object[key] = value }
    self = .object(object)
  }
}
