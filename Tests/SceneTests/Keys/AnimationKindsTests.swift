import Animation
import Geometry
import Layers
import Scene
import Testing

/// Every kind of animation from the file to the presentation, on stepped time.
@Suite struct AnimationKindsTests {
  /// The only layer of a scene on 400 × 200 points, presented at some times.
  private func presented<Value>(
    _ layer: String, at times: [Double], warnings: [SceneDiagnostic.Code] = [],
    _ read: (Layer) -> Value
  ) throws -> [Value] {
    let scene = try SceneLoader.load(
      bytes: Array("{\"layers\":[{\(layer)}]}".utf8), name: "s.jsonc", directory: nil)
    #expect(scene.warnings.map(\.code) == warnings)
    let instance = scene.instantiate(size: Size(width: 400, height: 200), scale: 1)
    instance.tree.advance(to: 0)
    return try times.map { time in
      instance.tree.advance(to: time)
      return read(try #require(instance.tree.root.sublayers.first?.presentation()))
    }
  }

  private func isClose(_ a: [Double], _ b: [Double]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) < 1e-9 }
  }

  @Test func `keyframes run through values at their key times`() throws {
    let values = try presented(
      """
      "animations": [{ "key": "opacity", "values": [0, 1, 0.5], "keyTimes": [0, 0.8, 1],
        "duration": 10, "fillMode": "forwards", "removedOnCompletion": false }]
      """, at: [0, 4, 8, 9, 10, 20]
    ) { $0.opacity }
    #expect(isClose(values, [0, 0.5, 1, 0.75, 0.5, 0.5]))
  }

  @Test func `discrete keyframes step and those with timings bend`() throws {
    let steps = try presented(
      """
      "animations": [{ "key": "hidden", "values": [true, false], "calculationMode": "discrete",
        "keyTimes": [0, 0.25, 1], "duration": 4 }]
      """, at: [0.5, 1.5]
    ) { $0.isHidden ? 1 : 0 }
    #expect(steps == [1, 0])
    let bent = try presented(
      """
      "animations": [{ "key": "opacity", "values": [0, 1, 0],
        "timings": ["easeInEaseOut", "linear"], "duration": 4 }]
      """, at: [0.5, 3]
    ) { $0.opacity }
    #expect(abs(bent[0] - 0.129162) < 1e-5 && bent[1] == 0.5)
  }

  @Test func `a gleam moves across a gradient from edge to edge`() throws {
    let offsets = try presented(
      """
      "kind": "gradient", "colors": ["#000", "#FFF", "#000"], "locations": [-1, -0.5, 0],
      "animations": [
        { "key": "locations", "to": [1, 1.5, 2], "duration": 2, "timing": "linear" },
        { "key": "locations", "by": [-0.5, 0, 0], "additive": true, "duration": 2,
          "timing": "linear" }
      ]
      """, at: [1]
    ) { ($0 as? GradientLayer)?.locations ?? [] }
    #expect(offsets == [[-0.25, 0.5, 1]])
  }

  @Test func `rotation and its longer name mean the same in every transform`() throws {
    let cosine = (0.5 as Double).squareRoot()
    for suffix in ["", ".z"] {
      let axes = try presented(
        """
        "animations": [{ "key": "sublayerTransform.rotation\(suffix)", "to": 90, "duration": 2, "timing": "linear" }]
        """, at: [1], warnings: suffix.isEmpty ? [] : [.otherName]
      ) { [$0.sublayerTransform.m11, $0.sublayerTransform.m12] }
      #expect(isClose(axes[0], [cosine, cosine]))
    }
  }

  @Test func `lengths in keyframes wait for the output`() throws {
    let values = try presented(
      """
      "animations": [{ "key": "position.x", "values": ["0%", "50%", "100% - 40"], "duration": 2 }]
      """, at: [0.5, 1, 1.5]
    ) { $0.position.x }
    #expect(isClose(values, [100, 200, 280]))
  }

  @Test func `the components of a transform run side by side`() throws {
    let layer = """
      "scale": 2, "animations": [
        { "key": "rotation", "values": [0, 90, 0], "duration": 4 },
        { "key": "translation.x", "values": [0, 40], "duration": 4 }]
      """
    let angles = try presented(layer, at: [1, 2]) {
      TransformComponents($0.affineTransform).rotation
    }
    #expect(isClose(angles, [.pi / 4, .pi / 2]))
    let shifts = try presented(layer, at: [1, 2]) { $0.transform.m41 }
    #expect(isClose(shifts, [10, 20]))
    let scales = try presented(layer, at: [1]) { TransformComponents($0.affineTransform).scaleX }
    #expect(isClose(scales, [2]))
  }

  @Test func `a layer turns about any axis and is seen without perspective`() throws {
    let layer = """
      "rotation": [60, 0, 0], "scale": [2, 3, 4], "translation": [5, "10%", 7], "size": [100, 50],
      "animations": [
        { "key": "rotation.y", "from": 0, "to": 360, "duration": 4,
          "timing": "linear" },
        { "key": "translation.z", "by": 40, "duration": 4,
          "timing": "linear" }]
      """
    let transforms = try presented(layer, at: [0, 1, 2]) { $0.transform }
    let start = try #require(transforms.first)
    #expect(isClose([start.affineTransform.a, start.affineTransform.d], [2, 1.5]))
    #expect(isClose([start.m41, start.m42, start.m43], [5, 5, 7]))
    #expect(isClose(transforms.map { $0.m43 }, [7, 17, 27]))
    // A quarter of a turn about y shows the edge, half a turn the back.
    #expect(isClose(transforms.map { $0.affineTransform.a }, [2, 0, -2]))
  }

  @Test func `whole transforms are values`() throws {
    let layer = """
      "animations": [{ "key": "transform", "duration": 4, "timing": "linear",
        "from": { "rotation": 90 },
        "to": { "rotation": [0, 0, -90], "scale": 3, "translation": [40, 0] } }]
      """
    let transforms = try presented(layer, at: [0, 1, 2]) { $0.affineTransform }
    #expect(isClose(transforms.map { TransformComponents($0).rotation }, [.pi / 2, .pi / 4, 0]))
    #expect(isClose(transforms.map { TransformComponents($0).scaleX }, [1, 1.5, 2]))
    #expect(isClose(transforms.map { $0.tx }, [0, 10, 20]))
    // In space a turn goes the shortest way about an axis in between.
    let tumble = """
      "animations": [{ "key": "transform", "duration": 4, "values": [
        {}, { "rotation": [0, 90, 0] }, { "rotation": [0, 90, 0], "scale": [0, 0, 0] }] }]
      """
    let widths = try presented(tumble, at: [0, 1, 2, 4]) { $0.affineTransform.a }
    #expect(isClose(widths, [1, 0.5.squareRoot(), 0, 1]))
  }

  @Test func `a layer's transition is played when it is hidden and shown`() throws {
    let text = """
      { "layers": [{ "transition": { "type": "push", "from": "top", "duration": 0.5,
        "timing": "linear", "endProgress": 0.8 } }] }
      """
    let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s.jsonc", directory: nil)
    let tree = scene.instantiate(size: Size(width: 400, height: 200), scale: 1).tree
    let layer = try #require(tree.root.sublayers.first)
    tree.advance(to: 0)
    #expect(layer.composed === layer)
    layer.isHidden = true
    tree.advance(to: 1)
    tree.advance(to: 1.25)
    let parts = layer.composed.composedSublayers
    #expect(parts.count == 2)
    // Half the time is 0.4 of the way of 200 points.
    let places = parts.map { $0.presentation()?.transformToSuperlayer.ty ?? .nan }
    #expect(isClose(places, [80, -120]))
    tree.advance(to: 1.5)
    #expect(layer.composed === layer)
  }

  @Test func `a layer follows a path in its superlayer and turns with it`() throws {
    let layer = """
      "size": [10, 10], "animations": [{ "key": "position", "duration": 4,
        "path": { "polygon": [[0, 0], ["100%", 0], ["100%", "100%"]] },
        "calculationMode": "paced", "rotationMode": "auto" }]
      """
    // The way is 400 + 200 + 200√5, at one speed.
    let length = 600 + 200 * 5.0.squareRoot()
    let speed = length / 4
    let x = try presented(layer, at: [1, 500 / speed]) { $0.position.x }
    #expect(isClose(x, [speed, 400]))
    let y = try presented(layer, at: [1, 500 / speed]) { $0.position.y }
    #expect(isClose(y, [0, 100]))
    let angles = try presented(layer, at: [1, 500 / speed]) {
      TransformComponents($0.affineTransform).rotation
    }
    #expect(isClose(angles, [0, .pi / 2]))
  }

  @Test func `a path of a layer's bounds is measured by the layer`() throws {
    let values = try presented(
      """
      "size": [10, 10], "animations": [{ "key": "bounds.origin", "duration": 4,
        "path": { "line": { "from": [0, 0], "to": ["100%", 0] } } }]
      """, at: [2]
    ) { $0.bounds.minX }
    #expect(isClose(values, [5]))
  }

  @Test func `a spring overshoots and lasts until it has settled`() throws {
    let values = try presented(
      """
      "opacity": 0, "animations": [{ "key": "position.x", "from": 0, "to": 100,
        "spring": { "damping": 10 } }]
      """, at: [0, 0.3627598728468435, 1.472, 1.4728]
    ) { $0.position.x }
    #expect(values[0] == 0)
    #expect(abs(values[1] - 116.3033535) < 1e-6)
    #expect(abs(values[2] - 100) < 0.1 && values[2] != 200)
    // Removed: the model.
    #expect(values[3] == 200)
  }

  @Test(arguments: [
    (#""fillMode": "forwards""#, 1), (#""fillMode": "forwards", "removedOnCompletion": true"#, 1),
    (#""fillMode": "forwards", "removedOnCompletion": false"#, 0), (#""fillMode": "both""#, 0),
    (#""fillMode": "forwards", "repeat": "forever""#, 0),
  ])
  func `an end value that disappears with its animation has a warning`(members: String, count: Int)
    throws
  {
    for motion in [#""key": "opacity", "to": 0"#, #""group": [{ "key": "opacity", "to": 0 }]"#] {
      let text = "{ \"layers\": [{ \"animations\": [{ \(motion), \(members) }] }] }"
      let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
      #expect(scene.warnings.map(\.code) == Array(repeating: .withoutEffect, count: count))
    }
  }

  @Test func `a spring may be described by its look and may creep`() throws {
    func spring(_ members: String) throws -> SpringAnimation? {
      let layer =
        "\"animations\": [{ \"key\": \"opacity\", \"to\": 0, \"spring\": { \(members) } }]"
      let scene = try SceneLoader.load(
        bytes: Array("{\"layers\":[{\(layer)}]}".utf8), name: "s.jsonc", directory: nil)
      let instance = scene.instantiate(size: Size(width: 40, height: 20), scale: 1)
      guard
        case .spring(let spring)? = instance.tree.root.sublayers.first?
          .animation(forKey: "opacity")
      else { return nil }
      return spring
    }
    let bouncing = try #require(
      try spring("\"perceptualDuration\": 1, \"bounce\": 0.5, \"initialVelocity\": 2"))
    #expect(abs(bouncing.stiffness - 39.478) < 5e-4 && abs(bouncing.damping - 6.283) < 5e-4)
    #expect(bouncing.initialVelocity == 2 && !bouncing.allowsOverdamping)
    #expect(bouncing.basic.timing.duration == bouncing.settlingDuration)
    let usual = try #require(try spring("\"bounce\": 0"))
    #expect(abs(usual.perceptualDuration - 0.5) < 1e-9 && abs(usual.bounce) < 1e-9)
    let creeping = try #require(
      try spring("\"stiffness\": 4, \"damping\": 40, \"allowsOverdamping\": true"))
    #expect(creeping.allowsOverdamping && creeping.basic.timing.duration > 50)
  }

  @Test(arguments: [
    ("\"bounce\": 0.1, \"damping\": 3", SceneDiagnostic.Code.conflict),
    ("\"perceptualDuration\": 1, \"stiffness\": 3", .conflict),
    ("\"perceptualDuration\": 1, \"mass\": 3", .conflict),
    ("\"bounce\": -1", .outOfRange), ("\"bounce\": 1.1", .outOfRange),
    ("\"perceptualDuration\": 0", .outOfRange), ("\"bounce\": 1", .outOfRange),
    ("\"allowsOverdamping\": 1", .wrongType),
  ])
  func `parameters that make no spring are refused`(members: String, code: SceneDiagnostic.Code) {
    let animation = "{ \"key\": \"opacity\", \"to\": 0, \"spring\": { \(members) } }"
    #expect(codes("{\"layers\":[{\"animations\":[\(animation)]}]}") == [code])
  }

  @Test func `a whole timing that overshoots leads beyond the values`() throws {
    func values(_ timing: String) throws -> [Double] {
      try presented(
        """
        "animations": [{ "key": "position.x", "values": [100, 200], "duration": 1, \(timing) }]
        """, at: [0.1, 0.2, 0.8, 0.9]
      ) { $0.position.x }
    }
    let whole = try values("\"timing\": [0.4, -0.8, 0.6, 1.8]")
    #expect(whole[0] < 95 && whole[3] > 205)
    #expect(isClose(whole, try values("\"timings\": [[0.4, -0.8, 0.6, 1.8]]")))
  }

  @Test func `a group's parts take its duration and its time`() throws {
    let layer = """
      "kind": "shape", "path": { "circle": {} }, "strokeColor": "#FFFFFF",
      "animations": [{ "duration": 2, "timing": "easeInEaseOut", "group": [
        { "key": "opacity", "from": 0, "to": 1, "timing": "linear" },
        { "key": "lineWidth", "values": [0, 10], "duration": 4 },
        { "group": [{ "key": "cornerRadius", "from": 0, "to": 8, "timing": "linear" }] }] }]
      """
    let opacities = try presented(layer, at: [0.5, 1]) { $0.opacity }
    #expect(abs(opacities[0] - 0.129162) < 1e-5 && isClose([opacities[1]], [0.5]))
    let widths = try presented(layer, at: [1]) { ($0 as? ShapeLayer)?.lineWidth ?? .nan }
    #expect(isClose(widths, [2.5]))
    let radii = try presented(layer, at: [1, 2]) { $0.cornerRadius }
    #expect(isClose(radii, [4, 0]))
  }

  @Test func `cubic keyframes take a shape for all values or for each`() throws {
    func middle(_ shape: String) throws -> Double {
      try presented(
        """
        "animations": [{ "key": "zPosition", "values": [0, 1, 4], "duration": 2,
          "calculationMode": "cubic"\(shape) }]
        """, at: [0.5]
      ) { $0.zPosition }[0]
    }
    #expect(isClose([try middle("")], [0.375]))
    #expect(isClose([try middle(", \"tension\": 1")], [0.5]))
    #expect(isClose([try middle(", \"tension\": [0, 1, 0]")], [0.625]))
  }

  @Test func `additive keyframes and springs move relative to the layer`() throws {
    let values = try presented(
      """
      "position": [100, 100], "animations": [
        { "key": "position.x", "values": [0, 20], "duration": 2, "additive": true },
        { "key": "position.x", "values": [0, 10], "duration": 2, "additive": true }]
      """, at: [1]
    ) { $0.position.x }
    #expect(isClose(values, [115]))
  }

  // MARK: Limits

  @Test func `groups and keyframes are limited`() {
    func nested(_ depth: Int) -> String {
      String(repeating: "{\"group\":[", count: depth) + "{\"key\":\"opacity\",\"to\":1}"
        + String(repeating: "]}", count: depth)
    }
    #expect(codes("{\"layers\":[{\"animations\":[\(nested(8))]}]}") == [])
    #expect(codes("{\"layers\":[{\"animations\":[\(nested(9))]}]}") == [.limit])
    func values(_ count: Int) -> String {
      let list = Array(repeating: "0", count: count).joined(separator: ",")
      return "{\"key\":\"opacity\",\"values\":[\(list)]}"
    }
    #expect(codes("{\"layers\":[{\"animations\":[\(values(1000))]}]}") == [])
    #expect(codes("{\"layers\":[{\"animations\":[\(values(1001))]}]}") == [.outOfRange])
    func layers(_ count: Int) -> String {
      let used = Array(repeating: "{\"use\":\"s\"}", count: count).joined(separator: ",")
      return
        "{\"styles\":{\"s\":{\"animations\":[\(values(1000))]}},\"layers\":[\(used)]}"
    }
    #expect(codes(layers(100)) == [])
    #expect(codes(layers(101)) == [.limit])
    let parts = Array(repeating: "{\"key\":\"opacity\",\"to\":1}", count: 5_000)
      .joined(separator: ",")
    let group = "{\"animations\":[{\"group\":[\(parts)]}]}"
    #expect(codes("{\"layers\":[\(group)]}") == [])
    #expect(codes("{\"layers\":[\(group),\(group)]}") == [.limit])
  }
}
