import Animation
import Layers
import Scene
import Stage

/// A property to sample, named as on the command line: `LAYER.KEYPATH`.
///
/// The layer is given by its path, or by as many names at the path's end as make it unique. Names
/// may contain dots.
struct SampledKey {
  /// The layer's whole path.
  let layer: String
  let keyPath: AnimationKeyPath
  /// The columns of the table: the key path, or the components of its value.
  let columns: [AnimationKeyPath]
  /// The column's names.
  let names: [String]

  init(_ text: String, on stage: Stage, layers: [LayerInfo]) throws(ClientError) {
    var known: (layer: String, key: String)?
    for dot in text.indices where text[dot] == "." {
      let key = String(text[text.index(after: dot)...])
      guard let found = try Self.layer(text[..<dot], among: layers) else { continue }
      known = (found.path, key)
      guard let keyPath = AnimationKeyPath(found.kind.keyPath(of: key)),
        Self.value(of: keyPath, found.path, stage) != nil
      else { continue }
      let columns = keyPath.leaves
      layer = found.path
      self.keyPath = keyPath
      self.columns = columns
      names = columns.count == 1 ? [text] : columns.map { text[...dot] + $0.name }
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

  /// The layer that a reference names; nil if there is none.
  private static func layer(
    _ reference: Substring, among layers: [LayerInfo]
  ) throws(ClientError) -> LayerInfo? {
    if let exact = layers.first(where: { $0.path == reference }) { return exact }
    let matches = layers.filter { $0.path.hasSuffix("/" + reference) }
    guard matches.count > 1 else { return matches.first }
    throw ClientError(
      .refused, "\(matches.count) layers are called '\(reference)'",
      hint: "one of " + list(matches.map(\.path)))
  }

  private static func noLayer(_ text: String, among layers: [LayerInfo]) -> ClientError {
    guard let dot = text.firstIndex(of: ".") else {
      return ClientError(
        .usage, "'\(text)' names no property", hint: "LAYER.KEYPATH, as ring.progress")
    }
    let name = String(text[..<dot])
    let paths = layers.map(\.path)
    let lastNames = paths.map { String($0.split(separator: "/").last ?? "/") }
    let nearest = Spelling.nearest(to: name, among: lastNames)
    return ClientError(
      .refused, "there is no layer '\(name)' in the scene",
      hint: nearest ?? "one of " + list(paths))
  }

  private static func noKey(_ key: String, of layer: String, on stage: Stage) -> ClientError {
    var names: [String] = []
    do throws(ControlError) {
      names = try stage.properties(ofLayer: layer).map(\.name)
    } catch {
      names = []
    }
    let hint: String
    let isPart = key.hasPrefix("parts.")
    let parts = names.filter { $0.hasPrefix("parts.") }
    let keyPath = AnimationKeyPath(key)
    if isPart, parts.isEmpty {
      hint = "no part of it has a name"
    } else if keyPath == nil || keyPath?.part != nil,
      let nearest = Spelling.nearest(to: key, among: names)
    {
      hint = nearest
    } else if isPart {
      hint = "a part has only color: one of " + list(parts)
    } else {
      hint = "one of " + list(names) + ", or a component as position.x or transform.rotation"
    }
    return ClientError(.refused, "the layer '\(layer)' has no key path '\(key)'", hint: hint)
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
