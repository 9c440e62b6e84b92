public import JSON

/// A service's message: the result of a call, or an error.
public struct Reply: Equatable, Sendable {
  public var parameters: JSONObject
  /// The full name of an error; nil for success.
  public var error: String?
  /// True if more replies to the same call follow. Never with an error.
  public var continues: Bool
  /// Descriptors that came with the message; parameters name them by index from 0.
  public var descriptorCount = 0

  public init(_ parameters: JSONObject = JSONObject(), continues: Bool = false) {
    self.parameters = parameters
    self.continues = continues
  }

  public init(_ error: CallError) {
    parameters = error.parameters
    self.error = error.name
    continues = false
  }

  /// Reads a message without its NUL, strictly.
  public init(parsing bytes: Span<UInt8>) throws(ProtocolError) {
    self.init()
    for member in try messageMembers(bytes, limits: .message) {
      switch member.key {
      case "parameters": parameters = try parameterObject(member.value)
      case "error":
        switch member.value {
        case .null: break
        case .string(let name): error = name
        default: throw ProtocolError("'error' is " + member.value.kindName + " and not a string")
        }
      case "continues": continues = try flag(member)
      default: try ignoreVendorKey(member.key)
      }
    }
    guard error == nil || !continues else {
      throw ProtocolError("'continues' is true beside an error")
    }
  }

  /// The parameters of a success; an error is thrown.
  public func result() throws(CallError) -> JSONObject {
    guard let error else { return parameters }
    throw CallError(error, parameters)
  }

  /// Appends the message with its NUL.
  public func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if let error {
      writer.key("error")
      writer.string(error)
    }
    encodeParameters(parameters, into: &writer)
    if continues { encodeFlag("continues", into: &writer) }
    writer.endObject()
    writer.terminate(with: 0)
  }

  /// The message with its NUL.
  public func encoded() -> [UInt8] {
    var writer = JSONWriter()
    encode(into: &writer)
    return writer.bytes
  }
}
