import Foundation
import Geometry
import Layers
import Raster
import Scene
import Testing

/// Variables of a scene, and the files that it includes.
@Suite struct VariablesTests {
  /// A folder of its own, with these files.
  private func folder(_ files: [String: String]) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "variables-\(UUID())")
    for (name, text) in files {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return folder.path
  }

  /// The mistakes and warnings of `main.jsonc`, without the folder's path.
  private func diagnoses(_ files: [String: String]) throws -> [String] {
    let folder = try folder(files)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var found: [SceneDiagnostic]
    do throws(SceneError) {
      found = try SceneLoader.load(path: folder + "/main.jsonc").warnings
    } catch {
      found = error.diagnostics
    }
    return found.map { $0.summary.replacingOccurrences(of: folder + "/", with: "") }
  }

  private func layers(_ files: [String: String], set: [VariableAssignment] = []) throws -> [Layer] {
    let folder = try folder(files)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let scene = try SceneLoader.load(path: folder + "/main.jsonc", variables: set)
    #expect(scene.warnings == [])
    return scene.instantiate(size: Size(width: 200, height: 100), scale: 1).tree.root.sublayers
  }

  // MARK: Variables

  private static let card = """
    { "variables": { "accent": "$brand 50%", "brand": "#FF0000", "round": 7, "off": true, "price": "$$5" },
      "layers": [
        { "name": "$price", "backgroundColor": "$brand", "cornerRadius": "$round" },
        { "name": "$ 3", "backgroundColor": "#00FF00", "hidden": "$off" } ] }
    """

  @Test func `a name stands for a value of any kind`() throws {
    let text = Self.card.replacingOccurrences(of: "\"accent\": \"$brand 50%\", ", with: "")
    let found = try layers(["main.jsonc": text])
    #expect(found[0].backgroundColor == Color(red: 1, green: 0, blue: 0))
    #expect(found[0].cornerRadius == 7 && found[0].name == "$5")
    #expect(found[1].isHidden && found[1].name == "$ 3")
  }

  /// Layers in colours whose names begin with a theme.
  private static func themed(_ layers: String, theme: String = "day") -> String {
    """
    { "variables": { "theme": "\(theme)" }, "colors": {
        "day-ink": "#000", "day-paper": "#FFF", "night-ink": "#FFF", "night-paper": "#000" },
      "layers": [ \(layers) ] }
    """
  }

  @Test func `definitions of another value are used, however often others are`() throws {
    let ink = "{ \"backgroundColor\": \"$theme-ink\" }, "
    let text = Self.themed(
      String(repeating: ink, count: 70) + "{ \"backgroundColor\": \"$theme-paper 40%\" }")
    #expect(try diagnoses(["main.jsonc": text]) == [])
  }

  @Test func `a mistake in the colour for another value is reported`() throws {
    let layer = "{ \"backgroundColor\": \"$theme-ink\", \"borderColor\": \"$theme-paper\" }"
    let text = Self.themed(layer, theme: "day")
      .replacingOccurrences(of: "\"night-ink\": \"#FFF\"", with: "\"night-ink\": [1]")
    let found = try diagnoses(["main.jsonc": text])
    #expect(found.count == 1 && found[0].contains("error"), "\(found)")
  }

  @Test func `a misspelt variable in a colour is one mistake, with the right name`() throws {
    for (color, name) in [("$them-ink 18%", "$theme"), ("$them-ink", "$theme")] {
      let found = try diagnoses([
        "main.jsonc": Self.themed("{ \"backgroundColor\": \"\(color)\" }")
      ])
      #expect(found.count == 1 && found[0].contains("error"), "\(found)")
      let error = #expect(throws: SceneError.self) {
        try SceneLoader.load(
          bytes: Array(Self.themed("{ \"backgroundColor\": \"\(color)\" }").utf8), name: "s",
          directory: nil)
      }
      #expect(error?.diagnostics.first?.hint?.contains(name) == true)
    }
  }

  @Test
  func `a value of a variable that no colour's name has is one mistake, with the right values`()
    throws
  {
    let text = Self.themed(
      """
      { "backgroundColor": "$theme-paper" }, { "borderColor": "$theme-ink 50%" },
      { "shadowColor": "$theme-ink", "shadowOpacity": 1 }
      """, theme: "blue")
    let error = #expect(throws: SceneError.self) {
      try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
    }
    let found = try #require(error).diagnostics
    #expect(found.count == 1, "\(found.map(\.summary))")
    #expect(
      found.first?.summary
        == "s:1:27: error: the variable \"theme\" is \"blue\", and there is no colour \"blue-paper\""
    )
    #expect(found.first?.expected == "\"day\" or \"night\"")
    // A colour that is missing beside others of its theme is a mistake of its own.
    let missing = try diagnoses([
      "main.jsonc": Self.themed("{ \"backgroundColor\": \"$theme-papr\" }")
    ])
    #expect(missing.count == 1 && missing[0].contains("is not a colour"), "\(missing)")
  }

  @Test func `a scene without variables may have texts with a dollar sign`() throws {
    let found = try layers([
      "main.jsonc": #"{ "layers": [ { "name": "$price" }, { "name": "$$" } ] }"#
    ])
    #expect(found.map(\.name) == ["$price", "$$"])
  }

  @Test func `a value that is set takes the place of the scene's own`() throws {
    let text = """
      { "variables": { "color": "#FF0000", "side": 3, "text": "a" },
        "layers": [ { "name": "$text", "backgroundColor": "$color", "size": ["$side", 10] } ] }
      """
    let found = try layers(
      ["main.jsonc": text],
      set: [
        VariableAssignment(name: "color", value: "#0000FF"),
        VariableAssignment(name: "side", value: "12.5"),
        VariableAssignment(name: "text", value: "1 of 2"),
      ])
    #expect(found[0].backgroundColor == Color(red: 0, green: 0, blue: 1))
    #expect(found[0].bounds.width == 12.5 && found[0].name == "1 of 2")
    let error = #expect(throws: SceneError.self) {
      try layers(["main.jsonc": text], set: [VariableAssignment(name: "colour", value: "1")])
    }
    #expect(error?.diagnostics.map(\.hint) == ["did you mean \"color\"?"])
  }

  @Test(arguments: [
    (#""a": 1"#, "$b", "1:53: error: there is no variable \"b\""),
    (#""a": "$b", "b": "$a""#, "$a", "error: the variable \"a\" is made of itself: a → b → a"),
    (#""a": [1]"#, "$a", "1:23: error: `a` is an array"),
    (#""a b": 1, "c": 2"#, "$c", "1:18: error: a variable has the name \"a b\""),
    (#""a": 1, "b": 2"#, "$a", "1:26: warning: nothing uses the variable \"b\""),
    (#""a": "red""#, "$a", "error: `opacity` is a string"),
  ])
  func `a mistake in variables is reported at its place`(
    variables: String, use: String, expected: String
  ) throws {
    let text = "{ \"variables\": { \(variables) }, \"layers\": [ { \"opacity\": \"\(use)\" } ] }"
    let found = try diagnoses(["main.jsonc": text])
    #expect(found.contains { $0.hasPrefix("main.jsonc:") && $0.contains(expected) }, "\(found)")
  }

  @Test func `each variable that is set and that the scene does not have is a mistake`() {
    let error = #expect(throws: SceneError.self) {
      try SceneLoader.load(
        bytes: Array("{ \"layers\": [] }".utf8), name: "s", directory: nil,
        variables: ["one", "two", "one"].map { VariableAssignment(name: $0, value: "1") })
    }
    let messages = error?.diagnostics.map(\.message) ?? []
    #expect(messages.count == 2 && messages[0].contains("one") && messages[1].contains("two"))
  }

  // MARK: Included files

  @Test func `one line changes colour and text of an included scene`() throws {
    let found = try layers([
      "main.jsonc": ##"{ "include": "parts/card.jsonc", "variables": { "brand": "#0000FF" } }"##,
      "parts/card.jsonc": Self.card.replacingOccurrences(
        of: "\"accent\": \"$brand 50%\", ", with: ""),
    ])
    #expect(found[0].backgroundColor == Color(red: 0, green: 0, blue: 1))
    #expect(found[0].cornerRadius == 7)
  }

  @Test func `layers of included files lie behind, and the including file wins`() throws {
    let found = try layers([
      "main.jsonc": """
      { "include": ["a.jsonc", "b.jsonc"], "colors": { "one": "#FF0000" },
        "layers": [ { "name": "front", "backgroundColor": "one" } ] }
      """,
      "a.jsonc":
        ##"{ "colors": { "one": "#111111", "two": "#222222" }, "layers": [ { "name": "a", "backgroundColor": "two" } ] }"##,
      // A file that two others include is a part once.
      "b.jsonc":
        ##"{ "include": "a.jsonc", "colors": { "two": "#00FF00" }, "layers": [ { "name": "b" } ] }"##,
    ])
    #expect(found.map(\.name) == ["a", "b", "front"])
    #expect(found[0].backgroundColor == Color(red: 0, green: 1, blue: 0))
    #expect(found[2].backgroundColor == Color(red: 1, green: 0, blue: 0))
  }

  @Test func `a mistake in an included file names that file, its line and the text`() throws {
    let folder = try folder([
      "main.jsonc": "{\n\"include\": \"b.jsonc\", \"oops\": 1 }",
      "a.jsonc": "{}",
      "b.jsonc": "{ \"include\": \"a.jsonc\",\n  \"layers\": [ { \"opacity\": 2 } ] }",
    ])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let error = #expect(throws: SceneError.self) {
      try SceneLoader.load(path: folder + "/main.jsonc")
    }
    let found = try #require(error)
    #expect(
      found.diagnostics.map { $0.summary.replacingOccurrences(of: folder + "/", with: "") } == [
        "main.jsonc:2:23: error: unknown key `oops` in a scene",
        "b.jsonc:2:28: error: `opacity` is 2",
      ])
    #expect(found.rendered.contains(" 2 |   \"layers\": [ { \"opacity\": 2 } ] }\n"))
  }

  @Test func `an unknown placeholder in an included file is underlined there`() throws {
    let part = "{\n  \"layers\": [ { \"kind\": \"text\", \"string\": \"So {percnt}\" } ] }"
    let found = try diagnoses(["main.jsonc": "{ \"include\": \"a.jsonc\" }", "a.jsonc": part])
    #expect(
      found.count == 1 && found[0].hasPrefix("a.jsonc:2:47: warning: nothing fills in"), "\(found)")
  }

  @Test func `the files of a scene are listed, also missing ones`() throws {
    let folder = try folder([
      "main.jsonc": #"{ "include": ["a.jsonc", "none.jsonc"], "wrong": 1 }"#,
      "a.jsonc": #"{ "include": "b.jsonc" }"#, "b.jsonc": #"{ "layers": ["#,
    ])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let parts = SceneLoader.parts(path: folder + "/main.jsonc")
    #expect(Set(parts) == Set(["a", "b", "none"].map { folder + "/\($0).jsonc" }))
    #expect(SceneLoader.parts(path: folder + "/none.jsonc") == [])
  }

  @Test func `unused definitions of an included file have no warning`() throws {
    let library = """
      { "variables": { "a": 1 }, "colors": { "b": "#FF0000" }, "styles": { "c": { "opacity": 0.5 } } }
      """
    #expect(
      try diagnoses(["main.jsonc": #"{ "include": "l.jsonc", "layers": [] }"#, "l.jsonc": library])
        == [])
    let own = try diagnoses(["main.jsonc": library.dropLast(2) + ", \"layers\": [] }"])
    #expect(own.count == 3 && own.allSatisfy { $0.contains("warning: nothing uses") })
  }

  @Test(arguments: [
    ("none.jsonc", "main.jsonc:1:14: error: cannot open 'none.jsonc'"),
    ("../main.jsonc", "main.jsonc:1:14: error: `include` is \"../main.jsonc\""),
    ("/etc/passwd", "main.jsonc:1:14: error: `include` is \"/etc/passwd\""),
    ("", "main.jsonc:1:14: error: `include` is \"\""),
    (".", "main.jsonc:1:14: error: cannot read"),
    ("main.jsonc", "main.jsonc:1:14: error: the file \"main.jsonc\" is made of itself"),
    ("text.jsonc", "text.jsonc:1:1: error: unexpected"),
    ("list.jsonc", "list.jsonc:1:1: error: the file holds an array"),
    ("wrong.jsonc", "wrong.jsonc:1:13: error: `layers` is an object"),
    ("d1.jsonc", "d4.jsonc:1:14: error: too many files that include each other"),
    ("large.jsonc", "main.jsonc:1:14: error: cannot read 'large.jsonc': it has"),
  ])
  func `a file that cannot be included is one mistake`(name: String, expected: String) throws {
    var files = [
      "main.jsonc": "{ \"include\": \"\(name)\", \"layers\": [ { \"use\": \"x\" } ] }",
      "text.jsonc": "hello", "list.jsonc": "[]", "d5.jsonc": "{}",
      "wrong.jsonc": "{ \"layers\": {} }",
      "large.jsonc": "{}" + String(repeating: " ", count: 1 << 20),
    ]
    for depth in 1...4 {
      files["d\(depth).jsonc"] = "{ \"include\": \"d\(depth + 1).jsonc\" }"
    }
    let found = try diagnoses(files)
    #expect(found.count == 1 && found[0].hasPrefix(expected), "\(found)")
  }

  @Test func `a scene from memory includes nothing`() {
    let text = #"{ "include": "a.jsonc", "layers": [] }"#
    let error = #expect(throws: SceneError.self) {
      try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
    }
    #expect(error?.diagnostics.map(\.code) == [.file])
  }
}
