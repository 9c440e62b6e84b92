import Wire

/// Methods that control the daemon itself.
enum DaemonMethods {
  static func quit(_ request: Request, _ shows: Shows) throws(CallError) -> Outcome {
    let fields = request.parameters
    try fields.allow("retain", "land")
    return .quit(
      QuitRequest(
        retainsPicture: try fields.nullableBool("retain") ?? false,
        lands: try fields.nullableBool("land") ?? false))
  }
}
