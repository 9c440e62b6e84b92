import JSON
import Stage

/// A call of Reveal that is answered at the end of the reveal.
struct RevealWait {
  let stage: Stage
  let reveal: Reveal
  let isStarted: Bool

  var isOver: Bool { stage.state(of: reveal) != .running }

  /// The answer to the call.
  var reply: JSONObject {
    var reply = JSONObject()
    reply["started"] = .bool(isStarted)
    reply["finished"] = .bool(stage.state(of: reveal) == .finished)
    return reply
  }
}
