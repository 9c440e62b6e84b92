public import JSON

/// A client's message: a method, its parameters, and the number of replies.
public struct Call: Equatable, Sendable {
  /// The number of replies that the client waits for.
  public enum Mode: Equatable, Sendable {
    case one
    /// Any number, all except the last with `continues`.
    case more
    /// None.
    case oneway
    /// One, after which the connection speaks another protocol.
    case upgrade
  }

  /// Interface and method, joined by a dot.
  public var method: String
  public var parameters: JSONObject
  public var mode: Mode
  /// Descriptors that came with the message; parameters name them by index from 0.
  public var descriptorCount = 0

  public init(_ method: String, parameters: JSONObject = JSONObject(), mode: Mode = .one) {
    self.method = method
    self.parameters = parameters
    self.mode = mode
  }

  /// Reads a message without its NUL, strictly.
  public init(parsing bytes: Span<UInt8>) throws(ProtocolError) {
    var method: String?
    parameters = JSONObject()
    var isMore = false
    var isOneway = false
    var isUpgrade = false
    for member in try messageMembers(bytes, limits: .call) {
      switch member.key {
      case "method":
        guard case .string(let name) = member.value else {
          throw ProtocolError("'method' is " + member.value.kindName + " and not a string")
        }
        method = name
      case "parameters": parameters = try parameterObject(member.value)
      case "more": isMore = try flag(member)
      case "oneway": isOneway = try flag(member)
      case "upgrade": isUpgrade = try flag(member)
      default: try ignoreVendorKey(member.key)
      }
    }
    guard let method else { throw ProtocolError("'method' is missing") }
    self.method = method
    switch (isMore, isOneway, isUpgrade) {
    case (false, false, false): mode = .one
    case (true, false, false): mode = .more
    case (false, true, false): mode = .oneway
    case (false, false, true): mode = .upgrade
    default: throw ProtocolError("more than one of 'oneway', 'more' and 'upgrade' is true")
    }
  }

  /// The interface's name: the part before the method's last dot; nil without a dot.
  public var interface: String? { methodParts.interface }

  /// The name's two parts.
  public var methodParts: (interface: String?, member: String) {
    let name = method.utf8
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return (nil, method) }
    return (String(method[..<dot]), String(method[name.index(after: dot)...]))
  }

  /// Appends the message with its NUL.
  public func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("method")
    writer.string(method)
    encodeParameters(parameters, into: &writer)
    switch mode {
    case .one: break
    case .more: encodeFlag("more", into: &writer)
    case .oneway: encodeFlag("oneway", into: &writer)
    case .upgrade: encodeFlag("upgrade", into: &writer)
    }
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
