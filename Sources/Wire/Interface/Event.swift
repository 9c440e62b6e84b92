public import JSON

extension DisplayInterface {
  /// An event on a stage or an output. Fields that a kind does not use are nil.
  public struct Event: Equatable, Sendable {
    /// Grows with every event for the subscriber.
    public var sequence: Int64
    public var kind: EventKind
    /// The time of the event, in microseconds of the monotonic clock.
    public var monotonicMicroseconds: Int64
    /// The screen if it happened in its own scene; nil for the main scene.
    public var screen: String?
    public var control: String?
    public var progress: Double?
    /// The value at which a scrub control came to rest, in 0…1.
    public var value: Double?
    public var isIndeterminate: Bool?
    public var phase: String?
    public var remainingMicroseconds: Int64?
    public var state: String?
    public var option: String?
    public var text: String?
    public var layer: String?
    public var animation: String?
    public var isFinished: Bool?
    public var scene: String?
    public var generation: Int64?
    public var message: String?
    /// Events missed since the last `eventsLost`.
    public var lost: Int64?

    /// An event with the fields that all kinds have.
    public init(sequence: Int64, kind: EventKind, monotonicMicroseconds: Int64) {
      self.sequence = sequence
      self.kind = kind
      self.monotonicMicroseconds = monotonicMicroseconds
    }

    /// Reads the structure; fields of later versions are ignored.
    public init(_ fields: Fields) throws(CallError) {
      sequence = try fields.integer("sequence")
      kind = try fields.enumeration("kind")
      monotonicMicroseconds = try fields.integer("monotonicUSec")
      screen = try fields.nullableString("screen")
      control = try fields.nullableString("control")
      progress = try fields.nullableFloat("progress")
      value = try fields.nullableFloat("value")
      isIndeterminate = try fields.nullableBool("indeterminate")
      phase = try fields.nullableString("phase")
      remainingMicroseconds = try fields.nullableInteger("remainingUSec")
      state = try fields.nullableString("state")
      option = try fields.nullableString("option")
      text = try fields.nullableString("text")
      layer = try fields.nullableString("layer")
      animation = try fields.nullableString("animation")
      isFinished = try fields.nullableBool("finished")
      scene = try fields.nullableString("scene")
      generation = try fields.nullableInteger("generation")
      message = try fields.nullableString("message")
      lost = try fields.nullableInteger("lost")
    }

    /// The structure as a message.
    public var object: JSONObject {
      var object = JSONObject()
      object["sequence"] = .integer(sequence)
      for member in unnumbered.members { object[member.key] = member.value }
      return object
    }

    /// The structure without its number: the same for all subscribers.
    var unnumbered: JSONObject {
      var object = JSONObject()
      object["kind"] = .string(kind.name)
      object["monotonicUSec"] = .integer(monotonicMicroseconds)
      if let screen { object["screen"] = .string(screen) }
      if let control { object["control"] = .string(control) }
      if let progress { object["progress"] = .number(progress) }
      if let value { object["value"] = .number(value) }
      if let isIndeterminate { object["indeterminate"] = .bool(isIndeterminate) }
      if let phase { object["phase"] = .string(phase) }
      if let remainingMicroseconds { object["remainingUSec"] = .integer(remainingMicroseconds) }
      if let state { object["state"] = .string(state) }
      if let option { object["option"] = .string(option) }
      if let text { object["text"] = .string(text) }
      if let layer { object["layer"] = .string(layer) }
      if let animation { object["animation"] = .string(animation) }
      if let isFinished { object["finished"] = .bool(isFinished) }
      if let scene { object["scene"] = .string(scene) }
      if let generation { object["generation"] = .integer(generation) }
      if let message { object["message"] = .string(message) }
      if let lost { object["lost"] = .integer(lost) }
      return object
    }
  }
}
