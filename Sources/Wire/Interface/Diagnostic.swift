public import JSON

extension DisplayInterface {
  /// A mistake in a scene file. Lines and columns count from 1.
  public struct Diagnostic: Equatable, Sendable {
    public var severity: Severity
    public var code: String
    public var file: String?
    public var line: Int64?
    public var column: Int64?
    public var message: String
    public var expected: String?
    public var hint: String?

    public init(
      severity: Severity, code: String, file: String? = nil, line: Int64? = nil,
      column: Int64? = nil, message: String, expected: String? = nil, hint: String? = nil
    ) {
      self.severity = severity
      self.code = code
      self.file = file
      self.line = line
      self.column = column
      self.message = message
      self.expected = expected
      self.hint = hint
    }

    /// Reads the structure; fields of later versions are ignored.
    public init(_ fields: Fields) throws(CallError) {
      severity = try fields.enumeration("severity")
      code = try fields.string("code")
      file = try fields.nullableString("file")
      line = try fields.nullableInteger("line")
      column = try fields.nullableInteger("column")
      message = try fields.string("message")
      expected = try fields.nullableString("expected")
      hint = try fields.nullableString("hint")
    }

    /// The structure as a message.
    public var object: JSONObject {
      var object = JSONObject()
      object["severity"] = .string(severity.name)
      object["code"] = .string(code)
      if let file { object["file"] = .string(file) }
      if let line { object["line"] = .integer(line) }
      if let column { object["column"] = .integer(column) }
      object["message"] = .string(message)
      if let expected { object["expected"] = .string(expected) }
      if let hint { object["hint"] = .string(hint) }
      return object
    }
  }
}
