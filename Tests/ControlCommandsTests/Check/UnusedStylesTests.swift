import Foundation
import JSON
import Testing

@testable import ControlCommands
@testable import Scene

/// Keys of styles that nothing uses, and colours that CSS names.
@Suite struct UnusedStylesTests {
  private func check(_ text: String) throws -> CheckedFile {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
      "firstlight-\(UUID().uuidString).jsonc")
    try Data(text.utf8).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    return try CheckedFile(path.path)
  }

  private func unknown(_ style: String) throws -> [SceneDiagnostic] {
    let file = try check(
      """
      { "styles": {
        "old": \(style) }, "layers": [] }
      """)
    #expect(file.isValid)
    #expect(file.diagnostics.contains { $0.code == .unused })
    return file.diagnostics.filter { $0.code != .unused }
  }

  @Test func `an unknown key is reported at its place, with the nearest name`() throws {
    let found = try unknown(#"{ "kind": "shape", "filColor": "clear" }"#)
    #expect(found.map(\.code) == [.unknownKey])
    #expect(found.map(\.severity) == [.warning])
    #expect(found.map(\.hint) == ["did you mean `fillColor`?"])
    #expect(found.map(\.line) == [2])
    #expect(found.map(\.column) == [29])
  }

  @Test(arguments: [
    // Of another kind.
    (#"{ "kind": "shape", "minimumFontSize": 9 }"#, "minimumFontSize"),
    // Within a sublayer, an animation and a state.
    (#"{ "layers": [{ "kind": "text", "string": "a", "zzz": 1 }] }"#, "zzz"),
    (#"{ "animations": [{ "key": "opacity", "to": 0, "zzz": 1 }] }"#, "zzz"),
    (#"{ "kind": "state", "states": { "a": { "zzz": 1 } } }"#, "zzz"),
  ])
  func `unknown keys within layers, animations and states are reported, too`(
    style: String, key: String
  ) throws {
    let found = try unknown(style)
    #expect(found.map(\.message) == ["unknown key `\(key)` in a style that nothing uses"])
  }

  @Test func `an unknown kind is reported with the nearest one`() throws {
    let found = try unknown(#"{ "kind": "shap", "fillColor": "clear" }"#)
    #expect(found.map(\.code) == [.invalidValue])
    #expect(found.map(\.hint) == ["did you mean `shape`?"])
  }

  @Test(arguments: [
    #"{ "opacity": 0.5, "fontSize": 12, "velocity": 3, "label": "a" }"#,
    #"{ "variables": { "tone": "clear" }, "kind": "shape", "fillColor": "$tone" }"#,
    #"{ "layers": [{ "name": "a", "layers": [{ "kind": "progress", "style": "line" }] }] }"#,
    #"{ "kind": "$kind", "fillColor": "clear" }"#,
  ])
  func `known keys are not reported`(style: String) throws {
    #expect(try unknown(style).isEmpty)
  }

  /// The bundled scenes use all their styles, whose keys are therefore right.
  @Test func `no key of a bundled scene's style would be unknown without its use`() throws {
    let scenes = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Scene/Scenes")
    for name in ["boot", "install", "observatory", "shutdown", "paperplane", "orbit", "daynight"] {
      let path = scenes.appending(path: "\(name).jsonc").path
      let scene = try SceneLoader.load(path: path)
      let root = try JSONNode(parsing: scene.source.bytes)
      guard case .object(let members) = root.content,
        case .object(let styles)? = members.first(where: { $0.key == "styles" })?.value.content
      else { continue }
      let unused = styles.map {
        scene.source.warning(.unused, at: $0.keyOffset, "", hint: nil)
      }
      #expect(UnusedStyles.warnings(unused, in: scene.source).map(\.message) == [], "\(name)")
    }
  }

  @Test(arguments: [
    ("royalblue", "#4169E1"), ("Royal-Blue 40%", "#4169E1"), ("navy", "#000080"),
    ("aliceblue", "#F0F8FF"), ("darkgreen", "#006400"),
  ])
  func `a colour name of CSS has a hint with its hexadecimal value`(word: String, number: String)
    throws
  {
    let file = try check(#"{ "background": "\#(word)", "layers": [] }"#)
    #expect(file.diagnostics.map(\.hint) == ["did you mean \"\(number)\"?"])
  }
}
