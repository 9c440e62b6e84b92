import ArgumentParser
import JSON
import Wire

struct LocaleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "locale",
    abstract: "Show the scenes in another language, or tell which they have.",
    discussion: """
      firstlight locale de-AT
      firstlight locale default
      firstlight locale

      A scene is shown in the nearest locale that it has: for de-AT its own, or de, and otherwise the \
      scene's usual one. Without a tag it prints the locales of the main scene, a line each, its usual one first.
      """)

  @Argument(help: "A language tag, or 'default' for that of each scene.", transform: Self.tag)
  var tag: String?

  @OptionGroup var daemon: DaemonOptions

  private static func tag(_ text: String) throws -> String {
    text == "default" ? "" : try LocaleOptions.tag(text)
  }

  func run() throws {
    let connection = try daemon.connect()
    if let tag {
      _ = try connection.call(.setLocale, [("locale", .string(tag))])
      return
    }
    let status = try connection.call(.getStatus)
    for locale in status["locales"]?.arrayValue ?? [] {
      Console.print(locale.stringValue ?? "")
    }
  }
}
