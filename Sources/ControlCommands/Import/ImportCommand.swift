import ArgumentParser
import Foundation
import Geometry
import Lottie
import SVG
import System

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Make a scene folder of an animation or a picture of another program.",
    discussion: """
      firstlight import /usr/share/plymouth/themes/spinner -o spinner
      firstlight import bootanimation.zip -o phone
      firstlight import logo.svg -o logo
      firstlight import installer.lottie --size 480x480 --progress -o installer
      firstlight import busy.json -o busy --style busy
      firstlight load spinner/scene.jsonc

      The folder has scene.jsonc and the pictures, to be read and changed. Themes of Plymouth's modules two-step and script \
      are read; a script is not run, but has to loop over numbered pictures. A Lottie animation becomes layers with animations \
      if it has nothing but shapes, solids, compositions and gradients that stand still; else each of its frames becomes a picture, \
      and so with --bake, and with --progress, which chooses the picture. Each shape of an SVG file becomes a layer, and an \
      animated GIF or WebP file an animated PNG. A drawing that leaves something clear lies on black, or on white if it is too \
      dark on the whole to be seen there (a contrast below 3:1). Slots of a Lottie file that are colours become variables of the scene. The way that was chosen, and what is not carried over, is told on standard \
      error with its place. With --style the folder has style.jsonc, with a style in place of a scene: a scene beside the folder \
      includes it ("include": "busy/style.jsonc") and shows it in any layer ({ "use": "busy", "frame": [10, 10, 64, 64] }).
      """)

  @Argument(
    help: """
      A theme's folder or .plymouth file, a bootanimation.zip, a Lottie, SVG, GIF or WebP file.
      """,
    completion: .file())
  var source: String

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The folder to make.", valueName: "folder"), completion: .directory)
  var folder: String

  @Option(help: ArgumentHelp("The mode of a theme of Plymouth.", valueName: "mode"))
  var mode = PlymouthImport.modes[0]

  @Option(
    help: ArgumentHelp("The pixels of a Lottie animation's pictures.", valueName: "size"),
    transform: PixelDimensions.init)
  var size: PixelDimensions?

  @OptionGroup var variables: VariableOptions

  @Option(help: ArgumentHelp("The part of a Lottie animation.", valueName: "name"))
  var marker: String?

  @Flag(help: "Let a progress choose the picture of a Lottie animation.")
  var progress = false

  @Flag(help: "Make pictures of a Lottie animation, even if it could be layers.")
  var bake = false

  @Option(
    help: ArgumentHelp(
      "Make a style of this name, for a layer of another scene.", valueName: "name"))
  var style: String?

  @Option(
    help: ArgumentHelp(
      "The scene's background, #RRGGBB, in place of that of the source or else black or white.",
      valueName: "color"))
  var background: String?

  private static let archiveLimit = 256 << 20

  func validate() throws {
    guard PlymouthImport.modes.contains(mode) else {
      throw ValidationError(
        "--mode \(mode) is not one of " + PlymouthImport.modes.joined(separator: ", "))
    }
    if let style, style.wholeMatch(of: /[A-Za-z0-9_-]{1,64}/) == nil {
      throw ValidationError("--style is a name of letters, digits, - and _")
    }
    if let background, background.wholeMatch(of: /#[0-9A-Fa-f]{6}/) == nil {
      throw ValidationError("--background is a colour as #RRGGBB, such as '#FFFFFF'")
    }
    if background != nil, style != nil {
      throw ValidationError("--background is for scenes, and a style has none")
    }
    if folder.isEmpty || folder == "-"
      || [".jsonc", ".json"].contains(where: { folder.hasSuffix($0) })
    {
      throw ValidationError(
        "'\(folder)' is no folder; -o names one, in which scene.jsonc is made")
    }
  }

  func run() throws {
    var scene = try read()
    if let background { scene.background = background.uppercased() }
    if let style {
      let file = try scene.writeStyle(style, to: folder)
      Console.explain(
        "\"include\": \(ImportedScene.Entry.json(file)) brings the style \"\(style)\"")
      if !scene.controls.isEmpty {
        Console.explain(
          "a progress control chooses its picture by \"drives\": \"NAME/animation\", with the name of "
            + "the layer that uses the style")
      }
    } else {
      try scene.write(to: folder)
      if background == nil, let reason = scene.backgroundReason { Console.explain(reason) }
    }
    if let choice = scene.choice { Console.explain(choice) }
    for omission in scene.omissions { Console.explain("not carried over: " + omission) }
  }

  private func refuseOptions() throws(ClientError) {
    let given = [
      ("--size", size != nil), ("--marker", marker != nil), ("--progress", progress),
      ("--bake", bake), ("--set-variable", !variables.all.isEmpty),
    ].filter { $0.1 }.map { $0.0 }
    guard given.isEmpty else {
      throw ClientError(
        .refused,
        given.joined(separator: ", ")
          + (given.count == 1 ? " is" : " are") + " for Lottie animations, and \(source) is none",
        hint: "the same without \(given.joined(separator: ", "))")
    }
  }

  private func read() throws(ClientError) -> ImportedScene {
    if let theme = try readTheme() { return theme }
    let packed: [UInt8]
    do throws(ReadFileError) {
      packed = try readFile(atPath: source, limit: Self.archiveLimit)
    } catch {
      throw ClientError(.noInput, error.description)
    }
    let bytes = try DrawnFiles.unpacked(packed, source)
    if let picture = try LottiePicture.open(bytes, source, slots: variables.slots) {
      return try scene(of: picture)
    }
    try refuseOptions()
    if let picture = try VectorPicture.open(bytes, source) {
      var scene = try SVGImport(picture.picture, source).scene
      scene.chooseBackground(for: PaintedLight(picture, size: picture.picture.size, at: [0]))
      return scene
    }
    if let movie = try MovieImport.open(bytes, source) { return movie.scene }
    guard ZipArchive.isZip(bytes) else {
      if ForeignFile.isScene(source) {
        throw ClientError(
          .refused, "\(source) is a scene already, or is to become one",
          hint: "firstlight check \(source)")
      }
      throw ClientError(
        .refused, "\(source) is of no kind that can be imported", hint: Self.hint(source, bytes))
    }
    return try BootAnimationImport(bytes, source).scene
  }

  /// Reads the theme in a folder, or the one that a file describes.
  /// - Returns: nil for any other file.
  private func readTheme() throws(ClientError) -> ImportedScene? {
    let entries = try? FileManager.default.contentsOfDirectory(atPath: source)
    if let entries, !entries.contains(where: { $0.hasSuffix(".plymouth") }),
      ForeignFile.isScene(source)
    {
      throw ClientError(
        .refused, "\(source) is the folder of a scene already",
        hint: "firstlight check " + ForeignFile.folderScene(source))
    }
    guard entries != nil || source.hasSuffix(".plymouth") else { return nil }
    try refuseOptions()
    return try PlymouthImport(source, mode: mode).scene
  }

  private func scene(of picture: LottiePicture) throws(ClientError) -> ImportedScene {
    var scene = try LottieImport(
      picture, source,
      LottieImport.Options(
        size: size.map { PixelSize(width: $0.width, height: $0.height) }, marker: marker,
        followsProgress: progress, isBaked: bake)
    ).scene
    let times = [0.125, 0.375, 0.625, 0.875].map { $0 * picture.file.duration }
    scene.chooseBackground(for: PaintedLight(picture, size: picture.file.size, at: times))
    return scene
  }

  private static func hint(_ path: String, _ bytes: [UInt8]) -> String {
    if ForeignFile.isPicture(bytes), let hint = ForeignFile.hint(path) { return hint }
    if [".mp4", ".webm", ".mkv", ".mov", ".avi"].contains(where: { path.hasSuffix($0) }) {
      let name = ForeignFile.stem(of: path)
      return "an animated PNG of it, which a layer of the kind frames shows: "
        + "ffmpeg -i \(path) -plays 0 \(name).apng"
    }
    return "a theme's folder, its .plymouth file, a bootanimation.zip, a Lottie, SVG, GIF or "
      + "WebP file"
  }
}
