import Stage
import Wire

/// Methods that hold, move and release scrub controls. The holder is the connection.
enum ScrubMethods {
  static func begin(_ request: Request) throws(CallError) -> StageCommand {
    try request.parameters.allow("control", "take")
    let control = try request.parameters.nullableString("control")
    return .beginScrub(control: control, by: try holder(of: request))
  }

  static func update(_ request: Request) throws(CallError) -> StageCommand {
    try request.parameters.allow("control", "value")
    let control = try request.parameters.nullableString("control")
    let value = try request.parameters.float("value")
    return .updateScrub(control: control, to: value, by: request.client)
  }

  static func end(_ request: Request) throws(CallError) -> StageCommand {
    try request.parameters.allow("control", "velocity", "take")
    let control = try request.parameters.nullableString("control")
    let velocity = try request.parameters.nullableFloat("velocity")
    return .endScrub(control: control, velocity: velocity, by: try holder(of: request))
  }

  static func toggle(_ request: Request) throws(CallError) -> StageCommand {
    try request.parameters.allow("control")
    return .toggleScrub(control: try request.parameters.nullableString("control"))
  }

  private static func holder(of request: Request) throws(CallError) -> ControlHolder {
    let isTaking = try request.parameters.nullableBool("take") ?? false
    guard !isTaking || request.caller.isPrivileged else { throw .permissionDenied }
    return ControlHolder(
      request.client, isPrivileged: request.caller.isPrivileged, isTaking: isTaking)
  }
}
