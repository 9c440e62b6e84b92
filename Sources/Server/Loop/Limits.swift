/// The limits of one client and of all clients together. Reported by `GetCapabilities`.
struct Limits: Equatable, Sendable {
  /// Simultaneous connections, of all users and of one.
  var connections = 512
  var connectionsPerUser = 128
  /// The number of these that is reserved for root, and as many for the daemon's own user.
  var reservedConnections = 16
  /// Bytes of a message.
  var messageBytes = 1 << 20
  /// Bytes of all connections together in unhandled messages, and in unread replies; above it the
  /// connection that holds most is closed. Replies to root and the daemon's own user do not count.
  var allInputBytes = 8 << 20
  var allOutputBytes = 16 << 20
  /// Microseconds within which a message has to be complete.
  var messageTime: Int64 = 30_000_000
  /// Approximate bytes of a page of a list, and the items of one.
  var pageBytes = 128 << 10
  var pageItems = 1000
  /// Bytes of a picture in a reply.
  var inlineBytes = 8 << 20
  /// Bytes of waiting replies; above it the client's calls are not read.
  var outputBytes = 256 << 10
  /// Waiting descriptors; from this number on the client's calls are not read.
  var outputDescriptors = 4
  /// Waiting events for a subscriber.
  var queuedEvents = 256
  /// Events that a subscriber may lose before it is disconnected.
  var lostEvents = 4096
  /// Calls of one connection that are handled before the next one's turn, and calls of all
  /// connections that are handled before a due frame is, or between two slices of a frame if there
  /// is time.
  var callsPerSlice = 16
  var callsPerTurn = 256
  /// Microseconds after which a turn ends with the call that is being handled.
  var turnTime: Int64 = 5_000
  /// Bytes of a name, a path or any other string that is not a text. The path of a layer inside 63
  /// others has half as many.
  var nameBytes = 16 << 10
  /// Bytes of a text for `SetText`.
  var textBytes = 4096
  /// Bytes of the lines for `AppendLog`.
  var logBytes = 128 << 10
  /// Bytes of a scene file in a descriptor.
  var sceneBytes = 4 << 20
  /// Bytes and pixels of a picture for `SetImage`.
  var pictureBytes = 16 << 20
  var picturePixels = 8 << 20
  /// Pictures that wait to be read: of all users together, and of one of them. Root and the
  /// daemon's own user do not count among these; each has `pictures` places alone. Scenes have
  /// places of their own, which clients without rights cannot take.
  var pictures = 8
  var picturesPerUser = 4
  /// Scenes of all clients that are being read or waiting for that.
  var loads = 64
}
