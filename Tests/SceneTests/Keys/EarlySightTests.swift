@testable import Scene
import Testing

/// Warnings of layers that are seen before they appear.
@Suite struct EarlySightTests {
  private func warnings(_ layers: String) throws -> [SceneDiagnostic] {
    let text = "{ \"layers\": [\(layers)] }"
    return try SceneLoader.load(bytes: Array(text.utf8), name: "scene", directory: nil).warnings
  }

  private func copies(_ layer: String, delay: Double = 0.1) -> String {
    #"{ "kind": "replicator", "instances": 3, "delay": \#(delay), "layers": [{ "layers": [\#(layer)] }] }"#
  }

  private static let path =
    ##""kind": "shape", "path": { "circle": {} }, "strokeColor": "#FFF""##

  @Test(arguments: [
    #"{ "animations": [{ "key": "opacity", "from": 0, "to": 1 }] }"#,
    #"{ "animations": [{ "key": "scale", "values": [0, 1.2, 1], "repeat": "forever" }] }"#,
    #"{ "animations": [{ "key": "hidden", "values": [true, false] }] }"#,
    #"{ \#(path), "animations": [{ "key": "strokeEnd", "from": 0, "spring": {} }] }"#,
  ])
  func `copies that wait in sight are named`(layer: String) throws {
    let warnings = try warnings(copies(layer))
    #expect(warnings.map(\.code) == [.seenBefore])
    #expect(warnings.first?.hint?.contains("\"fillMode\": \"backwards\"") == true)
    #expect(try self.warnings(copies(layer, delay: 0)).isEmpty)
  }

  @Test(arguments: [
    #"{ "animations": [{ "key": "opacity", "from": 0, "to": 1, "fillMode": "backwards" }] }"#,
    #"{ "opacity": 0, "animations": [{ "key": "opacity", "from": 0, "to": 1 }] }"#,
    #"{ "opacity": 0, "animations": [{ "key": "scale", "from": 0, "to": 1 }] }"#,
    #"{ "opacity": 0.2, "animations": [{ "key": "opacity", "from": 1, "to": 0.2 }] }"#,
    #"{ "scale": 0, "animations": [{ "key": "scale", "from": 0, "to": 1 }] }"#,
    #"{ \#(path), "strokeEnd": 0, "animations": [{ "key": "strokeEnd", "from": 0, "to": 1 }] }"#,
  ])
  func `copies that wait out of sight are not named`(layer: String) throws {
    #expect(try warnings(copies(layer)).isEmpty)
  }

  @Test func `a layer that waits for its beginning is named, too`() throws {
    let layer = #"{ "animations": [{ "key": "opacity", "from": 0, "to": 1, "beginTime": 2 }] }"#
    #expect(try warnings(layer).map(\.code) == [.seenBefore])
    let early = #"{ "animations": [{ "key": "opacity", "from": 0, "to": 1 }] }"#
    // After a replicator, layers are read as before it.
    #expect(try warnings(copies("{}") + "," + early).isEmpty)
  }
}
