import JSON

// Common parts of calls and replies.

/// The members of a message, which has to be one JSON object.
func messageMembers(
  _ bytes: Span<UInt8>, limits: JSONLimits
) throws(ProtocolError) -> [JSONObject.Member] {
  let value: JSONValue
  do throws(JSONError) {
    value = try JSONValue(parsing: bytes, limits: limits)
  } catch {
    throw ProtocolError("bad JSON at byte \(error.offset): " + error.message)
  }
  guard case .object(let object) = value else {
    throw ProtocolError("a message is " + value.kindName + " and not an object")
  }
  return object.members
}

/// Parameters may be left out as null.
func parameterObject(_ value: JSONValue) throws(ProtocolError) -> JSONObject {
  switch value {
  case .null: return JSONObject()
  case .object(let object): return object
  default: throw ProtocolError("'parameters' is " + value.kindName + " and not an object")
  }
}

func flag(_ member: JSONObject.Member) throws(ProtocolError) -> Bool {
  guard case .bool(let value) = member.value else {
    throw ProtocolError(
      "the flag '" + member.key + "' is " + member.value.kindName + " and not a boolean")
  }
  return value
}

/// A key with a dot belongs to a vendor's extension; any other unknown key is a mistake.
func ignoreVendorKey(_ key: String) throws(ProtocolError) {
  guard key.utf8.contains(UInt8(ascii: ".")) else {
    throw ProtocolError("unknown key '" + String(key.prefix(64)) + "'")
  }
}

func encodeParameters(_ parameters: JSONObject, into writer: inout JSONWriter) {
  guard !parameters.isEmpty else { return }
  writer.key("parameters")
  writer.value(.object(parameters))
}

func encodeFlag(_ name: String, into writer: inout JSONWriter) {
  writer.key(name)
  writer.bool(true)
}
