import CodeUnits
import JSON

/// A scene with a variant applied: the variant's values replace the scene's.
extension SceneReader {
  /// - Parameters:
  ///   - root: the scene with the files that it includes.
  ///   - index: of the variant.
  func withVariant(_ index: Int, of root: JSONNode) -> JSONNode {
    guard case .object(var members) = root.content,
      let own = members.firstIndex(where: { $0.key.isIdentical(to: "variants") }),
      case .array(let variants) = members.remove(at: own).value.content,
      case .object(let own) = variants[index].content
    else { return root }
    let place = source.place(of: variants[index].offset)
    variant = (
      variants[index].offset..<variants[index].end, place.file.location(of: place.offset).line
    )
    for member in own where !isFull {
      let place = members.firstIndex { $0.key.isIdentical(to: member.key) }
      let current = place.map { members[$0].value }
      let value: JSONNode? =
        switch member.key {
        case "when": nil
        case "variables": definitions(current, with: member, of: "variable")
        case "colors": definitions(current, with: member, of: "colour")
        case "styles": changed(current, by: member, of: "style")
        case "controls": changed(current, by: member, of: "control")
        case "layers": layers(current, with: member)
        default: member.value
        }
      guard let value else { continue }
      if let place {
        members[place].value = value
      } else {
        members.append(JSONNode.Member(key: member.key, keyOffset: member.keyOffset, value: value))
      }
    }
    return JSONNode(content: .object(members), offset: root.offset, end: root.end)
  }

  /// Reports controls that have other values than those of the scene: clients address all outputs
  /// alike.
  func checkControls(of own: SceneDescription, against scene: SceneDescription) {
    guard let variant else { return }
    for (control, other) in zip(own.controls, scene.controls)
    where !isFull && !control.hasSameValues(as: other) {
      guard control.kind == other.kind else {
        error(
          .conflict, at: variant.place.lowerBound,
          "the variant changes the kind of \"" + control.name + "\"",
          expected: "the same kind as in the scene")
        continue
      }
      let isField = control.kind == .field
      let what = isField ? "`concealed` or `maximumLength`" : "phases, states or options"
      let expected =
        isField
        ? "the same values as in the scene" : "the same names, in the same order, as in the scene"
      error(
        .conflict, at: variant.place.lowerBound,
        "the variant changes the " + what + " of \"" + control.name + "\"", expected: expected)
    }
  }

  // MARK: Names

  /// The members of a variant's change, each with its position in the scene; empty, with a
  /// diagnostic, if one has none.
  private func changes(
    _ current: JSONNode?, _ change: JSONNode.Member, of what: String
  ) -> [(place: Int, member: JSONNode.Member)] {
    guard case .object(let members) = change.value.content else {
      wrongType(
        change.value, change.key, expected: "an object with the names of " + what + "s as keys")
      return []
    }
    var known: [JSONNode.Member] = []
    if case .object(let members) = current?.content { known = members }
    var places: [ExactText: Int] = [:]
    for (place, member) in known.enumerated() { places[ExactText(member.key)] = place }
    var result: [(place: Int, member: JSONNode.Member)] = []
    for member in members where !isFull {
      if let place = places[ExactText(member.key)] {
        result.append((place, member))
        continue
      }
      let names = known.prefix(SceneLimits.hintedNames).map { $0.key }
      error(
        .unknownReference, at: member.keyOffset,
        "the scene has no " + what + " \"" + ObjectReader.shortened(member.key) + "\" to change",
        hint: Spelling.nearest(to: member.key, among: names[...]).map {
          "did you mean \"" + $0 + "\"?"
        })
    }
    return result
  }

  /// Variables or colours with other values.
  private func definitions(
    _ current: JSONNode?, with change: JSONNode.Member, of what: String
  ) -> JSONNode? {
    let changes = changes(current, change, of: what)
    guard let current, case .object(var members) = current.content else { return current }
    for (place, member) in changes { members[place].value = member.value }
    return JSONNode(content: .object(members), offset: current.offset, end: current.end)
  }

  /// Styles or controls with other keys.
  private func changed(
    _ current: JSONNode?, by change: JSONNode.Member, of what: String
  ) -> JSONNode? {
    let changes = changes(current, change, of: what)
    guard let current, case .object(var members) = current.content else { return current }
    for (place, member) in changes {
      guard let keys = keys(of: member, refusing: what == "control" ? ["kind"] : []) else {
        continue
      }
      members[place].value = members[place].value.replacing(keys)
    }
    return JSONNode(content: .object(members), offset: current.offset, end: current.end)
  }

  /// The keys that a change has; nil, with a mistake, if it is no object, or one of too many keys.
  private func keys(
    of member: JSONNode.Member, refusing refused: [String]
  ) -> [JSONNode.Member]? {
    guard case .object(let keys) = member.value.content else {
      wrongType(member.value, member.key, expected: "an object with the keys to change")
      return nil
    }
    guard keys.count <= SceneLimits.keys else {
      error(
        .limit, at: member.value.offset, "\(keys.count) keys in a change",
        expected: "at most \(SceneLimits.keys)")
      return nil
    }
    for key in keys where refused.contains(where: { $0.isIdentical(to: key.key) }) {
      error(
        .conflict, at: key.keyOffset, "a variant cannot change `" + key.key + "`",
        expected: "another key",
        hint: "an array of `layers` takes the place of all the scene's layers")
    }
    return keys.filter { key in !refused.contains { $0.isIdentical(to: key.key) } }
  }

  // MARK: Layers

  private func layers(_ current: JSONNode?, with change: JSONNode.Member) -> JSONNode? {
    switch change.value.content {
    case .array: return change.value
    case .object(let members):
      guard let current else { return nil }
      var names: [LayerName] = []
      Self.addNames(of: current, path: [], to: &names)
      let targets = LayerTargets([], names: names)
      var changes: [Int: [JSONNode.Member]] = [:]
      for member in members where !isFull {
        let reference = JSONNode(
          content: .string(member.key), offset: member.keyOffset, end: member.value.offset)
        guard let keys = keys(of: member, refusing: ["name", "layers"]) else { continue }
        let names = Self.names(in: member.key)
        if targets.matches(member.key).isEmpty {
          if let last = names.last {
            innerChangesByLast[last, default: []].append(innerChanges.count)
          }
          innerChanges.append(
            InnerLayerChange(reference: reference, names: names, keys: keys, count: 0))
        } else if let layer = layer(reference, targets) {
          changes[layer] = keys
        }
      }
      return Self.layers(current, changes)
    default:
      wrongType(
        change.value, "layers",
        expected: "an array of all layers, or an object with the names of some and their new keys")
      return current
    }
  }

  /// The members of a layer with the variant's changes, if a style brings the layer and one of them
  /// means it.
  /// - Parameter path: the names of the layers around it.
  func changedByVariant(
    _ own: [JSONNode.Member], of node: JSONNode, path: [String]
  ) -> [JSONNode.Member] {
    // The layers of progress styles have no path from outside.
    guard openProgressStyles.isEmpty,
      let member = own.first(where: { $0.key.isIdentical(to: "name") }),
      case .string(let name) = member.value.content
    else { return own }
    let layer = LayerName(names: (path + [name]).map { ExactText($0) }, index: 0)
    var members = own
    for index in innerChangesByLast[ExactText(name), default: []] {
      guard layer.isBelow(innerChanges[index].names.dropLast()) else { continue }
      innerChanges[index].count += 1
      let changed = JSONNode(content: .object(members), offset: node.offset, end: node.end)
        .replacing(innerChanges[index].keys)
      if case .object(let all) = changed.content { members = all }
    }
    return members
  }

  /// Reports changes that were made in no layer, or in more than one.
  func checkInnerChanges(_ layers: [LayerDescription]) {
    guard !innerChanges.isEmpty, !isFull else { return }
    let targets = LayerTargets(layers, names: numbering.names)
    for change in innerChanges where change.count != 1 {
      guard layer(change.reference, key: "layers", targets) != nil else { continue }
      error(
        .ambiguousReference, at: change.reference.offset, "\(change.count) layers have this path",
        expected: "a path that only one layer has")
    }
  }

  /// Adds the names of layers, each with the offset of its layer in place of an index.
  private static func addNames(
    of layers: JSONNode, path: [ExactText], to names: inout [LayerName]
  ) {
    guard case .array(let nodes) = layers.content else { return }
    for node in nodes {
      guard case .object(let members) = node.content else { continue }
      var path = path
      for member in members where member.key == "name" {
        guard case .string(let name) = member.value.content else { continue }
        path.append(ExactText(name))
        names.append(LayerName(names: path, index: node.offset))
      }
      for member in members {
        switch member.key {
        case "layers": addNames(of: member.value, path: path, to: &names)
        case "mask": addNames(of: member.value.inArray, path: path, to: &names)
        default: break
        }
      }
    }
  }

  /// The layers with the changes, which are by the offsets of their layers.
  private static func layers(_ node: JSONNode, _ changes: [Int: [JSONNode.Member]]) -> JSONNode {
    guard case .array(let nodes) = node.content else { return node }
    let layers = nodes.map { layer($0, changes) }
    return JSONNode(content: .array(layers), offset: node.offset, end: node.end)
  }

  private static func layer(_ node: JSONNode, _ changes: [Int: [JSONNode.Member]]) -> JSONNode {
    guard case .object(var members) = node.content else { return node }
    for index in members.indices {
      switch members[index].key {
      case "layers": members[index].value = layers(members[index].value, changes)
      case "mask": members[index].value = layer(members[index].value, changes)
      default: break
      }
    }
    let layer = JSONNode(content: .object(members), offset: node.offset, end: node.end)
    return changes[node.offset].map { layer.replacing($0) } ?? layer
  }
}

extension JSONNode {
  fileprivate var inArray: JSONNode { JSONNode(content: .array([self]), offset: offset, end: end) }

  /// An object with other values of some keys. Of `frame` and `position` or `size`, which say the
  /// same, the new one stays; the reader refuses a change with both.
  fileprivate func replacing(_ keys: [Member]) -> JSONNode {
    guard case .object(var members) = content else { return self }
    let hasFrame = keys.contains { $0.key == "frame" }
    if hasFrame { members.removeAll { $0.key == "position" || $0.key == "size" } }
    func set(_ key: Member) {
      if let place = members.firstIndex(where: { $0.key.isIdentical(to: key.key) }) {
        members[place] = key
      } else {
        members.append(key)
      }
    }
    for key in keys {
      guard !hasFrame, key.key == "position" || key.key == "size",
        let place = members.firstIndex(where: { $0.key == "frame" })
      else {
        set(key)
        continue
      }
      let frame = members.remove(at: place).value
      func setPart(_ name: String, _ value: JSONNode?) {
        if let value { set(Member(key: name, keyOffset: key.keyOffset, value: value)) }
      }
      if keys.contains(where: { $0.key == "position" }) {
        setPart("size", frame.sides)
        set(key)
      } else if let value = frame.framed(by: key.value) {
        setPart("frame", value)
      } else {
        // The corner stays where it is.
        setPart("position", frame.corner)
        setPart("anchor", frame.origin)
        set(key)
      }
    }
    return JSONNode(content: .object(members), offset: offset, end: end)
  }

  /// The width and the height of a frame.
  private var sides: JSONNode? {
    guard case .array(let sides) = content, sides.count == 4 else { return nil }
    return JSONNode(content: .array(Array(sides[2...])), offset: offset, end: end)
  }

  /// The left and the upper edge of a frame.
  private var corner: JSONNode? {
    guard case .array(let sides) = content, sides.count == 4 else { return nil }
    return JSONNode(content: .array(Array(sides[..<2])), offset: offset, end: end)
  }

  /// The anchor in the corner of a frame.
  private var origin: JSONNode {
    let zero = JSONNode(content: .number(0), offset: offset, end: end)
    return JSONNode(content: .array([zero, zero]), offset: offset, end: end)
  }

  /// A frame of another size at the same corner; nil for a size that follows from the content, or
  /// that is none.
  private func framed(by size: JSONNode) -> JSONNode? {
    guard case .array(let own) = content, own.count == 4, case .array(let sides) = size.content,
      sides.count == 2
    else { return nil }
    for side in sides {
      if case .string("auto") = side.content { return nil }
    }
    return JSONNode(
      content: .array(Array(own[..<2]) + sides), offset: size.offset, end: size.end)
  }
}

/// A change of a layer that a style brings.
struct InnerLayerChange {
  var reference: JSONNode
  /// The names of the reference, from the outside in.
  var names: [ExactText]
  var keys: [JSONNode.Member]
  /// The number of layers in which the change was made.
  var count: Int
}
