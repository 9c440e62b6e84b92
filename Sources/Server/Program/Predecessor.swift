import System

/// The daemon that this one continues in place of; see `SuccessorListener`.
struct Predecessor {
  private let path: String
  /// The time in microseconds for the handover. When it is over, this daemon starts without the
  /// predecessor.
  private static let timeout: Int64 = 1_000_000
  /// The time in milliseconds for a killed predecessor to end; once it has, it has left the screen.
  private static let endTimeout: Int32 = 500
  /// The command name of the daemon.
  private static let program = Array("firstlightd\n".utf8)
  private static let longestMessage = 256
  private static let names = [
    StateKeeper.stateName, StateKeeper.deviceName, PlymouthServer.descriptorName,
  ]

  init(_ path: String) { self.path = path }

  /// Takes the descriptors that the predecessor hands over, and waits until it has left the screen.
  /// A predecessor that takes too long is killed if this process may do so: it would keep the
  /// screen.
  /// - Returns: an empty list if there is no predecessor, or it does not answer in time.
  func take(_ log: Log) -> [ServiceManager.PassedDescriptor] {
    do throws(SystemError) {
      return try hear(log)
    } catch {
      if !error.isNotFound {
        log.warning("the state of the daemon before this one is not adopted: " + error.description)
      }
      return []
    }
  }

  private func hear(_ log: Log) throws(SystemError) -> [ServiceManager.PassedDescriptor] {
    let stream = try UnixStream.connect(to: path, isBlocking: false)
    let end = try monotonicNow() + Self.timeout
    var descriptors = DescriptorQueue()
    var message: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: Self.longestMessage)
    while message.count < Self.longestMessage {
      let rest = end - (try monotonicNow())
      guard rest > 0,
        try stream.descriptor.waitForInput(milliseconds: Int32(clamping: (rest + 999) / 1000))
      else {
        Self.kill(stream, log)
        break
      }
      guard
        let count = try stream.receive(
          into: &buffer, 0..<buffer.count, descriptors: &descriptors)
      else { continue }
      if count == 0 { break }
      message += buffer[..<count]
    }
    return Self.named(message, &descriptors)
  }

  /// Kills the program behind a connection if it is a daemon of this user or of root. While the
  /// connection is up, the program is, too: its number is not another process's by now.
  private static func kill(_ stream: borrowing UnixStream, _ log: Log) {
    guard let peer = try? stream.peerCredentials() else { return }
    let text =
      "the daemon before this one, process \(peer.processIdentifier), does not leave the screen in time"
    let isTrusted = [0, ProcessEnvironment.userIdentifier].contains(peer.userIdentifier)
    guard isTrusted, peer.processIdentifier > 1, isDaemon(peer.processIdentifier) else {
      return log.warning(text + ", and may keep it")
    }
    do throws(SystemError) {
      try killProcess(peer.processIdentifier)
      log.warning(text + ": it is killed")
      _ = try stream.descriptor.waitForInput(milliseconds: endTimeout)
    } catch {
      log.warning(text + ", and may keep it: " + error.description)
    }
  }

  /// True if a process has the command name of the daemon.
  static func isDaemon(_ process: Int32) -> Bool {
    guard
      let file = try? FileDescriptor.open("/proc/\(process)/comm", [.read, .nonBlocking])
    else { return false }
    var name = [UInt8](repeating: 0, count: 32)
    guard let count = (try? file.read(into: &name, 0..<name.count)) ?? nil else { return false }
    return name[..<count].elementsEqual(program)
  }

  private static func named(
    _ message: [UInt8], _ descriptors: inout DescriptorQueue
  ) -> [ServiceManager.PassedDescriptor] {
    let lines = message.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard lines.first == SuccessorListener.greeting else { return [] }
    var passed: [ServiceManager.PassedDescriptor] = []
    for name in lines.dropFirst() {
      guard let descriptor = descriptors.takeFirst() else { break }
      // Descriptors with other names, as a later version may hand over, have no use here.
      guard names.contains(name) else { continue }
      passed.append(ServiceManager.PassedDescriptor(number: descriptor.take(), name: name))
    }
    return passed
  }
}
