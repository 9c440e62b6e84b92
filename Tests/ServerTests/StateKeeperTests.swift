// Long: each test is a life of the keeper, and several lives follow one another on one file.

import BootProgress
import Foundation
import Geometry
import Stage
import System
import TestSupport
import Testing

@testable import Server

/// The use of the former state at a start of the daemon.
@Suite struct StateKeeperTests {
  let directory: TemporaryDirectory
  let lines = Harness.Lines()
  init() throws { directory = try TemporaryDirectory() }

  private func keeper(commandLine: String = "") throws -> StateKeeper {
    let lines = lines
    let log = Log(isVerbose: true, now: { 0 }, write: { lines.all.append($0) })
    let manager = ServiceManager(processIdentifier: 1) { _ in nil }
    return try #require(
      StateKeeper.open(manager, path: directory("state"), log: log, commandLine: commandLine))
  }

  /// One life of the daemon that ends by a crash or a kill.
  private func live(
    from start: Int64, crashAt crash: Int64 = 0, _ harness: Harness, isShown: Bool = true
  ) throws -> (refusal: String?, scenes: SavedScenes?) {
    let result: (String?, SavedScenes?)
    do {
      let keeper = try keeper()
      keeper.begin(now: start)
      result = (keeper.refusal, keeper.scenes)
      if isShown { keeper.noteRunning() }
      keeper.write(harness.shows)
    }
    if crash > 0 { try self.crash(at: crash) }
    return result
  }

  private func crash(at time: Int64) throws {
    let file = try StateFile(path: directory("state"))
    file.starts.crashTime = time
  }

  private func harness() throws -> Harness {
    try Harness(isStepped: false, text: Harness.scene)
  }

  @Test func `scenes and values are restored as they were`() throws {
    var scenes = SavedScenes(commandLine: "a\nb=c", main: .bytes([1, 2, 3], name: "descriptor"))
    scenes.screens = [
      .init(name: "HDMI-A-1", origin: .file("/x y/ä.jsonc")),
      .init(name: "DP-1", origin: .builtInBoot),
      .init(name: "DP-2", origin: .bytes([], name: "descriptor")),
      .init(name: "DP-3", origin: .bytes([UInt8](repeating: 7, count: 99_999), name: "d")),
    ]
    #expect(SavedScenes(decoding: scenes.encoded()) == scenes)
    let harness = try harness()
    _ = try harness.shows.stage.setProgress("install", ProgressChange(.value(0.25)))
    try harness.shows.stage.setText("message", to: "\"\\ ü\n")
    // The settings may be others after a restart: a locale that no client asked for is not kept.
    #expect(SavedValues(harness.shows).locale == nil)
    try harness.shows.stage.setLocale("de")
    let values = SavedValues(harness.shows)
    #expect(values.locale == "de")
    #expect(SavedValues(decoding: values.encoded()) == values)
  }

  @Test(arguments: [StateFile.Part.scenes, .values])
  func `an unreadable part of the state is dropped with one warning`(part: StateFile.Part) throws {
    let harness = try harness()
    _ = try live(from: 1, harness)
    do {
      let file = try StateFile(path: directory("state"))
      try file.write(part, Array("{\"paused\":1e999}".utf8))
    }
    do {
      let keeper = try keeper()
      keeper.begin(now: 2)
      #expect((keeper.scenes == nil) == (part == .scenes) && keeper.values == nil)
      #expect(keeper.refusal == nil)
      let warnings = lines.all.filter { $0.contains("cannot be read") }
      #expect(warnings.count == 1)
      #expect(warnings[0].contains(part == .scenes ? "scenes, and their values," : "values of"))
      keeper.noteRunning()
      keeper.write(harness.shows)
    }
    // The next start goes on as ever.
    lines.all = []
    let next = try keeper()
    next.begin(now: 3)
    #expect(next.scenes != nil && next.values != nil)
    #expect(!lines.all.contains { $0.contains("cannot be read") })
  }

  @Test func `a locale that a scene sets is restored as the scene's own`() throws {
    let text = """
      { "strings": { "en": { "a": "A" }, "de": { "a": "B" } },
        "layers": [ { "kind": "text", "name": "word", "string": "@a" },
          { "name": "key", "frame": [0, 0, 20, 20] } ],
        "controls": { "go": { "kind": "button", "layer": "key", "sets": { "locale": "de" } } } }
      """
    let shows = try Harness(text: text).shows
    shows.stage.pointerBegan(1, at: Point(x: 5, y: 5), time: 0)
    shows.stage.pointerEnded(1, time: 0)
    shows.step(by: 100_000)
    #expect(shows.stage.locale == "de")
    let values = SavedValues(shows)
    #expect(values.locale == nil && values.main.locale == "de")
    let read = try #require(SavedValues(decoding: values.encoded()))
    #expect(read == values)
    let next = try Harness(text: text).shows.stage
    next.restore(read.main)
    #expect(next.locale == "de" && next.usualLocale.isEmpty)
    // The next scene begins in the locale that was asked for.
    #expect(shows.formats(on: nil).map(\.locale) == [""])
    #expect(shows.formats(on: nil, migrating: true).map(\.locale) == ["de"])
  }

  @Test(arguments: [#"{ "lines": "ready" }"#, #"{ "locale": "de" }"#])
  func `the end of a progress is a change also if it only sets a log or the locale`(
    sets: String
  ) throws {
    let harness = try Harness(
      text: """
        { "strings": { "en": { "a": "A" }, "de": { "a": "B" } },
          "layers": [ { "kind": "progress", "name": "bar", "style": "line", "frame": [0, 0, 90, 9] },
            { "kind": "log", "name": "lines", "frame": [0, 20, 90, 40] } ],
          "controls": { "job": { "kind": "progress", "drives": "bar", "duration": 1, "sets": \(sets) },
            "lines": { "kind": "log", "drives": "lines" } } }
        """)
    let shows = harness.shows
    _ = try shows.stage.setProgress("job", ProgressChange(.value(1)))
    shows.step(by: 500_000)
    _ = shows.takeEvents()
    let before = (shows.revision, SavedValues(shows))
    shows.step(by: 1_000_000)
    _ = shows.takeEvents()
    #expect(SavedValues(shows) != before.1)
    #expect(shows.revision != before.0)
    // The state has ended only once.
    let after = shows.revision
    shows.step(by: 1_000_000)
    _ = shows.takeEvents()
    #expect(shows.revision == after)
  }

  @Test func `names that differ in their bytes alone are different ones`() {
    let (letter, accented) = ("\u{E9}", "e\u{301}")
    var scenes = SavedScenes(commandLine: letter, main: .builtInBoot)
    #expect(scenes.count(for: letter) && !scenes.count(for: accented))
    scenes.screens = [letter, accented].map { .init(name: $0, origin: .builtInBoot) }
    let names = SavedScenes(decoding: scenes.encoded())?.screens.map { Array($0.name.utf8) }
    #expect(names == [Array(letter.utf8), Array(accented.utf8)])
    scenes.screens.append(scenes.screens[0])
    #expect(SavedScenes(decoding: scenes.encoded()) == nil)
  }

  @Test func `bytes of any kind are no scenes and no values, and nothing traps`() throws {
    let harness = try harness()
    var random = SeededGenerator(seed: 7)
    let whole = [
      SavedScenes(commandLine: "x", main: .bytes([1, 2, 3], name: "d")).encoded(),
      SavedValues(harness.shows).encoded(),
    ]
    for bytes in whole {
      for count in 0..<bytes.count {
        _ = SavedScenes(decoding: Array(bytes[..<count]))
        _ = SavedValues(decoding: Array(bytes[..<count]))
        var changed = bytes
        changed[count] = UInt8.random(in: 0...255, using: &random)
        _ = SavedScenes(decoding: changed)
        _ = SavedValues(decoding: changed)
      }
    }
    #expect(SavedScenes(decoding: [UInt8](repeating: 0xFF, count: 64)) == nil)
    #expect(SavedValues(decoding: []) == nil)
  }

  @Test func `future times in a file are refused, and so are more screens than a machine has`()
    throws
  {
    var values = SavedValues(try harness().shows)
    values.screens = [.init(name: "DP-1", record: StageRecord())]
    values.boot = BootState(record: BootRecord(), start: 4, isShown: true, isUsual: true)
    values.main.start = 5
    values.screens[0].record.start = 5.5
    var taken = try #require(SavedValues(decoding: values.encoded()))
    taken.forgetTimes(after: 5_000_000)
    #expect(taken == values)
    values.boot?.start = 1e300
    values.main.start = 4e9
    values.screens[0].record.start = 1e300
    taken = try #require(SavedValues(decoding: values.encoded()))
    taken.forgetTimes(after: 5_000_000)
    #expect(taken.main.start == nil && taken.screens[0].record.start == nil && taken.boot == nil)

    var scenes = SavedScenes(commandLine: "", main: .builtInBoot)
    scenes.screens = (0..<64).map { .init(name: "DP-\($0)", origin: .builtInBoot) }
    #expect(SavedScenes(decoding: scenes.encoded()) == scenes)
    scenes.screens[1].name = "DP-0"
    #expect(SavedScenes(decoding: scenes.encoded()) == nil)
    scenes.screens[1].name = "DP-1"
    scenes.screens.append(.init(name: "DP-64", origin: .builtInBoot))
    #expect(SavedScenes(decoding: scenes.encoded()) == nil)
  }

  @Test func `a killed daemon does not count as a crash`() throws {
    let harness = try harness()
    for life in 0..<10 {
      let (refusal, scenes) = try live(from: Int64(life * 1000 + 1), harness)
      #expect(refusal == nil)
      #expect((scenes == nil) == (life == 0))
    }
  }

  @Test func `scenes with which the daemon has crashed twice are refused`() throws {
    let harness = try harness()
    #expect(try live(from: 1, crashAt: 2, harness).refusal == nil)
    #expect(try live(from: 10, crashAt: 12, harness).refusal == nil)
    for start in Int64(20)..<30 {
      let life = try live(from: start, harness)
      #expect(life.refusal != nil && life.scenes == nil)
    }
    // Crashes of another scene are counted separately.
    do {
      let keeper = try keeper()
      keeper.begin(now: 40)
      load(keeper, harness)
    }
    #expect(try live(from: 50, harness).refusal == nil)
  }

  @Test func `a start that showed nothing counts as a crash`() throws {
    let harness = try harness()
    for start in Int64(1)...2 {
      #expect(try live(from: start, harness, isShown: false).refusal == nil)
    }
    #expect(try live(from: 3, harness).refusal != nil)
  }

  /// Plays the scenes of a start, and then one that a client loads, which does not get to a frame.
  private func load(_ keeper: StateKeeper, _ harness: Harness) {
    keeper.noteRunning()
    keeper.write(harness.shows)
    harness.shows.noteScenes()
    keeper.write(harness.shows)
  }

  @Test func `scenes that crash before their first frame are refused at once`() throws {
    let harness = try harness()
    // While scenes are read, only their names are known.
    do { try keeper().begin(now: 1) }
    try crash(at: 2)
    do {
      let other = try keeper(commandLine: "other.jsonc")
      other.begin(now: 3)
      #expect(other.refusal == nil)
    }
    try crash(at: 4)
    for start in Int64(1)...2 {
      let keeper = try keeper(commandLine: "other.jsonc")
      keeper.begin(now: start * 10)
      let refusal = try #require(keeper.refusal)
      #expect(refusal.hasPrefix("the daemon has crashed before the scene was on the screen; "))
      // It goes on after a kill, too.
      keeper.noteRunning()
      keeper.write(harness.shows)
    }
    do {
      let keeper = try keeper(commandLine: "other.jsonc")
      keeper.begin(now: 30)
      load(keeper, harness)
      // Its first frame.
      harness.shows.presentNow()
      keeper.write(harness.shows)
    }
    try crash(at: 35)
    do {
      let keeper = try keeper(commandLine: "other.jsonc")
      keeper.begin(now: 40)
      #expect(keeper.refusal == nil && keeper.scenes != nil)
      load(keeper, harness)
    }
    // A kill does not count as a crash.
    do {
      let keeper = try keeper(commandLine: "other.jsonc")
      keeper.begin(now: 50)
      #expect(keeper.refusal == nil && keeper.scenes != nil)
      load(keeper, harness)
    }
    try crash(at: 55)
    // The scenes of the command line have not crashed, and go on without it, also after a kill.
    for start in Int64(60)...61 {
      let keeper = try keeper(commandLine: "other.jsonc")
      keeper.begin(now: start)
      #expect(keeper.refusal == nil && keeper.scenes == nil && keeper.values == nil)
    }
    try crash(at: 65)
    let last = try keeper(commandLine: "other.jsonc")
    last.begin(now: 70)
    #expect(last.refusal != nil && last.scenes == nil && last.values == nil)
  }

  @Test func `crashes of scenes that clients load do not add up for those of the command line`()
    throws
  {
    let harness = try harness()
    for start in Int64(1)..<8 {
      do {
        let keeper = try keeper()
        keeper.begin(now: start * 10)
        #expect(keeper.refusal == nil && keeper.scenes == nil && keeper.crashCount == 0)
        load(keeper, harness)
      }
      try crash(at: start * 10 + 5)
    }
    #expect(lines.all.count { $0.contains("crashed before a scene that was loaded") } == 6)
  }

  @Test(arguments: [false, true])
  func `a scene for a screen of its own does not bring a refused main scene back`(
    isUnshown: Bool
  ) throws {
    let harness = try harness()
    if isUnshown {
      do { try keeper().begin(now: 1) }
      try crash(at: 2)
    } else {
      _ = try live(from: 1, crashAt: 2, harness)
      _ = try live(from: 3, crashAt: 4, harness)
    }
    for (start, isMain) in [(Int64(10), false), (20, true)] {
      let keeper = try keeper()
      keeper.begin(now: start)
      #expect(keeper.refusal != nil)
      keeper.noteRunning()
      keeper.write(harness.shows)
      harness.shows.noteScenes(isMain: isMain)
      keeper.write(harness.shows)
      #expect((keeper.refusal == nil) == isMain)
    }
    let last = try keeper()
    last.begin(now: 30)
    #expect(last.refusal == nil && last.scenes != nil)
  }

  @Test func `crashes that are far apart do not add up`() throws {
    let harness = try harness()
    let minute = StateKeeper.settledTime
    for life in Int64(0)..<5 {
      let start = 1 + life * 10 * minute
      #expect(try live(from: start, crashAt: start + 2 * minute, harness).refusal == nil)
    }
  }

  @Test func `a daemon that goes on crashing waits longer and longer`() throws {
    let harness = try harness()
    var delays: [Int] = []
    for start in Int64(1)..<14 {
      do {
        let keeper = try keeper()
        keeper.begin(now: start * 10)
        delays.append(keeper.delay)
        keeper.noteRunning()
        keeper.write(harness.shows)
      }
      try crash(at: start * 10 + 1)
    }
    #expect(delays == [0, 0, 0, 100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000, 5000])
  }

  @Test func `another command line and a reboot begin with a new state`() throws {
    let harness = try harness()
    _ = try live(from: 100, harness)
    do {
      let other = try keeper(commandLine: "other.jsonc")
      other.begin(now: 200)
      #expect(other.scenes == nil && other.values == nil)
    }
    _ = try live(from: 300, harness)
    #expect(try live(from: 50, harness).scenes == nil)
  }

  @Test func `a successor goes on with another command line unless that names scenes of its own`()
    throws
  {
    let harness = try harness()
    for (commandLine, isGoneOn) in [("", true), ("image.jsonc", true), ("other.jsonc", false)] {
      do {
        let keeper = try keeper(commandLine: "image.jsonc")
        keeper.begin(now: 100)
        keeper.noteRunning()
        #expect(keeper.handOver(harness.shows) != nil)
      }
      do {
        let next = try keeper(commandLine: commandLine)
        next.begin(now: 200)
        #expect((next.scenes?.main == harness.shows.origin) == isGoneOn)
        #expect((next.values?.main.start == harness.shows.stage.start) == isGoneOn)
        #expect(next.crashCount == 0)
        // From then on it is as after any start.
        next.noteRunning()
        next.write(harness.shows)
      }
      let third = try keeper(commandLine: commandLine + "x")
      third.begin(now: 300)
      #expect(third.scenes == nil)
      third.forget()
    }
  }

  @Test func `a successor gets the values without the times if both exceed the limit`() throws {
    let harness = try harness()
    let text = "firstlight-times 1\nduration 5000\n250000 0 1 0 a.service\n"
    let times = try UnitTimes(decoding: Array(text.utf8))
    do {
      let keeper = try keeper()
      keeper.unitTimes = { times }
      keeper.begin(now: 100)
      keeper.noteRunning()
      let logged = lines.all.count
      // The scenes are written, and then the values.
      let fault = SystemFault(.write, code: ENOSPC, after: 1)
      #expect(fault.inject { keeper.handOver(harness.shows) } != nil)
      #expect(lines.all.count == logged)
      let two = SystemFault(.write, code: ENOSPC, after: 1, count: 2)
      #expect(two.inject { keeper.handOver(harness.shows) } == nil)
      #expect(lines.all.last?.contains("a restart will not continue the scene") == true)
      keeper.noteRunning()
      #expect(keeper.handOver(harness.shows) != nil)
    }
    let next = try keeper()
    next.begin(now: 200)
    #expect(next.values?.unitTimes == times)
    next.forget()
  }

  @Test func `a state that another program cuts is written anew with the next change`() throws {
    let harness = try harness()
    do {
      let keeper = try keeper()
      keeper.begin(now: 100)
      keeper.noteRunning()
      keeper.write(harness.shows)
      try FileDescriptor.open(directory("state"), [.read, .write]).resize(to: 0)
      _ = try harness.shows.stage.setProgress("install", ProgressChange(.value(0.25)))
      harness.shows.noteChange()
      harness.clock.now += StateKeeper.longestPause
      keeper.write(harness.shows)
      #expect(lines.all.count { $0.contains("was cut by another program") } == 1)
    }
    let next = try keeper()
    next.begin(now: 200)
    #expect(next.scenes?.main == harness.shows.origin && next.values != nil)
    #expect(next.crashCount == 0)
    next.forget()
  }

  @Test func `a failure to write the state is logged once, and the write is retried`() throws {
    let harness = try harness()
    do {
      let keeper = try keeper()
      keeper.begin(now: 100)
      keeper.noteRunning()
      keeper.write(harness.shows)
      try FileDescriptor.open(directory("state"), [.read, .write]).resize(to: 0)
      for _ in 0..<2 {
        harness.shows.noteChange()
        harness.clock.now += StateKeeper.longestPause
        // Only the first write fails: no other one follows.
        SystemFault(.write, code: ENOSPC).inject { keeper.write(harness.shows) }
        #expect(try readFile(atPath: directory("state"), limit: 1 << 20).isEmpty)
        #expect(keeper.timeout(for: harness.shows) == nil)
      }
      harness.shows.noteChange()
      harness.clock.now += StateKeeper.longestPause
      keeper.write(harness.shows)
      #expect(lines.all.count { $0.contains("was cut by another program") } == 1)
      #expect(lines.all.count { $0.contains("a restart will not continue the scene") } == 1)
    }
    let next = try keeper()
    next.begin(now: 200)
    #expect(next.scenes?.main == harness.shows.origin && next.values != nil)
    next.forget()
  }

  @Test(arguments: [0, 4096, StateFile.Part.values.capacity])
  func `a successor gets the whole of a state that another program has cut`(size: Int) throws {
    let harness = try harness()
    do {
      let keeper = try keeper()
      keeper.begin(now: 100)
      keeper.noteRunning()
      keeper.write(harness.shows)
      let path = directory("state")
      let whole = try FileDescriptor.open(path, [.read]).status().size
      try FileDescriptor.open(path, [.read, .write]).resize(to: size)
      #expect(keeper.handOver(harness.shows) != nil)
      let handed = try FileDescriptor.open(path, [.read]).status().size
      #expect(handed == whole)
    }
    let next = try keeper()
    next.begin(now: 200)
    #expect(next.scenes?.main == harness.shows.origin)
    #expect(next.values?.main.start == harness.shows.stage.start)
    next.forget()
  }

  @Test func `times of former boots go to a successor alone`() throws {
    let harness = try harness()
    let text = "firstlight-times 1\nduration 5000\n250000 0 1 0 a.service\n"
    let times = try UnitTimes(decoding: Array(text.utf8))
    for hands in [false, true] {
      do {
        let keeper = try keeper()
        keeper.unitTimes = { times }
        keeper.begin(now: 100)
        keeper.noteRunning()
        keeper.write(harness.shows)
        if hands { #expect(keeper.handOver(harness.shows) != nil) }
      }
      let next = try keeper()
      next.begin(now: 200)
      #expect(next.values != nil)
      #expect(next.values?.unitTimes == (hands ? times : nil))
      next.forget()
    }
  }

  @Test func `without an enabled service the root's daemon has the time of a slow boot`() throws {
    let links = [
      "/etc/systemd/system/sysinit.target.wants/firstlight.service",
      "/etc/systemd/system/graphical.target.wants/firstlight.service",
      "/usr/lib/systemd/system/sysinit.target.wants/firstlight.service",
      "/lib/systemd/system/sysinit.target.wants/firstlight.service",
    ]
    for (number, link) in links.enumerated() {
      let root = directory("root-\(number)")
      func makeLink(_ path: String, to target: String) throws {
        let folder = parentDirectory(of: path)
        try FileManager.default.createDirectory(
          atPath: root + folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
          atPath: root + path, withDestinationPath: target)
      }
      #expect(SuccessorListener.timeout(in: root) == 300_000_000)
      // Links to another unit, and in a folder whose units are not started, do not count.
      try makeLink("/etc/systemd/system/sysinit.target.wants/other.service", to: "/nowhere")
      try makeLink("/etc/systemd/system/wants/firstlight.service", to: "/nowhere")
      #expect(SuccessorListener.timeout(in: root) == 300_000_000)
      // A link into the real root cannot be followed here.
      try makeLink(link, to: "/lib/systemd/system/nowhere")
      #expect(SuccessorListener.timeout(in: root) == 60_000_000)
      try makeLink(SuccessorListener.maskLink, to: "/dev/null")
      #expect(SuccessorListener.timeout(in: root) == 300_000_000)
    }
  }

  @Test func `users are found in the table of a root`() throws {
    let table = Array(
      "root:x:0:0::/root:/bin/sh\nfirstlightd:x:5:5:::\nfirstlight:x:990:990::/:\nbad\nworse:x:y:\n"
        .utf8)
    #expect(Accounts.number(of: "firstlight", in: table) == 990)
    #expect(Accounts.number(of: "root", in: table) == 0)
    for name in ["bad", "worse", "nobody", ""] {
      #expect(Accounts.number(of: name, in: table) == nil)
    }
    #expect(Accounts.number(of: "a", in: Array("a:x:4294967296:".utf8)) == nil)
  }

  /// The next daemon under a manager that keeps a file and takes no notices.
  private func keeper(of file: StateFile) throws -> StateKeeper {
    let lines = lines
    let log = Log(isVerbose: true, now: { 0 }, write: { lines.all.append($0) })
    let path = directory("notify")
    let manager = ServiceManager(processIdentifier: 1) { $0 == "NOTIFY_SOCKET" ? path : nil }
    let number = fcntl(file.number, F_DUPFD_CLOEXEC, 0)
    return try #require(
      StateKeeper.open(
        manager.adding([.init(number: number, name: StateKeeper.stateName)]), path: nil, log: log,
        commandLine: ""))
  }

  @Test(arguments: [true, false])
  func `a start that the manager ends has the next one go on, unless it was over`(
    isOver: Bool
  ) throws {
    let harness = try harness()
    let file = try StateFile(name: StateKeeper.stateName)
    do {
      let former = try keeper(of: file)
      former.begin(now: 100)
      former.noteRunning()
      former.write(harness.shows)
    }
    do {
      let keeper = try keeper(of: file)
      keeper.begin(now: 200)
      #expect(keeper.crashCount == 0)
      harness.daemon.keepState(by: keeper)
      if isOver { #expect(harness.daemon.becomeReady()) }
      harness.daemon.stop()
    }
    let next = try keeper(of: file)
    next.begin(now: 300)
    #expect(next.scenes?.main == (isOver ? nil : harness.shows.origin))
    #expect((next.values == nil) == isOver)
    // A scene that is too slow each time is left out in the end, like one that crashes.
    #expect(next.crashCount == (isOver ? 0 : 1))
  }

  @Test func `without a manager a start that is ended leaves nothing`() throws {
    let harness = try harness()
    do {
      let keeper = try keeper()
      keeper.begin(now: 100)
      harness.daemon.keepState(by: keeper)
      harness.daemon.stop()
    }
    #expect(try FileStatus.of(directory("state")) == nil)
  }

  @Test func `changes gather for twenty milliseconds, and removed values are deleted`() throws {
    let harness = try harness()
    do {
      let keeper = try keeper()
      keeper.begin(now: harness.clock.now)
      #expect(keeper.timeout(for: harness.shows) == 0)
      keeper.write(harness.shows)
      #expect(keeper.timeout(for: harness.shows) == nil)
      _ = try harness.shows.stage.setProgress("install", ProgressChange(.value(0.25)))
      harness.shows.noteChange()
      keeper.write(harness.shows)
      #expect(keeper.timeout(for: harness.shows) == 20)
      harness.clock.now += 20_000
      #expect(keeper.timeout(for: harness.shows) == 0)
      keeper.write(harness.shows)
      #expect(keeper.timeout(for: harness.shows) == nil)
      // Even if a write takes 3 ms, writes take a twentieth of the time.
      _ = try harness.shows.stage.setProgress("install", ProgressChange(.value(0.25)))
      harness.clock.now += 20_000
      harness.shows.noteChange()
      var time: Int64 = 0
      keeper.processorTime = {
        time += 3000
        return time
      }
      keeper.write(harness.shows)
      harness.shows.noteChange()
      #expect(keeper.timeout(for: harness.shows) == 60)
      keeper.noteRunning()
    }
    do {
      let next = try keeper()
      next.begin(now: harness.clock.now)
      #expect(next.values?.main.controls.first?.value == 0.25)
      next.forget()
    }
    #expect(try FileStatus.of(directory("state")) == nil)
  }
}
