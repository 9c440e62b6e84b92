import JSON
import Stage
import System
import Wire

/// The connected clients: accepts them, handles their calls and sends them events.
///
/// One turn of the loop handles calls for a bounded time, a slice for each client in turn, so that
/// neither a due frame nor another client waits for more than that and one call. `TurnQueue` has
/// the order.
final class Clients {
  private let loop: EventLoop
  private let dispatcher: Dispatcher
  private let loads: SceneLoads
  private let boot: BootDesk
  private let limits: Limits
  private let log: Log
  private let users: Users
  private var connections: [UInt64: Connection] = [:]
  private var nextIdentifier: UInt64 = 1
  /// Connections with calls to handle.
  private var backlog = TurnQueue()
  /// True while a client's call is handled: no other one may be meanwhile.
  private(set) var isServing = false
  /// The time at which the turn ends.
  private var turnEnd = Int64.max
  /// Clients that have left and may hold controls.
  private var leavers: [UInt64] = []
  /// Bytes of clients on their way to their connections; empty until a client sends any.
  private var buffer: [UInt8] = []
  /// The interval between two slices of a frame in which calls are handled: its end and the frame's
  /// work; nil between frames.
  private var interval: (end: Int64, work: FrameSlicer.Work)?
  /// The memory of all connections together.
  private var total = (inputBytes: 0, outputBytes: 0, unfinished: 0)
  /// Armed while an unfinished message waits, for the time when it is late or earlier.
  private let unfinishedTimer: TimerDescriptor
  private var isTimerArmed = false
  /// Calls for pictures that are still to be drawn, with the numbers of the layouts that were asked
  /// for before them.
  private var screenshots: [(client: UInt64, call: Screenshot, layout: Int)] = []
  /// True if a call waits for another locale.
  private var awaitsLayout = false
  /// The request for the daemon's end; nil until there is one.
  private(set) var quit: QuitRequest?
  /// The client that made the request.
  private var quitter: UInt64?

  /// - Parameter users: the users with all rights: root and the daemon's own user.
  init(
    loop: EventLoop, shows: Shows, loads: SceneLoads, boot: BootDesk, limits: Limits, log: Log,
    users: Users
  ) throws(SystemError) {
    self.loop = loop
    self.loads = loads
    self.boot = boot
    dispatcher = Dispatcher(shows: shows, boot: boot, limits: limits)
    self.limits = limits
    self.log = log
    self.users = users
    unfinishedTimer = try TimerDescriptor()
    try loop.watch(unfinishedTimer.descriptor, for: .readable, as: .unfinished)
    boot.answerClient = { [unowned(unsafe) self] client, answer in
      unsafe handle(answer, for: client)
    }
    boot.tellKey = { [unowned(unsafe) self] client, key in unsafe handle(key, for: client) }
    boot.tracker.onEnd = { [unowned(unsafe) self] in unsafe tellBootEnd() }
  }

  var count: Int { connections.count }

  /// True if there is work that no descriptor will announce: waiting calls, or controls to release.
  var hasBacklog: Bool { quit == nil && !(backlog.isEmpty && leavers.isEmpty) }

  // MARK: New and closed connections

  /// Adds a connection, or refuses it with an error if there are too many.
  /// - Parameter peer: the client's credentials; nil asks the kernel.
  func add(_ stream: consuming UnixStream, peer: PeerCredentials? = nil) {
    do throws(SystemError) {
      let peer =
        if let peer { peer } else { try stream.peerCredentials() }
      let kind = users.kind(of: peer) { (try? stream.peerGroups()) ?? [] }
      stream.owner = DescriptorOwner(user: peer.userIdentifier, kind)
      if let error = refusal(of: peer, kind) {
        refuse(stream, peer, error)
        return
      }
      let connection = Connection(
        identifier: nextIdentifier, stream: stream, peer: peer, kind: kind, limits: limits)
      nextIdentifier += 1
      let interest = connection.interest ?? []
      try connection.withDescriptor { descriptor throws(SystemError) in
        try loop.watch(descriptor, for: interest, as: .connection(connection.identifier))
      }
      connection.watched = interest
      connections[connection.identifier] = connection
    } catch {
      log.clientFault("a connection failed: " + error.description)
    }
  }

  /// The reason why no further client of a user is accepted; nil if one is.
  private func refusal(of peer: PeerCredentials, _ kind: Users.Kind) -> CallError? {
    var ofUser = 0
    for connection in connections.values
    where connection.peer.userIdentifier == peer.userIdentifier { ofUser += 1 }
    let most = limits.connections
    // Other users may have all places except for the unused reserved ones of root and the daemon's
    // user.
    var free = most - connections.count
    for other in users.kept where other != kind {
      let taken = connections.values.count(where: { $0.kind == other })
      free -= max(min(limits.reservedConnections, most / 4) - taken, 0)
    }
    if free <= 0 { return .limitExceeded("connections", maximum: most) }
    guard ofUser < limits.connectionsPerUser else {
      return .limitExceeded("connectionsPerUser", maximum: limits.connectionsPerUser)
    }
    return nil
  }

  private func refuse(
    _ stream: borrowing UnixStream, _ peer: PeerCredentials, _ error: CallError
  ) {
    log.clientFault(
      "refused a connection of uid \(peer.userIdentifier), pid \(peer.processIdentifier): "
        + "too many are open")
    // A client that does not read it only misses the reason.
    _ = try? stream.send(Reply(error).encoded().span)
  }

  private func remove(_ connection: Connection) {
    connection.state = .closed
    if connection.watched != nil {
      // The socket may be closed later.
      try? connection.withDescriptor { descriptor throws(SystemError) in
        try loop.unwatch(descriptor)
      }
      connection.watched = nil
    }
    connections[connection.identifier] = nil
    let isLast = !connections.values.contains { $0.user == connection.user }
    backlog.remove(connection, isLast: isLast)
    count(Connection.Share(), of: connection)
    boot.prompts.queue.withdraw(.client(connection.identifier))
    leavers.append(connection.identifier)
  }

  /// Releases the controls of clients that have left, on all screens with the same frame.
  private func releaseControls(during work: FrameSlicer.Work?) {
    if let work, !MethodRow.Occasion.withAllScreens.includes(work) { return }
    for client in leavers {
      for presenter in dispatcher.shows.presenters {
        presenter.stage.releaseControls(heldBy: client)
      }
    }
    leavers = []
  }

  /// Closes every connection except that of the client that requested the end. Subscribers get the
  /// event, and waiting bytes are sent as far as possible.
  func finish(with event: DisplayInterface.Event) {
    let shared = DisplayInterface.SharedEvent(event)
    for identifier in connections.keys.sorted() {
      guard let connection = connections[identifier] else { continue }
      if connection.offer([shared]) != nil {
        connection.sendEvents(at: event.monotonicMicroseconds)
      }
      switch connection.state {
      case .waiting(.reveal(let wait)): answer(wait, connection)
      case .waiting(.layout): connection.send(Reply())
      case .waiting(.answer), .waiting(.keys):
        connection.send(Reply(.notSupported(BootMethods.keyboard)))
      // A boot that goes on with the daemon's successor has no times yet.
      case .waiting(.bootEnd), .serving, .streaming, .loading, .finishing, .closed: break
      }
      connection.flush()
      if identifier != quitter { remove(connection) }
    }
  }

  /// Closes the connection of the client that requested the end, which signals that the screen is
  /// free.
  func finishQuit() {
    if let quitter, let connection = connections[quitter] { remove(connection) }
  }

  // MARK: Turns

  /// Handles the readiness of a connection.
  func handle(_ identifier: UInt64, _ readiness: Readiness) {
    guard let connection = connections[identifier] else { return }
    // The event occurred before the loop stopped listening to the connection.
    if case .loading = connection.state { return }
    if readiness.contains(.writable) { connection.flush() }
    let isGone = !readiness.isDisjoint(with: [.hungUp, .failed])
    if connection.watched?.contains(.readable) ?? false {
      if !connection.hasCall, isGone || readiness.contains(.readable) { receive(connection) }
    } else if isGone || readiness.contains(.peerClosed) {
      // The client waits for its events, or does not read its replies: closing the connection
      // cancels them. Calls that came before and still wait for their turn count.
      guard case .serving = connection.state, connection.hasCall else {
        remove(connection)
        return
      }
    }
    update(connection)
  }

  /// Handles as many waiting calls as are allowed in one turn, or between two slices of a frame;
  /// one call is handled however little time there is.
  /// - Parameter interval: its end and the work. If the next call of a client has to wait for the
  ///   end of the work, all calls after it wait, too.
  func handleCalls(in interval: (end: Int64, work: FrameSlicer.Work)? = nil) {
    self.interval = interval
    defer { self.interval = nil }
    releaseControls(during: interval?.work)
    if backlog.isEmpty { return }
    turnEnd = interval?.end ?? dispatcher.shows.now + limits.turnTime
    var allowance = limits.callsPerTurn
    while allowance > 0, let connection = takeNext() {
      allowance -= max(1, serve(connection, atMost: min(limits.callsPerSlice, allowance)))
      if isTurnOver { break }
    }
  }

  /// Takes the connection whose turn it is; nil if all have to wait.
  private func takeNext() -> Connection? {
    let work = interval?.work
    return backlog.takeFirst { connection in
      guard let work, let call = connection.heldCall else { return true }
      return Dispatcher.isAllowed(call, during: work)
    }
  }

  /// True if the turn's time is over, or a frame is due. No deadline is set yet in the turn of a
  /// frame, so that slow frames cannot starve the calls; between two slices the interval's end
  /// counts.
  private var isTurnOver: Bool {
    let now = dispatcher.shows.now
    if now >= turnEnd { return true }
    guard interval == nil, let deadline = dispatcher.shows.deadline(now: now) else { return false }
    return now >= deadline
  }

  /// Sends events to the subscribers, and replies to the clients that waited for one of them.
  func publish(_ events: [DisplayInterface.Event]) {
    guard !events.isEmpty else { return }
    let events = events.map { DisplayInterface.SharedEvent($0) }
    for connection in Array(connections.values) {
      if case .waiting(.reveal(let wait)) = connection.state, wait.isOver {
        answer(wait, connection)
        update(connection)
        continue
      }
      guard let lost = connection.offer(events) else { continue }
      if lost > limits.lostEvents {
        log.clientFault(connection.label + " lost \(lost) events and is closed")
        remove(connection)
        continue
      }
      update(connection)
    }
  }

  /// Answers the client whose scene was read, and resumes the clients that waited for that.
  func finishLoad() {
    let answer = loads.finish()
    for connection in Array(connections.values) {
      guard case .loading(let wantsReply) = connection.state else { continue }
      let isHeld = connection.heldCall != nil
      let isAnswered = !isHeld && answer?.client == connection.identifier
      guard isAnswered || isHeld && loads.isIdle else { continue }
      connection.state = .serving
      if let answer, isAnswered, wantsReply {
        if let file = answer.file?.take() {
          connection.send(answer.reply, descriptor: FileDescriptor(owning: file.take()))
        } else {
          connection.send(answer.reply)
        }
      }
      update(connection)
    }
  }

  private func answer(_ wait: RevealWait, _ connection: Connection) {
    connection.state = .serving
    connection.send(Reply(wait.reply))
  }

  /// True if a picture is to be drawn.
  var awaitsScreenshot: Bool { quit == nil && !screenshots.isEmpty && !loads.hasScreen }

  /// Draws the next picture that a client waits for, outside of all calls. A thread encodes it.
  func drawScreenshot() {
    guard awaitsScreenshot, let (client, call, layout) = screenshots.first,
      // It shows what was asked for before it.
      !dispatcher.shows.isLayingOut(layout)
    else { return }
    do throws(CallError) {
      // An interrupted picture is drawn again.
      guard let pixels = try ScreenshotMethods.pixels(of: call, dispatcher.shows) else { return }
      let load = SceneLoad(.screen(pixels), on: nil)
      load.client = client
      try loads.add(load)
      screenshots.removeFirst()
    } catch {
      screenshots.removeFirst()
      guard let connection = connections[client], case .loading(let wantsReply) = connection.state
      else { return }
      connection.state = .serving
      if wantsReply { connection.send(Reply(error)) }
      update(connection)
    }
  }

  /// Answers the calls whose locale is shown, or a locale that was requested after it. A layout for
  /// another scene or size may have shown it already.
  func answerLayouts() {
    guard awaitsLayout else { return }
    awaitsLayout = false
    for connection in Array(connections.values) {
      guard case .waiting(.layout(let number)) = connection.state else { continue }
      if dispatcher.shows.isLayingOut(number) {
        awaitsLayout = true
        continue
      }
      connection.state = .serving
      connection.send(Reply())
      update(connection)
    }
  }

  /// Answers a call of Ask.
  private func handle(_ answer: PromptAnswer, for identifier: UInt64) {
    guard let connection = connections[identifier], case .waiting(.answer) = connection.state
    else { return }
    connection.state = .serving
    switch answer {
    case .text(let text):
      guard let reply = try? SecretBytes(replyWith: text) else { return remove(connection) }
      connection.send(reply)
    case .cancelled: connection.send(Reply(BootMethods.noAnswer(isCancelled: true)))
    case .expired: connection.send(Reply(BootMethods.noAnswer(isCancelled: false)))
    case .refused: connection.send(Reply(.notSupported(BootMethods.keyboard)))
    }
    update(connection)
  }

  /// Answers a call of WatchKeys.
  private func handle(_ key: [UInt8]?, for identifier: UInt64) {
    guard let connection = connections[identifier],
      case .waiting(.keys(let keys, let isRepeated)) = connection.state
    else { return }
    let goesOn = key != nil && isRepeated && boot.watch(keys, for: identifier)
    if !goesOn { connection.state = .serving }
    if let key {
      connection.send(Reply(BootMethods.reply(of: key), continues: goesOn))
    } else {
      connection.send(Reply(.notSupported(BootMethods.keyboard)))
    }
    update(connection)
  }

  /// Answers the calls of GetTimes that wait.
  private func tellBootEnd() {
    for connection in Array(connections.values) {
      guard case .waiting(.bootEnd) = connection.state else { continue }
      connection.state = .serving
      connection.send(Reply(BootMethods.times(of: boot.tracker)))
      update(connection)
    }
  }

  private func receive(_ connection: Connection) {
    do throws(SystemError) {
      if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: 1 << 16) }
      try connection.receive(using: &buffer)
    } catch {
      remove(connection)
    }
  }

  /// Handles one slice of calls.
  /// - Returns: the number of calls.
  private func serve(_ connection: Connection, atMost limit: Int) -> Int {
    var count = 0
    let start = dispatcher.shows.now
    isServing = true
    defer { isServing = false }
    do throws(ProtocolError) {
      while count < limit, quit == nil, let call = try connection.nextCall() {
        if let interval, !Dispatcher.isAllowed(call, during: interval.work) {
          connection.hold(call)
          break
        }
        if !loads.isIdle, dispatcher.waitsForLoads(call) {
          connection.hold(call)
          connection.state = .loading(wantsReply: true)
          break
        }
        answer(call, connection)
        count += 1
        // A single call may have taken a frame's time.
        if isTurnOver { break }
      }
    } catch {
      backlog.note(max(dispatcher.shows.now - start, 0), of: connection)
      connection.sendEvents(at: dispatcher.shows.now)
      connection.flush()
      log.clientFault(connection.label + ": protocol error: " + error.reason)
      remove(connection)
      return count
    }
    backlog.note(max(dispatcher.shows.now - start, 0), of: connection)
    update(connection)
    return count
  }

  private func answer(_ call: Call, _ connection: Connection) {
    let descriptors = connection.takeDescriptors(of: call)
    let wantsReply = call.mode != .oneway
    if !connection.hasHint, let hint = Dispatcher.hint(for: call) {
      connection.hasHint = true
      log.clientFault(connection.label + ": " + hint)
    }
    do throws(CallError) {
      let outcome = try dispatcher.outcome(
        of: call, descriptors: descriptors, client: connection.identifier,
        caller: connection.kind, process: connection.peer.processIdentifier)
      try finish(connection, with: outcome, wantsReply: wantsReply)
    } catch {
      if let reason = error.reason, let name = error.parameters["parameter"]?.stringValue {
        log.clientFault(
          connection.label + ": " + call.method + " is refused for its parameter '" + name + "': "
            + reason)
      }
      if wantsReply { connection.send(Reply(error)) }
    }
  }

  /// Sends the reply to a call, or begins to wait for it.
  /// - Throws: `LimitExceeded` if too many calls wait.
  private func finish(
    _ connection: Connection, with outcome: consuming Outcome, wantsReply: Bool
  ) throws(CallError) {
    switch consume outcome {
    case .reply(let parameters):
      if wantsReply { connection.send(Reply(parameters)) }
    case .secretReply(let message):
      if wantsReply { connection.send(message) }
    case .replyWithDescriptor(let parameters, let descriptor):
      if wantsReply { connection.send(Reply(parameters), descriptor: descriptor) }
    case .stream(let queue):
      connection.state = .streaming(queue)
    case .load(let load):
      load.client = connection.identifier
      try loads.add(load)
      connection.state = .loading(wantsReply: wantsReply)
    case .screenshot(let screenshot):
      guard screenshots.count < limits.loads else {
        throw CallError.limitExceeded("screenshots", maximum: limits.loads)
      }
      screenshots.append((connection.identifier, screenshot, dispatcher.shows.lastLayout))
      connection.state = .loading(wantsReply: wantsReply)
    case .wait(let wait):
      connection.state = .waiting(wait)
      if case .layout = wait { awaitsLayout = true }
    case .quit(let request):
      if wantsReply { connection.send(Reply()) }
      quit = request
      quitter = connection.identifier
    }
  }

  /// Sends as much as possible and updates the events that the loop watches for.
  private func update(_ connection: Connection) {
    connection.flush()
    connection.sendEvents(at: dispatcher.shows.now)
    if connection.hasCall, !connection.isInBacklog { backlog.add(connection) }
    if connection.isDone {
      if connection.endedInsideMessage {
        log.clientFault(connection.label + " left in the middle of a message")
      }
      remove(connection)
      return
    }
    count(connection.currentShare(now: dispatcher.shows.now), of: connection)
    closeLargest()
    guard connections[connection.identifier] != nil else { return }
    let interest = connection.interest
    // The loop does not wait while there are calls, so the watched events need not change yet.
    guard interest != connection.watched, !connection.isInBacklog else { return }
    do throws(SystemError) {
      try connection.withDescriptor { descriptor throws(SystemError) in
        let source = EventSource.connection(connection.identifier)
        switch (connection.watched, interest) {
        case (_?, let interest?): try loop.rewatch(descriptor, for: interest, as: source)
        case (nil, let interest?): try loop.watch(descriptor, for: interest, as: source)
        case (_, nil): try loop.unwatch(descriptor)
        }
      }
      connection.watched = interest
    } catch {
      log.clientFault(connection.label + ": " + error.description)
      remove(connection)
    }
  }

  // MARK: Limits of all connections

  private func count(_ share: Connection.Share, of connection: Connection) {
    let former = connection.share
    connection.share = share
    total.inputBytes += share.inputBytes - former.inputBytes
    total.outputBytes += share.outputBytes - former.outputBytes
    total.unfinished += (share.isUnfinished ? 1 : 0) - (former.isUnfinished ? 1 : 0)
  }

  /// While all connections together hold too much, closes the one that holds most.
  private func closeLargest() {
    while total.inputBytes > limits.allInputBytes,
      let largest = connections.values.max(by: { $0.share.inputBytes < $1.share.inputBytes })
    {
      log.clientFault(
        largest.label
          + " held \(largest.share.inputBytes) bytes of messages that wait, the most "
          + "while all together held too many, and is closed")
      remove(largest)
    }
    while total.outputBytes > limits.allOutputBytes,
      let largest = connections.values.max(by: { $0.share.outputBytes < $1.share.outputBytes })
    {
      log.clientFault(
        largest.label + " left \(largest.share.outputBytes) bytes of replies unread, "
          + "the most while all together left too many, and is closed")
      remove(largest)
    }
  }

  /// Closes the connections with an unfinished message that is late.
  func dropUnfinished() {
    isTimerArmed = false
    // It expires again only after it is armed again.
    try? unfinishedTimer.disarm()
    let latest = dispatcher.shows.now - limits.messageTime
    for connection in Array(connections.values) {
      guard let since = connection.unfinishedSince, since <= latest else { continue }
      log.clientFault(
        connection.label + " sent no end of a message within \(limits.messageTime / 1_000_000) s "
          + "and is closed")
      remove(connection)
    }
  }

  /// Arms the timer exactly while an unfinished message waits.
  func watchUnfinished() throws(SystemError) {
    if total.unfinished == 0 {
      if isTimerArmed { try unfinishedTimer.disarm() }
      isTimerArmed = false
    } else if !isTimerArmed {
      var first = Int64.max
      for connection in connections.values {
        first = min(first, connection.unfinishedSince ?? .max)
      }
      try unfinishedTimer.arm(at: first + limits.messageTime)
      isTimerArmed = true
    }
  }
}
