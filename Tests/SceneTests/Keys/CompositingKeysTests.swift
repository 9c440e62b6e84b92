import Animation
import Geometry
import Layers
import Raster
import Scene
import Testing

/// Masks, shadows, sublayer transforms and parts of pictures, from the file to the layers.
@Suite struct CompositingKeysTests {
  private func first(_ layer: String) throws -> Layer {
    let instance = try instance("{\"layers\":[{\(layer)}]}", width: 400, height: 200)
    return try #require(instance.tree.root.sublayers.first)
  }

  @Test func `a shadow has its keys, with percentages of the layer`() throws {
    let layer = try first(
      """
      "size": [200, 100], "shadowOpacity": 0.5, "shadowColor": "#FF0000", "shadowRadius": "2%",
      "shadowOffset": ["10%", "10%"], "shadowPath": { "rect": { "width": "50%" } }
      """)
    #expect(layer.shadowOpacity == 0.5 && layer.shadowRadius == 2)
    #expect(layer.shadowColor == Color(red: 1, green: 0, blue: 0))
    #expect(layer.shadowOffset == Size(width: 20, height: 10))
    #expect(layer.shadowPath?.bounds == Rect(x: 0, y: 0, width: 100, height: 100))
    let plain = try first("\"shadowOpacity\": 1")
    #expect(plain.shadowOffset == Size(width: 0, height: -3) && plain.shadowRadius == 3)
  }

  @Test func `a mask is a layer with everything that a layer has`() throws {
    let layer = try first(
      """
      "name": "photo", "size": [200, 100], "layers": [{ "name": "inside" }],
      "mask": { "kind": "shape", "name": "ring", "path": { "circle": {} }, "fillColor": "#000000",
        "layers": [{ "size": ["50%", 10] }],
        "mask": { "frame": [0, 0, 10, 10] },
        "animations": [{ "key": "opacity", "from": 0, "to": 1, "duration": 2 }] }
      """)
    let mask = try #require(layer.mask as? ShapeLayer)
    #expect(layer.sublayers.map { $0.name } == ["inside"])
    #expect(mask.name == "ring" && mask.superlayer === layer && mask.isMask)
    #expect(mask.bounds.size == Size(width: 200, height: 100))
    #expect(mask.sublayers.first?.bounds.size == Size(width: 100, height: 10))
    #expect(mask.mask?.bounds.size == Size(width: 10, height: 10))
    #expect(mask.animationKeys == ["opacity"])
  }

  @Test func `a mask is driven by its path, and so is what lies behind it in the file`() throws {
    let instance = try instance(
      """
      { "layers": [
          { "name": "photo", "layers": [{ "name": "inside" }],
            "mask": { "kind": "shape", "name": "ring", "path": { "circle": {} },
              "strokeColor": "#000000" } },
          { "name": "after" }],
        "controls": { "p": { "kind": "progress", "value": 0.5, "drives": [
          { "layer": "photo/ring", "key": "strokeEnd" },
          { "layer": "after", "key": "opacity" },
          { "layer": "inside", "key": "shadowOffset.height", "to": 8 }] } } }
      """)
    let photo = try #require(instance.tree.root.sublayers.first)
    #expect((photo.mask as? ShapeLayer)?.strokeEnd == 0.5)
    #expect(instance.tree.root.sublayers.last?.opacity == 0.5)
    #expect(photo.sublayers.first?.shadowOffset.height == 4)
  }

  @Test func `the sublayers' transform is one like an animation's`() throws {
    let layer = try first(
      "\"sublayerTransform\": { \"rotation\": 90, \"translation\": [\"10%\", 0] }")
    #expect(
      layer.sublayerTransform
        == Transform3D.rotation(.pi / 2).followed(by: .translation(x: 40, y: 0)))
  }

  @Test func `pictures have parts, which animate`() throws {
    let layer = try #require(
      try first(
        """
        "kind": "image", "file": "two.png", "size": [20, 20], "contentsRect": [0.5, 0, 0.5, 1],
        "contentsCenter": [0.25, 0.25, 0.5, 0.5], "animations": [
          { "key": "contentsRect", "to": [0, 0, 1, 1] },
          { "key": "contentsRect.origin.x", "from": 0, "to": 2 },
          { "key": "contentsCenter.size", "to": [0.5, 1] }]
        """) as? ImageLayer)
    #expect(layer.contentsRect == Rect(x: 0.5, y: 0, width: 0.5, height: 1))
    #expect(layer.contentsCenter == Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
    #expect(layer.animationKeys.count == 3)
  }

  @Test func `shadows and the sublayers' transform animate by all their parts`() throws {
    let layer = try first(
      """
      "animations": [
        { "key": "shadowOpacity", "to": 1 }, { "key": "shadowColor", "to": "#FFFFFF" },
        { "key": "shadowRadius", "to": "1vmin" }, { "key": "shadowOffset", "to": [1, "10%"] },
        { "key": "shadowOffset.width", "to": "10%" },
        { "key": "shadowPath", "from": { "circle": {} }, "to": { "circle": { "radius": 2 } } },
        { "key": "sublayerTransform", "to": { "scale": 2 } },
        { "key": "sublayerTransform.rotation", "to": 90 }]
      """)
    #expect(layer.animationKeys.count == 8)
    guard case .basic(let offset) = layer.animation(forKey: "shadowOffset") else {
      throw CocoaFreeError()
    }
    #expect(offset.toValue == .size(Size(width: 1, height: 20)))
    guard case .basic(let turn) = layer.animation(forKey: "sublayerTransform.rotation") else {
      throw CocoaFreeError()
    }
    #expect(turn.toValue == .scalar(.pi / 2))
  }

  private struct CocoaFreeError: Error {}

  @Test func `corners, modes and steps have the words of their fields`() throws {
    let layer = try first(
      """
      "cornerRadius": 20, "maskedCorners": ["topLeft", "bottomRight"], "cornerCurve": "continuous",
      "blendMode": "color-dodge", "isolatesBlending": true,
      "animations": [{ "key": "opacity", "to": 0, "timing": "steps(6, jump-both)" }]
      """)
    #expect(layer.maskedCorners == [.minXMinYCorner, .maxXMaxYCorner])
    #expect(layer.cornerCurve == .continuous && layer.isolatesBlending)
    #expect(layer.blendMode == .colorDodge)
    guard case .basic(let animation) = layer.animation(forKey: "opacity") else {
      throw CocoaFreeError()
    }
    #expect(animation.timingFunction == MediaTimingFunction(steps: 6, jump: .both))
    let plain = try first("\"maskedCorners\": []")
    #expect(plain.maskedCorners == [] && plain.cornerCurve == .circular)
    #expect(plain.blendMode == .normal)
  }

  @Test func `a perspective is a distance in points, and acts after the sublayers' transform`()
    throws
  {
    let layer = try first(
      """
      "perspective": "50%", "sublayerTransform": { "rotation": [0, 180, 0] },
      "layers": [{ "kind": "transform", "doubleSided": false,
        "animations": [{ "key": "transform", "to": { "rotation": [0, 90, 0], "perspective": 500 } }] }]
      """)
    // Half of the shorter side of 400 × 200, seen from behind.
    #expect(abs(layer.sublayerTransform.m34 - 1.0 / 100) < 1e-12)
    #expect(abs(layer.sublayerTransform.m11 + 1) < 1e-12)
    let box = try #require(layer.sublayers.first)
    #expect(box.keepsDepth && !box.isDoubleSided)
    guard case .basic(let turn) = box.animation(forKey: "transform"),
      case .transform(let end) = turn.toValue
    else { throw CocoaFreeError() }
    #expect(abs(end.m34 + 0.002 * end.m33) < 1e-12 && end.hasPerspective)
    #expect(try first("\"perspective\": 0").sublayerTransform == .identity)
  }

  @Test(arguments: [
    "\"perspective\": -1", "\"doubleSided\": 1",
    "\"maskedCorners\": [\"top\"]", "\"maskedCorners\": \"topLeft\"", "\"blendMode\": \"add\"",
    "\"cornerCurve\": 1",
    "\"animations\": [{ \"key\": \"opacity\", \"to\": 0, \"timing\": \"steps(0)\" }]",
    "\"animations\": [{ \"key\": \"opacity\", \"to\": 0, \"timing\": \"steps(1, none)\" }]",
    "\"animations\": [{ \"key\": \"opacity\", \"to\": 0, \"timing\": \"steps(99999999999999999999)\" }]",
    "\"animations\": [{ \"key\": \"opacity\", \"to\": 0, \"timing\": \"steps(4, up)\" }]",
    "\"animations\": [{ \"key\": \"opacity\", \"to\": 0, \"timing\": \"steps(\" }]",
  ])
  func `an unknown word for a key is one mistake`(layer: String) {
    #expect(codes("{\"layers\":[{\(layer)}]}").count == 1)
  }

  @Test func `a mask counts among the layers and their depth`() {
    var text = "{}"
    for _ in 0..<70 { text = "{\"mask\":\(text)}" }
    #expect(codes("{\"layers\":[\(text)]}") == [.limit])
    let masked = [String](repeating: "{\"mask\":{}}", count: 5001).joined(separator: ",")
    #expect(codes("{\"layers\":[\(masked)]}") == [.limit])
  }
}
