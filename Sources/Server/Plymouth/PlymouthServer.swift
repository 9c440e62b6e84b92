import Stage
import System

/// Serves the protocol of plymouth's daemon, which today's boots use, to root alone.
final class PlymouthServer {
  private let loop: EventLoop
  private let boot: BootDesk
  private let users: Users
  private let log: Log
  private let listener: Listener
  private let timer: TimerDescriptor
  private var connections: [UInt64: PlymouthConnection] = [:]
  private var nextIdentifier: UInt64 = 1
  /// Large enough for the longest request and the next one. If many clients send much at once, the
  /// requests are handled in parts, and frames and other clients get their turns in between.
  private var buffer = [UInt8](repeating: 0, count: 512)
  /// True if a client has requested the daemon's end.
  private(set) var wantsQuit = false
  /// True if the picture then stays on the screen.
  private(set) var retainsPicture = false
  /// Called with the path of a new root, before the process enters it.
  var onNewRoot: (String) -> Void = { _ in }

  /// The server's name in the abstract namespace.
  static let address = "\0/org/freedesktop/plymouthd"
  /// The name of the server's descriptor in systemd's socket unit.
  static let descriptorName = "plymouth"
  static let mostConnections = 256
  /// Microseconds within which a request has to be complete.
  static let requestTime: Int64 = 5_000_000

  private enum Byte {
    static let answer: UInt8 = 0x02
    static let noAnswer: UInt8 = 0x05
    static let acknowledged: UInt8 = 0x06
    static let refused: UInt8 = 0x15
    /// Ctrl-C, which clients interpret as a cancelled question.
    static let cancelled: UInt8 = 0x03
  }

  init(
    _ listener: Listener, loop: EventLoop, boot: BootDesk, users: Users, log: Log
  ) throws(SystemError) {
    self.listener = listener
    self.loop = loop
    self.boot = boot
    self.users = users
    self.log = log
    timer = try TimerDescriptor()
    try loop.watch(timer.descriptor, for: .readable, as: .plymouthTimer)
    try listener.watch(with: loop, as: .plymouthListener)
  }

  /// The number of the listening socket, for the daemon that continues.
  var listeningNumber: Int32? { listener.number }

  // MARK: New and closed connections

  /// Accepts the waiting connections.
  func accept() {
    do throws(SystemError) {
      try listener.accept(now: boot.now) { add($0) }
    } catch {
      log.clientFault(error.description)
    }
  }

  /// Adds a client of root; requests of other users are not read.
  /// - Parameter peer: the client's credentials; nil asks the kernel.
  func add(_ stream: consuming UnixStream, peer: PeerCredentials? = nil) {
    do throws(SystemError) {
      let peer = if let peer { peer } else { try stream.peerCredentials() }
      let kind = users.kind(of: peer.userIdentifier)
      stream.owner = DescriptorOwner(user: peer.userIdentifier, kind)
      let connection = PlymouthConnection(
        identifier: nextIdentifier, process: peer.processIdentifier, stream: stream)
      guard kind == .root,
        connections.count < Self.mostConnections
      else {
        log.clientFault("refused a boot client of uid \(peer.userIdentifier)")
        send(Byte.refused, to: connection)
        return
      }
      nextIdentifier &+= 1
      try connection.withDescriptor { descriptor throws(SystemError) in
        try loop.watch(descriptor, for: [.readable], as: .plymouth(connection.identifier))
      }
      connections[connection.identifier] = connection
    } catch {
      log.clientFault("a boot client failed: " + error.description)
    }
  }

  private func remove(_ connection: PlymouthConnection) {
    connection.state = .closed
    unwatch(connection)
    connections[connection.identifier] = nil
    boot.prompts.queue.withdraw(.boot(connection.identifier))
  }

  /// The socket of a connection that is dropped may be closed later.
  private func unwatch(_ connection: PlymouthConnection) {
    try? connection.withDescriptor { descriptor throws(SystemError) in
      try loop.unwatch(descriptor)
    }
  }

  /// Acknowledges the requests for the end, and closes all connections.
  func finish() {
    for connection in connections.values {
      switch connection.state {
      case .quitting: send(Byte.acknowledged, to: connection)
      case .waiting: send(Byte.noAnswer, to: connection)
      case .serving, .closed: break
      }
      unwatch(connection)
    }
    connections = [:]
    boot.cache.removeAll()
    listener.close()
  }

  // MARK: Requests

  /// Handles an event of a connection.
  func handle(_ identifier: UInt64, _ readiness: Readiness) {
    guard let connection = connections[identifier] else { return }
    if connection.isWaiting {
      if !readiness.isDisjoint(with: [.peerClosed, .hungUp, .failed]) { remove(connection) }
      return
    }
    let isThere = connection.receive(using: &buffer)
    serve(connection)
    guard connections[identifier] != nil else { return }
    // Requests that came before a client left count, except for questions, whose answers could not
    // be sent.
    if !isThere { remove(connection) }
  }

  private func serve(_ connection: PlymouthConnection) {
    do throws(PlymouthReader.Fault) {
      while case .serving = connection.state, let request = try connection.reader.next() {
        handle(request, of: connection)
      }
      if connection.reader.isFull { throw PlymouthReader.Fault(reason: "too many requests") }
    } catch {
      log.clientFault("a boot client sent \(error.reason)")
      remove(connection)
      return
    }
    update(connection)
  }

  /// Sets the events that the loop watches for, and the time of an unfinished request.
  private func update(_ connection: PlymouthConnection) {
    guard connections[connection.identifier] != nil else { return }
    if case .serving = connection.state, !connection.reader.isEmpty {
      if connection.unfinishedSince == nil
        || connection.unfinishedRequest != connection.reader.taken
      {
        connection.unfinishedSince = boot.now
        connection.unfinishedRequest = connection.reader.taken
        armTimer()
      }
    } else {
      connection.unfinishedSince = nil
    }
    let interest = connection.interest
    guard interest != connection.watched else { return }
    connection.watched = interest
    do throws(SystemError) {
      try connection.withDescriptor { descriptor throws(SystemError) in
        try loop.rewatch(descriptor, for: interest, as: .plymouth(connection.identifier))
      }
    } catch {
      remove(connection)
    }
  }

  /// Closes connections with late requests, and removes expired passwords.
  func handleTimer() {
    try? timer.disarm()
    let now = boot.now
    boot.cache.expire(at: now)
    for connection in Array(connections.values) {
      guard let since = connection.unfinishedSince, now - since >= Self.requestTime else {
        continue
      }
      remove(connection)
    }
    armTimer()
  }

  /// Arms the timer for the next moment at which there is something to do.
  private func armTimer() {
    var moments = connections.values.compactMap { $0.unfinishedSince.map { $0 + Self.requestTime } }
    if let expiry = boot.cache.nextExpiry { moments.append(expiry) }
    guard let next = moments.min() else { return }
    try? timer.arm(after: max(next - boot.now, 1000))
  }

  private func handle(_ request: PlymouthRequest, of connection: PlymouthConnection) {
    switch Unicode.Scalar(request.command) {
    // Without a display or a keyboard, the client should ask on the console if it can.
    case "P":
      send(boot.takesAsker() ? Byte.acknowledged : Byte.refused, to: connection)
    case "V":
      send(boot.hasScreen ? Byte.acknowledged : Byte.refused, to: connection)
    case "Q":
      wantsQuit = true
      retainsPicture = retainsPicture || request.argument.first == 1
      connection.state = .quitting
    case "*": ask(request, isSecret: true, connection)
    case "W": ask(request, isSecret: false, connection)
    case "c":
      let reply = boot.cache.reply(at: boot.now)
      if let reply { send(reply, to: connection) } else { send(Byte.noAnswer, to: connection) }
    case "K": watch(request, connection)
    default:
      send(carryOut(request) ? Byte.acknowledged : Byte.refused, to: connection)
    }
  }

  /// Carries out a request whose only reply is the acknowledgement.
  /// - Returns: false for an unknown request.
  private func carryOut(_ request: PlymouthRequest) -> Bool {
    switch Unicode.Scalar(request.command) {
    case "U": boot.noteStatus(request.text)
    case "u": boot.setPercent(request.text)
    case "M": boot.showMessage(request.argument)
    case "m": boot.hideMessages(request.argument)
    case "C": if let mode = BootMode(request.text) { boot.setMode(mode) }
    case "S": boot.tracker.handle(.rootIsWritable)
    case "A": boot.tracker.handle(.paused)
    case "a": boot.tracker.handle(.resumed)
    // The message that follows describes the fault.
    case "!": break
    case "$": boot.showScene()
    case "H": boot.showConsole()
    case "D": boot.deactivate()
    case "r": boot.reactivate()
    case "l": boot.reloadScene()
    case "R": enterRoot(request)
    case "L": boot.prompts.queue.ignore(request.argument)
    default: return false
    }
    return true
  }

  // MARK: Questions

  private func ask(
    _ request: PlymouthRequest, isSecret: Bool, _ connection: PlymouthConnection
  ) {
    let identifier = connection.identifier
    let message =
      request.argument.isEmpty ? (isSecret ? boot.words.password : "") : request.text
    var question = Question(message, isSecret: isSecret)
    question.process = connection.process
    let isTaken = boot.ask(question, by: .boot(identifier)) { [unowned(unsafe) self] answer in
      unsafe handle(answer, isSecret: isSecret, for: identifier)
    }
    guard isTaken else { return send(Byte.noAnswer, to: connection) }
    connection.state = .waiting
  }

  private func handle(_ answer: PromptAnswer, isSecret: Bool, for identifier: UInt64) {
    guard let connection = connections[identifier] else { return }
    guard let reply = try? SecretBytes() else { return remove(connection) }
    switch answer {
    case .text(let secret):
      if isSecret {
        boot.cache.add(secret, at: boot.now)
        armTimer()
      }
      reply.append(Byte.answer)
      reply.append(littleEndian: UInt32(secret.count))
      secret.withBytes { bytes in for index in bytes.indices { reply.append(bytes[index]) } }
    case .cancelled:
      reply.append(Byte.answer)
      reply.append(littleEndian: 1)
      reply.append(Byte.cancelled)
    case .expired, .refused: reply.append(Byte.noAnswer)
    }
    send(reply, to: connection)
    goOn(connection)
  }

  private func watch(_ request: PlymouthRequest, _ connection: PlymouthConnection) {
    let identifier = connection.identifier
    let isTaken = boot.watch(request.argument, by: .boot(identifier)) {
      [unowned(unsafe) self] key in
      unsafe handle(key, for: identifier)
    }
    guard isTaken else { return send(Byte.noAnswer, to: connection) }
    connection.state = .waiting
  }

  private func handle(_ key: [UInt8]?, for identifier: UInt64) {
    guard let connection = connections[identifier] else { return }
    if let key, let reply = try? SecretBytes() {
      reply.append(Byte.answer)
      reply.append(littleEndian: UInt32(key.count))
      for byte in key { reply.append(byte) }
      send(reply, to: connection)
    } else {
      send(Byte.noAnswer, to: connection)
    }
    goOn(connection)
  }

  /// Handles the requests after a question that has ended.
  private func goOn(_ connection: PlymouthConnection) {
    guard case .waiting = connection.state else { return }
    connection.state = .serving
    serve(connection)
  }

  // MARK: The boot

  /// Changes the root directory, as the booting system does, so that files are found in the new
  /// root.
  private func enterRoot(_ request: PlymouthRequest) {
    guard !request.argument.isEmpty else { return }
    boot.leaveImage()
    onNewRoot(request.text)
    do throws(SystemError) {
      try changeRoot(to: request.text)
    } catch {
      log.error("the new root is not entered: " + error.description)
    }
  }

  // MARK: Sending

  private func send(_ byte: UInt8, to connection: PlymouthConnection) {
    let bytes = [byte]
    connection.send(bytes.span)
  }

  private func send(_ secret: SecretBytes, to connection: PlymouthConnection) {
    let isSent = secret.withBytes { connection.send($0) }
    secret.removeAll()
    // A partial answer would be read as another one.
    if !isSent { remove(connection) }
  }
}
