import JSON

/// The value of a rule of a theme, in the form that an animation has for its properties.
enum ThemeValue {
  /// A property, or the members of a picture.
  case property(JSONValue)
  /// Members of text documents by their frames; the slot's own document has the other members.
  case documents([(frame: Double, members: JSONObject)])

  /// Nil for another type, and where the rule has no value of its type.
  ///
  /// Keyframes go before a value that stands still, as in the format's own player.
  init?(_ rule: JSONCursor, type: String) {
    let keyframes = rule.member("keyframes")?.array ?? []
    switch type {
    case "Image":
      guard let image = rule.member("value").flatMap(Self.image) else { return nil }
      self = .property(.object(image))
    case "Text":
      let values = keyframes.isEmpty ? [rule] : keyframes
      var documents: [(frame: Double, members: JSONObject)] = []
      for node in values {
        guard let members = node.member("value").flatMap(Self.document) else { return nil }
        documents.append((node.member("frame")?.number ?? 0, members))
      }
      self = .documents(documents)
    default:
      let stands = keyframes.isEmpty ? rule.member("value") : nil
      var property: JSONObject?
      if let content = stands.flatMap({ Self.content($0, type: type) }) {
        property = ["k": content]
      } else if !keyframes.isEmpty {
        property = Self.animated(keyframes, type: type)
      }
      guard let property else { return nil }
      guard type == "Gradient" else {
        self = .property(.object(property))
        return
      }
      let stops = (stands ?? keyframes.first?.member("value"))?.array?.count ?? 0
      self = .property(["p": .integer(Int64(stops)), "k": .object(property)])
    }
  }

  /// The first document of a text, whose members stay where documents of a theme have none.
  ///
  /// - Parameter own: the text's `d`, or the slot's own value for it.
  static func firstDocument(of own: JSONCursor) -> JSONCursor? {
    let list = own.member("k")
    return list?.array?.first?.member("s") ?? list
  }

  /// The property of a text: documents over the first one of a text.
  static func text(
    _ documents: [(frame: Double, members: JSONObject)], over first: JSONCursor?
  ) -> JSONValue {
    let base = first?.value.objectValue ?? JSONObject()
    let frames = documents.map { document -> JSONValue in
      var whole = base
      for member in document.members.members { whole[member.key] = member.value }
      return ["t": .number(document.frame), "s": .object(whole)]
    }
    return ["k": .array(frames)]
  }

  // MARK: Reading

  private static func animated(_ keyframes: [JSONCursor], type: String) -> JSONObject? {
    var frames: [JSONValue] = []
    for node in keyframes {
      guard let time = node.member("frame")?.number,
        let content = node.member("value").flatMap({ content($0, type: type) })
      else { return nil }
      var frame: JSONObject = ["t": .number(time)]
      if case .array = content { frame["s"] = content } else { frame["s"] = .array([content]) }
      let members: [(JSONKey, String)] = [
        ("inTangent", "i"), ("outTangent", "o"), ("valueInTangent", "ti"),
        ("valueOutTangent", "to"),
      ]
      for (key, name) in members {
        if let value = node.member(key)?.value, !value.isNull { frame[name] = value }
      }
      if node.member("hold")?.flag == true { frame["h"] = 1 }
      frames.append(.object(frame))
    }
    return ["k": .array(frames)]
  }

  /// A value of a type at one time.
  private static func content(_ value: JSONCursor, type: String) -> JSONValue? {
    switch type {
    case "Color", "Position", "Vector":
      guard let count = value.array?.count, value.numbers != nil, type != "Color" || count >= 3
      else { return nil }
      return value.value
    case "Scalar": return value.number.map { .number($0) }
    case "Gradient": return stops(value.array ?? [])
    default: return nil
    }
  }

  /// Places and colours in one list, and places and opacities behind them, so that keyframes with
  /// and without opacities are of one length.
  private static func stops(_ list: [JSONCursor]) -> JSONValue? {
    var colors: [JSONValue] = []
    var opacities: [JSONValue] = []
    guard !list.isEmpty else { return nil }
    for stop in list {
      guard let offset = stop.member("offset")?.number, let color = stop.member("color"),
        let count = color.array?.count, count >= 3, let values = color.numbers
      else { return nil }
      colors += [offset, values.x, values.y, values.z].map { .number($0) }
      opacities += [.number(offset), .number(count > 3 ? values.w : 1)]
    }
    return .array(colors + opacities)
  }

  /// A picture's `src` is data or the name of a file; older archives have other names for it.
  private static func image(_ value: JSONCursor) -> JSONObject? {
    let keys: [JSONKey] = ["src", "dataUrl", "url", "path", "id"]
    guard let address = keys.lazy.compactMap({ value.member($0)?.text }).first else { return nil }
    // The file's own folder is that of another picture.
    var image: JSONObject = ["p": .string(address), "u": ""]
    if let width = value.member("width")?.number, let height = value.member("height")?.number {
      image["w"] = .number(width)
      image["h"] = .number(height)
    }
    return image
  }

  /// The members of a text document by their names in themes.
  private static var documentMembers: [(theme: JSONKey, own: String)] {
    [
      ("fontName", "f"), ("fontSize", "s"), ("fillColor", "fc"), ("strokeColor", "sc"),
      ("strokeWidth", "sw"), ("strokeOverFill", "of"), ("lineHeight", "lh"), ("tracking", "tr"),
      ("baselineShift", "ls"), ("wrapSize", "sz"), ("wrapPosition", "ps"),
    ]
  }
  private static let justifications = [
    "Left", "Right", "Center", "JustifyLastLeft", "JustifyLastRight", "JustifyLastCenter",
    "JustifyLastFull",
  ]
  private static let capitals = ["Regular", "AllCaps", "SmallCaps"]

  private static func document(_ value: JSONCursor) -> JSONObject? {
    var document = JSONObject()
    if let text = value.text {
      document["t"] = .string(text)
      return document
    }
    guard value.isObject else { return nil }
    if let text = value.member("text")?.text { document["t"] = .string(text) }
    for (key, name) in documentMembers {
      if let member = value.member(key)?.value, !member.isNull { document[name] = member }
    }
    func number(_ key: JSONKey, _ words: [String]) -> JSONValue? {
      guard let word = value.member(key)?.text else { return nil }
      return words.firstIndex { $0.utf8.elementsEqual(word.utf8) }.map { .integer(Int64($0)) }
    }
    if let place = number("justify", justifications) { document["j"] = place }
    if let place = number("textCaps", capitals) { document["ca"] = place }
    return document.isEmpty ? nil : document
  }
}
