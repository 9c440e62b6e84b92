import Testing

@testable import Scene

/// Names of the parts of texts, and warnings that are given only once for layers that were not
/// read.
@Suite struct PartNamesTests {
  private func diagnostics(_ layers: String, _ controls: String = "") -> [String] {
    let text = "{ \"layers\": [\(layers)], \"controls\": { \(controls) } }"
    do throws(SceneError) {
      return try SceneLoader.load(bytes: Array(text.utf8), name: "scene.jsonc", directory: nil)
        .warnings.filter { $0.code != .font }.map { $0.message }
    } catch {
      return error.diagnostics.filter { $0.severity == .error }.map { $0.message }
    }
  }

  private func text(_ parts: String, key: String = "parts.a.color") -> String {
    """
    { "kind": "text", "string": \(parts), "animations": [{ "key": "\(key)", "to": "#FFF" }] }
    """
  }

  @Test(arguments: ["", "a.b", String(repeating: "n", count: 129)])
  func `a name that no key path can have is reported once, and not at its uses`(name: String) {
    let found = diagnostics(
      text("[{ \"name\": \"\(name)\", \"text\": \"x\" }]", key: "parts.\(name).color"))
    #expect(found.count == 1 && found[0].hasPrefix("`name` is"), "\(found)")
  }

  @Test(arguments: [
    ("[{ \"name\": \"a\", \"text\": 5 }]", "`string` is a number"),
    ("[{ \"name\": 5, \"text\": \"x\" }]", "`name` is a number"),
    (
      "[{ \"name\": \"a\", \"text\": \"x\" }, { \"name\": \"a\", \"text\": \"y\" }]",
      "another part is called \"a\""
    ), ("5", "`string` is a number"),
  ])
  func `a mistake in a part is reported once`(parts: String, message: String) {
    #expect(diagnostics(text(parts)) == [message])
  }

  @Test(arguments: ["5", "\"button\"", "\"emiter\""])
  func `a layer of an unclear kind is reported once`(kind: String) {
    let found = diagnostics(
      """
      { "name": "a", "kind": \(kind), "animations": [{ "key": "color", "to": "#FFF" }] }
      """,
      """
      "c": { "kind": "text", "label": "C", "drives": "a" },
      "l": { "kind": "log", "label": "L", "drives": "a" },
      "i": { "kind": "image", "label": "I", "drives": "a" },
      "p": { "kind": "progress", "label": "P", "drives": "a" },
      "s": { "kind": "state", "label": "S", "states": { "x": {}, "y": { "changes": [
        { "layer": "a", "text": "y" }, { "layer": "a", "key": "strokeEnd", "to": 1 }] } } }
      """)
    #expect(found.count == 1 && found[0].hasPrefix("`kind` is"), "\(found)")
  }
}
