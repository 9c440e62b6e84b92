extension LayerKind {
  /// The keys of a layer in scenes for properties that Core Animation calls otherwise, and its
  /// longer forms of `transform.rotation` and the like.
  public var keys: [(key: String, keyPath: String)] {
    var keys = [
      (key: "transform.rotation.z", keyPath: "transform.rotation"),
      (key: "sublayerTransform.rotation.z", keyPath: "sublayerTransform.rotation"),
      (key: "rotation", keyPath: "transform.rotation"),
      (key: "translation", keyPath: "transform.translation"),
      (key: "size", keyPath: "bounds.size"), (key: "anchor", keyPath: "anchorPoint"),
    ]
    switch self {
    // An emitter's `scale` is that of its particles.
    case .emitter: return keys
    case .text, .qr: keys.append((key: "color", keyPath: "foregroundColor"))
    case .replicator:
      keys.append((key: "instanceTransform.rotation.z", keyPath: "instanceTransform.rotation"))
      keys.append((key: "instances", keyPath: "instanceCount"))
      keys.append((key: "delay", keyPath: "instanceDelay"))
    case .gradient:
      keys.append((key: "start", keyPath: "startPoint"))
      keys.append((key: "end", keyPath: "endPoint"))
    case .loader: keys.append((key: "color", keyPath: "strokeColor"))
    case .layer, .shape, .image, .frames, .log, .transform, .row, .column, .overlay,
      .progress:
      break
    }
    keys.append((key: "scale", keyPath: "transform.scale"))
    return keys
  }

  /// Other names of properties, which are understood with a hint.
  public var otherKeys: [(key: String, keyPath: String)] {
    self == .progress ? [(key: "tint", keyPath: "progressColor")] : []
  }

  /// Core Animation's name of a property for one of `keys` or `otherKeys`, or for the first part of
  /// it as in `scale.x`; any other name as it is.
  public func keyPath(of name: String) -> String {
    for entry in keys + otherKeys {
      if entry.key.utf8.elementsEqual(name.utf8) { return entry.keyPath }
      if name.utf8.starts(with: (entry.key + ".").utf8) {
        let rest = name.utf8.dropFirst(entry.key.utf8.count)
        return entry.keyPath + String(decoding: Array(rest), as: UTF8.self)
      }
    }
    return name
  }
}
