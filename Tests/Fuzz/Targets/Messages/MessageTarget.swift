import Geometry
import JSON
import System
import Wire

@testable import Server

/// Messages, each ended by a NUL, to a dispatcher with a stage behind it: every reply is one that a
/// client can read.
enum MessageTarget {
  static let generator = MessageGenerator(
    grammar: .display, names: ["bar", "message", "shade", "flip", "none-1", "Ä"])

  static let scene = """
    {"layers": [
      {"name": "bar", "kind": "progress", "style": "line", "frame": [2, 2, 20, 4]},
      {"name": "words", "kind": "text", "string": "{percent}", "frame": [2, 8, 20, 6]},
      {"name": "content", "frame": [2, 16, 8, 8], "backgroundColor": "#40A0FF",
        "animations": [{"key": "opacity", "from": 0, "to": 1, "duration": 3, "repeat": "forever"}]}],
     "controls": {
      "bar": {"kind": "progress", "drives": ["bar"],
        "phases": [{"name": "a", "weight": 1}, {"name": "b", "weight": 3}]},
      "message": {"kind": "text", "text": "Hello"},
      "flip": {"kind": "scrub", "layers": ["content"]}}}
    """

  static func run(_ bytes: [UInt8]) throws(Finding) {
    let harness: Harness
    do {
      harness = try Harness(text: scene, size: PixelSize(width: 32, height: 24))
    } catch {
      throw Finding("the daemon does not start: \(error)")
    }
    let dispatcher = Dispatcher(
      shows: harness.shows, boot: harness.daemon.boot, limits: Limits())
    var reader = MessageReader()
    // In two reads, which may be cut anywhere.
    let cut = bytes.isEmpty ? 0 : Int(bytes[0]) % bytes.count
    for part in [bytes[..<cut], bytes[cut...]] {
      reader.append(Array(part).span)
      while true {
        let call: Call
        do throws(ProtocolError) {
          guard let next = try reader.nextCall() else { break }
          call = next
        } catch {
          return
        }
        try answer(call, dispatcher, harness)
      }
    }
    harness.shows.step(by: 50_000)
    _ = harness.shows.takeEvents().map { $0.object }
  }

  /// Handles a call, by the owner and by anybody.
  static func answer(
    _ call: Call, _ dispatcher: Dispatcher, _ harness: Harness
  ) throws(Finding) {
    let reply: Reply
    do throws(CallError) {
      switch try dispatcher.outcome(
        of: call, descriptors: DescriptorList(), client: 1,
        caller: call.mode == .upgrade ? .other : .root)
      {
      case .reply(let parameters): reply = Reply(parameters)
      case .replyWithDescriptor(let parameters, _): reply = Reply(parameters)
      case .secretReply(let message):
        let parsed = message.withBytes { bytes in
          try? Reply(parsing: bytes.extracting(0..<bytes.count - 1))
        }
        guard let parsed else { preconditionFailure("a reply with a secret cannot be read") }
        reply = parsed
      // Scenes are read by a thread, which the targets `scene` and `state` do without.
      case .load: return
      // Answered in parts, or later.
      case .stream: return
      case .wait: return
      case .screenshot: return
      case .quit: return
      }
    } catch {
      reply = Reply(error)
    }
    let bytes = reply.encoded()
    guard let again = try? Reply(parsing: bytes.span.extracting(0..<bytes.count - 1)) else {
      throw Finding("a reply cannot be read: " + String(decoding: bytes, as: UTF8.self))
    }
    try require(again.error == reply.error, "a reply's error changes on its way")
  }
}
