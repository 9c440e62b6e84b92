import Foundation
import Geometry
import Images
import Raster
import Scene
import Stage
import TestSupport

/// Scenes in play on a small screen, over a day: each partial repaint equals a full one.
enum SceneTarget {
  static let times = [0, 1.0 / 60, 0.25, 1, 1.5, 7, 3600, 86_400.5]

  static func run(text: [UInt8], directory: String? = nil) throws(Finding) {
    guard let scene = try? SceneLoader.load(bytes: text, name: "s", directory: directory) else {
      return
    }
    try play(scene)
  }

  /// - Parameter seed: the number of a scene that is right, in eight bytes, and a ninth for its
  ///   vocabulary: the first one, the second one without and with pictures, or the whole one.
  static func run(seed: [UInt8]) throws(Finding) {
    var source = ByteSource(seed)
    let number = source.bits(8)
    let kind = source.choice(4)
    let pictures = kind >= 2 ? try PictureFolder.files() : []
    let vocabulary: SceneGenerator.Vocabulary = kind == 0 ? .first : kind < 3 ? .second : .full
    var generator = SceneGenerator(seed: number, pictures: pictures, vocabulary: vocabulary)
    try run(text: Array(generator.scene().utf8), directory: PictureFolder.path)
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

  private static var picture: Image {
    Image(
      size: PixelSize(width: 2, height: 2),
      premultipliedPixels: [0xFFFF_0000, 0x8000_8000, 0, 0xFFFF_FFFF])
  }

  private static func setControls(of stage: Stage) {
    for control in stage.controls {
      _ = try? stage.setProgress(control.name, ProgressChange(.value(0.7)))
      _ = try? stage.setText(control.name, to: "Ünlü 12%")
      _ = try? stage.reveal(control.name)
      _ = try? stage.toggleScrub(control.name)
      _ = try? stage.setState(control.name, to: "b")
      _ = try? stage.setImage(control.name, to: picture)
      try? stage.appendLog(control.name, "one\ntwo")
    }
    for key: InputKey in [.tab, .character("a"), .backspace, .tab, .enter] { _ = stage.handle(key) }
  }
}

/// A directory with pictures for scenes that are made.
private enum PictureFolder {
  static let path = NSTemporaryDirectory() + "/firstlight-fuzz-\(getpid()).scene"

  private static let result = Result { try write() }

  /// Writes the pictures once.
  /// - Returns: their names, without those of a frames layer.
  static func files() throws(Finding) -> [String] {
    guard case .success(let names) = result else {
      throw Finding("\(path) cannot be written")
    }
    return names
  }

  private static func write() throws -> [String] {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (index, name) in ["a.png", "f0.png", "f1.png"].enumerated() {
      let size = PixelSize(width: index == 0 ? 5 : 4, height: 3)
      let pixels = (0..<size.width * size.height).map {
        0xFF00_0000 | UInt32($0 * 0x0D0A_11 + index * 77) & 0xFF_FFFF
      }
      let file = try PNGEncoder().encode(pixels, size: size)
      try Data(file).write(to: URL(filePath: path + "/" + name))
    }
    return ["a.png"]
  }
}
