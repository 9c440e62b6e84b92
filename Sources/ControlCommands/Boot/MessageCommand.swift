import ArgumentParser
import JSON
import Wire

struct MessageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "message",
    abstract: "Show a message on the screen, or take one back.",
    usage: """
      firstlight message <text>
      firstlight message --hide <number>
      """,
    discussion: """
      For root. Prints the message's number, by which it is taken back. The newest message is shown, in \
      the scene's text control 'message' or 'status', or in its first one.
      """)

  @Argument(help: "The message.")
  var text: String?

  @Option(help: ArgumentHelp("Take back the message with this number.", valueName: "number"))
  var hide: Int64?

  @OptionGroup var daemon: DaemonOptions

  func validate() throws {
    if (text == nil) == (hide == nil) {
      throw ValidationError("a message is expected, or the number of one to --hide")
    }
  }

  func run() throws {
    let connection = try daemon.connect()
    if let hide {
      _ = try connection.call(.hideMessage, [("id", .integer(hide))])
    } else if let text {
      let reply = try connection.call(.showMessage, [("text", .string(text))])
      if let number = reply["id"] { Console.print(number) }
    }
  }
}
