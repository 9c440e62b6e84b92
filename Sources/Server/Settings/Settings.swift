import Input
import Output

/// The settings that count, of all places.
struct Settings: Equatable {
  private(set) var configuration = Configuration()
  /// In the order of the options.
  private(set) var used: [Setting] = []
  /// The weakest first.
  private let all: [Setting]

  /// - Parameters:
  ///   - weaker: the settings of files and of the kernel's command line. Their mistakes are kept
  ///     for the log.
  ///   - commandLine: the settings of the command line. A mistake in these is thrown.
  init(_ weaker: SettingsReader, _ commandLine: [Setting]) throws(UsageError) {
    configuration.faults = weaker.faults
    all = weaker.settings + commandLine
    for option in DaemonOption.keys {
      guard let strongest = all.last(where: { $0.option == option }) else { continue }
      var chosen = all.filter {
        $0.option == option && $0.source.isSamePlace(as: strongest.source)
      }
      if !option.isList { chosen = [strongest] }
      // Each variable is a setting of its own.
      if option == .setVariable { chosen = variables }
      for setting in chosen { try apply(setting) }
    }
    try checkScreens()
    configuration.used = used
    configuration.prefersSceneOfMode = isStronger(.mode, than: .scene)
  }

  /// The strongest value of each variable, from all places.
  private var variables: [Setting] {
    var names: Set<[UInt8]> = []
    let strongest = all.reversed().filter { setting in
      let name = setting.value.utf8.prefix { $0 != UInt8(ascii: "=") }
      return setting.option == .setVariable && names.insert(Array(name)).inserted
    }
    return strongest.reversed()
  }

  /// True if an option comes from a stronger place than another one.
  private func isStronger(_ option: DaemonOption, than other: DaemonOption) -> Bool {
    guard let first = used.last(where: { $0.option == option }),
      let second = used.last(where: { $0.option == other }),
      !first.source.isSamePlace(as: second.source)
    else { return false }
    return all.lastIndex(of: first) ?? 0 > all.lastIndex(of: second) ?? 0
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

  /// Removes the settings for screens that can never exist.
  private mutating func checkScreens() throws(UsageError) {
    // Each of these settings has added one item to the list of screens.
    let screens = used.filter { $0.option == .screen }
    for (item, setting) in zip(configuration.screens, screens) {
      guard let fault = configuration.output.fault(ofScreen: item.screen) else { continue }
      configuration.screens.removeAll { $0 == item }
      try withdraw(setting, "--screen: '" + item.screen + "' can never exist: " + fault)
    }
    let inputScreens = used.filter { $0.option == .input && InputScreen($0.value) != nil }
    for (item, setting) in zip(configuration.inputScreens, inputScreens) {
      guard let fault = configuration.output.fault(ofScreen: item.screen) else { continue }
      configuration.inputScreens.removeAll { $0 == item }
      try withdraw(
        setting, "--input: the screen '" + item.screen + "' can never exist: " + fault)
    }
  }

  private mutating func withdraw(_ setting: Setting, _ fault: String) throws(UsageError) {
    used.removeAll { $0 == setting }
    try refuse(UsageError(fault), setting.source)
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
