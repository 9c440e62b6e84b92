import JSON
import Raster

/// Progress layers: their styles and what they show within.
extension SceneReader {
  private enum Style: String, CaseIterable { case circle, line, basic, inset, filled, pie }

  func progress(_ reader: inout ObjectReader) -> ProgressDescription {
    let name = reader.choice("style", Style.allCases.map { ($0.rawValue, $0) }) ?? .circle
    let style: ProgressDescription.Style
    switch name {
    case .circle:
      style = .circle(
        trackWidth: reader.length("trackWidth"), progressWidth: reader.length("progressWidth"))
    case .line:
      style = .line(width: reader.length("lineWidth"), spacing: reader.length("spacing"))
    case .basic: style = .basic
    case .inset: style = .inset
    case .filled: style = .filled
    case .pie: style = .pie
    }
    let hasSegments =
      switch name {
      case .circle, .line, .basic, .inset: true
      case .filled, .pie: false
      }
    var progress = ProgressDescription(
      style: style,
      segments: hasSegments ? segments(&reader) : 1,
      trackColor: reader.color("trackColor"),
      progressColor: tint(&reader),
      progress: reader.number("progress", in: 0...1) ?? 0,
      isIndeterminate: reader.flag("indeterminate") ?? false)
    if let node = reader.take("content") { progress.content = content(node) }
    return progress
  }

  /// `tint`, which is also called `progressColor`.
  private func tint(_ reader: inout ObjectReader) -> Color? {
    let (tint, color) = (reader.color("tint"), reader.color("progressColor"))
    if let offset = reader.keyOffset("progressColor"), reader.keyOffset("tint") != nil {
      error(
        .conflict, at: offset, "`progressColor` beside `tint`, which says the same",
        expected: "one of the two")
    }
    return tint ?? color
  }

  private func segments(_ reader: inout ObjectReader) -> Int {
    guard let count = reader.integer("segments", in: 1...SceneLimits.segments) else { return 1 }
    segmentCount += count
    guard segmentCount <= SceneLimits.allSegments else {
      error(
        .limit, at: reader.keyOffset("segments") ?? reader.offset,
        "\(segmentCount) segments or more",
        expected: "at most \(SceneLimits.allSegments) in a scene")
      return 1
    }
    return count
  }

  // MARK: Content

  /// One content or an array of them, back to front.
  private func content(_ node: JSONNode) -> [ProgressDescription.Content] {
    var nodes = [node]
    if case .array(let elements) = node.content { nodes = elements }
    guard nodes.count <= SceneLimits.progressContents else {
      error(
        .limit, at: node.offset, "`content` has \(nodes.count) entries",
        expected: "at most \(SceneLimits.progressContents)")
      return []
    }
    return nodes.compactMap {
      choice($0, "content", [("stop", ProgressDescription.Content.stop)])
    }
  }
}
