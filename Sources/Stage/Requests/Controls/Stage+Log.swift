/// Requests to log controls.
extension Stage {
  /// Adds lines to a log control, which its layers show from the next frame on. Control sequences
  /// of terminals are removed; of a long text the last lines count.
  public func appendLog(_ name: String?, _ text: String) throws(ControlError) {
    let control = try control(name, LogControl.self, called: "log")
    let lines = text.logLines
    guard !lines.isEmpty else { return }
    control.append(lines)
    mayHaveToAnnounce = true
  }
}
