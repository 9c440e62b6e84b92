import Foundation
import Geometry
import Raster
import Scene
import Stage
import TestSupport
import Testing

/// Each kind of layer and the properties of every layer, from the scene file to the screen.
@Suite struct LayerKindGoldenTests {
  private static let pictures = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures").path

  private func expectPicture(
    _ layers: String, controls: String = "", width: Int = 152, height: Int, named name: String
  ) throws {
    let scene = try SceneLoader.load(
      bytes: Array(
        "{ \"background\": \"#E6EAF0\", \"layers\": [ \(layers) ], \"controls\": { \(controls) } }"
          .utf8),
      name: "\(name).jsonc", directory: Self.pictures)
    #expect(scene.warnings.isEmpty)
    let stage = Stage(
      scene: scene, size: PixelSize(width: width, height: height), scale: 1)
    let screen = PixelBuffer(size: stage.size, format: .xrgb8888)
    stage.draw(stage.advance(to: 0), into: screen.surface)
    expectGolden(stage, screen, named: name)
  }

  @Test func `shapes: fills and their rules, strokes, caps, joins, dashes and parts`() throws {
    try expectPicture(
      """
      { "kind": "shape", "frame": [8, 8, 40, 40], "fillColor": "#3070F0", "fillRule": "even-odd",
        "path": [ { "circle": {} }, { "rect": { "x": 10, "y": 10, "width": 20, "height": 20 } } ] },
      { "kind": "shape", "frame": [56, 8, 40, 40], "fillColor": "#FFD060", "strokeColor": "#B04020",
        "lineWidth": 6, "lineJoin": "miter",
        "path": { "polygon": [[4, 36], [20, 6], [36, 36]] } },
      { "kind": "shape", "frame": [104, 8, 40, 40], "strokeColor": "#208050", "lineWidth": 8,
        "lineCap": "round", "lineJoin": "round",
        "path": { "svg": "M6 34 L14 8 L26 34 L34 8" } },
      { "kind": "shape", "frame": [8, 56, 40, 40], "strokeColor": "#8040F0", "lineWidth": 6,
        "lineCap": "square", "strokeStart": 0.1, "strokeEnd": 0.7, "path": { "circle": {} } },
      { "kind": "shape", "frame": [56, 56, 40, 40], "strokeColor": "#202830", "lineWidth": 3,
        "lineDashPattern": [9, 4, 2, 4], "lineDashPhase": 3,
        "path": { "roundedRect": { "radius": 10 } } },
      { "kind": "shape", "frame": [104, 56, 40, 40], "fillColor": "#20A0A0 50%",
        "strokeColor": "#105050", "lineWidth": 2, "rotation": 20,
        "path": { "ellipse": { "x": 2, "y": 10, "width": 36, "height": 20 } } }
      """, height: 104, named: "kind-shape")
  }

  @Test func `images: gravities, a part, and nine parts that stretch`() throws {
    try expectPicture(
      """
      { "kind": "image", "file": "parts.png", "filter": "nearest", "frame": [8, 8, 40, 32],
        "backgroundColor": "#A0A8B0" },
      { "kind": "image", "file": "parts.png", "filter": "nearest", "frame": [56, 8, 40, 32],
        "backgroundColor": "#A0A8B0", "gravity": "resizeAspect" },
      { "kind": "image", "file": "parts.png", "filter": "nearest", "frame": [104, 8, 40, 32],
        "backgroundColor": "#A0A8B0", "gravity": "resizeAspectFill", "masksToBounds": true },
      { "kind": "image", "file": "parts.png", "filter": "nearest", "frame": [8, 48, 40, 32],
        "backgroundColor": "#A0A8B0", "gravity": "topRight" },
      { "kind": "image", "file": "parts.png", "frame": [56, 48, 40, 32], "filter": "nearest",
        "contentsRect": [0, 0, 0.6667, 0.6667] },
      { "kind": "image", "file": "parts.png", "frame": [104, 48, 40, 32], "filter": "nearest",
        "contentsCenter": [0.3333, 0.3333, 0.3334, 0.3334] },
      { "kind": "image", "file": "parts.png", "frame": [8, 88, 88, 24],
        "contentsCenter": [0.3333, 0.3333, 0.3334, 0.3334], "pixelsPerPoint": 2 },
      { "kind": "image", "file": "parts.png", "position": [124, 100], "size": ["auto", "auto"],
        "rotation": 30 }
      """, height: 120, named: "kind-image")
  }

  @Test func `gradients: axial, radial and conic`() throws {
    try expectPicture(
      """
      { "kind": "gradient", "frame": [8, 8, 40, 40], "colors": ["#F04080", "#8040F0"] },
      { "kind": "gradient", "frame": [56, 8, 40, 40], "style": "radial",
        "colors": ["#FFF0A0", "#F08020", "#402010"], "cornerRadius": "50%" },
      { "kind": "gradient", "frame": [104, 8, 40, 40], "style": "conic", "cornerRadius": "50%",
        "colors": ["#FF4040", "#FFD040", "#40C060", "#4080FF", "#FF4040"] },
      { "kind": "gradient", "frame": [8, 56, 88, 24], "start": [0, 0.5], "end": [1, 0.5],
        "colors": ["#2060C0", "#2060C0", "#FFFFFF", "#C02040"], "locations": [0, 0.3, 0.5, 1],
        "borderWidth": 2, "borderColor": "#202830" },
      { "kind": "gradient", "frame": [104, 56, 40, 24], "colors": ["#20A060", "clear"],
        "start": [0, 0], "end": [1, 1] }
      """, height: 88, named: "kind-gradient")
  }

  @Test func `masks cut out sublayers and shadows, by their alpha`() throws {
    try expectPicture(
      """
      { "kind": "gradient", "frame": [8, 8, 64, 64], "colors": ["#F04080", "#8040F0"],
        "mask": { "kind": "shape", "path": { "svg": "M32 2 L62 60 L2 60 Z" }, "fillColor": "#000000" },
        "layers": [ { "frame": [20, 30, 24, 50], "backgroundColor": "#FFFFFF" } ] },
      { "frame": [88, 16, 48, 48], "backgroundColor": "#20A060", "shadowOpacity": 0.8,
        "shadowOffset": [6, 6], "mask": { "kind": "gradient", "frame": [0, 0, 64, 64],
        "colors": ["#000000", "clear"], "start": [0, 0.5], "end": [1, 0.5] } }
      """, height: 80, named: "kind-mask")
  }

  @Test func `shadows of a layer, of a picture's outline, of a path and of a group`() throws {
    try expectPicture(
      """
      { "frame": [12, 12, 32, 32], "backgroundColor": "#FFFFFF", "cornerRadius": 8,
        "shadowOpacity": 0.6, "shadowRadius": 4, "shadowOffset": [0, 4] },
      { "kind": "shape", "frame": [60, 12, 32, 32], "path": { "circle": {} },
        "strokeColor": "#3070F0", "lineWidth": 6, "shadowOpacity": 1, "shadowColor": "#F04080",
        "shadowRadius": 2, "shadowOffset": [5, 5] },
      { "frame": [108, 12, 32, 32], "backgroundColor": "#40C080", "shadowOpacity": 0.7,
        "shadowRadius": 0, "shadowOffset": [0, 0], "shadowPath": { "ellipse": { "x": -4, "y": 26, "width": 40, "height": 14 } } },
      { "frame": [12, 64, 128, 28], "opacity": 0.7, "shadowOpacity": 0.8, "shadowRadius": 3,
        "layers": [ { "frame": [0, 0, 40, 28], "backgroundColor": "#F0C040" },
          { "frame": [60, 6, 60, 16], "backgroundColor": "#8040F0", "cornerRadius": 8 } ] }
      """, height: 104, named: "kind-shadow")
  }

  @Test func `borders lie within their layer, over what it holds, and corners cut its sublayers`()
    throws
  {
    let card = """
      "backgroundColor": "#FFFFFF", "cornerRadius": 14, "borderWidth": 5, "borderColor": "#3070F0",
      "layers": [ { "frame": [30, -8, 30, 40], "backgroundColor": "#F0C040" } ]
      """
    try expectPicture(
      """
      { "frame": [8, 12, 60, 48], \(card) },
      { "frame": [84, 12, 60, 48], "masksToBounds": true, \(card) }
      """, height: 72, named: "kind-border")
  }

  @Test func `loaders, at a part and unknown, beside instances and a turned group of layers`()
    throws
  {
    try expectPicture(
      """
      { "kind": "loader", "name": "at a part", "frame": [8, 8, 60, 60],
        "backgroundColor": "#203040", "color": "#FF8040", "lineWidth": 4 },
      { "kind": "replicator", "frame": [80, 8, 60, 60], "instances": 8,
        "instanceTransform": { "rotation": 45 }, "instanceColor": "#FFFFFF",
        "colorOffset": [-0.1, 0, -0.05, -0.1],
        "layers": [ { "frame": [26, 0, 8, 16], "cornerRadius": 4, "backgroundColor": "#FF8080" } ] },
      { "frame": [8, 76, 132, 30], "sublayerTransform": { "rotation": -6, "scale": 0.8 },
        "backgroundColor": "#FFFFFF", "layers": [
          { "frame": [10, 6, 40, 18], "backgroundColor": "#3070F0" },
          { "frame": [60, 6, 60, 18], "backgroundColor": "#40C080", "rotation": 10 } ] }
      """,
      controls: """
        "load": { "kind": "progress", "value": 0.7, "drives": "at a part" }
        """, height: 112, named: "kind-others")
  }
}
