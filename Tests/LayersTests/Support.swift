import Animation
import Foundation
import Geometry
import Layers
import Raster

/// A tree that has been committed once, at 0.
func committedTree(_ layers: Layer...) -> LayerTree {
  let root = Layer()
  root.bounds = Rect(x: 0, y: 0, width: 400, height: 300)
  for layer in layers { root.addSublayer(layer) }
  let tree = LayerTree(root: root)
  tree.advance(to: 0)
  tree.clearChanges()
  return tree
}

func circleLayer(
  _ style: CircleProgressStyle = CircleProgressStyle(), width: Double = 100, height: Double = 80
) -> ProgressLayer {
  let layer = ProgressLayer(style: style)
  layer.bounds = Rect(x: 0, y: 0, width: width, height: height)
  return layer
}

func lineLayer(
  _ style: LineProgressStyle = LineProgressStyle(), width: Double = 256, height: Double = 40
) -> ProgressLayer {
  let layer = ProgressLayer(style: style)
  layer.bounds = Rect(x: 0, y: 0, width: width, height: height)
  return layer
}

/// A linear animation of a layer's opacity.
func fade(
  from: Double = 0, to: Double = 1, duration: Double = 1,
  _ change: (inout BasicAnimation) -> Void = { _ in }
) -> Animation {
  var animation = BasicAnimation(
    keyPath: AnimationKeyPath(.opacity), from: .scalar(from), to: .scalar(to),
    timing: MediaTiming(duration: duration))
  change(&animation)
  return .basic(animation)
}

/// E(x) of easeInEaseOut.
func eased(_ time: Double) -> Double { MediaTimingFunction.easeInEaseOut.value(at: time) }

func isClose(_ a: Double?, _ b: Double, within tolerance: Double = 1e-9) -> Bool {
  guard let a else { return false }
  return abs(a - b) <= tolerance
}

extension Path {
  var arcs: [EllipticArc] {
    elements.compactMap {
      if case .arc(let arc) = $0 { arc } else { nil }
    }
  }

  var moveCount: Int {
    elements.count {
      if case .move = $0 { true } else { false }
    }
  }
}

extension DrawCommand {
  var stroke: (path: Path, style: StrokeStyle)? {
    if case .stroke(let path, let style) = shape { (path, style) } else { nil }
  }

  var fill: Path? {
    if case .stroke = shape { nil } else { shape.path }
  }

  var color: Color? {
    if case .color(let color) = paint { color } else { nil }
  }
}

/// The acceptance cases of one article that begin with a text.
func seedCases(_ seed: String, _ prefix: String) throws -> [(name: String, expected: Any)] {
  let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../AnimationTests/Vectors/14_seed_numbers.json")
  let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
  guard let cases = (object as? [String: Any])?["cases"] as? [[String: Any]]
  else { throw CocoaError(.fileReadCorruptFile) }
  return cases.compactMap { item in
    guard item["seed"] as? String == seed, let name = item["case"] as? String,
      name.hasPrefix(prefix), let expected = item["expected"]
    else { return nil }
    return (name, expected)
  }
}
