import Output
import System

/// Finds what frames are shown on, and keeps up with the coming and going of displays.
///
/// While none is there, or another program has it, a picture in memory stands in, so that the scene
/// goes on and clients are served.
final class OutputSource {
  private let specification: OutputSpecification
  private let openBackend: Opening
  /// Stands in for a display until the first one is there.
  let standIn: Output
  private var backend: Backend?
  private let log: Log
  private let loop: EventLoop
  private var news: UeventListener?
  private var retry: TimerDescriptor?
  private var terminal: VirtualTerminal?
  /// Nil where the console is none of ours.
  private(set) var keyboard: ConsoleKeyboard?
  /// True if the console's keys are wanted. To be set before `prepare`.
  var takesKeys = false
  /// Nil while the scene is to be seen.
  private var away: Away?
  /// True if the console, or its keys, could not be had.
  private var hasNoTerminal = false
  private var hasNoKeyboard = false
  /// True once keys were read.
  private var hadKeyboard = false
  /// True if the screens are ours to draw on.
  private var isSuspended = false
  /// The reason that was last given, which is not repeated.
  private var lastReason = ""
  /// True if another program has a display, which has to be tried for again.
  private var isTaken = false
  /// Told of the descriptor with which the next process could go on, when that becomes another one.
  var onInheritance: (Int32?) -> Void = { _ in }

  typealias Opening = (OutputSpecification) throws(OutputError) -> Backend

  /// Looks for a display.
  /// - Parameter open: opens what was asked for; tests open others than the machine's devices.
  /// - Throws: what is wrong where nothing will come by itself, and for want of a display if that
  ///   must be there.
  init(
    _ specification: OutputSpecification, loop: EventLoop, log: Log,
    open: @escaping Opening = { specification throws(OutputError) in try specification.open() }
  ) throws(OutputError) {
    self.specification = specification
    openBackend = open
    self.loop = loop
    self.log = log
    standIn = StandIn(mode: try specification.headlessMode())
    do throws(OutputError) {
      backend = try open(specification)
    } catch {
      guard error.mayPass, !specification.requiresDisplay else { throw error }
      warn(error)
    }
  }

  /// With which the next process could go on.
  var inheritance: Int32? { backend?.inheritance }

  /// What there is to draw on; empty while there is no display.
  var outputs: [Output] { backend?.outputs ?? [] }

  /// True if displays are to be waited for, and not only a picture in memory.
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

  /// Makes the screen ours, before the first frame. Signals are received already.
  func prepare() { takeTerminal() }

  /// Begins to listen for displays.
  func watch() throws(SystemError) {
    guard isForDisplays else { return }
    // In a container the kernel may not tell of devices.
    do throws(SystemError) {
      let listener = try UeventListener()
      try loop.watch(listener.descriptor, for: .readable, as: .devices)
      news = consume listener
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
    } else if backend == nil, isTaken {
      try retry?.arm(after: retryInterval)
    }
  }

  /// Until the next attempt at a display of which nothing tells when it can be had: one whose node
  /// is not permitted yet, since udev comes to it after the kernel has told of it, or whose master is
  /// another program. It doubles up to a minute, and is short again when there is news. In
  /// microseconds.
  private(set) var retryInterval = OutputSource.shortestRetry
  private static let shortestRetry: Int64 = 50_000

  /// Takes in what the display tells.
  func handleEvents(for display: Display) {
    let loss: OutputError?
    do throws(OutputError) {
      try backend?.handleEvents()
      loss = nil
    } catch {
      loss = error
    }
    if let loss { lose(loss, display) }
  }

  /// Looks again at what is connected, if devices changed.
  func handleNews(for display: Display) {
    var isConcerned = false
    var hasConsole = false
    while let item = try? news?.next() {
      switch item {
      case .lost: isConcerned = true
      case .event(let event):
        if event.subsystem == "drm" || event.subsystem == "graphics" { isConcerned = true }
        if event.subsystem == "graphics", event.action == "add" { hasConsole = true }
      }
    }
    // A driver is not done with the screen before its console is there: it may have wiped what was
    // drawn when its first node came.
    if hasConsole { display.refresh() }
    if isConcerned { lookAnew(for: display) }
  }

  /// Looks for displays because there is news of devices.
  func lookAnew(for display: Display) {
    retryInterval = Self.shortestRetry
    look(for: display)
  }

  /// Tries again for a display.
  func handleRetry(for display: Display) {
    _ = try? retry?.drain()
    // News may have brought one since.
    if let backend, !backend.outputs.isEmpty { return }
    retryInterval = min(retryInterval * 2, 60_000_000)
    look(for: display)
  }

  private func look(for display: Display) {
    guard !isSuspended else { return }
    if let loss = rescan() { return lose(loss, display) }
    if let backend, !backend.outputs.isEmpty { return update(display) }
    // Another device may have a monitor.
    dropBackend(display)
    open(for: display)
  }

  /// - Returns: why the device is lost.
  private func rescan() -> OutputError? {
    do throws(OutputError) {
      try backend?.rescan()
      return nil
    } catch {
      return error
    }
  }

  private func dropBackend(_ display: Display) {
    if let descriptor = backend?.eventDescriptor { try? loop.unwatch(number: descriptor) }
    // The outputs hold its buffers.
    display.show(on: [])
    if backend?.inheritance != nil { onInheritance(nil) }
    backend = nil
  }

  private func open(for display: Display) {
    do throws(OutputError) {
      backend = try openBackend(specification)
      lastReason = ""
      retryInterval = Self.shortestRetry
      if isSuspended { backend?.suspend() }
      if let inheritance = backend?.inheritance { onInheritance(inheritance) }
      takeTerminal()
    } catch {
      warn(error)
    }
    try? watchBackend()
    update(display)
  }

  /// The device went away: another may have come in its place.
  func lose(_ error: OutputError, _ display: Display) {
    log.error(error.description)
    dropBackend(display)
    open(for: display)
  }

  private func update(_ display: Display) {
    let before = display.outputNames
    display.show(on: outputs)
    let names = display.outputNames
    if names != before { log.note("outputs " + names) }
    // The next step may be far off.
    if display.isStepped { display.presentNow() }
  }

  // MARK: The console

  /// Keeps the kernel's text off the screen, once there is one. Without a terminal that may be taken
  /// it goes without: a service without the right has none.
  private func takeTerminal() {
    guard isForDisplays, backend != nil, terminal == nil, specification.terminal != .none,
      away == nil
    else { return }
    do throws(SystemError) {
      terminal = try openTerminal()
      hasNoTerminal = false
    } catch {
      hasNoTerminal = true
      log.note("the console is left as it is: " + error.description)
    }
    if let terminal, !terminal.isActive { suspend() }
    takeKeyboard()
  }

  private func openTerminal() throws(SystemError) -> VirtualTerminal {
    switch specification.terminal {
    case .number(let number): try VirtualTerminal(number: number)
    default: try VirtualTerminal()
    }
  }

  // MARK: The keyboard

  /// True if keys can be read, now or when a display has come.
  var mayHaveKeyboard: Bool {
    if keyboard != nil { return true }
    return takesKeys && isForDisplays && specification.terminal != .none && !hasNoTerminal
      && !hasNoKeyboard && (away == nil || away == .detail)
  }

  /// True if the console, or its keys, never could be had.
  var lacksKeyboard: Bool { !hadKeyboard && (hasNoTerminal || hasNoKeyboard) }

  private func takeKeyboard() {
    guard takesKeys, keyboard == nil, let terminal else { return }
    do throws(SystemError) {
      try take(try terminal.openKeyboard())
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

  /// Why the scene is not on the console.
  enum Away: Equatable {
    /// The console's text was asked for by a key: keys stay ours, to come back with.
    case detail
    /// The console's text was asked for by a program: keys are the console's.
    case hidden
    /// The screens, the keyboard and the console are left to another program.
    case inactive
  }

  /// True if the console's text is shown in place of the scene.
  var showsConsole: Bool { away == .detail || away == .hidden }

  /// True if the console is the one that is seen, or there is none.
  var isInFront: Bool { terminal?.isActive ?? !isSuspended }

  /// Shows the console's text in place of the scene; the keyboard is the console's.
  func showConsole() {
    guard away != .inactive else { return }
    releaseKeyboard()
    away = .hidden
    suspend()
    terminal?.show(text: true)
  }

  /// Shows the console's text, or the scene again.
  func toggleConsole(for display: Display) {
    switch away {
    case .detail: showScene(for: display)
    case nil where terminal != nil:
      away = .detail
      suspend()
      terminal?.show(text: true)
    default: break
    }
  }

  /// Shows the scene where the console's text is shown.
  func showScene(for display: Display) {
    if showsConsole { comeBack(for: display) }
  }

  /// Leaves the screens, the keyboard and the console to others until `reactivate`.
  func deactivate() {
    guard away != .inactive else { return }
    away = .inactive
    releaseKeyboard()
    suspend()
    // Another program sets its modes; nothing of ours is to change them when this process ends.
    terminal?.leave()
    terminal = nil
  }

  func reactivate(for display: Display) {
    if away == .inactive { comeBack(for: display) }
  }

  private func comeBack(for display: Display) {
    away = nil
    if terminal == nil { takeTerminal() } else { takeKeyboard() }
    if let terminal {
      guard terminal.isActive else { return }
      terminal.show(text: false)
    }
    resume(for: display)
  }

  /// The kernel wants to show another terminal.
  func releaseTerminal() {
    suspend()
    terminal?.release()
  }

  /// Our terminal is shown again.
  func acquireTerminal(for display: Display) {
    // It may have been left again before this was heard.
    guard let terminal, terminal.isActive else { return }
    terminal.acquire()
    if away == nil { resume(for: display) } else { terminal.show(text: true) }
  }

  /// Gives the screen and the console back.
  /// - Parameter retained: whether the picture is to stay for the next program to take over.
  func close(retained: Bool) {
    releaseKeyboard()
    if backend?.inheritance != nil { onInheritance(nil) }
    let seconds = specification.retainSeconds
    let retention =
      retained ? Retention(seconds: seconds, console: terminal?.guardLink) : nil
    let picture = backend?.close(retaining: retention) ?? .none
    // A console that was left to a program that never took it is text again.
    if away == .inactive { terminal = try? openTerminal() }
    terminal?.close(retained: picture, seconds: seconds)
    terminal = nil
  }

  // MARK: Sharing

  /// Leaves the screens to others.
  func suspend() {
    guard !isSuspended else { return }
    isSuspended = true
    backend?.suspend()
  }

  /// Takes the screens back.
  func resume(for display: Display) {
    guard isSuspended else { return }
    isSuspended = false
    do throws(OutputError) {
      try backend?.resume()
      display.refresh()
      look(for: display)
    } catch {
      lose(error, display)
    }
  }
}
