/// Animations, emitters and controls.
extension SceneGenerator {
  // MARK: Animations

  /// - Parameter groups: the number of groups around the animation.
  mutating func animation(of kind: String, groups: Int) -> String {
    if groups < 2, chance(0.1) {
      let parts = (0..<random.int(in: 1...3)).map { _ in animation(of: kind, groups: groups + 1) }
      let keys = ["\"group\": [\(parts.joined(separator: ", "))]"] + mediaTiming()
      return "{ " + keys.joined(separator: ", ") + " }"
    }
    let (key, value) = property(of: kind)
    var keys = ["\"key\": \"\(key)\""] + mediaTiming()
    switch random.int(in: 0...5) {
    case 0:
      let count = random.int(in: 1...5)
      let values = (0..<count).map { _ in value(&self) }
      keys.append("\"values\": [\(values.joined(separator: ", "))]")
      let modes = ["linear", "discrete", "paced", "cubic", "cubicPaced"]
      if chance(0.6) { keys.append("\"calculationMode\": \(quoted(modes))") }
    case 1 where key == "position":
      keys.append("\"path\": \(way())")
      if chance(0.5) { keys.append("\"rotationMode\": \(quoted(["auto", "autoReverse"]))") }
    case 2:
      keys.append("\"to\": \(value(&self)), \"spring\": \(spring())")
      if groups == 0 { keys.removeAll { $0.hasPrefix("\"duration\"") } }
      if groups == 0 { keys.append("\"duration\": \(number(in: 0.001...86_400))") }
    case 3: keys.append("\"by\": \(value(&self))")
    default: keys.append("\"from\": \(value(&self)), \"to\": \(value(&self))")
    }
    if chance(0.2) { keys.append("\"additive\": \(flag())") }
    if chance(0.2) { keys.append("\"cumulative\": \(flag())") }
    if groups == 0, chance(0.3) { keys.append("\"removedOnCompletion\": \(flag())") }
    return "{ " + keys.joined(separator: ", ") + " }"
  }

  private mutating func way() -> String {
    "{ \"polygon\": [\(lengths(2)), [1, 2], \(lengths(2)), [50, \"50%\"]] }"
  }

  private mutating func spring() -> String {
    "{ \"mass\": \(number(in: 0.001...1e6)), \"stiffness\": \(number(in: 0.001...1e6)),"
      + " \"damping\": \(number(in: 0...1e6)), \"initialVelocity\": \(number(in: -1e6...1e6)) }"
  }

  private mutating func mediaTiming() -> [String] {
    var keys: [String] = []
    if chance(0.8) { keys.append("\"duration\": \(number(in: 0.001...86_400))") }
    if chance(0.5) {
      keys.append("\"repeat\": " + (chance(0.4) ? "\"forever\"" : number(in: 0...1e9)))
    }
    if chance(0.15) { keys.append("\"repeatDuration\": \(number(in: 0...86_400))") }
    if chance(0.3) { keys.append("\"autoreverses\": \(flag())") }
    if chance(0.3) { keys.append("\"speed\": \(number(in: -1000...1000))") }
    if chance(0.3) { keys.append("\"timeOffset\": \(number(in: -86_400...86_400))") }
    if chance(0.3) { keys.append("\"beginTime\": \(number(in: 0...86_400))") }
    let modes = ["removed", "forwards", "backwards", "both"]
    if chance(0.4) { keys.append("\"fillMode\": \(quoted(modes))") }
    return keys
  }

  private typealias Value = (inout SceneGenerator) -> String

  /// A key path of a kind of layer, and a function that makes values for it.
  private mutating func property(of kind: String) -> (String, Value) {
    func number(_ key: String, _ range: ClosedRange<Double>) -> (String, Value) {
      (key, { $0.number(in: range) })
    }
    let length: Value = { $0.length() }
    let pair: Value = { $0.lengths(2) }
    let color: Value = { $0.color() }
    let transform: Value = { $0.transformValue() }
    var all: [(String, Value)] = [
      number("opacity", -1...1), number("zPosition", -1e6...1e6),
      number("transform.rotation", -36_000...36_000), number("transform.scale", -1e6...1e6),
      number("transform.rotation.x", -36_000...36_000), number("transform.scale.x", -1e6...1e6),
      number("shadowOpacity", -1...1), ("position", pair), ("position.x", length),
      ("bounds.size", pair), ("bounds.size.width", length), ("bounds.origin", pair),
      ("bounds", { $0.lengths(4) }), ("cornerRadius", length), ("borderWidth", length),
      ("borderColor", color), ("backgroundColor", color), ("shadowRadius", length),
      ("shadowOffset", pair), ("hidden", { $0.flag() }), ("transform", transform),
      ("sublayerTransform", transform), ("shadowPath", { $0.path() }),
    ]
    switch kind {
    case "shape", "loader":
      all += [
        ("path", { $0.path() }), ("strokeColor", color), ("fillColor", color),
        ("lineWidth", length), ("lineDashPhase", length), number("strokeEnd", -1e6...1e6),
        number("strokeStart", -1e6...1e6), number("miterLimit", -1e6...1e6),
      ]
    case "gradient":
      let point: Value = { $0.numbers(2, in: -100...100) }
      all += [("colors", { $0.colors(3) }), ("startPoint", point), ("endPoint", point)]
    case "text":
      all += [("fontSize", length), ("foregroundColor", color), number("progress", -1...1)]
    case "progress":
      all += [number("progress", -1...1), ("trackColor", color), ("progressColor", color)]
    case "emitter":
      for key in ["birthRate", "lifetime", "velocity", "scale", "spin"] {
        all.append(number(key, -1e6...1e6))
      }
      all += [("emitterPosition", pair), ("emitterSize", pair)]
      if vocabulary == .full {
        for key in ["birthRate", "lifetime", "velocity", "scale", "spin", "emissionRange"] {
          all.append(number("emitterCells.cell.\(key)", 0...1000))
        }
        all.append(("emitterCells.cell.color", color))
      }
    case "replicator":
      all += [
        number("instanceDelay", -1e6...1e6), ("instanceTransform", transform),
        ("instanceColor", color), number("instanceRedOffset", -1e6...1e6),
        number("instanceAlphaOffset", -1e6...1e6),
      ]
    case "image":
      all += [("contentsRect", { $0.numbers(4, in: -100...100) })]
    default: break
    }
    if costs.isArranged { all.removeAll { $0.0.hasPrefix("position") || $0.0.hasPrefix("bounds") } }
    // The key paths of the kind itself come last, and are chosen more often.
    let first = chance(0.5) ? 0 : all.count * 2 / 3
    let place = random.int(in: first...(all.count - 1))
    return all[place]
  }

  // MARK: Emitters

  mutating func emitter() -> [String] {
    var keys = ["\"cells\": [\(cell(isInner: false))]"]
    if chance(0.6) {
      keys.append("\"shape\": \(quoted(["point", "line", "rectangle", "circle"]))")
      keys.append("\"mode\": \(quoted(["points", "outline", "surface", "volume"]))")
      keys.append("\"emitterSize\": \(lengths(2, allowsNegative: false))")
    }
    if chance(0.5) { keys.append("\"emitterPosition\": \(lengths(2))") }
    let modes = ["unordered", "oldestFirst", "oldestLast", "additive"]
    if chance(0.4) { keys.append("\"renderMode\": \(quoted(modes))") }
    if chance(0.3) { keys.append("\"velocity\": \(number(in: -1000...1000))") }
    if chance(0.3) { keys.append("\"particleScale\": \(number(in: 0...1000))") }
    if chance(0.3) { keys.append("\"spin\": \(number(in: -1000...1000))") }
    return keys
  }

  private mutating func cell(isInner: Bool) -> String {
    // The number of living particles is the product of the two.
    let (births, life) =
      chance(oddity)
      ? [("1000000", "5e-324"), ("1e-300", "86400"), ("100000", "0.0001")][random.int(in: 0...2)]
      : ("\(random.int(in: 0...20))", "\(random.int(in: 0...2))")
    var keys = [
      "\"birthRate\": \(births)", "\"lifetime\": \(life)", "\"velocity\": \(length())",
      "\"velocityRange\": \(length(allowsNegative: false))",
      "\"emissionRange\": \(number(in: -36_000...36_000))",
      "\"scale\": \(number(in: 0...1000))", "\"scaleSpeed\": \(number(in: -1000...1000))",
      "\"spin\": \(number(in: -36_000...36_000))", "\"color\": \(color())",
      "\"redSpeed\": \(number(in: -1000...1000))", "\"alphaSpeed\": \(number(in: -1000...1000))",
      "\"xAcceleration\": \(length())", "\"yAcceleration\": \(length())",
    ]
    if !pictures.isEmpty, chance(0.4) {
      keys.append("\"file\": \"\(pick(pictures))\"")
      if chance(0.5) { keys.append("\"contentsRect\": \(numbers(4, in: 0...1))") }
    } else {
      keys.append("\"shape\": \(quoted(["disc", "glow", "none"]))")
      keys.append("\"diameter\": \(length(allowsNegative: false))")
    }
    if chance(0.2) { keys.append("\"beginTime\": \(number(in: 0...86_400))") }
    if chance(0.2) { keys.append("\"duration\": \(number(in: 0...86_400))") }
    if vocabulary == .full, !isInner { keys.append("\"name\": \"cell\"") }
    if !isInner, chance(0.2) { keys.append("\"cells\": [\(cell(isInner: true))]") }
    return "{ " + keys.joined(separator: ", ") + " }"
  }

  // MARK: Progress styles

  mutating func progressStyle() -> String {
    let outer = (names, costs.isInMask)
    (names, costs.isInMask) = ([], true)
    let layers = [layer(depth: 4), "{ \"kind\": \"shape\", \"name\": \"ring\", \(ringKeys) }"]
    (names, costs.isInMask) = outer
    styles.append("own")
    return "{ \"layers\": [\(layers.joined(separator: ", "))],"
      + " \"drives\": { \"layer\": \"ring\", \"key\": \"strokeEnd\" }, \"tint\": [\"ring\"],"
      + " \"indeterminate\": [{ \"layer\": \"ring\", \"key\": \"lineWidth\", \"to\": 4 }] }"
  }

  private var ringKeys: String { "\"path\": { \"arc\": {} }, \"strokeColor\": \"#FFFFFF\"" }

  // MARK: Controls

  /// Members of `controls`: a progress, a text, a scrub and a reveal control of what there is.
  mutating func controls() -> [String] {
    var controls: [String] = []
    let meters = names.filter { $0.kind == "progress" || $0.kind == "text" || $0.kind == "loader" }
    var drives = meters.map { "\"\($0.text)\"" }
    for name in names where chance(0.5) {
      let range = name.kind == "replicator" ? "\"instanceDelay\"" : "\"transform.rotation\""
      drives.append(
        "{ \"layer\": \"\(name.text)\", \"key\": \(range), \"from\": \(number(in: -36_000...36_000)),"
          + " \"to\": \(number(in: -36_000...36_000)) }")
    }
    var progress = [
      "\"kind\": \"progress\"", "\"drives\": [\(drives.joined(separator: ", "))]",
      "\"value\": \(number(in: 0...1))", "\"duration\": \(number(in: 0...86_400))",
    ]
    if chance(0.3) {
      progress.append("\"phases\": { \"a\": \(number(in: 0.001...1e6)), \"b\": 1 }")
    }
    if chance(0.3) { progress.append("\"smooth\": true") }
    controls.append("\"work\": { \(progress.joined(separator: ", ")) }")
    let texts = names.filter { ($0.kind == "text" || $0.kind == "qr") && $0.text != entry }
      .map { "\"\($0.text)\"" }
    if !texts.isEmpty {
      controls.append(
        "\"say\": { \"kind\": \"text\", \"drives\": [\(texts.joined(separator: ", "))] }")
    }
    if let first = names.first, chance(0.5) {
      controls.append(
        "\"drag\": { \"kind\": \"scrub\", \"layers\": \"\(first.text)\","
          + " \"settle\": \(number(in: 0...86_400)), \"threshold\": \(number(in: 0.001...1)) }")
    } else if let last = names.last {
      controls.append(
        "\"show\": { \"kind\": \"reveal\", \"content\": \"\(last.text)\","
          + " \"duration\": \(number(in: 0...86_400)) }")
    }
    if vocabulary >= .second { controls += secondControls() }
    if vocabulary == .full { controls += fullControls() }
    return controls
  }
}
