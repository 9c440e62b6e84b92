public import JSON

extension DisplayInterface {
  /// A layer as of the last committed frame.
  public struct LayerInfo: Equatable, Sendable {
    public var path: String
    public var kind: LayerKind
    /// In the output's points.
    public var frame: Frame
    public var opacity: Double
    public var isHidden: Bool
    /// In 0…1, for progress layers and loaders.
    public var progress: Double?
    public var isIndeterminate: Bool?
    /// The shown text of a text layer, or the string of a QR code.
    public var text: String?
    /// Keys of the running animations.
    public var animations: [String]
    public var childCount: Int64

    public init(
      path: String, kind: LayerKind, frame: Frame, opacity: Double, isHidden: Bool,
      progress: Double? = nil, isIndeterminate: Bool? = nil, text: String? = nil,
      animations: [String], childCount: Int64
    ) {
      self.path = path
      self.kind = kind
      self.frame = frame
      self.opacity = opacity
      self.isHidden = isHidden
      self.progress = progress
      self.isIndeterminate = isIndeterminate
      self.text = text
      self.animations = animations
      self.childCount = childCount
    }

    /// Reads the structure; fields of later versions are ignored.
    public init(_ fields: Fields) throws(CallError) {
      path = try fields.string("path")
      kind = try fields.enumeration("kind")
      frame = try Frame(Fields(fields.object("frame"), in: "frame."))
      opacity = try fields.float("opacity")
      isHidden = try fields.bool("hidden")
      progress = try fields.nullableFloat("progress")
      isIndeterminate = try fields.nullableBool("indeterminate")
      text = try fields.nullableString("text")
      animations = try fields.strings("animations")
      childCount = try fields.integer("children")
    }

    /// The structure as a message.
    public var object: JSONObject {
      var object = JSONObject()
      object["path"] = .string(path)
      object["kind"] = .string(kind.name)
      object["frame"] = .object(frame.object)
      object["opacity"] = .number(opacity)
      object["hidden"] = .bool(isHidden)
      if let progress { object["progress"] = .number(progress) }
      if let isIndeterminate { object["indeterminate"] = .bool(isIndeterminate) }
      if let text { object["text"] = .string(text) }
      object["animations"] = .array(animations.map { .string($0) })
      object["children"] = .integer(childCount)
      return object
    }
  }
}
