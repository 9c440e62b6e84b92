/// How much of the daemon one client may use. Reported by `GetCapabilities`.
struct Limits: Equatable, Sendable {
  /// Connections at once, of all users and of one.
  var connections = 256
  var connectionsPerUser = 64
  /// Bytes of a message.
  var messageBytes = 1 << 20
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
}
