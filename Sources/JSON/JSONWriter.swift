/// Writes JSON into a growing buffer of bytes.
///
/// Calls follow the document's structure: between `beginObject` and `endObject` a `key` comes
/// before each value. The writer adds the commas.
public struct JSONWriter: Sendable {
  /// The bytes that were written.
  public private(set) var bytes: [UInt8] = []
  private let indentation: Int?
  private var depth = 0
  private var needsComma = false
  private var followsKey = false

  /// - Parameter indentation: spaces a level, one member or element a line; nil for compact JSON.
  public init(indentation: Int? = nil) {
    self.indentation = indentation
  }

  /// Starts over and keeps the memory.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    depth = 0
    needsComma = false
    followsKey = false
  }

  /// Appends a byte unchanged, for example a message's end; the next value starts a new text.
  public mutating func terminate(with byte: UInt8) {
    bytes.append(byte)
    needsComma = false
  }

  // An end without its begin traps; no other nesting is checked.
  public mutating func beginObject() { begin(UInt8(ascii: "{")) }
  public mutating func endObject() { end(UInt8(ascii: "}")) }
  public mutating func beginArray() { begin(UInt8(ascii: "[")) }
  public mutating func endArray() { end(UInt8(ascii: "]")) }

  /// Writes the key of the next value of an object.
  public mutating func key(_ name: String) {
    startItem()
    appendString(name)
    bytes.append(UInt8(ascii: ":"))
    if indentation != nil { bytes.append(UInt8(ascii: " ")) }
    followsKey = true
  }

  public mutating func null() {
    startItem()
    append("null")
  }

  public mutating func bool(_ value: Bool) {
    startItem()
    append(value ? "true" : "false")
  }

  public mutating func integer(_ value: Int64) {
    startItem()
    var magnitude = value.magnitude
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: magnitude % 10))
      magnitude /= 10
    } while magnitude > 0
    bytes[start...].reverse()
  }

  /// The shortest decimal that is read as the same double, always with a point or an exponent. JSON
  /// cannot represent NaN and the infinities; they become null.
  public mutating func number(_ value: Double) {
    guard value.isFinite else { return null() }
    startItem()
    append("\(value)")
  }

  public mutating func string(_ value: String) {
    startItem()
    appendString(value)
  }

  public mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .integer(let value): integer(value)
    case .number(let value): number(value)
    case .string(let value): string(value)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let object):
      beginObject()
      for member in object.members {
        key(member.key)
        self.value(member.value)
      }
      endObject()
    }
  }

  /// Appends members of an object that another writer has written, without its brackets.
  public mutating func members(_ written: ArraySlice<UInt8>) {
    guard !written.isEmpty else { return }
    startItem()
    bytes += written
  }

  private mutating func begin(_ bracket: UInt8) {
    startItem()
    bytes.append(bracket)
    depth += 1
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    precondition(depth > 0, "end without begin")
    depth -= 1
    if needsComma { breakLine() }
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func startItem() {
    if followsKey {
      followsKey = false
    } else {
      if needsComma { bytes.append(UInt8(ascii: ",")) }
      if depth > 0 { breakLine() }
    }
    needsComma = true
  }

  private mutating func breakLine() {
    guard let indentation else { return }
    bytes.append(0x0A)
    for _ in 0..<depth * indentation { bytes.append(0x20) }
  }

  private mutating func append(_ text: String) {
    for byte in text.utf8 { bytes.append(byte) }
  }

  private mutating func appendString(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
        bytes.append(byte)
        continue
      }
      bytes.append(UInt8(ascii: "\\"))
      switch byte {
      case 0x08: bytes.append(UInt8(ascii: "b"))
      case 0x09: bytes.append(UInt8(ascii: "t"))
      case 0x0A: bytes.append(UInt8(ascii: "n"))
      case 0x0C: bytes.append(UInt8(ascii: "f"))
      case 0x0D: bytes.append(UInt8(ascii: "r"))
      case 0..<0x20:
        append("u00")
        append(hexadecimal(byte))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
