import ArgumentParser
import Geometry
import Scene

/// A scene that a command plays without a daemon, and the requests to it.
struct SceneOptions: ParsableArguments {
  @Argument(help: "The scene's file.", completion: .file(extensions: ["jsonc", "json"]))
  var scene: String

  @OptionGroup var play: PlayOptions

  var size: PixelDimensions { play.size }
  var scale: Double { play.scale }
  var pixelSize: PixelSize { play.pixelSize }

  /// - Parameter isStill: true for one picture, in which the look of a press and of the focus is
  ///   complete.
  func makePlayer(
    isTransparent: Bool = false, isStill: Bool = false
  ) throws(ClientError) -> ScenePlayer {
    let scene = try SceneFile.load(self.scene, variables: play.variables.all)
    for change in play.locale {
      if let complaint = SceneLocales.complaint(about: change.tag, among: scene.locales) {
        Console.complain(complaint)
      }
    }
    return try ScenePlayer(
      scene: scene, size: pixelSize, scale: scale,
      locale: play.firstLocale, locales: play.laterLocales, assignments: play.requests,
      reducesMotion: play.reducedMotion, isTransparent: isTransparent,
      completesTouches: isStill)
  }
}

/// The size of a scene that is played, and the requests to it.
struct PlayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Set a control, from the beginning or at a time; may be repeated.",
      discussion: """
        By the control's kind: job=40%, job=indeterminate, job=PHASE=40% (progress), card=revealed, \
        slide=toggle, outcome=STATE, language=OPTION, status=TEXT, details=LINE, photo=FILE. Under a finger and with \
        the focus: retry=pressed, retry=released, retry=focused (a button), language=OPTION=pressed, host=focused (a \
        field, with the keyboard on the screen), host=TEXT. A prompt shows a question, question=TEXT or \
        question=TEXT=LETTERS with a bullet for each letter, until question=hidden; without one in the scene its name is \
        prompt. question=capsLock, question=queue=3, question=keyboardLayout=DE and question=choices=A,B add what the \
        prompt shows beside it. A text that ends in @ and a number has a time behind it: status=gate@5@0. Changes take their \
        time: render shows them with --at. In a single picture the look of a press and of the focus is complete at once.
        """,
      valueName: "control=value[@time]"),
    transform: ControlAssignment.init)
  var set: [ControlAssignment] = []

  @OptionGroup var keys: KeyOptions

  /// At the same time keys come after values.
  var requests: [ControlAssignment] { self.set + keys.press }

  @OptionGroup var variables: VariableOptions

  @Option(
    help: ArgumentHelp(
      "The locale of the scene's strings, numbers and times; its own by default. With render and sample also from a "
        + "time on, and repeated.",
      valueName: "tag[@time]"),
    transform: LocaleChange.init)
  var locale: [LocaleChange] = []

  @Flag(help: "Show the scene with reduced motion: nothing travels, turns or swings that need not.")
  var reducedMotion = false

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

  /// The language tag from the beginning on; empty for the scene's own locale.
  var firstLocale: String { locale.last { $0.time.microseconds == 0 }?.tag ?? "" }
  var laterLocales: [LocaleChange] { locale.filter { $0.time.microseconds > 0 } }

  var pixelSize: PixelSize { PixelSize(width: size.width, height: size.height) }
}
