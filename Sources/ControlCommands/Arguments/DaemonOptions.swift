import ArgumentParser

/// What every subcommand takes that talks to the daemon.
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

  func connect() throws(ClientError) -> DaemonConnection {
    try DaemonConnection(to: SocketLocation(explicit: socket), timeout: timeout.seconds)
  }
}

/// The choice of a result for programs.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print JSON, one value a line.")
  var json = false
}
