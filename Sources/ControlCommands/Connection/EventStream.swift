import JSON
import System
import Wire

/// The display's events as they come.
enum EventStream {
  /// Calls a function with each event, except for those in other screens' own scenes if a screen is
  /// selected, until the daemon ends as it was asked to, or a terminating signal comes.
  /// - Parameters:
  ///   - kinds: names of the wanted kinds; nil for all.
  ///   - onceSubscribed: called before the first event; no change that comes after it is missed.
  static func follow(
    _ connection: DaemonConnection, kinds: [String]?,
    onceSubscribed: () throws(ClientError) -> Void = {}, _ body: (JSONValue) -> Void
  ) throws(ClientError) {
    let signals = try catchSignals()
    let kinds = kinds.map { JSONValue.array($0.map { .string($0) }) }
    try connection.send(DisplayInterface.Method.subscribe.call([("kinds", kinds)], mode: .more))
    // The daemon always reports an end that was asked for, whatever the kinds are.
    let quitting = DisplayInterface.EventKind.quitting.name
    var (isSubscribed, isQuitting) = (false, false)
    while true {
      let other = signals.descriptor.rawValue
      if try connection.awaitReply(or: other, isDue: !isSubscribed) { return }
      guard let reply = try connection.nextReply(timeout: connection.timeout) else {
        if isQuitting { return }
        throw ClientError(.unavailable, "the daemon at \(connection.path) went away")
      }
      let result: JSONObject
      do throws(CallError) {
        result = try reply.result()
      } catch {
        throw connection.explain(error)
      }
      if !isSubscribed {
        isSubscribed = true
        try onceSubscribed()
      }
      for event in result["events"]?.arrayValue ?? [] {
        if event.objectValue?["kind"]?.stringValue == quitting { isQuitting = true }
        let screen = event.objectValue?["screen"]?.stringValue
        if let screen, let selected = connection.screen, screen != selected { continue }
        body(event)
      }
      guard reply.continues else { return }
    }
  }

  /// From here on the signals that end the program are read as data.
  static func catchSignals() throws(ClientError) -> SignalDescriptor {
    do throws(SystemError) {
      return try SignalDescriptor([.interrupt, .terminate])
    } catch {
      throw ClientError(.inputOutput, "cannot wait for signals: \(error.reason)")
    }
  }
}
