import Foundation
import System
import Testing

@testable import ControlCommands

/// Files of an image, in a temporary folder.
@Suite struct ImageFolderTests {
  private static func image(_ text: String) throws -> InitramfsImage {
    try InitramfsImage(
      bytes: ImageDiagnosisTests.archive([ImageDiagnosisTests.Item.text("etc/a", text)]))
  }

  @Test func `only this user reads the folder, which goes with its object`() throws {
    var folder: ImageFolder? = ImageFolder()
    let path = try #require(folder?.path(""))
    #expect(try FileStatus.of(path)?.mode == 0o700)
    folder = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a file is written once, and one outside the image never`() throws {
    let folder = ImageFolder()
    folder.add(["etc/a", "etc/b", "../a"], of: try Self.image("one"))
    folder.add(["etc/a"], of: try Self.image("two"))
    #expect(try String(contentsOfFile: folder.path("etc/a"), encoding: .utf8) == "one")
    #expect(!FileManager.default.fileExists(atPath: folder.path("etc/b")))
  }
}
