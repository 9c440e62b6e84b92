@testable import Scene
import Testing

/// Warnings of layers that are seen before they appear.
@Suite struct EarlySightTests {
  private func warnings(_ layers: String) throws -> [SceneDiagnostic] {
    let text = "{ \"layers\": [\(layers)] }"
    return try SceneLoader.load(bytes: Array(text.utf8), name: "scene", directory: nil).warnings
  }

  private func copies(_ layer: String, instances: Int = 3, delay: Double = 0.1) -> String {
    #"""
    { "kind": "replicator", "instances": \#(instances), "delay": \#(delay),
      "layers": [{ "layers": [\#(layer)] }] }
    """#
  }

  private static let fadeIn =
    #""animations": [{ "key": "opacity", "from": 0, "to": 1, "beginTime": 1 }]"#

  private static let path =
    ##""kind": "shape", "path": { "circle": {} }, "strokeColor": "#FFF""##

  @Test(arguments: [
    #"{ "animations": [{ "key": "opacity", "from": 0, "to": 1 }] }"#,
    #"{ "animations": [{ "key": "scale", "values": [0, 1.2, 1], "repeat": "forever" }] }"#,
    #"{ "animations": [{ "key": "hidden", "values": [true, false] }] }"#,
    #"{ \#(path), "animations": [{ "key": "strokeEnd", "from": 0, "spring": {} }] }"#,
  ])
  func `instances that wait visibly for their delay have a warning`(layer: String) throws {
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
  func `instances that wait invisibly have no warning`(layer: String) throws {
    #expect(try warnings(copies(layer)).isEmpty)
  }

  @Test(arguments: [
    // Until the second animation begins, another one sets the opacity.
    #"""
    { "animations": [{ "key": "opacity", "from": 1, "to": 0, "beginTime": 1, "fillMode": "forwards",
      "removedOnCompletion": false }, { "key": "opacity", "from": 0, "to": 1, "beginTime": 5 }] }
    """#,
    #"""
    { "animations": [{ "key": "opacity", "from": 0, "to": 1, "beginTime": 2, "fillMode": "both" },
      { "key": "scale", "from": 0, "to": 1, "beginTime": 2 }] }
    """#,
    // A layer around it, or the layer that it masks, is out of sight.
    #"{ "opacity": 0, "layers": [{ "layers": [{ \#(fadeIn) }] }] }"#,
    #"{ "hidden": true, "layers": [{ \#(fadeIn) }] }"#,
    #"{ "scale": 0, "mask": { \#(fadeIn) } }"#,
    ##"""
    { \##(path), "fillColor": "#FFF",
      "animations": [{ "key": "strokeEnd", "from": 0, "to": 1, "beginTime": 1 }] }
    """##,
  ])
  func `layers that wait invisibly, or stay visible, have no warning`(layer: String) throws {
    #expect(try warnings(layer).isEmpty)
  }

  @Test(arguments: [
    #"""
    { "animations": [{ "key": "opacity", "from": 0, "to": 1, "beginTime": 1 },
      { "key": "opacity", "from": 1, "to": 0, "beginTime": 5 }] }
    """#,
    #"""
    { "animations": [{ "key": "rotation", "by": 360, "repeat": "forever" },
      { "key": "scale", "from": 0, "to": 1, "beginTime": 1 }] }
    """#,
    // After a layer that is out of sight.
    #"{ "opacity": 0, "mask": {}, "layers": [{ \#(fadeIn) }] }, { \#(fadeIn) }"#,
  ])
  func `visible waiting layers have a warning beside other animations and layers`(layers: String)
    throws
  {
    #expect(try warnings(layers).map(\.code) == [.seenBefore])
  }

  @Test(arguments: [(0.1, 1), (0.2, 0), (1, 0)])
  func `instances have a warning if the last one waits`(timeOffset: Double, count: Int) throws {
    let layer = #"""
      { "animations": [{ "key": "opacity", "from": 0, "to": 1, "timeOffset": \#(timeOffset),
        "repeat": "forever" }] }
      """#
    #expect(try warnings(copies(layer)).count == count)
    // Copies of copies lag twice.
    #expect(try warnings(copies(copies(layer))).count == (timeOffset < 0.4 ? 1 : 0))
    #expect(try warnings(copies(layer, instances: 1)).isEmpty)
  }

  @Test func `a sum of delays that is off by a rounding is no wait`() throws {
    let layer = #"{ "animations": [{ "key": "opacity", "from": 0, "to": 1, "timeOffset": 0.3 }] }"#
    #expect(3 * 0.1 > 0.3)
    #expect(try warnings(copies(layer, instances: 4)).isEmpty)
  }

  @Test func `a layer that waits for its begin time has a warning, too`() throws {
    let layer = #"{ "animations": [{ "key": "opacity", "from": 0, "to": 1, "beginTime": 2 }] }"#
    #expect(try warnings(layer).map(\.code) == [.seenBefore])
    let early = #"{ "animations": [{ "key": "opacity", "from": 0, "to": 1 }] }"#
    // Layers after a replicator are checked like the layers before it.
    #expect(try warnings(copies("{}") + "," + early).isEmpty)
  }
}
