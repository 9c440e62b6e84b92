import Geometry
import Scene
import System

/// One scene on all panels.
struct SizeReport {
  /// The time of the pictures in microseconds: what fades in has come by then.
  private static let moment: Int64 = 2_000_000

  let path: String
  /// Panels of usual sizes, and one for each variant of the scene that none of them shows.
  let panels: [PixelSize]
  /// Panels of variants that are left out, since they have more pixels than a picture may have.
  let untried: [PixelSize]
  private let scene: Scene
  /// The locale of the pictures; empty for the scene's own.
  private let locale: String
  /// By panel and locale, without those that show everything; without a locale if the scene has one alone.
  let findings: [(size: PixelSize, locale: String?, findings: [SizeFinding])]

  /// - Parameter locale: a language tag; empty for all locales of the scene.
  init(_ scene: Scene, path: String, locale: String = "") {
    self.path = path
    self.scene = scene
    self.locale = locale
    let all = locale.isEmpty && scene.locales.count > 1 ? scene.locales : [locale]
    let usual = PanelSizes.all.map { Size(width: Double($0.width), height: Double($0.height)) }
    let others = scene.outputs(ofVariantsBeside: usual).map {
      PixelSize(width: Int($0.width), height: Int($0.height))
    }
    let isTried = { (size: PixelSize) in size.width * size.height <= PictureFile.pixelLimit }
    let panels = PanelSizes.all + others.filter(isTried)
    self.panels = panels
    untried = others.filter { !isTried($0) }
    findings = panels.flatMap { size in
      all.map { locale in
        (
          size, all.count > 1 ? locale : nil,
          SizeCheck(scene, size: size, locale: locale).findings
            + KeyboardCheck(scene, size: size, locale: locale).findings
        )
      }
    }.filter { !$0.2.isEmpty }
  }

  /// The number of panels that do not show everything.
  var panelCount: Int {
    panels.count { size in findings.contains { $0.size == size } }
  }

  func print() {
    for size in untried {
      Console.explain(
        "\(path): the variant for \(PanelSizes.name(of: size)) was not tried: more than "
          + "\(PictureFile.pixelLimit) pixels")
    }
    for (size, locale, findings) in findings {
      let panel = PanelSizes.name(of: size) + (locale.map { " in " + $0 } ?? "")
      for finding in findings {
        Console.explain("\(path): \(panel): \(finding.message)")
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
    for size in panels {
      let player = try ScenePlayer(
        scene: scene, size: size, scale: 1, locale: locale, assignments: [])
      try player.play(to: Self.moment)
      _ = try player.advance(to: Self.moment)
      try PictureFile.write(
        PictureFile.encode(player.surface),
        to: "\(folder)/\(name)-\(PanelSizes.name(of: size)).png")
    }
  }
}
