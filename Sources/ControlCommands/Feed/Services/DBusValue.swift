/// A value of D-Bus, of the types that messages about progress use.
indirect enum DBusValue: Equatable {
  case boolean(Bool)
  case integer(Int64)
  case double(Double)
  /// A string, a path or a signature.
  case string(String)
  case array([DBusValue])
  /// A structure, or an entry of a dictionary.
  case structure([DBusValue])
  case variant(DBusValue)

  var string: String? { if case .string(let text) = self { text } else { nil } }
  var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

  /// The members of a structure; empty for anything else.
  var members: [DBusValue] { if case .structure(let members) = self { members } else { [] } }

  /// The values of a dictionary of variants, by their names.
  var entries: [(name: String, value: DBusValue)] {
    guard case .array(let items) = self else { return [] }
    return items.compactMap { item in
      guard item.members.count == 2, let name = item.members[0].string,
        case .variant(let value) = item.members[1]
      else { return nil }
      return (name, value)
    }
  }
}

/// Reads values in the order of their signature.
struct DBusReader {
  private let bytes: ArraySlice<UInt8>
  private let isBigEndian: Bool
  private(set) var place: Int

  /// Levels of arrays, structures and variants.
  private static let deepest = 32
  /// The most bytes of a signature, by the specification. Each empty array costs as many steps as
  /// the signature of its values has bytes.
  private static let longestSignature = 255

  /// - Parameter bytes: a message, to whose beginning values are aligned.
  init(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool, at place: Int) {
    self.bytes = bytes
    self.isBigEndian = isBigEndian
    self.place = place
  }

  /// The values of a signature; nil if it or the bytes are broken.
  mutating func values(_ signature: String) -> [DBusValue]? {
    guard signature.utf8.count <= Self.longestSignature else { return nil }
    var types = Array(signature.utf8)[...]
    var values: [DBusValue] = []
    while !types.isEmpty {
      guard let value = value(&types, depth: 0) else { return nil }
      values.append(value)
    }
    return values
  }

  private mutating func value(_ types: inout ArraySlice<UInt8>, depth: Int) -> DBusValue? {
    guard depth < Self.deepest, let type = types.popFirst() else { return nil }
    switch type {
    case UInt8(ascii: "y"): return number(1).map { .integer(Int64($0)) }
    case UInt8(ascii: "b"): return number(4).map { .boolean($0 != 0) }
    case UInt8(ascii: "n"):
      return number(2).map { .integer(Int64(Int16(truncatingIfNeeded: $0))) }
    case UInt8(ascii: "q"): return number(2).map { .integer(Int64($0)) }
    case UInt8(ascii: "i"):
      return number(4).map { .integer(Int64(Int32(truncatingIfNeeded: $0))) }
    case UInt8(ascii: "u"), UInt8(ascii: "h"): return number(4).map { .integer(Int64($0)) }
    case UInt8(ascii: "x"), UInt8(ascii: "t"):
      return number(8).map { .integer(Int64(bitPattern: $0)) }
    case UInt8(ascii: "d"): return number(8).map { .double(Double(bitPattern: $0)) }
    case UInt8(ascii: "s"), UInt8(ascii: "o"):
      return number(4).flatMap { text(count: $0) }.map { .string($0) }
    case UInt8(ascii: "g"): return number(1).flatMap { text(count: $0) }.map { .string($0) }
    case UInt8(ascii: "v"): return variant(depth)
    case UInt8(ascii: "a"): return array(&types, depth)
    case UInt8(ascii: "("), UInt8(ascii: "{"): return structure(&types, depth)
    default: return nil
    }
  }

  private mutating func variant(_ depth: Int) -> DBusValue? {
    guard let signature = number(1).flatMap({ text(count: $0) }) else { return nil }
    var types = Array(signature.utf8)[...]
    guard let value = value(&types, depth: depth + 1), types.isEmpty else { return nil }
    return .variant(value)
  }

  private mutating func array(_ types: inout ArraySlice<UInt8>, _ depth: Int) -> DBusValue? {
    guard let length = number(4), length <= 1 << 26, let first = types.first else { return nil }
    let alignment = Self.alignment(of: first)
    guard align(to: alignment) else { return nil }
    let end = place + Int(length)
    guard end <= bytes.count else { return nil }
    var rest = types
    var values: [DBusValue] = []
    while place < end {
      rest = types
      guard let value = value(&rest, depth: depth + 1) else { return nil }
      values.append(value)
    }
    if values.isEmpty, !Self.skip(&rest, depth) { return nil }
    types = rest
    return place == end ? .array(values) : nil
  }

  private mutating func structure(_ types: inout ArraySlice<UInt8>, _ depth: Int) -> DBusValue? {
    guard align(to: 8) else { return nil }
    var values: [DBusValue] = []
    while let type = types.first, type != UInt8(ascii: ")"), type != UInt8(ascii: "}") {
      guard let value = value(&types, depth: depth + 1) else { return nil }
      values.append(value)
    }
    guard types.popFirst() != nil, !values.isEmpty else { return nil }
    return .structure(values)
  }

  /// Removes one complete type.
  private static func skip(_ types: inout ArraySlice<UInt8>, _ depth: Int) -> Bool {
    guard depth < deepest, let type = types.popFirst() else { return false }
    switch type {
    case UInt8(ascii: "a"): return skip(&types, depth + 1)
    case UInt8(ascii: "("), UInt8(ascii: "{"):
      while let next = types.first, next != UInt8(ascii: ")"), next != UInt8(ascii: "}") {
        guard skip(&types, depth + 1) else { return false }
      }
      return types.popFirst() != nil
    default: return true
    }
  }

  private static func alignment(of type: UInt8) -> Int {
    switch type {
    case UInt8(ascii: "n"), UInt8(ascii: "q"): 2
    case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"), UInt8(ascii: "("),
      UInt8(ascii: "{"):
      8
    case UInt8(ascii: "y"), UInt8(ascii: "g"), UInt8(ascii: "v"): 1
    default: 4
    }
  }

  private mutating func align(to count: Int) -> Bool {
    place = (place + count - 1) / count * count
    return place <= bytes.count
  }

  private mutating func number(_ count: Int) -> UInt64? {
    guard align(to: count), place + count <= bytes.count else { return nil }
    var value: UInt64 = 0
    for index in 0..<count {
      let byte = UInt64(bytes[bytes.startIndex + place + index])
      value |= byte << UInt64((isBigEndian ? count - 1 - index : index) * 8)
    }
    place += count
    return value
  }

  /// A text whose length was read: NUL follows.
  private mutating func text(count: UInt64) -> String? {
    guard count < bytes.count - place else { return nil }
    let start = bytes.startIndex + place
    place += Int(count) + 1
    return String(decoding: bytes[start..<start + Int(count)], as: UTF8.self)
  }
}
