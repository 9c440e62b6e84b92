import Foundation
import JSON

/// A running daemon as the page shows it.
///
/// A separate thread asks the daemon, and only while a page is open. The page gets the last answers
/// of that thread, so that a slow or dead daemon delays neither the page nor its requests.
final class DaemonView: PreviewSource, @unchecked Sendable {
  /// Requests that wait for the daemon; more are refused.
  private static let mostRequests = 64
  /// Seconds after its last request in which a page counts as open.
  private static let attention = 3.0
  /// Seconds after which a daemon that does not answer counts as lost.
  private static let longestAnswer = 5.0
  /// Seconds from one attempt to connect to the next.
  private static let retryInterval = 1.0

  private let daemon: DaemonOptions
  private let allowsControl: Bool
  /// Guards the properties below, and wakes the thread.
  private let condition = NSCondition()
  private var content: DaemonContent
  private var requests: [ControlAssignment] = []
  private var lastLook = -Double.infinity

  init(daemon: DaemonOptions, allowsControl: Bool) {
    self.daemon = daemon
    self.allowsControl = allowsControl
    content = DaemonContent(allowsControl: allowsControl)
  }

  /// Starts the thread, which runs until the process ends.
  func start() {
    Thread.detachNewThread { [self] in
      while true { follow() }
    }
  }

  // MARK: The page

  var revision: Int { condition.withLock { content.revision } }

  /// The revision counts all changes, those of the lists included.
  var listing: Int { 0 }

  var lists: JSONObject { state }

  var state: JSONObject {
    look()
    return condition.withLock { content.state }
  }

  func refresh() { look() }

  func picture(after known: Int, now: Int64) -> PreviewPicture? {
    look()
    return condition.withLock { content.picture(after: known) }
  }

  func still(at time: Int64?) throws(PreviewError) -> [UInt8] {
    let file = condition.withLock { content.pictureFile }
    guard !file.isEmpty else { throw PreviewError("there is no picture of the daemon") }
    return file
  }

  func plot(_ names: [String]) throws(PreviewError) -> Plot {
    throw PreviewError("a running daemon reports no values over time")
  }

  func perform(_ action: PreviewAction, now: Int64) throws(PreviewError) {
    guard case .set(let control, let value) = action else {
      throw PreviewError("a running daemon is shown as it is; only its controls can be set")
    }
    guard allowsControl else {
      throw PreviewError("the page may only look; --allow-control lets it set controls")
    }
    condition.lock()
    defer { condition.unlock() }
    guard content.isConnected else { throw PreviewError("there is no connection to the daemon") }
    // A slider's last value replaces those before it, but each line of a log counts.
    if !content.isLog(control) { requests.removeAll { $0.control == control } }
    guard requests.count < Self.mostRequests else {
      throw PreviewError("too many requests wait for the daemon")
    }
    requests.append(
      ControlAssignment(control: control, value: value, time: TimeSpan(microseconds: 0)))
    condition.signal()
  }

  private func look() {
    condition.lock()
    defer { condition.unlock() }
    if Clock.now - lastLook >= Self.attention { condition.signal() }
    lastLook = Clock.now
  }

  // MARK: The thread

  /// Connects, and asks until the connection is lost.
  private func follow() {
    waitForPage()
    do throws(ClientError) {
      let connection = try DaemonConnection(
        to: SocketLocation(explicit: daemon.socket),
        timeout: min(daemon.timeout.seconds, Self.longestAnswer))
      if let screen = daemon.screen { try connection.select(screen) }
      var link = DaemonLink(connection)
      change { $0.connected(to: connection.path) }
      while true {
        waitForPage()
        for request in takeRequests() { try link.set(request, self) }
        let interval = try link.look(self)
        rest(interval)
      }
    } catch {
      change { $0.lost(error) }
      rest(Self.retryInterval)
    }
  }

  private func takeRequests() -> [ControlAssignment] {
    condition.lock()
    defer {
      requests = []
      condition.unlock()
    }
    return requests
  }

  private func waitForPage() {
    condition.lock()
    while Clock.now - lastLook >= Self.attention { condition.wait() }
    condition.unlock()
  }

  /// Waits for a time, or less if there is a request.
  private func rest(_ seconds: Double) {
    let end = Date(timeIntervalSinceNow: seconds)
    condition.lock()
    while requests.isEmpty, condition.wait(until: end) {}
    // Without a connection requests cannot be made, and people would not expect them to be made
    // later.
    if !content.isConnected { requests = [] }
    condition.unlock()
  }

  func change(_ body: (inout DaemonContent) -> Void) {
    condition.lock()
    body(&content)
    condition.unlock()
  }
}
