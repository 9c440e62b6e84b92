import JSON
import Wire

/// Methods that move a stepped clock.
enum ClockMethods {
  /// A minute: other clients are not served while the frames of a step are drawn.
  static let longestStep: Int64 = 60_000_000

  static func step(_ request: Request, _ shows: Shows) throws(CallError) -> Outcome {
    try request.parameters.allow("durationUSec")
    let duration = try request.parameters.integer("durationUSec")
    guard shows.isStepped else { throw .notSupported("step") }
    guard duration >= 0, duration <= longestStep else {
      throw .invalidValue(
        "durationUSec", reason: "0 to \(longestStep) microseconds are expected")
    }
    let frames = shows.frameCount
    shows.step(by: duration)
    var reply = JSONObject()
    reply["timeUSec"] = .integer(shows.time)
    reply["frames"] = .integer(Int64(shows.frameCount - frames))
    reply["frameHash"] = .string(shows.frameHash)
    return .reply(reply)
  }
}
