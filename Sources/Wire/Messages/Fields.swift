public import JSON

/// Reads the fields of parameters or of a structure by name and type.
///
/// Absent and null are the same for a nullable field. A wrong type or a missing field is
/// `InvalidParameter` with the field's name.
public struct Fields: Sendable {
  private let object: JSONObject
  /// The text before a field's name in an error, for a structure inside parameters.
  private let prefix: String
  private let nameBytes: Int

  /// - Parameter nameBytes: the most bytes of a string that is not a text. Comparing and looking up
  ///   longer strings takes long, above all if they consist of combining marks.
  public init(_ object: JSONObject, in prefix: String = "", nameBytes: Int = .max) {
    self.object = object
    self.prefix = prefix
    self.nameBytes = nameBytes
  }

  /// Refuses fields that the method does not declare.
  public func allow(_ names: StaticString...) throws(CallError) {
    for member in object.members {
      var isKnown = false
      for name in names where name.isSame(as: member.key) { isKnown = true }
      guard isKnown else { throw error(member.key, "the method has no such parameter") }
    }
  }

  /// A name, a path or another short string.
  public func nullableString(_ name: String) throws(CallError) -> String? {
    guard let text = try nullableText(name) else { return nil }
    return try short(text, name)
  }

  /// A string of any length.
  public func nullableText(_ name: String) throws(CallError) -> String? {
    guard let value = present(name) else { return nil }
    guard let string = value.stringValue else { throw error(name, "a string is expected") }
    return string
  }

  private func short(_ text: String, _ name: String) throws(CallError) -> String {
    guard text.utf8.count <= nameBytes else {
      throw error(name, "at most \(nameBytes) bytes are expected")
    }
    return text
  }

  /// A whole number of 64 bits; `1.0` and `1e3` count as whole.
  public func nullableInteger(_ name: String) throws(CallError) -> Int64? {
    guard let value = present(name) else { return nil }
    guard let integer = value.integerValue else { throw error(name, "a whole number is expected") }
    return integer
  }

  /// A finite number, written with or without a fraction.
  public func nullableFloat(_ name: String) throws(CallError) -> Double? {
    guard let value = present(name) else { return nil }
    guard let number = value.doubleValue, number.isFinite else {
      throw error(name, "a number is expected")
    }
    return number
  }

  /// True or false; nil if the field is missing or null.
  public func nullableBool(_ name: String) throws(CallError) -> Bool? {
    guard let value = present(name) else { return nil }
    guard let bool = value.boolValue else { throw error(name, "true or false is expected") }
    return bool
  }

  /// One of the names of an enumeration of the interface.
  public func nullableEnumeration<Value: InterfaceEnumeration>(
    _ name: String, _ type: Value.Type = Value.self
  ) throws(CallError) -> Value? {
    guard let text = try nullableString(name) else { return nil }
    if let value = Value(text) { return value }
    var names = ""
    for value in Value.allCases { names += (names.isEmpty ? "" : ", ") + value.name }
    throw error(name, "one of " + names + " is expected")
  }

  /// A list of any values; nil if the field is missing or null.
  public func nullableArray(_ name: String) throws(CallError) -> [JSONValue]? {
    guard let value = present(name) else { return nil }
    guard let array = value.arrayValue else { throw error(name, "a list is expected") }
    return array
  }

  /// An object with any members; nil if the field is missing or null.
  public func nullableObject(_ name: String) throws(CallError) -> JSONObject? {
    guard let value = present(name) else { return nil }
    guard let object = value.objectValue else { throw error(name, "an object is expected") }
    return object
  }

  // These fields are required: null counts as missing.
  public func string(_ name: String) throws(CallError) -> String {
    try require(nullableString(name), name)
  }
  public func text(_ name: String) throws(CallError) -> String {
    try require(nullableText(name), name)
  }
  public func integer(_ name: String) throws(CallError) -> Int64 {
    try require(nullableInteger(name), name)
  }
  public func float(_ name: String) throws(CallError) -> Double {
    try require(nullableFloat(name), name)
  }
  public func bool(_ name: String) throws(CallError) -> Bool {
    try require(nullableBool(name), name)
  }
  public func enumeration<Value: InterfaceEnumeration>(
    _ name: String, _ type: Value.Type = Value.self
  ) throws(CallError) -> Value {
    try require(nullableEnumeration(name, type), name)
  }
  public func array(_ name: String) throws(CallError) -> [JSONValue] {
    try require(nullableArray(name), name)
  }
  public func object(_ name: String) throws(CallError) -> JSONObject {
    try require(nullableObject(name), name)
  }

  /// An array of short strings.
  public func strings(_ name: String) throws(CallError) -> [String] {
    var strings: [String] = []
    for element in try array(name) {
      guard let string = element.stringValue else { throw error(name, "strings are expected") }
      strings.append(try short(string, name))
    }
    return strings
  }

  /// An array of structures.
  public func structures<Value>(
    _ name: String, _ read: (Fields) throws(CallError) -> Value
  ) throws(CallError) -> [Value] {
    var values: [Value] = []
    for element in try array(name) {
      guard let object = element.objectValue else { throw error(name, "objects are expected") }
      values.append(try read(Fields(object, in: prefix + name + ".", nameBytes: nameBytes)))
    }
    return values
  }

  private func error(_ name: String, _ reason: String) -> CallError {
    .invalidParameter(prefix + name, reason)
  }

  private func present(_ name: String) -> JSONValue? {
    guard let value = object[name], !value.isNull else { return nil }
    return value
  }

  private func require<Value>(_ value: Value?, _ name: String) throws(CallError) -> Value {
    guard let value else { throw error(name, "it is missing") }
    return value
  }
}

extension StaticString {
  fileprivate func isSame(as text: String) -> Bool {
    guard text.utf8.count == utf8CodeUnitCount else { return false }
    var index = 0
    for byte in text.utf8 {
      if unsafe utf8Start[index] != byte { return false }
      index += 1
    }
    return true
  }
}
