import CodeUnits

/// A JSON text that was read into one list, for long texts whose values are looked up once or
/// twice: no value has memory of its own, and keys are compared as numbers.
///
/// An array or an object is followed by its content, and has the place behind that content.
@safe public final class JSONTape {
  @usableFromInline enum Kind: UInt8, BitwiseCopyable {
    case null, no, yes, number, text, unescapedText, array, object, key, unescapedKey
  }

  /// A value, or the key before it.
  @usableFromInline struct Entry: BitwiseCopyable {
    /// The bits of a number; the offsets of a text's beginning and end, in 32 bits each; or a key
    /// in the form of `JSONKey`. For a text with escapes, the place in `unescaped`. For an object,
    /// its place in `covers` plus 1, or 0 for none.
    @usableFromInline var bits: UInt64
    /// For a value, the entry behind it; for a key, the place of its letters in the text, or in
    /// `unescaped`.
    @usableFromInline var next: UInt32
    @usableFromInline var kind: Kind
  }

  private let bytes: [UInt8]
  /// Strings that had escapes.
  private let unescaped: [String]
  /// Values that are laid over objects, and the tapes of covers that were made later.
  @usableFromInline private(set) var covers: [JSONCursor] = []
  private var tapes: [JSONTape] = []
  @usableFromInline let entries: UnsafeMutablePointer<Entry>
  /// Places in the text of keys that occurred in their objects before, up to ten; only if repeated
  /// keys are allowed.
  public let repeatedKeys: [Int]

  /// Reads one value with white space around it (and, if relaxed, comments).
  ///
  /// - Parameters:
  ///   - limits: the limits of the text; `byteCount` is at most `UInt32.max`, since places in the
  ///     text have 32 bits.
  ///   - allowsRepeatedKeys: true if the last one of equal keys counts instead of being an error.
  public init(
    parsing bytes: [UInt8], dialect: JSONDialect = .relaxed, limits: JSONLimits = .file,
    allowsRepeatedKeys: Bool = false
  ) throws(JSONError) {
    var limits = limits
    limits.byteCount = min(limits.byteCount, Int(clamping: UInt32.max))
    let scanner = try JSONScanner(bytes.span, dialect: dialect, limits: limits)
    let writer = try JSONTapeWriter.read(scanner, bytes.span, allowsRepeatedKeys)
    self.bytes = bytes
    repeatedKeys = writer.repeatedKeys
    unescaped = writer.unescaped
    unsafe entries = writer.entries
  }

  deinit { unsafe entries.deallocate() }

  /// The whole text's value.
  public var root: JSONCursor { JSONCursor(self, 0) }

  /// Puts the members of one object before those of another one on this tape, so that they are
  /// found first.
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

  /// True if the key at a place is the given one; their bits are already known to be equal.
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

/// Fills a tape, in one loop over the text.
@safe private struct JSONTapeWriter {
  /// To be deallocated by the tape.
  private(set) var entries: UnsafeMutablePointer<JSONTape.Entry>
  private(set) var unescaped: [String] = []
  private(set) var repeatedKeys: [Int] = []
  private let allowsRepeatedKeys: Bool
  private var capacity: Int
  private var count = 0
  /// The table of the innermost open object with many members.
  private var table: KeyTable?

  /// The most members of an object whose keys are compared with each other; with more members, a
  /// table finds equal keys.
  private static let mostCompared = 48
  /// The most repeated keys that are reported.
  private static let mostRepeated = 10
  /// The place of the array or object around the outermost value, which does not exist.
  private static let nowhere = Int(UInt32.max)

  /// The keys of an object's members before a place. This is a class, since few texts need a table:
  /// the type of an array of structures would be looked up at run time for all texts.
  final class KeyTable {
    let object: Int
    /// The table of the nearest object around this one that has a table.
    let outer: KeyTable?
    var end: Int
    var places: [ExactText: Int] = [:]

    init(object: Int, outer: KeyTable?) {
      self.object = object
      self.outer = outer
      end = object + 1
    }
  }

  private init(capacity: Int, allowsRepeatedKeys: Bool) {
    self.capacity = capacity
    self.allowsRepeatedKeys = allowsRepeatedKeys
    unsafe entries = .allocate(capacity: capacity)
  }

  /// Reads all of a text.
  static func read(
    _ scanner: JSONScanner, _ bytes: Span<UInt8>, _ allowsRepeatedKeys: Bool
  ) throws(JSONError) -> JSONTapeWriter {
    // On average an entry stands for about four bytes of text. Long texts are long because of their
    // pictures.
    var writer = JSONTapeWriter(
      capacity: min(bytes.count / 3, 1 << 17) + 16, allowsRepeatedKeys: allowsRepeatedKeys)
    do throws(JSONError) {
      try writer.fill(scanner, bytes)
    } catch {
      unsafe writer.entries.deallocate()
      throw error
    }
    return writer
  }

  @inline(__always)
  private mutating func append(_ kind: JSONTape.Kind, _ bits: UInt64 = 0, next: Int) {
    if count == capacity {
      unsafe entries = Self.grown(entries, count)
      capacity = 2 * count
    }
    unsafe (entries + count).initialize(
      to: JSONTape.Entry(bits: bits, next: UInt32(truncatingIfNeeded: next), kind: kind))
    count &+= 1
  }

  /// Memory for twice as many entries, with the present ones.
  @inline(never)
  private static func grown(
    _ entries: UnsafeMutablePointer<JSONTape.Entry>, _ count: Int
  ) -> UnsafeMutablePointer<JSONTape.Entry> {
    let more: UnsafeMutablePointer<JSONTape.Entry> = .allocate(capacity: 2 * count)
    unsafe more.update(from: entries, count: count)
    unsafe entries.deallocate()
    return unsafe more
  }

  /// While an array or an object is open, its `next` has the place of the array or object around
  /// it. An open object's `bits` have a bit for each of its keys, chosen by a hash, so that most
  /// keys need not be compared.
  @inline(__always)
  private mutating func fill(_ start: JSONScanner, _ bytes: Span<UInt8>) throws(JSONError) {
    var scanner = start
    var open = Self.nowhere
    while true {
      let token = try scanner.nextValue(bytes)
      appendValue(token, of: scanner, bytes, open: &open)
      // Closes all arrays and objects that have ended, up to the next value.
      while true {
        guard open != Self.nowhere else { return try scanner.finish(bytes) }
        let isFirst = count == open &+ 1
        if unsafe entries[open].kind == .array {
          if try scanner.nextElement(bytes, isFirst: isFirst) { break }
        } else {
          if let key = try scanner.nextKey(bytes, isFirst: isFirst) {
            try appendKey(key, of: scanner, bytes, in: open)
            break
          }
          if let table, table.object == open { self.table = table.outer }
          unsafe entries[open].bits = 0
        }
        let outer = unsafe Int(entries[open].next)
        unsafe entries[open].next = UInt32(truncatingIfNeeded: count)
        open = outer
      }
    }
  }

  /// Appends a value. An array or an object is open from then on.
  @inline(__always)
  private mutating func appendValue(
    _ token: JSONToken, of scanner: JSONScanner, _ bytes: Span<UInt8>, open: inout Int
  ) {
    switch token {
    case .null: append(.null, next: count &+ 1)
    case .bool(let value): append(value ? .yes : .no, next: count &+ 1)
    case .integer(let value): append(.number, Double(value).bitPattern, next: count &+ 1)
    case .number(let value): append(.number, value.bitPattern, next: count &+ 1)
    case .string(let text):
      if text.isPlain {
        append(.text, UInt64(text.start) | UInt64(text.end) << 32, next: count &+ 1)
      } else {
        append(.unescapedText, UInt64(unescaped.count), next: count &+ 1)
        unescaped.append(scanner.string(text, bytes))
      }
    case .beginArray:
      append(.array, next: open)
      open = count &- 1
    case .beginObject:
      append(.object, next: open)
      open = count &- 1
    }
  }

  /// Appends a key of the open object, and compares it with those before it.
  @inline(__always)
  private mutating func appendKey(
    _ key: JSONText, of scanner: JSONScanner, _ bytes: Span<UInt8>, in open: Int
  ) throws(JSONError) {
    let place = count
    if key.isPlain {
      append(.key, JSONKey.bits(of: bytes, key.start..<key.end), next: key.start)
    } else {
      let name = scanner.string(key, bytes)
      append(.unescapedKey, JSONKey.bits(of: name), next: unescaped.count)
      unescaped.append(name)
    }
    let hash = unsafe (entries[place].bits &* 0x9E37_79B9_7F4A_7C15) >> 58
    let seen = unsafe entries[open].bits
    unsafe entries[open].bits = seen | 1 &<< hash
    guard seen &>> hash & 1 != 0,
      let other = unsafe Self.key(like: place, of: open, entries, unescaped, &table, bytes)
    else { return }
    guard allowsRepeatedKeys else {
      throw unsafe JSONError.duplicate(
        Self.name(of: place, entries, unescaped, bytes), at: key.start - 1)
    }
    unsafe entries[other].bits = JSONKey.replaced
    if repeatedKeys.count < Self.mostRepeated { repeatedKeys.append(key.start - 1) }
  }

  /// The key of an object's member before a place that equals the key at that place.
  @inline(never)
  private static func key(
    like place: Int, of object: Int, _ entries: UnsafeMutablePointer<JSONTape.Entry>,
    _ unescaped: [String], _ innermost: inout KeyTable?, _ bytes: Span<UInt8>
  ) -> Int? {
    let table: KeyTable
    if let known = innermost, known.object == object {
      table = known
    } else {
      let bits = unsafe entries[place].bits
      var other = object &+ 1
      var compared = 0
      while other < place, compared < mostCompared {
        if unsafe entries[other].bits == bits,
          unsafe JSONKey.isShort(bits) || isSameKey(other, place, entries, unescaped, bytes)
        {
          return other
        }
        other = unsafe Int(entries[other &+ 1].next)
        compared &+= 1
      }
      if other == place { return nil }
      table = KeyTable(object: object, outer: innermost)
      innermost = table
    }
    while table.end < place {
      unsafe table.places[ExactText(name(of: table.end, entries, unescaped, bytes))] = table.end
      table.end = unsafe Int(entries[table.end &+ 1].next)
    }
    return unsafe table.places[ExactText(name(of: place, entries, unescaped, bytes))]
  }

  /// True if two keys are the same, letter by letter.
  private static func isSameKey(
    _ a: Int, _ b: Int, _ entries: UnsafeMutablePointer<JSONTape.Entry>, _ unescaped: [String],
    _ bytes: Span<UInt8>
  ) -> Bool {
    let (first, second) = unsafe (entries[a], entries[b])
    guard first.kind == .key, second.kind == .key else {
      return unsafe name(of: a, entries, unescaped, bytes).isIdentical(
        to: name(of: b, entries, unescaped, bytes))
    }
    var (left, right) = (Int(first.next), Int(second.next))
    while bytes[left] == bytes[right] {
      if bytes[left] == UInt8(ascii: "\"") { return true }
      left &+= 1
      right &+= 1
    }
    return false
  }

  @inline(never)
  private static func name(
    of place: Int, _ entries: UnsafeMutablePointer<JSONTape.Entry>, _ unescaped: [String],
    _ bytes: Span<UInt8>
  ) -> String {
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

/// A value on a tape. The value is valid as long as the tape, which the caller has to keep
/// (`withExtendedLifetime`), since a cursor does not keep it.
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

  /// The object's own members in their order; an empty list for other values.
  public var members: [(key: String, value: JSONCursor)] {
    guard isObject else { return [] }
    var result: [(key: String, value: JSONCursor)] = []
    var member = place + 1
    while member < Int(entry.next) {
      if unsafe tape.entries[member].bits != JSONKey.replaced {
        result.append(unsafe (tape.name(of: member), JSONCursor(tape, member + 1)))
      }
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

  /// The number of values inside this one, plus 1 for itself.
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

/// The elements of an array on a tape; valid as long as the tape.
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

/// A key as a number: its first seven bytes, the first one lowest, below its length, which is at
/// most 255.
public struct JSONKey: ExpressibleByStringLiteral {
  @usableFromInline let bits: UInt64
  @usableFromInline let text: StaticString

  /// Evaluated in line where the text is a constant.
  @inlinable @inline(__always) public init(stringLiteral text: StaticString) {
    self.text = text
    let count = text.utf8CodeUnitCount
    var bits = UInt64(Swift.min(count, 255)) << 56
    for index in 0..<Swift.min(count, 7) {
      unsafe bits |= UInt64(text.utf8Start[index]) << UInt64(8 * index)
    }
    self.bits = bits
  }

  /// The bits of a key that a later equal key of the same object has replaced. No other key has
  /// them: their length is 0, and a key of this length has no letters.
  static var replaced: UInt64 { 1 }

  /// True if the bits contain the whole key.
  @inlinable static func isShort(_ bits: UInt64) -> Bool { bits >> 56 <= 7 }

  /// The bits of a key that is written with escapes.
  @inline(never)
  static func bits(of name: String) -> UInt64 {
    let bytes = Array(name.utf8)
    return bits(of: bytes.span, 0..<bytes.count)
  }

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
