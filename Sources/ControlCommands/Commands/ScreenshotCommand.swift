import ArgumentParser
import JSON
import Wire
import System

struct ScreenshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "screenshot",
    abstract: "Save what the display shows as a PNG file.")

  /// More than any PNG of the largest output.
  private static let sizeLimit = 1 << 30

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The file to write, or - for standard output.", valueName: "file"),
    completion: .file(extensions: ["png"]))
  var file = "screenshot.png"

  @OptionGroup var daemon: DaemonOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let connection = try daemon.connect()
    let reply = try connection.call(.screenshot)
    guard let picture = connection.takeDescriptor(), let size = reply["size"]?.integerValue,
      (1...Int64(Self.sizeLimit)).contains(size)
    else {
      throw ClientError(.software, "the daemon's answer holds no picture")
    }
    try PictureFile.write(try Self.read(picture, size: Int(size)), to: file)
    if output.json, file != "-" {
      var summary = JSONObject()
      summary["file"] = .string(file)
      summary["width"] = reply["width"]
      summary["height"] = reply["height"]
      summary["size"] = .integer(size)
      Console.print(.object(summary))
    }
  }

  private static func read(
    _ picture: borrowing FileDescriptor, size: Int
  ) throws(ClientError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    var count = 0
    do throws(SystemError) {
      while count < size {
        guard let read = try picture.read(into: &bytes, count..<size), read > 0 else { break }
        count += read
      }
    } catch {
      throw ClientError(.inputOutput, "cannot read the daemon's picture: \(error.reason)")
    }
    guard count == size else {
      throw ClientError(.software, "the daemon's picture ends after \(count) of \(size) bytes")
    }
    return bytes
  }
}
