import Geometry
import JSON
import Lottie
import SVG
import Scene

@testable import ControlCommands

/// Pictures and animations that become scenes: a scene without pictures is one that can be loaded
/// and played.
enum ImportTarget {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    if let scene = fromSVG(bytes) { return try check(scene) }
    guard let picture = try? LottiePicture.open(bytes, "/x/a.json") else { return }
    let file = picture.file
    // Large and long ones only take longer.
    guard file.duration * min(file.frameRate, 60) <= 8 else { return }
    let options = LottieImport.Options(
      size: PixelSize(width: 16, height: 12), followsProgress: bytes.count & 1 == 0)
    guard let scene = try? LottieImport(picture, "/x/a.json", options).scene else { return }
    try check(scene)
  }

  private static func fromSVG(_ bytes: [UInt8]) -> ImportedScene? {
    guard let picture = try? SVGPicture(bytes, limits: SVGTarget.limits) else { return nil }
    let (width, height) = (picture.size.width, picture.size.height)
    guard 16...64 ~= max(width, height), min(width, height) >= 1 else { return nil }
    return try? SVGImport(picture, "/x/a.svg").scene
  }

  private static func check(_ imported: ImportedScene) throws(Finding) {
    let text = Array(imported.text.utf8)
    guard imported.files.isEmpty else {
      // The pictures are in no folder; the text is read all the same.
      let node = try? JSONNode(parsing: text, dialect: .relaxed, limits: .file)
      return try require(node != nil, "an imported scene is no JSON")
    }
    let scene: Scene
    do throws(SceneError) {
      scene = try SceneLoader.load(bytes: text, name: "s", directory: nil)
    } catch {
      // It may be more than a machine can draw.
      guard error.diagnostics.contains(where: { $0.severity == .error && $0.code != .limit })
      else { return }
      throw Finding("an imported scene is refused: \(error.rendered)\n" + imported.text)
    }
    try SceneTarget.play(scene)
  }
}
