import Animation
import JSON
import Scene

/// The JSON Schema (2020-12) of scene files, for editors.
///
/// It takes each scene that the reader takes, except the names of animated properties and of curves
/// that the reader takes with a hint. Editors find wrong keys, types, words and ranges by it;
/// references to layers, limits of a whole scene and files are left to the reader.
struct SceneSchema {
  let model: FormatModel
  let page: FormatPage

  func document() -> JSONObject {
    var definitions = JSONObject()
    for owner in model.ownersOfKinds {
      definitions[FormatModel.name(of: owner, kind: nil)] = .object(choice(of: owner))
    }
    for name in model.names where name != Self.root {
      definitions[name] = .object(object(name))
    }
    let styled = model.owners(of: "use")
    definitions[FormatModel.style] = .object(any(styled, except: ["name"]))
    for owner in styled where model.ownersOfKinds.contains(owner) {
      definitions[Self.styled(owner)] = .object(any([owner], except: []))
    }
    definitions[FormatModel.changedControl] = .object(any([Self.control], except: ["kind"]))
    for name in model.sharedNames {
      guard let shape = model.shared[name] else { continue }
      definitions[name] = .object(self.schema(of: shape))
    }
    definitions[Self.variable] = ["type": "string", "pattern": .string(Self.variablePattern)]
    definitions["color"] = ["type": "string", "pattern": .string(Self.colorPattern)]
    for (name, least) in [("length", -SceneLimits.length), (Self.distance, 0)] {
      definitions[name] = [
        "anyOf": [
          [
            "type": "number", "minimum": Self.number(least),
            "maximum": Self.number(SceneLimits.length),
          ],
          ["type": "string", "pattern": .string(Self.lengthPattern)],
        ]
      ]
    }
    var schema: JSONObject = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Firstlight scene",
      // Keys of editors: files are JSON with comments.
      "allowComments": true, "allowTrailingCommas": true,
    ]
    for member in object(Self.root).members { schema[member.key] = member.value }
    schema["$defs"] = .object(definitions)
    return schema
  }

  private static let root = "scene"
  private static let control = "a control"
  private static let variable = "variable"
  private static let distance = "length-of-0-or-more"

  static let variablePattern = "\\$[A-Za-z]"
  static let colorPattern =
    "^(#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})|[^#].*)( +(100|[0-9]{1,2})%)?$"
  static let stepsPattern =
    "^steps\\( *0*([1-9][0-9]{0,2}|1000) *(, *(jump-)?(start|end|none|both) *)?\\) *$"
  /// Within `min` and `max`, whose arguments may have further ones, all characters of lengths.
  static let lengthPattern: String = {
    let term = "([0-9]+\\.?[0-9]*|\\.[0-9]+)(%|pt|vmin|vw|vh)?|(min|max)\\([-+.%,() 0-9a-z]+\\)"
    return "^ *-?(\(term))( *[-+] *(\(term)))* *$"
  }()

  /// The name of an object with kinds whose style may say the kind.
  private static func styled(_ owner: String) -> String {
    FormatModel.name(of: owner, kind: nil) + "-with-style"
  }

  // MARK: Objects

  /// An object of one of several kinds.
  private func choice(of owner: String) -> JSONObject {
    let kinds = model.kinds(of: owner)
    var conditions: [JSONValue] = kinds.map { name, kind in
      [
        "if": ["properties": ["kind": ["const": .string(kind)]], "required": ["kind"]],
        "then": Self.reference(name),
      ]
    }
    var schema: JSONObject = ["type": "object"]
    if let usual = FormatModel.usualKinds[owner] {
      let plain = Self.reference(FormatModel.name(of: owner, kind: usual))
      conditions.append([
        "if": ["not": ["required": ["kind"]]],
        "then": [
          "if": ["required": ["use"]], "then": Self.reference(Self.styled(owner)), "else": plain,
        ],
      ])
    } else if model.owners(of: "use").contains(owner) {
      conditions.append([
        "if": ["not": ["required": ["kind"]]], "then": Self.reference(Self.styled(owner)),
      ])
      schema["anyOf"] = [["required": ["kind"]], ["required": ["use"]]]
    } else {
      schema["required"] = ["kind"]
    }
    var kind: JSONObject = [
      "anyOf": [["enum": .array(kinds.map { .string($0.kind) })], Self.reference(Self.variable)]
    ]
    describe("kind", of: kinds[0].name, in: &kind)
    schema["properties"] = ["kind": .object(kind)]
    schema["allOf"] = .array(conditions)
    return schema
  }

  private func object(_ name: String) -> JSONObject {
    guard let definition = model.definitions[name] else { return [:] }
    var properties = JSONObject()
    for key in definition.keys {
      if key == "kind", let kind = definition.kind {
        properties[key] = ["const": .string(kind)]
      } else {
        properties[key] = property(key, of: name)
      }
    }
    var schema: JSONObject = [
      "type": "object", "properties": .object(properties), "additionalProperties": false,
    ]
    let required = definition.keys.filter { definition.required?.contains($0) ?? false }
      .map { JSONValue.string($0) }
    if !required.isEmpty {
      if name == Self.root {
        // Another file may have the required keys: one that is included, or one that includes this
        // one.
        let parts = [
          "include", "variables", "colors", "styles", "progressStyles", "strings", "controls",
          "variants",
        ]
        schema["anyOf"] = .array(
          parts.map { ["required": [.string($0)]] } + [["required": .array(required)]])
      } else if definition.keys.contains("use") {
        // The style may have the required keys.
        schema["anyOf"] = [["required": ["use"]], ["required": .array(required)]]
      } else {
        schema["required"] = .array(required)
      }
    }
    if name == "path" {
      // One shape, beside which a view box may stand.
      let shapes = definition.keys.filter { $0 != "viewBox" }
      schema["oneOf"] = .array(shapes.map { ["required": [.string($0)]] })
    }
    return schema
  }

  /// An object whose kind is unknown here, since it is said elsewhere.
  private func any(_ owners: [String], except left: [String]) -> JSONObject {
    var properties = JSONObject()
    for name in model.definitions(of: owners) {
      for key in model.definitions[name]?.keys ?? [] where !left.contains(key) {
        guard let property = property(key, of: name, byReference: true) else { continue }
        guard let known = properties[key]?.objectValue else {
          properties[key] = property
          continue
        }
        if .object(known) == property { continue }
        var all = known["anyOf"]?.arrayValue ?? [.object(known)]
        if !all.contains(property) { all.append(property) }
        properties[key] = [
          "anyOf": .array(all), "description": .string(explanation(of: key, in: owners)),
        ]
      }
    }
    if !left.contains("kind") {
      let kinds = owners.flatMap { model.kinds(of: $0) }.map { JSONValue.string($0.kind) }
      properties["kind"] = [
        "enum": .array(kinds), "description": .string(explanation(of: "kind", in: owners)),
      ]
    }
    return [
      "type": "object", "properties": .object(properties), "additionalProperties": false,
    ]
  }

  /// - Parameter byReference: true to refer to the definition's own property.
  private func property(
    _ key: String, of name: String, byReference: Bool = false
  ) -> JSONValue? {
    guard let (shape, source) = model.shape(of: key, in: name) else { return nil }
    if byReference || source != name {
      return ["$ref": .string("#/$defs/\(source)/properties/\(key)")]
    }
    var schema = self.schema(of: shape)
    describe(key, of: name, in: &schema)
    return .object(schema)
  }

  private func describe(_ key: String, of name: String, in schema: inout JSONObject) {
    guard let text = page.description(of: key, in: name) else { return }
    schema["description"] = .string(text)
  }

  /// The page's words about a key of objects of several kinds. Different explanations become lines,
  /// each after the names of its kinds.
  private func explanation(of key: String, in owners: [String]) -> String {
    var lines: [(text: String, names: [String])] = []
    for name in model.definitions(of: owners) {
      guard let definition = model.definitions[name], definition.keys.contains(key),
        let text = page.description(of: key, in: name)
      else { continue }
      let kind = definition.kind ?? name
      if let index = lines.firstIndex(where: { $0.text == text }) {
        lines[index].names.appendNew([kind])
      } else {
        lines.append((text, [kind]))
      }
    }
    guard lines.count > 1 else { return lines.first?.text ?? "`" + key + "`" }
    return lines.map { $0.names.joined(separator: ", ") + ": " + $0.text }
      .joined(separator: "\n")
  }

  // MARK: Values

  private static func reference(_ name: String) -> JSONValue {
    ["$ref": .string("#/$defs/\(name)")]
  }

  private static func number(_ value: Double) -> JSONValue {
    value == value.rounded() ? .integer(Int64(value)) : .number(value)
  }

  /// Greater bounds are left out, since people do not need them: `firstlight check` knows them.
  private static let greatestBound = 1e9

  private static func number(in range: ClosedRange<Double>) -> JSONObject {
    var schema: JSONObject = ["type": "number"]
    if range.lowerBound >= -greatestBound { schema["minimum"] = number(range.lowerBound) }
    if range.upperBound <= greatestBound { schema["maximum"] = number(range.upperBound) }
    return schema
  }

  private func schema(of shape: ValueShape) -> JSONObject {
    let forms = forms(of: shape)
    if forms.count == 1, let only = forms.first?.objectValue { return only }
    return ["anyOf": .array(forms)]
  }

  private func forms(of shape: ValueShape) -> [JSONValue] {
    var forms = shape.references.map { Self.reference($0) }
    if !shape.words.isEmpty { forms.append(["enum": .array(shape.words.map { .string($0) })]) }
    if shape.takesPartProperties {
      let names = EmitterCellProperty.allCases.map(\.name).joined(separator: "|")
      forms.append([
        "type": "string",
        "pattern": .string("^(cells\\.[^.]+\\.(" + names + ")|parts\\.[^.]+\\.color)$"),
      ])
    }
    if shape.takesSteps {
      forms.append(["type": "string", "pattern": .string(Self.stepsPattern)])
    }
    if shape.takesStrings { forms.append(["type": "string"]) }
    if shape.takesFlags { forms.append(["type": "boolean"]) }
    if let range = shape.number {
      forms.append(.object(Self.number(in: range)))
    }
    if let range = shape.integer {
      forms.append([
        "type": "integer", "minimum": .integer(Int64(range.lowerBound)),
        "maximum": .integer(Int64(range.upperBound)),
      ])
    }
    if shape.takesColors { forms.append(Self.reference("color")) }
    if let negative = shape.negativeLengths {
      forms.append(Self.reference(negative ? "length" : Self.distance))
    }
    // A variable may stand for each value that is no array or object; strings may be any.
    if !forms.isEmpty, !shape.takesStrings { forms.append(Self.reference(Self.variable)) }
    let owners = model.ownersOfKinds
    for name in shape.objects {
      // Objects that have kinds are referred to as one.
      let owner = model.definitions[name]?.owner ?? ""
      let target = owners.contains(owner) ? FormatModel.name(of: owner, kind: nil) : name
      let form = Self.reference(target)
      if !forms.contains(form) { forms.append(form) }
    }
    if let values = shape.namedValues.first {
      forms.append(["type": "object", "additionalProperties": .object(schema(of: values))])
    }
    if let count = shape.count { forms.append(array(of: shape, count)) }
    return forms
  }

  private func array(of shape: ValueShape, _ count: ClosedRange<Int>) -> JSONValue {
    var array: JSONObject = ["type": "array"]
    if count.lowerBound > 0 { array["minItems"] = .integer(Int64(count.lowerBound)) }
    if count.upperBound < .max { array["maxItems"] = .integer(Int64(count.upperBound)) }
    if let elements = shape.elements.first { array["items"] = .object(schema(of: elements)) }
    return .object(array)
  }
}
