import Animation
import Geometry
import JSON

/// The keys that only keyframe animations have, before they are interpreted.
struct KeyframeNodes {
  let values: JSONNode?
  let path: JSONNode?
  let keyTimes: JSONNode?
  let timings: JSONNode?
  let mode: CalculationMode?
  let rotationMode: RotationMode?
  /// `tension`, `continuity` and `bias`.
  let spline: [(String, JSONNode)]
  /// The first of the keys that have no effect without `values` or a `path`.
  let modifier: String?

  init(_ reader: inout ObjectReader) {
    values = reader.take("values")
    path = reader.take("path")
    keyTimes = reader.take("keyTimes")
    timings = reader.take("timings")
    mode = reader.choice("calculationMode", CalculationMode.allCases.map { ($0.name, $0) })
    rotationMode = reader.choice("rotationMode", RotationMode.allCases.map { ($0.name, $0) })
    var spline: [(String, JSONNode)] = []
    for name in ["tension", "continuity", "bias"] {
      if let node = reader.take(name) { spline.append((name, node)) }
    }
    self.spline = spline
    let names = [
      "keyTimes", "timings", "calculationMode", "rotationMode", "tension", "continuity", "bias",
    ]
    var modifier: String?
    for name in names where modifier == nil && reader.keyOffset(name) != nil { modifier = name }
    self.modifier = modifier
  }

  /// True if there are values or a path.
  var isComplete: Bool { values != nil || path != nil }

  var isEmpty: Bool { values == nil && path == nil && modifier == nil }
}

/// Animations through values and along paths.
extension SceneReader {
  func keyframes(
    _ nodes: KeyframeNodes, _ reader: ObjectReader, for keyPath: AnimationKeyPath,
    named name: String
  ) -> KeyframesDescription? {
    let mode = nodes.mode ?? .linear
    var description = KeyframesDescription(calculationMode: mode)
    guard let intervals = track(nodes, reader, for: keyPath, named: name, in: &description)
    else { return nil }
    description.rotationMode = nodes.rotationMode
    if nodes.rotationMode != nil, nodes.path == nil {
      error(
        .missingKey, at: reader.keyOffset("rotationMode") ?? reader.offset,
        "`rotationMode` without a `path` to turn with", expected: "a `path`")
    }
    description.keyTimes = keyTimes(nodes, reader, mode, intervals) ?? []
    description.timingFunctions = timings(nodes, reader, mode, intervals) ?? []
    description.spline = splineShape(nodes, reader, mode)
    return description
  }

  /// Reads the values, or the path.
  /// - Returns: the number of intervals between keyframes; nil, with a diagnostic, if there are
  ///   neither, both, or wrong ones.
  private func track(
    _ nodes: KeyframeNodes, _ reader: ObjectReader, for keyPath: AnimationKeyPath,
    named name: String, in description: inout KeyframesDescription
  ) -> Int? {
    switch (nodes.values, nodes.path) {
    case (nil, nil):
      error(
        .missingKey, at: reader.keyOffset(nodes.modifier ?? "") ?? reader.offset,
        "`" + (nodes.modifier ?? "") + "` without keyframes", expected: "`values` or a `path`")
      return nil
    case (_?, _?):
      error(
        .conflict, at: reader.keyOffset("path") ?? reader.offset,
        "`path` beside `values`, which it would replace", expected: "one of the two")
      return nil
    case (let node?, nil):
      guard let values = keyframeValues(node, for: keyPath) else { return nil }
      description.values = values
      return description.calculationMode == .discrete ? values.count : values.count - 1
    case (nil, let node?):
      guard keyPath.kind == .point, keyPath.property == .position || keyPath.property == .bounds
      else {
        error(
          .conflict, at: reader.keyOffset("path") ?? reader.offset,
          "`" + name + "` cannot follow a path",
          expected: "the `key` \"position\" or \"bounds.origin\"")
        return nil
      }
      let path = path(node, "path")
      description.path = path
      let count = path.segmentCount
      // A path with a mistake in it has been reported.
      if count == 0, !path.parts.isEmpty {
        error(.invalidPath, at: node.offset, "the path has no length", expected: "a line or more")
      }
      return count > 0 ? count : nil
    }
  }

  func keyframeValues(
    _ node: JSONNode, for keyPath: AnimationKeyPath, atLeast least: Int = 1
  ) -> [ValueDescription]? {
    guard let nodes = elements(node, "values", count: least...SceneLimits.keyframes, of: "values")
    else { return nil }
    counts.keyframes += nodes.count
    guard counts.keyframes <= SceneLimits.allKeyframes else {
      error(
        .limit, at: node.offset, "\(counts.keyframes) keyframes or more",
        expected: "at most \(SceneLimits.allKeyframes) in a scene")
      return nil
    }
    var values: [ValueDescription] = []
    for node in nodes {
      guard let value = value(node, "values", for: keyPath) else { return nil }
      values.append(value)
    }
    return values
  }

  private func keyTimes(
    _ nodes: KeyframeNodes, _ reader: ObjectReader, _ mode: CalculationMode, _ intervals: Int
  ) -> [Double]? {
    guard let node = nodes.keyTimes else { return nil }
    if mode.isPaced {
      warnPaced("keyTimes", reader, mode)
      return nil
    }
    guard intervals > 0 else {
      warnSingle("keyTimes", reader)
      return nil
    }
    let count = intervals + 1
    let ends =
      nodes.path != nil
      ? "one for each line, curve and arc of the path, and one for the end"
      : mode == .discrete ? "one for each value, and one for the end" : "one for each value"
    guard hasCount(count, node, "keyTimes", of: "numbers", expected: ends),
      let times = numbers(node, "keyTimes", count: count...count, in: 0...1)
    else { return nil }
    guard KeyframeAnimation.isValid(keyTimes: times, intervalCount: intervals) else {
      error(
        .outOfRange, at: node.offset, "`keyTimes` that do not run from 0 to 1",
        expected: "0 first, 1 last, and none below the one before it")
      return nil
    }
    return times
  }

  private func timings(
    _ nodes: KeyframeNodes, _ reader: ObjectReader, _ mode: CalculationMode, _ intervals: Int
  ) -> [MediaTimingFunction]? {
    guard let node = nodes.timings else { return nil }
    if mode.isPaced || mode == .discrete {
      warnPaced("timings", reader, mode)
      return nil
    }
    guard intervals > 0 else {
      warnSingle("timings", reader)
      return nil
    }
    let ends =
      nodes.path != nil
      ? "one for each line, curve and arc of the path" : "one for each way from value to value"
    guard hasCount(intervals, node, "timings", of: "timing functions", expected: ends),
      case .array(let functions) = node.content
    else { return nil }
    return functions.compactMap { timing($0, "timings")?.function }
  }

  /// Returns false, with a diagnostic, for an array that is too long or too short, or is no array.
  private func hasCount(
    _ count: Int, _ node: JSONNode, _ key: String, of what: String, expected: String
  ) -> Bool {
    note(node, .array(0...SceneLimits.keyframes))
    guard case .array(let nodes) = node.content else {
      wrongType(node, key, expected: "an array of " + what)
      return false
    }
    guard nodes.count == count else {
      error(
        .outOfRange, at: node.offset, "`" + key + "` has \(nodes.count) " + what,
        expected: "\(count): " + expected)
      return false
    }
    return true
  }

  private func warnSingle(_ key: String, _ reader: ObjectReader) {
    warn(
      .withoutEffect, at: reader.keyOffset(key) ?? reader.offset,
      "`" + key + "` mean nothing for a single value")
  }

  private func warnPaced(_ key: String, _ reader: ObjectReader, _ mode: CalculationMode) {
    warn(
      .withoutEffect, at: reader.keyOffset(key) ?? reader.offset,
      "`" + key + "` mean nothing in the mode \"" + mode.name + "\"",
      hint: "the modes \"linear\" and \"cubic\" follow them")
  }

  private func splineShape(
    _ nodes: KeyframeNodes, _ reader: ObjectReader, _ mode: CalculationMode
  ) -> SplineShape {
    var shape = SplineShape()
    for (name, node) in nodes.spline {
      guard mode.isCubic, case .array(let values)? = nodes.values?.content else {
        warn(
          .withoutEffect, at: reader.keyOffset(name) ?? reader.offset,
          "`" + name + "` has an effect only on `values` in a cubic mode",
          hint: "set `calculationMode` to \"cubic\"")
        continue
      }
      let list: [Double]
      note(node, .oneOrMore(0...SceneLimits.keyframes))
      if case .array = node.content {
        list = numbers(node, name, count: values.count...values.count, in: -1...1) ?? []
      } else {
        list =
          number(node, name, in: -1...1).map { Array(repeating: $0, count: values.count) } ?? []
      }
      switch name {
      case "tension": shape.tension = list
      case "continuity": shape.continuity = list
      default: shape.bias = list
      }
    }
    return shape
  }
}

extension PathDescription {
  /// The number of lines, curves and arcs of the path if none of them collapses.
  fileprivate var segmentCount: Int {
    let size = Size(width: 1600, height: 900)
    return PathSegments(resolved(LengthContext(size: size, output: size))).count
  }
}
