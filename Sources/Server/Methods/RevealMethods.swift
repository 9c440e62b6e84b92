import JSON
import Stage
import Wire

/// What reveals and conceals.
enum RevealMethods {
  static func reveal(_ request: Request, _ stage: Stage) throws(CallError) -> Outcome {
    let waits = try request.parameters.nullableBool("wait") ?? false
    let outcome = try start(request, stage)
    let wait = RevealWait(stage: stage, reveal: outcome.reveal, isStarted: outcome.isStarted)
    guard waits, request.mode != .oneway, !wait.isOver else { return .reply(wait.reply) }
    return .wait(wait)
  }

  /// Starts a reveal.
  static func start(_ request: Request, _ stage: Stage) throws(CallError) -> RevealOutcome {
    let fields = request.parameters
    try fields.allow("control", "durationUSec", "timing", "wait")
    let control = try fields.nullableString("control")
    let duration = try ControlMethods.duration(fields)
    let timing = try ControlMethods.timing(fields)
    do throws(ControlError) {
      return try stage.reveal(control, duration: duration, timing: timing)
    } catch {
      throw CallError(error)
    }
  }

  static func conceal(_ request: Request, _ stage: Stage) throws(CallError) -> Outcome {
    try request.parameters.allow("control")
    let control = try request.parameters.nullableString("control")
    do throws(ControlError) {
      try stage.conceal(control)
    } catch {
      throw CallError(error)
    }
    return .reply(JSONObject())
  }
}

/// A call of Reveal that is answered when the reveal is over.
struct RevealWait {
  let stage: Stage
  let reveal: Reveal
  let isStarted: Bool

  var isOver: Bool { stage.state(of: reveal) != .running }

  /// What the call is answered.
  var reply: JSONObject {
    var reply = JSONObject()
    reply["started"] = .bool(isStarted)
    reply["finished"] = .bool(stage.state(of: reveal) == .finished)
    return reply
  }
}
