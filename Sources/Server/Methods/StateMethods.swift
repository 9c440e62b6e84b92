import Stage
import Wire

/// The methods that put state controls into their states, and choose options of choices. The holder
/// is the connection.
enum StateMethods {
  static func setState(_ request: Request) throws(CallError) -> StageCommand {
    let fields = request.parameters
    try fields.allow("control", "state", "hold")
    let control = try fields.nullableString("control")
    let state = try fields.string("state")
    let caller = ControlHolder(request.client, isPrivileged: request.caller.isPrivileged)
    return .setState(
      control: control, state, by: caller, holds: try fields.nullableBool("hold") ?? false)
  }

  static func choose(_ request: Request) throws(CallError) -> StageCommand {
    let fields = request.parameters
    try fields.allow("control", "option")
    let control = try fields.nullableString("control")
    return .choose(control: control, option: try fields.nullableString("option"))
  }
}
