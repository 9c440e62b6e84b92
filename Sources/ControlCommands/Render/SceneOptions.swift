import ArgumentParser
import Geometry

/// A scene that a command plays without a daemon, and the requests to it.
struct SceneOptions: ParsableArguments {
  @Argument(help: "The scene's file.", completion: .file(extensions: ["jsonc", "json"]))
  var scene: String

  @OptionGroup var play: PlayOptions

  var set: [ControlAssignment] { play.set }
  var size: PixelDimensions { play.size }
  var scale: Double { play.scale }
  var pixelSize: PixelSize { play.pixelSize }

  func makePlayer(isTransparent: Bool = false) throws(ClientError) -> ScenePlayer {
    try ScenePlayer(
      scene: SceneFile.load(scene, variables: play.variables.all), size: pixelSize, scale: scale,
      locale: play.locale.locale, assignments: set, isTransparent: isTransparent)
  }
}

/// The size of a scene that is played, and the requests to it.
struct PlayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Set a control, from the beginning or at a time; may be repeated.",
      discussion: """
        By the control's kind: job=40%, job=indeterminate, job=PHASE=40% (progress), card=revealed, \
        slide=toggle, outcome=STATE, language=OPTION, status=TEXT, details=LINE, photo=FILE.
        """,
      valueName: "control=value[@time]"),
    transform: ControlAssignment.init)
  var set: [ControlAssignment] = []

  @OptionGroup var variables: VariableOptions
  @OptionGroup var locale: LocaleOptions

  @Option(
    help: ArgumentHelp("Pixels of the picture, which lengths follow.", valueName: "widthxheight"),
    transform: PixelDimensions.init)
  var size = PixelDimensions(width: 1280, height: 720)

  @Option(help: ArgumentHelp("Pixels in a point, 0.25 to 16.", valueName: "number"))
  var scale = 1.0

  func validate() throws {
    guard (0.25...16).contains(scale) else {
      throw ValidationError("--scale \(scale) is outside 0.25…16")
    }
  }

  var pixelSize: PixelSize { PixelSize(width: size.width, height: size.height) }
}
