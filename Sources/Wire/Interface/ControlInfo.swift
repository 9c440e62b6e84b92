public import JSON

extension DisplayInterface {
  /// A control that a client may set.
  public struct ControlInfo: Equatable, Sendable {
    public var name: String
    public var kind: ControlKind
    /// The screen if it has its own scene; nil for the main scene.
    public var screen: String?
    /// In 0…1, for progress, reveal and scrub controls.
    public var value: Double?
    public var isIndeterminate: Bool?
    /// Names of the phases of a progress control that has some, and of the present one.
    public var phases: [String]?
    public var phase: String?
    /// The time until the end of the job, if it is known.
    public var remainingMicroseconds: Int64?
    /// Names of the states of a state control, and of the last one that was set.
    public var states: [String]?
    public var state: String?
    /// Names of the options of a choice, and of the chosen one.
    public var options: [String]?
    public var option: String?
    /// For text controls.
    public var text: String?
    /// Its name for people who cannot see the screen.
    public var label: String?
    /// Its present state in words, for people who cannot see the screen.
    public var explanation: String
    /// For reveal controls: true if the content is revealed.
    public var isRevealed: Bool?
    /// For scrub and state controls: true if a client or a finger holds it.
    public var isHeld: Bool?
    /// The hit area of a scrub control.
    public var frame: Frame?

    public init(
      name: String, kind: ControlKind, value: Double? = nil, isIndeterminate: Bool? = nil,
      text: String? = nil, label: String? = nil, explanation: String,
      isRevealed: Bool? = nil, isHeld: Bool? = nil, frame: Frame? = nil
    ) {
      self.name = name
      self.kind = kind
      self.value = value
      self.isIndeterminate = isIndeterminate
      self.text = text
      self.label = label
      self.explanation = explanation
      self.isRevealed = isRevealed
      self.isHeld = isHeld
      self.frame = frame
    }

    /// Reads the structure; fields of later versions are ignored.
    public init(_ fields: Fields) throws(CallError) {
      name = try fields.string("name")
      kind = try fields.enumeration("kind")
      screen = try fields.nullableString("screen")
      value = try fields.nullableFloat("value")
      isIndeterminate = try fields.nullableBool("indeterminate")
      phases =
        try fields.nullableArray("phases") == nil ? nil : fields.strings("phases")
      phase = try fields.nullableString("phase")
      remainingMicroseconds = try fields.nullableInteger("remainingUSec")
      states =
        try fields.nullableArray("states") == nil ? nil : fields.strings("states")
      state = try fields.nullableString("state")
      options =
        try fields.nullableArray("options") == nil ? nil : fields.strings("options")
      option = try fields.nullableString("option")
      text = try fields.nullableString("text")
      label = try fields.nullableString("label")
      explanation = try fields.string("description")
      isRevealed = try fields.nullableBool("revealed")
      isHeld = try fields.nullableBool("held")
      frame = try fields.nullableObject("frame").map { object throws(CallError) in
        try Frame(Fields(object, in: "frame."))
      }
    }

    /// The structure as a message.
    public var object: JSONObject {
      var object = JSONObject()
      object["name"] = .string(name)
      object["kind"] = .string(kind.name)
      if let screen { object["screen"] = .string(screen) }
      if let value { object["value"] = .number(value) }
      if let isIndeterminate { object["indeterminate"] = .bool(isIndeterminate) }
      if let phases { object["phases"] = .array(phases.map { .string($0) }) }
      if let phase { object["phase"] = .string(phase) }
      if let remainingMicroseconds { object["remainingUSec"] = .integer(remainingMicroseconds) }
      if let states { object["states"] = .array(states.map { .string($0) }) }
      if let state { object["state"] = .string(state) }
      if let options { object["options"] = .array(options.map { .string($0) }) }
      if let option { object["option"] = .string(option) }
      if let text { object["text"] = .string(text) }
      if let label { object["label"] = .string(label) }
      object["description"] = .string(explanation)
      if let isRevealed { object["revealed"] = .bool(isRevealed) }
      if let isHeld { object["held"] = .bool(isHeld) }
      if let frame { object["frame"] = .object(frame.object) }
      return object
    }
  }
}
