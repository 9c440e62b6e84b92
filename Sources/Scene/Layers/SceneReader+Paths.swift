import Geometry
import JSON

/// Paths of shape layers.
extension SceneReader {
  /// One part or an array of parts; empty, with a diagnostic, for a mistake.
  func path(_ node: JSONNode, _ key: String) -> PathDescription {
    note(node, .named("paths"))
    note(node, .oneOrMore(0...SceneLimits.pathElements))
    var path = PathDescription()
    if case .array(let nodes) = node.content {
      guard countPathElements(nodes.count, at: node) else { return path }
      for node in nodes where !isFull {
        if let part = part(node, key) { path.parts.append(part) }
      }
    } else if let part = part(node, key) {
      path.parts.append(part)
    }
    return path
  }

  private func part(_ node: JSONNode, _ key: String) -> PathDescription.Part? {
    let kinds = ["rect", "roundedRect", "circle", "ellipse", "arc", "line", "polygon", "svg"]
    let expected = "an object with one of the keys " + kinds.joined(separator: ", ")
    guard case .object(let members) = node.content else {
      var isText = false
      if case .string = node.content { isText = true }
      error(
        .wrongType, at: node.offset, "`" + key + "` is " + node.kindName, expected: expected,
        hint: isText ? "a path of SVG is written { \"svg\": \"M0 0…\" }" : nil)
      return nil
    }
    noteObject(at: node.offset, owner: "a path")
    for kind in kinds {
      noteKey(kind, in: node.offset, value: members.first { $0.key == kind }?.value)
    }
    // `viewBox` belongs to `svg` and stands beside it.
    let shapes = members.filter { $0.key != "viewBox" }
    guard shapes.count == 1, let member = shapes.first else {
      error(
        .invalidPath, at: node.offset, "a path with \(shapes.count) shapes", expected: expected,
        hint: shapes.count > 1 ? "an array of such objects draws several" : nil)
      return nil
    }
    guard countPathElements(1, at: member.value) else { return nil }
    let value = member.value
    switch member.key {
    case "svg": return svg(node, members)
    case "polygon": return polygon(value)
    case "rect": return read(value, "rect", "a rectangle", rect)
    case "roundedRect": return read(value, "roundedRect", "a rounded rectangle", roundedRect)
    case "circle": return read(value, "circle", "a circle", circle)
    case "ellipse": return read(value, "ellipse", "an ellipse", ellipse)
    case "arc": return read(value, "arc", "an arc", arc)
    case "line": return read(value, "line", "a line", line)
    default:
      error(
        .unknownKey, at: member.keyOffset,
        "unknown shape `" + ObjectReader.shortened(member.key) + "` in a path",
        expected: "one of " + kinds.joined(separator: ", "),
        hint: (Synonyms.name(for: member.key, among: kinds)
          ?? Spelling.nearest(to: member.key, among: kinds)).map { "did you mean `" + $0 + "`?" })
      return nil
    }
  }

  /// Counts towards the limit on all paths together. Returns false, with a diagnostic, beyond it.
  private func countPathElements(_ count: Int, at node: JSONNode) -> Bool {
    counts.pathElements += count
    guard counts.pathElements <= SceneLimits.pathElements else {
      error(
        .limit, at: node.offset, "paths of more than \(SceneLimits.pathElements) elements",
        expected: "at most that many in a scene")
      return false
    }
    return true
  }

  private func read(
    _ node: JSONNode, _ key: String, _ owner: String,
    _ body: (inout ObjectReader) -> PathDescription.Part?
  ) -> PathDescription.Part? {
    guard var reader = ObjectReader(self, node, key: key, owner: owner) else { return nil }
    let part = body(&reader)
    reader.finish()
    return part
  }

  private func box(_ reader: inout ObjectReader) -> PathDescription.Box {
    PathDescription.Box(
      x: reader.length("x", allowsNegative: true) ?? .points(0),
      y: reader.length("y", allowsNegative: true) ?? .points(0),
      width: reader.length("width") ?? .fraction(1),
      height: reader.length("height") ?? .fraction(1))
  }

  private func center(_ reader: inout ObjectReader) -> (Length, Length) {
    let center = reader.lengths("center", count: 2) ?? [.fraction(0.5), .fraction(0.5)]
    return (center[0], center[1])
  }

  private func rect(_ reader: inout ObjectReader) -> PathDescription.Part? {
    .rect(box(&reader), radius: .points(0))
  }

  private func roundedRect(_ reader: inout ObjectReader) -> PathDescription.Part? {
    let box = box(&reader)
    let radius = reader.require("radius", expected: "a length")
    return .rect(
      box, radius: radius.flatMap { length($0, "radius", allowsNegative: false) } ?? .points(0))
  }

  private func ellipse(_ reader: inout ObjectReader) -> PathDescription.Part? {
    .ellipse(box(&reader))
  }

  private func circle(_ reader: inout ObjectReader) -> PathDescription.Part? {
    .circle(center: center(&reader), radius: reader.length("radius") ?? .fraction(0.5))
  }

  private func arc(_ reader: inout ObjectReader) -> PathDescription.Part? {
    let center = center(&reader)
    let radius = reader.length("radius") ?? .fraction(0.5)
    let start = reader.number("start", in: -3600...3600, unit: .degrees) ?? -90
    let sweep = reader.number("sweep", in: -360...360, unit: .degrees) ?? 360
    return .arc(
      center: center, radius: radius, start: start * .pi / 180, sweep: sweep * .pi / 180)
  }

  private func line(_ reader: inout ObjectReader) -> PathDescription.Part? {
    guard let start = reader.require("from", expected: "a point [x, y]"),
      let end = reader.require("to", expected: "a point [x, y]"),
      let from = lengths(start, "from", count: 2...2), let to = lengths(end, "to", count: 2...2)
    else { return nil }
    return .lines([(from[0], from[1]), (to[0], to[1])], isClosed: false)
  }

  private func polygon(_ node: JSONNode) -> PathDescription.Part? {
    guard let nodes = elements(node, "polygon", count: 2...10_000, of: "points"),
      countPathElements(nodes.count, at: node)
    else { return nil }
    var points: [(Length, Length)] = []
    for node in nodes {
      guard let point = lengths(node, "polygon", count: 2...2) else { return nil }
      points.append((point[0], point[1]))
    }
    return .lines(points, isClosed: true)
  }

  private func svg(_ node: JSONNode, _ members: [JSONNode.Member]) -> PathDescription.Part? {
    var reader = ObjectReader(self, node, members: members, owner: "a path")
    var viewBox: Rect?
    if let box = reader.take("viewBox"),
      let values = numbers(
        box, "viewBox", count: 4...4, in: -SceneLimits.length...SceneLimits.length)
    {
      if values[2] > 0, values[3] > 0 {
        viewBox = Rect(x: values[0], y: values[1], width: values[2], height: values[3])
      } else {
        error(
          .outOfRange, at: box.offset, "`viewBox` is empty",
          expected: "[x, y, width, height] with sides greater than 0")
      }
    }
    defer { reader.finish() }
    guard let data = reader.take("svg"), let text = string(data, "svg") else { return nil }
    guard text.utf8.count <= SceneLimits.pathData else {
      error(
        .limit, at: data.offset, "path data of \(text.utf8.count) bytes",
        expected: "at most \(SceneLimits.pathData)")
      return nil
    }
    do throws(SVGPathError) {
      let path = try Path(svg: text)
      guard countPathElements(path.elements.count, at: data) else { return nil }
      return .fixed(path, viewBox: viewBox)
    } catch {
      let expected =
        switch error.reason {
        case .expectedMove: "'M' or 'm' at the beginning"
        case .expectedCommand: "one of the commands M L H V C S Q T A Z"
        case .expectedNumber: "a number"
        case .expectedFlag: "0 or 1"
        case .numberTooLarge: "a smaller number"
        }
      // The place inside the string is right as long as no escape comes before it.
      self.error(
        .invalidPath, at: min(data.offset + 1 + error.byteOffset, data.end - 1),
        "the path data cannot be read from here on", expected: expected)
      return nil
    }
  }
}
