import ArgumentParser
import Geometry
import Images
import Scene
import Stage

struct GalleryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gallery",
    abstract: "Draw scenes at several times into one page with their sources.",
    discussion: """
      firstlight gallery scenes/*.jsonc -o gallery.html

      Each scene is played anew for each of its pictures, as far as the caption says: every \
      control of it is taken there. The page is one HTML file that needs no other.
      """)

  private static let sceneLimit = 200
  private static let pixelLimit = 4 << 20

  @Argument(
    help: "The scenes' files, in the order of the page.",
    completion: .file(extensions: ["jsonc", "json"]))
  var scenes: [String]

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The page to write, or - for standard output.", valueName: "file"),
    completion: .file(extensions: ["html"]))
  var file: String

  @Option(
    help: ArgumentHelp("Pixels of each picture.", valueName: "widthxheight"),
    transform: PixelDimensions.init)
  var size = PixelDimensions(width: 480, height: 270)

  @Option(help: "The heading of the page.")
  var title = "Firstlight scenes"

  func validate() throws {
    guard scenes.count <= Self.sceneLimit else {
      throw ValidationError("\(scenes.count) scenes are more than \(Self.sceneLimit)")
    }
    guard size.width * size.height <= Self.pixelLimit else {
      throw ValidationError("\(size.width)x\(size.height) has more than \(Self.pixelLimit) pixels")
    }
  }

  func run() throws {
    var page = GalleryPage(title: title, pictureWidth: size.width)
    for path in scenes { page.append(try exhibit(path)) }
    try PictureFile.write(page.finished(), to: file)
  }

  private func exhibit(_ path: String) throws(ClientError) -> GalleryPage.Exhibit {
    let scene = try SceneFile.load(path)
    let pixels = PixelSize(width: size.width, height: size.height)
    var pictures: [GalleryPage.Picture] = []
    let controls = Stage(scene: scene, size: pixels, scale: 1).controls
    for moment in SceneTour.moments(of: controls) {
      let player = try ScenePlayer(
        scene: scene, size: pixels, scale: 1, assignments: moment.requests)
      _ = try player.advance(to: moment.time.microseconds)
      pictures.append(
        GalleryPage.Picture(
          caption: moment.caption, file: try PictureFile.encode(player.surface)))
    }
    return GalleryPage.Exhibit(
      name: scene.name, path: path, source: String(decoding: scene.source.bytes, as: UTF8.self),
      pictures: pictures)
  }
}
