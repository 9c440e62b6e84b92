import Foundation
import Input
import JSON
import Stage
import System
import TestSupport
import Testing
import Wire

@testable import Output
@testable import Server

/// Keys of devices, from their records to the question and to the buttons of the scene.
@Suite struct DeviceKeyTests {
  /// A daemon whose keys come from a FIFO, and from a console where there is one.
  private final class Pressed {
    let harness: Harness
    let console: FakeConsole
    private let directory: TemporaryDirectory
    private var fifo: FileDescriptor?
    private var time = 0
    private let subscriber: Peer

    init(text: String = Harness.scene, hasConsole: Bool = false, keymap: Keymap = Keymap()) throws {
      directory = try TemporaryDirectory()
      let path = directory("keys")
      try #require(unsafe mkfifo(path, 0o600) == 0)
      console = try FakeConsole()
      harness = try Harness(text: text)
      subscriber = try harness.connect()
      try subscriber.send(
        DisplayInterface.Method.subscribe.call(["kinds": ["pressed", "chosen"]], mode: .more))
      _ = try subscriber.replies()
      if hasConsole { try harness.outputManager.console.take(try ConsoleKeyboard(console)) }
      harness.outputManager.console.wantKeys()
      try harness.daemon.serve(
        try DeviceInput(
          .paths([path]), keymap: keymap, on: harness.shows, harness.outputManager.console,
          hasTerminals: true, Log(isVerbose: true, now: { 0 }, write: { _ in })))
      fifo = try FileDescriptor.open(path, [.read, .write, .nonBlocking])
      try harness.settle()
    }

    /// Presses keys one after the other; `held` is the number of repetitions of each.
    func press(_ codes: [UInt16], held: Int = 0) throws {
      for code in codes {
        var bytes: [UInt8] = []
        let values = [1] + Array(repeating: Int32(2), count: held) + [0]
        for value in values {
          time += 1
          for record in [(UInt16(1), code, value), (UInt16(0), UInt16(0), Int32(0))] {
            unsafe withUnsafeBytes(of: (0, time)) { unsafe bytes.append(contentsOf: $0) }
            unsafe withUnsafeBytes(of: record) { unsafe bytes.append(contentsOf: $0) }
          }
        }
        try fifo?.writeAll(bytes.span)
      }
      try harness.settle()
    }

    /// Waits until the keys are for what is shown now.
    func wait() throws {
      try harness.settle()
      harness.clock.now += PromptQueue.settlingTime
      try harness.settle()
    }

    func ask(_ question: Question) -> Answer {
      let answer = Answer()
      answer.isAsked = harness.daemon.boot.ask(question, by: .client(7)) { end in
        switch end {
        case .text(let bytes):
          answer.text = String(
            decoding: bytes.withBytes { bytes in bytes.indices.map { bytes[$0] } }, as: UTF8.self)
        default: answer.text = "\(end)"
        }
      }
      return answer
    }

    /// The label of the control with the focus.
    var focus: String? {
      harness.shows.stage.accessibilityNodes.first { $0.states.contains(.focused) }?.label
    }

    /// The events of buttons and choices that a subscriber got since the last call.
    func events() throws -> [String] {
      _ = try harness.connect().call(.step, ["durationUSec": 200_000])
      return try subscriber.replies().flatMap { reply in
        try Fields(reply.parameters).structures("events") { fields throws(CallError) in
          try DisplayInterface.Event(fields)
        }
      }.map { ["\($0.kind)", $0.control, $0.state].compactMap { $0 }.joined(separator: " ") }
    }
  }

  private final class Answer {
    var isAsked = false
    var text: String?
  }

  private static let buttons = """
    { "layers": [
        { "name": "a", "frame": [0, 0, 10, 10], "backgroundColor": "#FFFFFF" },
        { "name": "b", "frame": [20, 0, 10, 10], "backgroundColor": "#FFFFFF" },
        { "name": "c", "frame": [40, 0, 10, 10], "backgroundColor": "#FFFFFF" } ],
      "controls": {
        "one": { "kind": "button", "layer": "a", "label": "One",
          "focused": { "key": "opacity", "to": 0.5, "duration": 0 },
          "pressed": { "key": "opacity", "to": 0.4, "duration": 0 } },
        "two": { "kind": "choice", "label": "Two", "options": {
          "b": { "layer": "b", "label": "B", "chosen": { "key": "opacity", "to": 0.9 },
            "focused": { "key": "opacity", "to": 0.5 }, "pressed": { "key": "opacity", "to": 0.4 } },
          "c": { "layer": "c", "label": "C", "chosen": { "key": "opacity", "to": 0.9 },
            "focused": { "key": "opacity", "to": 0.5 },
            "pressed": { "key": "opacity", "to": 0.4 } } } } } }
    """

  @Test func `a question is answered with the keys of a device`() throws {
    let pressed = try Pressed()
    let answer = pressed.ask(Question("Password", isSecret: true))
    #expect(answer.isAsked)
    try pressed.wait()
    #expect(pressed.harness.shows.prompt?.message == "Password")
    // "pX", with a letter too many that is taken back.
    try pressed.press([25, 58, 45, 58, 30, 14])
    #expect(pressed.harness.shows.prompt?.entry == .bullets(2))
    #expect(pressed.harness.shows.prompt?.isCapsLockOn == false)
    try pressed.press([28])
    #expect(answer.text == "pX")
    #expect(pressed.harness.shows.prompt == nil)
  }

  @Test(arguments: [KeyboardUse.auto, .always])
  func `nothing is asked while a program has hidden the scene`(use: KeyboardUse) throws {
    let pressed = try Pressed()
    let boot = pressed.harness.daemon.boot
    pressed.harness.shows.keyboardUse = use
    func takesQuestions() throws -> Bool? {
      try pressed.harness.connect().call(.getStatus).parameters["questions"]?.boolValue
    }
    #expect(try takesQuestions() == true && boot.takesAsker())
    let first = pressed.ask(Question("First", isSecret: true))
    try pressed.wait()
    boot.showConsole()
    let second = pressed.ask(Question("Second", isSecret: true))
    #expect(!second.isAsked)
    try pressed.wait()
    #expect(first.text == "refused")
    #expect(pressed.harness.outputManager.console.place == .hidden)
    #expect(try takesQuestions() == false && !boot.takesAsker())
    boot.showScene()
    #expect(pressed.ask(Question("Third", isSecret: true)).isAsked)
    try pressed.wait()
    #expect(try takesQuestions() == true && boot.takesAsker())
    #expect(pressed.harness.shows.prompt?.message == "Third")
  }

  @Test(arguments: [InputSelection.auto, .paths(["/dev/null"])])
  func `without terminals a keyboard may come later, and named devices may have no keys`(
    selection: InputSelection
  ) throws {
    let harness = try Harness()
    try harness.daemon.serve(
      try DeviceInput(
        selection, on: harness.shows, harness.outputManager.console, hasTerminals: false,
        Log(isVerbose: true, now: { 0 }, write: { _ in })))
    #expect(harness.daemon.desk.couldTakeQuestions, "no device was looked at yet")
    let isAsked = harness.daemon.boot.ask(Question("Name", isSecret: false), by: .client(7)) { _ in
    }
    #expect(isAsked == (selection == .auto))
  }

  @Test func `keys before a question do not count for its answer, and caps lock is shown`() throws {
    let pressed = try Pressed()
    try pressed.press([30, 58])
    let answer = pressed.ask(Question("Password", isSecret: true))
    try pressed.wait()
    #expect(pressed.harness.shows.prompt?.isCapsLockOn == true)
    try pressed.press([48, 28])
    #expect(answer.text == "B")
  }

  @Test func `an accent counts for the question in which it was typed`() throws {
    let pressed = try Pressed(keymap: Keymap(layout: "DE"))
    _ = pressed.ask(Question("Password", isSecret: true))
    try pressed.wait()
    try pressed.press([13])
    pressed.harness.daemon.desk.queue.withdraw(.client(7))
    let answer = pressed.ask(Question("Name", isSecret: false))
    try pressed.wait()
    try pressed.press([30, 28])
    #expect(answer.text == "a")
  }

  @Test func `a keymap is that of its file`() throws {
    let pressed = try Pressed(keymap: Keymap("21 z Z\n40 ä Ä"))
    let answer = pressed.ask(Question("Password", isSecret: true))
    try pressed.wait()
    try pressed.press([21, 40, 30, 28])
    #expect(answer.text == "zäa")
  }

  @Test(arguments: [(false, "", "US"), (false, "21 z Z", ""), (true, "", "DE")])
  func `the layout's label is that of the keys`(
    hasConsole: Bool, keymap: String, label: String
  ) throws {
    let pressed = try Pressed(
      hasConsole: hasConsole, keymap: keymap.isEmpty ? Keymap() : Keymap(keymap))
    pressed.harness.daemon.desk.keyboardLayout = "DE"
    _ = pressed.ask(Question("Password", isSecret: true))
    try pressed.wait()
    #expect(pressed.harness.shows.prompt?.keyboardLayout == label)
  }

  @Test func `with the keys of a console a key counts once, and those it lacks count too`() throws {
    let pressed = try Pressed(hasConsole: true)
    let answer = pressed.ask(Question("Password", isSecret: true))
    try pressed.wait()
    try pressed.console.type("a")
    try pressed.press([30, 28])
    #expect(pressed.harness.shows.prompt?.entry == .bullets(1))
    #expect(answer.text == nil)
    // A panel's OK.
    try pressed.press([352])
    #expect(answer.text == "a")
  }

  @Test func `keys of a console that another program has taken do not come from devices`() throws {
    let pressed = try Pressed(text: Self.buttons, hasConsole: true)
    pressed.harness.outputManager.console.loseKeyboard()
    try pressed.wait()
    #expect(!pressed.ask(Question("Password", isSecret: true)).isAsked)
    try pressed.press([15])
    #expect(pressed.focus == nil)
    // The scene gets keys that the console does not know.
    try pressed.press([407])
    #expect(pressed.focus == "One")
  }

  @Test(arguments: [false, true])
  func `buttons of a panel choose among answers`(hasConsole: Bool) throws {
    let pressed = try Pressed(hasConsole: hasConsole)
    var question = Question("Go on?", isSecret: false)
    question.choices = ["Yes", "No", "Later"]
    let answer = pressed.ask(question)
    try pressed.wait()
    if hasConsole {
      try pressed.console.type("\u{1B}[B")
      try pressed.press([108])
    } else {
      try pressed.press([108])
    }
    try pressed.press([352])
    #expect(answer.text == "No")
  }

  @Test func `buttons of a panel move the focus and press`() throws {
    let pressed = try Pressed(text: Self.buttons)
    try pressed.wait()
    try pressed.press([106])
    #expect(pressed.focus == "One")
    try pressed.press([353], held: 5)
    #expect(try pressed.events() == ["pressed one"])
    try pressed.press([57], held: 5)
    #expect(try pressed.events() == ["pressed one"])
    try pressed.press([407, 407, 28])
    #expect(try pressed.events() == ["chosen two c"])
    try pressed.press([103, 352])
    #expect(try pressed.events() == ["chosen two b"])
    try pressed.press([174])
    #expect(pressed.focus == nil)
  }

  @Test func `buttons that a console does not know choose and press, too`() throws {
    let pressed = try Pressed(text: Self.buttons, hasConsole: true)
    try pressed.wait()
    try pressed.console.type("\t")
    try pressed.press([15])
    #expect(pressed.focus == "One", "the key came on both ways")
    try pressed.press([407])
    #expect(pressed.focus == "Two")
    try pressed.press([412, 352])
    #expect(pressed.focus == "One")
    #expect(try pressed.events() == ["pressed one"])
  }

  @Test func `while another program has the display, keys are not taken`() throws {
    let pressed = try Pressed()
    pressed.harness.daemon.boot.deactivate()
    try pressed.harness.settle()
    #expect(!pressed.ask(Question("Password", isSecret: true)).isAsked)
    pressed.harness.daemon.boot.reactivate()
    try pressed.harness.settle()
    let answer = pressed.ask(Question("Password", isSecret: true))
    try pressed.wait()
    try pressed.press([30, 28])
    #expect(answer.text == "a")
  }
}
