/// An option of the command line, which is a key in configuration files and on the kernel's command
/// line, too.
enum DaemonOption: CaseIterable {
  case socket, output, screen, size, rotate, scale, format, terminal, retainLimit, clock, input
  case threads, successor, predecessor, keyboard, keymap, psplash, privilegedGroup, mode, locale
  case setVariable, times
  case requireScene, requireDisplay, plymouth, reducedMotion, verbose
  /// The scene, which has no name on the command line.
  case scene
  case screenKeyboard
  /// Options of the command line alone.
  case config, printConfig, help, version

  /// The option of a word of the command line.
  init?(_ name: String) {
    if name == "-h" {
      self = .help
      return
    }
    for option in DaemonOption.allCases where option != .scene && option.name == name {
      self = option
      return
    }
    return nil
  }

  /// The option of a key.
  init?(key: String) {
    for option in DaemonOption.keys where option.key == key {
      self = option
      return
    }
    return nil
  }

  /// The options that configuration files may have.
  static let keys: [DaemonOption] = allCases.filter {
    ![.config, .printConfig, .help, .version].contains($0)
  }

  var key: String { String(decoding: name.utf8.dropFirst(2), as: UTF8.self) }

  /// True if each value counts, and not only the last one.
  var isList: Bool { self == .screen || self == .input || self == .setVariable }

  var name: String {
    switch self {
    case .scene: "--scene"
    case .config: "--config"
    case .printConfig: "--print-config"
    case .privilegedGroup: "--privileged-group"
    case .socket: "--socket"
    case .output: "--output"
    case .screen: "--screen"
    case .size: "--size"
    case .scale: "--scale"
    case .rotate: "--rotate"
    case .terminal: "--vt"
    case .keyboard: "--keyboard"
    case .keymap: "--keymap"
    case .psplash: "--psplash"
    case .times: "--times"
    case .mode: "--mode"
    case .locale: "--locale"
    case .screenKeyboard: "--screen-keyboard"
    case .setVariable: "--set-variable"
    case .retainLimit: "--retain-limit"
    case .format: "--format"
    case .clock: "--clock"
    case .requireScene: "--require-scene"
    case .requireDisplay: "--require-display"
    case .plymouth: "--plymouth"
    case .successor: "--successor"
    case .predecessor: "--predecessor"
    case .input: "--input"
    case .threads: "--threads"
    case .reducedMotion: "--reduced-motion"
    case .verbose: "--verbose"
    case .help: "--help"
    case .version: "--version"
    }
  }

  var takesValue: Bool {
    switch self {
    case .requireScene, .requireDisplay, .plymouth, .reducedMotion, .verbose, .printConfig, .help,
      .version:
      false
    default: true
    }
  }

  /// The form of the option's value.
  var valueDescription: String {
    switch self {
    case .socket, .successor, .predecessor: "a path"
    case .output: "auto, drm[:NODE][:CONNECTOR], fbdev[:NODE], png:DIR, y4m:FILE, raw:FILE or none"
    case .screen: "a screen's name and a scene, as in HDMI-A-1=menu.jsonc"
    case .size: "WxH in pixels, as in 1920x1080 or 1920x1080@60"
    case .scale: "a number from 0.25 to 16"
    case .rotate: "0, 90, 180 or 270"
    case .terminal: "active, none or a number from 1 to 63"
    case .keyboard: "the path of a FIFO or a terminal"
    case .keymap: "the path of a keymap"
    case .psplash: "the path of a FIFO"
    case .times: "the path of a file of times"
    case .mode: "the name of a job, as shutdown or updates"
    case .locale: "a language tag, as de-AT or de_AT.UTF-8"
    case .screenKeyboard: "auto, always or never"
    case .setVariable: "a variable's name and a value, as in brand=#1E88E5"
    case .retainLimit: "seconds from 1 to 255"
    case .format: "the name of a pixel format, as XRGB8888"
    case .clock: "vsync or step"
    case .input: "auto, none, paths with commas between them, or DEVICE=SCREEN"
    case .threads: "a number from 1 to 16"
    case .privilegedGroup: "the name of a group"
    case .scene: "a scene's path or name"
    case .config: "a path, or none"
    case .requireScene, .requireDisplay, .plymouth, .reducedMotion, .verbose: "yes or no"
    case .printConfig, .help, .version: "nothing"
    }
  }
}
