import Output
import System
import Wire

/// Connects the display, its clients, the sockets, the signals and the service manager in one loop.
///
/// A turn: wait; handle presented frames and touches, and draw the frames that are due; then
/// signals, new connections and calls; then schedule the next frame, which an idle display gets at
/// once. While a frame takes long to prepare or to draw, signals are handled and calls answered
/// between its slices. Signals that end the process do not even wait for the end of a slice. When
/// nothing changes, the loop waits without a timer.
public final class Daemon {
  let shows: Shows
  let clients: Clients
  let loads: SceneLoads
  let desk: PromptDesk
  let boot: BootDesk
  private(set) var plymouth: PlymouthServer?
  private var successor: SuccessorListener?
  private(set) var psplash: PsplashServer?
  private let outputManager: OutputManager
  private let loop: EventLoop
  private let log: Log
  private let users: Users
  /// The listeners for clients, and all.
  private var listeners: [Listener] = []
  private var allListeners: [Listener] = []
  /// Notices the removal of the first listener's socket; nil where the service manager has it.
  private var socketWatch: PathWatch?
  private let frameTimer: TimerDescriptor
  /// The time for which the frame timer is armed; nil if it is not armed.
  private(set) var armedDeadline: Int64?
  var supervisor: LoopSupervisor?
  var signals: SignalDescriptor?
  /// Signals that arrived in the middle of a frame and have to wait for its end.
  private var lateSignals: [Signal] = []
  private var input: DeviceInput?
  private var keeper: StateKeeper?
  /// True if the loop is to end.
  private(set) var isDone = false
  /// True from the end of the start on.
  private var isReady = false
  /// Set while the scenes come to rest before the end.
  private var landing: Landing?
  /// The number of clients when a connection could not be accepted for lack of descriptors or
  /// memory: once a client leaves, there may be enough.
  private var shortageCount = 0

  init(
    shows: Shows, outputManager: OutputManager, loop: EventLoop, log: Log,
    limits: Limits = Limits(),
    users: Users = Users()
  ) throws(SystemError) {
    self.shows = shows
    self.outputManager = outputManager
    self.loop = loop
    self.log = log
    self.users = users
    desk = PromptDesk(shows, outputManager.console)
    loads = try SceneLoads(shows, limits: limits, log: log)
    boot = BootDesk(desk, shows: shows, outputManager: outputManager, loads: loads, log: log)
    clients = try Clients(
      loop: loop, shows: shows, loads: loads, boot: boot, limits: limits, log: log,
      users: users)
    frameTimer = try TimerDescriptor()
    try loads.watch(with: loop)
    try loop.watch(frameTimer.descriptor, for: .readable, as: .frame)
    desk.queue.onEscape = { [unowned(unsafe) outputManager, unowned(unsafe) shows] in
      unsafe outputManager.toggleConsole(for: shows)
    }
    shows.couldTakeQuestions = { [unowned(unsafe) desk] in unsafe desk.couldTakeQuestions }
    shows.slicer = FrameSlicer(
      now: shows.clock.monotonic, thread: try LongStepThread(interval: FrameSlicer.longSlice),
      attend: { [unowned(unsafe) self] isInSlice in unsafe attend(isInSlice: isInSlice) },
      serve: { [unowned(unsafe) self] end, work in
        unsafe serveClients(until: end, during: work)
      })
  }

  deinit {
    shows.isInterrupted = { false }
    shows.slicer = nil
  }

  // MARK: Sources

  /// Accepts clients on a listener.
  func listen(on listener: Listener) throws(SystemError) {
    try listener.watch(with: loop, as: .listener(listeners.count))
    listeners.append(listener)
    allListeners.append(listener)
    if listeners.count == 1 { watchSocket() }
  }

  private func watchSocket() {
    guard let path = listeners.first?.path, let watch = try? PathWatch(namesOf: path),
      (try? loop.watch(watch.descriptor, for: .readable, as: .socketFile)) != nil
    else { return }
    socketWatch = consume watch
  }

  /// Makes the socket anew if its file was removed, perhaps together with its directory; otherwise
  /// no client could find the daemon any more.
  private func restoreSocket() {
    _ = try? socketWatch?.drain()
    // The path of an image's daemon passes to the socket unit of the root, which removes the socket
    // and binds its own. A new socket would get in between, and the unit's probe would start the
    // service.
    guard successor == nil else { return }
    guard let listener = listeners.first, listener.isLost, let path = listener.path else { return }
    // Clients that are waiting have connected through the former socket.
    accept(0)
    do throws(ListenError) {
      try listener.listenAgain(creatingBelow: StartupSockets.runtimeDirectories)
      watchSocket()
      log.warning("the socket '" + path + "' was removed, and is there again")
    } catch {
      log.error(
        "no further client can connect before a restart, since the socket was removed: "
          + error.description)
    }
  }

  /// Serves plymouth's boot protocol.
  func servePlymouth(on listener: Listener) throws(SystemError) {
    plymouth = try PlymouthServer(
      listener, loop: loop, boot: boot, users: users, log: log)
    allListeners.append(listener)
  }

  /// Hands what is shown to the daemon that replaces this one, when it connects. To be called after
  /// `servePlymouth`.
  func awaitSuccessor(on listener: Listener) throws(SystemError) {
    let successor = try SuccessorListener(listener, loop: loop, log: log, users: users)
    plymouth?.onNewRoot = { [unowned(unsafe) successor] root in unsafe successor.enter(root) }
    self.successor = successor
    allListeners.append(listener)
  }

  /// Serves the FIFO of psplash.
  func servePsplash(on pipe: consuming NamedPipe) throws(SystemError) {
    psplash = try PsplashServer(pipe, loop: loop, boot: boot, log: log)
  }

  /// Ends on TERM and INT, loads the scene again on HUP, and gives the service manager signs of
  /// life, if it expects them.
  func handleSignals(for manager: ServiceManager) throws(SystemError) {
    try SignalDescriptor.ignoreBrokenPipes()
    let received = try SignalDescriptor([
      .hangUp, VirtualTerminal.releaseSignal, VirtualTerminal.acquireSignal,
    ])
    try loop.watch(received.descriptor, for: .readable, as: .signals)
    signals = consume received
    let supervisor = try LoopSupervisor(for: manager)
    try loop.watch(supervisor.wake, for: .readable, as: .ending)
    try supervisor.takeSignals()
    self.supervisor = supervisor
    shows.isInterrupted = { [unowned(unsafe) self] in
      _ = unsafe attend()
      return unsafe isDone
    }
  }

  /// Serves touches of the display, and keys that no console gives.
  func serve(_ input: DeviceInput) throws(SystemError) {
    input.onKey = { [unowned(unsafe) desk] bytes, isRepeated in
      unsafe desk.handle(bytes, isRepeated: isRepeated)
    }
    shows.onScreenKey = { [unowned(unsafe) desk] key in unsafe desk.handle(key) }
    desk.input = input
    try input.watch(with: loop)
    self.input = input
  }

  /// Keeps the state for the next start, until the daemon ends in order.
  func keepState(by keeper: StateKeeper) {
    keeper.boot = { [unowned(unsafe) boot] in unsafe boot.tracker.state }
    keeper.unitTimes = { [unowned(unsafe) boot] in unsafe boot.tracker.times }
    keeper.messages = { [unowned(unsafe) boot] in unsafe boot.messages }
    // The boot's value follows the times. Times from a named file are newer than an image's.
    if boot.tracker.times == nil, let times = keeper.values?.unitTimes {
      boot.tracker.learn(times)
    }
    if let state = keeper.values?.boot { boot.tracker.restore(state) }
    if let messages = keeper.values?.messages { boot.restore(messages) }
    self.keeper = keeper
  }

  // MARK: The loop

  func run() throws(SystemError) {
    // Only now that the first frame is shown and reported.
    loads.loadAwaited()
    while !isDone { try turn() }
  }

  /// Waits until something happens and handles it.
  /// - Parameter milliseconds: the longest time to wait; nil for no limit.
  func turn(milliseconds: Int32? = nil) throws(SystemError) {
    let events = try wait(milliseconds: milliseconds)
    for event in events where event.token == EventSource.display.token {
      outputManager.handleEvents(for: shows)
    }
    if events.contains(where: { $0.token == EventSource.input.token }) { input?.read() }
    if events.contains(where: { !EventSource(token: $0.token).isDisplayTime }) {
      shows.slicer?.expectChange()
    }
    let now = shows.now
    shows.tick(now: now)
    for event in events { try handle(event) }
    let late = lateSignals
    lateSignals = []
    for signal in late { handle(signal) }
    clients.handleCalls()
    desk.show()
    shows.updateKeyboards()
    boot.update()
    // Before any of it is drawn, since the drawing may crash the daemon.
    keeper?.write(shows)
    shows.slicer?.reset()
    if plymouth?.wantsQuit ?? false || psplash?.wantsQuit ?? false || successor?.isDone ?? false
      || hasLanded
    {
      isDone = true
    }
    resumeListening()
    input?.follow()
    clients.drawScreenshot()
    present(now: now)
    layOut()
    clients.publish(shows.takeEvents())
    try clients.watchUnfinished()
    try arm(now: now, hadFrame: events.contains { $0.token == EventSource.frame.token })
  }

  private func handle(_ event: EpollEvent) throws(SystemError) {
    switch EventSource(token: event.token) {
    // The tick has handled it; arming the timer again or disarming it clears it.
    case .frame, .display, .input: break
    case .devices: outputManager.handleHotplug(for: shows)
    case .retry: outputManager.handleRetry(for: shows)
    case .signals: try handleSignals()
    case .ending: isDone = true
    case .unfinished: clients.dropUnfinished()
    case .loads: clients.finishLoad()
    case .listener(let index): accept(index)
    case .connection(let identifier): clients.handle(identifier, event.readiness)
    case .keyboard: desk.readKeys()
    case .plymouthListener: plymouth?.accept()
    case .plymouthTimer: plymouth?.handleTimer()
    case .successor: successor?.accept(now: shows.now)
    case .successorTimer: successor?.handleTimer()
    case .socketFile: restoreSocket()
    case .psplash: psplash?.read()
    case .psplashTimer: psplash?.handleTimer()
    case .plymouth(let identifier): plymouth?.handle(identifier, event.readiness)
    }
  }

  /// Shows the frames that are due, and plans the next ones.
  private func present(now: Int64) {
    if let loss = shows.takeLoss() { outputManager.lose(loss, shows) }
    // Another variant of a scene, for another size, may wait for other pictures.
    if shows.awaitedPicture != nil { loads.loadAwaited() }
    shows.schedule(now: now)
    // An idle display takes the next frame at once.
    guard let deadline = shows.deadline(now: now), deadline <= now else { return }
    shows.tick(now: now)
    if let loss = shows.takeLoss() { outputManager.lose(loss, shows) }
    shows.schedule(now: now)
  }

  /// Goes on with scenes that are to be shown in another locale.
  private func layOut() {
    if shows.isLayingOut {
      if shows.layOut() { boot.showTitle() }
      shows.schedule(now: shows.now)
    }
    clients.answerLayouts()
  }

  private func wait(milliseconds: Int32?) throws(SystemError) -> [EpollEvent] {
    supervisor?.beat()
    guard !clients.hasBacklog, lateSignals.isEmpty, !shows.isLayingOut, !clients.awaitsScreenshot
    else {
      return try loop.wait(milliseconds: 0)
    }
    supervisor?.setWaiting(true)
    defer { supervisor?.setWaiting(false) }
    return try loop.wait(milliseconds: milliseconds ?? timeout)
  }

  /// The longest time to wait, in milliseconds; nil for no limit.
  private var timeout: Int32? {
    var least: Int32?
    for timeout in [
      shows.timeout, keeper?.timeout(for: shows), desk.timeout, boot.timeout,
      landing?.timeout(for: shows), pauseTimeout,
    ] {
      if let timeout { least = min(least ?? timeout, timeout) }
    }
    return least
  }

  /// The time, in milliseconds, until a listener's pause is over; nil if none pauses.
  private var pauseTimeout: Int32? {
    var end: Int64?
    for listener in allListeners {
      if let pauseEnd = listener.pauseEnd { end = min(end ?? pauseEnd, pauseEnd) }
    }
    return end.map { Int32(clamping: max($0 - shows.now + 999, 0) / 1000) }
  }

  /// True if a client has requested the end, and the scenes are at rest where it requested that.
  private var hasLanded: Bool {
    guard let request = clients.quit else { return false }
    guard request.lands else { return true }
    if landing == nil {
      endBoot()
      landing = Landing(of: shows)
    }
    return landing?.isOver(for: shows) ?? true
  }

  /// Draws the first frame and schedules the next one.
  func start() throws(SystemError) {
    outputManager.prepare(for: shows)
    shows.presentNow()
    // One that was asked to end in the middle of it has drawn nothing.
    if !isDone { keeper?.noteRunning() }
    // No client has subscribed to the first events yet.
    _ = shows.takeEvents()
    try outputManager.watch()
    if let loss = shows.takeLoss() { outputManager.lose(loss, shows) }
    let now = shows.now
    shows.schedule(now: now)
    try arm(now: now, hadFrame: false)
  }

  /// Ends the start. A slow start may have been given up by the service manager.
  /// - Returns: false if the daemon was asked to end during the start.
  func becomeReady() -> Bool {
    if supervisor?.isEnding ?? false { isDone = true }
    isReady = !isDone
    return isReady
  }

  /// Notifies the subscribers, sends waiting bytes as far as possible, and closes the sockets.
  func stop() {
    // A last frame is drawn in one go.
    shows.slicer = nil
    let isLeft = handOver()
    if successor?.isThere != true { endBoot() }
    if !isLeft.state {
      if isReady { keeper?.forget() } else { keeper?.giveUpStart() }
    }
    clients.finish(with: shows.event(.quitting))
    for listener in listeners { listener.close() }
    listeners.removeAll()
    allListeners.removeAll()
    psplash?.close()
    if isLeft.device {
      outputManager.leave()
    } else {
      outputManager.close(
        retained: retainsPicture, successor: clients.quit?.successor, for: shows)
    }
    // The next display server takes the screen once this connection is closed.
    clients.finishQuit()
    plymouth?.finish()
    successor?.finish()
  }

  /// True if the picture is left on the screen.
  private var retainsPicture: Bool {
    clients.quit?.retainsPicture ?? false || plymouth?.retainsPicture ?? false
      || psplash?.wantsQuit ?? false
      || successor?.isDone ?? false
  }

  /// Tells the end of the boot to the clients that wait for it, and in a picture that is left.
  private func endBoot() {
    boot.tracker.end()
    if boot.tracker.showEnd(), retainsPicture { shows.presentNow() }
  }

  /// Hands the scenes to the daemon that continues with them. Hands over the display, too, if that
  /// daemon could later give it up; otherwise the picture stays until that daemon has opened the
  /// display.
  /// - Returns: true for the state and for the device if that daemon has received it.
  private func handOver() -> (state: Bool, device: Bool) {
    guard let successor, successor.isThere else { return (false, false) }
    let state = keeper?.handOver(shows)
    let device = successor.mayGiveDisplayUp ? outputManager.legacy : nil
    // The root's socket unit could not listen while the image's daemon did.
    let items: [(String, Int32?)] = [
      (StateKeeper.stateName, state), (StateKeeper.deviceName, device),
      (PlymouthServer.descriptorName, plymouth?.listeningNumber),
    ]
    guard successor.hand(items) else { return (false, false) }
    if state != nil { keeper?.leave() }
    return (state != nil, device != nil)
  }

  private func arm(now: Int64, hadFrame: Bool) throws(SystemError) {
    let deadline = shows.deadline(now: now)
    guard deadline != armedDeadline || hadFrame else { return }
    if let deadline {
      try frameTimer.arm(at: deadline)
    } else {
      try frameTimer.disarm()
    }
    armedDeadline = deadline
  }

  /// Handles matters that cannot wait for the end of a long step: a request for the daemon's end,
  /// or for the screen.
  /// - Parameter isInSlice: true on the thread that serves clients in a slice, whose own end is not
  ///   certain. The slice may be writing pixels, so the screen is not left before the slice ends.
  /// - Returns: false if nothing more is to be drawn for now.
  func attend(isInSlice: Bool = false) -> Bool {
    if !isInSlice { supervisor?.beat() }
    if let supervisor, supervisor.isEnding { isDone = true }
    while let signal = try? signals?.next() { lateSignals.append(signal) }
    // A release signal may have come in a slice, or while a stage was sampled, which nothing
    // interrupts.
    let release = VirtualTerminal.releaseSignal
    guard lateSignals.contains(release) else { return !isDone }
    // An earlier signal about the screen is handled first.
    if !isInSlice, outputManager.canLeaveAtOnce,
      !lateSignals.contains(VirtualTerminal.acquireSignal)
    {
      lateSignals.removeAll { $0 == release }
      outputManager.releaseTerminal(for: shows)
    }
    return false
  }

  /// Serves clients between slices of a frame's work, or in one: waiting clients would otherwise
  /// wait for a frame or two. The rest stays for the loop.
  private func serveClients(until end: Int64, during work: FrameSlicer.Work) {
    // A client's call may have brought another display, whose scene is being laid out now.
    if clients.isServing { return }
    // A client that has just connected has usually sent a call already.
    if handleClients() { _ = handleClients() }
    clients.handleCalls(in: (end, work))
  }

  /// Handles the waiting clients, without waiting itself.
  /// - Returns: true if a client has connected.
  private func handleClients() -> Bool {
    var hasNewcomers = false
    guard let events = try? loop.wait(milliseconds: 0) else { return false }
    if !events.isEmpty { shows.slicer?.expectChange() }
    for event in events {
      switch EventSource(token: event.token) {
      case .listener(let index):
        hasNewcomers = true
        accept(index)
      case .connection(let identifier): clients.handle(identifier, event.readiness)
      default: break
      }
    }
    return hasNewcomers
  }

  private func handleSignals() throws(SystemError) {
    while let signal = try signals?.next() { handle(signal) }
  }

  private func handle(_ signal: Signal) {
    switch signal {
    case .hangUp: loads.reload()
    case VirtualTerminal.releaseSignal: outputManager.releaseTerminal(for: shows)
    case VirtualTerminal.acquireSignal: outputManager.acquireTerminal(for: shows)
    default: break
    }
  }

  private func accept(_ index: Int) {
    guard listeners.indices.contains(index) else { return }
    do throws(SystemError) {
      try listeners[index].accept(now: shows.now) { clients.add($0) }
    } catch {
      log.clientFault(error.description)
      if error.isShortage { shortageCount = clients.count }
    }
  }

  private func resumeListening() {
    let isEarly = clients.count < shortageCount
    shortageCount = min(shortageCount, clients.count)
    for listener in allListeners where listener.pauseEnd != nil {
      do throws(SystemError) {
        try listener.resume(now: shows.now, isEarly: isEarly)
      } catch {
        log.clientFault("no new connections for now: " + error.description)
      }
    }
  }
}
