import Input
import Output

/// The daemon's command line.
enum Arguments: Equatable {
  case run(Configuration)
  case help
  case version

  static let helpText = """
    Usage: firstlightd [SCENE] [OPTION]...
    Shows a scene and lets clients drive it over a Varlink socket.

    SCENE is the path of a scene file, or the name of a built-in or installed scene;
    without it the built-in scene 'boot' is shown.

      --socket PATH     listen here instead of /run/firstlight/socket, or of
                        $XDG_RUNTIME_DIR/firstlight/socket for a user other than root;
                        a socket passed by systemd (LISTEN_FDS) comes first
      --output OUTPUT   auto      the first display, or none while there is no display
                        drm       a display by DRM/KMS: drm:NODE takes that of a node as
                                  /dev/dri/card1, drm:CONNECTOR the one as HDMI-A-1,
                                  drm:NODE:CONNECTOR both
                        fbdev     a framebuffer device, or fbdev:NODE as fbdev:/dev/fb0
                        png:DIR   writes each frame to DIR/frame-NNNNNN.png
                        none      draws and shows nowhere
      --screen NAME=SCENE  the screen, by its connector as HDMI-A-1, has a scene of its own,
                        which goes on in memory while it is not there; once for each screen
      --size WxH[@HZ]   the display's mode, where it has such a one (the mode that is lit,
                        or the preferred one); without a display its stand-in (1280x720)
      --rotate DEGREES  turn the picture clockwise by 90, 180 or 270 (as the panel is built in)
      --scale N         pixels a point, 0.25 to 16 (from the display's physical size, or 1)
      --format FORMAT   XRGB8888, ARGB8888, XBGR8888, ABGR8888, RGB565, BGR565, RGB888,
                        BGR888, XRGB2101010 or XBGR2101010 (what the display likes best)
      --require-scene   end when the scene does not load, instead of showing the built-in one,
                        or when it lacks a picture, instead of showing it without
      --require-display end when there is no display, instead of waiting for one
      --plymouth        serve plymouth's boot protocol, for root: progress, messages, passwords
      --successor PATH  listen here for the daemon that goes on in the place of this one with what is
                        shown and with the display, as from an initial RAM file system to the
                        root: it takes both and this one ends
      --predecessor PATH  go on in the place of the daemon that listens there; started by a service
                        manager, of one at /run/firstlight/successor
      --psplash PATH    take the messages of psplash from the FIFO PATH, as /run/psplash_fifo, which is made
                        where it is missing: PROGRESS n, MSG text, QUIT
      --vt TERMINAL     the console to keep from writing on the screen: its number, none, or
                        active: the one on standard input, or else the one that is seen
      --keyboard PATH   a FIFO or a terminal that answers to questions are typed on, as UTF-8 and the
                        escape sequences of a terminal (the keys of the console)
      --retain-limit SECONDS  after 'quit --retain' the console's text comes back in so long,
                        1 to 255, where no other program draws (30)
      --clock CLOCK     vsync     time follows the output, 60 frames a second without one
                        step      time moves only when a client calls Step; each frame
                                  prints 'frame NUMBER TIME_US HASH' on standard output
      --input INPUT     auto      touch screens, tablets and mice, where the output is a display
                        PATH,…    devices as /dev/input/event3, or FIFOs that carry the same
                                  records, with multi-touch positions from 0 to 65535
                        none      nothing can be touched
                        DEVICE=SCREEN  beside one of these: what a device does, by its name or
                                  path, happens on a screen; otherwise on the built-in
                                  panel, or on the first screen
      --threads N       threads that draw large parts of a frame, 1 to 16 (one for each
                        processor, up to 4)
      --reduced-motion  nothing travels, turns or swings but what the scene calls essential
      --verbose         say on standard error when the daemon is ready, and more
      --help            print this and exit
      --version         print the version and exit

    After a crash or a kill the next start goes on with the scenes and what they were set to,
    which are kept by the service manager (FDSTORE), or else in $RUNTIME_DIRECTORY/state or
    beside the socket, in PATH.state; not on a stepped clock. Scenes with which the daemon
    has crashed twice are not shown again by themselves. An end in order forgets it all.

    An option's value may also follow a '='. After '--' everything is a SCENE.
    Signals: TERM and INT end the daemon, HUP loads the scene's file again.
    Exit status: 0 success, 64 wrong command line, 65 the scene has mistakes and 66 it cannot
    be read (with --require-scene), 69 the socket's path cannot be taken, 71 a system call
    failed, 73 the output cannot be created, 75 there is no display (with --require-display).

    """

  /// Reads the arguments after the program's name.
  init(parsing arguments: [String]) throws(UsageError) {
    var configuration = Configuration()
    var rest = arguments[...]
    var isOnlyScenes = false
    while let argument = rest.popFirst() {
      if isOnlyScenes || argument == "-" || argument.utf8.first != UInt8(ascii: "-") {
        guard configuration.scene == nil else {
          throw UsageError("unexpected argument '" + argument + "': only one scene can be shown")
        }
        guard !argument.isEmpty else { throw UsageError("the scene's name is empty") }
        configuration.scene = argument
        continue
      }
      if argument == "--" {
        isOnlyScenes = true
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = Option(name) else { throw .unknownOption(name) }
      guard option.takesValue else {
        guard parts.count == 1 else { throw UsageError("'" + name + "' takes no value") }
        switch option {
        case .help:
          self = .help
          return
        case .version:
          self = .version
          return
        case .requireScene: configuration.requiresScene = true
        case .requireDisplay: configuration.output.requiresDisplay = true
        case .plymouth: configuration.servesPlymouth = true
        case .reducedMotion: configuration.reducesMotion = true
        default: configuration.isVerbose = true
        }
        continue
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
      try option.apply(value, to: &configuration)
    }
    for item in configuration.screens {
      guard let fault = configuration.output.fault(ofScreen: item.screen) else { continue }
      throw UsageError("--screen: '" + item.screen + "' can never be there: " + fault)
    }
    for item in configuration.inputScreens {
      guard let fault = configuration.output.fault(ofScreen: item.screen) else { continue }
      throw UsageError("--input: the screen '" + item.screen + "' can never be there: " + fault)
    }
    self = .run(configuration)
  }
}

/// The error for an invalid command line.
struct UsageError: Error, Equatable {
  /// One line: the mistake and the expectation.
  let message: String

  init(_ message: String) { self.message = message }

  static func unknownOption(_ name: String) -> UsageError {
    var message = "unknown option '" + name + "'"
    var best: (name: String, distance: Int)?
    for option in Option.allCases {
      let distance = editDistance(name, option.name)
      if distance <= 3, distance < best?.distance ?? .max { best = (option.name, distance) }
    }
    if let best { message += "; did you mean '" + best.name + "'?" }
    return UsageError(message)
  }
}

/// The options.
private enum Option: CaseIterable {
  case socket, output, screen, size, rotate, scale, format, terminal, retainLimit, clock, input
  case threads, successor, predecessor, keyboard, psplash
  case requireScene, requireDisplay, plymouth, reducedMotion, verbose, help, version

  init?(_ name: String) {
    if name == "-h" {
      self = .help
      return
    }
    for option in Option.allCases where option.name == name {
      self = option
      return
    }
    return nil
  }

  var name: String {
    switch self {
    case .socket: "--socket"
    case .output: "--output"
    case .screen: "--screen"
    case .size: "--size"
    case .scale: "--scale"
    case .rotate: "--rotate"
    case .terminal: "--vt"
    case .keyboard: "--keyboard"
    case .psplash: "--psplash"
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
    case .requireScene, .requireDisplay, .plymouth, .reducedMotion, .verbose, .help, .version:
      false
    default: true
    }
  }

  /// The form of the option's value.
  var valueDescription: String {
    switch self {
    case .socket, .successor, .predecessor: "a path"
    case .output: "auto, drm[:NODE][:CONNECTOR], fbdev[:NODE], png:DIR or none"
    case .screen: "a screen's name and a scene, as in HDMI-A-1=menu.jsonc"
    case .size: "WxH in pixels, as in 1920x1080 or 1920x1080@60"
    case .scale: "a number from 0.25 to 16"
    case .rotate: "0, 90, 180 or 270"
    case .terminal: "active, none or a number from 1 to 63"
    case .keyboard: "the path of a FIFO or a terminal"
    case .psplash: "the path of a FIFO"
    case .retainLimit: "seconds from 1 to 255"
    case .format: "the name of a pixel format, as XRGB8888"
    case .clock: "vsync or step"
    case .input: "auto, none, paths with commas between them, or DEVICE=SCREEN"
    case .threads: "a number from 1 to 16"
    case .requireScene, .requireDisplay, .plymouth, .reducedMotion, .verbose, .help, .version:
      "nothing"
    }
  }

  func apply(_ value: String, to configuration: inout Configuration) throws(UsageError) {
    do throws(OutputOptionError) {
      switch self {
      case .output: try configuration.output.setDestination(value)
      case .size: try configuration.output.setSize(value)
      case .scale: try configuration.output.setScale(value)
      case .rotate: try configuration.output.setRotation(value)
      case .terminal: try configuration.output.setTerminal(value)
      case .retainLimit: try configuration.output.setRetainLimit(value)
      case .format: try configuration.output.setFormat(value)
      default: break
      }
    } catch {
      throw UsageError(error.description)
    }
    switch (self, value) {
    case (.socket, ""): throw UsageError("--socket: the path is empty")
    case (.socket, _): configuration.socketPath = value
    case (.successor, ""), (.predecessor, ""): throw UsageError(name + ": the path is empty")
    case (.successor, _): configuration.successorPath = value
    case (.predecessor, _): configuration.predecessorPath = value
    case (.keyboard, ""): throw UsageError("--keyboard: the path is empty")
    case (.keyboard, _): configuration.output.keyboardPath = value
    case (.psplash, ""): throw UsageError("--psplash: the path is empty")
    case (.psplash, _): configuration.psplashPath = value
    case (.clock, "vsync"): configuration.clock = .vsync
    case (.clock, "step"): configuration.clock = .step
    case (.clock, _):
      throw UsageError("--clock: '" + value + "' is not " + valueDescription)
    case (.threads, _):
      guard let limit = Int(value), (1...16).contains(limit) else {
        throw UsageError("--threads: '" + value + "' is not " + valueDescription)
      }
      configuration.threadLimit = limit
    case (.screen, _):
      let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: true)
      guard parts.count == 2 else {
        throw UsageError("--screen: '" + value + "' is not " + valueDescription)
      }
      let screen = String(parts[0])
      guard !configuration.screens.contains(where: { $0.screen == screen }) else {
        throw UsageError("--screen: '" + screen + "' has a scene already")
      }
      configuration.screens.append(ScreenScene(screen: screen, scene: String(parts[1])))
    case (.input, _) where value.utf8.contains(UInt8(ascii: "=")):
      guard let item = InputScreen(value) else {
        throw UsageError("--input: '" + value + "' is not " + valueDescription)
      }
      configuration.inputScreens.append(item)
    case (.input, _):
      guard let input = InputSelection(value) else {
        throw UsageError("--input: '" + value + "' is not " + valueDescription)
      }
      configuration.input = input
    default: break
    }
  }
}

/// The number of insertions, deletions and replacements between two words.
private func editDistance(_ first: String, _ second: String) -> Int {
  let first = Array(first.utf8.prefix(64))
  let second = Array(second.utf8)
  var row = Array(0...second.count)
  for (i, a) in first.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, b) in second.enumerated() {
      let replaced = diagonal + (a == b ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
    }
  }
  return row[second.count]
}
