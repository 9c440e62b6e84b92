import JSON
import Testing

@testable import ControlCommands
@testable import Scene

/// The reader, the schema and the format's page have the same keys.
@Suite struct SchemaTests {
  static let model = try? FormatModel.current()
  /// Made once, since it takes long.
  static let document = model.map { SceneSchema(model: $0, page: .current).document() }

  @Test func `the samples have no mistakes, which would hide keys`() throws {
    for bytes in try FormatModel.samples() {
      let record = try ReadingRecord(reading: bytes)
      #expect(record.errors.isEmpty, "\(record.errors.map { ($0.line, $0.message) })")
    }
  }

  @Test func `the samples have every key of every object that the reader knows`() throws {
    let model = try #require(Self.model)
    #expect(model.names.count > 40)
    for name in model.names {
      let keys = try #require(model.definitions[name]).keys
      let missing = keys.filter { model.shape(of: $0, in: name)?.shape.isEmpty ?? true }
      #expect(missing.isEmpty, "\(name): samples.jsonc has no value of \(missing)")
    }
  }

  @Test func `the samples have every kind`() throws {
    let model = try #require(Self.model)
    #expect(Set(model.ownersOfKinds) == ["a layer", "a control", "a progress layer's content"])
    for owner in model.ownersOfKinds {
      let kinds = model.kinds(of: owner)
      for (name, _) in kinds {
        let words = try #require(model.shape(of: "kind", in: name)).shape.words
        #expect(Set(words) == Set(kinds.map(\.kind)), "\(owner)")
      }
    }
  }

  @Test func `a file for others to include needs no layers`() throws {
    let schema = try #require(Self.document)
    let forms = try #require(schema["anyOf"]?.arrayValue)
    for part in ["layers", "styles", "controls", "variants"] {
      #expect(forms.contains(["required": [.string(part)]]), "\(part)")
    }
    #expect(!forms.contains(["required": ["background"]]))
  }

  @Test func `each key in the schema has an explanation, or that of another object`() throws {
    let schema = try #require(Self.document)
    let definitions = try #require(schema["$defs"]?.objectValue)
    var silent: [String] = []
    var count = 0
    for definition in definitions.members {
      guard let keys = definition.value.objectValue?["properties"]?.objectValue else { continue }
      for key in keys.members {
        count += 1
        let schema = try #require(key.value.objectValue)
        if ["description", "$ref", "const"].allSatisfy({ schema[$0] == nil }) {
          silent.append(definition.key + "/" + key.key)
        }
      }
    }
    #expect(count > 1000)
    #expect(silent.isEmpty)
  }

  @Test func `a key of a style has the words of each kind`() throws {
    let page = FormatPage.current
    let schema = try #require(Self.document)
    let style = schema["$defs"]?.objectValue?["style"]?.objectValue?["properties"]?.objectValue
    let words = try #require(style?["lineCap"]?.objectValue?["description"]?.stringValue)
    let shape = try #require(page.description(of: "lineCap", in: "layer-shape"))
    let loader = try #require(page.description(of: "lineCap", in: "layer-loader"))
    #expect(shape != loader)
    #expect(words == "shape: \(shape)\nloader: \(loader)")
    // All kinds of arrangements have one row of the page.
    let padding = try #require(style?["padding"]?.objectValue?["description"]?.stringValue)
    #expect(padding == page.description(of: "padding", in: "layer-row"))
  }

  @Test func `no bound in the schema is a meaningless large number`() throws {
    func bounds(_ value: JSONValue) -> [Double] {
      if let array = value.arrayValue { return array.flatMap(bounds) }
      guard let object = value.objectValue else { return [] }
      return object.members.flatMap { member -> [Double] in
        guard member.key == "minimum" || member.key == "maximum",
          let number = member.value.doubleValue
        else { return bounds(member.value) }
        return [number]
      }
    }
    let schema = try #require(Self.document)
    let found = bounds(.object(schema))
    #expect(found.count > 20 && found.allSatisfy { abs($0) < 0x1p31 })
  }

  @Test func `the page explains every key that the reader knows`() throws {
    let model = try #require(Self.model)
    for name in model.names {
      #expect(FormatPage.places[name] != nil, "FormatPage.places has no section for \(name)")
      for key in try #require(model.definitions[name]).keys {
        #expect(
          FormatPage.current.description(of: key, in: name) != nil,
          "README.md has no `\(key)` of \(name) in \(FormatPage.places[name] ?? [])")
      }
    }
  }

  @Test func `the reader knows every key that the page's tables explain`() throws {
    let model = try #require(Self.model)
    for name in ["scene"] + model.kinds(of: "a layer").map(\.name)
      + model.kinds(of: "a control").map(\.name)
    {
      // Two kinds, and their parts, share a section.
      let relatives: [String] =
        switch name {
        case "control-button", "control-choice": ["control-button", "control-choice", "option"]
        case "layer-loader": ["layer-progress"]
        case "layer-row", "layer-column", "layer-overlay":
          ["layer-row", "layer-column", "layer-overlay"]
        default: [name]
        }
      let known = relatives.flatMap { model.definitions[$0]?.keys ?? [] }
      let unknown = FormatPage.current.keys(of: name).filter { !known.contains($0) }
      #expect(unknown.isEmpty, "\(name): the reader does not know \(unknown)")
    }
  }

  @Test func `a length matches the schema's pattern if the reader takes it`() throws {
    let pattern = try Regex(SceneSchema.lengthPattern)
    let lengths = [
      "50%", "12", "12pt", " -3.5 vmin", "-3.5vmin", "100% - 24", "100%-24", "min(60vmin, 480)",
      ".5%", "5.", "1vw + 2vh",
      "max(1, min(2%, 3vh)) - 4", "-max(1,2)", "- 5", "", "%", "1em", "1 2", "min", "min(", "min 1",
      "1 +", "a", "#12",
      "1..2", "+1", "1 - -1", "med(1)", "1e3",
    ]
    var taken = 0
    for text in lengths {
      let isTaken = (try? LengthParser.parse(text)) != nil
      let matches = try pattern.wholeMatch(in: text) != nil
      #expect(matches == isTaken, "\"\(text)\"")
      if isTaken { taken += 1 }
    }
    #expect(taken > 10 && taken < lengths.count - 10)
  }

  @Test func `a schema is a document with a definition for each reference`() throws {
    let schema = JSONValue.object(try #require(Self.document))
    let definitions = try #require(schema.objectValue?["$defs"]?.objectValue)
    var count = 0
    func check(_ value: JSONValue) {
      switch value {
      case .array(let elements): for element in elements { check(element) }
      case .object(let object):
        for member in object.members { check(member.value) }
        guard let reference = object["$ref"]?.stringValue else { return }
        count += 1
        let parts = reference.split(separator: "/").dropFirst(2).map { String($0) }
        var target: JSONValue? = definitions[parts[0]]
        for part in parts.dropFirst() { target = target?.objectValue?[part] }
        #expect(target != nil, "\(reference)")
      default: break
      }
    }
    check(schema)
    #expect(count > 300)
  }
}
