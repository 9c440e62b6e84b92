import JSON
import Stage
import Wire

/// Methods that reveal and conceal.
enum RevealMethods {
  static func reveal(_ request: Request) throws(CallError) -> StageCommand {
    let fields = request.parameters
    try fields.allow("control", "durationUSec", "timing", "wait")
    let control = try fields.nullableString("control")
    return .reveal(
      control: control, duration: try ControlMethods.duration(fields),
      timing: try ControlMethods.timing(fields))
  }

  /// True if the reply is delayed until the end of the reveal.
  static func waits(_ request: Request) throws(CallError) -> Bool {
    try request.parameters.nullableBool("wait") ?? false
  }

  static func conceal(_ request: Request) throws(CallError) -> StageCommand {
    try request.parameters.allow("control")
    return .conceal(control: try request.parameters.nullableString("control"))
  }
}

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
