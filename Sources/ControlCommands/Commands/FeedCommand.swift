import ArgumentParser
import Foundation
import System

struct FeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed",
    abstract: "Turn what a tool prints into progress.",
    discussion: """
      pv -n image.raw 2>&1 >/dev/sdb | firstlight feed
      apt-get -o APT::Status-Fd=3 -y install vim 3> >(firstlight feed --format apt)
      git clone --progress URL 2>&1 | firstlight feed --complete
      curl -O URL 2>&1 | firstlight feed install
      rsync -a --info=progress2 from/ to/ | firstlight feed
      e2fsck -f -C 1 /dev/sdb | firstlight feed
      firstlight feed --format swupdate
      firstlight feed --format rauc

      A meter without a total, as dd has, is none: pv -n has one.

      Meters are known by their shape: 42%, 12/160, [3/9], 12 of 160 MB, bars with either, apt's, git's, docker's, \
      curl's and rsync's own forms, and JSON objects, one a line, with percent_done, progress, or \
      current and total. Meters in a row are parts of one job: the progress does not go back.

      A number alone is a percentage, as pv -n writes it. Numbers up to 1 are fractions from the first one with a \
      decimal point on, such as 0.4, and until one above 1 comes; with --format percent they are percentages.

      Tools with several phases count each from 0 to 100 percent, and each has a part of the scale here. Of git, in \
      English, counting ends at 2, compressing at 10, receiving or writing objects at 80, resolving deltas at 95, and \
      updating files at 100 percent; a phase that git leaves out is passed over. Of apt, dnf and zypper, downloading and \
      installing have a half each, or as --phases says: of apt from its status descriptor, and from what it prints at \
      a terminal in English, "42% [1 vim ...]" and "Progress: [ 42%]"; of dnf and zypper from what they print into a \
      pipe in English. Reading lists and the database counts for nothing. Of a docker pull each layer has an equal \
      part, 70 percent of it for the download and the rest for the extraction. --complete \
      fills the bar where the last phase was left out.

      The updaters SWUpdate and RAUC are services, which are asked on their sockets for as long as the \
      daemon runs. A state control named outcome gets their states working, done and failed.

      Reads to the end of its input even when the daemon is gone, so that the tool is never
      stopped; the exit status tells. After a crash of the daemon it goes on with the next one.
      """)

  @Argument(help: "The progress control; without it, the scene's first.")
  var control: String?

  @Option(help: "The input's format.")
  var format = FeedFormat.auto

  @Option(help: ArgumentHelp("Read this descriptor instead of standard input.", valueName: "n"))
  var fd: Int32 = 0

  @Option(
    help: ArgumentHelp(
      "The socket of swupdate, or of rauc's message bus, if it is not a usual one.",
      valueName: "path"),
    completion: .file())
  var from: String?

  @Option(
    help: ArgumentHelp(
      "How the downloading and installing of apt, dnf, zypper and swupdate share the scale.",
      valueName: "download:install"),
    transform: {
      guard let weights = PhaseWeights($0) else {
        throw ValidationError("'\($0)' is not a pair of weights; write two numbers, such as 1:2")
      }
      return weights
    })
  var phases = PhaseWeights()

  @Option(
    help: ArgumentHelp("The control's phase that the input is about.", valueName: "phase"))
  var phase: String?

  @Option(
    name: .customLong("text"),
    help: ArgumentHelp("The text control for messages; else the first.", valueName: "control"))
  var textControl: String?

  @Flag(help: "Allow a decrease where a meter goes back, or another one begins.")
  var allowDecrease = false

  @Flag(help: "Leave the message alone.")
  var noText = false

  @Flag(help: "Copy the input to standard output.")
  var passthrough = false

  @Flag(help: "Set the progress to 1 when the input ends.")
  var complete = false

  @Flag(help: "Print at the end what was read, ignored and sent.")
  var verbose = false

  @OptionGroup var daemon: DaemonOptions

  func validate() throws {
    if fd < 0 { throw ValidationError("--fd \(fd) is not a descriptor") }
    if from != nil, !format.isOfService {
      throw ValidationError("--from is for --format swupdate and rauc")
    }
    if passthrough, fd == 1 { throw ValidationError("--passthrough cannot read what it writes") }
  }

  func run() throws {
    let feed = DaemonFeed { () throws(ClientError) in try outlet() }
    if let service {
      if let failure = feed.failure { throw failure }
      var pump = ServicePump(service, feed: feed)
      Foundation.exit(pump.run().status.rawValue)
    }
    if let failure = feed.failure {
      // At a terminal the exit status comes at once, without waiting for the end of the input.
      if isatty(fd) == 1 { throw failure }
      Console.complain(failure)
    }
    var pump = FeedPump(
      input: fd,
      parser: FeedParser(format: format, weights: phases, allowsDecrease: allowDecrease),
      copiesInput: passthrough, feed: feed)
    try pump.run(completing: complete)
    if verbose { Console.complain(pump.summary) }
    if let failure = pump.feed.failure { Foundation.exit(failure.status.rawValue) }
  }

  private func outlet() throws(ClientError) -> FeedOutlet {
    try FeedOutlet(
      daemon.connect(), quitWatch: try? QuitWatch(daemon.connect()), control: control, phase: phase,
      textControl: textControl, showsText: !noText, allowsDecrease: allowDecrease)
  }

  /// The service to read from; nil for a tool's output.
  private var service: (any FeedService)? {
    switch format {
    case .swupdate:
      SWUpdateFeed(weights: phases, path: from, environment: ProcessEnvironment.value(of:))
    case .rauc:
      RAUCFeed(user: getuid(), path: from, environment: ProcessEnvironment.value(of:))
    default: nil
    }
  }
}
