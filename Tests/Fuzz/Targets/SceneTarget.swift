import Geometry
import Raster
import Scene
import Stage
import TestSupport

/// Scenes in play on a small screen, over a day: each partial repaint equals a full one.
enum SceneTarget {
  static let times = [0, 1.0 / 60, 0.25, 1, 1.5, 7, 3600, 86_400.5]

  static func run(text: [UInt8]) throws(Finding) {
    guard let scene = try? SceneLoader.load(bytes: text, name: "s", directory: nil) else { return }
    try play(scene)
  }

  /// - Parameter seed: the number of a scene that is right, in eight bytes.
  static func run(seed: [UInt8]) throws(Finding) {
    var source = ByteSource(seed)
    var generator = SceneGenerator(seed: source.bits(8))
    try run(text: Array(generator.scene().utf8))
  }

  static func play(_ scene: Scene) throws(Finding) {
    let stage = Stage(scene: scene, size: PixelSize(width: 48, height: 32), scale: 1)
    let screen = PixelBuffer(size: stage.size, format: .xrgb8888)
    for (frame, time) in times.enumerated() {
      stage.draw(stage.advance(to: time), into: screen.surface)
      try requireWhole(screen, stage)
      if frame == 2 { setControls(of: stage) }
      if let next = stage.nextChange {
        try require(!next.isNaN && next > -1e12, "the next change is at \(next)")
      }
    }
    _ = try? stage.layers()
    _ = stage.takeEvents()
  }

  /// Compares the screen with a full repaint of the frame.
  static func requireWhole(_ screen: borrowing PixelBuffer, _ stage: Stage) throws(Finding) {
    let whole = PixelBuffer(size: stage.size, format: .xrgb8888)
    stage.draw(Region(PixelRect(stage.size)), into: whole.surface)
    guard screen.bytes != whole.bytes else { return }
    let (mine, right) = (screen.bytes, whole.bytes)
    let place = (0..<mine.count).first { mine[$0] != right[$0] } ?? 0
    throw Finding(
      "at \(stage.time) s a partial repaint differs from a full one at "
        + "(\(place / 4 % stage.size.width), \(place / 4 / stage.size.width))")
  }

  private static func setControls(of stage: Stage) {
    for control in stage.controls {
      _ = try? stage.setProgress(control.name, to: 0.7)
      _ = try? stage.setText(control.name, to: "Ünlü 12%")
      _ = try? stage.reveal(control.name)
      _ = try? stage.toggleScrub(control.name)
    }
  }
}
