import CodeUnits
import JSON
import Raster

/// Puts the values of slots where properties name them by `sid`.
struct SlotReader {
  /// Values of one slot and all its uses, so that a small file does not become a large one.
  private static let nodeLimit = 1_000_000

  private struct Entry {
    var slot: LottieSlot
    /// An object.
    var value: JSONCursor
    var nodeCount: Int
    var setting: String?
    /// The theme's, for a name that the file does not list among its slots; nil once its value is
    /// the same for all uses.
    var theme: ThemeValue?
    /// True if a property has the name.
    var isUsed = false
  }

  private let tape: JSONTape
  private var entries: [ExactText: Entry] = [:]
  /// In the order of the file.
  private var names: [ExactText] = []
  private var spareNodes = SlotReader.nodeLimit
  private var fault: LottieError?

  var slots: [LottieSlot] { names.compactMap { entries[$0]?.slot } }
  /// The slots whose setting was never used, and so not checked, either.
  var unusedSettings: [String] {
    slots.map { $0.name }.filter { entries[ExactText($0)]?.setting != nil }
  }
  /// Names of the theme that neither the file's list of slots nor a property has, in the theme's
  /// order.
  private(set) var unknownNames: [String] = []
  /// True if the file has more uses than are followed.
  var isCut: Bool { spareNodes < 0 }

  init(
    _ tape: JSONTape, _ settings: [LottieSlotSetting], _ theme: LottieTheme?
  ) throws(LottieError) {
    self.tape = tape
    defer { apply(theme) }
    guard let list = tape.root.member("slots"), list.isObject else {
      if let first = settings.first { throw Self.unknown(first.name, []) }
      return
    }
    let members = list.members
    for member in members {
      let name = ExactText(member.key)
      guard let value = member.value.member("p"), entries[name] == nil,
        let object = value.isObject ? value : tape.keep(SlotValue.fixed(value.value))
      else { continue }
      names.append(name)
      entries[name] = Entry(
        slot: LottieSlot(name: member.key, value: .other), value: object,
        nodeCount: value.nodeCount)
    }
    for setting in settings {
      guard entries[ExactText(setting.name)] != nil else {
        throw Self.unknown(setting.name, members.map { $0.key })
      }
      entries[ExactText(setting.name)]?.setting = setting.value
    }
  }

  private mutating func apply(_ theme: LottieTheme?) {
    for (slot, value) in theme?.values ?? [] {
      let name = ExactText(slot)
      guard let own = entries[name] else {
        // Some files name their slots at the properties alone.
        entries[name] = Entry(
          slot: LottieSlot(name: slot, value: .other), value: tape.root, nodeCount: 0,
          theme: value)
        unknownNames.append(slot)
        continue
      }
      // Of several rules for one slot the last one counts.
      if own.theme != nil {
        entries[name]?.theme = value
        continue
      }
      guard let object = property(value, over: own.value) else { continue }
      entries[name]?.value = object
      entries[name]?.nodeCount = object.nodeCount
    }
  }

  /// Nil behind the limit: each document of a text has a copy of the first one's members.
  private mutating func property(_ value: ThemeValue, over own: JSONCursor) -> JSONCursor? {
    switch value {
    case .property(let value): return tape.keep(value)
    case .documents(let documents):
      let first = ThemeValue.firstDocument(of: own)
      spareNodes -= documents.count * (first?.nodeCount ?? 0)
      return isCut ? nil : tape.keep(ThemeValue.text(documents, over: first))
    }
  }

  private static func unknown(_ name: String, _ names: [String]) -> LottieError {
    .slot(
      "there is no slot '" + name + "'; "
        + (names.isEmpty
          ? "the animation has none" : "its slots are " + names.joined(separator: ", ")))
  }

  /// Lays the values over the file's own. Slots in slots are not followed.
  mutating func fill() throws(LottieError) {
    guard !entries.isEmpty else { return }
    for member in tape.root.members where !member.key.isIdentical(to: "slots") {
      fill(member.value, member.key)
    }
    if let fault { throw fault }
    unknownNames.removeAll { entries[ExactText($0)]?.isUsed == true }
  }

  /// - Parameter key: of the member that the node is the value of.
  private mutating func fill(_ node: JSONCursor, _ key: String) {
    for element in node.array ?? [] { fill(element, "") }
    guard node.isObject else { return }
    if let name = slotName(of: node, key), let value = value(of: name, key, node) {
      // Members that the slot lacks, such as the id of a picture, stay.
      return tape.lay(value, over: node)
    }
    for member in node.members { fill(member.value, member.key) }
  }

  /// The name of a gradient may stand at its stops, and their number beside them.
  private func slotName(of node: JSONCursor, _ key: String) -> ExactText? {
    if let own = node.member("sid")?.text { return ExactText(own) }
    guard key.isIdentical(to: "g"), let stops = node.member("k"), stops.isObject,
      let name = stops.member("sid")?.text.map({ ExactText($0) }), let entry = entries[name]
    else { return nil }
    if case .property(let value)? = entry.theme {
      return value.objectValue?["k"]?.objectValue == nil ? nil : name
    }
    return entry.value.member("k")?.isObject == true ? name : nil
  }

  /// The value of a slot for a use; nil for an unknown one, and behind the limit.
  private mutating func value(
    of name: ExactText, _ key: String, _ node: JSONCursor
  ) -> JSONCursor? {
    guard var entry = entries[name] else { return nil }
    if let value = entry.theme {
      guard let object = property(value, over: node) else { return nil }
      (entry.value, entry.nodeCount) = (object, object.nodeCount)
      // Each text has members of its own under the theme's.
      if case .property = value { entry.theme = nil }
    }
    entry.isUsed = true
    spareNodes -= entry.nodeCount
    guard spareNodes >= 0 else { return nil }
    if let setting = entry.setting {
      guard let value = SlotValue.value(setting, of: entry.value, key).flatMap({ tape.keep($0) })
      else {
        fault =
          fault
          ?? .slot(
            "'" + setting + "' is not a value of the slot '" + entry.slot.name + "', which is "
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
  static func form(of value: JSONCursor, _ key: String) -> String {
    switch known(value, key) {
    case .color: "a colour as #RRGGBB"
    case .text: "a text"
    case .other: "a number, or a list of numbers in brackets"
    }
  }

  static func known(_ value: JSONCursor, _ key: String) -> LottieSlot.Value {
    if key.isIdentical(to: "d"), let text = documents(of: value).first?.member("t")?.text {
      return .text(text)
    }
    if key.isIdentical(to: "c"), let own = (value.member("k") ?? value).numbers {
      return .color(Color(red: own.x, green: own.y, blue: own.z))
    }
    return .other
  }

  /// The value that a setting describes, in the form of the slot's own; nil if it is none.
  static func value(_ setting: String, of value: JSONCursor, _ key: String) -> JSONValue? {
    switch known(value, key) {
    case .text: return replacing(value.value, "t", by: .string(setting))
    case .color: return color(setting).map { fixed($0) }
    case .other:
      // Keyframed colours and texts are of this kind, too.
      if key.isIdentical(to: "c") { return color(setting).map { fixed($0) } }
      guard let tape = try? JSONTape(parsing: Array(setting.utf8)) else { return nil }
      return withExtendedLifetime(tape) {
        tape.root.numbers == nil ? nil : fixed(tape.root.value)
      }
    }
  }

  static func fixed(_ content: JSONValue) -> JSONValue { ["k": content] }

  private static func documents(of value: JSONCursor) -> [JSONCursor] {
    let list = value.member("k") ?? value
    return list.array.map { $0.compactMap { $0.member("s") } } ?? [list]
  }

  /// A value with another one for all members of a key.
  private static func replacing(
    _ value: JSONValue, _ key: String, by content: JSONValue
  ) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map { replacing($0, key, by: content) })
    case .object(let object):
      var result = JSONObject()
      for member in object.members {
        // In keyframes `t` is the time, which is not a string.
        let isReplaced = member.key.isIdentical(to: key) && member.value.stringValue != nil
        result[member.key] = isReplaced ? content : replacing(member.value, key, by: content)
      }
      return .object(result)
    default: return value
    }
  }

  /// Components of 0…1 of `#RGB` or `#RRGGBB`.
  private static func color(_ text: String) -> JSONValue? {
    let bytes = Array(text.utf8)
    guard bytes.first == UInt8(ascii: "#"), bytes.count == 4 || bytes.count == 7 else { return nil }
    let width = (bytes.count - 1) / 3
    var components: [JSONValue] = []
    for index in 0..<3 {
      let start = 1 + index * width
      let digits = String(decoding: bytes[start..<(start + width)], as: UTF8.self)
      guard let value = UInt8(digits, radix: 16), digits.utf8.first != UInt8(ascii: "+") else {
        return nil
      }
      components.append(.number(Double(width == 1 ? value * 17 : value) / 255))
    }
    return .array(components)
  }
}
