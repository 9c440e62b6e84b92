import JSON
import Stage
import Wire

/// What takes hold of scrub controls, moves them and lets them go. The holder is the connection.
enum ScrubMethods {
  static func begin(_ request: Request, _ stage: Stage) throws(CallError) -> Outcome {
    try request.parameters.allow("control", "take")
    let control = try request.parameters.nullableString("control")
    let holder = try holder(of: request)
    do throws(ControlError) {
      return .reply(reply(try stage.beginScrub(control, by: holder)))
    } catch {
      throw CallError(error)
    }
  }

  static func update(_ request: Request, _ stage: Stage) throws(CallError) -> Outcome {
    try request.parameters.allow("control", "value")
    let control = try request.parameters.nullableString("control")
    let value = try request.parameters.float("value")
    do throws(ControlError) {
      try stage.updateScrub(control, to: value, by: request.client)
    } catch {
      throw CallError(error)
    }
    return .reply(JSONObject())
  }

  static func end(_ request: Request, _ stage: Stage) throws(CallError) -> Outcome {
    try request.parameters.allow("control", "velocity", "take")
    let control = try request.parameters.nullableString("control")
    let velocity = try request.parameters.nullableFloat("velocity")
    let holder = try holder(of: request)
    do throws(ControlError) {
      return .reply(reply(try stage.endScrub(control, velocity: velocity, by: holder)))
    } catch {
      throw CallError(error)
    }
  }

  static func toggle(_ request: Request, _ stage: Stage) throws(CallError) -> Outcome {
    try request.parameters.allow("control")
    let control = try request.parameters.nullableString("control")
    do throws(ControlError) {
      return .reply(reply(try stage.toggleScrub(control)))
    } catch {
      throw CallError(error)
    }
  }

  private static func holder(of request: Request) throws(CallError) -> ScrubHolder {
    let isTaking = try request.parameters.nullableBool("take") ?? false
    guard !isTaking || request.caller.isPrivileged else { throw .permissionDenied }
    return ScrubHolder(
      request.client, isPrivileged: request.caller.isPrivileged, isTaking: isTaking)
  }

  private static func reply(_ value: Double) -> JSONObject {
    var reply = JSONObject()
    reply["value"] = .number(value)
    return reply
  }
}
