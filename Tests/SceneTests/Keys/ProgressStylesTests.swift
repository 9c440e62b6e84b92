import Animation
import Geometry
import Layers
import Raster
import Scene
import Testing

/// Styles of progress layers, by name and declared.
struct ProgressStylesTests {
  private func tree(_ text: String) throws -> LayerTree {
    try SceneLoader.load(bytes: Array(text.utf8), name: "test.jsonc", directory: nil)
      .instantiate(size: Size(width: 400, height: 300), scale: 1).tree
  }

  private static let halo = """
    "progressStyles": {
      "halo": {
        "layers": [
          { "kind": "shape", "name": "disc", "path": { "circle": {} }, "fillColor": "#FF0000 30%" },
          { "kind": "shape", "name": "ring", "path": { "arc": {} }, "strokeColor": "#0000FF",
            "lineWidth": "6%" },
          { "name": "hand", "size": [4, 4], "position": ["0%", "50%"] },
        ],
        "drives": [
          { "layer": "ring", "key": "strokeEnd", "from": 0.1, "to": 0.9 },
          { "layer": "hand", "key": "position.x", "from": "0%", "to": "100%" },
        ],
        "tint": ["disc", { "layer": "ring", "key": "strokeColor" }],
        "indeterminate": [
          { "layer": "ring", "key": "strokeEnd", "to": 0.25, "animations": [
            { "key": "rotation", "by": 360, "duration": 2, "repeat": "forever",
              "timing": "linear" } ] },
          { "layer": "disc", "key": "opacity", "to": 0 },
        ],
      },
    },
    """

  private func halo(_ keys: String = "") throws -> (LayerTree, ProgressLayer) {
    let tree = try tree(
      "{ \(Self.halo) \"layers\": [ { \"kind\": \"progress\", \"style\": \"halo\", \(keys)"
        + " \"frame\": [0, 0, 200, 100] } ] }")
    return (tree, try #require(tree.root.sublayers.first as? ProgressLayer))
  }

  @Test func `a tinted line without a colour has the tint`() throws {
    let scene = try SceneLoader.load(
      bytes: Array(
        """
        { "progressStyles": { "arc": {
            "layers": [ { "kind": "shape", "name": "arc", "path": { "arc": {} }, "lineWidth": 4 } ],
            "drives": { "layer": "arc", "key": "strokeEnd" }, "tint": "arc" } },
          "layers": [ { "kind": "progress", "style": "arc", "progressColor": "#FF0000" } ] }
        """.utf8), name: "test.jsonc", directory: nil)
    #expect(scene.warnings == [])
    let tree = scene.instantiate(size: Size(width: 40, height: 30), scale: 1).tree
    tree.advance(to: 0)
    let progress = try #require(tree.root.sublayers.first)
    let arc = try #require(progress.sublayers.compactMap { $0 as? ShapeLayer }.first)
    #expect(arc.presentation()?.strokeColor == Color(red: 1, green: 0, blue: 0))
  }

  @Test func `each built-in style has its name`() throws {
    let tree = try tree(
      """
      { "layers": [
        { "kind": "progress", "style": "basic" }, { "kind": "progress", "style": "inset" },
        { "kind": "progress", "style": "filled" }, { "kind": "progress", "style": "pie" },
        { "kind": "progress", "style": "inset", "segments": 6, "progressColor": "#FFFFFF",
          "content": ["stop", { "kind": "stop", "color": "#000000" }] },
        { "kind": "progress", "style": "fireworks", "content": "sparks" } ] }
      """)
    let layers = tree.root.sublayers.compactMap { $0 as? ProgressLayer }
    try #require(layers.count == 6)
    #expect(layers[0].style is BasicProgressStyle)
    #expect(layers[1].style is InsetProgressStyle)
    #expect(layers[2].style is FilledProgressStyle)
    #expect(layers[3].style is PieProgressStyle)
    #expect((layers[4].style as? InsetProgressStyle)?.segmentCount == 6)
    #expect(layers[4].progressColor == .white)
    #expect(layers[5].style is FireworksProgressStyle)
    #expect(layers[5].content.first is SparksContent)
    tree.advance(to: 0)
    #expect(layers[4].content.map { $0.layer.backgroundColor } == [.white, .black])
    #expect(layers[4].sublayers.suffix(2).elementsEqual(layers[4].content) { $0 === $1.layer })
  }

  @Test func `a declared style drives its layers by the presented progress`() throws {
    let (tree, layer) = try halo(#""progress": 0.5,"#)
    tree.advance(to: 0)
    let ring = try #require(layer.sublayers[1] as? ShapeLayer)
    let hand = layer.sublayers[2]
    #expect(ring.presentation()?.strokeEnd == 0.5)
    #expect(hand.presentation()?.position == Point(x: 100, y: 50))
    layer.update(1, animated: true)
    tree.advance(to: 0)
    tree.advance(to: 0.25)
    #expect(abs((ring.presentation()?.strokeEnd ?? 0) - 0.7) < 1e-6)
    #expect(abs((hand.presentation()?.position.x ?? 0) - 150) < 1e-6)
    layer.update(0.25, animated: true)
    tree.advance(to: 0.25)
    tree.advance(to: 0.5)
    #expect(abs((hand.presentation()?.position.x ?? 0) - 100) < 1e-6)
    tree.advance(to: 2)
    #expect(hand.presentation()?.position.x == 50)
    #expect(!tree.hasRunningAnimations)
  }

  @Test func `an unknown progress changes what the style says, and leaving brings it back`() throws
  {
    let (tree, layer) = try halo(#""progress": 0.5,"#)
    tree.advance(to: 0)
    let (disc, ring) = (layer.sublayers[0], try #require(layer.sublayers[1] as? ShapeLayer))
    func angle() -> Double {
      guard let keyPath = AnimationKeyPath("transform.rotation"),
        case .scalar(let angle)? = ring.presentation()?.value(for: keyPath)
      else { return .nan }
      return angle
    }
    layer.isIndeterminate = true
    tree.advance(to: 0)
    tree.advance(to: 0.125)
    #expect(disc.presentation()?.opacity == 0.5)
    tree.advance(to: 0.5)
    #expect(disc.presentation()?.opacity == 0)
    #expect(ring.presentation()?.strokeEnd == 0.25)
    #expect(abs(angle() - .pi / 2) < 1e-9)
    // A driven property keeps the style's value, whatever the progress.
    layer.progress = 1
    tree.advance(to: 0.5)
    tree.advance(to: 1)
    #expect(ring.presentation()?.strokeEnd == 0.25)
    tree.advance(to: 1.75)
    layer.show(.progress(1), animated: true)
    var last = angle()
    for frame in 0...60 {
      tree.advance(to: 1.75 + Double(frame) / 60)
      #expect(abs(angle() - last) < 0.3, "frame \(frame)")
      last = angle()
    }
    #expect(abs(last) < 1e-9)
    #expect(disc.presentation()?.opacity == 1)
    #expect(ring.presentation()?.strokeEnd == 0.9)
    #expect(!tree.hasRunningAnimations)
  }

  @Test func `under reduced motion a declared style stands still`() throws {
    let (tree, layer) = try halo(#""indeterminate": true,"#)
    tree.reducesMotion = true
    tree.advance(to: 0)
    tree.advance(to: 0.7)
    let ring = try #require(layer.sublayers[1] as? ShapeLayer)
    let keyPath = try #require(AnimationKeyPath("transform.rotation"))
    #expect(ring.presentation()?.value(for: keyPath) == .scalar(0))
    #expect(ring.presentation()?.strokeEnd == 0.25)
    #expect(layer.presentation()?.opacity ?? 1 < 1)
    #expect(tree.hasRunningAnimations)
  }

  @Test func `the colours of a declared style follow a tint with their own alpha`() throws {
    let (tree, layer) = try halo()
    let (tinted, other) = try halo("\"progressColor\": \"#00FF00\",")
    tree.advance(to: 0)
    tinted.advance(to: 0)
    func colors(_ layer: ProgressLayer) -> [Color?] {
      [
        (layer.sublayers[0] as? ShapeLayer)?.presentation()?.fillColor,
        (layer.sublayers[1] as? ShapeLayer)?.presentation()?.strokeColor,
      ]
    }
    #expect(
      colors(layer) == [
        Color(red: 1, green: 0, blue: 0, alpha: 0.3), Color(red: 0, green: 0, blue: 1),
      ])
    #expect(
      colors(other) == [
        Color(red: 0, green: 1, blue: 0, alpha: 0.3), Color(red: 0, green: 1, blue: 0),
      ])
    layer.progressColor = .white
    tree.advance(to: 0)
    tree.advance(to: 1)
    #expect(colors(layer)[1] == .white)
  }

  @Test(
    arguments: [
      ("\"line\"", Color(red: 0, green: 1, blue: 0), Color(red: 1, green: 0, blue: 0)),
      (
        "{ \"layer\": \"line\", \"key\": \"parts.b.color\" }", .white,
        Color(red: 0, green: 1, blue: 0, alpha: 0.5)
      ),
    ] as [(String, Color, Color)])
  func `a tint reaches the parts of a text that have no colour, and by name the others`(
    tint: String, first: Color, second: Color
  ) throws {
    let tree = try tree(
      """
      { "progressStyles": { "label": { "tint": [\(tint)], "layers": [{ "kind": "text", "name": "line",
          "string": [{ "name": "a", "text": "x" }, { "name": "b", "text": "y", "color": "#FF0000" }] }] } },
        "layers": [{ "kind": "progress", "style": "label", "progressColor": "#00FF00 50%", "frame": [0, 0, 200, 100] }] }
      """)
    tree.advance(to: 0)
    let text = try #require(tree.root.sublayers[0].sublayers[0] as? TextLayer)
    #expect(text.runStyles.map(\.color) == [first, second])
  }

  @Test func `two layers of one style do not share anything`() throws {
    let tree = try tree(
      """
      { \(Self.halo)
        "layers": [
          { "kind": "progress", "style": "halo", "progress": 0.25, "frame": [0, 0, 100, 100] },
          { "kind": "progress", "style": "halo", "progress": 0.75, "frame": [0, 0, 60, 40] } ] }
      """)
    tree.advance(to: 0)
    let hands = tree.root.sublayers.map { $0.sublayers[2].presentation()?.position }
    #expect(hands == [Point(x: 25, y: 50), Point(x: 45, y: 20)])
  }

  @Test func `a style's layers may be progress layers of other styles`() throws {
    let tree = try tree(
      """
      { "progressStyles": {
          "pair": {
            "layers": [
              { "kind": "progress", "name": "a", "style": "line" },
              { "kind": "progress", "name": "b", "style": "inset" } ],
            "drives": ["a", { "layer": "b", "from": 1, "to": 0 }] } },
        "layers": [ { "kind": "progress", "style": "pair", "progress": 0.25 } ] }
      """)
    tree.advance(to: 0)
    let pair = tree.root.sublayers[0].sublayers.compactMap { $0 as? ProgressLayer }
    #expect(pair.map { $0.presentation()?.progress } == [0.25, 0.75])
    let ring = (pair[1].style as? InsetProgressStyle)?.ring
    #expect(ring?.presentation()?.strokeEnd == 0.75)
  }

  @Test func `styles may not make more layers than a scene may have`() {
    let many = Array(repeating: "{}", count: 200).joined(separator: ",")
    let uses = Array(repeating: #"{"kind":"progress","style":"s"}"#, count: 100)
      .joined(separator: ",")
    let text = #"{"progressStyles":{"s":{"layers":[\#(many)]}},"layers":[\#(uses)]}"#
    #expect(throws: SceneError.self) {
      try SceneLoader.load(bytes: Array(text.utf8), name: "test.jsonc", directory: nil)
    }
  }
}
