import Images
import Input
import Output
import Raster
import Scene
import Stage
import System

extension Daemon {
  /// The program `firstlightd`.
  /// - Parameter arguments: the command line, the program's name first.
  /// - Returns: the exit status; see `ExitStatus`.
  public static func main(_ arguments: [String]) -> Int32 {
    let lines = BackgroundWriter.forLog()
    let log = Log(isVerbose: false, now: { (try? monotonicNow()) ?? 0 }) { lines.write($0) }
    // A reader that has stalled does not hold up the end.
    defer { lines.finish(milliseconds: patience) }
    do throws(StartupError) {
      switch try Arguments(checking: arguments.dropFirst()) {
      case .help: StandardStream.output.write(Arguments.helpText)
      case .version: StandardStream.output.write("firstlightd " + Arguments.versionNumber + "\n")
      case .run(let configuration):
        log.isVerbose = configuration.isVerbose
        try Startup(configuration, log).run()
      }
      return ExitStatus.success.rawValue
    } catch {
      log.error(error.message, details: error.details)
      return error.status.rawValue
    }
  }

  /// How long the end waits for those who read what is written, in milliseconds.
  fileprivate static let patience = 200
}

/// Why the daemon did not come up, or fell.
struct StartupError: Error {
  let status: ExitStatus
  let message: String
  /// Lines of their own.
  let details: String

  init(_ status: ExitStatus, _ message: String, details: String = "") {
    self.status = status
    self.message = message
    self.details = details
  }

  /// Evaluates what makes system calls.
  static func wrapping<Result: ~Copyable>(
    _ result: @autoclosure () throws(SystemError) -> Result
  ) throws(StartupError) -> Result {
    do throws(SystemError) {
      return try result()
    } catch {
      throw StartupError(.system, error.description)
    }
  }
}

extension Arguments {
  fileprivate init(checking arguments: ArraySlice<String>) throws(StartupError) {
    do throws(UsageError) {
      self = try Arguments(parsing: Array(arguments))
    } catch {
      throw StartupError(.usage, error.message, details: "Try 'firstlightd --help'.")
    }
  }
}

/// The way from the command line to the running loop.
///
/// What can be refused without a trace comes first: the scene, then the socket's path. The first
/// frame is shown before any client is answered.
private struct Startup {
  private let configuration: Configuration
  private let log: Log
  private let library = SceneLibrary()
  private let frames: FrameLines
  private let start: Int64

  init(_ configuration: Configuration, _ log: Log) throws(StartupError) {
    self.configuration = configuration
    self.log = log
    frames = FrameLines(log)
    start = try StartupError.wrapping(try monotonicNow())
  }

  func run() throws(StartupError) {
    let (origin, scene) = try loadScene()
    let manager = try StartupError.wrapping(try ServiceManager.current())
    let listeners = try self.listeners(manager)
    defer { for listener in listeners { listener.close() } }

    let loop = try StartupError.wrapping(try EventLoop())
    let source = try self.source(loop)
    let display = try self.display(scene, origin, source)
    let daemon = try StartupError.wrapping(
      try Daemon(display: display, source: source, loop: loop, log: log))
    do throws(SystemError) {
      try daemon.handleSignals(for: manager)
      try daemon.start()
      if let input = self.input() {
        try daemon.serveHands(
          try Hands(input, screens: configuration.inputScreens, on: display, log))
      }
      for listener in listeners { try daemon.listen(on: listener) }
      announce(scene, listeners)
      // A manager that cannot be told acts by itself.
      try? manager.notify(.ready)
      try daemon.run()
    } catch {
      throw StartupError(.system, error.description)
    }
    try? manager.notify(.stopping)
    daemon.stop()
    frames.finish(milliseconds: Daemon.patience)
    // A scene that nobody will see is not waited for.
    if daemon.loads.isWorking { endProcessAtOnce(status: ExitStatus.success.rawValue) }
  }

  /// Which devices are read: without a display only those that were named; nil for none.
  private func input() -> InputSelection? {
    switch (configuration.input, configuration.output.destination) {
    case (.none, _), (.auto, .png), (.auto, .none): nil
    default: configuration.input
    }
  }

  private func loadScene() throws(StartupError) -> (SceneOrigin, Scene) {
    let argument = configuration.scene ?? SceneLibrary.builtInName
    guard let origin = library.origin(ofArgument: argument) else {
      throw StartupError(.noInput, Self.noScene(named: argument))
    }
    do throws(SceneError) {
      let scene = try origin.load()
      warn(of: scene)
      return (origin, scene)
    } catch {
      let isUnreadable = error.diagnostics.contains { $0.code == .file }
      throw StartupError(
        isUnreadable ? .noInput : .badScene,
        "the scene does not load:", details: error.rendered)
    }
  }

  private func warn(of scene: Scene) {
    for warning in scene.warnings {
      log.warning("the scene " + scene.name + ":", details: warning.rendered(in: scene.source))
    }
  }

  private func listeners(_ manager: ServiceManager) throws(StartupError) -> [Listener] {
    let path = try socketPath(manager)
    do throws(ListenError) {
      if let path { return [Listener(try UnixListener.listen(on: path))] }
      var listeners: [Listener] = []
      for passed in manager.descriptors {
        listeners.append(
          Listener(try UnixListener(activated: FileDescriptor(owning: passed.number))))
      }
      return listeners
    } catch {
      throw StartupError(.unavailable, error.description)
    }
  }

  /// Where to listen; nil where the service manager does.
  private func socketPath(_ manager: ServiceManager) throws(StartupError) -> String? {
    guard manager.descriptors.isEmpty else { return nil }
    guard
      let path = configuration.socketPath
        ?? Configuration.defaultSocketPath(
          userIdentifier: ProcessEnvironment.userIdentifier,
          variable: ProcessEnvironment.value(of:))
    else {
      throw StartupError(
        .usage,
        "XDG_RUNTIME_DIR is not set, so there is no usual place for the socket; choose one with "
          + "--socket")
    }
    return path
  }

  private func source(_ loop: EventLoop) throws(StartupError) -> OutputSource {
    do throws(OutputError) {
      return try OutputSource(configuration.output, loop: loop, log: log)
    } catch {
      throw StartupError(error.mayPass ? .noDisplay : .cannotCreate, error.description)
    }
  }

  private func display(
    _ scene: Scene, _ origin: SceneOrigin, _ source: OutputSource
  ) throws(StartupError) -> Display {
    let start = start
    do throws(PNGError) {
      let display = try Display(
        scene: scene, origin: origin, library: library,
        output: source.outputs.first ?? source.standIn,
        isStepped: configuration.clock == .step, log: log,
        workers: Workers(threadLimit: configuration.threadLimit),
        monotonic: { (try? monotonicNow()) ?? start })
      display.stage.reducesMotion = configuration.reducesMotion
      addScreens(to: display)
      display.show(on: source.outputs)
      if configuration.clock == .step {
        display.onPresentation = frames.write
      }
      return display
    } catch {
      throw StartupError(.system, error.description)
    }
  }

  /// Gives screens their own scenes; one whose scene does not load shows the main scene.
  private func addScreens(to display: Display) {
    for item in configuration.screens {
      let fault = "the screen " + item.screen + " shows the main scene: "
      guard let origin = library.origin(ofArgument: item.scene) else {
        log.error(fault + Self.noScene(named: item.scene))
        continue
      }
      var scene: Scene?
      do throws(SceneError) {
        let loaded = try origin.load()
        warn(of: loaded)
        scene = loaded
      } catch {
        log.error(fault + "its own does not load:", details: error.rendered)
      }
      display.add(Screen(name: item.screen, origin: origin), showing: scene)
    }
  }

  private static func noScene(named name: String) -> String {
    "no scene is named '" + name + "'; a file's path has a slash or ends in .jsonc"
  }

  private func announce(_ scene: Scene, _ listeners: [Listener]) {
    let elapsed = ((try? monotonicNow()) ?? start) - start
    for listener in listeners {
      log.note(
        "ready socket=" + (listener.path ?? "passed") + " scene=" + scene.name
          + " first_frame_us=\(elapsed)")
    }
  }
}
