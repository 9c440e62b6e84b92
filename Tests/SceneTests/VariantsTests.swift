import Foundation
import Geometry
import Layers
import Raster
import TestSupport
import Testing
import Text

@testable import Scene

/// Scenes that change with the size of the output.
@Suite struct VariantsTests {
  private func load(
    _ text: String, set: [VariableAssignment] = []
  ) throws(SceneError) -> Scene {
    try SceneLoader.load(
      bytes: Array(text.utf8), name: "scene", directory: nil, variables: set)
  }

  /// The layers below the root on an output.
  private func layers(_ scene: Scene, _ width: Double, _ height: Double) -> [Layer] {
    scene.instantiate(size: Size(width: width, height: height), scale: 1).tree.root.sublayers
  }

  private func diagnoses(_ text: String) -> [String] {
    do throws(SceneError) {
      return try load(text).warnings.map { $0.summary }
    } catch {
      return error.diagnostics.map { $0.summary }
    }
  }

  /// A card with a title, and variants of it.
  private static func scene(_ variants: String) -> String {
    """
    { "variables": { "pad": 20 }, "colors": { "ink": "#FF0000" },
      "styles": { "plain": { "cornerRadius": 3 } },
      "layers": [
        { "name": "card", "use": "plain", "frame": [10, 10, 300, 100], "backgroundColor": "ink",
          "layers": [ { "name": "title", "kind": "text", "string": "a", "fontSize": 30, "position": ["$pad", 5], "size": [9, 9] } ] },
        { "name": "bar", "kind": "progress", "style": "line", "size": [100, 4] }
      ],
      "controls": { "job": { "kind": "progress", "label": "Job", "drives": "bar" } },
      "variants": [\(variants)] }
    """
  }

  // MARK: Conditions

  @Test(arguments: [
    ("\"maxWidth\": 600", [(600, 400), (1, 9000)], [(601, 400)]),
    ("\"minWidth\": 600", [(600, 400)], [(599, 400)]),
    ("\"minHeight\": 600, \"maxHeight\": 700", [(1, 600), (1, 700)], [(600, 599), (600, 701)]),
    ("\"maxAspect\": 1.5", [(1500, 1000), (1, 9)], [(1501, 1000)]),
    ("\"minAspect\": 1.5", [(1500, 1000), (9, 1)], [(1499, 1000)]),
    ("\"orientation\": \"portrait\"", [(99, 100), (100, 100)], [(101, 100)]),
    ("\"orientation\": \"landscape\"", [(101, 100)], [(99, 100), (100, 100)]),
    ("\"maxWidth\": 600, \"orientation\": \"landscape\"", [(600, 400)], [(700, 400), (400, 600)]),
  ])
  func `a variant is shown on the outputs of its condition`(
    condition: String, inside: [(Int, Int)], outside: [(Int, Int)]
  ) throws {
    let scene = try load(
      Self.scene("{ \"when\": {\(condition)}, \"layers\": { \"card\": { \"hidden\": true } } }"))
    #expect(scene.warnings == [])
    for (width, height) in inside {
      #expect(layers(scene, Double(width), Double(height))[0].isHidden, "\(width) × \(height)")
    }
    for (width, height) in outside {
      #expect(!layers(scene, Double(width), Double(height))[0].isHidden, "\(width) × \(height)")
    }
  }

  @Test func `the first variant that matches is shown`() throws {
    let scene = try load(
      Self.scene(
        """
        { "when": { "maxWidth": 400 }, "variables": { "pad": 4 } },
        { "when": { "maxWidth": 800 }, "variables": { "pad": 8 }, "colors": { "ink": "#0000FF" } }
        """))
    #expect(scene.warnings == [])
    #expect(
      [399, 400, 401, 800, 801].map { layers(scene, $0, 500)[0].sublayers[0].position.x } == [
        4, 4, 8, 8, 20,
      ])
    #expect(layers(scene, 400, 500)[0].backgroundColor == Color(red: 1, green: 0, blue: 0))
    #expect(layers(scene, 800, 500)[0].backgroundColor == Color(red: 0, green: 0, blue: 1))
  }

  @Test func `a size in points counts, not one in pixels`() throws {
    let scene = try load(
      Self.scene("{ \"when\": { \"maxWidth\": 400 }, \"variables\": { \"pad\": 4 } }"))
    let root = scene.instantiate(size: Size(width: 400, height: 300), scale: 4).tree.root
    #expect(root.sublayers[0].sublayers[0].position.x == 4)
  }

  // MARK: Changes

  @Test func `a variant changes keys of layers, styles and controls by name`() throws {
    let scene = try load(
      Self.scene(
        """
        { "when": { "maxWidth": 600 }, "background": "#0000FF", "styles": { "plain": { "cornerRadius": 7 } },
          "layers": { "card/title": { "fontSize": 12, "hidden": true }, "bar": { "size": [50, 2] } },
          "controls": { "job": { "label": "Small job", "value": 0.5 } } }
        """))
    #expect(scene.warnings == [])
    let small = scene.instantiate(size: Size(width: 600, height: 400), scale: 1)
    let title = try #require(small.tree.root.sublayers[0].sublayers[0] as? TextLayer)
    #expect(title.attributes.size == 12 && title.isHidden)
    #expect(small.tree.root.sublayers[0].cornerRadius == 7)
    #expect(small.tree.root.sublayers[1].bounds.size == Size(width: 50, height: 2))
    #expect(small.tree.root.backgroundColor == Color(red: 0, green: 0, blue: 1))
    #expect(small.variant == 0 && small.controls[0].label == "Small job")
    let large = scene.instantiate(size: Size(width: 601, height: 400), scale: 1)
    #expect(large.variant == nil && large.controls[0].label == "Job")
    #expect(large.tree.root.sublayers[0].cornerRadius == 3)
  }

  @Test(arguments: [
    ("\"size\": [50, 60]", Rect(x: 10, y: 10, width: 50, height: 60)),
    ("\"position\": [200, 100]", Rect(x: 50, y: 50, width: 300, height: 100)),
    ("\"position\": [200, 100], \"size\": [20, 10]", Rect(x: 190, y: 95, width: 20, height: 10)),
    ("\"frame\": [1, 2, 3, 4]", Rect(x: 1, y: 2, width: 3, height: 4)),
  ])
  func `a place takes the place of another one`(keys: String, frame: Rect) throws {
    let scene = try load(
      Self.scene("{ \"when\": { \"maxWidth\": 600 }, \"layers\": { \"card\": {\(keys)} } }"))
    #expect(layers(scene, 600, 400)[0].frame == frame)
  }

  @Test func `a frame takes the place of a position and a size`() throws {
    let scene = try load(
      Self.scene(
        "{ \"when\": { \"maxWidth\": 600 }, \"layers\": { \"title\": { \"frame\": [1, 2, 3, 4] } } }"
      ))
    #expect(layers(scene, 600, 400)[0].sublayers[0].frame == Rect(x: 1, y: 2, width: 3, height: 4))
  }

  @Test func `a change has at most as many keys as a layer`() {
    let keys = (0...SceneLimits.keys).map { "\"key\($0)\": 1" }.joined(separator: ", ")
    for change in ["\"layers\": { \"card\"", "\"styles\": { \"plain\""] {
      let found = diagnoses(
        Self.scene("{ \"when\": { \"maxWidth\": 600 }, \(change): {\(keys)} } }"))
      #expect(found.count == 1 && found[0].contains("257 keys in a change"), "\(found)")
    }
  }

  @Test(arguments: [
    ("\"size\": 5", "`size`"), ("\"size\": [1, 2, 3]", "`size`"),
    ("\"size\": [\"auto\", \"auto\"]", "`size`"),
    ("\"frame\": [1, 2, 3, 4], \"size\": [3, 4]", "`size` beside `frame`"),
    ("\"position\": [3, 4], \"frame\": [1, 2, 3, 4]", "`position` beside `frame`"),
  ])
  func `a size is judged as that of a layer`(keys: String, message: String) {
    let found = diagnoses(
      Self.scene("{ \"when\": { \"maxWidth\": 600 }, \"layers\": { \"card\": {\(keys)} } }"))
    #expect(!found.isEmpty && found.allSatisfy { $0.contains(message) }, "\(found)")
  }

  @Test func `a size that follows from the content keeps the frame's corner`() throws {
    let scene = try load(
      """
      { "layers": [ { "name": "row", "kind": "row", "frame": [10, 20, 300, 100], "layers": [ { "size": [30, 40] } ] } ],
        "variants": [ { "when": { "maxWidth": 600 }, "layers": { "row": { "size": ["auto", "auto"] } } } ] }
      """)
    #expect(layers(scene, 600, 400)[0].frame == Rect(x: 10, y: 20, width: 30, height: 40))
  }

  @Test func `an array of layers takes the place of all`() throws {
    let scene = try load(
      Self.scene(
        """
        { "when": { "orientation": "portrait" },
          "layers": [ { "name": "bar", "kind": "progress", "style": "circle" } ] }
        """))
    #expect(scene.warnings == [])
    let portrait = scene.instantiate(size: Size(width: 100, height: 200), scale: 1)
    #expect(portrait.tree.root.sublayers.map(\.name) == ["bar"])
    #expect(portrait.controls.map(\.name) == ["job"])
    #expect(layers(scene, 200, 100).count == 2)
  }

  @Test func `a scene may be fitted on some outputs alone`() throws {
    let scene = try load(
      Self.scene("{ \"when\": { \"maxWidth\": 200 }, \"size\": [400, 400], \"fit\": \"contain\" }"))
    let root = scene.instantiate(size: Size(width: 200, height: 200), scale: 1).tree.root
    let card = root.sublayers[0]
    let shown = card.bounds.transformed(by: card.projectionToOutside(presented: false))
    #expect(shown == Rect(x: 5, y: 5, width: 150, height: 50))
  }

  @Test func `values that are set count in all variants`() throws {
    let scene = try load(
      Self.scene("{ \"when\": { \"maxWidth\": 600 }, \"variables\": { \"pad\": 4 } }"),
      set: [VariableAssignment(name: "pad", value: "33")])
    #expect([600, 700].map { layers(scene, $0, 500)[0].sublayers[0].position.x } == [33, 33])
  }

  @Test func `definitions may be there for a variant alone`() throws {
    let text = """
      { "colors": { "ink": "#FF0000", "paper": "#00FF00" }, "layers": [ { "name": "a", "backgroundColor": "ink" } ],
        "variants": [ { "when": { "maxWidth": 9 }, "layers": { "a": { "backgroundColor": "paper" } } } ] }
      """
    #expect(diagnoses(text) == [])
    #expect(
      diagnoses(text.replacingOccurrences(of: ": \"paper\"", with: ": \"ink\"")) == [
        "scene:1:33: warning: nothing uses the colour \"paper\""
      ])
  }

  // MARK: Included files

  @Test func `variants of an included file come after the scene's own, and change the whole scene`()
    throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "variants-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(
      Self.scene(
        """
        { "when": { "maxWidth": 100 }, "variables": { "pad": 1 } },
        { "when": { "maxWidth": 600 }, "variables": { "pad": 6 }, "layers": { "bar": { "cornerRadius": 2 } } }
        """
      ).utf8
    ).write(to: folder.appending(path: "base.jsonc"))
    try Data(
      """
      { "include": "base.jsonc", "variables": { "pad": 50 },
        "variants": [
          { "when": { "maxWidth": 300 }, "variables": { "pad": 3 }, "layers": { "own": { "opacity": 0.5 } } } ],
        "layers": [ { "name": "own" } ] }
      """.utf8
    ).write(to: folder.appending(path: "main.jsonc"))
    let scene = try SceneLoader.load(path: folder.appending(path: "main.jsonc").path)
    #expect(
      [50, 200, 500, 700].map { layers(scene, $0, 500)[0].sublayers[0].position.x } == [
        3, 3, 6, 50,
      ])
    #expect(layers(scene, 200, 500)[2].opacity == 0.5)
    #expect(layers(scene, 500, 500)[1].cornerRadius == 2)
    // The first variant of the included file is never shown.
    #expect(scene.warnings.map(\.code) == [.withoutEffect])
    #expect(scene.warnings[0].file.hasSuffix("base.jsonc"))
  }

  // MARK: Mistakes

  @Test(arguments: [
    ("{}", "a variant needs the key `when`"),
    ("{ \"when\": {} }", "`when` has no condition"),
    ("{ \"when\": { \"width\": 3 } }", "unknown key `width` in a variant's condition"),
    ("{ \"when\": { \"maxWidth\": 9 }, \"laiers\": 1 }", "unknown key `laiers` in a variant"),
    (
      "{ \"when\": { \"maxWidth\": 9 }, \"layers\": { \"titel\": {} } }",
      "there is no layer \"titel\""
    ),
    (
      "{ \"when\": { \"maxWidth\": 9 }, \"variables\": { \"pat\": 1 } }",
      "the scene has no variable \"pat\" to change"
    ),
    (
      "{ \"when\": { \"maxWidth\": 9 }, \"controls\": { \"job\": { \"kind\": \"text\" } } }",
      "a variant cannot change `kind`"
    ),
    (
      "{ \"when\": { \"maxWidth\": 9 }, \"controls\": { \"job\": { \"phases\": { \"a\": 1, \"b\": 1 } } } }",
      "the variant changes the phases, states or options of \"job\""
    ),
    (
      "{ \"when\": { \"maxWidth\": 9 }, \"layers\": 3 }",
      "`layers` is a number"
    ),
    (
      "{ \"when\": { \"maxWidth\": 9 }, \"layers\": { \"title\": { \"fontSize\": \"x\" } } }",
      "`fontSize` is not a length: unexpected \"x\""
    ),
    (
      "{ \"when\": { \"maxWidth\": 9 }, \"layers\": [] }",
      "there is no layer \"bar\", in the variant of line 9"
    ),
  ])
  func `mistakes in variants are reported`(variant: String, message: String) {
    let found = diagnoses(Self.scene(variant))
    #expect(found.count == 1 && found.first?.contains("error: " + message) ?? false, "\(found)")
  }

  @Test(
    arguments: [
      ("{ \"minWidth\": 600, \"maxWidth\": 500 }", nil),
      ("{ \"orientation\": \"landscape\", \"maxAspect\": 1 }", nil),
      ("{ \"minWidth\": 1000, \"maxHeight\": 500, \"maxAspect\": 1.9 }", nil),
      ("{ \"maxWidth\": 500 }", "{ \"maxWidth\": 600 }"),
      ("{ \"maxWidth\": 500, \"minAspect\": 1.5 }", "{ \"orientation\": \"landscape\" }"),
    ] as [(String, String?)])
  func `a variant that never matches has a warning`(condition: String, before: String?) {
    let variants = ([before].compactMap { $0 } + [condition]).map {
      "{ \"when\": \($0), \"variables\": { \"pad\": 1 } }"
    }
    let found = diagnoses(Self.scene(variants.joined(separator: ",")))
    #expect(found.count == 1 && found[0].contains("this variant is never shown"), "\(found)")
  }

  @Test func `a variant changes the layers that a style brings, in one use of it`() throws {
    let scene = try load(
      """
      { "variables": { "small": 4 },
        "styles": {
          "lamp": { "layers": [ { "name": "glow", "size": [9, 9] } ] },
          "machine": {
            "variables": { "tone": "#FFFFFF" },
            "layers": [ { "name": "disc", "size": [10, 10], "backgroundColor": "$tone" }, { "name": "lamp", "use": "lamp" } ] } },
        "layers": [ { "use": "machine", "name": "press" }, { "use": "machine", "name": "lathe" } ],
        "variants": [ { "when": { "maxWidth": 300 }, "layers": {
          "press/disc": { "frame": [1, 2, "$small", 3] }, "lathe/glow": { "opacity": 0.5 } } } ] }
      """)
    for (width, size) in [(300.0, 4.0), (301, 10)] {
      let machines = layers(scene, width, 100)
      #expect(machines[0].sublayers[0].bounds.width == size)
      #expect(machines[1].sublayers[0].bounds.width == 10)
      #expect(machines[0].sublayers[0].backgroundColor == .white)
      #expect(machines[0].sublayers[1].sublayers[0].opacity == 1)
      #expect(machines[1].sublayers[1].sublayers[0].opacity == (size == 4 ? 0.5 : 1))
    }
  }

  @Test func `two variants together may hide a third one`() {
    func found(_ least: Int) -> [String] {
      diagnoses(
        Self.scene(
          ["{ \"maxWidth\": 500 }", "{ \"minWidth\": \(least) }", "{ \"minAspect\": 2 }"].map {
            "{ \"when\": \($0), \"variables\": { \"pad\": 1 } }"
          }.joined(separator: ",")))
    }
    #expect(found(500).count == 1 && found(501) == [])
  }

  @Test func `an output is found for each variant`() throws {
    let scene = try load(
      Self.scene(
        ["{ \"maxWidth\": 600 }", "{ \"minAspect\": 3.5 }"].map {
          "{ \"when\": \($0), \"variables\": { \"pad\": 1 } }"
        }.joined(separator: ",")))
    let outputs = scene.outputs(ofVariantsBeside: [Size(width: 400, height: 400)])
    #expect(outputs.count == 1 && outputs[0].width >= 3.5 * outputs[0].height)
    #expect(outputs[0].width == outputs[0].width.rounded() && outputs[0].width > 600)
  }

  @Test func `many layers of a style and many changes of them are read fast`() throws {
    let count = 4000
    let layers = (0..<count).map { "{\"name\":\"l\($0)\",\"size\":[1,1]}" }.joined(separator: ",")
    let changes = (0..<count).map { "\"l\($0)\":{\"cornerRadius\":0.5}" }.joined(separator: ",")
    let use = ThreadUse()
    let scene = try load(
      """
      {"styles":{"card":{"layers":[\(layers)]}},"layers":[{"use":"card"}],
       "variants":[{"when":{"maxWidth":600},"layers":{\(changes)}}]}
      """)
    #expect(use.seconds < 10)
    let changed = self.layers(scene, 600, 400)[0].sublayers
    #expect(changed.count == count && changed.allSatisfy { $0.cornerRadius == 0.5 })
  }
}
