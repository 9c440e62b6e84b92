/// The kinds and keys that only scenes with the whole vocabulary have.
extension SceneGenerator {
  // MARK: Names

  /// Strings, variables and a locale.
  mutating func named() -> [String] {
    var keys: [String] = []
    hasVariables = chance(0.4)
    if hasVariables {
      keys.append("\"variables\": { \"brand\": \(hexadecimal()), \"other\": \"$brand\" }")
    }
    hasStrings = chance(0.4)
    if hasStrings {
      keys.append(
        "\"strings\": { \"en\": { \"done\": \"Done {percent}\", \"job\": \"{phase}\" },"
          + " \"ar\": { \"done\": \"تم {percent}\" } }")
      if chance(0.5) { keys.append("\"locale\": \(quoted(["en", "ar"]))") }
    }
    return keys
  }

  /// Other keys on outputs of some sizes.
  mutating func variant() -> String {
    let conditions = [
      "\"orientation\": \(quoted(["portrait", "landscape"]))",
      "\"\(pick(["min", "max"]))\(pick(["Width", "Height"]))\": \(number(in: 0...32_768))",
      "\"\(pick(["min", "max"]))Aspect\": \(number(in: 0.01...100))",
    ]
    var keys = ["\"when\": { \(pick(conditions)) }"]
    if chance(0.5) { keys.append("\"background\": \(color())") }
    if hasVariables, chance(0.5) { keys.append("\"variables\": { \"brand\": \(hexadecimal()) }") }
    let changed = names.filter { _ in chance(0.3) }.map {
      "\"\($0.text)\": { \(appearance().joined(separator: ", ")) }"
    }
    keys.append("\"layers\": { \(changed.joined(separator: ", ")) }")
    return "{ \(keys.joined(separator: ", ")) }"
  }

  // MARK: Layers

  static var arrangements: [String] { ["row", "column", "overlay"] }

  /// The keys of a sublayer that a row, a column or an overlay places.
  mutating func arrangedGeometry() -> [String] {
    var keys: [String] = []
    if chance(0.7) {
      let sides = (0..<2).map { _ in chance(0.4) ? "\"auto\"" : length(allowsNegative: false) }
      keys.append("\"size\": [\(sides.joined(separator: ", "))]")
    }
    if chance(0.3) { keys.append("\"grow\": \(number(in: 0...1000))") }
    return keys + placement()
  }

  mutating func arrangement(_ kind: String) -> [String] {
    let places = ["start", "center", "end"]
    var keys: [String] = []
    if chance(0.4) {
      let padding =
        chance(0.5) ? length(allowsNegative: false) : lengths(4, allowsNegative: false)
      keys.append("\"padding\": \(padding)")
    }
    if chance(0.4) { keys.append("\"alignItems\": \(quoted(places + ["stretch"]))") }
    if kind == "overlay" {
      if chance(0.4) { keys.append("\"justifyItems\": \(quoted(places + ["stretch"]))") }
      return keys
    }
    if chance(0.4) { keys.append("\"gap\": \(length(allowsNegative: false))") }
    if chance(0.4) {
      let shared = places + ["space-between", "space-around", "space-evenly"]
      keys.append("\"justifyContent\": \(quoted(shared))")
    }
    if kind == "row", chance(0.4) { keys.append("\"wrap\": \(flag())") }
    return keys
  }

  mutating func log() -> [String] {
    var keys: [String] = []
    if chance(0.7) { keys.append("\"fontSize\": \(length(allowsNegative: false))") }
    if chance(0.3) { keys.append("\"lineHeight\": \(number(in: 0.5...10))") }
    if chance(0.4) { keys.append("\"wrapped\": \(flag())") }
    if chance(0.3) { keys.append("\"truncation\": \(quoted(["none", "start", "middle", "end"]))") }
    if chance(0.3) { keys.append("\"color\": \(color())") }
    return keys
  }

  /// Texts of a text layer.
  var texts: [String] {
    [
      "Loading {percent} {phase} {remaining}", "", "a", "שלום world", "e\\u0301\\u0301",
      "Many words that\\nmay be wrapped", "\\u0000", "👩‍👩‍👧", "\\t {percent}{percent}",
    ] + (hasStrings ? ["@done", "{@job} and {@done}"] : [])
  }

  /// A text of several looks.
  mutating func runs() -> String {
    let parts = (0..<random.int(in: 1...4)).map { _ in
      var keys = ["\"text\": \(quoted(texts))"]
      if chance(0.4) { keys.append("\"fontSize\": \(length(allowsNegative: false))") }
      if chance(0.4) { keys.append("\"color\": \(color())") }
      if chance(0.3) { keys.append("\"weight\": \(random.int(in: 1...1000))") }
      if chance(0.3) { keys.append("\"underline\": \(flag())") }
      return chance(0.3) ? quoted(texts) : "{ \(keys.joined(separator: ", ")) }"
    }
    return "[\(parts.joined(separator: ", "))]"
  }

  // MARK: Controls

  /// The text layer of the field, which no other control may drive.
  var entry: String? {
    vocabulary == .full ? names.last { $0.kind == "text" }?.text : nil
  }

  /// A log, a button, a choice and a field, of what there is.
  mutating func fullControls() -> [String] {
    var controls: [String] = []
    let logs = names.filter { $0.kind == "log" }.map { "\"\($0.text)\"" }
    if !logs.isEmpty {
      controls.append(
        "\"lines\": { \"kind\": \"log\", \"drives\": [\(logs.joined(separator: ", "))] }")
    }
    guard let first = names.first?.text, let last = names.last?.text else { return controls }
    // No two controls change the same property.
    let pressed = pressable(first, "backgroundColor")
    controls.append("\"press\": { \"kind\": \"button\", \"label\": \"Press\", \(pressed) }")
    let options = [("a", first), ("b", last)].map { name, layer in
      let keys = pressable(layer, "transform.scale")
      return
        "\"\(name)\": { \"label\": \"\(name)\", \(keys), \"chosen\": \(look("transform.scale")) }"
    }
    controls.append(
      "\"choose\": { \"kind\": \"choice\", \"options\": { \(options.joined(separator: ", ")) } }")
    guard let entry else { return controls }
    var keys = ["\"kind\": \"field\"", "\"label\": \"Name\"", "\"entry\": \"\(entry)\""]
    keys.append(pressable(last, "borderWidth"))
    if chance(0.5) { keys.append("\"placeholder\": \"Type\"") }
    if chance(0.3) { keys.append("\"concealed\": \(flag())") }
    if chance(0.3) { keys.append("\"maximumLength\": \(integer(in: 1...1024))") }
    if chance(0.3) { keys.append("\"inputMode\": \(quoted(["text", "digits", "email"]))") }
    controls.append("\"type\": { \(keys.joined(separator: ", ")) }")
    return controls
  }

  private mutating func pressable(_ layer: String, _ key: String) -> String {
    "\"layer\": \"\(layer)\", \"pressed\": \(look(key)), \"focused\": \(look(key))"
  }

  private mutating func look(_ key: String) -> String {
    let value =
      switch key {
      case "backgroundColor": color()
      case "borderWidth": number(in: 0...32_768)
      default: number(in: -1000...1000)
      }
    return "{ \"key\": \"\(key)\", \"to\": \(value), \"duration\": \(number(in: 0...86_400)) }"
  }
}
