/// The kinds and keys that scenes have from the second vocabulary on.
extension SceneGenerator {
  /// Kinds of layers beside the first ones. A mask has no layers with names, which an image layer
  /// without a picture needs.
  var secondKinds: [String] {
    var kinds = ["transform", "transform", "qr"]
    if !pictures.isEmpty { kinds.append("frames") }
    if pictures.isEmpty, !costs.isInMask { kinds.append("image") }
    return kinds
  }

  mutating func depth() -> [String] {
    var keys: [String] = []
    if chance(0.3, since: .second) {
      keys.append("\"perspective\": \(length(allowsNegative: false))")
    }
    if chance(0.15, since: .second) { keys.append("\"doubleSided\": \(flag())") }
    return keys
  }

  mutating func modes() -> [String] {
    var keys: [String] = []
    if chance(0.15, since: .second) {
      let modes = [
        "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn",
        "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation", "color",
        "luminosity", "plus-lighter",
      ]
      keys.append("\"blendMode\": \(quoted(modes))")
    }
    if chance(0.1, since: .second) { keys.append("\"isolatesBlending\": \(flag())") }
    if chance(0.2, since: .second) {
      let corners = ["topLeft", "topRight", "bottomLeft", "bottomRight"].filter { _ in chance(0.5) }
      keys.append(
        "\"maskedCorners\": [\(corners.map { "\"\($0)\"" }.joined(separator: ", "))]")
    }
    if chance(0.2, since: .second) {
      keys.append("\"cornerCurve\": \(quoted(["circular", "continuous"]))")
    }
    if chance(0.06, since: .second) {
      keys.append("\"backgroundBlur\": \(length(allowsNegative: false))")
    }
    return keys
  }

  /// The pictures are those of the directory, the first of them numbered.
  mutating func frames() -> [String] {
    var keys = ["\"files\": \"f%d.png\"", "\"first\": 0", "\"count\": \(random.int(in: 1...2))"]
    if chance(0.5) { keys.append("\"rate\": \(number(in: 0.001...1000))") }
    if chance(0.5) { keys.append("\"repeat\": \(chance(0.5) ? "\"forever\"" : "3")") }
    if chance(0.3) { keys.append("\"progress\": \(number(in: 0...1))") }
    return keys
  }

  mutating func code() -> [String] {
    var keys = [
      "\"string\": " + quoted(["https://example.org/", "a", "{percent}", "ä\\u0000\\n👩‍👧"])
    ]
    if chance(0.5) { keys.append("\"level\": \(quoted(["L", "M", "Q", "H"]))") }
    if chance(0.5) { keys.append("\"quietZone\": \(random.int(in: 0...64))") }
    if chance(0.3) { keys.append("\"color\": \(color())") }
    return keys
  }

  /// An image control for the layers without a picture, and a state control.
  mutating func secondControls() -> [String] {
    var controls: [String] = []
    if !emptyImages.isEmpty {
      let drives = emptyImages.map { "\"\($0)\"" }.joined(separator: ", ")
      controls.append("\"shot\": { \"kind\": \"image\", \"drives\": [\(drives)] }")
    }
    if let name = names.last, chance(0.6) {
      let changes = (0..<2).map { _ in
        "{ \"layer\": \"\(name.text)\", \"key\": \"\(pick(["opacity", "zPosition"]))\","
          + " \"to\": \(number(in: 0...1)) }"
      }
      controls.append(
        "\"mode\": { \"kind\": \"state\", \"states\": { \"a\": {},"
          + " \"b\": { \"changes\": [\(changes[0])] }, \"c\": { \"changes\": [\(changes[1])] } } }")
    }
    return controls
  }
}
