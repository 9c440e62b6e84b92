import CodeUnits
import Output
import System

/// Finds the outputs for frames, and follows displays that come and go.
///
/// While no display is connected, or another program has it, a picture in memory replaces it, so
/// that the scene continues and clients are served.
final class OutputManager {
  private let specification: OutputSpecification
  private let openBackend: Opening
  /// The picture in memory until there is a first display.
  let nullOutput: Output
  /// The console of the screens, its keys, and the place of the scene.
  let console: SceneConsole
  private var device = Device.missing(nil)
  private let log: Log
  private let loop: EventLoop
  private var hotplug: UeventListener?
  private var retry: TimerDescriptor?
  /// The backend's count for the descriptor that was reported last.
  private var inheritanceCount = 0
  /// Called with the descriptor with which the next process could continue, when it changes.
  var onInheritance: (Int32?) -> Void = { _ in }

  /// The device with the screens.
  private enum Device {
    case open(Backend)
    /// No device could be opened, for the reason that was reported; nil if that was not tried yet.
    case missing(OutputError?)
  }

  typealias Opening = (OutputSpecification) throws(OutputError) -> Backend

  /// Looks for a display.
  /// - Parameters:
  ///   - open: opens the requested output; tests open others than the machine's devices.
  ///   - openTerminal: takes the requested console.
  /// - Throws: an error that will not pass by itself, or the lack of a display if one is required.
  init(
    _ specification: OutputSpecification, loop: EventLoop, log: Log,
    open: @escaping Opening = { specification throws(OutputError) in try specification.open() },
    openTerminal: @escaping SceneConsole.TerminalOpening = SceneConsole.openTerminal
  ) throws(OutputError) {
    self.specification = specification
    openBackend = open
    self.loop = loop
    self.log = log
    nullOutput = NullOutput(mode: try specification.headlessMode())
    console = SceneConsole(specification, loop: loop, log: log, open: openTerminal)
    do throws(OutputError) {
      device = .open(try open(specification))
    } catch {
      guard error.mayPass, !specification.requiresDisplay else { throw error }
      reportMissing(error)
    }
  }

  private var backend: Backend? {
    if case .open(let backend) = device { backend } else { nil }
  }

  /// The descriptor with which the next process could continue.
  var inheritance: Int32? { backend?.inheritance }

  /// The outputs to draw on; empty without a display.
  var outputs: [Output] { backend?.outputs ?? [] }

  private func reportMissing(_ error: OutputError) {
    let reason = error.description
    let former: OutputError? = if case .missing(let former) = device { former } else { nil }
    device = .missing(error)
    if let former, former.description.isIdentical(to: reason) { return }
    log.warning(reason + "; frames are kept in memory until a display comes")
  }

  // MARK: Events

  /// Takes the screen, before the first frame. Signals are handled already.
  func prepare(for shows: Shows) {
    claimTerminal(for: shows)
    console.claimKeyboard()
    if console.terminal == nil { VirtualTerminal.giveUpInherited() }
  }

  /// Begins to listen for displays.
  func watch() throws(SystemError) {
    guard specification.isForDisplays else { return }
    // In a container the kernel may not report devices.
    do throws(SystemError) {
      let listener = try UeventListener()
      try loop.watch(listener.descriptor, for: .readable, as: .devices)
      hotplug = consume listener
    } catch {
      log.note("changes of displays are not noticed: " + error.description)
    }
    let timer = try TimerDescriptor()
    try loop.watch(timer.descriptor, for: .readable, as: .retry)
    retry = consume timer
    try watchBackend()
  }

  private func watchBackend() throws(SystemError) {
    if let descriptor = backend?.eventDescriptor {
      try loop.watch(number: descriptor, for: .readable, as: .display)
    }
    try armRetry()
  }

  /// Sets the timer for the next attempt: another program may leave a display without an event of a
  /// device.
  private func armRetry() throws(SystemError) {
    let isTaken =
      switch device {
      case .open(let backend): backend.hasTakenDevice
      case .missing(let reason): reason?.isTaken ?? false
      }
    if isTaken { try retry?.arm(after: retryInterval) }
  }

  /// Microseconds until the next attempt at a display whose availability is not announced: its node
  /// may not be accessible yet, since udev handles it after the kernel has reported it, or another
  /// program may be its master. It doubles up to a minute, and is short again after an event of a
  /// device.
  private(set) var retryInterval = OutputManager.shortestRetry
  private static let shortestRetry: Int64 = 50_000
  /// Microseconds between two attempts to take the console back: a program that ends has it for a
  /// moment.
  private static let longestReturn: Int64 = 2_000_000

  /// Handles the events of the display.
  func handleEvents(for shows: Shows) {
    let loss: OutputError?
    do throws(OutputError) {
      try backend?.handleEvents()
      loss = nil
    } catch {
      loss = error
    }
    if let loss { lose(loss, shows) }
  }

  /// Scans the connected displays again, if devices changed.
  func handleHotplug(for shows: Shows) {
    var isConcerned = false
    var hasConsole = false
    for _ in 0..<UeventListener.batch {
      guard let item = try? hotplug?.next() else { break }
      switch item {
      case .lost: isConcerned = true
      case .event(let event):
        if event.subsystem == "drm" || event.subsystem == "graphics" { isConcerned = true }
        if event.subsystem == "graphics", event.action == "add" { hasConsole = true }
      }
    }
    // A driver is not done with the screen before its console exists: it may have cleared the
    // picture that was drawn when its first node appeared.
    if hasConsole { shows.refresh() }
    if isConcerned { lookAnew(for: shows) }
  }

  /// Looks for displays after an event of a device.
  func lookAnew(for shows: Shows) {
    retryInterval = Self.shortestRetry
    look(for: shows)
  }

  /// Tries again for a display.
  func handleRetry(for shows: Shows) {
    _ = try? retry?.drain()
    if console.place == .returning {
      retryInterval = min(retryInterval * 2, Self.longestReturn)
      return comeBack(for: shows)
    }
    retryInterval = min(retryInterval * 2, 60_000_000)
    // An event may have brought a display since then.
    guard let backend, !backend.outputs.isEmpty else { return look(for: shows) }
    guard backend.hasTakenDevice, console.place == .shown else { return }
    backend.openTaken()
    update(shows)
  }

  private func look(for shows: Shows) {
    guard console.place == .shown else { return }
    if let loss = rescan() { return lose(loss, shows) }
    if let backend, !backend.outputs.isEmpty { return update(shows) }
    // Another device may have a monitor.
    dropBackend(shows)
    open(for: shows)
  }

  /// - Returns: the reason why the device is lost.
  private func rescan() -> OutputError? {
    do throws(OutputError) {
      try backend?.rescan()
      return nil
    } catch {
      return error
    }
  }

  private func dropBackend(_ shows: Shows) {
    if let descriptor = backend?.eventDescriptor { try? loop.unwatch(number: descriptor) }
    // The outputs hold its buffers.
    shows.show(on: [])
    if inheritance != nil { onInheritance(nil) }
    if backend != nil { device = .missing(nil) }
  }

  /// - Parameter tries: the number of attempts to open a display that another process is about to
  ///   close.
  private func open(for shows: Shows, tries: Int = 1) {
    do throws(OutputError) {
      let backend = try openBackend(tries: tries)
      device = .open(backend)
      inheritanceCount = 0
      retryInterval = Self.shortestRetry
      if console.place != .shown { backend.suspend() }
      if let inheritance { onInheritance(inheritance) }
      claimTerminal(for: shows)
    } catch {
      reportMissing(error)
    }
    try? watchBackend()
    update(shows)
  }

  private func openBackend(tries: Int) throws(OutputError) -> Backend {
    var left = tries
    while true {
      do throws(OutputError) {
        return try openBackend(specification)
      } catch {
        left -= 1
        guard left > 0, error.isTaken else { throw error }
        waitIdly(milliseconds: 10)
      }
    }
  }

  /// Opens a display anew that could not be left, since another process had opened it: a process
  /// before a crash, whose descriptor the service manager has kept. The picture is lost. The
  /// manager closes its copy of the descriptor a moment later.
  private func renew(for shows: Shows) {
    dropBackend(shows)
    open(for: shows, tries: Self.mostTries)
  }

  /// Attempts in half a second. A manager that is busy for longer does not hold up the daemon.
  private static let mostTries = 50

  /// The device is gone: another one may have replaced it.
  func lose(_ error: OutputError, _ shows: Shows) {
    log.error(error.description)
    if backend?.dropLost() ?? false { return update(shows) }
    dropBackend(shows)
    open(for: shows)
  }

  private func update(_ shows: Shows) {
    if let backend, backend.inheritanceCount != inheritanceCount {
      inheritanceCount = backend.inheritanceCount
      onInheritance(nil)
      if let inheritance { onInheritance(inheritance) }
    }
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
    guard backend != nil, console.claimTerminal() else { return }
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
    retryInterval = Self.shortestRetry
    comeBack(for: shows)
  }

  private func comeBack(for shows: Shows) {
    guard console.reclaim() else {
      try? retry?.arm(after: retryInterval)
      return
    }
    if console.terminal == nil { claimTerminal(for: shows) } else { console.claimKeyboard() }
    guard console.isVisible else { return }
    console.terminal?.show(text: false)
    resume(for: shows)
  }

  /// True if the screens can be left in the middle of a frame. Screens that can only be opened anew
  /// cannot: the frame is drawn into their memory.
  var canLeaveAtOnce: Bool { backend?.canBeLeft ?? true }

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
    if canLeaveAtOnce { backend?.suspend() } else { renew(for: shows) }
  }

  /// Takes the screens back, after another terminal was visible.
  func resume(for shows: Shows) {
    guard console.place == .behind else { return }
    console.place = .shown
    do throws(OutputError) {
      try backend?.resume()
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
    if inheritance != nil { onInheritance(nil) }
    let seconds = specification.retainSeconds
    let retention =
      retained
      ? Retention(seconds: seconds, console: console.terminal?.guardLink, successor: successor)
      : nil
    console.close(retained: backend?.close(retaining: retention) ?? .none)
  }

  /// The descriptor for a process that continues in place of this one; nil while the screens are
  /// not ours, or cannot be handed on.
  var legacy: Int32? { console.place == .shown ? inheritance : nil }

  /// Leaves the screen and the console as they are to the process that has received `legacy`. If it
  /// does not take the console, the console returns to text after a while.
  func leave() {
    console.releaseKeyboard()
    backend?.leave()
    console.close(retained: .byMemory)
  }
}
