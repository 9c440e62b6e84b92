/// Bytes that are no Varlink message. The connection they came from has to be closed.
public struct ProtocolError: Error, Equatable, Sendable {
  /// One line for the log, for example "the flag 'more' is not a boolean".
  public let reason: String

  public init(_ reason: String) { self.reason = reason }
}
