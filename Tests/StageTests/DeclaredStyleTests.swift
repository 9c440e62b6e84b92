import Geometry
import Raster
import Stage
import TestSupport
import Testing

/// A progress style that a scene declares against the built-in one that it describes.
struct DeclaredStyleTests {
  private static let declaration = """
    "progressStyles": {
      "my inset": {
        "layers": [
          { "kind": "shape", "name": "track", "rotation": -90, "path": { "circle": {} },
            "strokeColor": "#0A84FF", "lineWidth": "max(4%, 2)" },
          { "kind": "shape", "name": "ring", "rotation": -90, "strokeColor": "#0A84FF",
            "path": { "circle": { "radius": "50% - 5.75% + 0.5" } }, "lineWidth": "max(7.5%, 2)" },
        ],
        "drives": { "layer": "ring", "key": "strokeEnd" },
        "tint": ["track", "ring"],
        "indeterminate": [
          { "layer": "ring", "key": "opacity", "to": 0 },
          { "layer": "track", "key": "strokeEnd", "to": 0.9, "animations": [
            { "key": "rotation", "from": -90, "to": 270, "duration": 1.6,
              "repeat": "forever", "timing": "linear" } ] },
        ],
      },
    },
    """

  private func stage(_ style: String) throws -> SteppedStage {
    try SteppedStage(
      """
      { "background": "#FFFFFF", \(Self.declaration)
        "layers": [
          { "kind": "progress", "name": "ring", "style": "\(style)", "frame": [15, 15, 200, 200],
            "progressColor": "#FF9F0A", "content": "stop" } ],
        "controls": { "ring": { "kind": "progress", "drives": "ring" } } }
      """, size: PixelSize(width: 230, height: 230))
  }

  @Test func `a declared inset style equals the built-in one in every pixel`() throws {
    let (builtIn, declared) = (try stage("inset"), try stage("my inset"))
    var time = 0.0
    func play(_ seconds: Double, comparing: Bool = true) throws {
      for _ in 0..<Int(seconds * 10) {
        time += 0.1
        builtIn.show(at: time)
        declared.show(at: time)
        guard comparing else { continue }
        #expect(areEqual(builtIn.pixels, declared.pixels), "at \(time)")
      }
    }
    func both(_ body: (Stage) throws -> Void) throws {
      try body(builtIn.stage)
      try body(declared.stage)
    }
    #expect(builtIn.color(x: 115, y: 15) == [255, 159, 10])
    try both { _ = try $0.setProgress("ring", to: 0.4) }
    try play(0.6)
    // In mid flight towards another end.
    try both { _ = try $0.setProgress("ring", to: 1) }
    try play(0.3)
    try both { _ = try $0.setProgress("ring", to: 0.1) }
    try play(0.6)
    try both { try $0.setIndeterminate("ring", true) }
    try play(2.5)
    // A declared track turns back the shorter way; the built-in one completes its turn.
    try both { _ = try $0.setProgress("ring", to: 0.75) }
    try play(2, comparing: false)
    try play(0.2)
    #expect(!builtIn.stage.isAnimating && !declared.stage.isAnimating)
  }

  @Test func `texts of a declared style are filled in as other texts are`() throws {
    let player = try SteppedStage(
      """
      { "locale": "en",
        "progressStyles": { "meter": {
          "layers": [
            { "kind": "text", "name": "percent", "string": "{percent}|{phase}|{remaining}" },
            { "kind": "text", "name": "quarter", "string": "{percent}" } ],
          "drives": [ { "layer": "percent", "key": "progress" }, { "layer": "quarter", "key": "progress" } ],
          "indeterminate": { "layer": "quarter", "key": "progress", "to": 0.25 } } },
        "layers": [
          { "kind": "progress", "style": "meter", "name": "bar" },
          { "kind": "text", "name": "line", "string": "{percent}|{phase}|{remaining}" } ],
        "controls": { "job": {
          "kind": "progress", "value": 0.6, "drives": ["bar", "line"],
          "phases": [ { "name": "a", "label": "First" }, { "name": "b", "label": "Second" } ] } } }
      """)
    func text(_ layer: String) throws -> String? {
      try player.stage.layers(below: layer, depth: 0).first?.text
    }
    func expectSame() throws { #expect(try text("bar/percent") == text("line")) }
    player.run(from: 0, to: 1)
    #expect(try text("bar/percent") == "60%|Second|…")
    try player.stage.setIndeterminate("job", true)
    player.run(from: 1, to: 2)
    #expect(try text("bar/percent") == "…|Second|…")
    #expect(try text("bar/quarter") == "25%")
    try expectSame()
    for step in 1...4 {
      _ = try player.stage.setProgress("job", to: 0.6 + Double(step) * 0.05)
      player.run(from: Double(step) * 2, to: Double(step) * 2 + 2)
    }
    #expect(try text("bar/percent")?.hasPrefix("80%|Second|") == true)
    #expect(try text("bar/percent")?.hasSuffix("…") == false)
    #expect(try text("bar/quarter") == "80%")
    try expectSame()
    _ = try player.stage.setProgress("job", to: 0.1)
    try player.stage.setIndeterminate("job", true)
    player.run(from: 12, to: 13)
    try expectSame()
  }
}
