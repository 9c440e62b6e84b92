import Geometry
import Images
import JSON
import System
import Testing
import Wire

@testable import Output
@testable import Server

/// Screens that fail, go, come and keep silent.
@Suite struct ScreenTests {
  private static let gone = OutputFault.display(
    SystemError(.showFrame, path: "/dev/dri/card0", code: 19))
  private static let refused = OutputFault.display(
    SystemError(.showFrame, path: "/dev/dri/card0", code: 16))
  private static let taken = OutputError.noMaster(
    SystemError(.takeMaster, path: "/dev/dri/card0", code: 16))

  private func harness(_ cards: FakeCards) throws -> Harness {
    try Harness(isStepped: false, text: Harness.scene, output: .auto) { _ throws(OutputError) in
      try cards.open()
    }
  }

  /// Advances the time from frame to frame, as long as frames are scheduled.
  @discardableResult private func run(_ harness: Harness, frames: Int = 100) throws -> Int {
    var count = 0
    while count < frames, let deadline = harness.daemon.armedDeadline {
      harness.clock.now = max(harness.clock.now, deadline)
      try harness.daemon.turn(milliseconds: 0)
      count += 1
    }
    return count
  }

  @Test func `a device that goes with the first frame makes room for the next`() throws {
    let first = FakeScreen("A-1")
    first.fault = Self.gone
    let second = FakeScreen("B-1")
    let cards = FakeCards([.success(FakeCard(first)), .success(FakeCard(second))])
    let harness = try harness(cards)
    try run(harness)
    #expect(cards.openCount == 2)
    #expect(harness.shows.outputNames == "B-1=96x64")
    #expect(second.hasWholeFrame)
    #expect(harness.shows.outputFailure == nil)
  }

  @Test func `a device that goes leaves the screens of others alone`() throws {
    let (first, second) = (FakeScreen("A-1"), FakeScreen("B-1"))
    let card = FakeCard(first, second)
    card.others = [second]
    let cards = FakeCards([.success(card)])
    let harness = try harness(cards)
    try run(harness)
    let count = second.regions.count
    first.fault = Self.gone
    harness.shows.refresh()
    try harness.settle()
    try run(harness)
    #expect(cards.openCount == 1 && harness.shows.outputNames == "B-1=96x64")
    #expect(second.regions.count == count + 1, "the refresh alone")
  }

  @Test func `a second card that another program has is retried less and less often`()
    throws
  {
    let (first, second) = (FakeScreen("A-1"), FakeScreen("B-1"))
    let card = FakeCard(first)
    card.setTaken()
    let harness = try harness(FakeCards([.success(card)]))
    try run(harness)
    for _ in 0..<100 where card.attemptCount == 0 { try harness.daemon.turn(milliseconds: 20) }
    #expect(card.attemptCount == 1, "no event of a device came")
    var pace: [Int64] = []
    for _ in 0..<14 {
      harness.outputManager.handleRetry(for: harness.shows)
      pace.append(harness.outputManager.hotplug.retryInterval)
    }
    #expect(zip(pace, pace.dropFirst()).allSatisfy { $1 == min($0 * 2, 60_000_000) })
    #expect(pace.last == 60_000_000 && harness.shows.outputNames == "A-1=96x64")
    // While the screens are left to others it waits, too.
    harness.outputManager.deactivate(for: harness.shows)
    let attempts = card.attemptCount
    harness.outputManager.handleRetry(for: harness.shows)
    #expect(card.attemptCount == attempts)
    harness.outputManager.reactivate(for: harness.shows)
    card.taken = [second]
    harness.outputManager.handleRetry(for: harness.shows)
    try harness.settle()
    try run(harness)
    #expect(harness.shows.outputNames.contains("B-1=96x64") && second.hasWholeFrame)
    let done = card.attemptCount
    harness.outputManager.handleRetry(for: harness.shows)
    #expect(card.attemptCount == done, "nothing is left to try")
  }

  @Test func `a frame that was not shown is drawn again, on a still picture too`() throws {
    let screen = FakeScreen("A-1")
    screen.fault = Self.refused
    let harness = try harness(FakeCards([.success(FakeCard(screen))]))
    try run(harness, frames: 3)
    #expect(screen.regions.count == 4 && harness.shows.outputFailure != nil)
    screen.fault = nil
    try run(harness)
    #expect(screen.regions.count == 5 && screen.hasWholeFrame)
    #expect(harness.shows.outputFailure == nil)
    #expect(harness.daemon.armedDeadline == nil)
    #expect(harness.lines.all.filter { $0.contains("is not shown") }.count == 1)
    #expect(harness.lines.all.contains { $0.contains("frames are shown again") })
  }

  @Test func `a screenshot does not wait for a display that is slow to show a frame`() throws {
    let screen = FakeScreen("A-1")
    screen.flips = true
    let harness = try harness(FakeCards([.success(FakeCard(screen))]))
    let peer = try harness.connect()
    harness.clock.now += 100_000
    try peer.send(DisplayInterface.Method.setProgress.call(["value": 0.5, "durationUSec": 0]))
    #expect(screen.isBusy)
    #expect(try peer.call(.screenshot).error == nil)
    #expect(screen.waitCount == 0 && screen.isBusy)
    // The display gets the picture of the screenshot with its next frame.
    let count = screen.regions.count
    screen.flip(at: harness.clock.now)
    try harness.daemon.turn(milliseconds: 0)
    try run(harness)
    #expect(screen.regions.count == count + 1 && screen.hasWholeFrame)
  }

  @Test func `frames of a screen that fails are not retried for ever`() throws {
    let screen = FakeScreen("A-1")
    screen.fault = Self.refused
    let harness = try harness(FakeCards([.success(FakeCard(screen))]))
    let frames = try run(harness)
    #expect(frames < 30 && screen.regions.count > 10)
    #expect(harness.daemon.armedDeadline == nil, "idle again")
    // A change is tried again.
    screen.fault = nil
    let peer = try harness.connect()
    _ = try peer.call(.setProgress, ["value": 0.5, "durationUSec": 0])
    try run(harness)
    #expect(screen.regions.last?.isEmpty == false && harness.shows.outputFailure == nil)
  }

  @Test func `without a monitor on its card the daemon looks for another card`() throws {
    let (first, second) = (FakeScreen("A-1"), FakeScreen("B-1"))
    let card = FakeCard(first)
    let cards = FakeCards([.success(card), .success(FakeCard(second))])
    let harness = try harness(cards)
    try run(harness)
    card.found = []
    harness.outputManager.lookAnew(for: harness.shows)
    try harness.settle()
    try run(harness)
    #expect(harness.shows.outputNames == "B-1=96x64" && second.hasWholeFrame)
  }

  @Test func `a screen whose memory is new is drawn whole, though its mode is the same`() throws {
    let screen = FakeScreen("A-1")
    let harness = try harness(FakeCards([.success(FakeCard(screen))]))
    try run(harness)
    let count = screen.regions.count
    screen.exchange()
    harness.outputManager.lookAnew(for: harness.shows)
    try harness.settle()
    try run(harness)
    #expect(screen.regions.count == count + 1 && screen.hasWholeFrame)
  }

  @Test func `a display that another program has is retried less and less often`() throws {
    let cards = FakeCards([.failure(Self.taken)])
    let harness = try harness(cards)
    var intervals: [Int64] = []
    for _ in 0..<12 {
      intervals.append(harness.outputManager.hotplug.retryInterval / 50_000)
      harness.outputManager.handleRetry(for: harness.shows)
    }
    #expect(intervals == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1200])
    #expect(cards.openCount == 13)
    #expect(harness.lines.all.filter { $0.contains("another program has the display") }.count == 1)
    let screen = FakeScreen("A-1")
    cards.results = [.success(FakeCard(screen))]
    harness.outputManager.handleRetry(for: harness.shows)
    try harness.settle()
    try run(harness)
    #expect(harness.outputManager.hotplug.retryInterval == 50_000)
    #expect(screen.hasWholeFrame)
  }

  /// The kernel reports a device several times, and each time its node may not be accessible yet.
  @Test func `a pending attempt does not disturb a display that has come`() throws {
    let screen = FakeScreen("A-1")
    let card = FakeCard(screen)
    let harness = try harness(FakeCards([.failure(Self.taken), .success(card)]))
    harness.outputManager.lookAnew(for: harness.shows)
    let count = card.rescanCount
    harness.outputManager.handleRetry(for: harness.shows)
    #expect(card.rescanCount == count && harness.shows.outputNames == "A-1=96x64")
  }

  @Test func `a presenter that takes over a busy screen waits the usual time for its frame`() throws
  {
    let screen = FakeScreen("A-1")
    screen.flips = true
    let harness = try harness(FakeCards([.success(FakeCard(screen))]))
    #expect(screen.isBusy)
    harness.clock.now += 5_000_000
    let presenter = Presenter(
      stage: harness.shows.stage, output: screen,
      clock: SceneClock(isStepped: false) { [clock = harness.clock] in clock.now })
    try presenter.checkFlip(now: harness.clock.now)
    #expect(screen.isBusy)
    harness.clock.now += 1_000_000
    #expect(throws: OutputError.self) { try presenter.checkFlip(now: harness.clock.now) }
  }

  @Test func `a search after a hotplug does not delay the next attempt`() throws {
    let denied = OutputError.noDisplay(["no permission"], isTaken: true)
    let cards = FakeCards([.failure(denied)])
    let harness = try harness(cards)
    for _ in 0..<5 {
      harness.outputManager.handleRetry(for: harness.shows)
      harness.outputManager.lookAnew(for: harness.shows)
    }
    #expect(cards.openCount == 11)
    #expect(harness.outputManager.hotplug.retryInterval == 50_000)
  }

  @Test func `nothing is drawn on another terminal, and everything after the return`() throws {
    let screen = FakeScreen("A-1")
    let card = FakeCard(screen)
    let harness = try Harness(
      isStepped: false, text: Harness.scene, output: .auto,
      open: { _ throws(OutputError) in card }, terminal: try FakeConsole().terminal)
    try run(harness)
    let count = screen.regions.count
    harness.outputManager.releaseTerminal(for: harness.shows)
    #expect(card.isSuspended)
    let peer = try harness.connect()
    _ = try peer.call(.setProgress, ["value": 0.5, "durationUSec": 0])
    try run(harness)
    #expect(screen.regions.count == count)
    harness.outputManager.acquireTerminal(for: harness.shows)
    try harness.settle()
    try run(harness)
    #expect(!card.isSuspended && screen.regions.count == count + 1 && screen.hasWholeFrame)
  }

  @Test func `a display that another process has opened is left by opening it anew`() throws {
    let kept = FakeCard(FakeScreen("A-1"))
    kept.mayBeLeft = false
    let screen = FakeScreen("A-1")
    let own = FakeCard(screen)
    // The service manager has not closed its copy yet.
    let cards = FakeCards([
      .success(kept), .failure(Self.taken), .failure(Self.taken), .success(own),
    ])
    let harness = try harness(cards)
    try run(harness)
    #expect(!harness.outputManager.canLeaveAtOnce)
    harness.outputManager.releaseTerminal(for: harness.shows)
    #expect(cards.openCount == 4 && !kept.isSuspended && own.isSuspended)
    #expect(harness.outputManager.canLeaveAtOnce && harness.shows.outputNames == "A-1=96x64")
    try run(harness)
    #expect(screen.regions.isEmpty)
    harness.outputManager.resume(for: harness.shows)
    try harness.settle()
    try run(harness)
    #expect(!own.isSuspended && screen.hasWholeFrame)
  }

  @Test func `a display that is opened anew before the first frame is watched once`() throws {
    let kept = FakeCard(FakeScreen("A-1"))
    kept.mayBeLeft = false
    let own = FakeCard(FakeScreen("A-1"))
    let (near, far) = try UnixStream.pair()
    let events = FileDescriptor(owning: near)
    own.setEvents(events)
    let cards = FakeCards([.success(kept), .success(own)])
    let console = try FakeConsole()
    console.visible = 2
    let harness = try Harness(
      isStepped: false, text: Harness.scene, output: .auto,
      open: { _ throws(OutputError) in try cards.open() }, terminal: console.terminal)
    #expect(cards.openCount == 2 && own.isSuspended)
    harness.outputManager.device.drop()
    // Now it is watched by nobody.
    try harness.loop.watch(events, for: .readable, as: .display)
    _ = FileDescriptor(owning: far)
  }

  @Test func `a console that another program manages is taken back when that ends`() throws {
    let console = try FakeConsole()
    let card = FakeCard(FakeScreen("A-1"))
    let harness = try Harness(
      isStepped: false, text: Harness.scene, output: .auto,
      open: { _ throws(OutputError) in card }, terminal: console.terminal)
    try run(harness)
    harness.outputManager.console.wantKeys()
    #expect(console.isGraphics && console.isTaken)
    harness.outputManager.deactivate(for: harness.shows)
    #expect(card.isSuspended && !console.isTaken)
    console.present = .another
    harness.outputManager.reactivate(for: harness.shows)
    #expect(harness.outputManager.console.place == .returning && !harness.outputManager.isInFront)
    harness.outputManager.handleRetry(for: harness.shows)
    #expect(harness.outputManager.console.place == .returning && card.isSuspended)
    #expect(!harness.outputManager.console.mayHaveKeyboard)
    console.present = .nobody
    harness.outputManager.handleRetry(for: harness.shows)
    #expect(harness.outputManager.console.place == .shown && !card.isSuspended && console.isTaken)
    #expect(harness.outputManager.isInFront)
    // A program that asks for the screens meanwhile gets them.
    harness.outputManager.deactivate(for: harness.shows)
    console.present = .another
    harness.outputManager.reactivate(for: harness.shows)
    harness.outputManager.deactivate(for: harness.shows)
    console.present = .nobody
    harness.outputManager.handleRetry(for: harness.shows)
    #expect(card.isSuspended && !console.isTaken)
  }

  @Test func `a picture stays at the end on a display that cannot be left, too`() throws {
    let kept = FakeCard(FakeScreen("A-1"))
    kept.mayBeLeft = false
    let screen = FakeScreen("A-1")
    let own = FakeCard(screen)
    let harness = try harness(FakeCards([.success(kept), .success(own)]))
    try run(harness)
    let peer = try harness.connect()
    _ = try peer.call(.quit, ["retain": true])
    harness.daemon.stop()
    #expect(!kept.isClosed && own.isClosed && screen.hasWholeFrame)
  }

  @Test func `a picture that is handed over stays for the caller`() throws {
    let card = FakeCard(FakeScreen("A-1"))
    let harness = try harness(FakeCards([.success(card)]))
    try run(harness)
    let root = PeerCredentials(processIdentifier: 4711, userIdentifier: 0, groupIdentifier: 0)
    let peer = try harness.connect(as: root)
    #expect(try peer.call(.quit, ["handOver": true]).error == nil)
    harness.daemon.stop()
    #expect(card.retention?.successor == 4711)
  }

  /// Times of a driver whose clock is the time of day, or counts from another start.
  @Test(arguments: [Int64.min, -1, 0, 1, 1_800_000_000_000_000, 4_294_967_295_999_999, .max])
  func `an invalid flip time does not stop the frames`(time: Int64) throws {
    let screen = FakeScreen("A-1")
    screen.flips = true
    let harness = try harness(FakeCards([.success(FakeCard(screen))]))
    let peer = try harness.connect()
    for value in [0.2, 0.4, 0.6] {
      let count = screen.regions.count
      _ = try peer.call(.setProgress, ["value": .number(value), "durationUSec": 0])
      for _ in 0..<8 {
        if screen.isBusy { screen.flip(at: max(min(time, 1 << 62), -1 << 62)) }
        harness.clock.now += 16_667
        try harness.settle()
      }
      #expect(screen.regions.count > count, "\(value)")
    }
  }

  @Test func `a frame without a flip event is given up, and logged once`() throws {
    let screen = FakeScreen("A-1")
    screen.flips = true
    let harness = try harness(FakeCards([.success(FakeCard(screen))]))
    let peer = try harness.connect()
    #expect(screen.isBusy && harness.shows.timeout == 1000)
    for value in [0.2, 0.4] {
      _ = try peer.call(.setProgress, ["value": .number(value), "durationUSec": 0])
      let count = screen.regions.count
      harness.clock.now += 900_000
      try harness.settle()
      #expect(screen.isBusy && screen.regions.count == count)
      harness.clock.now += 100_000
      try harness.settle()
      try run(harness)
      #expect(screen.regions.count == count + 1, "what came since is on its way")
    }
    #expect(harness.lines.all.filter { $0.contains("does not report") }.count == 1)
    screen.flip(at: harness.clock.now)
    try harness.settle()
    try run(harness)
    #expect(screen.state == .enabled)
    #expect(harness.shows.timeout == nil && harness.daemon.armedDeadline == nil)
  }
}
