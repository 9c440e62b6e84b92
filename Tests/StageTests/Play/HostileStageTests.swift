import Geometry
import Raster
import Scene
import Stage
import TestSupport
import Testing

/// Scenes that load but that no screen can show: nothing traps, and every partial repaint still
/// equals a full one.
@Suite struct HostileStageTests {
  private func play(_ text: String, _ comment: Comment, until end: Int = 4) throws {
    let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s.jsonc", directory: nil)
    let stage = Stage(scene: scene, size: PixelSize(width: 64, height: 48), scale: 1)
    let screen = PixelBuffer(size: stage.size, format: .xrgb8888)
    let whole = PixelBuffer(size: stage.size, format: .xrgb8888)
    for frame in 0...end {
      stage.draw(stage.advance(to: Double(frame) * 0.3), into: screen.surface)
      stage.draw(Region(PixelRect(stage.size)), into: whole.surface)
      #expect(screen.bytes == whole.bytes, comment)
      if let next = stage.nextChange { #expect(next < 1e12, comment) }
      if frame == 1 { _ = try? stage.setProgress(nil, to: 0.7) }
    }
    _ = try stage.layers()
  }

  @Test(arguments: 0..<40)
  func `extreme numbers in every place never trap`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    func pick(_ words: [String]) -> String { words[random.int(in: 0...words.count - 1)] }
    let length = ["0", "1e-300", "-32768", "32768", "0.1", "\"100%\"", "24", "3"]
    let side = length.filter { !$0.contains("-32768") }
    let number = ["0", "1e-300", "1000", "-1000", "1", "-1", "0.5"]
    let paths = [
      "{\"circle\": {}}", "{\"roundedRect\": {\"radius\": 5}}",
      "{\"svg\": \"M0 0 C 1e30 1e30 -1e30 5 3 3 A 1e-9 9 5 1 0 4 4 Z\"}",
    ]
    func layer(_ depth: Int) -> String {
      var keys = [
        "\"size\": [\(pick(side)), \(pick(side))]",
        "\"position\": [\(pick(length)), \(pick(length))]",
        "\"scale\": [\(pick(number)), \(pick(number))]",
        "\"rotation\": \(pick(["0", "36000", "1e-300", "-45", "90"]))",
        "\"cornerRadius\": \(pick(side))", "\"borderWidth\": \(pick(side))",
        "\"backgroundColor\": \"#40A0FF80\"", "\"masksToBounds\": \(pick(["true", "false"]))",
        "\"anchor\": [\(pick(["0", "-100", "100", "0.5"])), 0.5]",
      ]
      let key: String
      switch random.int(in: 0...3) {
      case 0:
        keys += [
          "\"kind\": \"progress\"", "\"segments\": \(pick(["1", "2", "100"]))",
          "\"style\": \"\(pick(["circle", "line"]))\"", "\"indeterminate\": true",
        ]
        key = "progress"
      case 1:
        keys += [
          "\"kind\": \"shape\"", "\"strokeColor\": \"#FFFFFF\"", "\"fillColor\": \"#FF000080\"",
          "\"lineWidth\": \(pick(side))", "\"lineJoin\": \"\(pick(["miter", "round"]))\"",
          "\"lineCap\": \"\(pick(["butt", "round", "square"]))\"",
          "\"lineDashPattern\": \(pick(["[]", "[1e-300, 1]", "[0.01]", "[32768, 1]", "[3]"]))",
          "\"strokeEnd\": \(pick(["1", "1e-300", "0.999999"]))",
          "\"path\": \(pick(paths))",
        ]
        key = pick(["strokeEnd", "lineWidth", "lineDashPhase"])
      case 2:
        keys += [
          "\"kind\": \"gradient\"", "\"colors\": [\"#000000\", \"#FFFFFF\"]",
          "\"style\": \"\(pick(["axial", "radial", "conic"]))\"",
          "\"start\": [\(pick(["0", "1e-300", "100"])), 0.5]", "\"end\": [0.5, 0.5]",
        ]
        key = pick(["opacity", "zPosition"])
      default:
        key = pick(["transform.scale", "transform.rotation", "bounds.size.width", "position.x"])
      }
      keys.append(
        """
        "animations": [ { "key": "\(key)", "from": \(pick(["0", "1"])), "to": 1, "duration": \
        \(pick(["0.001", "86400", "0.4"])), "repeat": \(pick(["0", "1e9", "1e-300", "\"forever\""])),
        "speed": \(pick(number)), "timeOffset": \(pick(["0", "-1", "86400"])),
        "beginTime": \(pick(["0", "1e-300", "86400"])), "cumulative": \(pick(["true", "false"])),
        "autoreverses": \(pick(["true", "false"])), "fillMode": "both" } ]
        """)
      if depth < 6 && random.chance(0.6) {
        keys.append("\"layers\": [\(layer(depth + 1)), \(layer(depth + 1))]")
      }
      return "{ " + keys.joined(separator: ",\n") + " }"
    }
    try play("{ \"layers\": [\(layer(0)), \(layer(0))] }", "seed \(seed)")
  }

  @Test func `sixty nested layers of extreme scales never trap`() throws {
    for scale in ["1000", "0.001", "-1000"] {
      let start = "{ \"scale\": \(scale), \"backgroundColor\": \"#FF000040\", \"layers\": ["
      let ring = "{ \"kind\": \"progress\", \"name\": \"ring\" }"
      let text =
        "{ \"layers\": [" + String(repeating: start, count: 60) + ring
        + String(repeating: "] }", count: 60)
        + "], \"controls\": { \"c\": { \"kind\": \"progress\", \"drives\": [\"ring\"] } } }"
      try play(text, "scale \(scale)")
    }
  }

  @Test func `a mask that moves beyond all pixels damages what it masks`() throws {
    try play(
      """
      {"layers":[{"backgroundColor":"#FF0000","mask":{"layers":[{"kind":"shape",
        "path":{"svg":"M-2e9-2e9H2e9V2e9H-2e9z"},"fillColor":"#00FF00",
        "animations":[{"key":"position.x","to":99}]}]}}]}
      """, "a moving mask")
  }

  @Test func `an animation beyond the range of times never begins`() throws {
    let scene = try SceneLoader.load(
      bytes: Array(
        """
        { "layers": [ { "animations": [ { "key": "opacity", "from": 0, "to": 1, "duration": 1,
          "speed": 1e-300, "timeOffset": -1 } ] } ] }
        """.utf8), name: "s.jsonc", directory: nil)
    let stage = Stage(scene: scene, size: PixelSize(width: 8, height: 8), scale: 1)
    _ = stage.advance(to: 5)
    #expect(stage.nextChange == nil && !stage.isAnimating)
  }
}
