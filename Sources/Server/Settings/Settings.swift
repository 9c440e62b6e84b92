import Input
import Output

/// The settings that count, of all places.
struct Settings: Equatable {
  private(set) var configuration = Configuration()
  /// In the order of the options.
  private(set) var used: [Setting] = []

  /// - Parameters:
  ///   - weaker: of files and of the kernel's command line. Their mistakes are kept for the log.
  ///   - commandLine: settings that have to be right.
  init(_ weaker: SettingsReader, _ commandLine: [Setting]) throws(UsageError) {
    configuration.faults = weaker.faults
    let all = weaker.settings + commandLine
    for option in DaemonOption.keys {
      guard let strongest = all.last(where: { $0.option == option }) else { continue }
      var chosen = all.filter {
        $0.option == option && $0.source.isSamePlace(as: strongest.source)
      }
      if !option.isList { chosen = [strongest] }
      for setting in chosen { try apply(setting) }
    }
    try checkScreens()
  }

  private mutating func apply(_ setting: Setting) throws(UsageError) {
    do throws(UsageError) {
      try setting.option.apply(setting.value, to: &configuration)
      used.append(setting)
    } catch {
      try refuse(error, setting.source)
    }
  }

  /// Throws a mistake of the command line, and notes another one.
  private mutating func refuse(_ error: UsageError, _ source: Setting.Source) throws(UsageError) {
    guard source != .commandLine else { throw error }
    configuration.faults.append(error.message(from: source))
  }

  /// Takes out the screens that can never be there.
  private mutating func checkScreens() throws(UsageError) {
    let source: (DaemonOption) -> Setting.Source = { [used] option in
      used.last { $0.option == option }?.source ?? .commandLine
    }
    for item in configuration.screens {
      guard let fault = configuration.output.fault(ofScreen: item.screen) else { continue }
      configuration.screens.removeAll { $0 == item }
      try refuse(
        UsageError("--screen: '" + item.screen + "' can never be there: " + fault), source(.screen))
    }
    for item in configuration.inputScreens {
      guard let fault = configuration.output.fault(ofScreen: item.screen) else { continue }
      configuration.inputScreens.removeAll { $0 == item }
      try refuse(
        UsageError("--input: the screen '" + item.screen + "' can never be there: " + fault),
        source(.input))
    }
  }

  /// The settings as a configuration file, each with its place; and the keys that are not set.
  var text: String {
    var text = ""
    for setting in used {
      let isPlain = setting.value.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "#") }
      let value = isPlain ? setting.value : "\"" + setting.value + "\""
      text += setting.option.key + " = " + value + "  # " + setting.source.description + "\n"
    }
    let unset = DaemonOption.keys.filter { key in !used.contains { $0.option == key } }
    if !unset.isEmpty {
      text += "# not set: " + unset.map { $0.key }.joined(separator: ", ") + "\n"
    }
    return text
  }
}

extension UsageError {
  /// The message with the place of a setting, whose key has no dashes.
  func message(from source: Setting.Source) -> String {
    let text =
      message.hasPrefix("--") ? String(decoding: message.utf8.dropFirst(2), as: UTF8.self) : message
    return source.description + ": " + text
  }
}
