public import Input
public import Output
public import Scene

/// The settings of the command line, of configuration files and of the kernel's command line.
public struct Configuration: Equatable, Sendable {
  /// The source of time.
  public enum Clock: Equatable, Sendable {
    case vsync
    case step
  }

  /// A scene's path or name; nil for the built-in boot scene.
  public var scene: String?
  /// The socket's path; nil for the user's usual one.
  public var socketPath: String?
  /// The path of the socket on which a successor connects; nil for none.
  public var successorPath: String?
  /// The path of the predecessor's socket. Nil means the usual one under a service manager, and
  /// none otherwise.
  public var predecessorPath: String?
  public var output = OutputSpecification()
  public var clock: Clock = .vsync
  public var input: InputSelection = .auto
  /// The assignments of devices to screens.
  public var inputScreens: [InputScreen] = []
  /// Screens with scenes of their own.
  public var screens: [ScreenScene] = []
  /// The most threads that draw; nil for one for each processor, up to four.
  public var threadLimit: Int?
  public var isVerbose = false
  /// The group with the rights of the daemon's own user; nil for none.
  public var privilegedGroup: String?
  /// The settings in use, with their places.
  var used: [Setting] = []
  /// Mistakes in files and in the kernel's command line, with their places.
  public var faults: [String] = []
  /// True if the daemon ends when a scene does not load completely.
  public var requiresScene = false
  /// True if plymouth's boot protocol is served.
  public var servesPlymouth = false
  /// The FIFO that delivers psplash's messages; nil for none.
  public var psplashPath: String?
  /// The file with the times of former boots; nil for none.
  public var timesPath: String?
  /// The file with the meanings of keys; nil for the usual one.
  public var keymapPath: String?
  static let usualKeymapPath = "/etc/firstlight/keymap"
  /// The job that the machine is in at the start.
  var mode: BootMode?
  /// True if the job's own scene comes before `scene`, which was set at a weaker place.
  var prefersSceneOfMode = false
  /// True if motion is reduced from the beginning.
  public var reducesMotion = false
  /// The use of the keyboard on the screen.
  public var keyboardUse = KeyboardUse.auto
  /// Values for variables of all scenes.
  public var variables: [VariableAssignment] = []
  /// The language tag in which scenes are shown; empty for each scene's own.
  public var locale = ""

  public init() {}

  /// The devices to read. Without a display only those that are named.
  var readInput: InputSelection { input == .auto && !output.isForDisplays ? .none : input }

  /// The place of the value of an option.
  func source(of option: DaemonOption) -> Setting.Source {
    used.last { $0.option == option }?.source ?? .commandLine
  }

  /// The socket's path for a user.
  /// - Parameter variable: looks up an environment variable.
  /// - Returns: nil for a user without `XDG_RUNTIME_DIR`.
  public static func defaultSocketPath(
    userIdentifier: UInt32, variable: (String) -> String?
  ) -> String? {
    if userIdentifier == 0 { return "/run/firstlight/socket" }
    guard let directory = variable("XDG_RUNTIME_DIR"), directory.utf8.first == UInt8(ascii: "/")
    else { return nil }
    return directory + "/firstlight/socket"
  }
}

/// A screen, and the path or name of its own scene.
public struct ScreenScene: Equatable, Sendable {
  public var screen: String
  public var scene: String
}
