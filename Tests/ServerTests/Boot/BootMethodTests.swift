// Long: a test for each method of a boot, and one for each kind of question and of words.
import Foundation
import JSON
import Scene
import Stage
import System
import Testing
import Wire

@testable import Output
@testable import Server

/// The methods for the programs of a boot.
@Suite struct BootMethodTests {
  /// A daemon with a keyboard that the test types on.
  private final class Typed {
    let harness: Harness
    let console: FakeConsole

    /// A daemon with the keyboard of a console, on which a picture is shown.
    init(onConsole console: FakeConsole) throws {
      self.console = console
      let card = FakeCard(FakeScreen("A-1"))
      harness = try Harness(
        isStepped: false, text: Harness.scene, output: .auto,
        open: { _ throws(OutputError) in card }, terminal: console.terminal)
    }

    init(
      hasKeyboard: Bool = true, library: SceneLibrary = SceneLibrary(), text: String = Harness.scene
    ) throws {
      harness = try Harness(isStepped: false, text: text, library: library)
      console = try FakeConsole()
      if hasKeyboard { try harness.outputManager.console.take(try ConsoleKeyboard(console)) }
    }

    /// Types once the question has been shown for long enough.
    func type(_ text: String) throws {
      try harness.settle()
      harness.clock.now += PromptQueue.settlingTime
      try console.type(text)
      try harness.settle()
    }

    func ask(_ parameters: JSONObject) throws -> Peer {
      let peer = try harness.connect()
      try peer.send(DisplayInterface.Method.ask.call(parameters))
      #expect(try peer.replies().isEmpty)
      return peer
    }

    func control(_ name: String) -> ControlInfo? {
      harness.shows.stage.controls.first { $0.name == name }
    }
  }

  private static func answer(_ text: String) -> JSONObject {
    ["answer": .string(text), "cancelled": false]
  }

  private static let cancelled: JSONObject = ["answer": .null, "cancelled": true]
  private static let expired: JSONObject = ["answer": .null, "cancelled": false]

  @Test func `an answer arrives as it was typed, and is kept nowhere else`() throws {
    let typed = try Typed()
    let peer = try typed.ask(["prompt": "Unlock", "id": "cryptsetup:/dev/x", "icon": "drive"])
    #expect(typed.harness.shows.prompt?.message == "Unlock")
    try typed.type("a\"b\\cé/")
    #expect(typed.harness.shows.prompt?.entry == .bullets(7))
    #expect(try typed.harness.connect().call(.screenshot, ["inline": true]).error != nil)
    try typed.type("\n")
    #expect(try peer.replies().map { $0.parameters } == [Self.answer("a\"b\\cé/")])
    #expect(typed.harness.shows.prompt == nil)
    #expect(!typed.harness.lines.all.contains { $0.contains("a\"b") })
    #expect(typed.harness.lines.all.contains { $0.contains("cryptsetup:/dev/x") })
    // The connection goes on.
    #expect(try peer.call(.getStatus).error == nil)
  }

  @Test func `a malformed message withdraws the question, and the next one waits for the answer`()
    throws
  {
    let typed = try Typed()
    let bad = try typed.ask(["prompt": "Unlock"])
    try bad.send("{]\0")
    #expect(try bad.replies().isEmpty)
    #expect(bad.isClosed && typed.harness.shows.prompt == nil)
    let peer = try typed.ask(["prompt": "Unlock"])
    try peer.send(DisplayInterface.Method.getStatus.call())
    #expect(try peer.replies().isEmpty)
    try typed.type("a\n")
    let replies = try peer.replies()
    #expect(replies.first?.parameters == Self.answer("a") && replies.count == 2)
  }

  @Test func `with quiet, systemd reports on the console's text while a key shows that`() throws {
    for isQuiet in [true, false] {
      let console = try FakeConsole()
      let typed = try Typed(onConsole: console)
      let (manager, shows) = (typed.harness.outputManager, typed.harness.shows)
      manager.console.isQuiet = isQuiet
      manager.toggleConsole(for: shows)
      #expect(!console.isGraphics && console.statuses == (isQuiet ? [true] : []))
      manager.toggleConsole(for: shows)
      #expect(console.isGraphics && console.statuses == (isQuiet ? [true, false] : []))
      // Programs that hide the scene do not ask for it.
      manager.showConsole(for: shows)
      manager.showScene(for: shows)
      #expect(console.statuses.count == (isQuiet ? 2 : 0))
    }
  }

  @Test func `a question goes along to the console's text, and is answered there`() throws {
    let console = try FakeConsole()
    let typed = try Typed(onConsole: console)
    var peer = try typed.ask(["prompt": "Unlock\u{1B}[2J"])
    try typed.type("ab")
    #expect(console.isGraphics && console.text == "")
    try typed.type("\u{1B}")
    #expect(!console.isGraphics && console.text == "\nUnlock\\x1b[2J\n\r> **\u{1B}[K")
    try typed.type("c")
    #expect(console.text.hasSuffix("\r> **\u{1B}[K\r> ***\u{1B}[K"))
    // Back and forth.
    try typed.type("\u{1B}")
    #expect(console.isGraphics && typed.harness.shows.prompt?.entry == .bullets(3))
    try typed.type("\u{1B}")
    #expect(!console.isGraphics && console.text.hasSuffix("\nUnlock\\x1b[2J\n\r> ***\u{1B}[K"))
    try typed.type("d\n")
    #expect(try peer.replies().map { $0.parameters } == [Self.answer("abcd")])
    #expect(console.text.hasSuffix("\n"))
    // Keys that are typed at the console's text have no effect.
    let length = console.text.utf8.count
    try typed.type("x\n")
    #expect(console.text.utf8.count == length && !console.isGraphics)

    // A question that comes later shows the scene.
    peer = try typed.ask(["prompt": "Which?", "choices": ["Disk", "Net"]])
    #expect(console.isGraphics)
    try typed.type("\u{1B}")
    #expect(console.text.hasSuffix("\nWhich?\n  1  Disk\n  2  Net\n\r> 1  Disk\u{1B}[K"))
    try typed.type("\u{1B}[B")
    #expect(console.text.hasSuffix("\r> 2  Net\u{1B}[K"))
    try typed.type("\n")
    #expect(try peer.replies().map { $0.parameters } == [Self.answer("Net")])

    peer = try typed.ask(["prompt": "Hidden", "echo": false])
    try typed.type("\u{1B}")
    try typed.type("secret\n")
    #expect(try peer.replies().map { $0.parameters } == [Self.answer("secret")])
    #expect(console.text.hasSuffix("\nHidden\n\r> \u{1B}[K\n"))
  }

  @Test func `answers are shown, as bullets, or not at all`() throws {
    let typed = try Typed()
    let shown: [(JSONObject, PromptState.Entry)] = [
      (["prompt": "", "secret": false], .text("ab")), (["prompt": ""], .bullets(2)),
      (["prompt": "", "echo": false], .hidden),
    ]
    for (parameters, entry) in shown {
      let peer = try typed.ask(parameters)
      try typed.type("ab")
      #expect(typed.harness.shows.prompt?.entry == entry)
      try typed.type("\n")
      #expect(try peer.replies().map { $0.parameters } == [Self.answer("ab")])
    }
  }

  @Test func `a question is cancelled, expires, and ends with its client`() throws {
    let typed = try Typed()
    var peer = try typed.ask(["prompt": "One"])
    try typed.type("x\u{3}")
    #expect(try peer.replies().map { $0.parameters } == [Self.cancelled])

    let now = typed.harness.clock.now
    peer = try typed.ask(["prompt": "Two", "notAfterUSec": .integer(now + 5_000_000)])
    #expect(typed.harness.daemon.desk.timeout.map { $0 <= 5000 } == true)
    typed.harness.clock.now += 4_999_999
    try typed.harness.settle()
    #expect(try peer.replies().isEmpty)
    typed.harness.clock.now += 1
    try typed.harness.settle()
    #expect(try peer.replies().map { $0.parameters } == [Self.expired])
    #expect(typed.harness.shows.prompt == nil)

    peer = try typed.harness.connect()
    #expect(try peer.call(.ask, ["prompt": "Late", "notAfterUSec": 1]).parameters == Self.expired)

    peer = try typed.ask(["prompt": "Three"])
    try peer.close()
    #expect(typed.harness.shows.prompt == nil)
    #expect(typed.harness.daemon.desk.queue.isEmpty)
  }

  @Test func `one of several answers is chosen by arrows and digits`() throws {
    let typed = try Typed()
    let choices: JSONObject = ["prompt": "Start", "choices": ["Normal", "Rescue", "Memory test"]]
    for (keys, answer) in [
      ("\n", "Normal"), ("\u{1B}[B\n", "Rescue"), ("\u{1B}[B\u{1B}[B\u{1B}[B\n", "Memory test"),
      ("3\u{1B}[A\n", "Rescue"), ("39x\u{7F}\n", "Memory test"), ("\u{1B}[A\n", "Normal"),
    ] {
      let peer = try typed.ask(choices)
      #expect(
        typed.harness.shows.prompt?.entry
          == .choices(["Normal", "Rescue", "Memory test"], chosen: 0))
      try typed.type(keys)
      #expect(try peer.replies().map { $0.parameters } == [Self.answer(answer)], "\(keys)")
    }
  }

  @Test func `the same question of a process is asked once, and all get the answer`() throws {
    let typed = try Typed()
    let first = try typed.ask(["prompt": "Unlock", "pid": 4711])
    let second = try typed.ask(["prompt": "Unlock", "pid": 4711])
    let late = try typed.ask(
      [
        "prompt": "Unlock", "pid": 4711,
        "notAfterUSec": .integer(typed.harness.clock.now + 1_000_000),
      ])
    let other = try typed.ask(["prompt": "Unlock", "pid": 4712])
    #expect(typed.harness.shows.prompt?.waitingCount == 2)
    typed.harness.clock.now += 1_000_000
    try typed.harness.settle()
    #expect(try late.replies().map { $0.parameters } == [Self.expired])
    try first.close()
    #expect(typed.harness.shows.prompt?.waitingCount == 2)
    let third = try typed.ask(["prompt": "Unlock", "pid": 4711])
    try typed.type("pw\n")
    #expect(try second.replies().map { $0.parameters } == [Self.answer("pw")])
    #expect(try third.replies().map { $0.parameters } == [Self.answer("pw")])
    #expect(try other.replies().isEmpty)
  }

  @Test func `an answer waits behind the replies before it, however long`() throws {
    let typed = try Typed()
    let peer = try typed.harness.connect()
    let before = [Call](repeating: DisplayInterface.Method.getStatus.call(), count: 500)
    try peer.send(
      (before + [DisplayInterface.Method.ask.call(["prompt": "Unlock"])]).flatMap { $0.encoded() })
    let secret = String(repeating: "\"", count: PromptQueue.longestAnswer)
    try typed.type(String(secret.prefix(2000)))
    try typed.type(String(secret.dropFirst(2000)) + "more\n")
    var replies: [Reply] = []
    while true {
      let some = try peer.replies(limit: 10_000)
      try typed.harness.settle()
      if some.isEmpty, replies.count > before.count { break }
      replies += some
    }
    #expect(replies.count == before.count + 1)
    #expect(replies.last?.parameters == Self.answer(secret))
  }

  @Test func `without a keyboard questions are refused, also those already asked`() throws {
    let unsupported = DisplayInterface.Failure.notSupported.qualifiedName
    let bare = try Typed(hasKeyboard: false)
    #expect(try bare.harness.connect().call(.ask, ["prompt": "x"]).error == unsupported)
    let typed = try Typed()
    let asker = try typed.ask(["prompt": "x"])
    #expect(try typed.harness.connect().call(.deactivate).error == nil)
    #expect(!typed.console.isTaken)
    #expect(try asker.replies().map { $0.error } == [unsupported])
    #expect(try typed.harness.connect().call(.reactivate).error == nil)
    let last = try Typed()
    let waiting = try last.ask(["prompt": "x"])
    last.harness.daemon.stop()
    #expect(try waiting.replies().map { $0.error } == [unsupported])
  }

  @Test func `questions and modes beyond their limits are refused`() throws {
    let peer = try Typed().harness.connect()
    let long = JSONValue.string(String(repeating: "x", count: 1025))
    let many = [JSONValue](repeating: "x", count: PromptQueue.mostChoices + 1)
    let refused: [(JSONObject, DisplayInterface.Failure?)] = [
      (["prompt": long], .limitExceeded), (["prompt": "x", "choices": []], .invalidValue),
      (["prompt": "x", "choices": .array(many)], .limitExceeded),
      (["prompt": "x", "choices": [long]], .limitExceeded),
      (["prompt": "x", "pid": 0], .invalidValue),
      ([:], nil), (["prompt": "x", "choices": [1]], nil), (["prompt": "x", "other": 1], nil),
    ]
    for (parameters, failure) in refused {
      let error = try peer.call(.ask, parameters).error
      #expect(error == failure?.qualifiedName ?? "org.varlink.service.InvalidParameter")
    }
    #expect(
      try peer.call(.setMode, ["mode": "lunch"]).error
        == DisplayInterface.Failure.invalidValue.qualifiedName)
  }

  @Test func `too many questions and watches are refused with limitExceeded`() throws {
    let typed = try Typed()
    let tooMuch = DisplayInterface.Failure.limitExceeded.qualifiedName
    let askers = try (0..<PromptQueue.mostPrompts).map { _ in try typed.ask(["prompt": "x"]) }
    let error = try typed.harness.connect().call(.ask, ["prompt": "y"])
    #expect(error.error == tooMuch)
    #expect(error.parameters["limit"] == "questions" && error.parameters["maximum"] == 32)
    let watchers = try (0..<PromptQueue.mostWatches).map { _ in try typed.harness.connect() }
    for watcher in watchers {
      try watcher.send(DisplayInterface.Method.watchKeys.call(["keys": "q"]))
    }
    #expect(try typed.harness.connect().call(.watchKeys, ["keys": "q"]).error == tooMuch)
    for peer in askers + watchers { #expect(try peer.replies().isEmpty) }
  }

  @Test func `a unit that has failed is told in the language of the scene`() throws {
    let typed = try Typed()
    let peer = try typed.harness.connect()
    for (locale, text) in [
      ("", "x.service failed"), ("de-AT", "x.service ist fehlgeschlagen"),
      ("fr", "Échec de x.service"), ("xx", "x.service failed"),
    ] {
      try typed.harness.shows.stage.setLocale(locale)
      let reply = try peer.call(.showMessage, ["text": "x.service", "failed": true])
      #expect(typed.control("message")?.text == text)
      let number = try #require(reply.parameters["id"])
      #expect(try peer.call(.hideMessage, ["id": number]).error == nil)
      #expect(typed.control("message")?.text == "Hello")
    }
    _ = try peer.call(.showMessage, ["text": "x.service", "failed": false])
    #expect(typed.control("message")?.text == "x.service")
  }

  private static let locales = [
    "ar", "cs", "da", "de", "el", "en", "es", "fi", "fr", "he", "hu", "id", "it", "nb", "nl",
    "pl", "pt", "ro", "ru", "sv", "tr", "uk", "vi",
  ]

  @Test func `each language has all words, and a place for the name of a unit`() {
    var titles: Set<String> = []
    for locale in Self.locales {
      let words = BootWords(for: locale) { _ in false }
      for text in [words.failure(of: "x.service"), words.wait(for: "x.service", namesKey: false)] {
        #expect(text.contains("x.service") && text.count > 9 && !text.contains("%"), "\(locale)")
      }
      #expect(words.password.count > 4 && words.details.contains(locale == "fr" ? "Échap" : "Esc"))
      for mode in BootMode.allCases { titles.insert(words.title(of: mode)) }
    }
    // Each language has seven titles; four of them are shared by two languages or two jobs.
    #expect(titles.count == Self.locales.count * 7 - 4)
  }

  @Test(arguments: ["ja", "ko", "th", "zh", "zh-TW"])
  func `a language that few fonts can write has all words where the fonts can`(locale: String) {
    var asked: [String] = []
    let words = BootWords(for: locale) { text in
      asked.append(text)
      return true
    }
    #expect(asked == words.all && Set(asked).count == 11)
    for text in [words.failure(of: "x.service"), words.wait(for: "x.service", namesKey: false)] {
      #expect(text.contains("x.service") && text.count > 9 && !text.contains("%"))
    }
    #expect(words.all.allSatisfy { $0.unicodeScalars.contains { $0.value > 0xE00 } })
    // One character without a font is enough for the English words.
    for missing in words.all {
      #expect(BootWords(for: locale) { $0 != missing }.password == "Password")
    }
  }

  @Test func `the scene of a shutdown has the words of the mode before it is told`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Scene/Scenes/shutdown.jsonc")
    let typed = try Typed(
      library: SceneLibrary(directories: []),
      text: try String(contentsOf: file, encoding: .utf8))
    let stage = typed.harness.shows.stage
    #expect(stage.scene.locales.sorted() == Self.locales)
    for locale in Self.locales {
      try stage.setLocale(locale)
      #expect(
        typed.control("mode")?.text == stage.bootWords.title(of: .shutdown), "\(locale)")
    }
  }

  @Test func `nobody but root may ask`() throws {
    let harness = try Harness(users: Users(own: 4321))
    for user: UInt32 in [4321, 4322] {
      let peer = try harness.connect(
        as: PeerCredentials(processIdentifier: 1, userIdentifier: user, groupIdentifier: 0))
      for row in MethodTable.rows where row.permission == .root {
        #expect(
          try peer.call(row.method).error == "org.varlink.service.PermissionDenied",
          "\(row.method.name)")
      }
    }
    #expect(MethodTable.rows.count { $0.permission == .root } == 9)
  }

  @Test func `the newest message is shown`() throws {
    let typed = try Typed()
    let peer = try typed.harness.connect()
    func show(_ text: String) throws -> JSONValue? {
      try peer.call(.showMessage, ["text": .string(text)]).parameters["id"]
    }
    let one = try #require(try show("one"))
    let two = try #require(try show("two"))
    let three = try #require(try show("two"))
    #expect(typed.control("message")?.text == "two")
    #expect(try peer.call(.hideMessage, ["id": two]).error == nil)
    #expect(typed.control("message")?.text == "two")
    #expect(try peer.call(.hideMessage, ["id": three]).error == nil)
    #expect(typed.control("message")?.text == "one")
    #expect(try peer.call(.hideMessage, ["id": one]).error == nil)
    #expect(try peer.call(.hideMessage, ["id": one]).error == nil)
    #expect(typed.control("message")?.text == "Hello", "the scene's own text comes back")
    // Hiding a message that does not exist, or no longer, removes no other text.
    _ = try peer.call(.setText, ["text": "12 kWh"])
    #expect(try peer.call(.hideMessage, ["id": one]).error == nil)
    #expect(try peer.call(.hideMessage, ["id": 999]).error == nil)
    #expect(typed.control("message")?.text == "12 kWh")
    // Messages cover the client's text for a while; a text that the client sets later stays.
    let four = try #require(try show("four"))
    let five = try #require(try show("five"))
    #expect(typed.control("message")?.text == "five")
    #expect(try peer.call(.hideMessage, ["id": four]).error == nil)
    #expect(try peer.call(.hideMessage, ["id": five]).error == nil)
    #expect(typed.control("message")?.text == "12 kWh")
    let six = try #require(try show("six"))
    _ = try peer.call(.setText, ["text": "13 kWh"])
    #expect(try peer.call(.hideMessage, ["id": six]).error == nil)
    #expect(typed.control("message")?.text == "13 kWh")
  }

  @Test func `watched keys are reported, one or all`() throws {
    let typed = try Typed()
    let one = try typed.harness.connect()
    let all = try typed.harness.connect()
    try one.send(DisplayInterface.Method.watchKeys.call(["keys": "qü"]))
    try all.send(DisplayInterface.Method.watchKeys.call(mode: .more))
    try typed.type("ü")
    #expect(try one.replies().map { $0.parameters } == [["key": "ü"]])
    try typed.type("x\n\u{1B}[A")
    let replies = try all.replies()
    #expect(replies.map { $0.parameters } == [["key": "x"], ["key": "\n"]])
    #expect(replies.allSatisfy { $0.continues })
    // Programs that watch keys do not get those of an answer.
    let asker = try typed.ask(["prompt": "x"])
    try typed.type("pw\n")
    #expect(try asker.replies().count == 1)
    #expect(try all.replies().isEmpty)
    try all.close()
    try typed.type("y")
    #expect(try one.call(.getStatus).error == nil)
  }

  /// A library with scenes for some modes, whose layers have the modes' names.
  private static func library() throws -> (SceneLibrary, directory: String) {
    let directory = NSTemporaryDirectory() + "modes-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    for name in ["shutdown", "install", "system-upgrade"] {
      let text = """
        { "name": "\(name)", "layers": [
            { "name": "bar", "kind": "progress", "style": "line", "frame": [10, 20, 40, 8] },
            { "name": "text", "kind": "text", "string": "" } ],
          "controls": {
            "install": { "kind": "progress", "drives": ["bar"] },
            "status": { "kind": "text", "drives": ["text"] } } }
        """
      try text.write(toFile: directory + "/\(name).jsonc", atomically: true, encoding: .utf8)
    }
    var library = SceneLibrary()
    library.directories = [directory]
    return (library, directory)
  }

  @Test func `a mode has its scene, where messages and the job's progress go on`() throws {
    let (library, directory) = try Self.library()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let typed = try Typed(library: library)
    let peer = try typed.harness.connect()
    let boot = typed.harness.daemon.boot
    var modes: [BootMode?] = []
    boot.setPercent("80")
    _ = try peer.call(.showMessage, ["text": "Hold on"])
    var scene: String { typed.harness.shows.stage.scene.name }
    let first = scene
    func enter(_ mode: String) throws {
      #expect(try peer.call(.setMode, ["mode": .string(mode)]).error == nil)
      try typed.harness.settle()
      modes.append(boot.mode)
    }
    try enter("reboot")
    #expect(scene == "shutdown")
    #expect(typed.control("status")?.text == "Hold on")
    #expect(typed.control("install")?.value == 0)
    try enter("updates")
    #expect(scene == "install")
    // Between its parts a job reports −1, and then begins again.
    for (text, value) in [
      ("40", 0.4), ("-1", 0.4), ("12", 0.4), ("", 0.4), ("41", 0.41), ("900", 1),
    ] {
      boot.setPercent(text)
      try typed.harness.settle()
      #expect(typed.control("install")?.value == value, "\(text)")
    }
    try enter("updates")
    boot.setPercent("5")
    #expect(boot.percent == 5)
    try enter("system-upgrade")
    #expect(scene == "system-upgrade")
    #expect(typed.control("install")?.value == 0)
    try enter("boot-up")
    #expect(scene == first)
    #expect(modes == [.reboot, .updates, .updates, .systemUpgrade, .bootUp])
    #expect(boot.tracker.isOver, "it was no boot from the first one on")
  }

  @Test func `a scene's control for the mode says what the machine is doing`() throws {
    let typed = try Typed(
      library: SceneLibrary(directories: []),
      text: """
        { "layers": [ { "name": "title", "kind": "text", "string": "Wait" } ],
          "controls": { "mode": { "kind": "text", "drives": "title" } } }
        """)
    let boot = typed.harness.daemon.boot
    #expect(typed.control("mode")?.text == "Wait")
    boot.begin(.reboot)
    #expect(typed.control("mode")?.text == "Restarting")
    #expect(boot.mode == .reboot && boot.tracker.isOver)
    // The scene is loaded again.
    typed.harness.daemon.loads.reload()
    try typed.harness.settle()
    #expect(typed.control("mode")?.text == "Restarting")
    // Another job has no scene of its own.
    boot.setMode(.firmwareUpgrade)
    try typed.harness.settle()
    #expect(typed.control("mode")?.text == "Updating the firmware")
  }

  @Test func `the machine's job is named in the language of the scene`() throws {
    func typed(_ languages: String) throws -> Typed {
      try Typed(
        library: SceneLibrary(directories: []),
        text: """
          { \(languages) "layers": [ { "name": "title", "kind": "text", "string": "Wait" } ],
            "controls": { "mode": { "kind": "text", "drives": "title" } } }
          """)
    }
    func title(_ languages: String, locale: String) throws -> String? {
      let typed = try typed(languages)
      try typed.harness.shows.stage.setLocale(locale)
      typed.harness.daemon.boot.begin(.reboot)
      return typed.control("mode")?.text
    }
    #expect(try title("", locale: "") == "Restarting")
    #expect(try title("", locale: "de-AT") == "Wird neu gestartet")
    #expect(try title("", locale: "ja") == "Restarting")
    let both = #""strings": { "en": { "a": "A" }, "fr": { "a": "A" } },"#
    #expect(try title(both, locale: "fr") == "Redémarrage en cours")
    // The scene itself speaks English then.
    #expect(try title(both, locale: "de") == "Restarting")
    let display = try typed(both)
    display.harness.daemon.boot.begin(.reboot)
    #expect(display.control("mode")?.text == "Restarting")
    try display.harness.connect().write(
      DisplayInterface.Method.setLocale.call(["locale": "fr"]))
    try display.harness.settle()
    #expect(display.control("mode")?.text == "Redémarrage en cours")
  }

  @Test func `a client's text in place of the job's stays until the next job`() throws {
    let typed = try Typed(
      library: SceneLibrary(directories: []),
      text: """
        { "layers": [ { "name": "title", "kind": "text", "string": "Wait" } ],
          "controls": { "mode": { "kind": "text", "drives": "title" } } }
        """)
    let boot = typed.harness.daemon.boot
    boot.begin(.updates)
    for parameters: JSONObject in [["control": "mode", "text": "Almost"], ["text": "Done"]] {
      #expect(try typed.harness.connect().call(.setText, parameters).error == nil)
      typed.harness.daemon.loads.reload()
      try typed.harness.settle()
      #expect(typed.control("mode")?.text == parameters["text"]?.stringValue)
    }
    boot.setMode(.updates)
    #expect(typed.control("mode")?.text == "Done", "the same job")
    boot.setMode(.reboot)
    try typed.harness.settle()
    #expect(typed.control("mode")?.text == "Restarting")
  }

  @Test func `a mode whose scene does not load is logged, and keeps the scene`() throws {
    let (library, directory) = try Self.library()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try "{".write(toFile: directory + "/halt.jsonc", atomically: true, encoding: .utf8)
    let typed = try Typed(library: library)
    let first = typed.harness.shows.stage.scene.name
    #expect(try typed.harness.connect().call(.setMode, ["mode": "halt"]).error == nil)
    try typed.harness.settle()
    #expect(typed.harness.shows.stage.scene.name == first)
    #expect(typed.harness.lines.all.contains { $0.contains("the scene stays as it is") })
  }

  @Test func `of many modes that follow each other only the newest waits`() throws {
    let (library, directory) = try Self.library()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let typed = try Typed(library: library)
    let peer = try typed.harness.connect()
    for _ in 0..<100 {
      for mode: JSONValue in ["reboot", "updates"] {
        try peer.write(DisplayInterface.Method.setMode.call(["mode": mode]))
      }
    }
    try typed.harness.settle()
    #expect(try peer.replies().allSatisfy { $0.error == nil })
    #expect(typed.harness.shows.stage.scene.name == "install")
    #expect(typed.harness.shows.stage.generation <= 5)
    #expect(!typed.harness.lines.all.contains { $0.contains("too many wait") })
  }
}
