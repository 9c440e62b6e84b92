import Geometry
import Scene
import Stage
import Testing

/// Layers that collapse and open again in an arrangement when states change.
@Suite struct CollapsedLayerTests {
  @Test func `a state closes the room of a layer, at its time`() throws {
    let player = try SteppedStage(
      """
      { "layers": [{ "kind": "row", "name": "row", "gap": 10, "layers": [
          { "name": "lamp", "size": [40, 40] }, { "name": "bar", "size": [50, 40] } ] }],
        "controls": { "view": { "kind": "state", "states": {
          "on": {},
          "off": { "changes": [
            { "layer": "lamp", "key": "opacity", "to": 0, "duration": 0.5 },
            { "layer": "lamp", "key": "collapsed", "to": true, "follows": true } ] },
          "none": { "changes": [{ "layer": "lamp", "key": "collapsed", "to": true }] } } } } }
      """)
    func place() throws -> Double {
      try #require(try player.stage.layers(below: "row/bar", depth: 0).first).frame.minX
    }
    player.show(at: 0)
    #expect(try place() == 50)
    try player.stage.setState("view", to: "off")
    player.run(from: 0, to: 0.4)
    #expect(try place() == 50)
    player.run(from: 0.4, to: 0.7)
    #expect(try place() == 0)
    #expect(try #require(try player.stage.layers(below: "row/lamp", depth: 0).first).isHidden)
    try player.stage.setState("view", to: "none")
    player.run(from: 0.7, to: 0.8)
    #expect(try place() == 0)
    try player.stage.setState("view", to: "on")
    player.run(from: 0.8, to: 0.9)
    #expect(try place() == 50)
    // This state is left before its change is due.
    try player.stage.setState("view", to: "off")
    player.run(from: 0.9, to: 1)
    try player.stage.setState("view", to: "on")
    player.run(from: 1, to: 2)
    #expect(try place() == 50)
  }
}
