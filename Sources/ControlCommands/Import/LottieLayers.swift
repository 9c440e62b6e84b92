import Animation
import Geometry
import Layers
import Lottie
import Raster

/// Layers of a Lottie file as a scene file writes them.
struct LottieLayers {
  private(set) var animationCount = 0
  /// The names of a scene's variables by those of slots.
  var variables: [String: String] = [:]

  mutating func entries(of nodes: [LayerNode]) -> [ImportedScene.Entry] {
    var names: Set<String> = []
    var entries: [ImportedScene.Entry] = []
    for node in nodes {
      var entry = entry(of: node)
      if let name = Self.name(node.name, &names) { entry.setName(name) }
      entries.append(entry)
    }
    return entries
  }

  /// A name that a scene may have, other than those of its siblings; nil for none.
  private static func name(_ text: String, _ names: inout Set<String>) -> String? {
    var name = text.replacing("/", with: "-").filter { !$0.isNewline }
    // Some bytes are left for a number.
    while name.utf8.count > 120 { name.removeLast() }
    guard !name.isEmpty else { return nil }
    var unique = name
    var number = 2
    while !names.insert(unique).inserted {
      unique = "\(name) \(number)"
      number += 1
    }
    return unique
  }

  // MARK: Layers

  private mutating func entry(of node: LayerNode) -> ImportedScene.Entry {
    var entry = ImportedScene.Entry()
    switch node.kind {
    case .plain: break
    case .shape: entry.set("kind", "shape")
    case .gradient: entry.set("kind", "gradient")
    }
    let isPlaced = node.values.contains { $0.key == .position }
    if let frame = node.frame {
      if isPlaced {
        entry.set("size", [frame.width, frame.height])
      } else {
        entry.set(
          "frame", [frame.minX, frame.minY, frame.width, frame.height].map(Self.thousandths))
      }
    }
    if node.masksToBounds { entry.set("masksToBounds", json: "true") }
    if let color = node.backgroundColor { entry.set("backgroundColor", color.text) }
    for key in LayerNode.Key.allCases {
      if let slot = node.slots.first(where: { $0.key == key }), let name = variables[slot.name] {
        entry.set(key == .fillColor ? "fillColor" : "strokeColor", "$" + name)
        continue
      }
      for (own, value) in node.values where own == key { Self.set(key, value, in: &entry) }
    }
    if node.fillRule == .evenOdd { entry.set("fillRule", "even-odd") }
    if let style = node.strokeStyle {
      entry.setEnds(style)
      if !style.dashes.isEmpty { entry.set("lineDashPattern", style.dashes) }
    }
    if case .gradient(let gradient) = node.kind, let frame = node.frame {
      let box = Rect(origin: .zero, size: frame.size)
      _ = entry.setGradient(gradient, gradient.transform, in: box)
    }
    animationCount += node.animations.count
    entry.animations = node.animations.map { Self.entry(of: $0) }
    entry.mask = entries(of: node.mask)
    entry.sublayers = entries(of: node.sublayers)
    return entry
  }

  private static func set(
    _ key: LayerNode.Key, _ value: AnimatableValue, in entry: inout ImportedScene.Entry
  ) {
    let name =
      switch key {
      case .anchorPoint: "anchor"
      case .position: "position"
      case .rotation: "rotation"
      case .scale: "scale"
      case .opacity: "opacity"
      case .hidden: "hidden"
      case .path: "path"
      case .fillColor: "fillColor"
      case .strokeColor: "strokeColor"
      case .lineWidth: "lineWidth"
      case .lineDashPhase: "lineDashPhase"
      case .strokeStart: "strokeStart"
      case .strokeEnd: "strokeEnd"
      }
    if case .size(let scale) = value, scale.width == scale.height {
      return entry.set(name, scale.width)
    }
    entry.set(name, json: text(value, isFraction: key == .anchorPoint || key == .scale))
  }

  // MARK: Animations

  private static func entry(of animation: KeyframeAnimation) -> ImportedScene.Entry {
    var entry = ImportedScene.Entry()
    let isFraction = animation.keyPath.property == .anchorPoint
    // Rotations are degrees already.
    let values = animation.values.map { text($0, isFraction: isFraction) }
    entry.set("key", LayerKind.layer.name(of: animation.keyPath.name))
    let paces = animation.timingFunctions
    if values.count == 2, animation.calculationMode == .linear, animation.keyTimes == [0, 1] {
      entry.set("from", json: values[0])
      entry.set("to", json: values[1])
      entry.set("timing", json: text(paces.first ?? .linear))
    } else {
      if animation.calculationMode == .discrete { entry.set("calculationMode", "discrete") }
      entry.set("values", json: "[" + values.joined(separator: ", ") + "]")
      entry.set("keyTimes", animation.keyTimes)
      if !paces.isEmpty {
        entry.set("timings", json: "[" + paces.map { text($0) }.joined(separator: ", ") + "]")
      }
    }
    entry.set("duration", animation.timing.duration)
    entry.set("repeat", "forever")
    return entry
  }

  private static func text(_ pace: MediaTimingFunction) -> String {
    if let name = pace.name { return "\"\(name)\"" }
    let numbers = [pace.x1, pace.y1, pace.x2, pace.y2].map {
      ImportedScene.Entry.text(($0 * 10_000).rounded() / 10_000)
    }
    return "[" + numbers.joined(separator: ", ") + "]"
  }

  /// - Parameter isFraction: true for numbers that need all digits.
  private static func text(_ value: AnimatableValue, isFraction: Bool) -> String {
    func list(_ numbers: Double...) -> String {
      let texts = numbers.map { ImportedScene.Entry.text(isFraction ? $0 : thousandths($0)) }
      return "[" + texts.joined(separator: ", ") + "]"
    }
    switch value {
    case .scalar(let number): return ImportedScene.Entry.text(number)
    case .point(let point): return list(point.x, point.y)
    case .size(let size): return list(size.width, size.height)
    case .flag(let flag): return flag ? "true" : "false"
    case .path(let path): return "{ \"svg\": \"\(path.data)\" }"
    case .color(let color):
      let own = Color(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
      return "\"\(own.text)\""
    case .rect, .transform, .scalars, .colors: return "null"
    }
  }

  private static func thousandths(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
}
