import ArgumentParser

/// The options of every subcommand that talks to the daemon.
struct DaemonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The daemon's socket.",
      discussion: """
        Default: the first that exists of $FIRSTLIGHT_SOCKET, /run/firstlight/socket and \
        $XDG_RUNTIME_DIR/firstlight/socket.
        """,
      valueName: "path"),
    completion: .file())
  var socket: String?

  @Option(
    help: ArgumentHelp("How long to wait for an answer.", valueName: "time"),
    transform: TimeSpan.init)
  var timeout = TimeSpan(microseconds: 30_000_000)

  @Option(
    help: ArgumentHelp(
      "The screen whose scene is meant, as HDMI-A-1.",
      discussion: """
        Default: the main scene; for a control that it does not have, the first screen whose own \
        scene has it.
        """,
      valueName: "name"))
  var screen: String?

  func connect() throws(ClientError) -> DaemonConnection {
    let connection = try DaemonConnection(
      to: SocketLocation(explicit: socket), timeout: timeout.seconds)
    if let screen { try connection.select(screen) }
    return connection
  }
}

/// The option for machine-readable results.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print JSON, one value a line.")
  var json = false
}
