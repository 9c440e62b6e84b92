import ArgumentParser
import Foundation
import System

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Make a scene folder of a theme of Plymouth or a boot animation of Android.",
    discussion: """
      firstlight import /usr/share/plymouth/themes/spinner -o spinner
      firstlight import bootanimation.zip -o phone
      firstlight load spinner/scene.jsonc

      The folder has scene.jsonc and the pictures, to be read and changed. Themes of Plymouth's modules two-step and script \
      are read; a script is not run, but has to loop over numbered pictures. What is not carried over is named on \
      standard error with its place.
      """)

  @Argument(
    help: "A theme's folder or .plymouth file, or a bootanimation.zip.", completion: .file())
  var source: String

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The folder to make.", valueName: "folder"), completion: .directory)
  var folder: String

  @Option(help: ArgumentHelp("The mode of a theme of Plymouth.", valueName: "mode"))
  var mode = PlymouthImport.modes[0]

  private static let archiveLimit = 256 << 20

  func validate() throws {
    guard PlymouthImport.modes.contains(mode) else {
      throw ValidationError(
        "--mode \(mode) is none of " + PlymouthImport.modes.joined(separator: ", "))
    }
  }

  func run() throws {
    let scene = try read()
    try scene.write(to: folder)
    for omission in scene.omissions { Console.explain("not carried over: " + omission) }
  }

  private func read() throws(ClientError) -> ImportedScene {
    let isFolder = (try? FileManager.default.contentsOfDirectory(atPath: source)) != nil
    if isFolder || source.hasSuffix(".plymouth") {
      return try PlymouthImport(source, mode: mode).scene
    }
    let bytes: [UInt8]
    do throws(ReadFileError) {
      bytes = try readFile(atPath: source, limit: Self.archiveLimit)
    } catch {
      throw ClientError(.noInput, error.description)
    }
    guard ZipArchive.isZip(bytes) else {
      throw ClientError(
        .refused, "\(source) is nothing that can be imported",
        hint: "a theme's folder, its .plymouth file, or a bootanimation.zip")
    }
    return try BootAnimationImport(bytes, source).scene
  }
}
