import JSON
import System
import Wire

/// One client: its received messages, its waiting replies, and its state.
///
/// Calls are answered strictly in order. While waiting replies exceed the limit, further calls wait
/// and nothing more is read. While a stream of replies runs, or a call waits for its answer, the
/// next message is read and waits for its turn, so that a malformed one closes the connection even
/// then.
final class Connection {
  enum State {
    /// Calls are handled as they come.
    case serving
    /// A call with `more` gets replies until the connection ends; further calls wait.
    case streaming(EventQueue)
    /// A call is answered at the end of something; further calls wait.
    case waiting(Wait)
    /// A call is answered after a scene was read, or handled once no scene is being read; further
    /// calls wait. A client that has closed its sending half still gets its answer.
    case loading(wantsReply: Bool)
    /// Nothing more is handled; waiting replies are sent, then the connection ends.
    case finishing
    case closed
  }

  let identifier: UInt64
  let peer: PeerCredentials
  let kind: Users.Kind
  var state = State.serving
  var descriptors: DescriptorQueue
  /// True if the peer will send nothing more.
  private(set) var hasEnded = false
  /// True if it is in the list of connections whose calls are handled next.
  var isInBacklog = false
  /// The place of the connection in that list: the microseconds that its calls have taken, on a
  /// scale that all connections of its user share.
  var turn: Int64 = 0
  /// The microseconds that its calls have taken.
  var usedTime: Int64 = 0
  /// True if the log has a hint about a former name in the client's calls.
  var hasHint = false
  /// The events that the loop watches for; nil if it does not listen to the connection.
  var watched: Readiness?
  /// The part that the connection contributes to the sums of all connections.
  var share = Share()
  /// The time since which an unfinished message has waited; nil for none.
  private(set) var unfinishedSince: Int64?
  /// The index of that message, counted from 0.
  private var unfinishedMessage = 0
  /// The index of the message that was found to be a call, though its turn has not come; nil for
  /// none.
  private var checkedMessage: Int?

  private let stream: UnixStream
  private var reader: MessageReader
  /// A call that was read and waits until a frame is drawn.
  private(set) var heldCall: Call?
  private let outgoing = OutgoingMessages()
  /// A reply that holds a person's answer and is sent after all other replies; and the number of
  /// its bytes that were sent.
  private var secret: (reply: SecretBytes, sent: Int)?
  private let limits: Limits
  private var writer = JSONWriter()
  /// True if the peer receives nothing more; calls that came before still count.
  private var isDeaf = false

  init(
    identifier: UInt64, stream: consuming UnixStream, peer: PeerCredentials, kind: Users.Kind,
    limits: Limits
  ) {
    self.identifier = identifier
    self.stream = stream
    self.peer = peer
    self.kind = kind
    self.limits = limits
    reader = MessageReader(byteLimit: limits.messageBytes)
    descriptors = DescriptorQueue(of: DescriptorOwner(user: peer.userIdentifier, kind))
  }

  var user: UInt32 { peer.userIdentifier }

  /// For log lines.
  var label: String {
    "connection \(identifier) (uid \(peer.userIdentifier), pid \(peer.processIdentifier))"
  }

  // MARK: Receiving

  /// Reads once, as much as fits into `buffer`.
  func receive(using buffer: inout [UInt8]) throws(SystemError) {
    let (before, losses) = (descriptors.count, descriptors.losses)
    let range = 0..<buffer.count
    guard let count = try stream.receive(into: &buffer, range, descriptors: &descriptors) else {
      return
    }
    guard count > 0 else {
      hasEnded = true
      return
    }
    reader.append(
      buffer.span.extracting(0..<count), descriptorCount: descriptors.count - before,
      lossCount: descriptors.losses &- losses)
  }

  /// The bytes of a connection in unhandled messages and in unread replies, and true if one of the
  /// messages is unfinished.
  struct Share {
    var inputBytes = 0
    var outputBytes = 0
    var isUnfinished = false
  }

  /// The memory of the connection at present.
  func currentShare(now: Int64) -> Share {
    reader.releaseStorage()
    noteUnfinished(now: now)
    return Share(
      // Calls that are about to be handled do not count.
      inputBytes: isInBacklog ? 0 : reader.byteCount,
      // A group may have many members.
      outputBytes: kind == .root || kind == .own ? 0 : outgoing.byteCount,
      isUnfinished: unfinishedSince != nil)
  }

  /// True if the client has all rights.
  var isPrivileged: Bool { kind.isPrivileged }

  /// Updates `unfinishedSince`. A message is not late if it has to wait for earlier ones anyway.
  private func noteUnfinished(now: Int64) {
    guard case .serving = state, !isFull, !reader.isEmpty, !hasMessage else {
      unfinishedSince = nil
      return
    }
    if unfinishedSince == nil || unfinishedMessage != reader.taken {
      unfinishedSince = now
      unfinishedMessage = reader.taken
    }
  }

  /// The next call, if its turn has come; before that, the message is only checked.
  func nextCall() throws(ProtocolError) -> Call? {
    guard hasCall else { return nil }
    guard case .serving = state else {
      try reader.checkNextCall()
      checkedMessage = reader.taken
      return nil
    }
    if let call = heldCall.take() { return call }
    return try reader.nextCall()
  }

  /// Returns a call to `nextCall`, which will give it again.
  func hold(_ call: Call) { heldCall = call }

  /// True if there is a message for `nextCall`.
  var hasCall: Bool {
    guard !isFull else { return false }
    switch state {
    case .serving: return hasMessage
    case .streaming, .waiting: return checkedMessage != reader.taken && hasMessage
    case .loading, .finishing, .closed: return false
    }
  }

  /// True if a received message waits to be handled.
  private var hasMessage: Bool { heldCall != nil || reader.hasMessage() }

  /// True if so many replies wait that no more calls are taken.
  private var isFull: Bool {
    secret != nil || outgoing.byteCount >= limits.outputBytes
      || outgoing.descriptorCount >= limits.outputDescriptors
  }

  /// Takes the descriptors that came with a call.
  func takeDescriptors(of call: Call) -> DescriptorList {
    let list = DescriptorList(hasLost: descriptors.hasLost)
    for _ in 0..<call.descriptorCount {
      guard let descriptor = descriptors.takeFirst() else { break }
      list.append(descriptor)
    }
    return list
  }

  // MARK: Sending

  /// Queues a reply.
  func send(_ reply: Reply, descriptor: consuming FileDescriptor? = nil) {
    guard !isDeaf else { return }
    reply.encode(into: &writer)
    outgoing.append(writer.bytes, descriptor: descriptor)
    resetWriter()
  }

  /// Empties the writer. The memory of one large reply must not stay with the client.
  private func resetWriter() {
    if writer.bytes.count > Self.keptWriterBytes {
      writer = JSONWriter()
    } else {
      writer.removeAll()
    }
  }

  private static let keptWriterBytes = 16 << 10

  private func send(_ events: [DisplayInterface.NumberedEvent], continues: Bool) {
    guard !isDeaf else { return }
    writer.reply(with: events, continues: continues)
    outgoing.append(writer.bytes)
    resetWriter()
  }

  /// Queues a reply that is copied nowhere else and is wiped once it is sent.
  func send(_ reply: SecretBytes) {
    guard !isDeaf else { return }
    secret = (reply, 0)
  }

  /// Sends as much as the kernel accepts.
  func flush() {
    guard !isDrained else { return }
    do throws(SystemError) {
      try outgoing.send(to: stream)
      if outgoing.isEmpty { try sendSecret() }
    } catch {
      isDeaf = true
      outgoing.removeAll()
      secret = nil
      switch state {
      case .streaming, .waiting: state = .finishing
      case .serving, .loading, .finishing, .closed: break
      }
    }
  }

  private func sendSecret() throws(SystemError) {
    while let (reply, sent) = secret {
      let count = try reply.withBytes { bytes throws(SystemError) in
        try stream.send(bytes.extracting(sent..<bytes.count))
      }
      guard let count else { return }
      if sent + count < reply.count {
        secret = (reply, sent + count)
      } else {
        reply.removeAll()
        secret = nil
      }
    }
  }

  /// True if everything was sent.
  var isDrained: Bool { outgoing.isEmpty && secret == nil }

  /// Queues events for a subscriber.
  /// - Returns: the number of events that it has lost; nil for other clients.
  func offer(_ events: [DisplayInterface.SharedEvent]) -> Int? {
    guard case .streaming(var queue) = state else { return nil }
    // The queue has one owner, or each of its changes would copy all events.
    state = .serving
    for event in events { queue.offer(event) }
    let lost = queue.lost
    state = .streaming(queue)
    return lost
  }

  /// Queues events as replies up to the limit, and sends them.
  func sendEvents(at time: Int64) {
    while outgoing.isEmpty, case .streaming(var queue) = state, !queue.isEmpty {
      state = .serving
      let events = queue.take(64, at: time)
      state = .streaming(queue)
      let isLast = events.last?.kind == .quitting
      send(events, continues: !isLast)
      if isLast { state = .finishing }
      flush()
    }
  }

  // MARK: Watching

  /// The events that the loop has to wait for now; nil to ignore even the end of the connection,
  /// since the client's earlier requests still count.
  var interest: Readiness? {
    if case .loading = state { return nil }
    var interest: Readiness = isDrained ? [] : [.writable]
    switch state {
    case .serving: break
    // Closing the connection cancels the stream, or the wait.
    case .streaming, .waiting: interest.insert(.peerClosed)
    case .loading, .finishing, .closed: return interest
    }
    if !hasEnded, !isFull, !hasMessage { interest.insert(.readable) }
    return interest
  }

  /// True if nothing is left to do for the client.
  var isDone: Bool {
    switch state {
    case .serving: hasEnded && isDrained && !hasMessage
    case .streaming, .waiting: hasEnded
    case .loading: false
    case .finishing: isDrained
    case .closed: true
    }
  }

  /// True if the peer left in the middle of a message.
  var endedInsideMessage: Bool { hasEnded && !reader.isEmpty }

  /// Lends the descriptor to the event loop.
  func withDescriptor(
    _ body: (borrowing FileDescriptor) throws(SystemError) -> Void
  ) throws(SystemError) {
    try body(stream.descriptor)
  }
}

extension DescriptorOwner {
  init(user: UInt32, _ kind: Users.Kind) {
    self.init(user: user, isKept: kind == .root || kind == .own)
  }
}
