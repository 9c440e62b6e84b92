import ArgumentParser
import Foundation

struct PreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Show a scene in the browser while it is written, or a running daemon.",
    discussion: """
      firstlight preview boot.jsonc
      firstlight preview --connect

      Serves a page on this machine alone and prints its address: the living picture, the scene's \
      controls, a time that stops and moves by frames, the sizes of panels, and the mistakes in the \
      file. Each save is shown at once, at the same time and with the same requests. Ctrl-C ends it.

      With --connect it shows what a daemon shows, with its controls, layers and words for screen \
      readers, a few times a second and only while it changes. The page may only look, unless \
      --allow-control is given. Its address cannot be guessed, since other users reach the loopback, too. \
      A daemon that ends is waited for.
      """)

  @Argument(
    help: "The scene's file; none with --connect.",
    completion: .file(extensions: ["jsonc", "json"]))
  var scene: String?

  @Flag(help: "Show a running daemon.")
  var connect = false

  @Flag(help: "Let the page set the daemon's controls.")
  var allowControl = false

  private static let usualPort: UInt16 = 8_470

  @Option(
    help: ArgumentHelp(
      "The port on the loopback; 0 for any that is free. Default: \(Self.usualPort), or any if that is taken.",
      valueName: "n"))
  var port: UInt16?

  @OptionGroup var options: PlayOptions

  @OptionGroup(title: "With --connect") var daemon: DaemonOptions

  func validate() throws {
    if !options.laterLocales.isEmpty {
      throw ValidationError("--locale takes no time here; the page has the scene's locales")
    }
    if connect {
      if scene != nil { throw ValidationError("--connect shows a daemon, and takes no scene") }
      if !options.requests.isEmpty || !options.variables.all.isEmpty {
        throw ValidationError("--connect excludes --set, --press and --set-variable")
      }
    } else {
      if scene == nil { throw ValidationError("a scene's file, or --connect") }
      if allowControl || daemon.socket != nil || daemon.screen != nil {
        throw ValidationError("--allow-control, --socket and --screen need --connect")
      }
    }
  }

  func run() throws {
    let server: PreviewServer
    if let scene {
      // A missing file is a mistake on the command line; other mistakes are shown on the page.
      guard FileStamp(scene) != nil else {
        throw ClientError(
          .noInput, "cannot read \(scene): there is no such file", hint: ForeignFile.hint(scene))
      }
      let session = PreviewSession(
        path: scene, size: options.pixelSize, scale: options.scale, requests: options.requests,
        variables: options.variables.all, locale: options.firstLocale,
        reducesMotion: options.reducedMotion, now: PreviewServer.now)
      // The page is shown all the same: the next save may correct these faults.
      for fault in session.faults { Console.complain(fault) }
      if session.stage == nil, let hint = ForeignFile.hint(scene) {
        throw ClientError(.refused, "\(scene) is not a scene", hint: hint)
      }
      server = PreviewServer(session, port: port ?? Self.usualPort, isPortFirm: port != nil)
    } else {
      let view = DaemonView(daemon: daemon, allowsControl: allowControl)
      view.start()
      server = PreviewServer(
        view, port: port ?? Self.usualPort, isPortFirm: port != nil, isSecret: true)
    }
    let ended = DispatchSemaphore(value: 0)
    let failure = PreviewFailure()
    Task {
      await failure.record { try await server.run { Console.print($0) } }
      ended.signal()
    }
    ended.wait()
    if let message = failure.message {
      throw ClientError(
        .unavailable, "cannot serve a page on port \(port ?? Self.usualPort): \(message)",
        hint: "--port 0")
    }
  }
}
