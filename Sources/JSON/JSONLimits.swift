/// The accepted dialects of JSON.
public enum JSONDialect: Sendable, Equatable {
  /// RFC 8259 and nothing more: UTF-8 without a byte order mark, no comments.
  case strict
  /// For files that people write: `//` and `/* */` comments, trailing commas and a byte order mark
  /// are allowed as well.
  case relaxed
}

/// The limits of a text, checked while it is read and before memory is allocated.
public struct JSONLimits: Sendable, Equatable {
  /// Length of the whole text in bytes.
  public var byteCount: Int
  /// Nested arrays and objects; 1 allows `[]` and not `[[]]`. At most 512 is honoured.
  public var depth: Int
  /// Values of every kind, not counting keys.
  public var nodeCount: Int
  /// Elements of one array and members of one object, if the text is read as nodes.
  public var itemCount: Int

  public init(byteCount: Int, depth: Int, nodeCount: Int, itemCount: Int = .max) {
    self.byteCount = byteCount
    self.depth = min(depth, 512)
    self.nodeCount = nodeCount
    self.itemCount = itemCount
  }

  /// For calls from a socket: no method takes nearly as many values, and a message is read in one
  /// step.
  public static let call = JSONLimits(byteCount: 1 << 20, depth: 32, nodeCount: 4096)
  /// For other messages from a socket.
  public static let message = JSONLimits(byteCount: 1 << 20, depth: 32, nodeCount: 65_536)
  /// For files of several megabytes.
  public static let file = JSONLimits(byteCount: 4 << 20, depth: 160, nodeCount: 1_000_000)
}
