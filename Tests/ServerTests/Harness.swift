import Foundation
import Geometry
import JSON
import Scene
import System
import Wire

@testable import Output
@testable import Server

/// A daemon without a process: clients connect over socket pairs, and the test sets the time.
final class Harness {
  let daemon: Daemon
  let shows: Shows
  let outputManager: OutputManager
  let loop: EventLoop
  let clock = ManualClock()
  let lines = Lines()

  /// Microseconds of the monotonic clock.
  final class ManualClock {
    var now: Int64 = 1_000_000
    /// The time that passes between two readings.
    var drift: Int64 = 0
    /// Replaces the clock's time, also on the thread of long slices.
    var onRead: (() -> Int64)?

    func read() -> Int64 {
      if let onRead { return onRead() }
      defer { now += drift }
      return now
    }
  }

  /// The log.
  final class Lines {
    var all: [String] = []
  }

  static let scene = """
    {
      // A bar that a control drives.
      "layers": [
        {"name": "bar", "kind": "progress", "style": "line",
          "frame": [10, 20, 40, 8]}
      ],
      "controls": {
        "install": {"kind": "progress", "drives": ["bar"]},
        "message": {"kind": "text", "text": "Hello"}
      }
    }
    """

  init(
    isStepped: Bool = true, limits: Limits = Limits(), text: String? = nil, path: String? = nil,
    output: OutputSpecification.Destination = .none, users: Users = Users(),
    library: SceneLibrary = SceneLibrary(),
    size: PixelSize = PixelSize(width: 96, height: 64),
    open: @escaping OutputDevice.Opening = { specification throws(OutputError) in
      try specification.open()
    },
    terminal: @escaping SceneConsole.TerminalOpening = { _ throws(SystemError) in
      throw SystemError(.controlConsole, path: "/dev/tty1", code: EPERM)
    }
  ) throws {
    let clock = clock
    let lines = lines
    let log = Log(isVerbose: true, now: { clock.now }, write: { lines.all.append($0) })
    let origin: SceneOrigin =
      path.map { .file($0) } ?? text.map { .bytes(Array($0.utf8), name: "test") } ?? .builtInBoot
    let loop = try EventLoop()
    self.loop = loop
    outputManager = try OutputManager(
      OutputSpecification(destination: output, size: size),
      loop: loop, log: log, open: open, openTerminal: terminal)
    shows = Shows(
      FirstScene(
        try origin.load(options: ReadingOptions(defersPictures: path != nil)), from: origin),
      library: library, output: outputManager.outputs.first ?? outputManager.nullOutput,
      clock: SceneClock(isStepped: isStepped) { clock.read() }, log: log)
    daemon = try Daemon(
      shows: shows, outputManager: outputManager, loop: loop, log: log, limits: limits,
      users: users)
    try daemon.start()
  }

  /// Lets the loop turn until it has nothing to do, and no scene is being loaded.
  func settle() throws {
    repeat {
      for _ in 0..<64 { try daemon.turn(milliseconds: 0) }
      if daemon.loads.isWorking { try daemon.turn(milliseconds: 100) }
    } while daemon.loads.isWorking
    for _ in 0..<64 { try daemon.turn(milliseconds: 0) }
  }

  /// - Parameter peer: the credentials of the client; nil for those of the test.
  func connect(as peer: PeerCredentials? = nil) throws -> Peer {
    let (mine, theirs) = try UnixStream.pair()
    daemon.clients.add(UnixStream(owning: FileDescriptor(owning: theirs)), peer: peer)
    return Peer(UnixStream(owning: FileDescriptor(owning: mine)), self)
  }
}

/// A client's end of a connection.
final class Peer {
  private var stream: UnixStream?
  private let harness: Harness
  private var reader = MessageReader()
  var descriptors = DescriptorQueue()
  private(set) var isClosed = false

  init(_ stream: consuming UnixStream, _ harness: Harness) {
    self.stream = consume stream
    self.harness = harness
  }

  /// Writes as much as the socket accepts and lets the daemon turn, until all is written.
  /// - Returns: the number of bytes written; fewer than given when the daemon takes no more.
  @discardableResult func send(_ bytes: [UInt8], descriptors: [Int32] = []) throws -> Int {
    var sent = 0
    var stalls = 0
    while sent < bytes.count, stalls < 3 {
      let rest = Array(bytes[sent...])
      switch stream {
      case .some(let stream):
        if let count = try? stream.send(rest.span, descriptors: sent == 0 ? descriptors : []) {
          sent += count
          stalls = 0
        } else {
          stalls += 1
        }
      case .none: return sent
      }
      try harness.settle()
    }
    return sent
  }

  /// Writes calls, without letting the daemon turn.
  func write(_ calls: Call...) throws { try write(calls.flatMap { $0.encoded() }) }

  /// Writes bytes, without letting the daemon turn.
  func write(_ bytes: [UInt8]) throws {
    switch stream {
    case .some(let stream): _ = try stream.send(bytes.span)
    case .none: break
    }
  }

  @discardableResult func send(_ text: String) throws -> Int { try send(Array(text.utf8)) }

  func send(_ calls: Call...) throws {
    try send(calls.flatMap { $0.encoded() })
  }

  /// Reads at most `limit` of the received bytes.
  func replies(limit: Int = .max) throws -> [Reply] {
    var buffer = [UInt8](repeating: 0, count: min(limit, 1 << 16))
    var left = limit
    reading: while left > 0 {
      var count: Int?
      let before = descriptors.count
      switch stream {
      case .some(let stream):
        let range = 0..<min(buffer.count, left)
        count = (try? stream.receive(into: &buffer, range, descriptors: &descriptors)) ?? nil
      case .none: break reading
      }
      guard let count else { break }
      guard count > 0 else {
        isClosed = true
        break
      }
      left -= count
      reader.append(
        buffer.span.extracting(0..<count), descriptorCount: descriptors.count - before)
    }
    var replies: [Reply] = []
    while let reply = try reader.nextReply() { replies.append(reply) }
    return replies
  }

  /// Calls a method and waits for its one reply.
  func call(
    _ method: DisplayInterface.Method, _ parameters: JSONObject = [:]
  ) throws -> Reply {
    try send(method.call(parameters))
    try harness.settle()
    return try replies().first ?? Reply(CallError("test.NoReply"))
  }

  /// Leaves, without letting the daemon turn.
  func hangUp() { stream = nil }

  /// Leaves, even if another part of the process is using the socket just then.
  func close() throws {
    switch stream {
    case .some(let stream): _ = shutdown(stream.descriptor.rawValue, Int32(SHUT_RDWR))
    case .none: break
    }
    stream = nil
    try harness.settle()
  }
}
