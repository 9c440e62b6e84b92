import ArgumentParser
import Foundation

struct PackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pack",
    abstract: "Put a scene with its pictures and fonts into one file.",
    discussion: """
      The file is a tar archive, which is loaded as a scene file is. It draws the same pixels where \
      no fonts are: it has the characters of the scene, those of the daemon's own words in the \
      scene's languages, and those of Western languages for what clients set. What is packed is \
      drawn and compared before it is written.

        firstlight pack boot.jsonc -o /etc/firstlight/boot.scene
      """)

  @Argument(help: "The scene's file.", completion: .file(extensions: ["jsonc", "json"]))
  var scene: String

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
  var file: String

  @Option(help: ArgumentHelp("More characters that texts may have.", valueName: "text"))
  var characters = ""

  func run() throws {
    let pack = try ScenePack(scene, extra: characters)
    // Writing the pack over one of its inputs would destroy that file.
    let inputs = pack.inputs.map { Self.resolved($0) }
    guard !inputs.contains(Self.resolved(file)) else {
      throw ClientError(
        .cannotCreate, "\(file) is a file of the scene, and would be replaced",
        hint: "-o \(ForeignFile.stem(of: scene)).scene")
    }
    try pack.expectSame()
    try PictureFile.write(pack.bytes, to: file)
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}
