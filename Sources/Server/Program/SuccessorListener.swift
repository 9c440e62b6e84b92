import System

/// Waits for the daemon that goes on in the place of this one, and hands it what is shown.
///
/// A daemon of an initial RAM file system is followed by the service of the root that was found there.
/// Who connects gets a message of lines, the first of which is `greeting` and the others the names of the
/// descriptors that come along; its end tells that this daemon has left the screen.
final class SuccessorListener {
  private let listener: Listener
  private let loop: EventLoop
  private let log: Log
  private let users: Users
  private let timer: TimerDescriptor
  private var stream: UnixStream?
  /// The user of the root's service.
  private var user: UInt32?
  /// True if the successor could give the display up. The kernel lets only the process that opened a
  /// display, and the administrator, drop its mastership (drm_auth.c, since Linux 5.8).
  private(set) var mayGiveDisplayUp = false
  /// True if somebody has come to go on.
  private(set) var isThere = false
  /// True if this daemon is to end: somebody goes on, or ought to have begun long ago.
  private(set) var isDone = false

  /// Where a service looks for the daemon before it.
  static let usualPath = "/run/firstlight/successor"
  static let greeting = "firstlight 1"
  /// The service's user, and the link that has it started, below a root.
  static let userName = "firstlight"
  static let serviceLink = "/etc/systemd/system/sysinit.target.wants/firstlight.service"
  /// Microseconds for a service that is enabled in the new root to come. Without it the screen would stay
  /// with a daemon that nobody ends.
  static let patience: Int64 = 60_000_000

  init(_ listener: Listener, loop: EventLoop, log: Log, users: Users) throws(SystemError) {
    self.listener = listener
    self.loop = loop
    self.log = log
    self.users = users
    timer = try TimerDescriptor()
    try loop.watch(timer.descriptor, for: .readable, as: .successorTimer)
    try listener.watch(with: loop, as: .successor)
  }

  /// Lets the service of a root come, which is about to become this process's own.
  func enter(_ root: String) {
    do throws(SystemError) {
      if try FileStatus.of(root + Self.serviceLink, followingLinks: false) != nil {
        try timer.arm(after: Self.patience)
      }
      guard let list = try? readFile(atPath: root + "/etc/passwd", limit: 1 << 20),
        let user = Self.identifier(ofUser: Self.userName, in: list)
      else { return }
      try listener.changeOwner(to: user)
      self.user = user
    } catch {
      log.error("the service of the new root begins anew: " + error.description)
    }
  }

  /// A user's number by the text of a passwd(5).
  static func identifier(ofUser name: String, in list: [UInt8]) -> UInt32? {
    for line in list.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      guard fields.count >= 3, fields[0].elementsEqual(name.utf8) else { continue }
      return UInt32(String(decoding: fields[2], as: UTF8.self))
    }
    return nil
  }

  /// Takes in who connects.
  func accept() {
    do throws(SystemError) {
      try listener.accept { add($0) }
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
    mayGiveDisplayUp = peer.userIdentifier == 0
    isThere = true
    isDone = true
  }

  func handleTimer() {
    _ = try? timer.drain()
    log.error("the service of the new root has not come")
    isDone = true
  }

  /// Sends what there is to go on with.
  /// - Returns: false where nobody takes it.
  func hand(state: Int32?, device: Int32?) -> Bool {
    var text = Self.greeting + "\n"
    var descriptors: [Int32] = []
    for (name, number) in [(StateKeeper.stateName, state), (StateKeeper.deviceName, device)] {
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

  /// Tells the successor that the screen is left, and waits for nobody any more.
  func finish() {
    listener.close()
    stream = nil
  }
}
