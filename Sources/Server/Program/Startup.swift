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
    // A reader that has stalled does not delay the end.
    defer { lines.finish(milliseconds: timeout) }
    do throws(StartupError) {
      switch try Arguments(checking: arguments.dropFirst()) {
      case .help: StandardStream.output.write(Arguments.helpText)
      case .version: StandardStream.output.write("firstlightd " + Version.number + "\n")
      case .printConfig(let settings):
        for fault in settings.configuration.faults { log.warning(fault) }
        settings.configuration.checkFiles(log)
        if settings.configuration.keymapPath != nil { _ = settings.configuration.keymap(log) }
        _ = settings.configuration.unitTimes(log)
        _ = settings.configuration.findPrivilegedGroup(log)
        StandardStream.output.write(settings.text)
      case .run(let configuration):
        log.isVerbose = configuration.isVerbose
        configuration.leaveFileSystem(arguments, log)
        for fault in configuration.faults { log.warning(fault) }
        configuration.checkFiles(log)
        try Startup(configuration, log).run()
      }
      return ExitStatus.success.rawValue
    } catch {
      log.error(error.message, details: error.details)
      return error.status.rawValue
    }
  }

  /// The longest time, in milliseconds, for which the end waits for readers of the output.
  fileprivate static let timeout = 200
}

/// The reason why the daemon did not start, or failed.
struct StartupError: WrappingError {
  let status: ExitStatus
  let message: String
  /// Further lines.
  let details: String

  init(_ status: ExitStatus, _ message: String, details: String = "") {
    self.status = status
    self.message = message
    self.details = details
  }

  init(_ cause: SystemError) { self.init(.system, cause.description) }
}

extension Configuration {
  /// Restarts the program from a copy in memory while the system ends, so that the file systems can
  /// be unmounted while the picture stays.
  fileprivate func leaveFileSystem(_ arguments: [String], _ log: Log) {
    guard mode?.endsSystem ?? false else { return }
    do throws(SystemError) {
      try ProgramInMemory.enter(arguments)
    } catch {
      log.warning("the program's file system stays busy to the end: " + error.description)
    }
  }

  /// The number of the group with more rights; nil, after a message, if there is no such group.
  fileprivate func findPrivilegedGroup(_ log: Log) -> UInt32? {
    guard let name = privilegedGroup else { return nil }
    let list = try? readFile(atPath: Accounts.groups, limit: 1 << 20)
    if let list, let number = Accounts.number(of: name, in: list) { return number }
    let fault = UsageError(
      "--privileged-group: no group is named '" + name + "' in " + Accounts.groups)
    log.warning(fault.message(from: source(of: .privilegedGroup)))
    return nil
  }
}

extension Arguments {
  fileprivate init(checking arguments: ArraySlice<String>) throws(StartupError) {
    do throws(UsageError) {
      self = try Arguments(parsing: Array(arguments)) { path in
        SettingsReader(path: path, kernel: KernelCommandLine.text())
      }
    } catch {
      throw StartupError(.usage, error.message, details: "Try 'firstlightd --help'.")
    }
  }
}

/// The steps from the command line to the running loop.
///
/// The socket's path comes first, since its owner also owns the state of the former process; then
/// the scene. The first frame is shown before any client is answered.
private struct Startup {
  private let configuration: Configuration
  private let log: Log
  private let library: SceneLibrary
  private let frames: FrameLines
  private let start: Int64

  /// The variables that name files.
  private static var pathVariables: [String] {
    ["RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR", "NOTIFY_SOCKET"]
  }

  init(_ configuration: Configuration, _ log: Log) throws(StartupError) {
    self.configuration = configuration
    self.log = log
    library = SceneLibrary(variables: configuration.variables)
    frames = FrameLines(log)
    start = try StartupError.wrapping(try monotonicNow())
  }

  func run() throws(StartupError) {
    for name in Self.pathVariables where ProcessEnvironment.isBroken(name) {
      log.warning(
        "the variable " + name + " is not UTF-8, or has U+FFFD, and counts as not set")
    }
    let manager = goOn(ServiceManager.current())
    if manager.missingCount > 0 {
      log.error("\(manager.missingCount) descriptors that the service manager passed are not open")
    }
    let sockets = StartupSockets(configuration: configuration, manager: manager, log: log)
    let listeners = try sockets.listeners()
    defer { for listener in listeners { listener.close() } }
    let plymouth = try sockets.plymouthListener()
    let psplash = sockets.psplashPipe()
    let keeper = keeper(manager, listeners)
    do throws(StartupError) {
      try run(sockets, listeners, plymouth, psplash, keeper)
    } catch {
      // A failure of the machine may pass; all other errors were reported at the start.
      if error.status == .system { keeper?.noteRunning() } else { keeper?.forget() }
      throw error
    }
  }

  private func run(
    _ sockets: StartupSockets, _ listeners: [Listener], _ plymouth: Listener?,
    _ psplash: consuming NamedPipe?, _ keeper: StateKeeper?
  ) throws(StartupError) {
    let manager = sockets.manager
    let first = try firstScene(keeper)
    let loop = try StartupError.wrapping(try EventLoop())
    let outputManager = try self.outputManager(loop, manager)
    if plymouth != nil || configuration.output.keyboardPath != nil {
      outputManager.console.wantKeys()
    }
    let shows = self.shows(first, outputManager, keeper)
    let daemon = try StartupError.wrapping(
      try Daemon(
        shows: shows, outputManager: outputManager, loop: loop, log: log,
        users: Users(privilegedGroup: configuration.findPrivilegedGroup(log))))
    if let times = configuration.unitTimes(log) { daemon.boot.tracker.learn(times) }
    if let keeper { daemon.keepState(by: keeper) }
    if let mode = configuration.mode { daemon.boot.begin(mode) }
    daemon.boot.leavesConsoleToAskers = configuration.successorPath != nil
    do throws(SystemError) {
      try daemon.handleSignals(for: manager)
      try daemon.start()
      try serveInput(by: daemon, on: shows, outputManager.console)
      for listener in listeners { try daemon.listen(on: listener) }
      daemon.desk.keyboardLayout = MachineKeymap.label()
      useKeyboard(on: shows, label: daemon.desk.keyboardLayout)
      if let plymouth { try daemon.servePlymouth(on: plymouth) }
      if let successor = sockets.successorListener() { try daemon.awaitSuccessor(on: successor) }
      if let pipe = psplash.take() { try daemon.servePsplash(on: pipe) }
      if daemon.becomeReady() {
        announce(first.scene, listeners)
        log.warn(ofVariables: library.variables, in: shows.all.map { $0.stage.scene })
        // A manager that cannot be notified acts by itself.
        try? manager.notify(.ready)
      }
      try daemon.run()
    } catch {
      throw StartupError(error)
    }
    daemon.stop()
    // Only now: the next service that the manager starts may take the screen.
    try? manager.notify(.stopping)
    frames.finish(milliseconds: Daemon.timeout)
    // The process does not wait for a scene that will not be shown.
    if daemon.loads.isWorking { endProcessAtOnce(status: ExitStatus.success.rawValue) }
  }

  /// Serves the input devices, if there are any.
  private func serveInput(
    by daemon: Daemon, on shows: Shows, _ console: SceneConsole
  ) throws(SystemError) {
    let selection = configuration.readInput
    if selection != .none {
      try daemon.serve(
        try DeviceInput(
          selection, screens: configuration.inputScreens, keymap: configuration.keymap(log),
          on: shows, console, log))
    } else if configuration.keymapPath != nil {
      // Mistakes in the keymap are reported even without input devices.
      _ = configuration.keymap(log)
    }
  }

  /// Allows the keyboard on the screen, at first with the layout of the machine's keyboard, or else
  /// of the locale. It comes up by itself only where something can touch it.
  private func useKeyboard(on shows: Shows, label: String) {
    shows.keyboardUse = configuration.keyboardUse
    shows.setKeyboardLayout(for: label.isEmpty ? configuration.locale : label)
    let hasOther = configuration.output.keyboardPath != nil
    switch configuration.readInput {
    case .none: break
    case .auto:
      shows.lacksKeyboard = {
        let presence = InputPresence.current()
        return !hasOther && presence.hasPointer && !presence.hasKeyboard
      }
    case .paths: shows.lacksKeyboard = { !hasOther && !InputPresence.current().hasKeyboard }
    }
  }

  // MARK: The state of the former process

  /// Takes over from the daemon that this one replaces.
  /// - Returns: a manager that holds the state handed over.
  private func goOn(_ manager: ServiceManager) -> ServiceManager {
    let usual = manager.notifySocket == nil ? nil : SuccessorListener.usualPath
    guard configuration.clock != .step, let path = configuration.predecessorPath ?? usual,
      !manager.descriptors.contains(where: { StateKeeper.isKept($0) })
    else { return manager }
    let taken = Predecessor(path).take(log)
    // From here on a crash is treated like any other.
    for passed in taken { try? manager.keep(passed.name, descriptor: passed.number) }
    return manager.adding(taken)
  }

  /// Opens the state that is kept over a restart. Nil if nothing is kept, for example on a stepped
  /// clock, whose time begins with the process.
  private func keeper(_ manager: ServiceManager, _ listeners: [Listener]) -> StateKeeper? {
    guard configuration.clock != .step else { return nil }
    var path = listeners.first?.path.map { $0 + ".state" }
    if let directory = ProcessEnvironment.value(of: "RUNTIME_DIRECTORY")?.split(separator: ":")
      .first,
      directory.utf8.first == UInt8(ascii: "/")
    {
      path = directory + "/state"
    }
    var commandLine = Self.plainPath(sceneArgument ?? "")
    for item in configuration.screens {
      commandLine += "\n" + item.screen + "=" + Self.plainPath(item.scene)
    }
    let keeper = StateKeeper.open(manager, path: path, log: log, commandLine: commandLine)
    guard let keeper else { return nil }
    keeper.begin(now: start)
    keeper.noteCrashes()
    if keeper.delay > 0 { waitIdly(milliseconds: keeper.delay) }
    return keeper
  }

  /// A path without leading steps that stay in the same folder, so that a scene has one name. A
  /// path whose rest would be read as a name stays as it is.
  private static func plainPath(_ path: String) -> String {
    var rest = path.utf8[...]
    while rest.starts(with: "./".utf8) {
      rest = rest.dropFirst(2).drop { $0 == UInt8(ascii: "/") }
    }
    let plain = String(decoding: rest, as: UTF8.self)
    return SceneLibrary.isPath(plain) ? plain : path
  }

  /// The first scene: that of the former process, or the requested one.
  private func firstScene(_ keeper: StateKeeper?) throws(StartupError) -> FirstScene {
    if let refusal = keeper?.refusal {
      let argument = sceneArgument ?? SceneLibrary.builtInName
      return builtIn(
        for: library.origin(ofArgument: argument) ?? .builtInBoot, refusal,
        "the built-in scene is shown: " + refusal)
    }
    guard let origin = keeper?.scenes?.main,
      let scene = load(origin, "the scene does not load:", goesOn: true)
    else {
      return try loadScene()
    }
    return FirstScene(scene, from: origin)
  }

  /// Loads a scene without missing pictures.
  /// - Returns: nil, after a message, for a scene that does not load.
  /// - Parameter goesOn: true for a scene that is on the screen already, with its pictures.
  private func load(_ origin: SceneOrigin, _ fault: String, goesOn: Bool) -> Scene? {
    do throws(SceneError) {
      let scene = try read(origin, goesOn: goesOn)
      warn(of: scene)
      return scene
    } catch {
      log.error(fault, details: error.rendered)
      return nil
    }
  }

  /// Reads a scene. Its large pictures are loaded later only if that is allowed: not if a damaged
  /// picture ends the daemon, nor if frames are kept, since these have to be the same each time.
  private func read(_ origin: SceneOrigin, goesOn: Bool = false) throws(SceneError) -> Scene {
    let isKept =
      switch configuration.output.destination {
      case .png, .stream: true
      case .auto, .drm, .fbdev, .none: configuration.clock == .step
      }
    if configuration.requiresScene { return try origin.load(variables: library.variables) }
    let (scene, fault) = try origin.load(
      trying: library.variables,
      options: ReadingOptions(isLenient: true, defersPictures: !goesOn && !isKept))
    if let fault { log.warn(of: fault, in: scene) }
    return scene
  }

  // MARK: Parts

  /// The path or name of the requested scene, or of that of the machine's job; nil for the built-in
  /// one.
  private var sceneArgument: String? {
    let ofMode = configuration.mode?.scenes.first { library.origin(named: $0) != nil }
    return configuration.prefersSceneOfMode
      ? ofMode ?? configuration.scene : configuration.scene ?? ofMode
  }

  /// Loads the requested scene: without missing pictures, or the built-in scene instead of one that
  /// does not load, so that the screen is not empty.
  private func loadScene() throws(StartupError) -> FirstScene {
    let argument = sceneArgument ?? SceneLibrary.builtInName
    guard let origin = library.origin(ofArgument: argument) else {
      let fault = Self.noScene(named: argument)
      if configuration.requiresScene { throw StartupError(.noInput, fault) }
      return builtIn(for: .builtInBoot, fault, "the built-in scene is shown: " + fault)
    }
    do throws(SceneError) {
      let scene = try read(origin)
      warn(of: scene)
      return FirstScene(scene, from: origin)
    } catch {
      guard configuration.requiresScene else {
        return builtIn(
          for: origin, error.diagnostics.first?.summary ?? "the scene does not load",
          "the built-in scene is shown, since the scene does not load:", details: error.rendered)
      }
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

  private func builtIn(
    for origin: SceneOrigin, _ fault: String, _ message: String, details: String = ""
  ) -> FirstScene {
    log.warning(message, details: details)
    let (scene, variableFault) = Scene.builtInBoot(trying: library.variables)
    if let variableFault { log.warn(of: variableFault, in: scene) }
    warn(of: scene)
    return FirstScene(scene, for: origin, fault: fault)
  }

  private func outputManager(
    _ loop: EventLoop, _ manager: ServiceManager
  ) throws(StartupError) -> OutputManager {
    let passed = manager.descriptors.first { $0.name == StateKeeper.deviceName }?.number
    let inherited = passed.flatMap { InheritedDevice(FileDescriptor(owning: $0)) }
    if passed != nil, inherited == nil {
      log.warning("the descriptor that was kept for a restart is no display, and is closed")
    }
    defer { inherited?.close() }
    do throws(OutputError) {
      let outputManager = try OutputManager(configuration.output, loop: loop, log: log) {
        [inherited] specification throws(OutputError) in
        try specification.open(inheriting: inherited)
      }
      let device = outputManager.device
      device.onInheritance = { number in
        if let number {
          try? manager.keep(StateKeeper.deviceName, descriptor: number)
        } else {
          try? manager.notify(.drop(name: StateKeeper.deviceName))
        }
      }
      // A descriptor that is kept and not used would keep the screen from other programs. Numbers
      // do not identify it: a newly opened node may have the number of a closed one.
      if passed != nil { device.onInheritance(nil) }
      if let number = device.inheritance { device.onInheritance(number) }
      return outputManager
    } catch {
      throw StartupError(error.mayPass ? .noDisplay : .cannotCreate, error.description)
    }
  }

  private func shows(
    _ first: FirstScene, _ outputManager: OutputManager, _ keeper: StateKeeper?
  ) -> Shows {
    let start = start
    let shows = Shows(
      first, library: library,
      output: outputManager.outputs.preferred ?? outputManager.nullOutput,
      clock: SceneClock(isStepped: configuration.clock == .step) {
        (try? monotonicNow()) ?? start
      },
      locale: configuration.locale, workers: Workers(threadLimit: configuration.threadLimit),
      log: log)
    shows.stage.reducesMotion = configuration.reducesMotion
    addScreens(to: shows, keeper)
    shows.show(on: outputManager.outputs)
    if let values = keeper?.values { restore(values, on: shows) }
    if configuration.clock == .step {
      shows.onPresentation = frames.write
    }
    return shows
  }

  /// Gives screens their own scenes. If such a scene does not load, its screen shows the main
  /// scene.
  private func addScreens(to shows: Shows, _ keeper: StateKeeper?) {
    guard keeper?.refusal == nil else { return }
    if let saved = keeper?.scenes {
      for item in saved.screens { add(item.name, item.origin, to: shows, goesOn: true) }
      return
    }
    for item in configuration.screens {
      guard let origin = library.origin(ofArgument: item.scene) else {
        log.error(
          "the screen " + item.screen + " shows the main scene: " + Self.noScene(named: item.scene))
        continue
      }
      add(item.screen, origin, to: shows, goesOn: false)
    }
  }

  private func add(
    _ screen: String, _ origin: SceneOrigin, to shows: Shows, goesOn: Bool
  ) {
    let scene = load(
      origin,
      "the screen " + screen
        + " shows the main scene, since its own does not load; fix it and load it again:",
      goesOn: goesOn)
    shows.add(Screen(name: screen, origin: origin), showing: scene)
  }

  /// Restores the settings of the scenes from before a restart.
  private func restore(_ values: SavedValues, on shows: Shows) {
    for show in shows.all {
      let saved = show.screen.flatMap { screen in
        values.screens.first { $0.name == screen.name }
      }
      let record = show.screen == nil ? values.main : saved?.record ?? StageRecord()
      for view in show.views {
        view.stage.reducesMotion = values.reducesMotion
        if let locale = saved?.locale ?? values.locale { try? view.stage.setLocale(locale) }
        view.stage.restore(record)
      }
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
