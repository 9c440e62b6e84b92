import ArgumentParser
import JSON
import Scene

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say what is wrong with a scene file, without a daemon.")

  @Argument(help: "The scene's file.", completion: .file(extensions: ["jsonc", "json"]))
  var scene: String

  @OptionGroup var output: OutputOptions

  func run() throws {
    guard output.json else {
      _ = try SceneFile.load(scene)
      return
    }
    do throws(SceneError) {
      report(isValid: true, try SceneLoader.load(path: scene).warnings)
    } catch {
      report(isValid: false, error.diagnostics)
      throw SceneFile.failure(scene, error)
    }
  }

  private func report(isValid: Bool, _ diagnostics: [SceneDiagnostic]) {
    var object = JSONObject()
    object["valid"] = .bool(isValid)
    object["diagnostics"] = .array(diagnostics.map(\.json))
    Console.print(.object(object))
  }
}
