import System

/// The search for the daemon's socket.
struct SocketLocation {
  /// The paths in the order in which they are tried.
  let candidates: [String]

  /// - Parameter explicit: the path from the command line, which is then the only one.
  init(explicit: String?, environment: (String) -> String? = ProcessEnvironment.value(of:)) {
    if let explicit {
      candidates = [explicit]
      return
    }
    var paths: [String] = []
    if let path = environment("FIRSTLIGHT_SOCKET"), !path.isEmpty { paths.append(path) }
    paths.append("/run/firstlight/socket")
    if let directory = environment("XDG_RUNTIME_DIR"), !directory.isEmpty {
      paths.append(directory + "/firstlight/socket")
    }
    candidates = paths
  }

  /// The first path at which a file exists.
  func find(exists: (String) -> Bool) throws(ClientError) -> String {
    for path in candidates where exists(path) { return path }
    throw ClientError(
      .unavailable, "no daemon: there is no socket at " + candidates.joined(separator: " or "),
      hint: "start firstlightd, or name its socket with --socket or FIRSTLIGHT_SOCKET")
  }
}
