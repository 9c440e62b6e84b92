import Foundation
import Stage
import System
import Testing

@testable import Server

/// The FIFO of psplash.
@Suite struct PsplashTests {
  private static func messages(_ parts: [[UInt8]]) -> [PsplashReader.Message] {
    var reader = PsplashReader()
    var messages: [PsplashReader.Message] = []
    for part in parts { reader.receive(part.span) { messages.append($0) } }
    return messages
  }

  @Test func `messages end at a NUL or a line's end, however they come`() {
    let bytes = Array("PROGRESS 50\0MSG Hold on\nPROGRESS -30\0PROGRESS 4000\0MSG\0QUIT\0".utf8)
    let expected: [PsplashReader.Message] = [
      .progress(50), .message(Array("Hold on".utf8)), .progress(-30), .progress(100),
      .message([]), .quit,
    ]
    #expect(Self.messages([bytes]) == expected)
    #expect(Self.messages(bytes.map { [$0] }) == expected)
  }

  @Test func `a message without a meaning is ignored`() {
    for text in [
      "", "QUITE\0", "PROGRESS\0", "PROGRESS x\0", "PROGRESS 99999999999999999999\0", "MSGx\0",
      "progress 5\0", "\0\0\n",
    ] {
      #expect(Self.messages([Array(text.utf8)]) == [], "\(text)")
    }
    let long = [UInt8](repeating: 0x4D, count: PsplashReader.longest + 1)
    #expect(Self.messages([long + Array("SG x\0QUIT\0".utf8)]) == [.quit])
    let longest = Array("MSG ".utf8) + [UInt8](repeating: 0x78, count: PsplashReader.longest - 4)
    #expect(Self.messages([longest + [0]]) == [.message(Array(longest.dropFirst(4)))])
  }

  @Test func `the scene shows what is written to the FIFO, which is made and removed`() throws {
    let path = NSTemporaryDirectory() + "psplash-" + UUID().uuidString
    let harness = try Harness(isStepped: false, text: Harness.scene)
    try harness.daemon.servePsplash(on: try NamedPipe(path, mode: 0o600))
    let writer = try FileDescriptor.open(path, [.write, .nonBlocking])
    func write(_ text: String) throws {
      _ = try writer.write(Array(text.utf8).span)
      try harness.settle()
    }
    func control(_ name: String) -> (value: Double?, text: String?) {
      let control = harness.shows.stage.controls.first { $0.name == name }
      return (control?.value, control?.text)
    }
    try write("PROGRESS 40\0MSG One\0MSG Two\0")
    #expect(control("install").value == 0.4)
    #expect(control("message").text == "Two")
    try write("MSG\0")
    #expect(control("message").text == "Hello")
    // A shell's printf does not end the message.
    let start = ContinuousClock.now
    try write("PROGRESS 60")
    let value = control("install").value
    // On a busy machine the message's time limit may already be over.
    if ContinuousClock.now - start < .microseconds(PsplashServer.messageTime) {
      #expect(value == 0.4)
    }
    let deadline = ContinuousClock.now + .seconds(60)
    while control("install").value == 0.4, ContinuousClock.now < deadline {
      try harness.daemon.turn(milliseconds: 20)
    }
    #expect(control("install").value == 0.6)
    try write("QUIT\0")
    #expect(harness.daemon.isDone)
    harness.daemon.stop()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  /// Each message that is shown is laid out, on all screens.
  @Test func `the last message and the furthest progress of a flood are shown`() throws {
    let path = NSTemporaryDirectory() + "psplash-" + UUID().uuidString
    let harness = try Harness(isStepped: false, text: Harness.scene)
    try harness.daemon.servePsplash(on: try NamedPipe(path, mode: 0o600))
    defer { harness.daemon.stop() }
    let writer = try FileDescriptor.open(path, [.write, .nonBlocking])
    var flood = ""
    for number in 1...100 { flood += "MSG \(number)\0PROGRESS \(number % 80)\0" }
    let before = harness.shows.revision
    #expect(try writer.write(Array(flood.utf8).span) == flood.utf8.count)
    try harness.settle()
    let controls = harness.shows.stage.controls
    #expect(controls.first { $0.name == "message" }?.text == "100")
    #expect(controls.first { $0.name == "install" }?.value == 0.79)
    #expect(harness.shows.revision - before < 20)
  }

  @Test func `the FIFO of a service manager is read, and stays`() throws {
    let path = NSTemporaryDirectory() + "psplash-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    let result = unsafe mkfifo(path, 0o600)
    #expect(result == 0)
    // systemd opens the FIFO in this way and keeps messages for the service.
    let pipe = try NamedPipe(
      activated: try FileDescriptor.open(path, [.read, .write]))
    let harness = try Harness(isStepped: false, text: Harness.scene)
    try harness.daemon.servePsplash(on: pipe)
    let writer = try FileDescriptor.open(path, [.write, .nonBlocking])
    _ = try writer.write(Array("PROGRESS 30\0".utf8).span)
    try harness.settle()
    #expect(harness.shows.stage.controls.first { $0.name == "install" }?.value == 0.3)
    harness.daemon.stop()
    #expect(FileManager.default.fileExists(atPath: path))
    // A socket by that name is a mistake of the unit.
    #expect(throws: SystemError.self) {
      try NamedPipe(activated: FileDescriptor(owning: try UnixStream.pair().0)).close()
    }
  }

  @Test func `a FIFO that is open for reading alone has no end between its writers`() throws {
    let path = NSTemporaryDirectory() + "psplash-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    let result = unsafe mkfifo(path, 0o600)
    #expect(result == 0)
    let pipe = try NamedPipe(activated: try FileDescriptor.open(path, [.read, .nonBlocking]))
    var buffer = [UInt8](repeating: 0, count: 16)
    for text in ["first", "second"] {
      let bytes = Array(text.utf8)
      do {
        let writer = try FileDescriptor.open(path, [.write, .nonBlocking])
        _ = try writer.write(bytes.span)
      }
      #expect(try pipe.descriptor.waitForInput(milliseconds: 5000))
      #expect(try pipe.descriptor.read(into: &buffer, 0..<buffer.count) == bytes.count)
      // No program has the FIFO open for writing; the loop would otherwise wake again and again.
      #expect(try !pipe.descriptor.waitForInput(milliseconds: 0))
      #expect(try pipe.descriptor.read(into: &buffer, 0..<buffer.count) == nil)
    }
    pipe.close()
  }

  @Test func `a FIFO is there for one daemon, and only an empty file goes for it`() throws {
    let path = NSTemporaryDirectory() + "psplash-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    try NamedPipe(path, mode: 0o600).close()
    #expect(!FileManager.default.fileExists(atPath: path))
    let result = unsafe mkfifo(path, 0o600)
    #expect(result == 0)
    try NamedPipe(path, mode: 0o600).close()
    #expect(!FileManager.default.fileExists(atPath: path))
    try Data().write(to: URL(filePath: path))
    let pipe = try NamedPipe(path, mode: 0o662)
    let status = try #require(try FileStatus.of(path))
    #expect(status.kind == .pipe)
    #expect(status.mode == 0o662)
    // If another program has replaced the file meanwhile, that file is not removed.
    try FileManager.default.removeItem(atPath: path)
    let another = unsafe mkfifo(path, 0o600)
    #expect(another == 0)
    pipe.close()
    #expect(FileManager.default.fileExists(atPath: path))
    try FileManager.default.removeItem(atPath: path)
    try "text".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: SystemError.self) { try NamedPipe(path, mode: 0o600).close() }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "text")
  }
}
