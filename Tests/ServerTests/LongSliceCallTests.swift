import Foundation
import Geometry
import Images
import JSON
import Stage
import TestSupport
import Testing
import Wire

@testable import Output
@testable import Server
@testable import System

/// All kinds of calls meet slices of a real stage that take long: for ThreadSanitizer above all.
@Suite struct LongSliceCallTests {
  /// A shape of many dashes and a text of many letters, which change all the time, and all kinds of
  /// controls.
  private static let scene = """
    { "layers": [
        { "kind": "shape", "frame": [0, 0, 640, 480], "path": { "svg": "\(lines)" },
          "strokeColor": "#80C0FF", "lineWidth": 8, "lineCap": "round", "lineDashPattern": [1, 1],
          "animations": [ { "key": "lineDashPhase", "by": 40, "duration": 4, "repeat": "forever" } ] },
        { "kind": "text", "name": "letters", "frame": [10, 10, 620, 400], "fontSize": 9,
          "string": "\(letters)",
          "animations": [ { "key": "fontSize", "from": 8, "to": 10, "duration": 2, "repeat": "forever" } ] },
        { "kind": "text", "name": "words", "string": "a", "frame": [0, 420, 200, 20] },
        { "kind": "log", "name": "lines", "frame": [200, 420, 200, 60] },
        { "kind": "image", "name": "photo", "frame": [400, 420, 60, 60] },
        { "kind": "loader", "name": "wheel", "frame": [460, 420, 60, 60] },
        { "name": "thumb", "frame": [520, 420, 20, 20], "backgroundColor": "#FFFFFF", "animations": [
          { "key": "position.x", "from": 530, "to": 620, "duration": 1 } ] } ],
      "controls": { "message": { "kind": "text", "drives": "words" },
        "log": { "kind": "log", "drives": "lines" },
        "picture": { "kind": "image", "drives": "photo" },
        "load": { "kind": "reveal", "content": "photo", "loader": "wheel" },
        "slide": { "kind": "scrub", "layers": "thumb" } } }
    """

  private static let lines = (0..<20).map { "M10 \(10 + $0 * 20)h600" }.joined(separator: " ")
  private static let letters = String(repeating: "the quick brown fox ", count: 100)

  private static func now() -> Int64 { (try? Syscalls.monotonicMicroseconds()) ?? 0 }

  /// The part of the test that runs on another thread.
  private final class Caller: @unchecked Sendable {
    private let path: String
    private let lock = NSLock()
    private var outcome: (replies: Int, failures: [String]) = (0, [])
    private let end = DispatchSemaphore(value: 0)

    init(path: String) { self.path = path }

    /// The number of replies and the failures, once all calls have been made; nil before.
    func result() -> (replies: Int, failures: [String])? {
      guard end.wait(timeout: .now()) == .success else { return nil }
      return lock.withLock { outcome }
    }

    func start(rounds: Int) {
      Thread.detachNewThread { [self] in
        do { for round in 0..<rounds { try makeCalls(round) } } catch { note("\(error)") }
        end.signal()
      }
    }

    private func note(_ failure: String) { lock.withLock { outcome.failures.append(failure) } }

    private func makeCalls(_ round: Int) throws {
      let stream = try UnixStream.connect(to: path)
      let picture = try PNGEncoder().encode(
        [UInt32](repeating: 0xFF00_0000 | UInt32(round), count: 64),
        size: PixelSize(width: 8, height: 8))
      let file = try MemoryFile.sealed(name: "picture", bytes: picture.span)
      try call(stream, .setText, ["control": "message", "text": .string("round \(round)")])
      try call(stream, .appendLog, ["control": "log", "text": .string("line \(round)\n")])
      try call(
        stream, .setImage, ["control": "picture", "fileDescriptor": 0], sending: [file.rawValue])
      try call(stream, .reveal, ["control": "load"])
      try call(stream, .conceal, ["control": "load"])
      for method: DisplayInterface.Method in [
        .getStatus, .getCapabilities, .listLayers, .listControls, .getAccessibility,
      ] { try call(stream, method) }
      // The client leaves a held control and an open question behind.
      try call(stream, .beginScrub, ["control": "slide"])
      try call(stream, .updateScrub, ["control": "slide", "value": 0.5])
      let question = DisplayInterface.Method.ask.call(["prompt": "Name"])
      _ = try stream.send(question.encoded().span)
      usleep(30_000)
    }

    private func call(
      _ stream: borrowing UnixStream, _ method: DisplayInterface.Method,
      _ parameters: JSONObject = [:], sending descriptors: [Int32] = []
    ) throws {
      _ = try stream.send(method.call(parameters).encoded().span, descriptors: descriptors)
      var reader = MessageReader()
      var queue = DescriptorQueue()
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        guard try stream.descriptor.waitForInput(milliseconds: 60_000) else {
          return note("\(method) has no reply")
        }
        guard
          let count = try stream.receive(into: &buffer, 0..<buffer.count, descriptors: &queue)
        else { continue }
        guard count > 0 else { return note("\(method) was hung up on") }
        reader.append(buffer.span.extracting(0..<count), descriptorCount: 0)
        guard let reply = try reader.nextReply() else { continue }
        lock.withLock { outcome.replies += 1 }
        // The former client may still hold the control until the next frame.
        let mayFail = method == .beginScrub || method == .updateScrub
        if let error = reply.error, !mayFail { note("\(method): \(error)") }
        return
      }
    }
  }

  @Test func `calls of all kinds are answered while the other thread is at work in slices`() throws
  {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/socket"
    let harness = try Harness(
      isStepped: false, text: Self.scene, size: PixelSize(width: 640, height: 480))
    try harness.outputManager.console.take(try ConsoleKeyboard(try FakeConsole()))
    let main = pthread_self()
    let (start, begin) = (Self.now(), harness.clock.now)
    var elsewhere = 0
    harness.clock.onRead = {
      if pthread_self() != main { elsewhere += 1 }
      return begin + Self.now() - start
    }
    try harness.daemon.listen(on: Listener(try UnixListener.listen(on: path)))
    let caller = Caller(path: path)
    caller.start(rounds: 10)
    let (limit, frames) = (Self.now() + 300_000_000, harness.shows.frameCount)
    var result: (replies: Int, failures: [String])?
    while result == nil, Self.now() < limit {
      try harness.daemon.turn(milliseconds: 5)
      result = caller.result()
    }
    #expect(result?.failures.isEmpty == true, "\(result?.failures ?? [])")
    #expect(result?.replies == 120)
    #expect(harness.shows.frameCount > frames && elsewhere > 0)
    try harness.settle()
    #expect(harness.shows.stage.controls.allSatisfy { $0.isHeld != true })
    harness.daemon.stop()
  }
}
