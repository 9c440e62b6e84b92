import Testing

@testable import Scene

/// Alignments of rows and columns that have no effect: `check` warns of them.
@Suite struct AlignmentTests {
  /// The keys that have no effect, with their columns in the first line.
  private func idle(_ scene: String) throws -> [String] {
    let scene = try SceneLoader.load(bytes: Array(scene.utf8), name: "scene", directory: nil)
    return scene.warnings.map { warning in
      #expect(warning.code == .withoutEffect)
      return String(warning.message.split(separator: "`")[0])
    }
  }

  private static let box = #"{ "size": [20, 10] }"#
  private static let grown = #"{ "name": "g", "size": [20, 10], "grow": 1 }"#

  @Test(arguments: [
    (#""kind": "row", "justifyContent": "center""#, grown + "," + box),
    (#""kind": "column", "justifyContent": "space-between""#, grown),
    (#""kind": "row", "justifyContent": "end", "size": ["auto", 50]"#, box),
    (#""kind": "column", "justifyContent": "end", "size": [50, "auto"]"#, box + "," + box),
    (#""kind": "row", "alignItems": "end", "size": [50, "auto"]"#, box),
    (#""kind": "column", "alignItems": "center", "size": ["auto", 50]"#, box),
    (#""kind": "row", "alignItems": "end""#, #"{ "size": [20, 10], "alignSelf": "center" }"#),
  ])
  func `an alignment without space has no effect`(keys: String, layers: String) throws {
    let found = try idle(#"{ "layers": [{ \#(keys), "layers": [\#(layers)] }] }"#)
    #expect(found == [keys.contains("justify") ? "justifyContent" : "alignItems"])
  }

  @Test(arguments: [
    (#""kind": "row", "justifyContent": "center""#, box),
    (#""kind": "row", "justifyContent": "start""#, grown),
    (#""kind": "row", "justifyContent": "center", "wrap": true"#, grown),
    (
      #""kind": "row", "justifyContent": "center""#,
      #"{ "size": [2, 2], "grow": 1, "collapsed": true }"#
    ),
    (#""kind": "column", "justifyContent": "end", "size": ["auto", 50]"#, box),
    (#""kind": "row", "justifyContent": "end", "size": ["auto", 50]"#, #"{ "size": ["50%", 10] }"#),
    (#""kind": "row", "alignItems": "end", "size": [50, "auto"]"#, box + "," + box),
    (
      #""kind": "row", "alignItems": "end""#,
      box + #", { "size": [20, 10], "alignSelf": "center" }"#
    ),
    (#""kind": "row", "justifyContent": "center""#, ""),
  ])
  func `an alignment may have an effect`(keys: String, layers: String) throws {
    #expect(try idle(#"{ "layers": [{ \#(keys), "layers": [\#(layers)] }] }"#).isEmpty)
  }

  @Test(arguments: [("stretch", false), ("center", true)])
  func `a row that is stretched has space`(alignment: String, isIdle: Bool) throws {
    let found = try idle(
      #"""
      { "layers": [{ "kind": "column", "alignItems": "\#(alignment)", "layers": [\#(Self.box), {
        "kind": "row", "justifyContent": "center", "layers": [\#(Self.box)] }] }] }
      """#)
    #expect(found == (isIdle ? ["justifyContent"] : []))
  }

  @Test func `a style with an effect in one of its uses has no warning`() throws {
    func scene(_ second: String) -> String {
      #"""
      { "styles": { "line": { "kind": "row", "justifyContent": "center" } }, "layers": [
        { "use": "line", "layers": [\#(Self.grown)] }, { "use": "line", "layers": [\#(second)] } ] }
      """#
    }
    #expect(try idle(scene(Self.grown)) == ["justifyContent"])
    #expect(try idle(scene(Self.box)).isEmpty)
  }

  @Test func `a state or a variant may take the layer that grows away`() throws {
    let row =
      #""layers": [{ "kind": "row", "justifyContent": "center", "layers": [\#(Self.grown), \#(Self.box)] }]"#
    let state =
      #""controls": { "s": { "kind": "state", "states": { "on": {}, "off": { "changes": { "layer": "g", "key": "collapsed", "to": true } } } } }"#
    func variant(_ changes: String) -> String {
      #""variants": [{ "when": { "maxWidth": 500 }, \#(changes) }]"#
    }
    #expect(try idle("{ \(row) }") == ["justifyContent"])
    #expect(try idle("{ \(row), \(state) }").isEmpty)
    #expect(try idle("{ \(row), \(variant(#""layers": { "g": { "grow": 0 } }"#)) }").isEmpty)
    let other = variant(##""background": "#FF0000""##)
    #expect(try idle("{ \(row), \(other) }") == ["justifyContent"])
  }
}
