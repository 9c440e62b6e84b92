import JSON
import Scene
import Stage
import Wire

/// Methods that report the display's state and abilities.
enum StatusMethods {
  static func getStatus(_ request: Request, _ shows: Shows) throws(CallError) -> Outcome {
    try request.parameters.allow()
    let stage = shows.stage
    var status = DisplayInterface.Status(
      scene: stage.scene.name, sceneGeneration: Int64(stage.generation),
      isPaused: stage.isPaused, reducesMotion: stage.reducesMotion, layers: Int64(stage.layerCount),
      runningAnimations: Int64(stage.runningAnimationCount),
      clock: shows.isStepped ? .step : .vsync, timeMicroseconds: shows.time,
      frames: Int64(shows.frameCount), lateFrames: Int64(shows.lateFrameCount),
      outputs: shows.outputInfos)
    status.screens = shows.screenInfos
    status.locale = stage.locale
    status.locales = stage.scene.locales
    status.sceneFault = shows.sceneFault
    status.takesQuestions = shows.isThere && shows.couldTakeQuestions()
    return .reply(status.object)
  }

  static func getCapabilities(
    _ request: Request, _ shows: Shows
  ) throws(CallError) -> Outcome {
    try request.parameters.allow()
    let limits = request.limits
    var reply = JSONObject()
    reply["features"] = [
      "accessibility", "memfd", "png", "reduced-motion", "reveal", "scene-descriptor", "screens",
      "scrub",
      "step", "vsync",
    ]
    var table = JSONObject()
    for (name, value) in [
      ("connections", limits.connections),
      ("connectionsPerUser", limits.connectionsPerUser),
      ("reservedConnections", limits.reservedConnections),
      ("messageBytes", limits.messageBytes),
      ("messageUSec", Int(limits.messageTime)),
      ("callValues", JSONLimits.call.nodeCount),
      ("allInputBytes", limits.allInputBytes),
      ("allOutputBytes", limits.allOutputBytes),
      ("pageBytes", limits.pageBytes),
      ("pageItems", limits.pageItems),
      ("inlineBytes", limits.inlineBytes),
      ("holdUSec", Int(ControlHolder.longestHold * 1_000_000)),
      ("outputBytes", limits.outputBytes),
      ("queuedEvents", limits.queuedEvents),
      ("lostEvents", limits.lostEvents),
      ("nameBytes", limits.nameBytes),
      ("textBytes", limits.textBytes),
      ("logBytes", limits.logBytes),
      ("sceneBytes", limits.sceneBytes),
      ("loads", limits.loads),
      ("pictureBytes", limits.pictureBytes),
      ("picturePixels", limits.picturePixels),
      ("pictures", limits.pictures),
      ("picturesPerUser", limits.picturesPerUser),
      ("stepUSec", Int(ClockMethods.longestStep)),
    ] {
      table[name] = .integer(Int64(value))
    }
    reply["limits"] = .object(table)
    return .reply(reply)
  }
}
