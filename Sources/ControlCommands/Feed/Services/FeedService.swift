/// The protocol of a program that reports its progress on a socket while it runs.
protocol FeedService {
  /// For people.
  var name: String { get }
  /// The sockets that are tried, in this order.
  var paths: [String] { get }

  /// Begins anew, on a new connection.
  /// - Returns: the bytes to send first.
  mutating func connected() -> [UInt8]

  /// Takes received bytes, or none.
  /// - Parameters:
  ///   - isQuiet: true if no more come for now.
  ///   - reply: bytes to send are added.
  ///   - updates: updates in the bytes are added, up to the first bytes that make no sense.
  /// - Returns: false for bytes that make no sense: the connection is of no more use.
  mutating func receive(
    _ bytes: ArraySlice<UInt8>, isQuiet: Bool, reply: inout [UInt8],
    updates: inout [FeedUpdate]
  ) -> Bool
}
