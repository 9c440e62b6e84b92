import Foundation
import JSON
import System
import Wire

/// A connection to the daemon. It answers its calls one at a time and in order.
final class DaemonConnection {
  let path: String
  /// The longest time to wait for a reply, in seconds.
  let timeout: Double
  /// The screen for calls that accept one.
  private(set) var screen: String?
  private let stream: UnixStream
  private var reader = MessageReader()
  private var descriptors = DescriptorQueue()
  /// More than a daemon needs for the longest list; each page has at most 1 MiB.
  private static let mostPages = 1024

  init(to location: SocketLocation, timeout: Double) throws(ClientError) {
    path = try location.find { unsafe access($0, F_OK) == 0 || errno != ENOENT && errno != ENOTDIR }
    self.timeout = timeout
    stream = try Self.connected(to: path, timeout)
  }

  /// Connects, and waits in the kernel's queue, which later attempts do not overtake, if too many
  /// clients wait to be accepted.
  private static func connected(
    to path: String, _ timeout: Double
  ) throws(ClientError) -> UnixStream {
    do throws(SystemError) {
      // The timeout also limits each later sending.
      return try UnixStream.connect(
        to: path, longestWait: Int64(min(max(timeout, 0), 86_400) * 1_000_000))
    } catch {
      if error.code == EAGAIN { throw lateness(of: path, timeout) }
      throw failure(connecting: path, error)
    }
  }

  /// Sends a call and returns the reply's parameters; an error of the daemon is thrown in words.
  /// - Parameters:
  ///   - passing: descriptors that are sent along and stay the caller's.
  ///   - timeout: in seconds; nil for no limit.
  func call(
    _ method: DisplayInterface.Method,
    _ parameters: [(name: String, value: JSONValue?)] = [], passing: [Int32] = [],
    timeout: Double?
  ) throws(ClientError) -> JSONObject {
    let reply = try exchange(method.call(parameters), passing: passing, timeout: timeout)
    do throws(CallError) {
      return try reply.result()
    } catch {
      throw explain(error, of: method)
    }
  }

  /// Sends a call with the connection's own timeout.
  func call(
    _ method: DisplayInterface.Method,
    _ parameters: [(name: String, value: JSONValue?)] = [], passing: [Int32] = []
  ) throws(ClientError) -> JSONObject {
    try call(method, parameters, passing: passing, timeout: timeout)
  }

  /// Ends the daemon, and waits until it has left the screen.
  /// - Parameter handsOver: true to leave the screen to this process, or the program that it
  ///   becomes.
  func quit(isRetained: Bool, lands: Bool, handsOver: Bool = false) throws(ClientError) {
    _ = try call(
      .quit,
      [
        ("retain", isRetained ? true : nil), ("land", lands ? true : nil),
        ("handOver", handsOver ? true : nil),
      ])
    // A short time for answers is no time for the last frame.
    let limit = max(timeout, 3)
    let end = Clock.now + limit
    while try nextReply(until: end, of: limit) != nil {
      // Further messages do not put the end off.
      guard Clock.now < end else { throw Self.lateness(of: path, limit) }
    }
  }

  /// Calls a method that lists something, page after page.
  /// - Parameter key: the key of the items in a reply.
  /// - Returns: the last reply, with all items.
  func list(
    _ method: DisplayInterface.Method, _ key: String,
    _ parameters: [(name: String, value: JSONValue?)] = []
  ) throws(ClientError) -> JSONObject {
    var reply = try call(method, parameters)
    var items = reply[key]?.arrayValue ?? []
    var offset: Int64 = 0
    var pages = 1
    while let next = reply["next"]?.integerValue, next > offset {
      guard pages < Self.mostPages else {
        throw ClientError(
          .software, "the answers of \(path) are a list without an end",
          hint: "a client and a daemon of the same version")
      }
      pages += 1
      offset = next
      reply = try call(method, parameters + [("offset", .integer(next))])
      guard let page = reply[key]?.arrayValue, !page.isEmpty else { break }
      items += page
    }
    reply["next"] = nil
    reply[key] = .array(items)
    return reply
  }

  /// Sends a call and returns its reply, which may be an error.
  func exchange(_ call: Call, passing: [Int32] = []) throws(ClientError) -> Reply {
    try exchange(call, passing: passing, timeout: timeout)
  }

  private func exchange(
    _ call: Call, passing: [Int32], timeout: Double?
  ) throws(ClientError) -> Reply {
    try send(call, passing: passing)
    guard let reply = try nextReply(timeout: timeout) else {
      throw ClientError(
        .unavailable, "the daemon at \(path) closed the connection without an answer",
        hint: "its log tells why")
    }
    return reply
  }

  func send(_ call: Call, passing: [Int32] = []) throws(ClientError) {
    let bytes = addressed(call).encoded()
    var sent = 0
    do throws(SystemError) {
      while sent < bytes.count {
        let count = try stream.send(
          bytes.span.extracting(sent..<bytes.count), descriptors: sent == 0 ? passing : [])
        guard let count else { break }
        sent += count
      }
    } catch {
      throw failure(error)
    }
    if sent < bytes.count { throw Self.lateness(of: path, timeout) }
  }

  /// The call with the selected screen.
  func addressed(_ call: Call) -> Call {
    guard let screen, DisplayInterface.Method(call.methodParts.member)?.takesScreen == true else {
      return call
    }
    var call = call
    call.parameters["screen"] = .string(screen)
    return call
  }

  /// Selects a screen for the calls that accept one, and for listed controls and nodes.
  /// - Throws: an error for a screen that is not connected and has no scene of its own.
  func select(_ screen: String) throws(ClientError) {
    let status = try call(.getStatus)
    guard Self.has(screen, in: "outputs", status) || Self.has(screen, in: "screens", status) else {
      throw explain(.noSuchScreen(screen))
    }
    self.screen = screen
  }

  private static func has(_ screen: String, in list: String, _ status: JSONObject) -> Bool {
    status[list]?.arrayValue?.contains { $0.objectValue?["name"]?.stringValue == screen } ?? false
  }

  /// The controls of the selected screen, or of all screens.
  func controls() throws(ClientError) -> [JSONObject] {
    let all = try list(.listControls, "controls")["controls"]?.arrayValue ?? []
    return try ofSelectedScreen(all.compactMap(\.objectValue))
  }

  /// The listed controls or nodes of the selected screen; all if none is selected.
  func ofSelectedScreen(_ all: [JSONObject]) throws(ClientError) -> [JSONObject] {
    guard let screen else { return all }
    let own = all.filter { $0["screen"]?.stringValue == screen }
    if !own.isEmpty { return own }
    // A screen without a scene of its own shows the main scene.
    let status = try call(.getStatus)
    if Self.has(screen, in: "screens", status) { return [] }
    guard Self.has(screen, in: "outputs", status) else { throw explain(.noSuchScreen(screen)) }
    return all.filter { $0["screen"]?.stringValue == nil }
  }

  /// From here on `sendAvailable` returns instead of waiting.
  func stopBlocking() {
    _ = fcntl(pollableDescriptor, F_SETFL, fcntl(pollableDescriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Sends as much as the socket accepts at once.
  /// - Returns: the number of bytes.
  func sendAvailable(_ bytes: [UInt8]) throws(ClientError) -> Int {
    guard !bytes.isEmpty else { return 0 }
    do throws(SystemError) {
      return try stream.send(bytes.span) ?? 0
    } catch {
      throw failure(error)
    }
  }

  /// The socket's descriptor, to be polled with others.
  var pollableDescriptor: Int32 { stream.descriptor.rawValue }

  /// True if a complete reply has been received already.
  var hasBufferedReply: Bool { reader.hasMessage() }

  /// Waits for a whole message or the end of the connection.
  /// - Parameters:
  ///   - other: a descriptor that ends the waiting, too.
  ///   - isDue: true for a message that comes at once. Other messages may begin at any time; the
  ///     time limit counts from their first byte on.
  /// - Returns: true if the other descriptor can be read.
  func awaitReply(or other: Int32, isDue: Bool) throws(ClientError) -> Bool {
    var deadline = isDue ? Clock.now + timeout : nil
    while !hasBufferedReply {
      let rest = deadline.map { max(0, $0 - Clock.now) }
      let ready = Poll.wait(reading: [pollableDescriptor, other], timeout: rest)
      if ready[1] { return true }
      if ready[0] {
        guard try receive() else { return false }
        if !reader.isEmpty { deadline = deadline ?? Clock.now + timeout }
      } else if let rest, rest == 0 {
        throw Self.lateness(of: path, timeout)
      }
    }
    return false
  }

  /// Waits for the next message.
  /// - Parameter timeout: in seconds; nil for no limit.
  /// - Returns: nil when the daemon has closed the connection.
  func nextReply(timeout: Double?) throws(ClientError) -> Reply? {
    guard let timeout else { return try nextReply(until: .infinity, of: .infinity) }
    return try nextReply(until: Clock.now + timeout, of: timeout)
  }

  /// - Parameter limit: the whole time until the deadline, in seconds.
  private func nextReply(until deadline: Double, of limit: Double) throws(ClientError) -> Reply? {
    while true {
      do throws(ProtocolError) {
        if let reply = try reader.nextReply() { return reply }
      } catch {
        throw ClientError(
          .software, "the answer of \(path) is invalid: \(error.reason)",
          hint: "a client and a daemon of the same version")
      }
      try waitReadable(until: deadline, of: limit)
      guard try receive() else {
        if reader.isEmpty { return nil }
        throw ClientError(.unavailable, "the daemon at \(path) stopped in the middle of an answer")
      }
    }
  }

  /// Takes the oldest descriptor that came along with a reply.
  func takeDescriptor() -> FileDescriptor? {
    guard let descriptor = descriptors.takeFirst() else { return nil }
    return FileDescriptor(owning: descriptor.take())
  }

  /// True if bytes came; false at the end of the stream.
  private func receive() throws(ClientError) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    do throws(SystemError) {
      let count = try stream.receive(
        into: &chunk, 0..<chunk.count, descriptors: &descriptors)
      guard let count else { return true }
      reader.append(chunk.span.extracting(0..<count))
      return count > 0
    } catch {
      if error.isDisconnection { return false }
      throw failure(error)
    }
  }

  private func waitReadable(until deadline: Double, of limit: Double) throws(ClientError) {
    while true {
      let rest = max(0, deadline - Clock.now)
      if Poll.wait(reading: [pollableDescriptor], timeout: rest).first == true { return }
      if rest == 0 { throw Self.lateness(of: path, limit) }
    }
  }

  private static func lateness(of path: String, _ timeout: Double) -> ClientError {
    ClientError(
      .timedOut, "the daemon at \(path) did not answer within \(timeout) seconds",
      hint: "a longer --timeout, or restart the daemon")
  }

  private func failure(_ error: SystemError) -> ClientError {
    error.isDisconnection
      ? ClientError(.unavailable, "the daemon at \(path) went away")
      : ClientError(.inputOutput, "cannot talk to \(path): \(error.reason)")
  }

  private static func failure(connecting path: String, _ error: SystemError) -> ClientError {
    // For a file that is no socket the kernel, too, reports that no process listens.
    if let kind = (try? FileStatus.of(path))?.kind, kind != .socket {
      return ClientError(
        .unavailable, "no daemon: \(path) is \(kind.description), and no socket",
        hint: "name the daemon's socket with --socket or FIRSTLIGHT_SOCKET")
    }
    return switch error.code {
    case ECONNREFUSED:
      ClientError(
        .unavailable, "no daemon listens at \(path)", hint: "start firstlightd --socket \(path)")
    case EACCES, EPERM:
      ClientError(
        .notPermitted, "this user may not connect to \(path)",
        hint: "run it as the daemon's user or as root")
    case ENOTSOCK, EPROTOTYPE:
      ClientError(
        .unavailable, "\(path) is not a stream socket", hint: "name the daemon's with --socket")
    default:
      ClientError(
        .unavailable, "cannot connect to \(path): \(error.reason)",
        hint: "start firstlightd, or name its socket with --socket")
    }
  }
}
