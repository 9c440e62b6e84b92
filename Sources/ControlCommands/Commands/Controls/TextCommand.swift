import ArgumentParser
import JSON
import Wire

struct TextCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "text",
    abstract: "Set the text of a text control or of a field.",
    usage: """
      firstlight text [<control>] <text>
      """,
    discussion: """
      firstlight text "Copying files"
      firstlight text ticket "A 18"
      firstlight text -- "-5 °C"

      An empty text clears a field. A text that begins with a hyphen comes after `--`.
      """)

  @Argument(
    help: ArgumentHelp(
      "The control, if not the scene's first for texts, and the text.", valueName: "text"))
  var words: [String]

  @OptionGroup var daemon: DaemonOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (1...2).contains(words.count) else {
      throw ValidationError(
        "a text is expected, in quotes if it has spaces, or a control and a text")
    }
  }

  func run() throws {
    let connection = try daemon.connect()
    let control = words.count == 2 ? JSONValue.string(words[0]) : nil
    let reply = try connection.call(
      .setText, [("control", control), ("text", .string(words[words.count - 1]))])
    if output.json { Console.print(.object(reply)) }
  }
}
