/// How much of the daemon one client may use, and all of them. Reported by `GetCapabilities`.
struct Limits: Equatable, Sendable {
  /// Connections at once, of all users and of one.
  var connections = 512
  var connectionsPerUser = 128
  /// Of these, kept for root and for the daemon's own user, as many for each.
  var reservedConnections = 16
  /// Bytes of a message.
  var messageBytes = 1 << 20
  /// Bytes that all connections together may hold of messages that are not handled, and of replies that
  /// their clients do not read; above it the connection that holds most is closed. Replies to root and the
  /// daemon's own user do not count.
  var allInputBytes = 8 << 20
  var allOutputBytes = 16 << 20
  /// Microseconds within which a message has to come whole.
  var messageTime: Int64 = 30_000_000
  /// Bytes of a reply that lists something, about, and items of one.
  var pageBytes = 128 << 10
  var pageItems = 1000
  /// Bytes of a picture in a reply.
  var inlineBytes = 8 << 20
  /// Replies that wait to be sent; above it the client is not read from.
  var outputBytes = 256 << 10
  /// Descriptors that wait to be sent; from there on the client is not read from.
  var outputDescriptors = 4
  /// Events that wait for a subscriber.
  var queuedEvents = 256
  /// Events that a subscriber may lose before it is disconnected.
  var lostEvents = 4096
  /// Calls of one connection that are handled before another gets its turn, and those of all that
  /// are handled before a due frame does, or in one pause of a frame's drawing if there is time.
  var callsPerSlice = 16
  var callsPerTurn = 256
  /// Bytes of a text that `SetText` takes.
  var textBytes = 4096
  /// Bytes of a scene file that comes as a descriptor.
  var sceneBytes = 4 << 20
  /// Scenes of all clients that are being read or wait for that.
  var loads = 64
}
