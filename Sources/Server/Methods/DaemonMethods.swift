import Wire

/// Methods that control the daemon itself.
enum DaemonMethods {
  static func quit(_ request: Request, _ shows: Shows) throws(CallError) -> Outcome {
    try request.parameters.allow("retain")
    return .quit(isRetained: try request.parameters.nullableBool("retain") ?? false)
  }
}
