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
