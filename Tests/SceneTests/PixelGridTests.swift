import Geometry
import Layers
import Scene
import Testing

/// Pictures on whole pixels, in an output of 1001 × 501 points at one pixel a point.
@Suite struct PixelGridTests {
  private static func picture(_ keys: String) -> String {
    "{\"kind\": \"image\", \"file\": \"two.png\", \"name\": \"picture\"\(keys)}"
  }

  private func frame(
    _ layers: String, _ keys: String = "", scale: Double = 1
  ) throws -> Rect {
    let text = "{\"layers\": [\(layers)]\(keys)}"
    let root = try instance(text, width: 1001, height: 501, scale: scale).tree.root
    var layer = try #require(root.sublayers.first)
    while let inner = layer.sublayers.first { layer = inner }
    #expect(layer.name == "picture")
    return layer.bounds.transformed(by: layer.projectionToOutside(presented: false))
  }

  private func expect(_ frame: Rect, _ other: Rect) {
    for (a, b) in [
      (frame.minX, other.minX), (frame.minY, other.minY), (frame.width, other.width),
      (frame.height, other.height),
    ] {
      #expect(abs(a - b) < 1e-9, "\(frame), not \(other)")
    }
  }

  @Test func `a still picture keeps its size and snaps to the next pixel`() throws {
    // In the middle it would begin at 499.5 and 249.5.
    expect(try frame(Self.picture("")), Rect(x: 500, y: 250, width: 2, height: 2))
    expect(
      try frame(Self.picture(", \"position\": [10.3, 20.9]"), scale: 2),
      Rect(x: 9.5, y: 20, width: 2, height: 2))
  }

  @Test func `a picture that a reveal moves stays where it is`() throws {
    let control = """
      , "controls": {"r": {"kind": "reveal", "content": "picture",
        "drives": {"layer": "picture", "key": "position.x", "from": 10.3, "to": 20}}}
      """
    let shown = try frame(Self.picture(", \"position\": [10.3, 20.9]"), control)
    #expect(abs(shown.minY - 19.9) < 1e-9)
  }

  @Test func `both edges of a scaled picture snap to pixels`() throws {
    expect(
      try frame(Self.picture(", \"frame\": [10.4, 20.6, 30.3, 30.3]")),
      Rect(x: 10, y: 21, width: 31, height: 30))
    // Thinner than a pixel.
    expect(
      try frame(Self.picture(", \"frame\": [10.4, 20.6, 30, 0.2]")),
      Rect(x: 10, y: 20.6, width: 30, height: 0.2))
  }

  @Test(arguments: [
    "\"animations\": [{\"key\": \"position.x\", \"by\": 5}]",
    "\"animations\": [{\"key\": \"size.width\", \"to\": 5}]",
    "\"animations\": [{\"group\": [{\"key\": \"rotation\", \"to\": 5}]}]",
    "\"rotation\": 0.5",
  ])
  func `an animated or rotated layer does not snap to pixels, nor do its sublayers`(
    keys: String
  ) throws {
    let moving = Self.picture(", \"position\": [10.3, 20.9], " + keys)
    let inner = Self.picture(", \"position\": [10.3, 20.9]")
    let outer = "{\"frame\": [0, 0, 100, 100], \"layers\": [\(inner)], \(keys)}"
    if keys.contains("rotation\": 0") {
      #expect(try frame(moving).minX != frame(moving).minX.rounded())
      return
    }
    expect(try frame(moving), Rect(x: 9.3, y: 19.9, width: 2, height: 2))
    expect(try frame(outer), Rect(x: 9.3, y: 19.9, width: 2, height: 2))
  }

  @Test func `the place in a superlayer counts from the screen`() throws {
    let inner = Self.picture(", \"position\": [10.3, 20.9]")
    expect(
      try frame("{\"frame\": [0.4, 0.4, 100, 100], \"layers\": [\(inner)]}"),
      Rect(x: 10, y: 20, width: 2, height: 2))
    // Opacity is no motion.
    let faded = "\"animations\": [{\"key\": \"opacity\", \"to\": 0}]"
    expect(
      try frame("{\"frame\": [0.4, 0.4, 100, 100], \(faded), \"layers\": [\(inner)]}"),
      Rect(x: 10, y: 20, width: 2, height: 2))
  }

  @Test(arguments: [
    "\"sublayerTransform\": {\"scale\": 1.5}", "\"perspective\": 200", "\"kind\": \"replicator\"",
  ])
  func `sublayers of transformed and replicated layers do not snap to pixels`(keys: String) throws {
    let inner = Self.picture(", \"position\": [10.3, 20.9]")
    let text = "{\"layers\": [{\"frame\": [0, 0, 100, 100], \(keys), \"layers\": [\(inner)]}]}"
    let root = try instance(text, width: 1001, height: 501, scale: 1).tree.root
    let layer = try #require(root.sublayers.first?.sublayers.first)
    #expect(layer.position == Point(x: 10.3, y: 20.9))
  }

  @Test(arguments: [
    ("position.x", 10.3), ("transform.scale", 10.3), ("opacity", 10.0),
  ])
  func `a layer that a control moves does not snap to pixels`(key: String, x: Double) throws {
    let picture = Self.picture(", \"position\": [11.3, 21]")
    for drive in ["picture", "outer"] {
      let controls =
        ", \"controls\": {\"p\": {\"kind\": \"progress\", \"drives\": "
        + "{\"layer\": \"\(drive)\", \"key\": \"\(key)\", \"from\": 1, \"to\": 1}}}"
      let text =
        "{\"layers\": [{\"name\": \"outer\", \"frame\": [0, 0, 100, 100], \"layers\": [\(picture)]}]"
        + controls + "}"
      let scene = try SceneLoader.load(
        bytes: Array(text.utf8), name: "s", directory: DiagnosticsTests.directory)
      let instance = scene.instantiate(size: Size(width: 1001, height: 501), scale: 1)
      let layer = try #require(instance.tree.root.sublayers.first?.sublayers.first)
      if key == "position.x", drive == "picture" {
        #expect(layer.position.x == 1)
      } else {
        #expect(abs(layer.position.x - (x + 1)) < 1e-9, "\(drive), \(key)")
      }
    }
  }

  @Test func `a scene may leave pictures where they are`() throws {
    expect(
      try frame(Self.picture(""), ", \"snapsPictures\": false"),
      Rect(x: 499.5, y: 249.5, width: 2, height: 2))
  }

  private static func animated(_ keys: String...) -> String {
    let animations = keys.map { "{\"key\": \"\($0)\", \"by\": 1, \"duration\": 1}" }
    return "\"animations\": [\(animations.joined(separator: ", "))]"
  }

  /// Motion by keys of the text itself, of a layer around it, and of the text while a control moves
  /// it.
  @Test(arguments: [
    ("", [false, false, true]), ("\"opacity\": 0.5", [false, false, true]),
    ("\"rotation\": 0.5", [false, false, true]),
    (animated("opacity"), [false, false, true]),
    (animated("position.x"), [true, true, true]), (animated("anchorPoint.y"), [true, true, true]),
    (animated("transform.translation.y"), [true, true, true]),
    (animated("bounds.origin.y"), [false, true, true]),
    (animated("bounds.size.width"), [false, true, true]),
    (animated("sublayerTransform.translation.x"), [false, true, true]),
    (animated("sublayerTransform.scale"), [false, false, true]),
    // A text on whole pixels would jump when these animations begin and end.
    (animated("transform.scale"), [false, false, false]),
    (animated("transform.rotation"), [false, false, false]),
    (animated("position.x", "transform.scale.x"), [false, false, false]),
    // These scale the text in perspective.
    (animated("zPosition"), [false, false, false]),
    (animated("transform.translation.z"), [false, false, false]),
    (animated("position.x", "zPosition"), [false, false, false]),
    (animated("position.x", "sublayerTransform.translation.z"), [true, false, true]),
    (animated("position.x", "sublayerTransform.rotation"), [true, false, true]),
    (
      "\"animations\": [{\"key\": \"position\", \"path\": {\"circle\": {}}, \"duration\": 1, "
        + "\"rotationMode\": \"auto\"}]", [false, false, false]
    ),
  ])
  func `moved texts lie at quarters of a pixel`(keys: String, expected: [Bool]) throws {
    let text = "\"kind\": \"text\", \"string\": \"a\", \"name\": \"picture\""
    func quantizes(_ layers: String, _ keys: String = "") throws -> Bool? {
      let scene = "{\"layers\": [\(layers)]\(keys)}"
      let root = try instance(scene, width: 1001, height: 501, scale: 1).tree.root
      var layer = try #require(root.sublayers.first)
      while let inner = layer.sublayers.first { layer = inner }
      return (layer as? TextLayer)?.quantizesPosition
    }
    let own = keys.isEmpty ? "" : ", " + keys
    #expect(try quantizes("{\(text)\(own)}") == expected[0])
    #expect(
      try quantizes("{\"frame\": [0, 0, 100, 100], \"layers\": [{\(text)}]\(own)}") == expected[1])
    let drive = "{\"layer\": \"picture\", \"key\": \"position.x\", \"from\": 1, \"to\": 9}"
    let control = ", \"controls\": {\"p\": {\"kind\": \"progress\", \"drives\": \(drive)}}"
    #expect(try quantizes("{\(text)\(own)}", control) == expected[2])
  }
}
