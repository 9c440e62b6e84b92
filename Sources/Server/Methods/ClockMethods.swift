import JSON
import Wire

/// Methods that move a stepped clock.
enum ClockMethods {
  /// A minute: other clients are not served while the frames of a step are drawn.
  static let longestStep: Int64 = 60_000_000

  static func step(_ request: Request, _ display: Display) throws(CallError) -> Outcome {
    try request.parameters.allow("durationUSec")
    let duration = try request.parameters.integer("durationUSec")
    guard display.isStepped else { throw .notSupported("step") }
    guard duration >= 0, duration <= longestStep else {
      throw .invalidValue(
        "durationUSec", reason: "0 to \(longestStep) microseconds are expected")
    }
    let frames = display.frameCount
    display.step(by: duration)
    var reply = JSONObject()
    reply["timeUSec"] = .integer(display.time)
    reply["frames"] = .integer(Int64(display.frameCount - frames))
    reply["frameHash"] = .string(display.frameHash)
    return .reply(reply)
  }
}
