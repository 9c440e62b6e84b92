import JSON
import Raster

/// Puts the values of slots where properties name them by `sid`.
struct SlotReader {
  /// Values of one slot and all its uses, so that a small file does not become a large one.
  private static let nodeLimit = 1_000_000

  private struct Entry {
    var slot: LottieSlot
    var value: JSONNode
    var nodeCount: Int
    var setting: String?
  }

  private var entries: [ExactText: Entry] = [:]
  /// In the order of the file.
  private var names: [ExactText] = []
  private var spareNodes = SlotReader.nodeLimit
  private var fault: LottieError?

  var slots: [LottieSlot] { names.compactMap { entries[$0]?.slot } }
  /// The slots with a setting that has come to no use; it was not checked there.
  var unusedSettings: [String] {
    slots.map { $0.name }.filter { entries[ExactText($0)]?.setting != nil }
  }
  /// True if the file has more uses than are followed.
  var isCut: Bool { spareNodes < 0 }

  init(_ root: JSONNode, _ settings: [LottieSlotSetting]) throws(LottieError) {
    guard case .object(let members)? = root.member("slots")?.content else {
      if let first = settings.first { throw Self.unknown(first.name, []) }
      return
    }
    for member in members {
      let name = ExactText(member.key)
      guard let value = member.value.member("p"), entries[name] == nil else { continue }
      names.append(name)
      entries[name] = Entry(
        slot: LottieSlot(name: member.key, value: .other), value: value,
        nodeCount: Self.count(value))
    }
    for setting in settings {
      guard entries[ExactText(setting.name)] != nil else {
        throw Self.unknown(setting.name, members.map { $0.key })
      }
      entries[ExactText(setting.name)]?.setting = setting.value
    }
  }

  private static func unknown(_ name: String, _ names: [String]) -> LottieError {
    .slot(
      "there is no slot '" + name + "'; "
        + (names.isEmpty
          ? "the animation has none" : "its slots are " + names.joined(separator: ", ")))
  }

  private static func count(_ node: JSONNode) -> Int {
    switch node.content {
    case .array(let elements): elements.reduce(1) { $0 + count($1) }
    case .object(let members): members.reduce(1) { $0 + count($1.value) }
    default: 1
    }
  }

  /// The file with the values in their places. Those of slots in slots are not followed.
  mutating func filled(_ root: JSONNode) throws(LottieError) -> JSONNode {
    guard !names.isEmpty, case .object(let members) = root.content else { return root }
    var filled: [JSONNode.Member] = []
    for member in members {
      var member = member
      if !member.key.isIdentical(to: "slots") {
        member.value = self.filled(member.value, member.key)
      }
      filled.append(member)
    }
    if let fault { throw fault }
    return JSONNode(content: .object(filled), offset: root.offset, end: root.end)
  }

  /// - Parameter key: of the member that the node is the value of.
  private mutating func filled(_ node: JSONNode, _ key: String) -> JSONNode {
    switch node.content {
    case .array(let elements):
      var filled: [JSONNode] = []
      filled.reserveCapacity(elements.count)
      for element in elements { filled.append(self.filled(element, "")) }
      return JSONNode(content: .array(filled), offset: node.offset, end: node.end)
    case .object(var members):
      if let name = node.member("sid")?.text, let value = value(of: ExactText(name), key) {
        // Members that the slot lacks, such as the id of a picture, stay.
        var merged: [JSONNode.Member] = [
          JSONNode.Member(key: "k", keyOffset: node.offset, value: value)
        ]
        if case .object(let own) = value.content { merged = own }
        var keys = Set(merged.map { ExactText($0.key) })
        for member in members where keys.insert(ExactText(member.key)).inserted {
          merged.append(member)
        }
        return JSONNode(content: .object(merged), offset: node.offset, end: node.end)
      }
      for index in members.indices {
        members[index].value = filled(members[index].value, members[index].key)
      }
      return JSONNode(content: .object(members), offset: node.offset, end: node.end)
    default: return node
    }
  }

  /// The value of a slot for a use; nil for an unknown one, and behind the limit.
  private mutating func value(of name: ExactText, _ key: String) -> JSONNode? {
    guard var entry = entries[name] else { return nil }
    spareNodes -= entry.nodeCount
    guard spareNodes >= 0 else { return nil }
    if let setting = entry.setting {
      guard let value = SlotValue.node(setting, of: entry.value, key) else {
        fault =
          fault
          ?? .slot(
            "'" + setting + "' is no value of the slot '" + entry.slot.name + "', which is "
              + SlotValue.form(of: entry.value, key))
        return nil
      }
      (entry.value, entry.setting) = (value, nil)
    }
    if entry.slot.value == .other { entry.slot.value = SlotValue.known(entry.value, key) }
    entries[name] = entry
    return entry.value
  }
}

/// The values of slots by the members that use them: colours stand in `c`, texts in `d`.
enum SlotValue {
  static func form(of value: JSONNode, _ key: String) -> String {
    switch known(value, key) {
    case .color: "a colour as #RRGGBB"
    case .text: "a text"
    case .other: "a number, or a list of numbers in brackets"
    }
  }

  static func known(_ value: JSONNode, _ key: String) -> LottieSlot.Value {
    if key.isIdentical(to: "d"), let text = documents(of: value).first?.member("t")?.text {
      return .text(text)
    }
    if key.isIdentical(to: "c"), let own = (value.member("k") ?? value).numbers {
      return .color(Color(red: own.x, green: own.y, blue: own.z))
    }
    return .other
  }

  /// The value that a setting describes, in the form of the slot's own; nil if it is none.
  static func node(_ setting: String, of value: JSONNode, _ key: String) -> JSONNode? {
    switch known(value, key) {
    case .text: return replacing(value, "t", by: .string(setting))
    case .color: return color(setting).map { fixed($0) }
    case .other:
      // Keyframed colours and texts are of this kind, too.
      if key.isIdentical(to: "c") { return color(setting).map { fixed($0) } }
      guard let node = try? JSONNode(parsing: Array(setting.utf8)), node.numbers != nil else {
        return nil
      }
      return fixed(node.content)
    }
  }

  private static func fixed(_ content: JSONNode.Content) -> JSONNode {
    let value = JSONNode(content: content, offset: 0, end: 0)
    return JSONNode(
      content: .object([JSONNode.Member(key: "k", keyOffset: 0, value: value)]), offset: 0, end: 0)
  }

  private static func documents(of value: JSONNode) -> [JSONNode] {
    let list = value.member("k") ?? value
    return list.elements.map { $0.compactMap { $0.member("s") } } ?? [list]
  }

  /// A value with another one for all members of a key.
  private static func replacing(
    _ node: JSONNode, _ key: String, by content: JSONNode.Content
  ) -> JSONNode {
    var result = node.content
    switch node.content {
    case .array(let elements): result = .array(elements.map { replacing($0, key, by: content) })
    case .object(var members):
      for index in members.indices {
        let old = members[index].value
        // Keyframes have their time in `t`, which is no string.
        if members[index].key.isIdentical(to: key), old.text != nil {
          members[index].value = JSONNode(content: content, offset: old.offset, end: old.end)
        } else {
          members[index].value = replacing(old, key, by: content)
        }
      }
      result = .object(members)
    default: break
    }
    return JSONNode(content: result, offset: node.offset, end: node.end)
  }

  /// Components of 0…1 of `#RGB` or `#RRGGBB`.
  private static func color(_ text: String) -> JSONNode.Content? {
    let bytes = Array(text.utf8)
    guard bytes.first == UInt8(ascii: "#"), bytes.count == 4 || bytes.count == 7 else { return nil }
    let width = (bytes.count - 1) / 3
    var components: [JSONNode] = []
    for index in 0..<3 {
      let start = 1 + index * width
      let digits = String(decoding: bytes[start..<(start + width)], as: UTF8.self)
      guard let value = UInt8(digits, radix: 16), digits.utf8.first != UInt8(ascii: "+") else {
        return nil
      }
      let part = Double(width == 1 ? value * 17 : value) / 255
      components.append(JSONNode(content: .number(part), offset: 0, end: 0))
    }
    return .array(components)
  }
}
