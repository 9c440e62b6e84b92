import Animation
import Geometry
import JSON
import Raster

/// Properties and their keyframes.
extension DocumentReader {
  /// A property of numbers; `fallback` where it is absent.
  func numbers(_ node: JSONCursor?, _ fallback: Double = 0) -> Track<Numbers> {
    numbers(node, Numbers(repeating: fallback))
  }

  func numbers(_ node: JSONCursor?, _ fallback: Numbers) -> Track<Numbers> {
    track(node, fallback) { $0.numbers }
  }

  /// A property of percents for each axis; one number alone is for all.
  func scale(_ node: JSONCursor?) -> Track<Numbers> {
    track(node, Numbers(repeating: 100)) { value in
      let isAlone = value.double != nil || value.array?.count == 1
      return value.numbers.map { isAlone ? Numbers(repeating: $0.x) : $0 }
    }
  }

  /// A property of a colour with components of 0…1.
  func color(_ node: JSONCursor?) -> Track<Numbers> {
    track(node, Numbers(0, 0, 0, 1)) { colorValue($0) }
  }

  /// A colour: numbers of 0…1, in older files of 0…255, or a text as solids have it; nil for
  /// others.
  func colorValue(_ value: JSONCursor) -> Numbers? {
    if let text = value.text, !text.utf8.isEmpty {
      let color = ColorText.color(text)
      return Numbers(color.red, color.green, color.blue, 1)
    }
    guard var color = value.numbers else { return nil }
    // Rounding and mixed colours may give a little more than 1, which is painted as 1.
    if max(color.x, color.y, color.z) > 1.5 { color = color / 255 }
    color.w = 1
    return color
  }

  /// - Parameter isClosed: of contours that do not say it themselves.
  func contours(_ node: JSONCursor?, isClosed: Bool = true) -> Track<ContourList> {
    track(node, ContourList(contours: [])) { ContourReader.list($0, isClosed: isClosed) }
  }

  func numberList(_ node: JSONCursor?) -> Track<NumberList> {
    track(node, NumberList(values: [])) { value in
      value.elements.map { NumberList(values: $0.map { $0.number ?? 0 }) }
    }
  }

  func position(_ node: JSONCursor?) -> PositionTrack {
    guard let node else { return .fixed(.zero) }
    if isSplit(node) {
      return .split(x: numbers(node.member("x")), y: numbers(node.member("y")))
    }
    warnOfExpression(node)
    guard let frames = keyframes(of: node) else {
      return .joined(Track(value(of: node)?.numbers ?? .zero), motions: [])
    }
    let track = segments(frames, .zero) { $0.numbers }
    var motions: [MotionPath?] = []
    var places = frames.makeIterator()
    var current = places.next()
    for segment in track.segments {
      // Segments were made of keyframes in order; some of these may have been left out.
      while let frame = current, frame.time != segment.start { current = places.next() }
      let path = current.flatMap { motion(segment, $0.node) }
      if path != nil { changes.add(from: segment.start, to: segment.end) }
      motions.append(path)
      current = places.next()
    }
    return .joined(track, motions: motions)
  }

  /// True if a position has a property for each coordinate, and not an expression in `x`. Some
  /// files leave out the flag that says so.
  private func isSplit(_ node: JSONCursor) -> Bool {
    guard node.member("s")?.flag == true || node.member("k") == nil else { return false }
    func isProperty(_ node: JSONCursor?) -> Bool {
      node.map { $0.isObject || $0.double != nil } ?? false
    }
    return isProperty(node.member("x")) || isProperty(node.member("y"))
  }

  private func motion(_ segment: Track<Numbers>.Segment, _ node: JSONCursor) -> MotionPath? {
    guard segment.pace != .hold else { return nil }
    let out = node.member("to")?.numbers ?? .zero
    let back = node.member("ti")?.numbers ?? .zero
    guard out.x != 0 || out.y != 0 || back.x != 0 || back.y != 0 else { return nil }
    let start = Point(x: segment.from.x, y: segment.from.y)
    let end = Point(x: segment.to.x, y: segment.to.y)
    return MotionPath(
      start: start, control1: start + Vector(dx: out.x, dy: out.y),
      control2: end + Vector(dx: back.x, dy: back.y), end: end)
  }

  // MARK: Keyframes

  private struct Keyframe {
    var time: Double
    var node: JSONCursor
  }

  private func track<Value: TrackValue>(
    _ node: JSONCursor?, _ fallback: Value, _ parse: (JSONCursor) -> Value?
  ) -> Track<Value> {
    guard let node else { return Track(fallback) }
    warnOfExpression(node)
    guard let frames = keyframes(of: node) else {
      return Track(value(of: node).flatMap(parse) ?? fallback)
    }
    return segments(frames, fallback, parse)
  }

  /// The fixed value of a property, which some files write without an object around it.
  private func value(of node: JSONCursor) -> JSONCursor? {
    node.isObject ? node.member("k") : node
  }

  private func warnOfExpression(_ node: JSONCursor) {
    if let text = node.member("x")?.text, !text.utf8.isEmpty {
      warn("an expression is not supported; its keyframes are used")
    }
  }

  /// In order of time; nil for a fixed value. A first one without a time is at 0.
  private func keyframes(of node: JSONCursor) -> [Keyframe]? {
    guard let list = value(of: node)?.elements, let first = list.first,
      first.member("t")?.number != nil || first.member("s") != nil
    else { return nil }
    var result: [Keyframe] = []
    for node in list {
      guard let time = node.member("t")?.number ?? (result.isEmpty ? 0 : nil),
        time >= result.last?.time ?? -.infinity
      else {
        warn("a keyframe without a time, or with one before the last keyframe's, is left out")
        continue
      }
      result.append(Keyframe(time: time, node: node))
    }
    return result
  }

  /// A keyframe's value is its own `s`; older files have the value at the end of its segment in
  /// `e`, and none at the last keyframe.
  private func segments<Value: TrackValue>(
    _ frames: [Keyframe], _ fallback: Value, _ parse: (JSONCursor) -> Value?
  ) -> Track<Value> {
    var segments: [Track<Value>.Segment] = []
    var from = frames.first?.node.member("s").flatMap(parse) ?? fallback
    let first = from
    for (frame, next) in zip(frames, frames.dropFirst()) {
      let isHold = frame.node.member("h")?.flag == true
      let to =
        next.node.member("s").flatMap(parse) ?? frame.node.member("e").flatMap(parse) ?? from
      if from != to { changes.add(from: isHold ? next.time : frame.time, to: next.time) }
      segments.append(
        Track<Value>.Segment(
          start: frame.time, end: next.time, from: from, to: to,
          pace: isHold ? .hold : pace(frame.node)))
      from = to
    }
    return segments.isEmpty ? Track(first) : Track(segments, first: first)
  }

  /// The pace of a keyframe. Where each component has handles, the first ones count for all. A
  /// missing handle lies at its end of the curve.
  private func pace(_ node: JSONCursor) -> Pace {
    let (out, into) = (node.member("o"), node.member("i"))
    if out == nil, into == nil { return .linear }
    func time(_ value: Double?, _ fallback: Double) -> Double { min(max(value ?? fallback, 0), 1) }
    let curve = MediaTimingFunction(
      x1: time(out?.member("x")?.number, 0), y1: out?.member("y")?.number ?? 0,
      x2: time(into?.member("x")?.number, 1), y2: into?.member("y")?.number ?? 1)
    guard let curve, curve != .linear else { return .linear }
    return .eased(curve)
  }
}

/// Contours as the format writes them.
enum ContourReader {
  /// One contour or a list of them; nil where there is none.
  static func list(_ node: JSONCursor, isClosed: Bool) -> ContourList? {
    if let elements = node.elements {
      let contours = elements.compactMap { contour($0, isClosed) }
      return contours.isEmpty ? nil : ContourList(contours: contours)
    }
    return contour(node, isClosed).map { ContourList(contours: [$0]) }
  }

  private static func contour(_ node: JSONCursor, _ isClosed: Bool) -> Contour? {
    guard let points = node.member("v")?.elements else { return nil }
    var into = node.member("i")?.elements
    var out = node.member("o")?.elements
    var vertices: [Contour.Vertex] = []
    for point in points {
      let place = point.numbers ?? .zero
      vertices.append(
        Contour.Vertex(
          Point(x: place.x, y: place.y), incoming: vector(into?.next()),
          outgoing: vector(out?.next())))
    }
    return Contour(vertices: vertices, isClosed: node.member("c")?.flag ?? isClosed)
  }

  private static func vector(_ node: JSONCursor?) -> Vector {
    let value = node?.numbers ?? .zero
    return Vector(dx: value.x, dy: value.y)
  }
}
