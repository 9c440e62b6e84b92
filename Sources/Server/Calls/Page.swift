import JSON
import Wire

/// A part of a list that may be longer than a reply: from the offset that the caller gives, up to
/// the limits of bytes and items.
struct Page {
  private let offset: Int
  private let limit: Int
  private let byteLimit: Int
  private var items: [JSONValue] = []
  private var byteCount = 0
  private var isCut = false

  /// Reads `offset` and `limit` of the parameters.
  init(_ fields: Fields, _ limits: Limits) throws(CallError) {
    let offset = try fields.nullableInteger("offset") ?? 0
    let limit = try fields.nullableInteger("limit")
    guard offset >= 0 else {
      throw .invalidValue("offset", reason: "the number of an item from 0 is expected")
    }
    guard limit ?? 1 >= 1 else {
      throw .invalidValue("limit", reason: "a number of items from 1 is expected")
    }
    self.offset = Int(clamping: offset)
    self.limit = min(Int(clamping: limit ?? .max), limits.pageItems)
    byteLimit = limits.pageBytes
  }

  /// Items before the page.
  var skipped: Int { offset }

  /// Adds the next item to the page. At least one item fits.
  /// - Returns: false if it does not fit; the page is then full.
  mutating func append(_ item: JSONObject) -> Bool {
    let item = JSONValue.object(item)
    let size = item.approximateByteCount
    guard items.count < limit, items.isEmpty || byteCount + size <= byteLimit else {
      isCut = true
      return false
    }
    items.append(item)
    byteCount += size
    return true
  }

  /// The items under a key, and `next` if some are left.
  func reply(_ key: String) -> JSONObject {
    var reply = JSONObject()
    reply[key] = .array(items)
    if isCut { reply["next"] = .integer(Int64(offset) + Int64(items.count)) }
    return reply
  }
}

extension JSONValue {
  /// Bytes of the text, without the additional ones of escapes.
  fileprivate var approximateByteCount: Int {
    switch self {
    case .null, .bool: 5
    case .integer, .number: 20
    case .string(let text): text.utf8.count + 3
    case .array(let elements): elements.reduce(2) { $0 + $1.approximateByteCount + 1 }
    case .object(let object):
      object.members.reduce(2) { $0 + $1.key.utf8.count + $1.value.approximateByteCount + 4 }
    }
  }
}
