/// The error for bytes that are not a Varlink message. Their connection has to be closed.
public struct ProtocolError: Error, Equatable, Sendable {
  /// One line for the log, for example "the flag 'more' is not a boolean".
  public let reason: String

  public init(_ reason: String) { self.reason = reason }
}
