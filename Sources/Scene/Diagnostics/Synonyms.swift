import Animation
import JSON

/// Words of other formats (CSS, SVG, web frameworks) for what a scene calls otherwise.
package enum Synonyms {
  /// The word in lowercase without hyphens and underscores, and the names that it may stand for;
  /// the first that is possible at a place is meant.
  private static let table: [(word: String, names: [String])] = [
    ("align", ["alignment", "alignItems"]), ("alignitems", ["alignItems", "alignment"]),
    ("action", ["sets"]), ("alpha", ["opacity"]), ("angle", ["rotation"]), ("answer", ["entry"]),
    ("arc", ["shape"]),
    ("backgroundsize", ["gravity"]),
    ("background", ["backgroundColor"]), ("bg", ["backgroundColor"]),
    ("bgcolor", ["backgroundColor"]), ("bar", ["line", "progress"]), ("bold", ["weight"]),
    ("border", ["borderWidth"]), ("borderradius", ["cornerRadius"]), ("box", ["layer"]),
    ("caption", ["string", "label"]), ("centre", ["center"]),
    ("checkbox", ["scrub"]), ("children", ["layers"]),
    ("circle", ["shape"]), ("clip", ["masksToBounds"]),
    ("color", ["colors", "fillColor", "progressColor", "backgroundColor"]),
    ("colour", ["color", "colors", "fillColor", "progressColor", "backgroundColor"]),
    ("container", ["layer"]), ("content", ["string"]), ("contentmode", ["gravity"]),
    ("count", ["instances"]),
    ("d", ["svg"]), ("delay", ["beginTime"]), ("drives", ["layers", "layer", "panel"]),
    ("dropdown", ["choice"]),
    ("ease", ["timing", "default"]), ("ellipsis", ["truncation"]),
    ("easeinout", ["easeInEaseOut"]), ("easing", ["timing"]), ("ellipse", ["shape"]),
    ("fill", ["fillColor", "progressColor", "color"]), ("fillmode", ["gravity"]),
    ("fit", ["gravity"]),
    ("flex", ["grow"]), ("flexend", ["end"]), ("flexgrow", ["grow"]), ("flexstart", ["start"]),
    ("flexwrap", ["wrap"]), ("fontcolor", ["color"]), ("fontfamily", ["font"]),
    ("fontstyle", ["italic"]),
    ("fontweight", ["weight"]),
    ("foregroundcolor", ["color", "progressColor", "fillColor"]), ("friction", ["damping"]),
    ("group", ["layer"]), ("hbox", ["row"]),
    ("height", ["size"]),
    ("hstack", ["row"]), ("id", ["name"]), ("image", ["file"]), ("img", ["image", "file"]),
    ("infinite", ["forever"]),
    ("initial", ["value"]), ("input", ["entry", "field"]),
    ("iterations", ["repeat"]), ("justify", ["justifyContent", "justifyItems"]),
    ("keyboard", ["inputMode"]),
    ("keyframes", ["values"]), ("label", ["text"]), ("layer", ["drives", "layers", "panel"]),
    ("layers", ["drives", "layer", "panel"]), ("life", ["lifetime"]),
    ("line", ["shape"]), ("linecolor", ["strokeColor"]),
    ("loop", ["repeat"]), ("maxlines", ["lines"]), ("middle", ["center"]),
    ("objectfit", ["gravity"]),
    ("onclick", ["sets"]), ("onpress", ["sets"]), ("options", ["states"]), ("origin", ["position"]),
    ("overflow", ["masksToBounds"]), ("path", ["file", "shape"]),
    ("photo", ["image"]),
    ("picture", ["image"]), ("pivot", ["anchor"]), ("polygon", ["shape"]),
    ("progress", ["strokeEnd"]), ("property", ["key"]),
    ("qrcode", ["qr"]), ("question", ["message"]),
    ("radio", ["choice"]),
    ("radius", ["cornerRadius"]), ("rate", ["birthRate"]), ("rect", ["shape"]),
    ("rectangle", ["shape"]), ("repeatcount", ["repeat"]), ("ring", ["circle", "progress"]),
    ("rotate", ["rotation"]), ("select", ["choice"]), ("set", ["sets"]),
    ("shadow", ["shadowOpacity"]),
    ("slider", ["scrub"]), ("source", ["file"]), ("spacebetween", ["space-between"]),
    ("spacing", ["gap"]), ("speed", ["velocity"]), ("spinner", ["progress"]), ("src", ["file"]),
    ("stack", ["overlay"]), ("standard", ["default"]),
    ("steps", ["phases"]), ("stroke", ["strokeColor"]), ("strokedasharray", ["lineDashPattern"]),
    ("strokedashoffset", ["lineDashPhase"]), ("strokelinecap", ["lineCap"]),
    ("strokelinejoin", ["lineJoin"]), ("strokemiterlimit", ["miterLimit"]),
    ("strokewidth", ["lineWidth"]), ("sublayers", ["layers"]),
    ("states", ["options"]), ("string", ["text", "message"]), ("switch", ["scrub"]),
    ("target", ["drives", "layers", "layer"]),
    ("tension", ["stiffness"]), ("text", ["string", "message"]),
    ("textalign", ["alignment"]), ("textcolor", ["color"]), ("textfield", ["field"]),
    ("textoverflow", ["truncation"]),
    ("timingfunction", ["timing"]), ("title", ["string", "label"]),
    ("tint", ["progressColor", "color"]),
    ("toggle", ["scrub"]), ("track", ["trackColor"]), ("translate", ["translation"]),
    ("trimend", ["strokeEnd"]), ("trimstart", ["strokeStart"]),
    ("type", ["kind"]), ("url", ["file"]), ("value", ["progress", "to"]), ("vbox", ["column"]),
    ("view", ["layer"]), ("vstack", ["column"]),
    ("width", ["size"]), ("wrap", ["wrapped"]), ("x", ["position"]),
    ("y", ["position"]), ("z", ["zPosition"]),
    ("zindex", ["zPosition"]),
  ]

  /// The name among those that are possible that a word stands for.
  package static func name(for word: String, among names: [String]) -> String? {
    guard word.utf8.count <= 32 else { return nil }
    let plain = plain(word)
    for entry in table where entry.word.isIdentical(to: plain) {
      for name in entry.names where names.contains(where: { $0.isIdentical(to: name) }) {
        return name
      }
    }
    // This name in another style: `background-color`, `line_width`.
    return names.first { self.plain($0).isIdentical(to: plain) }
  }

  /// The words for what a scene says otherwise, a key of the objects where each is likely, and the
  /// advice there.
  private static let advices: [(word: String, beside: String, advice: String)] = [
    ("angle", "locations", "a gradient runs from `start` to `end`, such as [0, 0] and [1, 1]"),
    ("backdropfilter", "hidden", backgroundBlur), ("backgroundfilters", "hidden", backgroundBlur),
    ("blur", "hidden", noBlur), ("boxshadow", "shadowRadius", shadow),
    (
      "direction", "autoreverses",
      "`autoreverses` runs back, too; exchange `from` and `to` to run back alone"
    ),
    (
      "disabled", "sets",
      "a button or an option is not available while its `layer` is hidden or has the opacity 0"
    ),
    ("dropshadow", "shadowRadius", shadow), ("filter", "hidden", noBlur),
    ("filters", "hidden", noBlur),
    ("label", "capsLock", question),
    ("lines", "lineHeight", "a log shows as many lines as its height has room for"),
    ("margin", "position", "the `gap` and the `padding` of the row or column around it make room"),
    ("max", "allowDecrease", range), ("maximum", "allowDecrease", range),
    ("min", "allowDecrease", range), ("minimum", "allowDecrease", range),
    (
      "qrcode", "wrapped",
      "a code is a layer of its own, with \"kind\": \"qr\" and its text as `string`"
    ),
    ("role", "capsLock", question),
    ("stops", "locations", "the colours are `colors`, and their places `locations`"),
    (
      "text", "sets",
      "a text layer within the `layer` shows the words; `label` tells them to screen readers"
    ),
    ("textshadow", "shadowRadius", shadow),
    ("transform", "translation", "a layer has `rotation`, `scale` and `translation`"),
    (
      "viewbox", "sublayerTransform",
      "give the `viewBox` to a layer without a kind within this one, and the sublayers to that"
    ),
    ("visibility", "hidden", visible), ("visible", "hidden", visible),
  ]
  private static let backgroundBlur =
    "`backgroundBlur` blurs what lies behind the layer: a length, such as 12"
  private static let noBlur =
    "no layer is blurred, but what lies behind one is by `backgroundBlur`: a layer over others with \"backgroundBlur\": 8"
  private static let question =
    "screen readers are told the question; the text layer that shows it is the prompt's `message`"
  private static let range = "progress runs from 0 to 1"
  private static let shadow =
    "a shadow has `shadowOpacity`, `shadowColor`, `shadowRadius` and `shadowOffset`"
  private static let visible = "`hidden` says the opposite: \"hidden\": true hides the layer"

  /// The advice for a word that no name stands for.
  /// - Parameter names: the keys of the object that it is in.
  package static func advice(for word: String, among names: [String]) -> String? {
    guard word.utf8.count <= 32 else { return nil }
    let plain = plain(word)
    for entry in advices where entry.word.isIdentical(to: plain) {
      if names.contains(where: { $0.isIdentical(to: entry.beside) }) { return entry.advice }
    }
    let others = ["color", "rotation", "scale", "size", "translation"]
    guard ["key", "to"].allSatisfy({ key in names.contains { $0.isIdentical(to: key) } }),
      AnimationKeyPath(word) != nil || others.contains(where: { $0.isIdentical(to: word) })
    else { return nil }
    return "write \"key\": \"" + word + "\", and its value as `to`"
  }

  /// Keys that layers of one kind alone have.
  private static let kinds: [(key: String, kind: String)] = [
    ("alignItems", "row"), ("alignment", "text"), ("cells", "emitter"), ("colors", "gradient"),
    ("file", "image"), ("fillColor", "shape"), ("font", "text"), ("fontSize", "text"),
    ("gap", "row"), ("gravity", "image"), ("instances", "replicator"), ("justifyContent", "row"),
    ("lineWidth", "shape"), ("padding", "row"), ("path", "shape"), ("string", "text"),
    ("strokeColor", "shape"), ("text", "text"), ("progressColor", "progress"),
  ]

  /// The kind of layer that a key belongs to.
  static func kind(of key: String) -> String? {
    kinds.first { $0.key.isIdentical(to: key) }?.kind
  }

  private static func plain(_ word: String) -> String {
    var bytes: [UInt8] = []
    for byte in word.utf8 where byte != UInt8(ascii: "-") && byte != UInt8(ascii: "_") {
      bytes.append(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte + 32 : byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The colours that CSS calls by a word, as a scene writes them.
  private static let colors: [(word: String, color: String)] = [
    ("aqua", "#00FFFF"), ("black", "#000000"), ("blue", "#0000FF"), ("brown", "#A52A2A"),
    ("cyan", "#00FFFF"), ("fuchsia", "#FF00FF"), ("gold", "#FFD700"), ("gray", "#808080"),
    ("green", "#008000"), ("grey", "#808080"), ("lime", "#00FF00"), ("magenta", "#FF00FF"),
    ("maroon", "#800000"), ("navy", "#000080"), ("none", "clear"), ("olive", "#808000"),
    ("orange", "#FFA500"), ("pink", "#FFC0CB"), ("purple", "#800080"), ("red", "#FF0000"),
    ("silver", "#C0C0C0"), ("teal", "#008080"), ("transparent", "clear"), ("white", "#FFFFFF"),
    ("yellow", "#FFFF00"),
  ]

  /// A colour of CSS as a scene writes it: a word, `rgb()` or `rgba()` with numbers from 0 to 255,
  /// or `hsl()` or `hsla()` with degrees and percent; their alpha is from 0 to 1, or in percent.
  static func color(_ text: String) -> String? {
    guard text.utf8.count <= 64 else { return nil }
    let plain = plain(text)
    for entry in colors where entry.word.isIdentical(to: plain) { return entry.color }
    let bytes = text.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 + 32 : $0 }
    let isHSL = bytes.starts(with: "hsl".utf8)
    guard isHSL || bytes.starts(with: "rgb".utf8), bytes.last == UInt8(ascii: ")") else {
      return nil
    }
    var numbers: [Int] = []
    let parts = bytes.split { [0x20, 0x28, 0x29, 0x2C, 0x2F].contains($0) }.dropFirst()
    for part in parts {
      if numbers.count == 3 {
        guard let alpha = level(ofAlpha: part) else { return nil }
        numbers.append(alpha)
        continue
      }
      guard let number = isHSL && !numbers.isEmpty ? percentage(part) : whole(part) else {
        return nil
      }
      numbers.append(number)
    }
    guard 3...4 ~= numbers.count else { return nil }
    if isHSL {
      numbers.replaceSubrange(
        0..<3, with: levels(ofHue: numbers[0], saturation: numbers[1], lightness: numbers[2]))
    }
    guard numbers.allSatisfy({ $0 <= 255 }) else { return nil }
    let digits = Array("0123456789ABCDEF".utf8)
    let hexadecimal = numbers.flatMap { [digits[$0 >> 4], digits[$0 & 15]] }
    return "#" + String(decoding: hexadecimal, as: UTF8.self)
  }

  /// The levels of red, green and blue, of 255.
  ///
  /// From CSS Color Module Level 4, section 7.1.
  /// - Parameters:
  ///   - hue: degrees.
  ///   - saturation: percent, as the lightness.
  private static func levels(ofHue hue: Int, saturation: Int, lightness: Int) -> [Int] {
    let light = Double(lightness) / 100
    let amplitude = Double(saturation) / 100 * min(light, 1 - light)
    return [0, 8, 4].map { start in
      let turned = start + Double(hue) / 30
      let place = turned - 12 * (turned / 12).rounded(.down)
      let level = light - amplitude * max(-1, min(place - 3, 9 - place, 1))
      return Int((level * 255).rounded())
    }
  }

  /// A number of at most three digits.
  private static func whole(_ text: ArraySlice<UInt8>) -> Int? {
    guard 1...3 ~= text.count, text.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// A number from 0 to 100 before a percent sign.
  private static func percentage(_ text: ArraySlice<UInt8>) -> Int? {
    guard text.last == UInt8(ascii: "%"), let number = whole(text.dropLast()), number <= 100 else {
      return nil
    }
    return number
  }

  /// The level of 255 of an alpha such as `1`, `0.5` or `.5`, by at most three digits behind the
  /// point, or `50%`.
  private static func level(ofAlpha text: ArraySlice<UInt8>) -> Int? {
    if let percent = percentage(text) { return (percent * 255 + 50) / 100 }
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard let whole = parts.first, parts.count <= 2, whole.count <= 1 else { return nil }
    let fraction = parts.count > 1 ? parts[1] : []
    guard (whole + fraction).allSatisfy({ 0x30...0x39 ~= $0 }), !(whole + fraction).isEmpty else {
      return nil
    }
    let digits = fraction.prefix(3)
    var thousandths = whole.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    for index in 0..<3 {
      let digit = digits.dropFirst(index).first.map { Int($0 - 0x30) } ?? 0
      thousandths = thousandths * 10 + digit
    }
    return thousandths <= 1000 ? (thousandths * 255 + 500) / 1000 : nil
  }
}
