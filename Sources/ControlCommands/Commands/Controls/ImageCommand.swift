import ArgumentParser
import Foundation
import JSON
import System
import Wire

struct ImageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "image",
    abstract: "Give an image control a picture: a photo, a QR code.",
    usage: """
      firstlight image [<control>] <file>
      """,
    discussion: """
      The file is a PNG or JPEG, which the daemon need not be able to reach; - is standard input: \
      qrencode -o - https://example.org | firstlight image code -
      """)

  @Argument(
    help: ArgumentHelp(
      "The image control, if not the scene's first, and the PNG or JPEG file.", valueName: "name"),
    completion: .file(extensions: ["png", "jpg", "jpeg"]))
  var names: [String]

  @Option(
    help: ArgumentHelp(
      "The picture in words, for people who cannot see it.", valueName: "words"))
  var text: String?

  @OptionGroup var daemon: DaemonOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (1...2).contains(names.count) else {
      throw ValidationError("a PNG or JPEG file is expected, or a control and such a file")
    }
  }

  func run() throws {
    let picture = try Self.memoryFile(names[names.count - 1])
    let reply = try daemon.connect().call(
      .setImage,
      [
        ("control", names.count == 2 ? .string(names[0]) : nil), ("fileDescriptor", 0),
        ("text", text.map { .string($0) }),
      ], passing: [picture.rawValue])
    if output.json { Console.print(.object(reply)) }
  }

  /// More than any daemon takes, so that the daemon itself refuses larger files.
  private static let mostBytes = 64 << 20

  /// A sealed copy of a file.
  private static func memoryFile(_ path: String) throws(ClientError) -> FileDescriptor {
    guard path != "-" else {
      return try sealed([UInt8](FileHandle.standardInput.readData(ofLength: mostBytes)))
    }
    let bytes: [UInt8]
    do throws(ReadFileError) {
      bytes = try readFile(atPath: path, limit: mostBytes)
    } catch {
      throw ClientError(.noInput, error.description)
    }
    return try sealed(bytes)
  }

  private static func sealed(_ bytes: [UInt8]) throws(ClientError) -> FileDescriptor {
    do throws(SystemError) {
      return try MemoryFile.sealed(name: "picture", bytes: bytes.span)
    } catch {
      throw ClientError(.inputOutput, "cannot copy the picture: \(error.reason)", hint: error.hint)
    }
  }
}
