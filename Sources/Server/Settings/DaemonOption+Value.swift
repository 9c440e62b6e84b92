import Input
import Output
import Scene

extension DaemonOption {
  /// Reads the option's value into the configuration.
  ///
  /// - Throws: an error for a value that the option cannot have.
  func apply(_ value: String, to configuration: inout Configuration) throws(UsageError) {
    switch self {
    case .output, .size, .scale, .rotate, .terminal, .retainLimit, .format:
      try apply(value, to: &configuration.output)
    case .requireScene, .requireDisplay, .plymouth, .reducedMotion, .verbose:
      set(try truth(of: value), in: &configuration)
    case .scene, .privilegedGroup, .socket, .successor, .predecessor, .keyboard, .keymap, .psplash,
      .times:
      try set(value, in: &configuration)
    case .mode: configuration.mode = try read(value) { BootMode($0) }
    case .locale: configuration.locale = try read(value) { Scene.isLocale($0) ? $0 : nil }
    case .screenKeyboard: configuration.keyboardUse = try read(value) { KeyboardUse(rawValue: $0) }
    case .setVariable: configuration.variables.append(try read(value, DaemonOption.variable))
    case .clock: configuration.clock = try read(value, DaemonOption.clock)
    case .threads:
      configuration.threadLimit = try read(value) {
        Int($0).flatMap { (1...16).contains($0) ? $0 : nil }
      }
    case .screen:
      let item = try read(value, DaemonOption.screen)
      guard !configuration.screens.contains(where: { $0.screen == item.screen }) else {
        throw UsageError("--screen: '" + item.screen + "' has a scene already")
      }
      configuration.screens.append(item)
    case .input where value.utf8.contains(UInt8(ascii: "=")):
      configuration.inputScreens.append(try read(value) { InputScreen($0) })
    case .input: configuration.input = try read(value) { InputSelection($0) }
    case .config, .printConfig, .help, .version: break
    }
  }

  /// The value that a text stands for.
  ///
  /// - Parameter body: returns nil for a text that stands for no value.
  private func read<Value>(_ text: String, _ body: (String) -> Value?) throws(UsageError) -> Value {
    guard let value = body(text) else {
      throw UsageError(name + ": '" + text + "' is not " + valueDescription)
    }
    return value
  }

  private static func clock(_ text: String) -> Configuration.Clock? {
    switch text {
    case "vsync": .vsync
    case "step": .step
    default: nil
    }
  }

  private static func variable(_ text: String) -> VariableAssignment? {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return nil }
    return VariableAssignment(name: String(parts[0]), value: String(parts[1]), isRequired: false)
  }

  private static func screen(_ text: String) -> ScreenScene? {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: true)
    guard parts.count == 2 else { return nil }
    return ScreenScene(screen: String(parts[0]), scene: String(parts[1]))
  }

  private func apply(
    _ value: String, to output: inout OutputSpecification
  ) throws(UsageError) {
    do throws(OutputOptionError) {
      switch self {
      case .output: try output.setDestination(value)
      case .size: try output.setSize(value)
      case .scale: try output.setScale(value)
      case .rotate: try output.setRotation(value)
      case .terminal: try output.setTerminal(value)
      case .retainLimit: try output.setRetainLimit(value)
      case .format: try output.setFormat(value)
      default: break
      }
    } catch {
      throw UsageError(error.description)
    }
  }

  /// Sets a path or a name, which is never empty.
  private func set(_ text: String, in configuration: inout Configuration) throws(UsageError) {
    guard !text.isEmpty else {
      switch self {
      case .scene: throw UsageError("the scene's name is empty")
      case .privilegedGroup: throw UsageError(name + ": the name is empty")
      default: throw UsageError(name + ": the path is empty")
      }
    }
    switch self {
    case .scene: configuration.scene = text
    case .privilegedGroup: configuration.privilegedGroup = text
    case .socket: configuration.socketPath = text
    case .successor: configuration.successorPath = text
    case .predecessor: configuration.predecessorPath = text
    case .keyboard: configuration.output.keyboardPath = text
    case .keymap: configuration.keymapPath = text
    case .psplash: configuration.psplashPath = text
    case .times: configuration.timesPath = text
    default: break
    }
  }

  private func set(_ value: Bool, in configuration: inout Configuration) {
    switch self {
    case .requireScene: configuration.requiresScene = value
    case .requireDisplay: configuration.output.requiresDisplay = value
    case .plymouth: configuration.servesPlymouth = value
    case .reducedMotion: configuration.reducesMotion = value
    case .verbose: configuration.isVerbose = value
    default: break
    }
  }

  private func truth(of value: String) throws(UsageError) -> Bool {
    switch value {
    case "yes", "true", "on", "1": return true
    case "no", "false", "off", "0": return false
    default: throw UsageError(name + ": '" + value + "' is not yes or no")
    }
  }
}
