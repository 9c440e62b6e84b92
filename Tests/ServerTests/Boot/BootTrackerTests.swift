import BootProgress
import JSON
import Scene
import Stage
import System
import TestSupport
import Testing
import Wire

@testable import Output
@testable import Server

/// The progress of a boot, from the units that start to the scene.
@Suite struct BootTrackerTests {
  /// A boot of ten units, one a second.
  private final class Boot {
    let harness: Harness
    let tracker: BootTracker
    static let units = (0..<10).map { "unit-\($0).service" }

    /// - Parameter console: a console that shows the scene, and has keys; nil for none.
    init(
      text: String = Harness.scene, times: UnitTimes? = nil, console: FakeConsole? = nil
    ) throws {
      if let console {
        let card = FakeCard(FakeScreen("A-1"))
        harness = try Harness(
          isStepped: false, text: text, output: .auto,
          open: { _ throws(OutputError) in card }, terminal: console.terminal)
        harness.outputManager.console.wantKeys()
        try harness.settle()
      } else {
        harness = try Harness(isStepped: false, text: text)
      }
      tracker = harness.daemon.boot.tracker
      if let times { tracker.learn(times) }
    }

    var control: ControlInfo? { harness.shows.stage.controls.first { $0.kind == .progress } }
    var value: Double { control?.value ?? -1 }
    var message: String? { harness.shows.stage.controls.first { $0.kind == .text }?.text }

    func start(_ unit: String) { harness.daemon.boot.noteStatus(unit) }

    /// Lets time pass, with turns at the daemon's own pace.
    func wait(_ seconds: Double) throws {
      for _ in 0..<Int((seconds * 10).rounded()) {
        harness.clock.now += BootTracker.interval
        for _ in 0..<3 { try harness.daemon.turn(milliseconds: 0) }
      }
    }

    func run(_ units: ArraySlice<String> = Boot.units[...]) throws {
      for unit in units {
        start(unit)
        try wait(1)
      }
    }
  }

  /// Learnt from one boot of 10 s.
  private static func times() throws -> UnitTimes {
    let boot = try Boot()
    try boot.run()
    boot.tracker.end()
    return try #require(boot.tracker.times)
  }

  @Test func `a boot like the former one moves evenly, and is full after its end`() throws {
    let boot = try Boot(times: try Self.times())
    var former = 0.0
    for (index, unit) in Boot.units.enumerated() {
      boot.start(unit)
      for part in 0..<10 {
        try boot.wait(0.1)
        #expect(boot.value >= former)
        #expect(boot.value - former < 0.05)
        #expect(abs(boot.value - (Double(index) + Double(part) / 10) / 10) < 0.08)
        former = boot.value
      }
    }
    #expect(boot.value <= BootProgress.most)
    boot.harness.daemon.stop()
    #expect(boot.value == 1)
    #expect(abs(try #require(boot.tracker.times).duration - 10) < 0.1)
  }

  @Test func `nothing moves, and nothing is waited for, without a unit`() throws {
    let boot = try Boot(times: try Self.times())
    try boot.wait(5)
    #expect(boot.value == 0)
    #expect(boot.tracker.timeout == nil)
    boot.start("a unit with spaces")
    try boot.wait(1)
    #expect(boot.tracker.record == nil)
    boot.harness.daemon.stop()
    #expect(boot.value == 0)
    #expect(boot.tracker.times == nil)
  }

  @Test func `a boot without progress needs no frames until another unit starts`() throws {
    let boot = try Boot(times: try Self.times())
    try boot.run(Boot.units[..<3])
    #expect(try #require(boot.tracker.timeout) <= 100)
    try boot.wait(100)
    #expect(boot.tracker.timeout == nil)
    let former = boot.value
    boot.start(Boot.units[9])
    #expect(boot.tracker.timeout != nil)
    try boot.wait(2)
    #expect(boot.value > former)
  }

  @Test(arguments: ["percent", "SetProgress", "SetIndeterminate", "psplash"])
  func `a program that sets the progress takes it from the boot`(way: String) throws {
    let boot = try Boot(times: try Self.times())
    try boot.run(Boot.units[..<2])
    let peer = try boot.harness.connect()
    switch way {
    case "percent": boot.harness.daemon.boot.setPercent("50")
    case "psplash": boot.harness.daemon.boot.setPercent(50)
    case "SetProgress": _ = try peer.call(.setProgress, ["value": 0.5])
    default: _ = try peer.call(.setIndeterminate, ["enabled": true])
    }
    let value = boot.value
    if way != "SetIndeterminate" { #expect(value == 0.5) }
    #expect(boot.tracker.timeout == nil)
    try boot.run(Boot.units[2...])
    #expect(boot.value == value)
    #expect(boot.control?.isIndeterminate == (way == "SetIndeterminate"))
    boot.harness.daemon.stop()
    #expect(boot.value == value)
    // The recorded times are as good as those of any other boot.
    #expect(boot.tracker.times?.units.count == 10)
  }

  @Test func `other controls leave the progress to the boot`() throws {
    let boot = try Boot(times: try Self.times())
    try boot.run(Boot.units[..<2])
    let peer = try boot.harness.connect()
    #expect(try peer.call(.setText, ["text": "Hi"]).error == nil)
    #expect(try peer.call(.setProgress, ["control": "none", "value": 0.9]).error != nil)
    let value = boot.value
    try boot.run(Boot.units[2..<4])
    #expect(boot.value > value + 0.1)
  }

  @Test func `a question stops the time`() throws {
    let boot = try Boot(times: try Self.times())
    try boot.run(Boot.units[..<3])
    boot.tracker.handle(.paused)
    try boot.wait(1)
    let value = boot.value
    #expect(boot.tracker.timeout == nil)
    try boot.wait(200)
    #expect(boot.value == value)
    #expect(boot.message == "Hello")
    boot.tracker.handle(.resumed)
    try boot.run(Boot.units[3...])
    boot.harness.daemon.stop()
    #expect(abs(try #require(boot.tracker.times).duration - 10) < 0.5)
  }

  @Test func `the message of a stall names the awaited unit, and ends with the stall`() throws {
    let boot = try Boot(times: try Self.times())
    try boot.run(Boot.units[..<4])
    #expect(boot.message == "Hello")
    try boot.wait(4)
    #expect(boot.message == "Waiting for unit-4")
    try boot.run(Boot.units[4..<5])
    #expect(boot.message == "Hello", "the scene's own text comes back")
    try boot.wait(4)
    #expect(boot.message == "Waiting for unit-5")
    let identifier = boot.harness.daemon.boot.showMessage(Array("Hold on".utf8))
    try boot.wait(1)
    #expect(boot.message == "Hold on")
    boot.harness.daemon.boot.hideMessage(identifier)
    try boot.wait(1)
    #expect(boot.message == "Waiting for unit-5")
    let peer = try boot.harness.connect()
    _ = try peer.call(.setText, ["text": "Mine"])
    try boot.wait(5)
    try boot.run(Boot.units[5..<6])
    try boot.wait(5)
    #expect(boot.message == "Mine")
  }

  @Test func `words of the scene that a stall has covered follow the boot to its end`() throws {
    let boot = try Boot(
      text: """
        { "layers": [
            { "name": "words", "kind": "text", "string": "{phase}", "frame": [0, 0, 90, 20] }],
          "controls": {
            "boot": { "kind": "progress", "drives": "words", "duration": 0, "phases": [
              { "name": "first", "label": "Starting", "weight": 99 },
              { "name": "last", "label": "Done" }] },
            "message": { "kind": "text", "drives": "words" } } }
        """, times: try Self.times())
    try boot.run(Boot.units[..<4])
    #expect(boot.message == "Starting")
    try boot.wait(4)
    #expect(boot.message == "Waiting for unit-4")
    try boot.run(Boot.units[4...])
    #expect(boot.message == "Starting")
    let record = boot.harness.shows.stage.record.controls.first { $0.kind == .text }
    #expect(try #require(record).text == nil, "the notice is no client's text")
    boot.tracker.end()
    #expect(boot.tracker.showEnd())
    try boot.wait(0.5)
    #expect(boot.value == 1)
    #expect(boot.message == "Done")
  }

  @Test(arguments: [false, true])
  func `a long stall names the key that shows the console, where there is one`(
    hasConsole: Bool
  ) throws {
    let console = try FakeConsole()
    let boot = try Boot(times: try Self.times(), console: hasConsole ? console : nil)
    try boot.run(Boot.units[..<4])
    try boot.wait(85)
    #expect(boot.message == "Waiting for unit-4")
    #expect(try #require(boot.tracker.timeout) <= 5000)
    try boot.wait(10)
    let key = " – Esc shows details"
    #expect(boot.message == "Waiting for unit-4" + (hasConsole ? key : ""))
    try boot.run(Boot.units[4..<5])
    #expect(boot.message == "Hello")
  }

  @Test func `time in which a person was asked makes no stall a long one`() throws {
    let console = try FakeConsole()
    let boot = try Boot(times: try Self.times(), console: console)
    try boot.run(Boot.units[..<4])
    boot.tracker.handle(.paused)
    try boot.wait(120)
    boot.tracker.handle(.resumed)
    try boot.wait(5)
    #expect(boot.message == "Waiting for unit-4")
    try boot.wait(80)
    #expect(boot.message == "Waiting for unit-4")
    #expect(try (1...6000).contains(#require(boot.tracker.timeout)))
    try boot.wait(10)
    #expect(boot.message == "Waiting for unit-4 – Esc shows details")
  }

  @Test func `the words on a stall are in the language of the scene`() {
    func text(_ locale: String, canWrite: Bool = false) -> String {
      BootWords(for: locale) { _ in canWrite }.wait(for: "x", namesKey: true)
    }
    #expect(text("de-AT") == "Warten auf x – Esc zeigt Einzelheiten")
    #expect(text("ES") == "Esperando a x – Esc muestra los detalles")
    #expect(text("fr") == "En attente de x – Échap affiche les détails")
    #expect(text("en-GB") == "Waiting for x – Esc shows details")
    #expect(text("ja") == text("en"))
    #expect(text("ja-JP", canWrite: true) == "xを待っています – Escで詳細を表示")
    #expect(text("zh_TW", canWrite: true) == text("zh-Hant", canWrite: true))
    #expect(text("zh-Hans-HK", canWrite: true) == text("zh", canWrite: true))
    #expect(text("zh-HK", canWrite: true) != text("zh-CN", canWrite: true))
    #expect(text("xx", canWrite: true) == text("en"))
    let german = BootWords(for: "de") { _ in false }
    #expect(german.wait(for: "x", namesKey: false) == "Warten auf x")
    // In some languages the name comes first.
    #expect(text("tr") == "x bekleniyor – Esc ayrıntıları gösterir")
  }

  /// A control with so many layers that it takes 16 bytes.
  private static let crowded = """
    { "layers": [
        { "name": "bar", "kind": "progress", "style": "line", "frame": [10, 20, 40, 8] },
        { "kind": "replicator", "instances": 400, "layers": [
          { "kind": "text", "name": "t", "string": "", "fontSize": 200, "size": [9, 9] }] }],
      "controls": {
        "install": { "kind": "progress", "drives": ["bar"] },
        "message": { "kind": "text", "drives": "t" } } }
    """

  @Test func `a control for short texts shows how a message begins`() throws {
    let boot = try Boot(text: Self.crowded, times: try Self.times())
    try boot.run(Boot.units[..<3])
    boot.start("a-name-that-is-long.service")
    try boot.wait(4)
    let notice = try #require(boot.message)
    #expect((8..<40).contains(notice.utf8.count))
    #expect("Waiting for unit-3".hasPrefix(notice))
    let identifier = boot.harness.daemon.boot.showMessage(
      Array("The disk is checked, which takes long".utf8))
    let message = try #require(boot.message)
    #expect((8..<33).contains(message.utf8.count))
    #expect("The disk is checked, which takes long".hasPrefix(message))
    boot.harness.daemon.boot.hideMessage(identifier)
    try boot.wait(1)
    #expect(boot.message == notice)
    try boot.run(Boot.units[3..<5])
    #expect(boot.message == "", "the notice goes although it is shown in part")
  }

  @Test func `a message longer than any control takes is shown in part`() throws {
    let boot = try Boot()
    boot.harness.daemon.boot.showMessage(Array(repeating: 0x61, count: 5000))
    #expect(boot.message?.utf8.count == 4096)
  }

  @Test func `a stall has the look that the scene gives it`() throws {
    let text = Harness.scene.replacing(
      "\"drives\": [\"bar\"]", with: "\"drives\": [\"bar\"], \"stallAfter\": 2")
    let boot = try Boot(text: text, times: try Self.times())
    try boot.run(Boot.units[..<4])
    #expect(boot.control?.isIndeterminate == false)
    try boot.wait(5)
    #expect(boot.control?.isIndeterminate == true)
    let value = boot.value
    try boot.wait(5)
    #expect(boot.value > value, "it creeps on")
    #expect(boot.control?.isIndeterminate == true)
    try boot.run(Boot.units[4..<5])
    #expect(boot.control?.isIndeterminate == false)
  }

  @Test func `root's calls set and read the times`() throws {
    let boot = try Boot()
    let peer = try boot.harness.connect()
    #expect(try peer.call(.getTimes).parameters == [:])
    let text = String(decoding: try Self.times().encoded(), as: UTF8.self)
    #expect(try peer.call(.setTimes, ["times": .string(text)]).parameters == [:])
    #expect(try peer.call(.getTimes).parameters == ["times": .string(text)])
    let wrong = try peer.call(.setTimes, ["times": .string(text + "1 2 3\n")])
    #expect(wrong.error == DisplayInterface.Failure.invalidValue.qualifiedName)
    #expect(
      wrong.parameters["reason"]
        == "line 13: four numbers and the name of a further unit is expected")
    #expect(try peer.call(.getTimes).parameters["times"] == .string(text))

    let waiting = try boot.harness.connect()
    try waiting.send(DisplayInterface.Method.getTimes.call(["wait": true]))
    try boot.run()
    #expect(try waiting.replies().isEmpty)
    #expect(
      try peer.call(.getTimes).parameters["boot"]?.stringValue?.hasPrefix(
        "firstlight-boot 1\nduration 0\n0 unit-0.service\n1000 unit-1.service\n") == true)
    boot.harness.daemon.stop()
    let reply = try #require(try waiting.replies().first).parameters
    let times = try UnitTimes(decoding: Array(try #require(reply["times"]?.stringValue).utf8))
    #expect(times.units.count == 10)
    #expect(times.units.allSatisfy { $0.value.boots == 2 })
  }

  @Test func `times set in the middle of a boot count for units that have started`() throws {
    let boot = try Boot()
    try boot.run(Boot.units[..<5])
    let value = boot.value
    boot.tracker.learn(try Self.times())
    try boot.wait(2)
    #expect(boot.value > max(value, 0.45))
  }

  @Test(arguments: ["fsckd:1:42.5:Checking", "C updates"])
  func `an unusual boot does not change the times`(event: String) throws {
    let boot = try Boot(times: try Self.times())
    let waiting = try boot.harness.connect()
    try waiting.send(DisplayInterface.Method.getTimes.call(["wait": true]))
    try boot.run(Boot.units[..<5])
    if event == "C updates" {
      boot.harness.daemon.boot.setMode(.updates)
    } else {
      boot.harness.daemon.boot.noteStatus(event)
    }
    try boot.run(Boot.units[5...])
    boot.harness.daemon.stop()
    let reply = try #require(try waiting.replies().first)
    #expect(reply.parameters["times"] == nil)
  }

  @Test func `times are read from a file, and an invalid file is logged`() throws {
    let directory = try TemporaryDirectory()
    let lines = Harness.Lines()
    let log = Log(isVerbose: false, now: { 0 }, write: { lines.all.append($0) })
    var configuration = Configuration()
    #expect(configuration.unitTimes(log) == nil)
    #expect(lines.all.isEmpty)
    let path = directory("times")
    configuration.timesPath = path
    #expect(configuration.unitTimes(log) == nil)
    #expect(lines.all.last?.contains("cannot open '\(path)'") == true, "\(lines.all)")
    let times = try Self.times()
    try writeFileAtomically(path: path, bytes: times.encoded(), isDurable: false)
    let count = lines.all.count
    // Fractions are kept as millionths.
    #expect(configuration.unitTimes(log)?.encoded() == times.encoded())
    #expect(lines.all.count == count)
    try writeFileAtomically(
      path: path, bytes: Array("firstlight-times 1\nduration 5\n".utf8), isDurable: false)
    #expect(configuration.unitTimes(log) == nil)
    let message = try #require(lines.all.last)
    #expect(message.contains("times: '\(path)' is not used: line 2"), "\(message)")
  }

  @Test func `another process goes on with the times of former boots, without a unit as yet`()
    throws
  {
    let boot = try Boot()
    var saved = SavedValues(boot.harness.shows, boot: boot.tracker.state, withTime: true)
    let text = try Self.times().encoded()
    saved.unitTimes = try UnitTimes(decoding: text)
    #expect(saved.boot == nil)
    let values = try #require(SavedValues(decoding: saved.encoded()))
    #expect(values == saved)
    #expect(values.unitTimes?.encoded() == text)
  }

  @Test func `another process goes on with the boot`() throws {
    let boot = try Boot(times: try Self.times())
    try boot.run(Boot.units[..<5])
    let saved = SavedValues(boot.harness.shows, boot: boot.tracker.state, withTime: true)
    let values = try #require(SavedValues(decoding: saved.encoded()))
    #expect(values == saved)

    let next = try Boot(times: try Self.times())
    next.harness.clock.now = boot.harness.clock.now
    next.harness.shows.stage.restore(values.main)
    next.tracker.restore(try #require(values.boot))
    #expect(next.value == boot.value)
    try next.wait(0.1)
    #expect(next.value >= boot.value)
    try next.run(Boot.units[5...])
    #expect(next.value > 0.85)
    next.harness.daemon.stop()
    let times = try #require(next.tracker.times)
    #expect(times.units.count == 10)
    #expect(abs(times.duration - 10) < 0.2)

    boot.tracker.yield()
    let yielded = try #require(
      SavedValues(
        decoding: SavedValues(
          boot.harness.shows, boot: boot.tracker.state
        ).encoded())?.boot)
    #expect(!yielded.isShown)
    // The progress is no longer drawn, but the unit is still saved.
    let revision = boot.harness.shows.revision
    boot.start("late.service")
    #expect(boot.harness.shows.revision != revision)
    let text = String(decoding: boot.tracker.record?.encoded() ?? [], as: UTF8.self)
    #expect(text.contains("late.service"))
  }

  @Test func `another process takes the notice of a stall away`() throws {
    let boot = try Boot(times: try Self.times())
    try boot.run(Boot.units[..<4])
    try boot.wait(4)
    #expect(boot.message == "Waiting for unit-4")
    let saved = SavedValues(
      boot.harness.shows, boot: boot.tracker.state, messages: boot.harness.daemon.boot.messages)
    let values = try #require(SavedValues(decoding: saved.encoded()))
    #expect(values == saved)

    let next = try Boot(times: try Self.times())
    next.harness.clock.now = boot.harness.clock.now
    next.harness.shows.stage.restore(values.main)
    next.tracker.restore(try #require(values.boot))
    next.harness.daemon.boot.restore(values.messages)
    #expect(next.message == "Waiting for unit-4")
    try next.run(Boot.units[4..<6])
    #expect(next.message == "Hello")
    try next.wait(4)
    #expect(next.message == "Waiting for unit-6", "the control is still the boot's")
  }

  @Test func `another process can take messages back`() throws {
    func desk(_ values: SavedValues? = nil) throws -> (Harness, BootDesk) {
      let harness = try Harness(isStepped: false, text: Harness.scene)
      if let values {
        harness.shows.stage.restore(values.main)
        harness.daemon.boot.restore(values.messages)
      }
      return (harness, harness.daemon.boot)
    }
    func text(_ harness: Harness) -> String? {
      harness.shows.stage.controls.first { $0.name == "message" }?.text
    }
    func taken(_ harness: Harness, _ boot: BootDesk) throws -> SavedValues {
      let saved = SavedValues(harness.shows, messages: boot.messages)
      let values = try #require(SavedValues(decoding: saved.encoded()))
      #expect(values == saved)
      return values
    }
    let (harness, boot) = try desk()
    let first = boot.showMessage(Array("One".utf8))
    let revision = harness.shows.revision
    boot.showMessage(Array("Two".utf8))
    boot.showMessage(Array("Two".utf8))
    #expect(harness.shows.revision >= revision + 2)
    let (next, nextBoot) = try desk(try taken(harness, boot))
    #expect(text(next) == "Two")
    nextBoot.hideMessages(Array("Two".utf8))
    #expect(text(next) == "One")
    #expect(nextBoot.showMessage(Array("Three".utf8)) > first)
    let (last, lastBoot) = try desk(try taken(next, nextBoot))
    lastBoot.hideMessages(Array("Three".utf8))
    #expect(text(last) == "One")
    lastBoot.hideMessage(first)
    #expect(text(last) == "Hello")
    #expect(try taken(last, lastBoot).messages.isEmpty)
    var object = nextBoot.messages.object
    let item = try #require(object["list"]?.arrayValue?.first)
    let isRead = [0, BootMessages.limit, BootMessages.limit + 1].map { count in
      object["list"] = .array([JSONValue](repeating: item, count: count))
      return BootMessages(object) != nil
    }
    #expect(isRead == [true, true, false])
    object["list"] = .array(["One"])
    #expect(BootMessages(object) == nil)
  }

  @Test func `a saved state with a damaged record is refused`() throws {
    var object = BootState(record: BootRecord(), start: 1, isShown: true, isUsual: true).object
    #expect(BootState(object) != nil)
    object["record"] = "firstlight-boot 1\nduration 0\n1\n"
    #expect(BootState(object) == nil)
  }

  @Test(arguments: [-1e300, 1e300])
  func `a boot continues from any beginning`(start: Double) throws {
    let harness = try Harness(text: Harness.scene)
    let tracker = harness.daemon.boot.tracker
    tracker.learn(try Self.times())
    tracker.restore(BootState(record: BootRecord(), start: start, isShown: true, isUsual: true))
    tracker.handle(.unit(Boot.units[0]))
    try harness.settle()
    #expect(0...1 ~= harness.shows.stage.controls.first?.value ?? -1)
  }

  @Test func `a stepped clock moves the boot by its steps alone`() throws {
    let harness = try Harness(text: Harness.scene)
    let tracker = harness.daemon.boot.tracker
    tracker.learn(try Self.times())
    let peer = try harness.connect()
    func value() -> Double { harness.shows.stage.controls.first?.value ?? -1 }
    tracker.handle(.unit(Boot.units[0]))
    harness.clock.now += 9_000_000
    try harness.settle()
    #expect(value() == 0)
    #expect(tracker.timeout == nil)
    for _ in 0..<10 { _ = try peer.call(.step, ["durationUSec": 100_000]) }
    #expect(value() > 0.05)
  }
}
