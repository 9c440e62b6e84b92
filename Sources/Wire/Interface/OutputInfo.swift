public import JSON

extension DisplayInterface {
  /// An output and its mode.
  public struct OutputInfo: Equatable, Sendable {
    public var name: String
    /// In pixels.
    public var width: Int64
    /// In pixels.
    public var height: Int64
    /// 60,000 for an output whose rate is unknown.
    public var refreshMillihertz: Int64
    public var format: String
    /// Pixels in a point.
    public var scale: Double

    public init(
      name: String, width: Int64, height: Int64, refreshMillihertz: Int64, format: String,
      scale: Double
    ) {
      self.name = name
      self.width = width
      self.height = height
      self.refreshMillihertz = refreshMillihertz
      self.format = format
      self.scale = scale
    }

    /// Reads the structure; fields of later versions are ignored.
    public init(_ fields: Fields) throws(CallError) {
      name = try fields.string("name")
      width = try fields.integer("width")
      height = try fields.integer("height")
      refreshMillihertz = try fields.integer("refreshMilliHertz")
      format = try fields.string("format")
      scale = try fields.float("scale")
    }

    /// The structure as a message.
    public var object: JSONObject {
      var object = JSONObject()
      object["name"] = .string(name)
      object["width"] = .integer(width)
      object["height"] = .integer(height)
      object["refreshMilliHertz"] = .integer(refreshMillihertz)
      object["format"] = .string(format)
      object["scale"] = .number(scale)
      return object
    }
  }
}
