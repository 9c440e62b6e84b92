import Foundation
import Input
import Stage
import System
import Testing

@testable import Output
@testable import Server

/// Questions, and the keys that answer them.
@Suite struct PromptTests {
  private static func keys(_ bytes: [UInt8]) throws -> [Key] {
    let secret = try SecretBytes()
    for byte in bytes { secret.append(byte) }
    var decoder = KeyDecoder()
    var keys: [Key] = []
    decoder.decode(secret) { keys.append($0) }
    return keys
  }

  @Test func `characters are read as keys, and escape sequences are skipped`() throws {
    #expect(
      try Self.keys(Array("aé€𝄞\n".utf8)) == [
        .character("a"), .character("é"), .character("€"), .character("𝄞"), .enter,
      ])
    // F1 of the kernel, F1 of xterm, Delete, Ctrl-Up, Alt-x.
    #expect(
      try Self.keys(Array("\u{1B}[[A\u{1B}OP\u{1B}[3~\u{1B}[1;5A\u{1B}xz".utf8)) == [
        .delete, .character("z"),
      ])
    #expect(
      try Self.keys(Array("\u{1B}[A\u{1B}[B\u{1B}OA\u{1B}OB".utf8)) == [.up, .down, .up, .down])
    #expect(try Self.keys([0x1B]) == [.escape])
    #expect(
      try Self.keys([0x7F, 0x08, 0x15, 0x17, 0x03, 0x04]) == [
        .backspace(0x7F), .backspace(8), .erase(0x15), .erase(0x17), .cancel(3), .cancel(4),
      ])
    // Overlong, cut off, a surrogate, and a byte out of place.
    #expect(
      try Self.keys([0xE0, 0x80, 0xAF, 0xC3, 0x41, 0xED, 0xA0, 0x80, 0x80]) == [.character("A")])
  }

  @Test func `a character that comes in two parts is whole`() throws {
    let secret = try SecretBytes()
    var decoder = KeyDecoder()
    var keys: [Key] = []
    for byte in Array("ß".utf8) {
      secret.removeAll()
      secret.append(byte)
      decoder.decode(secret) { keys.append($0) }
    }
    #expect(keys == [.character("ß")])
  }

  private final class Answers {
    var all: [String] = []

    func take(_ answer: PromptAnswer) {
      switch answer {
      case .text(let secret):
        let bytes = secret.withBytes { span in span.indices.map { span[$0] } }
        all.append(String(decoding: bytes, as: UTF8.self))
      case .cancelled: all.append("(cancelled)")
      case .expired: all.append("(expired)")
      case .refused: all.append("(refused)")
      }
    }
  }

  private static func type(_ text: String, to queue: PromptQueue, at time: Int64) {
    for scalar in text.unicodeScalars {
      queue.handle(scalar == "\n" ? .enter : .character(scalar), at: time)
    }
  }

  @Test func `questions are answered one after the other`() {
    let queue = PromptQueue()
    let answers = Answers()
    #expect(queue.ask(Question("One", isSecret: true), by: .client(1), answer: answers.take))
    #expect(queue.ask(Question("Two", isSecret: false), by: .client(2), answer: answers.take))
    queue.noteShown(at: 0)
    Self.type("pä", to: queue, at: 400_000)
    #expect(queue.state?.entry == .bullets(2))
    #expect(queue.state?.waitingCount == 2)
    queue.handle(.backspace(0x7F), at: 400_000)
    Self.type("w\n", to: queue, at: 400_000)
    #expect(answers.all == ["pw"])
    #expect(queue.state?.message == "Two")
    #expect(queue.state?.entry == .text(""))
    // A key typed so early was meant for the question before.
    queue.noteShown(at: 500_000)
    Self.type("x", to: queue, at: 700_000)
    #expect(queue.state?.entry == .text(""))
    Self.type("yes", to: queue, at: 900_000)
    #expect(queue.state?.entry == .text("yes"))
    queue.handle(.erase(0x15), at: 900_000)
    queue.handle(.cancel(3), at: 900_000)
    #expect(answers.all == ["pw", "(cancelled)"])
    #expect(queue.isEmpty)
  }

  @Test func `keys in the first moments of a question that follows another one are not its own`() {
    let queue = PromptQueue()
    let answers = Answers()
    func ask(_ message: String) -> Bool {
      queue.ask(Question(message, isSecret: false), by: .client(1), answer: answers.take)
    }
    let settling = PromptQueue.settlingTime
    #expect(settling == 300_000)
    // The first question is answered at once, since no question came before it.
    #expect(ask("One") && ask("Two") && ask("Three"))
    queue.noteShown(at: 10_000_000)
    Self.type("a\n", to: queue, at: 10_000_000)
    #expect(answers.all == ["a"])
    queue.noteShown(at: 10_100_000)
    Self.type("b\n", to: queue, at: 10_100_000 + settling - 1)
    #expect(answers.all == ["a"] && queue.state?.entry == .text(""))
    queue.handle(.cancel(3), at: 10_100_000 + settling - 1)
    #expect(queue.state?.message == "Two")
    // A question that was hidden and is shown again counts as new.
    queue.noteHidden()
    Self.type("c\n", to: queue, at: 10_390_000)
    queue.noteShown(at: 10_200_000)
    Self.type("d\n", to: queue, at: 10_200_000 + settling - 1)
    #expect(answers.all == ["a"])
    Self.type("e\n", to: queue, at: 10_200_000 + settling)
    #expect(answers.all == ["a", "e"])
    // This question comes long after the one before.
    queue.noteShown(at: 10_500_000 + settling)
    Self.type("f\n", to: queue, at: 10_500_000 + settling)
    #expect(answers.all == ["a", "e", "f"])
  }

  @Test func `two equal questions in a row have numbers of their own`() throws {
    let queue = PromptQueue()
    let answers = Answers()
    func ask() -> Bool {
      queue.ask(Question("PIN", isSecret: true), by: .client(1), answer: answers.take)
    }
    #expect(ask() && ask())
    queue.noteShown(at: 0)
    let first = try #require(queue.state)
    Self.type("1\n", to: queue, at: 0)
    var second = try #require(queue.state)
    #expect(first.message == second.message && first.number != second.number)
    queue.noteShown(at: 1_000_000)
    Self.type("2\n", to: queue, at: 1_000_000)
    #expect(answers.all == ["1", "2"] && queue.isEmpty)
    // The rule also holds when no question waits in between.
    #expect(ask())
    let third = try #require(queue.state)
    second.waitingCount = third.waitingCount
    #expect(third != first && third != second)
  }

  @Test func `the text of a console has an equal question a second time`() throws {
    var console = ConsolePrompt()
    var state = PromptState(message: "PIN", entry: .bullets(0))
    let first = console.update(state)
    #expect(!first.isEmpty && console.update(state).isEmpty)
    state.number += 1
    #expect(console.update(state) == first)
  }

  @Test func `a question does not take the rest of what is typed into a field`() throws {
    let field = """
      { "layers": [
          { "name": "box", "frame": [0, 0, 80, 40], "layers": [
            { "name": "entry", "kind": "text", "string": "", "frame": [0, 0, 80, 40] } ] } ],
        "controls": {
          "pin": { "kind": "field", "layer": "box", "entry": "entry", "concealed": true } } }
      """
    let harness = try Harness(isStepped: false, text: field, output: .auto) {
      _ throws(OutputError) in FakeCard(FakeScreen("eDP-1"))
    }
    let (shows, desk) = (harness.shows, harness.daemon.desk)
    shows.keyboardUse = .always
    let answers = Answers()
    #expect(desk.queue.watch([], by: .client(2)) { _ in answers.all.append("(watched)") })
    // Without a question, keys of the screen's keyboard have no meaning.
    desk.handle(InputKey.character("1"))
    #expect(answers.all == [])
    for key in [.tab, .character("1")] as [InputKey] {
      #expect(shows.handle(key, isRepeated: false))
    }
    shows.updateKeyboards()
    #expect(shows.showsKeyboard == true)
    let question = Question("Name", isSecret: false)
    #expect(desk.queue.ask(question, by: .client(1), answer: answers.take))
    desk.show()
    desk.handle(InputKey.character("2"))
    #expect(desk.queue.state?.entry == .text(""))
    harness.clock.now += PromptQueue.settlingTime
    desk.handle(InputKey.character("3"))
    #expect(desk.queue.state?.entry == .text("3"))
  }

  @Test func `the question of a client that leaves is withdrawn`() {
    let queue = PromptQueue()
    let answers = Answers()
    #expect(queue.ask(Question("One", isSecret: true), by: .client(1), answer: answers.take))
    #expect(queue.ask(Question("Two", isSecret: true), by: .client(2), answer: answers.take))
    queue.noteShown(at: 0)
    Self.type("secret", to: queue, at: 400_000)
    queue.withdraw(.client(1))
    #expect(queue.state?.message == "Two")
    #expect(queue.state?.entry == .bullets(0))
    queue.noteShown(at: 500_000)
    // These keys are the rest of the secret for the question that is gone.
    Self.type("rest\n", to: queue, at: 600_000)
    #expect(answers.all == [])
    Self.type("other\n", to: queue, at: 900_000)
    #expect(answers.all == ["other"])
    #expect(queue.ask(Question("Three", isSecret: true), by: .client(3), answer: answers.take))
    queue.refuseAll()
    #expect(answers.all == ["other", "(refused)"])
    #expect(queue.isEmpty)
  }

  @Test func `the length of an answer and the number of questions are bounded`() {
    let queue = PromptQueue()
    let answers = Answers()
    for number in 0..<UInt64(PromptQueue.mostPrompts) {
      #expect(queue.ask(Question("", isSecret: true), by: .client(number), answer: answers.take))
    }
    #expect(!queue.ask(Question("", isSecret: true), by: .client(99), answer: answers.take))
    queue.noteShown(at: 0)
    Self.type(String(repeating: "€", count: 2000) + "\n", to: queue, at: 400_000)
    #expect(answers.all == [String(repeating: "€", count: PromptQueue.longestAnswer / 3)])
  }

  @Test func `keys without a watcher are ignored`() {
    let queue = PromptQueue()
    var pressed: [[UInt8]?] = []
    var escapes = 0
    queue.onEscape = { escapes += 1 }
    queue.handle(.character("x"), at: 0)
    #expect(queue.watch(Array("qQ".utf8), by: .client(1)) { pressed.append($0) })
    #expect(queue.watch([], by: .client(2)) { pressed.append($0) })
    queue.handle(.character("Q"), at: 0)
    queue.handle(.enter, at: 0)
    queue.handle(.enter, at: 0)
    #expect(pressed == [[0x51], [0x0A]])
    #expect(queue.watch([0x03], by: .client(3)) { pressed.append($0) })
    queue.ignore([0x03])
    #expect(pressed == [[0x51], [0x0A], nil])
    queue.handle(.escape, at: 0)
    #expect(escapes == 1)
  }

  @Test func `the layout's label is what the machine's files say last`() {
    let text =
      "quiet rd.vconsole.keymap=us\n# KEYMAP=fr\nrd.vconsole.keymap=\"de-latin1\" root=/dev/x\n"
    #expect(MachineKeymap.value(of: "rd.vconsole.keymap", in: text) == "de-latin1")
    #expect(MachineKeymap.value(of: "vconsole.keymap", in: text) == nil)
    #expect(MachineKeymap.value(of: "KEYMAP", in: text) == nil)
    #expect(MachineKeymap.label(of: "de-latin1") == "DE")
    #expect(MachineKeymap.label(of: "us,ru") == "US/RU")
    #expect(MachineKeymap.label(of: "gb,gb,il(lyx),us") == "GB/IL")
    #expect(MachineKeymap.label(of: "us,<script>") == "US")
    #expect(MachineKeymap.label(of: "<script>") == "")
  }

  @Test func `a layout's name is the whole value, with its variant`() {
    let text = "XKBMODEL=pc105\nXKBLAYOUT=\"de\"\nXKBVARIANT=\"nodeadkeys\"\nKEYMAP=fr_CH\n"
    #expect(
      MachineKeymap.name(by: "XKBLAYOUT", in: text)
        == .graphical(layout: "de", variant: "nodeadkeys"))
    #expect(MachineKeymap.name(by: "KEYMAP", in: text) == .console("fr_CH"))
    #expect(
      MachineKeymap.name(by: "XKBLAYOUT", in: "XKBLAYOUT=fr\nXKBVARIANT=\"\"\n")
        == .graphical(layout: "fr", variant: ""))
    #expect(MachineKeymap.name(by: "XKBLAYOUT", in: "XKBVARIANT=neo\n") == nil)
  }
}
