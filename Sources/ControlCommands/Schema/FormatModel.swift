import JSON
import Scene

/// The scene format as the reader reads it: the keys of each kind of object, and the forms of their
/// values, collected from its reading of sample scenes that have every key.
struct FormatModel {
  struct Definition {
    /// The reader's words for the object, such as "a layer".
    var owner: String
    /// The value of its `kind`, for objects that have kinds.
    var kind: String?
    /// In the order in which they are read.
    var keys: [String] = []
    var shapes: [String: ValueShape] = [:]
    /// Keys that all such objects need.
    var required: Set<String>?
  }

  /// The kind of objects that give none, by their owner.
  static let usualKinds = ["a layer": "layer"]

  /// In the order in which they are met.
  private(set) var names: [String] = []
  private(set) var definitions: [String: Definition] = [:]
  /// Forms of values that several keys take, by name.
  private(set) var shared: [String: ValueShape] = [:]
  private(set) var sharedNames: [String] = []

  /// The format of this version.
  static func current() throws(ClientError) -> FormatModel {
    var model = FormatModel()
    for bytes in try samples() {
      do throws(SceneError) {
        model.add(try ReadingRecord(reading: bytes))
      } catch {
        throw ClientError(.software, "a sample of a scene cannot be read")
      }
    }
    return model
  }

  /// Scenes that have each key of each kind of object in each of its forms.
  static func samples() throws(ClientError) -> [[UInt8]] {
    let bytes = PackageResources.samples_jsonc
    guard let list = try? JSONNode(parsing: bytes), case .array(let scenes) = list.content else {
      throw ClientError(.software, "the samples of scenes are not an array")
    }
    return scenes.map { Array(bytes[$0.offset..<$0.end]) }
  }

  mutating func add(_ record: ReadingRecord) {
    var walk = RecordWalk(record: record, nodes: [:])
    walk.index(record.root)
    _ = shape(of: record.root, walk)
  }

  private struct RecordWalk {
    let record: ReadingRecord
    var nodes: [Int: JSONNode]

    mutating func index(_ node: JSONNode) {
      nodes[node.offset] = node
      switch node.content {
      case .array(let elements): for element in elements { index(element) }
      case .object(let members): for member in members { index(member.value) }
      default: break
      }
    }
  }

  private mutating func shape(of node: JSONNode, _ walk: RecordWalk) -> ValueShape {
    shape(of: node, (walk.record.forms[node.offset] ?? [])[...], walk)
  }

  private mutating func shape(
    of node: JSONNode, _ forms: ArraySlice<ValueForm>, _ walk: RecordWalk
  ) -> ValueShape {
    var shape = ValueShape()
    if case .named(let name)? = forms.first {
      shape.add(.named(name))
      // A style is read as a part of the layers that use it.
      if name == Self.style || name == Self.changedControl { return shape }
      let inner = self.shape(of: node, forms.dropFirst(), walk)
      sharedNames.appendNew([name])
      shared[name, default: ValueShape()].formUnion(inner)
      return shape
    }
    var isOneOfMany = false
    for form in forms {
      shape.add(form)
      if case .oneOrMore = form { isOneOfMany = true }
    }
    switch node.content {
    case .array(let nodes):
      var elements = ValueShape()
      for node in nodes { elements.formUnion(self.shape(of: node, walk)) }
      if shape.count == nil { shape.count = 0...Int.max }
      if !elements.isEmpty { shape.formUnion(ValueShape(elements: [elements])) }
      if isOneOfMany { shape.formUnion(elements) }
    case .object(let members):
      if let object = walk.record.objects[node.offset] {
        shape.objects.append(define(object, members, walk))
      } else {
        var values = ValueShape()
        for member in members { values.formUnion(self.shape(of: member.value, walk)) }
        shape.namedValues = [values]
      }
      if isOneOfMany {
        shape.formUnion(ValueShape(elements: [ValueShape(objects: shape.objects)]))
      }
    default:
      if isOneOfMany {
        var single = shape
        single.count = nil
        shape.formUnion(ValueShape(elements: [single]))
      }
    }
    return shape
  }

  private mutating func define(
    _ object: ReadingRecord.Object, _ members: [JSONNode.Member], _ walk: RecordWalk
  ) -> String {
    var kind: String?
    if object.keys.contains(where: { $0.name == "kind" }) {
      kind = Self.usualKinds[object.owner]
      for member in members where member.key == "kind" { kind = member.value.value.stringValue }
    }
    let name = Self.name(of: object.owner, kind: kind)
    if definitions[name] == nil { names.append(name) }
    var definition = definitions[name] ?? Definition(owner: object.owner, kind: kind)
    definitions[name] = definition
    let required = Set(object.keys.filter(\.isRequired).map(\.name))
    definition.required = definition.required?.intersection(required) ?? required
    for key in object.keys {
      definition.keys.appendNew([key.name])
      guard let place = key.value, let node = walk.nodes[place] else { continue }
      let shape = shape(of: node, walk)
      // Objects of the same kind may lie within.
      definition.shapes[key.name, default: ValueShape()].formUnion(shape)
    }
    if let inner = definitions[name] {
      definition.keys.appendNew(inner.keys)
      definition.shapes.merge(inner.shapes) { a, b in
        var shape = a
        shape.formUnion(b)
        return shape
      }
      if let other = inner.required { definition.required?.formIntersection(other) }
    }
    definitions[name] = definition
    return name
  }

  /// The name of styles, whose keys are those of all objects that use them.
  static let style = "style"

  /// The name for the keys of controls of any kind that variants may change.
  static let changedControl = "changed-control"

  /// "a layer" of the kind "shape" is "layer-shape".
  static func name(of owner: String, kind: String?) -> String {
    var words = owner.split(whereSeparator: { $0 == " " || $0 == "'" }).map { String($0) }
    if ["a", "an", "the"].contains(words.first) { words.removeFirst() }
    return (words + (kind.map { [$0] } ?? [])).joined(separator: "-")
  }

  /// The definitions of an owner's kinds.
  func kinds(of owner: String) -> [(name: String, kind: String)] {
    names.compactMap { name in
      guard let definition = definitions[name], definition.owner == owner,
        let kind = definition.kind
      else { return nil }
      return (name, kind)
    }
  }

  /// The definitions of some owners, of all kinds.
  func definitions(of owners: [String]) -> [String] {
    names.filter { owners.contains(definitions[$0]?.owner ?? "") }
  }

  /// The owners of objects that have a key.
  func owners(of key: String) -> [String] {
    var owners: [String] = []
    for name in names where definitions[name]?.keys.contains(key) ?? false {
      owners.appendNew([definitions[name]?.owner ?? ""])
    }
    return owners
  }

  /// The owners of objects that have kinds.
  var ownersOfKinds: [String] {
    var owners: [String] = []
    for name in names where definitions[name]?.kind != nil {
      owners.appendNew([definitions[name]?.owner ?? ""])
    }
    return owners
  }

  /// The shape of a key of a definition: its own, or that of the usual kind or of another kind, and
  /// with the definition that has it.
  func shape(of key: String, in name: String) -> (shape: ValueShape, definition: String)? {
    guard let definition = definitions[name] else { return nil }
    if let shape = definition.shapes[key], !shape.isEmpty { return (shape, name) }
    let usual = Self.usualKinds[definition.owner].map { Self.name(of: definition.owner, kind: $0) }
    for other in [usual].compactMap({ $0 }) + definitions(of: [definition.owner]) {
      if let shape = definitions[other]?.shapes[key], !shape.isEmpty { return (shape, other) }
    }
    return nil
  }
}
