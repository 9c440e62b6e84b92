import Output
import System

/// Shows the scenes on the outputs of a device: as displays come and go, and as other programs take
/// the screens and leave them.
///
/// While no display is connected, or another program has it, a picture in memory replaces it, so
/// that the scene continues and clients are served.
final class OutputManager {
  private let specification: OutputSpecification
  private let log: Log
  /// The picture in memory until there is a first display.
  let nullOutput: Output
  /// The console of the screens, its keys, and the place of the scene.
  let console: SceneConsole
  let device: OutputDevice
  let hotplug: HotplugWatch

  /// Looks for a display.
  /// - Parameters:
  ///   - open: opens the requested output; tests open others than the machine's devices.
  ///   - openTerminal: takes the requested console.
  /// - Throws: an error that will not pass by itself, or the lack of a display if one is required.
  init(
    _ specification: OutputSpecification, loop: EventLoop, log: Log,
    open: @escaping OutputDevice.Opening = { specification throws(OutputError) in
      try specification.open()
    },
    openTerminal: @escaping SceneConsole.TerminalOpening = SceneConsole.openTerminal
  ) throws(OutputError) {
    self.specification = specification
    self.log = log
    nullOutput = NullOutput(mode: try specification.headlessMode())
    console = SceneConsole(specification, loop: loop, log: log, open: openTerminal)
    hotplug = HotplugWatch(loop: loop, log: log)
    device = try OutputDevice(specification, loop: loop, log: log, open: open)
  }

  /// The outputs to draw on; empty without a display.
  var outputs: [Output] { device.outputs }

  // MARK: Displays

  /// Takes the screen, before the first frame. Signals are handled already.
  func prepare(for shows: Shows) {
    claimTerminal(for: shows)
    console.claimKeyboard()
    if console.terminal == nil { VirtualTerminal.giveUpInherited() }
  }

  /// Begins to listen for displays.
  func watch() throws(SystemError) {
    guard specification.isForDisplays else { return }
    try hotplug.begin()
    try device.watch()
    try armRetry()
  }

  /// Sets the timer for the next attempt: another program may leave a display without an event of a
  /// device.
  private func armRetry() throws(SystemError) {
    if device.isTaken { try hotplug.armRetry() }
  }

  /// The most microseconds between two attempts at a display.
  private static let longestRetry: Int64 = 60_000_000
  /// The most microseconds between two attempts to take the console back: a program that ends has
  /// it for a moment.
  private static let longestReturn: Int64 = 2_000_000

  /// Handles the events of the display.
  func handleEvents(for shows: Shows) {
    if let loss = device.handleEvents() { lose(loss, shows) }
  }

  /// Scans the connected displays again, if devices changed.
  func handleHotplug(for shows: Shows) {
    let changes = hotplug.takeChanges()
    // A driver is not done with the screen before its console exists: it may have cleared the
    // picture that was drawn when its first node appeared.
    if changes.addsConsole { shows.refresh() }
    if changes.concernsScreens { lookAnew(for: shows) }
  }

  /// Looks for displays after an event of a device.
  func lookAnew(for shows: Shows) {
    hotplug.hasten()
    look(for: shows)
  }

  /// Tries again for a display.
  func handleRetry(for shows: Shows) {
    if console.place == .returning {
      hotplug.takeRetry(longest: Self.longestReturn)
      return comeBack(for: shows)
    }
    hotplug.takeRetry(longest: Self.longestRetry)
    // An event may have brought a display since then.
    guard let backend = device.backend, !backend.outputs.isEmpty else { return look(for: shows) }
    guard backend.hasTakenDevice, console.place == .shown else { return }
    backend.openTaken()
    update(shows)
  }

  private func look(for shows: Shows) {
    guard console.place == .shown else { return }
    if let loss = device.rescan() { return lose(loss, shows) }
    if !outputs.isEmpty { return update(shows) }
    // Another device may have a monitor.
    replace(for: shows)
  }

  /// Opens a device in place of the present one.
  /// - Parameter tries: the number of attempts to open one that another process is about to close.
  private func replace(for shows: Shows, tries: Int = 1) {
    shows.show(on: [])
    device.drop()
    if device.open(tries: tries) {
      hotplug.hasten()
      if console.place != .shown { device.backend?.suspend() }
      claimTerminal(for: shows)
    }
    update(shows)
  }

  /// Opens a display anew that could not be left, since another process had opened it: a process
  /// before a crash, whose descriptor the service manager has kept. The picture is lost. The
  /// manager closes its copy of the descriptor a moment later.
  private func renew(for shows: Shows) { replace(for: shows, tries: Self.mostTries) }

  /// Attempts in half a second. A manager that is busy for longer does not hold up the daemon.
  private static let mostTries = 50

  /// The device is gone: another one may have replaced it.
  func lose(_ error: OutputError, _ shows: Shows) {
    log.error(error.description)
    if device.backend?.dropLost() ?? false { return update(shows) }
    replace(for: shows)
  }

  private func update(_ shows: Shows) {
    device.reportInheritance()
    try? armRetry()
    let before = shows.outputNames
    shows.show(on: outputs)
    let names = shows.outputNames
    if names != before { log.note("outputs " + names) }
    // The next step may be far off.
    if shows.isStepped { shows.presentNow() }
  }

  // MARK: Claim and release of the display

  /// Takes the console of the screens, once there are some.
  private func claimTerminal(for shows: Shows) {
    guard device.backend != nil, console.claimTerminal() else { return }
    if !console.isVisible { leave(as: .behind, for: shows) }
    console.claimKeyboard()
  }

  /// True if our console is the visible one, or there is none.
  var isInFront: Bool {
    if console.isLent { return false }
    return console.terminal?.isActive ?? (console.place == .shown)
  }

  /// Shows the console's text instead of the scene; the console has the keyboard.
  func showConsole(for shows: Shows) {
    guard !console.isLent else { return }
    console.releaseKeyboard()
    leave(as: .hidden, for: shows)
    console.terminal?.show(text: true)
  }

  /// Switches between the console's text and the scene.
  func toggleConsole(for shows: Shows) {
    switch console.place {
    case .detail: showScene(for: shows)
    case .shown, .behind:
      guard let terminal = console.terminal else { return }
      leave(as: .detail, for: shows)
      terminal.show(text: true)
      console.reportStatus(true)
    case .hidden, .inactive, .returning: break
    }
  }

  /// Shows the scene if the console's text is shown.
  func showScene(for shows: Shows) {
    if console.isText { comeBack(for: shows) }
  }

  /// Leaves the screens, the keyboard and the console to others until `reactivate`.
  func deactivate(for shows: Shows) {
    guard !console.isLent else { return console.place = .inactive }
    console.releaseKeyboard()
    leave(as: .inactive, for: shows)
    // Another program sets the terminal's modes from now on.
    console.terminal?.lend()
  }

  /// Takes the screens, the keyboard and the console back, as soon as the other program has left
  /// them.
  func reactivate(for shows: Shows) {
    guard console.isLent else { return }
    hotplug.hasten()
    comeBack(for: shows)
  }

  private func comeBack(for shows: Shows) {
    guard console.reclaim() else {
      try? hotplug.armRetry()
      return
    }
    if console.terminal == nil { claimTerminal(for: shows) } else { console.claimKeyboard() }
    guard console.isVisible else { return }
    console.terminal?.show(text: false)
    resume(for: shows)
  }

  /// True if the screens can be left in the middle of a frame. Screens that can only be opened anew
  /// cannot: the frame is drawn into their memory.
  var canLeaveAtOnce: Bool { device.backend?.canBeLeft ?? true }

  /// Handles the kernel's request to switch to another terminal.
  func releaseTerminal(for shows: Shows) {
    if console.place == .shown { leave(as: .behind, for: shows) }
    console.terminal?.release()
  }

  /// Our terminal is shown again.
  func acquireTerminal(for shows: Shows) {
    // It may have been left again before the signal was handled.
    guard let terminal = console.terminal, terminal.isActive else { return }
    terminal.acquire()
    if console.place.isAway { terminal.show(text: true) } else { resume(for: shows) }
  }

  /// Leaves the screens to other programs, if they are ours.
  private func leave(as place: SceneConsole.Place, for shows: Shows) {
    let areOurs = console.place == .shown
    console.place = place
    guard areOurs else { return }
    if canLeaveAtOnce { device.backend?.suspend() } else { renew(for: shows) }
  }

  /// Takes the screens back, after another terminal was visible.
  func resume(for shows: Shows) {
    guard console.place == .behind else { return }
    console.place = .shown
    do throws(OutputError) {
      try device.backend?.resume()
      shows.refresh()
      look(for: shows)
    } catch {
      lose(error, shows)
    }
  }

  // MARK: The end

  /// Gives the screen and the console back.
  /// - Parameters:
  ///   - retained: true to leave the picture until the next program takes over.
  ///   - successor: the process that the screen is for; nil for none.
  func close(retained: Bool, successor: Int32? = nil, for shows: Shows) {
    console.releaseKeyboard()
    if retained, console.place == .shown, !canLeaveAtOnce {
      renew(for: shows)
      shows.presentNow()
    }
    if device.inheritance != nil { device.onInheritance(nil) }
    let seconds = specification.retainSeconds
    let retention =
      retained
      ? Retention(seconds: seconds, console: console.terminal?.guardLink, successor: successor)
      : nil
    console.close(retained: device.backend?.close(retaining: retention) ?? .none)
  }

  /// The descriptor for a process that continues in place of this one; nil while the screens are
  /// not ours, or cannot be handed on.
  var legacy: Int32? { console.place == .shown ? device.inheritance : nil }

  /// Leaves the screen and the console as they are to the process that has received `legacy`. If it
  /// does not take the console, the console returns to text after a while.
  func leave() {
    console.releaseKeyboard()
    device.backend?.leave()
    console.close(retained: .byMemory)
  }
}
