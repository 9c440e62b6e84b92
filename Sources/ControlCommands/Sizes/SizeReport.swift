import Geometry
import Scene
import System

/// One scene on all panels.
struct SizeReport {
  /// The time of the pictures in microseconds: what fades in has come by then.
  private static let moment: Int64 = 2_000_000

  let path: String
  private let scene: Scene
  /// By panel, without panels that show everything.
  let findings: [(size: PixelSize, findings: [SizeFinding])]

  init(_ scene: Scene, path: String) {
    self.path = path
    self.scene = scene
    findings = PanelSizes.all.map { ($0, SizeCheck(scene, size: $0).findings) }
      .filter { !$0.1.isEmpty }
  }

  func print() {
    for (size, findings) in findings {
      for finding in findings {
        Console.explain("\(path): \(PanelSizes.name(of: size)): \(finding.message)")
      }
    }
  }

  /// Writes `NAME-WIDTHxHEIGHT.png` for each panel into a folder, which is made if necessary.
  func writePictures(to folder: String) throws(ClientError) {
    do throws(SystemError) {
      try createDirectory(folder)
    } catch {
      throw ClientError(.cannotCreate, "cannot make the folder \(folder): \(error.reason)")
    }
    let file = path.split(separator: "/").last ?? "scene"
    let name = file.split(separator: ".").first ?? file
    for size in PanelSizes.all {
      let player = try ScenePlayer(scene: scene, size: size, scale: 1, assignments: [])
      try player.play(to: Self.moment)
      _ = try player.advance(to: Self.moment)
      try PictureFile.write(
        PictureFile.encode(player.surface),
        to: "\(folder)/\(name)-\(PanelSizes.name(of: size)).png")
    }
  }
}
