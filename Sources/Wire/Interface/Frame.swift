public import JSON

extension DisplayInterface {
  /// A rectangle in the output's points.
  public struct Frame: Equatable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }

    /// Reads the structure; fields of later versions are ignored.
    public init(_ fields: Fields) throws(CallError) {
      x = try fields.float("x")
      y = try fields.float("y")
      width = try fields.float("width")
      height = try fields.float("height")
    }

    /// The structure as a message.
    public var object: JSONObject {
      var object = JSONObject()
      object["x"] = .number(x)
      object["y"] = .number(y)
      object["width"] = .number(width)
      object["height"] = .number(height)
      return object
    }
  }
}
