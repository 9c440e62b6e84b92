import ArgumentParser
import JSON
import Scene
import Wire

struct LocaleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "locale",
    abstract: "Show the scenes in another language, or list their languages.",
    discussion: """
      firstlight locale de-AT
      firstlight locale default
      firstlight locale

      A scene is shown in the nearest locale that it has: for de-AT its own, or de, and otherwise the \
      scene's usual one. Without a tag it prints the locales of the main scene, a line each, its usual one first, \
      with (shown) after the present one.
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
      let locales = Self.locales(try connection.call(.getStatus))
      if let complaint = SceneLocales.complaint(about: tag, among: locales) {
        Console.complain(complaint)
      }
      return
    }
    let status = try connection.call(.getStatus)
    let locales = Self.locales(status)
    let shown =
      SceneLocales.nearest(to: status["locale"]?.stringValue ?? "", among: locales) ?? locales.first
    for locale in locales { Console.print(locale == shown ? locale + " (shown)" : locale) }
  }

  private static func locales(_ status: JSONObject) -> [String] {
    status["locales"]?.arrayValue?.compactMap(\.stringValue) ?? []
  }
}
