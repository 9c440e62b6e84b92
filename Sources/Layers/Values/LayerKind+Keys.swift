extension LayerKind {
  /// The names of properties that have another name in Core Animation, each with its key path
  /// there.
  ///
  /// A property has the name of the layer's own key in scenes, on the command line and in the
  /// protocol. Core Animation's names are understood, too.
  public var keys: [(key: String, keyPath: String)] {
    var keys = [
      (key: "rotation", keyPath: "transform.rotation"),
      (key: "translation", keyPath: "transform.translation"),
      (key: "size", keyPath: "bounds.size"), (key: "anchor", keyPath: "anchorPoint"),
    ]
    switch self {
    case .emitter:
      // `scale` is taken as that of the particles, for scenes that name it so.
      keys.append((key: "particleScale", keyPath: "scale"))
      keys.append((key: "cells", keyPath: "emitterCells"))
      return keys
    case .text, .qr: keys.append((key: "color", keyPath: "foregroundColor"))
    case .replicator:
      keys.append((key: "instances", keyPath: "instanceCount"))
      keys.append((key: "delay", keyPath: "instanceDelay"))
      keys.append((key: "colorOffset.red", keyPath: "instanceRedOffset"))
      keys.append((key: "colorOffset.green", keyPath: "instanceGreenOffset"))
      keys.append((key: "colorOffset.blue", keyPath: "instanceBlueOffset"))
      keys.append((key: "colorOffset.alpha", keyPath: "instanceAlphaOffset"))
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

  /// Other names of properties than those of `keys` and of Core Animation.
  private var otherKeys: [(key: String, keyPath: String)] {
    self == .progress ? [(key: "tint", keyPath: "progressColor")] : []
  }

  /// Core Animation's name of a property for one of `keys`, or for the first part of it as in
  /// `scale.x`; any other name as it is.
  public func keyPath(of name: String) -> String {
    for entry in keys + otherKeys {
      if let rest = Self.rest(of: name, after: entry.key) { return entry.keyPath + rest }
    }
    return name
  }

  /// The name of a property for Core Animation's name of it, or for the key of an animation:
  /// `scale.x` for `transform.scale.x`.
  public func name(of keyPath: String) -> String {
    for entry in keys {
      if let rest = Self.rest(of: keyPath, after: entry.keyPath) { return entry.key + rest }
    }
    return keyPath
  }

  /// The part of a name after its beginning `start`: empty, a component such as `.x`, or the number
  /// of an animation after `#`. Nil for other names.
  private static func rest(of name: String, after start: String) -> String? {
    guard name.utf8.starts(with: start.utf8) else { return nil }
    let rest = name.utf8.dropFirst(start.utf8.count)
    guard let first = rest.first else { return "" }
    guard first == UInt8(ascii: ".") || first == UInt8(ascii: "#") else { return nil }
    return String(decoding: Array(rest), as: UTF8.self)
  }
}
