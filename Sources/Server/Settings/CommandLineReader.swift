/// Reads the daemon's command line into settings.
struct CommandLineReader {
  enum Action {
    case run, printConfig, help, version
  }

  private(set) var action = Action.run
  private(set) var settings: [Setting] = []
  /// The value of --config.
  private(set) var configurationPath: String?

  /// Reads the arguments after the program's name.
  mutating func read(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    var isOnlyScenes = false
    while let argument = rest.popFirst() {
      if isOnlyScenes || argument == "-" || argument.utf8.first != UInt8(ascii: "-") {
        guard !settings.contains(where: { $0.option == .scene }) else {
          throw UsageError("unexpected argument '" + argument + "': only one scene can be shown")
        }
        guard !argument.isEmpty else { throw UsageError("the scene's name is empty") }
        let setting = Setting(.scene, argument, from: .commandLine)
        try setting.check()
        settings.append(setting)
      } else if argument == "--" {
        isOnlyScenes = true
      } else {
        try read(argument, &rest)
        if action == .help || action == .version { return }
      }
    }
  }

  private mutating func read(
    _ argument: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = DaemonOption(name) else { throw .unknownOption(name) }
    guard option.takesValue else {
      guard parts.count == 1 else { throw UsageError("'" + name + "' takes no value") }
      switch option {
      case .help: action = .help
      case .version: action = .version
      case .printConfig: action = .printConfig
      default: settings.append(Setting(option, "yes", from: .commandLine))
      }
      return
    }
    let value: String
    if parts.count == 2 {
      value = String(parts[1])
    } else {
      guard let next = rest.popFirst() else {
        throw UsageError("'" + name + "' needs a value: " + option.valueDescription)
      }
      value = next
    }
    // A mistake is reported at its own place, before mistakes in later words.
    let setting = Setting(option, value, from: .commandLine)
    try setting.check()
    guard option == .config else { return settings.append(setting) }
    guard !value.isEmpty else { throw UsageError("--config: the path is empty") }
    configurationPath = value
  }
}
