import JSON
import Text

/// The contents that progress layers show within their styles.
extension SceneReader {
  /// One content or an array of them, back to front.
  func content(_ node: JSONNode) -> [ProgressDescription.Content] {
    note(node, .oneOrMore(0...SceneLimits.progressContents))
    var nodes = [node]
    if case .array(let elements) = node.content { nodes = elements }
    guard nodes.count <= SceneLimits.progressContents else {
      error(
        .limit, at: node.offset, "`content` has \(nodes.count) entries",
        expected: "at most \(SceneLimits.progressContents)")
      return []
    }
    return nodes.compactMap { oneContent($0) }
  }

  /// The name of a kind, or an object with the name as `kind`.
  private func oneContent(_ node: JSONNode) -> ProgressDescription.Content? {
    let kinds = ContentKind.allCases.map { ($0.rawValue, $0) }
    guard case .object(let members) = node.content else {
      return choice(node, "content", kinds).map { kind in
        switch kind {
        case .stop: .stop(color: nil)
        case .sparks: .sparks(color: nil)
        case .percentage:
          .percentage(color: nil, fonts: usualFonts(at: node.offset), locale: "")
        }
      }
    }
    var reader = ObjectReader(self, node, members: members, owner: "a progress layer's content")
    let kind = reader.require("kind", expected: Self.alternatives(kinds.map { $0.0 }))
      .flatMap { choice($0, "kind", kinds) }
    let color = reader.color("color")
    let content: ProgressDescription.Content? =
      switch kind {
      case .stop: .stop(color: color)
      case .sparks: .sparks(color: color)
      case .percentage:
        .percentage(
          color: color, fonts: fonts(&reader), locale: locale(&reader))
      case nil: nil
      }
    if kind != nil {
      reader.finish()
    } else if reader.keyOffset("kind") == nil, let misspelt = reader.misspelling(of: "kind") {
      reader.report(misspelt)
    }
    return content
  }

  private enum ContentKind: String, CaseIterable { case stop, sparks, percentage }
}
