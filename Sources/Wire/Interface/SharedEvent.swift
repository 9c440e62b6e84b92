public import JSON

extension DisplayInterface {
  /// An event for many subscribers. Only its number differs between them, so the rest is encoded
  /// once.
  public final class SharedEvent {
    public let event: Event
    /// The encoded members without the number; nil before the first subscriber takes them.
    private var members: ArraySlice<UInt8>?

    public init(_ event: Event) { self.event = event }

    /// The event with the number that it has for one subscriber.
    public func numbered(_ sequence: Int64) -> Event {
      var event = event
      event.sequence = sequence
      return event
    }

    fileprivate func encode(_ sequence: Int64, into writer: inout JSONWriter) {
      writer.beginObject()
      writer.key("sequence")
      writer.integer(sequence)
      writer.members(encodedMembers())
      writer.endObject()
    }

    private func encodedMembers() -> ArraySlice<UInt8> {
      if let members { return members }
      let encoded = JSONValue.object(event.unnumbered).encoded().dropFirst().dropLast()
      members = encoded
      return encoded
    }
  }

  /// An event in the queue of one subscriber.
  public struct NumberedEvent {
    public let sequence: Int64
    public let shared: SharedEvent

    public init(sequence: Int64, shared: SharedEvent) {
      (self.sequence, self.shared) = (sequence, shared)
    }

    public var kind: EventKind { shared.event.kind }
    public var event: Event { shared.numbered(sequence) }
  }
}

extension JSONWriter {
  /// Appends a reply with events, and its NUL: the bytes of a `Reply` with the same events.
  public mutating func reply(with events: [DisplayInterface.NumberedEvent], continues: Bool) {
    beginObject()
    key("parameters")
    beginObject()
    key("events")
    beginArray()
    for event in events { event.shared.encode(event.sequence, into: &self) }
    endArray()
    endObject()
    if continues { encodeFlag("continues", into: &self) }
    endObject()
    terminate(with: 0)
  }
}
