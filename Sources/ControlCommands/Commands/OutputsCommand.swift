import ArgumentParser
import JSON

struct OutputsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outputs",
    abstract: "List the displays of this machine, with their modes and the programs that use them.",
    discussion: """
      Needs no daemon; one that runs is asked what it shows on. Devices are looked at and not \
      used: a monitor that was plugged in while no program showed anything may not be listed yet.
      """)

  @OptionGroup var daemon: DaemonOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let listing = OutputListing(.read(daemon))
    if output.json {
      Console.print(listing.json)
    } else {
      for line in listing.lines { Console.print(line) }
    }
  }
}
