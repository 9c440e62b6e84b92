import ArgumentParser
import Scene

/// The locale of a scene that is read here.
struct LocaleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The locale of the scene's strings, numbers and times; its own by default.", valueName: "tag"),
    transform: Self.tag)
  var locale = ""

  /// A language tag, or the name of a locale of the C library.
  static func tag(_ text: String) throws -> String {
    guard text.isEmpty || Scene.isLocale(text) else {
      throw ValidationError("'\(text)' is not a locale; write a language tag such as de or pt-BR")
    }
    return text
  }
}
