public import JSON

extension DisplayInterface {
  /// A control or a layer for people who cannot see the screen.
  public struct AccessibilityNode: Equatable, Sendable {
    /// A control's name; nil for a layer.
    public var control: String?
    /// A layer's path; nil for a control.
    public var layer: String?
    /// The screen if it has its own scene; nil for the main scene.
    public var screen: String?
    /// The number of nodes around it.
    public var level: Int64
    public var role: AccessibilityRole
    public var label: String
    /// Its present state or text.
    public var text: String
    /// In 0…1, for a control with a value.
    public var value: Double?
    public var states: [AccessibilityState]

    public init(
      control: String? = nil, layer: String? = nil, level: Int64, role: AccessibilityRole,
      label: String, text: String, value: Double? = nil, states: [AccessibilityState] = []
    ) {
      self.control = control
      self.layer = layer
      self.level = level
      self.role = role
      self.label = label
      self.text = text
      self.value = value
      self.states = states
    }

    /// Reads the structure; fields and states of later versions are ignored.
    public init(_ fields: Fields) throws(CallError) {
      control = try fields.nullableString("control")
      layer = try fields.nullableString("layer")
      screen = try fields.nullableString("screen")
      level = try fields.integer("level")
      role = try fields.enumeration("role")
      label = try fields.string("label")
      text = try fields.string("text")
      value = try fields.nullableFloat("value")
      states = try fields.strings("states").compactMap { AccessibilityState($0) }
    }

    /// The structure as a message.
    public var object: JSONObject {
      var object = JSONObject()
      if let control { object["control"] = .string(control) }
      if let layer { object["layer"] = .string(layer) }
      if let screen { object["screen"] = .string(screen) }
      object["level"] = .integer(level)
      object["role"] = .string(role.name)
      object["label"] = .string(label)
      object["text"] = .string(text)
      if let value { object["value"] = .number(value) }
      object["states"] = .array(states.map { .string($0.name) })
      return object
    }
  }
}
