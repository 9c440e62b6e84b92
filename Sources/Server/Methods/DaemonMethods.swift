import Wire

/// Methods that control the daemon itself.
enum DaemonMethods {
  static func quit(_ request: Request, _ shows: Shows) throws(CallError) -> Outcome {
    let fields = request.parameters
    try fields.allow("retain", "land", "handOver")
    var quit = QuitRequest()
    quit.retainsPicture = try fields.nullableBool("retain") ?? false
    quit.lands = try fields.nullableBool("land") ?? false
    if try fields.nullableBool("handOver") ?? false, request.process > 0 {
      quit.retainsPicture = true
      quit.successor = request.process
    }
    return .quit(quit)
  }
}
