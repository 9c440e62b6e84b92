import System

/// Waits for the daemon that continues in place of this one, and hands it the scenes, the display
/// and the socket of plymouth's protocol.
///
/// A daemon of an initial RAM file system is followed by the service of the root that was found
/// there. The successor gets one message of lines: `greeting`, then the names of the descriptors
/// that come along. The end of the connection means that this daemon has left the screen.
final class SuccessorListener {
  private let listener: Listener
  private let loop: EventLoop
  private let log: Log
  private let users: Users
  private let timer: TimerDescriptor
  private var stream: UnixStream?
  /// The user of the root's service.
  private var user: UInt32?
  /// True if the successor could give the display up. The kernel lets only the process that opened
  /// a display, and the administrator, drop its mastership (drm_auth.c, since Linux 5.8).
  private(set) var mayGiveDisplayUp = false
  /// True if a successor has connected.
  private(set) var isThere = false
  /// True if this daemon is to end: a successor has connected, or should have done so long ago.
  private(set) var isDone = false

  /// The usual path of this socket.
  static let usualPath = "/run/firstlight/successor"
  static let greeting = "firstlight 1"
  /// The service's user, its name, and the folders of units below a root: the administrator's, the
  /// vendor's, and a second one of the vendor, which is a link to the first where the folders of
  /// /usr are merged.
  static let userName = "firstlight"
  static let serviceName = "firstlight.service"
  static let unitFolders = [
    "/etc/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system",
  ]
  /// The link to /dev/null by which the service is masked.
  static let maskLink = "/etc/systemd/system/" + serviceName
  /// The time in microseconds for an enabled service of the new root to connect. Without a limit
  /// the screen would stay with a daemon that nothing ends.
  static let timeout: Int64 = 60_000_000
  /// The time in microseconds, where no service is enabled, for a root to end the daemon by
  /// plymouth's protocol: about as long as a slow boot.
  static let longTimeout: Int64 = 300_000_000

  init(_ listener: Listener, loop: EventLoop, log: Log, users: Users) throws(SystemError) {
    self.listener = listener
    self.loop = loop
    self.log = log
    self.users = users
    timer = try TimerDescriptor()
    try loop.watch(timer.descriptor, for: .readable, as: .successorTimer)
    try listener.watch(with: loop, as: .successor)
  }

  /// Accepts the service of a root that is about to become the root of this process.
  func enter(_ root: String) {
    do throws(SystemError) {
      try timer.arm(after: Self.timeout(in: root))
      guard let list = try? readFile(atPath: root + Accounts.users, limit: 1 << 20),
        let user = Accounts.number(of: Self.userName, in: list)
      else { return }
      try listener.changeOwner(to: user)
      self.user = user
    } catch {
      log.error("the service of the new root begins anew: " + error.description)
    }
  }

  /// The time, in microseconds, after which the daemon is ended in a new root.
  static func timeout(in root: String) -> Int64 {
    let isEnabled = unitFolders.contains { Self.isEnabled(in: root + $0) }
    // Unlike the other links, this one leads to the same file from here.
    let mask = try? FileStatus.of(root + maskLink)
    return isEnabled && mask?.kind != .characterDevice ? timeout : longTimeout
  }

  /// True if any unit in a folder has the service started, whichever unit that is. `enter-root` of
  /// the image decides in the same way.
  private static func isEnabled(in folder: String) -> Bool {
    guard let names = try? listDirectory(folder) else { return false }
    return names.contains { name in
      guard name.hasSuffix(".wants") else { return false }
      // A link to a file of the real root leads nowhere from here.
      let link = folder + "/" + name + "/" + serviceName
      return (try? FileStatus.of(link, followingLinks: false)) != nil
    }
  }

  /// Accepts a connection.
  /// - Parameter now: the loop's time.
  func accept(now: Int64) {
    do throws(SystemError) {
      try listener.accept(now: now) { add($0) }
    } catch {
      log.clientFault("a successor failed: " + error.description)
    }
  }

  private func add(_ stream: consuming UnixStream) {
    guard !isThere, let peer = try? stream.peerCredentials() else { return }
    guard peer.userIdentifier == user || users.kind(of: peer.userIdentifier).isPrivileged else {
      return log.clientFault("refused a successor of uid \(peer.userIdentifier)")
    }
    self.stream = consume stream
    // `firstlight-agent kill` takes over nothing: the picture stays with the process that keeps it.
    mayGiveDisplayUp = peer.userIdentifier == 0 && Predecessor.isDaemon(peer.processIdentifier)
    isThere = true
    isDone = true
  }

  func handleTimer() {
    _ = try? timer.drain()
    log.error("no program of the new root has taken the display over, or ended this daemon")
    isDone = true
  }

  /// Sends descriptors to the successor, by their names.
  /// - Returns: false if there is none, or it does not take them.
  func hand(_ items: [(String, Int32?)]) -> Bool {
    var text = Self.greeting + "\n"
    var descriptors: [Int32] = []
    for (name, number) in items {
      guard let number else { continue }
      text += name + "\n"
      descriptors.append(number)
    }
    let bytes = [UInt8](text.utf8)
    switch stream {
    case .some(let stream):
      let count = try? stream.send(bytes.span, descriptors: descriptors)
      return count == bytes.count
    case .none: return false
    }
  }

  /// Tells the successor that the screen is left, and stops listening.
  func finish() {
    listener.close()
    stream = nil
  }
}
