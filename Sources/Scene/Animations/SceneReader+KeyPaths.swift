import Animation
import CodeUnits
import JSON
import Layers

/// The properties of layers that animations and controls name.
extension SceneReader {
  /// A property of a layer of some kind, or one component of it.
  func keyPath(
    _ node: JSONNode, _ key: String, content: LayerDescription.Content, textHint: String? = nil
  ) -> AnimationKeyPath? {
    let kind = content.kind
    let known = Self.keyPaths(of: kind)
    note(node, .named("property"))
    note(node, .word(known.map { kind.name(of: $0) }))
    note(node, .partProperty)
    guard case .string(let name) = node.content else {
      wrongType(node, key, expected: "a property such as \"opacity\"")
      return nil
    }
    if case .unread = content { return nil }
    let canonical = kind.keyPath(of: name)
    let parts = Self.partKeys(of: content).map { $0.name }
    if let keyPath = AnimationKeyPath(canonical),
      (keyPath.part == nil ? known : parts).contains(where: { $0.isIdentical(to: keyPath.name) })
    {
      warnOfOtherName(name, kind.name(of: keyPath.name), at: node.offset)
      return keyPath
    }
    if Self.hidesParts(content, named: canonical) { return nil }
    reportUnknownProperty(name, at: node.offset, content, parts: parts, textHint: textHint)
    return nil
  }

  /// Reports the name of a property that layers of a kind do not have.
  /// - Parameter parts: the keys of the layer's parts that have names.
  private func reportUnknownProperty(
    _ name: String, at offset: Int, _ content: LayerDescription.Content, parts: [String],
    textHint: String?
  ) {
    let kind = content.kind
    let ownNames = Self.keyPaths(of: kind).map { kind.name(of: $0) }
    let partNames = parts.map { kind.name(of: $0) }
    let message = "this layer has no property \"" + ObjectReader.shortened(name) + "\" to animate"
    if case .text(let text) = content, text.code == nil, name.utf8.starts(with: "parts.".utf8) {
      let meant = Spelling.nearest(to: name, among: partNames)
      return error(
        .invalidValue, at: offset, message,
        expected: parts.isEmpty || meant != nil ? nil : "one of " + Self.shortened(partNames),
        hint: meant.map { "did you mean \"" + $0 + "\"?" }
          ?? (parts.isEmpty
            ? "no part of the text has a name: give it a `name`" : "a part has only `color`"))
    }
    let hint = hint(for: name, of: kind, among: ownNames, partNames, textHint: textHint)
    var offered = ownNames.filter { own in
      !ownNames.contains { own.utf8.starts(with: ($0 + ".").utf8) }
    }
    if case .text = content, !parts.isEmpty { offered.append(Self.shortened(partNames)) }
    error(
      .invalidValue, at: offset, message,
      expected: hint == nil
        ? "one of " + offered.joined(separator: ", ") + ", or a part of one such as position.x"
        : nil,
      hint: hint)
  }

  private func warnOfOtherName(_ name: String, _ own: String, at offset: Int) {
    guard !own.isIdentical(to: name) else { return }
    warn(
      .otherName, at: offset, "\"" + name + "\" is another name of \"" + own + "\"",
      hint: "write \"" + own + "\"")
  }

  /// Advice for a key that a layer of a kind cannot animate.
  private func hint(
    for name: String, of kind: LayerKind, among names: [String], _ parts: [String],
    textHint: String?
  ) -> String? {
    if let fixed = FixedKeyAdvice.hint(for: name, of: kind) { return fixed }
    let candidates = names + Self.keyPaths(of: kind)
    if let meant = Synonyms.name(for: name, among: candidates) {
      return "did you mean \"" + kind.name(of: meant) + "\"?"
    }
    // A property that layers of another kind have is not a misspelling.
    let others = LayerKind.allCases.filter { other in
      guard let keyPath = AnimationKeyPath(other.keyPath(of: name)), other != kind else {
        return false
      }
      return Self.keyPaths(of: other).contains { $0.isIdentical(to: keyPath.name) }
    }
    if !others.isEmpty {
      return "`" + name + "` is a property of layers of the kind "
        + others.map { $0.name }.joined(separator: ", ")
    }
    if let nearest = Spelling.nearest(to: name, among: candidates + parts) {
      return "did you mean \"" + kind.name(of: nearest) + "\"?"
    }
    return Synonyms.name(for: name, among: ["text", "string"]) != nil ? textHint : nil
  }

  /// The first of some names.
  private static func shortened(_ names: [String]) -> String {
    let shown = 8
    return names.prefix(shown).map { ObjectReader.shortened($0) }.joined(separator: ", ")
      + (names.count > shown ? ", …" : "")
  }

  /// True if a mistake may hide the part of a layer that a key path names.
  private static func hidesParts(
    _ content: LayerDescription.Content, named name: String
  ) -> Bool {
    switch content {
    case .text(let text): text.hidesParts && name.utf8.starts(with: "parts.".utf8)
    case .emitter(let emitter):
      emitter.hidesCells && name.utf8.starts(with: "emitterCells.".utf8)
    default: false
    }
  }

  /// The properties of an emitter's own cells and of a text's parts, where these have names.
  private static func partKeys(of content: LayerDescription.Content) -> [PartKey] {
    switch content {
    case .emitter(let emitter):
      return emitter.cells.compactMap { $0.cell.name }.flatMap { cell in
        EmitterCellProperty.allCases.map { .cell(EmitterCellKey(cell, $0)) }
      }
    case .text(let text): return text.runs.compactMap { $0.name }.map { .textColor($0) }
    default: return []
    }
  }

  /// Core Animation's names of the properties of layers of a kind, and of their components.
  private static func keyPaths(of kind: LayerKind) -> [String] {
    var properties: [AnimatableProperty] = [
      .position, .bounds, .anchorPoint, .zPosition, .transform, .opacity, .isHidden,
      .backgroundColor, .cornerRadius, .borderWidth, .borderColor, .sublayerTransform,
      .shadowColor, .shadowOpacity, .shadowRadius, .shadowOffset, .shadowPath, .backgroundBlur,
    ]
    switch kind {
    case .layer, .transform, .row, .column, .overlay, .log: break
    case .image: properties += [.contentsRect, .contentsCenter]
    case .frames: properties += [.contentsRect, .contentsCenter, .progress]
    case .shape, .loader:
      properties += [
        .path, .fillColor, .strokeColor, .lineWidth, .miterLimit, .lineDashPhase, .strokeStart,
        .strokeEnd,
      ]
    case .gradient: properties += [.colors, .locations, .startPoint, .endPoint]
    case .emitter:
      properties += [
        .emitterPosition, .emitterSize, .birthRate, .lifetime, .velocity, .scale, .spin,
      ]
    case .replicator:
      properties += [
        .instanceCount, .instanceDelay, .instanceTransform, .instanceColor, .instanceRedOffset,
        .instanceGreenOffset, .instanceBlueOffset, .instanceAlphaOffset,
      ]
    case .progress: properties += [.progress, .trackColor, .progressColor]
    case .text, .qr: properties += [.progress, .fontSize, .foregroundColor]
    }
    var names: [String] = []
    for property in properties {
      for component in AnimationKeyPath.Component.allCases {
        guard let keyPath = AnimationKeyPath(property, component), keyPath.kind != nil
        else { continue }
        names.append(keyPath.name)
      }
    }
    return names
  }
}
