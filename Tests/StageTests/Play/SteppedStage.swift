import Animation
import Geometry
import Layers
import Raster
import Scene
import Stage
import TestSupport
import Testing

/// A stage with a screen, on a clock that the test steps at 60 frames a second.
final class SteppedStage {
  let stage: Stage
  private let screen: PixelBuffer
  /// Frames in which pixels were drawn.
  private(set) var redrawCount = 0

  init(_ scene: String, size: PixelSize = PixelSize(width: 200, height: 200), scale: Double = 1)
    throws
  {
    let scene = try SceneLoader.load(bytes: Array(scene.utf8), name: "test.jsonc", directory: nil)
    stage = Stage(scene: scene, size: size, scale: scale)
    screen = PixelBuffer(size: size, format: .xrgb8888)
    show(at: 0)
  }

  /// Puts a screen on a stage.
  /// - Parameter time: of the first frame.
  init(_ stage: Stage, at time: Double = 0) {
    self.stage = stage
    screen = PixelBuffer(size: stage.size, format: .xrgb8888)
    show(at: time)
  }

  /// Presents one frame.
  func show(at time: Double) {
    let damage = stage.advance(to: time)
    if !damage.isEmpty { redrawCount += 1 }
    stage.draw(damage, into: screen.surface)
  }

  /// Presents every frame up to a time, and one at that time.
  func run(from start: Double, to end: Double) {
    var frame = Int(start * 60) + 1
    while Double(frame) / 60 < end {
      show(at: Double(frame) / 60)
      frame += 1
    }
    show(at: end)
  }

  /// The presented value of a layer's property that is a number.
  func number(_ key: String, of layer: String) throws -> Double {
    let keyPath = try #require(AnimationKeyPath(key))
    guard case .scalar(let number)? = try stage.presentedValue(of: keyPath, ofLayer: layer) else {
      Issue.record("\(layer) has no \(key)")
      return .nan
    }
    return number
  }

  /// A copy of the screen's bytes: blue, green, red and an unused one for each pixel.
  var pixels: [UInt8] { screen.bytes }

  /// The bytes of a full repaint, which are the same without any fast path.
  func redrawn() -> [UInt8] {
    let buffer = PixelBuffer(size: stage.size, format: .xrgb8888)
    stage.draw(Region(PixelRect(stage.size)), into: buffer.surface)
    let bytes = buffer.bytes
    #expect(areEqual(bytes, stage.plainPicture().bytes), "without fast paths")
    return bytes
  }

  func color(x: Int, y: Int) -> [UInt8] {
    let offset = (y * stage.size.width + x) * 4
    let pixels = pixels
    return [pixels[offset + 2], pixels[offset + 1], pixels[offset]]
  }

  /// The presented progress of a progress layer.
  func presented(_ layer: String) throws -> Double? {
    try stage.layers(below: layer, depth: 0).first?.progress
  }
}
