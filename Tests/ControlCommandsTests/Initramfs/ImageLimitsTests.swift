import Foundation
import TestSupport
import Testing

@testable import ControlCommands

/// Images of strange contents: bounded work, and a report on what the daemon would see.
struct ImageLimitsTests {
  private typealias Item = ImageDiagnosisTests.Item

  private func image(_ items: [Item]) throws -> InitramfsImage {
    try InitramfsImage(bytes: ImageDiagnosisTests.archive(items))
  }

  private func sceneCheck(_ items: [Item]) throws -> Diagnosis.Check? {
    ImageDiagnosis(try image(items)).checks.first { $0.name == "scene" }
  }

  @Test func `an error names the image, and what to try`() throws {
    let directory = try TemporaryDirectory()
    let path = directory("image")
    let whole = ImageDiagnosisTests.archive([.text("a")])
    for bytes in [Array(whole.prefix(100)), [], [0x1F, 0x8B, 1, 2, 3]] {
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let error = #expect(throws: ClientError.self) { try InitramfsImage(path: path) }
      #expect(error?.message.hasPrefix(path + ": ") == true)
      #expect(error?.hint != nil)
    }
  }

  @Test func `a picture that a link names is one of the scene`() throws {
    let items: [Item] = [
      .text("etc/firstlight/scene.jsonc", ImageDiagnosisTests.scene),
      .link("etc/firstlight/logo.png", to: "/usr/share/logo.png"),
      Item(path: "usr/share/logo.png", content: ImageDiagnosisTests.picture),
    ]
    #expect(try sceneCheck(items)?.outcome == .good)
    #expect(try sceneCheck(Array(items.dropLast()))?.outcome == .fault)
  }

  @Test func `a scene at the top of an image is found`() throws {
    let check = try sceneCheck([
      .text("etc/firstlight/firstlight.conf", "scene=/a.jsonc\n"),
      .text("a.jsonc", "{\"layers\": []}"),
    ])
    #expect(check?.message == "a.jsonc with 0 pictures")
  }

  @Test func `a path that the kernel does not unpack is left out`() throws {
    let longest = String(repeating: "a/", count: 2047) + "b"
    let image = try image([.text(longest), .text(longest + "b"), .text("c")])
    #expect(image[longest] != nil)
    #expect(image.entries.keys.sorted() == [longest, "c"])
  }

  @Test func `files in too many folders are not written`() throws {
    let paths = [63, 64].map { String(repeating: "a/", count: $0) + "b" }
    let image = try image(paths.map { .text($0) })
    let folder = ImageFolder()
    folder.add(paths, of: image)
    #expect(paths.map { FileManager.default.fileExists(atPath: folder.path($0)) } == [true, false])
  }

  @Test func `a program that unpacks too much ends, also one that ignores signals`() throws {
    let directory = try TemporaryDirectory()
    let path = directory("packed")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "head -c 8388608 /dev/zero | gzip -c >\(path)"]
    try process.run()
    process.waitUntilExit()
    let packed = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    // The program inherits the mask of this thread.
    var ending = sigset_t()
    unsafe sigemptyset(&ending)
    unsafe sigaddset(&ending, SIGTERM)
    unsafe pthread_sigmask(SIG_BLOCK, &ending, nil)
    defer { unsafe pthread_sigmask(SIG_UNBLOCK, &ending, nil) }
    #expect(throws: ClientError.self) { try Compression.gzip.unpack(packed[...], limit: 1 << 16) }
  }

  @Test func `settings of more bytes than the daemon reads do not count`() throws {
    let path = "etc/firstlight/firstlight.conf"
    for (bytes, value) in [(1 << 16, "x" as String?), ((1 << 16) + 1, nil)] {
      let start = "scene=x\n#"
      let text = start + String(repeating: "-", count: bytes - start.utf8.count)
      let settings = ImageSettings(try image([.text(path, text)]))
      #expect(settings.value(of: "scene")?.value == value)
    }
  }
}
