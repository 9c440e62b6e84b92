import ArgumentParser
import Foundation

struct PreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Show a scene in the browser while it is written, without a daemon.",
    discussion: """
      firstlight preview boot.jsonc

      Serves a page on this machine alone and prints its address: the living picture, the scene's \
      controls, a time that stops and moves by frames, the sizes of panels, and the mistakes in the \
      file. Each save is shown at once, at the same time and with the same requests. Ctrl-C ends it.
      """)

  @OptionGroup var options: SceneOptions

  @Option(help: ArgumentHelp("The port on the loopback; 0 for any that is free.", valueName: "n"))
  var port: UInt16 = 8_470

  func run() throws {
    let session = PreviewSession(
      path: options.scene, size: options.pixelSize, scale: options.scale, requests: options.set,
      variables: options.variables.all, locale: options.locale.locale, now: PreviewServer.now)
    // A file that is not there is a mistake on the command line; any other is shown on the page.
    guard FileStamp(options.scene) != nil else {
      throw ClientError(.noInput, "cannot read \(options.scene): there is no such file")
    }
    let server = PreviewServer(session, port: port)
    let ended = DispatchSemaphore(value: 0)
    let failure = PreviewFailure()
    Task {
      await failure.record { try await server.run { Console.print("http://127.0.0.1:\($0)/") } }
      ended.signal()
    }
    ended.wait()
    if let message = failure.message {
      throw ClientError(
        .unavailable, "cannot serve a page on port \(port): \(message)", hint: "--port 0")
    }
  }
}
