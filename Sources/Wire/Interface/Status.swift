public import JSON

extension DisplayInterface {
  /// The state of the display: the reply of `GetStatus`.
  public struct Status: Equatable, Sendable {
    public var scene: String
    /// Counts the scenes shown, from 1.
    public var sceneGeneration: Int64
    public var isPaused: Bool
    public var reducesMotion: Bool
    public var layers: Int64
    public var runningAnimations: Int64
    public var clock: ClockKind
    public var timeMicroseconds: Int64
    /// Frames presented.
    public var frames: Int64
    /// Frames that came later than their time.
    public var lateFrames: Int64
    public var outputs: [OutputInfo]
    /// The screens with a scene of their own.
    public var screens: [ScreenInfo] = []
    /// The language tag that was asked for; empty for the scene's own locale.
    public var locale = ""
    /// The locales of the scene's strings, the usual one first.
    public var locales: [String] = []
    /// The reason why the scene of the start is not shown, or not completely; nil if it is.
    public var sceneFault: String?
    /// True if somebody could see and answer a question now.
    public var takesQuestions = false

    public init(
      scene: String, sceneGeneration: Int64, isPaused: Bool, reducesMotion: Bool = false,
      layers: Int64, runningAnimations: Int64, clock: ClockKind, timeMicroseconds: Int64,
      frames: Int64, lateFrames: Int64, outputs: [OutputInfo]
    ) {
      self.scene = scene
      self.sceneGeneration = sceneGeneration
      self.isPaused = isPaused
      self.reducesMotion = reducesMotion
      self.layers = layers
      self.runningAnimations = runningAnimations
      self.clock = clock
      self.timeMicroseconds = timeMicroseconds
      self.frames = frames
      self.lateFrames = lateFrames
      self.outputs = outputs
    }

    /// Reads the structure; fields of later versions are ignored.
    public init(_ fields: Fields) throws(CallError) {
      scene = try fields.string("scene")
      sceneGeneration = try fields.integer("sceneGeneration")
      isPaused = try fields.bool("paused")
      reducesMotion = try fields.nullableBool("reducedMotion") ?? false
      layers = try fields.integer("layers")
      runningAnimations = try fields.integer("runningAnimations")
      clock = try fields.enumeration("clock")
      timeMicroseconds = try fields.integer("timeUSec")
      frames = try fields.integer("frames")
      lateFrames = try fields.integer("lateFrames")
      outputs = try fields.structures("outputs") { fields throws(CallError) in
        try OutputInfo(fields)
      }
      if try fields.nullableArray("screens") != nil {
        screens = try fields.structures("screens") { fields throws(CallError) in
          try ScreenInfo(fields)
        }
      }
      locale = try fields.nullableString("locale") ?? ""
      for value in try fields.nullableArray("locales") ?? [] {
        if let locale = value.stringValue { locales.append(locale) }
      }
      sceneFault = try fields.nullableString("sceneFault")
      takesQuestions = try fields.nullableBool("questions") ?? false
    }

    /// The structure as a message.
    public var object: JSONObject {
      var object = JSONObject()
      object["scene"] = .string(scene)
      object["sceneGeneration"] = .integer(sceneGeneration)
      object["paused"] = .bool(isPaused)
      object["reducedMotion"] = .bool(reducesMotion)
      object["layers"] = .integer(layers)
      object["runningAnimations"] = .integer(runningAnimations)
      object["clock"] = .string(clock.name)
      object["timeUSec"] = .integer(timeMicroseconds)
      object["frames"] = .integer(frames)
      object["lateFrames"] = .integer(lateFrames)
      object["outputs"] = .array(outputs.map { .object($0.object) })
      object["screens"] = .array(screens.map { .object($0.object) })
      object["questions"] = .bool(takesQuestions)
      object["locale"] = .string(locale)
      object["locales"] = .array(locales.map { .string($0) })
      if let sceneFault { object["sceneFault"] = .string(sceneFault) }
      return object
    }
  }
}
