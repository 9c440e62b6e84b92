/// A JSON text that was read into one list, for long texts whose values are looked up once or twice: no value has
/// memory of its own, and keys are compared as numbers.
///
/// An array or an object is followed by what is in it, and has the place behind that.
@safe public final class JSONTape {
  @usableFromInline enum Kind: UInt8, BitwiseCopyable {
    case null, no, yes, number, text, unescapedText, array, object, key, unescapedKey
  }

  /// A value, or the key before it.
  @usableFromInline struct Entry: BitwiseCopyable {
    /// A number's bits; where a text begins and ends, in 32 bits each; a key as `JSONKey` has it. Of a text that
    /// had escapes the place in `unescaped`, and of an object one more than that in `covers`, or 0.
    @usableFromInline var bits: UInt64
    /// The entry behind the value; of a key the place of its letters in the text, or in `unescaped`.
    @usableFromInline var next: UInt32
    @usableFromInline var kind: Kind
  }

  private let bytes: [UInt8]
  /// Strings that had escapes.
  private let unescaped: [String]
  /// Values that are laid over objects, and the tapes of those that came later.
  @usableFromInline private(set) var covers: [JSONCursor] = []
  private var tapes: [JSONTape] = []
  @usableFromInline let entries: UnsafeMutablePointer<Entry>

  /// Reads one value with white space around it (and, if relaxed, comments).
  ///
  /// - Parameter limits: of these `byteCount` counts up to `UInt32.max`: places in the text have 32 bits.
  public init(
    parsing bytes: [UInt8], dialect: JSONDialect = .relaxed, limits: JSONLimits = .file
  ) throws(JSONError) {
    var limits = limits
    limits.byteCount = min(limits.byteCount, Int(clamping: UInt32.max))
    var scanner = try JSONScanner(bytes.span, dialect: dialect, limits: limits)
    // An entry stands for some eight bytes of text in the mean.
    var writer = JSONTapeWriter(capacity: bytes.count / 8 + 16)
    do throws(JSONError) {
      try writer.read(&scanner, bytes.span)
      try scanner.finish(bytes.span)
    } catch {
      unsafe writer.entries.deallocate()
      throw error
    }
    self.bytes = bytes
    unescaped = writer.unescaped
    unsafe entries = writer.entries
  }

  deinit { unsafe entries.deallocate() }

  /// The whole text's value.
  public var root: JSONCursor { JSONCursor(self, 0) }

  /// Has the members of one object be found before those of another one on this tape.
  ///
  /// - Parameter cover: on this tape, or kept by it.
  public func lay(_ cover: JSONCursor, over object: JSONCursor) {
    precondition(object.isObject)
    covers.append(cover)
    unsafe entries[object.place].bits = UInt64(covers.count)
  }

  /// A value that lives as long as this tape; nil where its text is beyond all limits.
  public func keep(_ value: JSONValue) -> JSONCursor? {
    let limits = JSONLimits(byteCount: .max, depth: .max, nodeCount: .max)
    guard let tape = try? JSONTape(parsing: value.encoded(), limits: limits) else { return nil }
    tapes.append(tape)
    return tape.root
  }

  @inline(never)
  @usableFromInline func coveringMember(of place: Int, _ key: JSONKey) -> JSONCursor? {
    unsafe covers[Int(entries[place].bits) - 1].member(key)
  }

  /// A key's letters.
  fileprivate func name(of place: Int) -> String {
    let entry = unsafe entries[place]
    if entry.kind == .unescapedKey { return unescaped[Int(entry.next)] }
    let rest = bytes[Int(entry.next)...]
    return String(decoding: rest.prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
  }

  /// True if the key at a place, whose bits are those of another one, is that.
  @usableFromInline func isKey(at place: Int, _ key: StaticString) -> Bool {
    let entry = unsafe entries[place]
    if entry.kind == .unescapedKey { return unescaped[Int(entry.next)].isIdentical(to: "\(key)") }
    let start = Int(entry.next)
    let end = start &+ key.utf8CodeUnitCount
    guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return false }
    for index in start..<end where unsafe bytes[index] != key.utf8Start[index &- start] {
      return false
    }
    return true
  }

  @usableFromInline func text(at place: Int) -> String? {
    let entry = unsafe entries[place]
    switch entry.kind {
    case .text:
      let (start, end) = (Int(entry.bits & 0xFFFF_FFFF), Int(entry.bits >> 32))
      return String(decoding: bytes[start..<end], as: UTF8.self)
    case .unescapedText: return unescaped[Int(entry.bits)]
    default: return nil
    }
  }
}

/// Fills a tape.
@safe private struct JSONTapeWriter {
  /// To be deallocated by the tape.
  private(set) var entries: UnsafeMutablePointer<JSONTape.Entry>
  private(set) var unescaped: [String] = []
  private var capacity: Int
  private var count = 0

  /// Members of one object that are compared with each other; a table finds equal keys among more.
  private static let mostCompared = 48

  init(capacity: Int) {
    self.capacity = capacity
    unsafe entries = .allocate(capacity: capacity)
  }

  @inline(__always)
  private mutating func append(_ kind: JSONTape.Kind, _ bits: UInt64 = 0) {
    if count == capacity { grow() }
    unsafe (entries + count).initialize(
      to: JSONTape.Entry(bits: bits, next: UInt32(truncatingIfNeeded: count &+ 1), kind: kind))
    count &+= 1
  }

  @inline(never)
  private mutating func grow() {
    let more: UnsafeMutablePointer<JSONTape.Entry> = .allocate(capacity: 2 * capacity)
    unsafe more.update(from: entries, count: count)
    unsafe entries.deallocate()
    unsafe entries = more
    capacity *= 2
  }

  mutating func read(_ scanner: inout JSONScanner, _ bytes: Span<UInt8>) throws(JSONError) {
    switch try scanner.nextValue(bytes) {
    case .null: append(.null)
    case .bool(let value): append(value ? .yes : .no)
    case .integer(let value): append(.number, Double(value).bitPattern)
    case .number(let value): append(.number, value.bitPattern)
    case .string(let text):
      if text.isPlain {
        append(.text, UInt64(text.start) | UInt64(text.end) << 32)
      } else {
        append(.unescapedText, UInt64(unescaped.count))
        unescaped.append(scanner.string(text, bytes))
      }
    case .beginArray:
      let start = count
      append(.array)
      while try scanner.nextElement(bytes, isFirst: count == start &+ 1) {
        try read(&scanner, bytes)
      }
      unsafe entries[start].next = UInt32(truncatingIfNeeded: count)
    case .beginObject:
      try readMembers(&scanner, bytes)
    }
  }

  private mutating func readMembers(
    _ scanner: inout JSONScanner, _ bytes: Span<UInt8>
  ) throws(JSONError) {
    let start = count
    append(.object)
    var memberCount = 0
    var table: Set<ExactText> = []
    while let key = try scanner.nextKey(bytes, isFirst: memberCount == 0) {
      let place = count
      if key.isPlain {
        append(.key, JSONKey.bits(of: bytes, key.start..<key.end))
        unsafe entries[place].next = UInt32(truncatingIfNeeded: key.start)
      } else {
        let name = Array(scanner.string(key, bytes).utf8)
        append(.unescapedKey, JSONKey.bits(of: name.span, 0..<name.count))
        unsafe entries[place].next = UInt32(truncatingIfNeeded: unescaped.count)
        unescaped.append(scanner.string(key, bytes))
      }
      let isNew =
        memberCount < Self.mostCompared
        ? !holdsKey(like: place, from: start &+ 1, bytes)
        : insert(place, of: start, into: &table, bytes)
      guard isNew else { throw JSONError.duplicate(name(of: place, bytes), at: key.start - 1) }
      memberCount &+= 1
      try read(&scanner, bytes)
    }
    unsafe entries[start].next = UInt32(truncatingIfNeeded: count)
  }

  /// True if one of an object's members before a place has the key that stands there.
  @inline(__always)
  private func holdsKey(like place: Int, from first: Int, _ bytes: Span<UInt8>) -> Bool {
    let bits = unsafe entries[place].bits
    var other = first
    while other < place {
      if unsafe entries[other].bits == bits,
        JSONKey.isShort(bits) || isSameKey(other, place, bytes)
      {
        return true
      }
      other = unsafe Int(entries[other &+ 1].next)
    }
    return false
  }

  /// True if two keys are the same, letter by letter.
  @inline(never)
  private func isSameKey(_ a: Int, _ b: Int, _ bytes: Span<UInt8>) -> Bool {
    let (first, second) = unsafe (entries[a], entries[b])
    guard first.kind == .key, second.kind == .key else {
      return name(of: a, bytes).isIdentical(to: name(of: b, bytes))
    }
    var (left, right) = (Int(first.next), Int(second.next))
    while bytes[left] == bytes[right] {
      if bytes[left] == UInt8(ascii: "\"") { return true }
      left &+= 1
      right &+= 1
    }
    return false
  }

  /// Enters a key into the table of its object's.
  /// - Returns: false if it is there.
  @inline(never)
  private func insert(
    _ place: Int, of object: Int, into table: inout Set<ExactText>, _ bytes: Span<UInt8>
  ) -> Bool {
    if table.isEmpty {
      var other = object + 1
      while other < place {
        table.insert(ExactText(name(of: other, bytes)))
        other = unsafe Int(entries[other + 1].next)
      }
    }
    return table.insert(ExactText(name(of: place, bytes))).inserted
  }

  @inline(never)
  private func name(of place: Int, _ bytes: Span<UInt8>) -> String {
    let entry = unsafe entries[place]
    if entry.kind == .unescapedKey { return unescaped[Int(entry.next)] }
    let start = Int(entry.next)
    var end = start
    while bytes[end] != UInt8(ascii: "\"") { end += 1 }
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe String(decoding: UnsafeBufferPointer(rebasing: buffer[start..<end]), as: UTF8.self)
    }
  }
}

/// A value on a tape; valid as long as that, which the caller keeps (`withExtendedLifetime`): a cursor does not.
@safe public struct JSONCursor {
  @usableFromInline unowned(unsafe) let tape: JSONTape
  @usableFromInline let place: Int

  @inlinable init(_ tape: JSONTape, _ place: Int) {
    unsafe self.tape = tape
    self.place = place
  }

  @inlinable var entry: JSONTape.Entry { unsafe tape.entries[place] }

  /// The value of an object's key; nil where there is none, and for other values.
  @inlinable public func member(_ key: JSONKey) -> JSONCursor? {
    let entries = unsafe tape.entries
    guard unsafe entries[place].kind == .object else { return nil }
    if unsafe entries[place].bits != 0, let value = unsafe tape.coveringMember(of: place, key) {
      return value
    }
    let end = unsafe Int(entries[place].next)
    var member = place &+ 1
    while member < end {
      if unsafe entries[member].bits == key.bits,
        unsafe JSONKey.isShort(key.bits) || tape.isKey(at: member, key.text)
      {
        return unsafe JSONCursor(tape, member &+ 1)
      }
      member = unsafe Int(entries[member &+ 1].next)
    }
    return nil
  }

  /// The elements of an array; nil for other values.
  @inlinable public var elements: JSONElements? {
    entry.kind == .array ? unsafe JSONElements(tape, place &+ 1, end: Int(entry.next)) : nil
  }

  /// True for an object.
  @inlinable public var isObject: Bool { entry.kind == .object }

  /// The object's own members in their order; none for other values.
  public var members: [(key: String, value: JSONCursor)] {
    guard isObject else { return [] }
    var result: [(key: String, value: JSONCursor)] = []
    var member = place + 1
    while member < Int(entry.next) {
      result.append(unsafe (tape.name(of: member), JSONCursor(tape, member + 1)))
      member = unsafe Int(tape.entries[member + 1].next)
    }
    return result
  }

  /// The value by itself, without what is laid over it.
  public var value: JSONValue {
    switch entry.kind {
    case .null, .key, .unescapedKey: return .null
    case .no: return .bool(false)
    case .yes: return .bool(true)
    case .number: return .number(Double(bitPattern: entry.bits))
    case .text, .unescapedText: return .string(text ?? "")
    case .array:
      var elements: [JSONValue] = []
      if let list = self.elements { for element in list { elements.append(element.value) } }
      return .array(elements)
    case .object:
      var object = JSONObject()
      object.members = members.map { JSONObject.Member(key: $0.key, value: $0.value.value) }
      return .object(object)
    }
  }

  /// Number of values in it, and itself.
  public var nodeCount: Int {
    var count = 0
    for index in place..<(entry.kind == .array || isObject ? Int(entry.next) : place + 1) {
      let kind = unsafe tape.entries[index].kind
      if kind != .key && kind != .unescapedKey { count += 1 }
    }
    return count
  }

  /// The string; nil for other values.
  @inlinable public var text: String? { unsafe tape.text(at: place) }

  /// The number, a whole one too; nil for other values.
  @inlinable public var double: Double? {
    let entry = entry
    return entry.kind == .number ? Double(bitPattern: entry.bits) : nil
  }

  /// The boolean; nil for other values.
  @inlinable public var bool: Bool? {
    switch entry.kind {
    case .yes: true
    case .no: false
    default: nil
    }
  }
}

/// The elements of an array on a tape; valid as long as that.
@safe public struct JSONElements: Sequence, IteratorProtocol {
  @usableFromInline unowned(unsafe) let tape: JSONTape
  @usableFromInline var place: Int
  @usableFromInline let end: Int

  @inlinable init(_ tape: JSONTape, _ place: Int, end: Int) {
    unsafe self.tape = tape
    self.place = place
    self.end = end
  }

  @inlinable public var first: JSONCursor? { place < end ? unsafe JSONCursor(tape, place) : nil }
  @inlinable public var isEmpty: Bool { place >= end }

  @inlinable public mutating func next() -> JSONCursor? {
    guard place < end else { return nil }
    defer { place = unsafe Int(tape.entries[place].next) }
    return unsafe JSONCursor(tape, place)
  }
}

/// A key as a number: its first seven bytes, the first one lowest, below its length, which stops at 255.
public struct JSONKey: ExpressibleByStringLiteral {
  @usableFromInline let bits: UInt64
  @usableFromInline let text: StaticString

  @inlinable public init(stringLiteral text: StaticString) {
    self.text = text
    let count = text.utf8CodeUnitCount
    var bits = UInt64(Swift.min(count, 255)) << 56
    for index in 0..<Swift.min(count, 7) {
      unsafe bits |= UInt64(text.utf8Start[index]) << UInt64(8 * index)
    }
    self.bits = bits
  }

  /// True if the bits are all of the key.
  @inlinable static func isShort(_ bits: UInt64) -> Bool { bits >> 56 <= 7 }

  /// The bits of a key that stands in a text.
  @inline(__always)
  static func bits(of bytes: Span<UInt8>, _ key: Range<Int>) -> UInt64 {
    let count = key.upperBound &- key.lowerBound
    let length = UInt64(Swift.min(count, 255)) << 56
    guard count > 0 else { return length }
    var letters: UInt64 = 0
    if key.lowerBound &+ 8 <= bytes.count {
      letters = unsafe bytes.bytes.unsafeLoadUnaligned(
        fromByteOffset: key.lowerBound, as: UInt64.self
      ).littleEndian
      letters &= UInt64.max >> UInt64(64 &- 8 &* Swift.min(count, 7))
    } else {
      for index in 0..<Swift.min(count, 7) {
        letters |= UInt64(bytes[key.lowerBound &+ index]) << UInt64(8 * index)
      }
    }
    return letters | length
  }
}
