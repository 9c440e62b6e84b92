import Foundation
import Geometry
import Layers
import Raster
import Testing

@testable import Scene

/// Colours that go with another one, and the brand of the scenes that come with the program.
@Suite struct BrandTests {
  private func color(_ text: String) throws -> Color {
    let scene = try SceneLoader.load(
      bytes: Array(
        "{ \"background\": \"c\", \"colors\": { \"c\": \(text) }, \"layers\": [] }".utf8),
      name: "s", directory: nil)
    return try #require(
      scene.instantiate(size: Size(width: 1, height: 1), scale: 1).tree.root.backgroundColor)
  }

  private func near(_ a: Color, _ b: Color) -> Bool {
    abs(a.red - b.red) + abs(a.green - b.green) + abs(a.blue - b.blue) + abs(a.alpha - b.alpha)
      < 0.012
  }

  @Test(arguments: [
    // At equal distances in hue.
    ("#00FF00", "#FF0000", "#0000FF", "#FF0000"),
    ("#FF8000", "#FF0000", "#00FF00", "#00FF80"),
    ("#8080FF", "#0000FF", "#FF0000", "#FF8080"),
    // Half the lightness; no saturation.
    ("#800000", "#FF0000", "#800000", "#400000"),
    ("#FF8000", "#FF0000", "#808080", "#808080"),
    // A grey has no colour to turn, and gets none from a brand; beside a grey colours take the new
    // saturation.
    ("#808080", "#FF0000", "#00FF00", "#808080"),
    ("#FFFFFF80", "#FF0000", "#0000FF", "#FFFFFF80"),
    // Half the way to black, and half the way to white.
    ("#C0C0C0", "#808080", "#C0C0C0", "#E0E0E0"),
    ("#404040", "#808080", "#404040", "#202020"),
    ("#000000", "#808080", "#C0C0C0", "#808080"),
    ("#000000", "#B0B0B0", "#505050", "#000000"),
    // Colours on black and white stay visible, if need be by a change to the other side.
    ("#404040", "#808080", "#FFFFFF", "#DFDFDF"),
    ("#FFFFFF", "#808080", "#000000", "#404040"),
    ("#404040", "#808080", "#000000", "#202020"),
    ("#FFFFFF", "#E0E0E0", "#FFFFFF", "#F0F0F0"),
    ("#141A2E", "#070A12", "#000000", "#0A0A0A"),
  ])
  func `a colour shifts as another one changes`(
    own: String, old: String, new: String, expected: String
  ) throws {
    let shifted = try color("{ \"color\": \"\(own)\", \"from\": \"\(old)\", \"to\": \"\(new)\" }")
    let wanted = try color("\"\(expected)\"")
    #expect(near(shifted, wanted), "\(shifted)")
  }

  @Test func `a colour stays exactly as it is as long as the other does`() throws {
    for own in ["#FF9E5E", "#3B2A3F", "#01020380"] {
      #expect(
        try color("{ \"color\": \"\(own)\", \"from\": \"#FFD7A3\", \"to\": \"#FFD7A3\" }")
          == color("\"\(own)\""))
    }
  }

  /// Each colour names the one before it three times: if results were not remembered, eight colours
  /// would take four minutes.
  @Test(.timeLimit(.minutes(1))) func `a chain of colours is worked out once`() throws {
    var colors = "\"c0\": \"#3B2A3F\""
    for index in 1...15 {
      let before = "\"c\(index - 1)\""
      colors +=
        ", \"c\(index)\": { \"color\": \(before), \"from\": \(before), \"to\": \(before) }"
    }
    let layer = "{ \"backgroundColor\": \"c15 50%\" }"
    let layers = Array(repeating: layer, count: 8).joined(separator: ", ")
    let scene = try SceneLoader.load(
      bytes: Array("{ \"colors\": { \(colors) }, \"layers\": [ \(layers) ] }".utf8), name: "s",
      directory: nil)
    let root = scene.instantiate(size: Size(width: 1, height: 1), scale: 1).tree.root
    var expected = try color("\"#3B2A3F\"")
    expected.alpha = 0.5
    #expect(root.sublayers.map(\.backgroundColor) == Array(repeating: expected, count: 8))
  }

  @Test(arguments: [
    ("{ \"color\": \"#FFFFFF\", \"from\": \"#FFFFFF\" }", SceneDiagnostic.Code.missingKey),
    ("{ \"color\": \"#FFFFFF\", \"from\": \"#FFFFFF\", \"to\": \"c\" }", .cycle),
    ("{ \"color\": \"#FFFFFF\", \"from\": \"#FFFFFF\", \"to\": \"brand\" }", .unknownReference),
    (
      "{ \"color\": \"#FFFFFF\", \"from\": \"#FFFFFF\", \"to\": \"#000000\", \"by\": 1 }",
      .unknownKey
    ),
  ])
  func `mistakes are reported`(text: String, code: SceneDiagnostic.Code) {
    #expect(throws: SceneError.self) { try color(text) }
    do throws(SceneError) {
      _ = try SceneLoader.load(
        bytes: Array(
          "{ \"background\": \"c\", \"colors\": { \"c\": \(text) }, \"layers\": [] }".utf8),
        name: "s", directory: nil)
    } catch {
      #expect(error.diagnostics.map(\.code) == [code])
    }
  }

  @Test func `an image layer with an empty file shows nothing`() throws {
    let scene = try SceneLoader.load(
      bytes: Array(
        "{ \"variables\": { \"logo\": \"\" }, \"layers\": [ { \"kind\": \"image\", \"file\": \"$logo\" } ] }"
          .utf8),
      name: "s", directory: nil)
    #expect(scene.warnings == [])
    let layer = scene.instantiate(size: Size(width: 9, height: 9), scale: 1).tree.root.sublayers[0]
    #expect((layer as? ImageLayer)?.contents == nil)
  }

  // MARK: The scenes that come with the program

  /// All colours of the layers.
  private func colors(below layer: Layer) -> [Color] {
    var colors = [layer.backgroundColor].compactMap { $0 }
    if let shape = layer as? ShapeLayer {
      colors += [shape.fillColor, shape.strokeColor].compactMap { $0 }
    }
    if let gradient = layer as? GradientLayer { colors += gradient.colors }
    if let progress = layer as? ProgressLayer {
      colors += [progress.progressColor, progress.trackColor]
    }
    return colors + layer.sublayers.flatMap { self.colors(below: $0) }
  }

  @Test(arguments: ShippedScenesTests.names)
  func `one line changes the colour of every bundled scene`(name: String) throws {
    let path = scenesDirectory + "/\(name).jsonc"
    let size = Size(width: 320, height: 240)
    func root(_ variables: [(String, String)]) throws -> Layer {
      let scene = try SceneLoader.load(
        path: path, variables: variables.map { VariableAssignment(name: $0.0, value: $0.1) })
      #expect(scene.warnings == [])
      return scene.instantiate(size: size, scale: 1).tree.root
    }
    let brand = Color(red: 17 / 255, green: 34 / 255, blue: 204 / 255)
    let (plain, branded) = (try root([]), try root([("brand", "#1122CC")]))
    func opaque(_ color: Color) -> Color {
      Color(red: color.red, green: color.green, blue: color.blue)
    }
    // These scenes have the brand's colour in animations, and in layers that are made later.
    if !["switch", "daynight", "loader", "orbit"].contains(name) {
      #expect(colors(below: branded).contains { opaque($0) == brand }, "\(name) does not show it")
    }
    #expect(!colors(below: plain).contains { opaque($0) == brand })
    #expect(
      try root([("background", "#123456")]).backgroundColor
        == Color(red: 18 / 255, green: 52 / 255, blue: 86 / 255))
  }

  @Test func `the built-in scene has a logo by its path, and does without a value that is wrong`()
    throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "brand-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "logo.png").path
    try FileManager.default.copyItem(atPath: scenesDirectory + "/images/moon.png", toPath: file)
    func logo(_ variables: (String, String)...) throws -> ImageLayer {
      let (scene, fault) = Scene.builtInBoot(
        trying: variables.map {
          VariableAssignment(name: $0.0, value: $0.1, isRequired: false)
        })
      let wrong = variables.first { $0.1 == "blue-ish" }
      #expect((fault == nil) == (wrong == nil))
      #expect(fault?.rendered.contains("blue-ish") ?? true)
      let root = scene.instantiate(size: Size(width: 64, height: 48), scale: 1).tree.root
      return try #require(root.sublayers.first { $0.name == "logo" } as? ImageLayer)
    }
    #expect(try logo().contents == nil)
    #expect(try logo(("logo", file), ("other", "1")).contents != nil)
    #expect(try logo(("logo", folder.path + "/none.png")).contents == nil)
    #expect(try logo(("logo", file), ("brand", "blue-ish")).contents == nil)
  }
}
