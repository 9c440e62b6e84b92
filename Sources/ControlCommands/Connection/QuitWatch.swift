import JSON
import Wire

/// A separate connection that tells a daemon that has quit from one that has crashed. Only after a
/// crash is it right to connect again: after a quit that might start the daemon anew.
struct QuitWatch {
  enum End { case quit, crash }

  private let connection: DaemonConnection

  init(_ connection: DaemonConnection) throws(ClientError) {
    self.connection = connection
    let kinds = JSONValue.array([.string(DisplayInterface.EventKind.quitting.name)])
    try connection.send(DisplayInterface.Method.subscribe.call([("kinds", kinds)], mode: .more))
  }

  /// Readable when the daemon ends, and at other times.
  var pollableDescriptor: Int32 { connection.pollableDescriptor }

  /// The way in which the daemon has ended.
  /// - Parameter timeout: the longest time to wait for its end, in seconds.
  /// - Returns: nil if it has not ended.
  func end(timeout: Double) -> End? {
    let deadline = Clock.now + timeout
    repeat {
      let rest = max(0, deadline - Clock.now)
      guard
        connection.hasBufferedReply
          || Poll.wait(reading: [pollableDescriptor], timeout: rest)[0]
      else { continue }
      let reply: Reply
      do throws(ClientError) {
        guard let next = try connection.nextReply(timeout: rest) else { return .crash }
        reply = next
      } catch {
        if error.status == .timedOut { continue }
        // After an answer that makes no sense, no better one will follow.
        return error.status == .unavailable ? .crash : .quit
      }
      let events = (try? reply.result())?["events"]?.arrayValue ?? []
      let kind = DisplayInterface.EventKind.quitting.name
      if events.contains(where: { $0.objectValue?["kind"]?.stringValue == kind }) { return .quit }
    } while Clock.now < deadline
    return nil
  }
}
