import Geometry
import JSON

/// Transforms: of a layer, by three of its keys, and as values of animations, by the same three
/// keys and a perspective in an object.
extension SceneReader {
  /// The transform of the keys `rotation`, `scale` and `translation`.
  func transform(_ reader: inout ObjectReader) -> TransformDescription {
    var transform = TransformDescription()
    if let node = reader.take("rotation"), let angles = rotation(node) {
      transform.rotation = angles
    }
    if let node = reader.take("scale") {
      let isInPlane = transform.rotation.dx == 0 && transform.rotation.dy == 0
      if let factors = scale(node, isInPlane: isInPlane) { transform.scale = factors }
    }
    if let node = reader.take("translation") { transform.translation = translation(node) ?? [] }
    return transform
  }

  /// A whole transform as a value.
  func transformValue(_ node: JSONNode, _ key: String) -> TransformDescription? {
    guard case .object(let members) = node.content else {
      wrongType(node, key, expected: "an object such as { \"rotation\": 90, \"scale\": 2 }")
      return nil
    }
    var reader = ObjectReader(self, node, members: members, owner: "a transform")
    var transform = transform(&reader)
    transform.perspective = reader.length("perspective")
    reader.finish()
    return transform
  }

  private func rotation(_ node: JSONNode) -> Vector3D? {
    guard case .array = node.content else {
      return number(node, "rotation", in: -36_000...36_000, unit: .degrees).map {
        Vector3D(dx: 0, dy: 0, dz: $0 * .pi / 180)
      }
    }
    return numbers(node, "rotation", count: 3...3, in: -36_000...36_000, unit: .degrees).map {
      Vector3D(dx: $0[0] * .pi / 180, dy: $0[1] * .pi / 180, dz: $0[2] * .pi / 180)
    }
  }

  /// - Parameter isInPlane: true if a single factor leaves the depth alone.
  private func scale(_ node: JSONNode, isInPlane: Bool) -> Vector3D? {
    guard case .array = node.content else {
      return number(node, "scale", in: -1000...1000).map {
        Vector3D(dx: $0, dy: $0, dz: isInPlane ? 1 : $0)
      }
    }
    return numbers(node, "scale", count: 2...3, in: -1000...1000).map {
      Vector3D(dx: $0[0], dy: $0[1], dz: $0.count > 2 ? $0[2] : 1)
    }
  }

  private func translation(_ node: JSONNode) -> [Length]? {
    guard let nodes = elements(node, "translation", count: 2...3, of: "lengths") else {
      return nil
    }
    var lengths: [Length] = []
    for node in nodes {
      guard let length = length(node, "translation", allowsNegative: true) else { return nil }
      lengths.append(length)
    }
    return lengths
  }
}
