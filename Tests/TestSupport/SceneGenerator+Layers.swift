/// Layers of every kind.
extension SceneGenerator {
  /// Levels of layers that most scenes have; a few go down to the format's own limit.
  private static let usualDepth = 5

  mutating func layer(depth: Int) -> String {
    costs.layers += 1
    var kinds = [
      "layer", "layer", "shape", "shape", "gradient", "text", "progress", "loader", "emitter",
      "replicator",
    ]
    if !pictures.isEmpty { kinds += ["image", "image"] }
    if vocabulary >= .second { kinds += secondKinds }
    if vocabulary == .full { kinds += Self.arrangements + ["log"] }
    // Instances multiply the layers below them.
    if costs.instances > 50 { kinds.removeAll { $0 == "emitter" || $0 == "replicator" } }
    let kind = pick(kinds)
    var keys = ["\"kind\": \"\(kind)\""]
    let isEmptyImage = kind == "image" && pictures.isEmpty
    if isEmptyImage || chance(0.5), !costs.isInMask {
      let name = "n\(names.count)"
      if isEmptyImage { emptyImages.append(name) }
      names.append(Name(text: name, kind: kind))
      keys.append("\"name\": \"\(name)\"")
    }
    keys += (costs.isArranged ? arrangedGeometry() : geometry()) + content(kind)
    keys += chance(0.2) ? ["\"use\": \"plain\""] : appearance()
    if chance(0.2) { keys += layerTime() }
    if chance(0.1) { keys.append("\"transition\": \(transition())") }
    if chance(0.4) {
      let animations = (0..<random.int(in: 1...3)).map { _ in animation(of: kind, groups: 0) }
      keys.append("\"animations\": [\(animations.joined(separator: ", "))]")
    }
    let outer = costs.instances
    if kind == "replicator" {
      let count = chance(oddity / 4) ? 100 : random.int(in: 0...6)
      costs.instances *= max(count, 1)
      keys.append("\"instances\": \(count)")
    }
    let isArranged = costs.isArranged
    costs.isArranged = Self.arrangements.contains(kind)
    keys += inner(depth: depth, isReplicator: kind == "replicator")
    (costs.instances, costs.isArranged) = (outer, isArranged)
    return "{ " + keys.joined(separator: ", ") + " }"
  }

  /// Sublayers and a mask.
  private mutating func inner(depth: Int, isReplicator: Bool) -> [String] {
    var keys: [String] = []
    let deepest = chance(0.05) ? 55 : Self.usualDepth
    let isFull = costs.layers * costs.instances > 400 || depth >= deepest
    if !isFull, chance(isReplicator || deepest > Self.usualDepth ? 0.95 : 0.4) {
      let count = deepest > Self.usualDepth ? 1 : random.int(in: 1...3)
      let layers = (0..<count).map { _ in layer(depth: depth + 1) }
      keys.append("\"layers\": [\(layers.joined(separator: ",\n"))]")
    }
    if !isFull, chance(0.15) {
      let outer = costs
      (costs.isInMask, costs.isArranged) = (true, false)
      keys.append("\"mask\": \(layer(depth: depth + 1))")
      (costs.isInMask, costs.isArranged) = (outer.isInMask, outer.isArranged)
    }
    return keys
  }

  private mutating func geometry() -> [String] {
    var keys: [String] = []
    if chance(0.3) {
      let corner = "\(length()), \(length())"
      keys.append(
        "\"frame\": [\(corner), \(length(allowsNegative: false)), \(length(allowsNegative: false))]"
      )
    } else {
      if chance(0.5) { keys.append("\"position\": \(lengths(2))") }
      if chance(0.6) { keys.append("\"size\": \(lengths(2, allowsNegative: false))") }
    }
    return keys + placement()
  }

  /// The keys beside place and size.
  mutating func placement() -> [String] {
    var keys: [String] = []
    if chance(0.2) { keys.append("\"anchor\": \(numbers(2, in: -100...100))") }
    if chance(0.3) { keys.append("\"zPosition\": \(number(in: -1e6...1e6))") }
    keys += transform(0.3)
    if chance(0.1) { keys.append("\"sublayerTransform\": \(transformValue())") }
    return keys + depth()
  }

  /// `rotation`, `scale` and `translation`, each with a probability.
  private mutating func transform(_ probability: Double) -> [String] {
    var keys: [String] = []
    if chance(probability) {
      keys.append(
        "\"rotation\": "
          + (chance(0.6) ? number(in: -36_000...36_000) : numbers(3, in: -36_000...36_000)))
    }
    if chance(probability) {
      keys.append(
        "\"scale\": "
          + (chance(0.5)
            ? number(in: -1000...1000) : numbers(random.int(in: 2...3), in: -1000...1000)))
    }
    if chance(probability) {
      keys.append("\"translation\": \(lengths(random.int(in: 2...3)))")
    }
    return keys
  }

  mutating func transformValue() -> String {
    var keys = transform(0.6)
    if chance(0.3, since: .second) {
      keys.append("\"perspective\": \(length(allowsNegative: false))")
    }
    return "{ \(keys.joined(separator: ", ")) }"
  }

  mutating func appearance() -> [String] {
    var keys: [String] = []
    if chance(0.3) { keys.append("\"opacity\": \(number(in: 0...1))") }
    if chance(0.05) { keys.append("\"hidden\": \(flag())") }
    if chance(0.2) { keys.append("\"masksToBounds\": \(flag())") }
    if chance(0.5) { keys.append("\"backgroundColor\": \(color())") }
    if chance(0.3) { keys.append("\"cornerRadius\": \(length(allowsNegative: false))") }
    if chance(0.3) {
      keys.append("\"borderWidth\": \(length(allowsNegative: false))")
      keys.append("\"borderColor\": \(color())")
    }
    if chance(0.15) {
      keys.append("\"shadowOpacity\": \(number(in: 0...1))")
      keys.append("\"shadowRadius\": \(length(allowsNegative: false))")
      keys.append("\"shadowOffset\": \(lengths(2))")
      if chance(0.5) { keys.append("\"shadowColor\": \(color())") }
      if chance(0.3) { keys.append("\"shadowPath\": \(path())") }
    }
    if chance(0.1) { keys.append("\"essential\": \(flag())") }
    if chance(0.1) { keys.append("\"label\": \"a label\"") }
    return keys + modes()
  }

  private mutating func layerTime() -> [String] {
    [
      "\"speed\": \(number(in: -1000...1000))",
      "\"timeOffset\": \(number(in: -86_400...86_400))",
      "\"beginTime\": \(number(in: -86_400...86_400))",
    ]
  }

  private mutating func transition() -> String {
    let type = quoted(["fade", "moveIn", "push", "reveal"])
    return "{ \"type\": \(type), \"duration\": \(number(in: 0.001...86_400)),"
      + " \"timing\": \(timing()) }"
  }

  // MARK: Kinds

  private mutating func content(_ kind: String) -> [String] {
    switch kind {
    case "shape": shape()
    case "gradient": gradient()
    case "text": text()
    case "progress": progress()
    case "loader": loader()
    case "emitter": emitter()
    case "replicator": replicator()
    case "image": image()
    case "frames": frames()
    case "qr": code()
    case "row", "column", "overlay": arrangement(kind)
    case "log": log()
    default: []
    }
  }

  private mutating func shape() -> [String] {
    var keys = ["\"path\": \(path())"]
    if chance(0.6) { keys.append("\"fillColor\": \(color())") }
    if chance(0.3) { keys.append("\"fillRule\": \(quoted(["non-zero", "even-odd"]))") }
    if chance(0.7) {
      keys.append("\"strokeColor\": \(color())")
      keys.append("\"lineWidth\": \(length(allowsNegative: false))")
      keys.append("\"lineCap\": \(quoted(["butt", "round", "square"]))")
      keys.append("\"lineJoin\": \(quoted(["miter", "round", "bevel"]))")
      if chance(0.3) { keys.append("\"miterLimit\": \(number(in: 0...1000))") }
    }
    if chance(0.3) {
      let dashes = (0..<random.int(in: 1...4)).map { _ in length(allowsNegative: false) }
      keys.append("\"lineDashPattern\": [\(dashes.joined(separator: ", ")), 1]")
      keys.append("\"lineDashPhase\": \(length())")
    }
    if chance(0.2) { keys.append("\"strokeStart\": \(number(in: -1000...1000))") }
    if chance(0.3) { keys.append("\"strokeEnd\": \(number(in: -1000...1000))") }
    return keys
  }

  mutating func path() -> String {
    if chance(0.15) { return "[\(onePath()), \(onePath())]" }
    return onePath()
  }

  private mutating func onePath() -> String {
    let box =
      "\"x\": \(length()), \"y\": \(length()), \"width\": \(length(allowsNegative: false)),"
      + " \"height\": \(length(allowsNegative: false))"
    let radius = length(allowsNegative: false)
    switch random.int(in: 0...8) {
    case 0: return "{ \"rect\": { \(box) } }"
    case 1: return "{ \"roundedRect\": { \(box), \"radius\": \(radius) } }"
    case 2: return "{ \"ellipse\": { \(box) } }"
    case 3: return "{ \"circle\": { \"center\": \(lengths(2)), \"radius\": \(radius) } }"
    case 4:
      return "{ \"arc\": { \"radius\": \(radius), \"start\": \(number(in: -3600...3600)),"
        + " \"sweep\": \(number(in: -360...360)) } }"
    case 5: return "{ \"line\": { \"from\": \(lengths(2)), \"to\": \(lengths(2)) } }"
    case 6:
      let points = (0..<random.int(in: 2...6)).map { _ in lengths(2) }
      return "{ \"polygon\": [\(points.joined(separator: ", "))] }"
    default:
      let viewBox = chance(0.5) ? ", \"viewBox\": [0, 0, 100, \(number(in: 1...32_768))]" : ""
      return "{ \"svg\": \"\(svg())\"\(viewBox) }"
    }
  }

  private mutating func svg() -> String {
    func some(_ count: Int) -> String {
      (0..<count).map { _ in number(in: -1e30...1e30) }.joined(separator: " ")
    }
    var data = "M\(some(2))"
    for _ in 0..<random.int(in: 1...5) {
      switch random.int(in: 0...7) {
      case 0: data += pick(["L", "l", "T", "t"]) + some(2)
      case 1: data += pick(["H", "h", "V", "v"]) + some(1)
      case 2: data += pick(["C", "c"]) + some(6)
      case 3: data += pick(["S", "s", "Q", "q"]) + some(4)
      case 4, 5:
        data += pick(["A", "a"]) + some(3) + pick([" 0 0 ", " 1 0 ", " 0 1 ", " 1 1 "]) + some(2)
      case 6: data += "z"
      default: data += "M" + some(2)
      }
    }
    return data
  }

  private mutating func gradient() -> [String] {
    let count = random.int(in: 2...5)
    var keys = [
      "\"style\": \(quoted(["axial", "radial", "conic"]))", "\"colors\": \(colors(count))",
    ]
    if chance(0.4) {
      let steps = (0..<count).map { _ in random.int(in: 0...8) }.sorted()
      keys.append("\"locations\": [\(steps.map { "\(Double($0) / 8)" }.joined(separator: ", "))]")
    }
    if chance(0.6) { keys.append("\"start\": \(numbers(2, in: -100...100))") }
    if chance(0.6) { keys.append("\"end\": \(numbers(2, in: -100...100))") }
    return keys
  }

  private mutating func text() -> [String] {
    var keys = [
      "\"string\": "
        + (chance(0.3, since: .full) ? runs() : quoted(texts))
    ]
    keys.append("\"fontSize\": \(length(allowsNegative: false))")
    if chance(0.4) {
      keys.append(
        "\"alignment\": \(quoted(["natural", "left", "center", "right", "justified"]))")
    }
    if chance(0.3) {
      keys.append("\"verticalAlignment\": \(quoted(["top", "center", "bottom"]))")
    }
    if chance(0.4) {
      keys.append("\"truncation\": \(quoted(["none", "start", "middle", "end"]))")
    }
    if chance(0.4) { keys.append("\"wrapped\": \(flag())") }
    if chance(0.2) { keys.append("\"lines\": \(random.int(in: 0...4))") }
    if chance(0.3) { keys.append("\"lineHeight\": \(number(in: 0.1...10))") }
    if chance(0.3) { keys.append("\"letterSpacing\": \(length())") }
    if chance(0.3) { keys.append("\"minimumFontSize\": \(length(allowsNegative: false))") }
    if chance(0.3) { keys.append("\"color\": \(color())") }
    if chance(0.3) { keys.append("\"progress\": \(number(in: 0...1))") }
    return keys
  }

  private mutating func loader() -> [String] {
    [
      "\"radius\": \(length(allowsNegative: false))",
      "\"lineWidth\": \(length(allowsNegative: false))", "\"color\": \(color())",
    ]
  }

  private mutating func progress() -> [String] {
    let styles = ["circle", "line", "basic", "inset", "filled", "pie", "fireworks"] + self.styles
    let style = pick(styles)
    var keys = ["\"style\": \"\(style)\""]
    switch style {
    case "circle":
      if chance(0.5) { keys.append("\"trackWidth\": \(length(allowsNegative: false))") }
      if chance(0.5) { keys.append("\"progressWidth\": \(length(allowsNegative: false))") }
    case "line":
      if chance(0.5) { keys.append("\"lineWidth\": \(length(allowsNegative: false))") }
      if chance(0.5) { keys.append("\"spacing\": \(length(allowsNegative: false))") }
    default: break
    }
    if ["circle", "line", "basic", "inset"].contains(style), chance(0.5) {
      keys.append("\"segments\": \(random.int(in: 1...12))")
    }
    keys.append("\"progress\": \(number(in: 0...1))")
    if chance(0.3) { keys.append("\"indeterminate\": \(flag())") }
    if chance(0.4) { keys.append("\"progressColor\": \(color())") }
    if chance(0.4) {
      keys.append("\"content\": \(quoted(["stop", "sparks", "percentage"]))")
    }
    return keys
  }

  private mutating func image() -> [String] {
    var keys = pictures.isEmpty ? [] : ["\"file\": \"\(pick(pictures))\""]
    let gravities = ["resize", "resizeAspect", "resizeAspectFill", "center", "topLeft"]
    if chance(0.5) { keys.append("\"gravity\": \(quoted(gravities))") }
    if chance(0.4) { keys.append("\"filter\": \(quoted(["bilinear", "nearest"]))") }
    if chance(0.4) { keys.append("\"pixelsPerPoint\": \(number(in: 0.1...16))") }
    if chance(0.4) {
      let corner = "\(number(in: -100...100)), \(number(in: -100...100))"
      keys.append("\"contentsRect\": [\(corner), \(number(in: 0.01...100)), 0.5]")
    }
    if chance(0.3) { keys.append("\"contentsCenter\": [0.25, 0.25, \(number(in: 0...0.5)), 0.5]") }
    return keys
  }

  private mutating func replicator() -> [String] {
    var keys = ["\"instanceTransform\": \(transformValue())"]
    if chance(0.5) { keys.append("\"delay\": \(number(in: 0...86_400))") }
    if chance(0.4) { keys.append("\"instanceColor\": \(color())") }
    if chance(0.4) { keys.append("\"colorOffset\": \(numbers(4, in: -1...1))") }
    return keys
  }
}
