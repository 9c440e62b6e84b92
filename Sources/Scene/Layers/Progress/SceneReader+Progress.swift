import CodeUnits
import JSON
import Raster

/// Progress layers: their styles and their contents.
extension SceneReader {
  private enum Style: String, CaseIterable {
    case circle, line, basic, inset, filled, pie, fireworks
  }

  private enum StyleChoice {
    case builtIn(Style)
    case declared(String)
  }

  /// The names of the styles that need no declaration.
  static var builtInProgressStyles: [String] { Style.allCases.map { $0.rawValue } }

  func progress(_ reader: inout ObjectReader) -> ProgressDescription {
    let choices =
      Style.allCases.map { ($0.rawValue, StyleChoice.builtIn($0)) }
      + progressStyles.names.map { ($0, StyleChoice.declared($0)) }
    let style = reader.take("style")
    if let style { note(style, .string) }
    var isBuiltIn = true
    if case .string(let text)? = style?.content {
      isBuiltIn = Self.builtInProgressStyles.contains { $0.isIdentical(to: text) }
    }
    let chosen =
      progressStyles.isUnread && !isBuiltIn
      ? nil : style.flatMap { choice($0, "style", choices) }
    // The keys depend on the style. After a mistake in it, the keys of every other style are
    // accepted beside those of the usual one, which are read.
    if style != nil, chosen == nil {
      for key in ["lineWidth", "spacing", "direction"] { _ = reader.take(key) }
    }
    switch chosen ?? .builtIn(.circle) {
    case .builtIn(let style): return progress(&reader, in: style)
    case .declared(let name):
      let style = progressStyle(name, at: reader.offset)
      return progress(&reader, in: style.map { .declared($0) } ?? .basic, segments: 1)
    }
  }

  private func progress(_ reader: inout ObjectReader, in name: Style) -> ProgressDescription {
    let style: ProgressDescription.Style
    switch name {
    case .circle:
      style = .circle(
        trackWidth: reader.length("trackWidth"), progressWidth: reader.length("progressWidth"))
    case .line:
      style = .line(
        width: reader.length("lineWidth"), spacing: reader.length("spacing"),
        direction: direction(&reader))
    case .basic: style = .basic
    case .inset: style = .inset
    case .filled: style = .filled
    case .pie: style = .pie
    case .fireworks: style = .fireworks
    }
    let hasSegments =
      switch name {
      case .circle, .line, .basic, .inset: true
      case .filled, .pie, .fireworks: false
      }
    let segments = hasSegments ? segments(&reader) : 1
    let trackColor = reader.color("trackColor")
    var progress = progress(&reader, in: style, segments: segments)
    progress.trackColor = trackColor
    return progress
  }

  /// Reads the keys that progress layers of every style have.
  private func progress(
    _ reader: inout ObjectReader, in style: ProgressDescription.Style, segments: Int
  ) -> ProgressDescription {
    var progress = ProgressDescription(
      style: style, segments: segments,
      progressColor: reader.take("progressColor", or: "tint").flatMap {
        color($0, "progressColor")
      },
      progress: reader.number("progress", in: 0...1) ?? 0,
      isIndeterminate: reader.flag("indeterminate") ?? false)
    if let node = reader.take("content") { progress.content = content(node) }
    return progress
  }

  private func segments(_ reader: inout ObjectReader) -> Int {
    guard let count = reader.integer("segments", in: 1...SceneLimits.segments) else { return 1 }
    counts.segments += count
    guard counts.segments <= SceneLimits.allSegments else {
      error(
        .limit, at: reader.keyOffset("segments") ?? reader.offset,
        "\(counts.segments) segments or more",
        expected: "at most \(SceneLimits.allSegments) in a scene")
      return 1
    }
    return count
  }
}
