import JSON
import Scene

/// The keys of styles that nothing uses. The reader reads a style with each object that uses it,
/// and cannot say which keys an unused style may have. The schema for editors allows the keys of
/// all objects that may use a style, and so does this check.
struct UnusedStyles {
  private let model: FormatModel
  private let source: SourceText
  private(set) var warnings: [SceneDiagnostic] = []

  /// Warnings of keys that no object has, where the reader has found styles without a use.
  static func warnings(_ diagnostics: [SceneDiagnostic], in source: SourceText) -> [SceneDiagnostic]
  {
    let places = Set(diagnostics.filter { $0.code == .unused }.map(\.offset))
    guard !places.isEmpty, let root = try? JSONNode(parsing: source.bytes),
      let styles = root.member("styles")?.value
    else { return [] }
    let unused = styles.members.filter { places.contains($0.keyOffset) }
    guard !unused.isEmpty, let model = try? FormatModel.current() else { return [] }
    var check = UnusedStyles(model: model, source: source)
    for style in unused { check.checkStyle(style.value) }
    return check.warnings
  }

  private init(model: FormatModel, source: SourceText) {
    self.model = model
    self.source = source
  }

  private mutating func checkStyle(_ style: JSONNode) {
    let owners = model.owners(of: "use")
    let kinds = owners.flatMap { model.kinds(of: $0) }.map(\.kind)
    if let kind = style.kind, !kinds.contains(kind), let place = style.member("kind")?.value {
      warn(
        .invalidValue, at: place.offset, "there is no kind \"\(kind.prefix(80))\"",
        near: Synonyms.name(for: kind, among: kinds) ?? Spelling.nearest(to: kind, among: kinds))
    }
    // The reader has reported a `name` already.
    check(style.members, as: definitions(of: owners, style, isStyle: true), known: ["name"])
  }

  /// The definitions that an object may have, of some owners.
  private func definitions(of owners: [String], _ node: JSONNode, isStyle: Bool) -> [String] {
    let all = model.definitions(of: owners)
    // A kind that is a variable, or that does not exist, may stand for any kind.
    let kind = node.kind ?? (isStyle || node.hasStyle ? nil : "layer")
    guard let kind else { return all }
    let same = all.filter { name in
      guard let definition = model.definitions[name] else { return false }
      return definition.kind == kind || !isStyle && definition.kind == nil
    }
    return same.isEmpty ? all : same
  }

  private mutating func check(
    _ members: [JSONNode.Member], as names: [String], known: [String] = []
  ) {
    let definitions = names.compactMap { model.definitions[$0] }
    let keys = definitions.flatMap(\.keys)
    guard !keys.isEmpty else { return }
    for member in members where !keys.contains(member.key) && !known.contains(member.key) {
      report(member, among: keys)
    }
    for member in members where keys.contains(member.key) {
      check(member.value, as: names.compactMap { model.shape(of: member.key, in: $0)?.shape })
    }
  }

  private mutating func check(_ node: JSONNode, as shapes: [ValueShape]) {
    let shapes = shapes + shapes.flatMap(\.references).compactMap { model.shared[$0] }
    switch node.content {
    case .array(let nodes):
      let elements = shapes.flatMap(\.elements)
      for node in nodes { check(node, as: elements) }
    case .object(let members):
      let named = shapes.flatMap(\.namedValues)
      var objects: [String] = []
      for shape in shapes { objects.appendNew(shape.objects) }
      if objects.isEmpty {
        for member in members { check(member.value, as: named) }
      } else if named.isEmpty {
        var owners: [String] = []
        for name in objects { owners.appendNew([model.definitions[name]?.owner ?? ""]) }
        check(members, as: definitions(of: owners, node, isStyle: false))
      }
    default: break
    }
  }

  private mutating func report(_ member: JSONNode.Member, among keys: [String]) {
    let near = Synonyms.name(for: member.key, among: keys)
    warn(
      .unknownKey, at: member.keyOffset, "unknown key `\(member.key.prefix(80))`",
      advice: Synonyms.advice(for: member.key, among: keys),
      near: near ?? Spelling.nearest(to: member.key, among: keys))
  }

  private mutating func warn(
    _ code: SceneDiagnostic.Code, at offset: Int, _ message: String, advice: String? = nil,
    near: String?
  ) {
    guard warnings.count < SceneLimits.diagnostics else { return }
    warnings.append(
      source.warning(
        code, at: offset, message + " in a style that nothing uses",
        hint: advice ?? near.map { "did you mean `\($0)`?" }))
  }
}

extension JSONNode {
  fileprivate var members: [Member] {
    if case .object(let members) = content { members } else { [] }
  }

  fileprivate func member(_ key: String) -> Member? { members.first { $0.key == key } }

  /// The kind that the object says, if it is no variable.
  fileprivate var kind: String? {
    guard case .string(let kind)? = member("kind")?.value.content, !kind.hasPrefix("$") else {
      return nil
    }
    return kind
  }

  fileprivate var hasStyle: Bool { member("use") != nil }
}
