import ArgumentParser
import JSON
import Scene
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
      if let complaint = Self.complaint(about: tag, among: locales) { Console.complain(complaint) }
      return
    }
    let status = try connection.call(.getStatus)
    let locales = Self.locales(status)
    let shown =
      Self.nearest(to: status["locale"]?.stringValue ?? "", among: locales) ?? locales.first
    for locale in locales { Console.print(locale == shown ? locale + " (shown)" : locale) }
  }

  private static func locales(_ status: JSONObject) -> [String] {
    status["locales"]?.arrayValue?.compactMap(\.stringValue) ?? []
  }

  /// A sentence on a tag for which a scene with named strings has no texts; nil if it has some.
  static func complaint(about tag: String, among locales: [String]) -> String? {
    guard !tag.isEmpty, let usual = locales.first, nearest(to: tag, among: locales) == nil else {
      return nil
    }
    let meant = Spelling.nearest(to: tag, among: locales).map { "; did you mean '\($0)'?" } ?? ""
    return "the scene has no texts in \(tag) and shows those in \(usual); it has "
      + locales.joined(separator: ", ") + meant
  }

  /// The locale that a tag shows: its own, that of a parent, or the first of its language; nil for none of them.
  static func nearest(to tag: String, among locales: [String]) -> String? {
    var next: LocaleName? = LocaleName(tag)
    while let name = next {
      if let own = locales.first(where: { LocaleName($0) == name }) { return own }
      next = name.parent
    }
    return locales.first { LocaleName($0).language == LocaleName(tag).language }
  }
}
