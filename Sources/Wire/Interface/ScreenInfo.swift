public import JSON

extension DisplayInterface {
  /// A screen that has a scene of its own.
  public struct ScreenInfo: Equatable, Sendable {
    /// An output's name, such as `HDMI-A-1`.
    public var name: String
    public var scene: String
    /// Counts the scenes shown there, from 1.
    public var sceneGeneration: Int64
    /// True if the screen is connected; otherwise the scene continues in memory.
    public var isConnected: Bool

    public init(name: String, scene: String, sceneGeneration: Int64, isConnected: Bool) {
      self.name = name
      self.scene = scene
      self.sceneGeneration = sceneGeneration
      self.isConnected = isConnected
    }

    /// Reads the structure; fields of later versions are ignored.
    public init(_ fields: Fields) throws(CallError) {
      name = try fields.string("name")
      scene = try fields.string("scene")
      sceneGeneration = try fields.integer("sceneGeneration")
      isConnected = try fields.bool("connected")
    }

    /// The structure as a message.
    public var object: JSONObject {
      var object = JSONObject()
      object["name"] = .string(name)
      object["scene"] = .string(scene)
      object["sceneGeneration"] = .integer(sceneGeneration)
      object["connected"] = .bool(isConnected)
      return object
    }
  }
}
