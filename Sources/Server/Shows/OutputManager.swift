import Output
import System

/// Finds the outputs for frames, and follows displays that come and go.
///
/// While no display is connected, or another program has it, a picture in memory replaces it, so
/// that the scene continues and clients are served.
final class OutputManager {
  private let specification: OutputSpecification
  private let openBackend: Opening
  private let openTerminal: TerminalOpening
  /// The picture in memory until there is a first display.
  let nullOutput: Output
  private var backend: Backend?
  private let log: Log
  private let loop: EventLoop
  private var hotplug: UeventListener?
  private var retry: TimerDescriptor?
  private var terminal: VirtualTerminal?
  /// Nil if the console is not ours.
  private(set) var keyboard: ConsoleKeyboard?
  /// True if the console's keys are wanted.
  private(set) var takesKeys = false
  /// Nil while the scene is shown.
  private var away: Away?
  /// True if the console is to be taken back once another program has left it.
  private(set) var isReturning = false
  /// True if the console, or its keys, could not be taken.
  private var hasNoTerminal = false
  private var hasNoKeyboard = false
  /// True once keys were read.
  private var hadKeyboard = false
  /// True once a console was ours, or its keys.
  private var hadTerminal = false
  /// True if we may draw on the screens.
  private var isSuspended = false
  /// The last reported reason, which is not repeated.
  private var lastReason = ""
  /// True if another program has a display; it has to be tried again.
  private var isTaken = false
  /// The backend's count for the descriptor that was told last.
  private var inheritanceCount = 0
  /// Called with the descriptor with which the next process could continue, when it changes.
  var onInheritance: (Int32?) -> Void = { _ in }

  typealias Opening = (OutputSpecification) throws(OutputError) -> Backend
  typealias TerminalOpening = (OutputSpecification) throws(SystemError) -> VirtualTerminal

  /// Looks for a display.
  /// - Parameters:
  ///   - open: opens the requested output; tests open others than the machine's devices.
  ///   - openTerminal: takes the requested console.
  /// - Throws: an error that will not pass by itself, or the lack of a display if one is required.
  init(
    _ specification: OutputSpecification, loop: EventLoop, log: Log,
    open: @escaping Opening = { specification throws(OutputError) in try specification.open() },
    openTerminal: @escaping TerminalOpening = { specification throws(SystemError) in
      if case .number(let number) = specification.terminal {
        return try VirtualTerminal(number: number)
      }
      return try VirtualTerminal()
    }
  ) throws(OutputError) {
    self.openTerminal = openTerminal
    self.specification = specification
    openBackend = open
    self.loop = loop
    self.log = log
    nullOutput = NullOutput(mode: try specification.headlessMode())
    do throws(OutputError) {
      backend = try open(specification)
    } catch {
      guard error.mayPass, !specification.requiresDisplay else { throw error }
      warn(error)
    }
  }

  /// The descriptor with which the next process could continue.
  var inheritance: Int32? { backend?.inheritance }

  /// The outputs to draw on; empty without a display.
  var outputs: [Output] { backend?.outputs ?? [] }

  /// True if the output is for displays, and not only a picture in memory.
  private var isForDisplays: Bool {
    switch specification.destination {
    case .png, .none: false
    default: true
    }
  }

  private func warn(_ error: OutputError) {
    isTaken = error.isTaken
    let reason = error.description
    guard reason != lastReason else { return }
    lastReason = reason
    log.warning(reason + "; frames are kept in memory until a display comes")
  }

  // MARK: Events

  /// Takes the screen, before the first frame. Signals are handled already.
  func prepare(for shows: Shows) {
    takeTerminal(for: shows)
    takeKeyboard()
    if terminal == nil { VirtualTerminal.giveUpInherited() }
  }

  /// Begins to listen for displays.
  func watch() throws(SystemError) {
    guard isForDisplays else { return }
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

  /// Another program may leave a display without an event of a device.
  private func armRetry() throws(SystemError) {
    if backend?.hasTakenDevice ?? isTaken { try retry?.arm(after: retryInterval) }
  }

  /// Microseconds until the next attempt at a display whose availability is not announced: its node
  /// may not be accessible yet, since udev handles it after the kernel has reported it, or another
  /// program may be its master. It doubles up to a minute, and is short again after an event of a
  /// device.
  private(set) var retryInterval = OutputManager.shortestRetry
  private static let shortestRetry: Int64 = 50_000
  /// Microseconds between two attempts to take the console back: a program that ends has it for a moment.
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
    while let item = try? hotplug?.next() {
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
    if isReturning {
      retryInterval = min(retryInterval * 2, Self.longestReturn)
      return comeBack(for: shows)
    }
    retryInterval = min(retryInterval * 2, 60_000_000)
    // An event may have brought one since.
    guard let backend, !backend.outputs.isEmpty else { return look(for: shows) }
    guard backend.hasTakenDevice, !isSuspended else { return }
    backend.openTaken()
    update(shows)
  }

  private func look(for shows: Shows) {
    guard !isSuspended else { return }
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
    if backend?.inheritance != nil { onInheritance(nil) }
    backend = nil
  }

  /// - Parameter tries: the number of attempts at a display that another process is about to close.
  private func open(for shows: Shows, tries: Int = 1) {
    do throws(OutputError) {
      backend = try openBackend(tries: tries)
      inheritanceCount = 0
      lastReason = ""
      retryInterval = Self.shortestRetry
      if isSuspended { backend?.suspend() }
      if let inheritance = backend?.inheritance { onInheritance(inheritance) }
      takeTerminal(for: shows)
    } catch {
      warn(error)
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

  /// Opens a display anew that could not be left, since another process has opened it: one before a
  /// crash, whose descriptor the service manager has kept. Its picture goes. The manager closes its copy a
  /// moment later.
  private func renew(for shows: Shows) {
    dropBackend(shows)
    open(for: shows, tries: Self.mostTries)
  }

  /// Half a second: a manager that is busy for longer holds nothing up.
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
      if let inheritance = backend.inheritance { onInheritance(inheritance) }
    }
    try? armRetry()
    let before = shows.outputNames
    shows.show(on: outputs)
    let names = shows.outputNames
    if names != before { log.note("outputs " + names) }
    // The next step may be far off.
    if shows.isStepped { shows.presentNow() }
  }

  // MARK: The console

  /// Keeps the kernel's text off the screen, once there is one. If no terminal may be taken it
  /// continues without: a service without the right has none.
  private func takeTerminal(for shows: Shows) {
    guard isForDisplays, backend != nil, terminal == nil, specification.terminal != .none,
      away == nil
    else { return }
    do throws(SystemError) {
      terminal = try openTerminal(specification)
      hasNoTerminal = false
      hadTerminal = true
    } catch {
      hasNoTerminal = true
      log.note("the console is left as it is: " + error.description)
    }
    if let terminal, !terminal.isActive { suspend(for: shows) }
    takeKeyboard()
  }

  // MARK: The keyboard

  /// Has the keys of the console from now on, or from when there is one.
  func wantKeys() {
    guard !takesKeys else { return }
    takesKeys = true
    // A key that stops programs is one like any other.
    try? SignalDescriptor.ignoreTerminalStops()
    takeKeyboard()
  }

  /// True if keys can be read, now or once there is a display.
  var mayHaveKeyboard: Bool { keyboard != nil || takesKeys && couldHaveKeyboard }

  /// True if keys can be read, or could be if they were wanted.
  var couldHaveKeyboard: Bool {
    if keyboard != nil { return true }
    guard !hasNoKeyboard, !isLeft else { return false }
    if specification.keyboardPath != nil { return true }
    return isForDisplays && specification.terminal != .none && !hasNoTerminal
  }

  /// True if no console could ever be taken, or none is to be. The keys of one that was lost are another
  /// program's.
  var lacksTerminal: Bool {
    !hadTerminal && (hasNoTerminal || !isForDisplays || specification.terminal == .none)
  }

  /// True if the console or the screens were given up to another program.
  var isLeft: Bool { away == .hidden || away == .inactive }

  /// True if the console, or its keys, could never be taken.
  var lacksKeyboard: Bool { !hadKeyboard && (hasNoTerminal || hasNoKeyboard) }

  private func takeKeyboard() {
    guard takesKeys, keyboard == nil else { return }
    do throws(SystemError) {
      if let path = specification.keyboardPath {
        try take(try ConsoleKeyboard(file: path))
      } else if let terminal {
        try take(try terminal.openKeyboard())
      } else {
        return
      }
      hasNoKeyboard = false
    } catch {
      hasNoKeyboard = true
      log.note("keys are left to others: " + error.description)
    }
  }

  /// Reads the keys of a console from now on.
  func take(_ keyboard: ConsoleKeyboard) throws(SystemError) {
    do throws(SystemError) {
      try loop.watch(number: keyboard.descriptor, for: .readable, as: .keyboard)
    } catch {
      keyboard.close()
      throw error
    }
    self.keyboard = keyboard
    hadKeyboard = true
    if specification.keyboardPath == nil { hadTerminal = true }
  }

  private func releaseKeyboard() {
    guard let keyboard else { return }
    try? loop.unwatch(number: keyboard.descriptor)
    keyboard.close()
    self.keyboard = nil
  }

  /// The console was hung up for another program, which has its keys from now on.
  func loseKeyboard() {
    log.note("another program has taken the console's keys")
    releaseKeyboard()
    hasNoKeyboard = true
    guard let terminal else { return }
    do throws(SystemError) {
      try terminal.reopen()
    } catch {
      log.note("the console is left as it is: " + error.description)
      self.terminal = nil
      hasNoTerminal = true
    }
  }

  // MARK: Out of the way

  /// The reason why the scene is not on the console.
  enum Away: Equatable {
    /// The console's text was requested by a key: we keep the keyboard, for the key that returns.
    case detail
    /// The console's text was requested by a program: the console has the keyboard.
    case hidden
    /// The screens, the keyboard and the console are left to another program.
    case inactive
  }

  /// True if the console's text is shown instead of the scene.
  var showsConsole: Bool { away == .detail || away == .hidden }

  /// True if questions are for the console's text: a key has hidden the scene, and the keyboard is ours.
  var asksOnConsole: Bool { away == .detail && keyboard != nil }

  func writeToConsole(_ bytes: [UInt8]) { terminal?.write(bytes) }

  /// True if our console is the visible one, or there is none.
  var isInFront: Bool { away != .inactive && (terminal?.isActive ?? !isSuspended) }

  /// Shows the console's text instead of the scene; the console has the keyboard.
  func showConsole(for shows: Shows) {
    guard away != .inactive else { return }
    releaseKeyboard()
    away = .hidden
    suspend(for: shows)
    terminal?.show(text: true)
  }

  /// Switches between the console's text and the scene.
  func toggleConsole(for shows: Shows) {
    switch away {
    case .detail: showScene(for: shows)
    case nil where terminal != nil:
      away = .detail
      suspend(for: shows)
      terminal?.show(text: true)
    default: break
    }
  }

  /// Shows the scene if the console's text is shown.
  func showScene(for shows: Shows) {
    if showsConsole { comeBack(for: shows) }
  }

  /// Leaves the screens, the keyboard and the console to others until `reactivate`.
  func deactivate(for shows: Shows) {
    isReturning = false
    guard away != .inactive else { return }
    away = .inactive
    releaseKeyboard()
    suspend(for: shows)
    // Another program sets its modes from now on.
    terminal?.lend()
  }

  /// Takes the screens, the keyboard and the console back, as soon as the other program has left them.
  func reactivate(for shows: Shows) {
    guard away == .inactive else { return }
    retryInterval = Self.shortestRetry
    comeBack(for: shows)
  }

  private func comeBack(for shows: Shows) {
    isReturning = false
    do throws(SystemError) {
      try terminal?.reclaim()
    } catch {
      guard !error.isBusy else {
        isReturning = true
        try? retry?.arm(after: retryInterval)
        return
      }
      terminal = nil
    }
    away = nil
    if terminal == nil { takeTerminal(for: shows) } else { takeKeyboard() }
    if let terminal {
      guard terminal.isActive else { return }
      terminal.show(text: false)
    }
    resume(for: shows)
  }

  /// True if the screens can be left in the middle of a frame: while others can only be opened anew, that
  /// is drawn into their memory.
  var canLeaveAtOnce: Bool { backend?.canBeLeft ?? true }

  /// Handles the kernel's request to switch to another terminal.
  func releaseTerminal(for shows: Shows) {
    suspend(for: shows)
    terminal?.release()
  }

  /// Our terminal is shown again.
  func acquireTerminal(for shows: Shows) {
    // It may have been left again before the signal was handled.
    guard let terminal, terminal.isActive else { return }
    terminal.acquire()
    if away == nil { resume(for: shows) } else { terminal.show(text: true) }
  }

  /// Gives the screen and the console back.
  /// - Parameters:
  ///   - retained: true to leave the picture until the next program takes over.
  ///   - successor: the process that the screen is for; nil for none.
  func close(retained: Bool, successor: Int32? = nil, for shows: Shows) {
    releaseKeyboard()
    if retained, !isSuspended, !canLeaveAtOnce {
      renew(for: shows)
      shows.presentNow()
    }
    if backend?.inheritance != nil { onInheritance(nil) }
    let seconds = specification.retainSeconds
    let retention =
      retained
      ? Retention(seconds: seconds, console: terminal?.guardLink, successor: successor) : nil
    let picture = backend?.close(retaining: retention) ?? .none
    terminal?.close(retained: picture, seconds: seconds)
    terminal = nil
  }

  /// The descriptor for a process that goes on in the place of this one; nil while the screens are not
  /// ours, or cannot be handed on.
  var legacy: Int32? { isSuspended ? nil : backend?.inheritance }

  /// Leaves the screen and the console as they are to the process that has got `legacy`. If it does not
  /// take the console, that is text again after a while.
  func leave() {
    releaseKeyboard()
    backend?.leave()
    terminal?.close(retained: .byMemory, seconds: specification.retainSeconds)
    terminal = nil
  }

  // MARK: Sharing

  /// Leaves the screens to other programs.
  private func suspend(for shows: Shows) {
    guard !isSuspended else { return }
    isSuspended = true
    if canLeaveAtOnce { backend?.suspend() } else { renew(for: shows) }
  }

  /// Takes the screens back.
  func resume(for shows: Shows) {
    guard isSuspended else { return }
    isSuspended = false
    do throws(OutputError) {
      try backend?.resume()
      shows.refresh()
      look(for: shows)
    } catch {
      lose(error, shows)
    }
  }
}
