import JSON
import System
import Wire

/// One client: what it has sent, what waits to be sent to it, and what it is doing.
///
/// Calls are answered strictly in order. While a stream of replies runs, and while replies wait
/// above the limit, further calls stay where they are and nothing more is read.
final class Connection {
  enum State {
    /// Calls are handled as they come.
    case serving
    /// A call with `more` gets replies until the connection ends; further calls wait.
    case streaming(EventQueue)
    /// A call is answered when a reveal is over; further calls wait.
    case waiting(RevealWait)
    /// A call is answered when a scene was read, or handled when none is read any more; further calls
    /// wait. A client that sends nothing more still gets its answer.
    case loading(wantsReply: Bool)
    /// Nothing more is handled; what waits is sent, then the connection ends.
    case finishing
    case closed
  }

  let identifier: UInt64
  let peer: PeerCredentials
  let kind: Users.Kind
  var state = State.serving
  var descriptors = DescriptorQueue()
  /// True if the peer will send nothing more.
  private(set) var hasEnded = false
  /// True if it is among those whose calls are handled next.
  var isInBacklog = false
  /// What the event loop watches for; nil where it does not listen at all.
  var watched: Readiness?
  /// Its part in the sums of all connections.
  var share = Share()
  /// Since when a message has waited for its end; nil while none does.
  private(set) var unfinishedSince: Int64?
  /// Which one that is, counted from 0.
  private var unfinishedMessage = 0

  private let stream: UnixStream
  private var reader: MessageReader
  /// A call that was taken and waits for the end of a frame's drawing.
  private(set) var heldCall: Call?
  private let outgoing = OutgoingMessages()
  private let limits: Limits
  private var writer = JSONWriter()
  /// True if the peer takes nothing more; calls that came before still count.
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
  }

  /// For log lines.
  var label: String {
    "connection \(identifier) (uid \(peer.userIdentifier), pid \(peer.processIdentifier))"
  }

  // MARK: Receiving

  /// Reads once, as much as `buffer` takes.
  func receive(using buffer: inout [UInt8]) throws(SystemError) {
    let before = descriptors.count
    let range = 0..<buffer.count
    guard let count = try stream.receive(into: &buffer, range, descriptors: &descriptors) else {
      return
    }
    guard count > 0 else {
      hasEnded = true
      return
    }
    reader.append(
      buffer.span.extracting(0..<count), descriptorCount: descriptors.count - before)
  }

  /// Bytes that a connection holds, of messages that nothing is done with and of replies that nobody reads,
  /// and whether one of the messages waits for its end.
  struct Share {
    var inputBytes = 0
    var outputBytes = 0
    var isUnfinished = false
  }

  /// Memory that it holds now.
  func currentShare(now: Int64) -> Share {
    reader.releaseStorage()
    noteUnfinished(now: now)
    return Share(
      // A call that is about to be handled goes by itself.
      inputBytes: isInBacklog ? 0 : reader.byteCount,
      outputBytes: isPrivileged ? 0 : outgoing.byteCount, isUnfinished: unfinishedSince != nil)
  }

  /// True if the client may do everything.
  var isPrivileged: Bool { kind.isPrivileged }

  /// A message that the daemon itself does not read on, because of what came before, is not late.
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

  /// The next call, when its turn has come.
  func nextCall() throws(ProtocolError) -> Call? {
    guard case .serving = state, !isFull else { return nil }
    if let call = heldCall.take() { return call }
    return try reader.nextCall()
  }

  /// Has a call that `nextCall` gave come again.
  func hold(_ call: Call) { heldCall = call }

  /// True if `nextCall` has something to say.
  var hasCall: Bool {
    guard case .serving = state, !isFull else { return false }
    return hasMessage
  }

  /// True if something that has come waits to be handled.
  private var hasMessage: Bool { heldCall != nil || reader.hasMessage() }

  /// True if so many replies wait that no more calls are taken.
  private var isFull: Bool {
    outgoing.byteCount >= limits.outputBytes
      || outgoing.descriptorCount >= limits.outputDescriptors
  }

  /// Takes the descriptors that came with a call.
  func takeDescriptors(of call: Call) -> DescriptorList {
    let list = DescriptorList()
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
    writer.removeAll()
    reply.encode(into: &writer)
    outgoing.append(writer.bytes, descriptor: descriptor)
  }

  /// Sends what the kernel takes.
  func flush() {
    guard !outgoing.isEmpty else { return }
    do throws(SystemError) {
      try outgoing.send(to: stream)
    } catch {
      isDeaf = true
      outgoing.removeAll()
      switch state {
      case .streaming, .waiting: state = .finishing
      case .serving, .loading, .finishing, .closed: break
      }
    }
  }

  /// True if everything was sent.
  var isDrained: Bool { outgoing.isEmpty }

  /// Queues events as replies while there is room, and sends them.
  func sendEvents(at time: Int64) {
    while case .streaming(var queue) = state, !queue.isEmpty, outgoing.isEmpty {
      let events = queue.take(64, at: time)
      state = .streaming(queue)
      var parameters = JSONObject()
      parameters["events"] = .array(events.map { .object($0.object) })
      let isLast = events.last?.kind == .quitting
      send(Reply(parameters, continues: !isLast))
      if isLast { state = .finishing }
      flush()
    }
  }

  // MARK: Watching

  /// What the event loop has to wait for now; nil for nothing, and then not for the client's leaving
  /// either, since what it asked for before counts.
  var interest: Readiness? {
    if case .loading = state { return nil }
    var interest: Readiness = outgoing.isEmpty ? [] : [.writable]
    switch state {
    case .serving: if !hasEnded, !isFull, !hasMessage { interest.insert(.readable) }
    // Its closing cancels the stream, or the wait.
    case .streaming, .waiting: interest.insert(.peerClosed)
    case .loading, .finishing, .closed: break
    }
    return interest
  }

  /// True if nothing is left to do for the client.
  var isDone: Bool {
    switch state {
    case .serving: hasEnded && outgoing.isEmpty && !hasMessage
    case .streaming, .waiting: hasEnded
    case .loading: false
    case .finishing: outgoing.isEmpty
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
