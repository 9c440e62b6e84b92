import Animation
import Layers
import Scene
import Stage

/// A property to sample, named as on the command line: `LAYER.KEYPATH`.
///
/// The layer is given by its path, or by as many names of it as make it unique, the last one among
/// them. Names may contain dots.
struct SampledKey {
  /// The layer's whole path.
  let layer: String
  let keyPath: AnimationKeyPath
  /// The columns of the table: the key path, or the components of its value.
  let columns: [AnimationKeyPath]
  /// The column's names.
  let names: [String]

  init(_ text: String, on stage: Stage, layers: [LayerInfo]) throws(ClientError) {
    var known: (layer: LayerInfo, key: String)?
    for dot in text.indices where text[dot] == "." {
      let key = String(text[text.index(after: dot)...])
      let matches = Self.layers(text[..<dot], among: layers)
      guard let first = matches.first else { continue }
      let sampled = matches.compactMap { info -> (layer: LayerInfo, keyPath: AnimationKeyPath)? in
        guard let keyPath = AnimationKeyPath(info.kind.keyPath(of: key)),
          Self.value(of: keyPath, info.path, stage) != nil
        else { return nil }
        return (info, keyPath)
      }
      guard sampled.count < 2 else {
        throw Self.ambiguous(text[..<dot], key, sampled.map(\.layer.path))
      }
      known = (first, key)
      guard let (info, keyPath) = sampled.first else {
        if matches.count > 1 { throw Self.ambiguous(text[..<dot], key, matches.map(\.path)) }
        continue
      }
      let columns = keyPath.leaves
      layer = info.path
      self.keyPath = keyPath
      self.columns = columns
      names = columns.map { text[...dot] + info.kind.name(of: $0.name) }
      let name = info.kind.name(of: keyPath.name)
      if name != key { Console.complain("the property '\(key)' is called \(name)") }
      return
    }
    if let known { throw Self.noKey(known.key, of: known.layer, on: stage) }
    throw Self.noLayer(text, among: layers)
  }

  /// The presented value of a column.
  func value(of column: AnimationKeyPath, on stage: Stage) -> AnimatableValue? {
    Self.value(of: column, layer, stage)
  }

  private static func value(
    of keyPath: AnimationKeyPath, _ layer: String, _ stage: Stage
  ) -> AnimatableValue? {
    do throws(ControlError) {
      return try stage.presentedValue(of: keyPath, ofLayer: layer)
    } catch {
      return nil
    }
  }

  /// The layers that a reference may mean: the one of this path, else those whose paths end in it,
  /// else those whose paths have its names in this order and end in the last of them.
  private static func layers(_ reference: Substring, among layers: [LayerInfo]) -> [LayerInfo] {
    if let exact = layers.first(where: { $0.path == reference }) { return [exact] }
    let ends = layers.filter { $0.path.hasSuffix("/" + reference) }
    let names = reference.split(separator: "/")
    guard ends.isEmpty, names.count > 1, let last = names.last else { return ends }
    return layers.filter { info in
      let path = info.path.split(separator: "/")
      guard path.last == last else { return false }
      var rest = names[...]
      for name in path where name == rest.first { rest.removeFirst() }
      return rest.isEmpty
    }
  }

  private static func ambiguous(
    _ reference: Substring, _ key: String, _ paths: [String]
  ) -> ClientError {
    ClientError(
      .refused, "\(paths.count) layers are called '\(reference)'",
      hint: "one of " + list(paths.map { $0 + "." + key }))
  }

  private static func noLayer(_ text: String, among layers: [LayerInfo]) -> ClientError {
    guard let dot = text.firstIndex(of: ".") else {
      return ClientError(
        .usage, "'\(text)' names no property", hint: "LAYER.KEYPATH, as ring.progress")
    }
    let name = String(text[..<dot])
    let likely = likely(name, among: layers.map(\.path))
    return ClientError(
      .refused, "there is no layer '\(name)' in the scene",
      hint: likely.map { "did you mean '\($0)\(text[dot...])'?" }
        ?? "one of " + list(layers.map(\.path)))
  }

  /// The layer that a misspelt reference probably means.
  private static func likely(_ reference: String, among paths: [String]) -> String? {
    let names = reference.split(separator: "/")
    func end(_ path: String, _ count: Int) -> String {
      path.split(separator: "/").suffix(count).joined(separator: "/")
    }
    let ends = paths.map { end($0, max(names.count, 1)) }
    if let nearest = Spelling.nearest(to: reference, among: ends) { return nearest }
    // The last name may be right, but belong to another path.
    guard names.count > 1, let last = names.last else { return nil }
    guard let nearest = Spelling.nearest(to: String(last), among: paths.map { end($0, 1) })
    else { return nil }
    return paths.first { end($0, 1) == nearest }
  }

  private static func noKey(
    _ key: String, of layer: LayerInfo, on stage: Stage
  ) -> ClientError {
    var names: [String] = []
    do throws(ControlError) {
      names = try stage.properties(ofLayer: layer.path).map { layer.kind.name(of: $0.name) }
    } catch {
      names = []
    }
    let hint: String
    let isPart = key.hasPrefix("parts.")
    let parts = names.filter { $0.hasPrefix("parts.") }
    let keyPath = AnimationKeyPath(layer.kind.keyPath(of: key))
    if isPart, parts.isEmpty {
      hint = "no part of it has a name"
    } else if keyPath == nil || keyPath?.part != nil,
      let nearest = Spelling.nearest(to: key, among: names)
    {
      hint = nearest
    } else if isPart {
      hint = "a part has only color: one of " + list(parts)
    } else {
      hint = "one of " + list(names) + ", or a component as position.x or rotation"
    }
    return ClientError(
      .refused, "the layer '\(layer.path)' has no key path '\(key)'", hint: hint)
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(40).joined(separator: ", ")
    return names.count > 40 ? shown + ", …" : shown
  }
}

extension AnimationKeyPath {
  /// The components that split the value into single numbers; the key path itself if its value is a
  /// number already, or has no components. A transform loses a skew.
  var leaves: [AnimationKeyPath] {
    let components: [Component] =
      switch (kind, component) {
      case (.point, .origin): [.originX, .originY]
      case (.point, _): [.x, .y]
      case (.size, .translation): [.translationX, .translationY]
      case (.size, .size): [.sizeWidth, .sizeHeight]
      case (.size, _): [.width, .height]
      case (.rect, _): [.originX, .originY, .sizeWidth, .sizeHeight]
      case (.transform, _): [.scaleX, .scaleY, .rotation, .translationX, .translationY]
      default: []
      }
    return components.isEmpty
      ? [self] : components.compactMap { AnimationKeyPath(property, $0) }
  }

  /// True if the value is an angle.
  var isAngle: Bool { part?.isAngle ?? component.suffix.hasPrefix(".rotation") }
}
