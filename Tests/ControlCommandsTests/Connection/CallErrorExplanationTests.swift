import Foundation
import JSON
import Testing
import Wire

@testable import ControlCommands

struct CallErrorExplanationTests {
  @Test func `a missing control is named and the others are offered`() {
    let error = CallError.noSuchControl("install").explanation(existing: ["boot (progress)"])
    #expect(error.status == .refused)
    #expect(error.message == "there is no control 'install'")
    #expect(error.hint == "one of boot (progress)")
  }

  @Test func `a hint ends with the control or layer nearest to a misspelt name`() {
    let control = CallError.noSuchControl("boto").explanation(
      existing: ["boot (progress)"], nearest: "boot")
    #expect(control.hint == "one of boot (progress); did you mean 'boot'?")
    let layer = CallError.noSuchLayer("rign")
    #expect(layer.missingName == "rign")
    #expect(
      layer.explanation(existing: ["ring"], nearest: "ring").hint
        == "one of ring; did you mean 'ring'?")
  }

  @Test func `a clock that follows the display is named with the option for a stepped one`() {
    let error = CallError.notSupported("step").explanation()
    #expect(error.message == "this daemon does not support step: its time follows the display")
    #expect(error.hint == "--clock=step of firstlightd")
  }

  @Test func `a hint of very many names ends within sight, with the one that is meant`() throws {
    let names = (0..<256).map { "\($0)" + String(repeating: "x", count: 120) }
    let error = CallError.noSuchControl("boto").explanation(existing: names, nearest: "boot")
    let hint = try #require(error.hint)
    #expect(hint.hasPrefix("one of 0x") && hint.hasSuffix("…; did you mean 'boot'?"))
    #expect(hint.utf8.count < 1100)
  }

  @Test func `a complaint has a limited length, however long a text in it is`() {
    let text = String(repeating: "a\u{301}\n", count: 300_000)
    let shown = Console.shown("RAUC: \(text): no space")
    #expect(shown.hasPrefix("RAUC: a\u{301}\\n") && shown.hasSuffix("\\n: no space"))
    #expect(shown.unicodeScalars.contains("…"))
    #expect(shown.utf8.count < 4000)
    #expect(Console.shown("a\nb") == "a\\nb")
  }

  @Test func `a hint names the scene or screen nearest to a misspelt name`() {
    let scene = CallError.noSuchScene("instal")
    #expect(scene.missingName == "instal")
    #expect(
      scene.explanation(existing: ["boot", "install"], nearest: "install").hint
        == "one of boot, install; did you mean 'install'?; a path with a slash names a file, as ./instal"
    )
    let screen = CallError.noSuchScreen("HDMI-A-2")
    #expect(screen.missingName == "HDMI-A-2")
    #expect(
      screen.explanation(existing: ["HDMI-A-1"], nearest: "HDMI-A-1").hint
        == "one of HDMI-A-1; did you mean 'HDMI-A-1'?")
    #expect(screen.explanation().hint == "'firstlight status' lists them")
  }

  @Test func `scenes with names are those of the folders, and the one that is built in`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["install.jsonc", "speed.json", "install.json", "notes.txt"] {
      try Data().write(to: folder.appending(path: name))
    }
    #expect(
      InstalledScenes.names(in: [folder.path, folder.path + "/none"]) == [
        "boot", "install", "speed",
      ])
  }

  @Test func `limits and parameters are explained in words`() {
    func message(_ error: CallError) -> String { error.explanation().message }
    #expect(
      message(.limitExceeded("textBytes", maximum: 4096)) == "too much: at most 4096 bytes of text")
    #expect(
      message(.limitExceeded("laterLimit", maximum: 7)) == "too much: laterLimit may be 7 at most")
    #expect(
      message(.invalidValue("fileDescriptor", reason: "no picture"))
        == "the file is not valid: no picture")
    #expect(message(.invalidValue("mode", reason: "no job")) == "mode is not valid: no job")
  }

  @Test func `the error for a control of another kind has the command for that kind`() {
    let error = CallError.wrongControlKind("link", .text).explanation(existing: ["photo (image)"])
    #expect(error.message == "control 'link' is a text control")
    #expect(error.hint == "'firstlight text' sets it; one of photo (image)")
  }

  @Test func `a control that no name stands for is one of its kind`() {
    let error = CallError.noSuchControl("(first text)").explanation()
    #expect(error.message == "the scene has no control of this kind")
  }

  @Test func `every error of the interface has a message of its own`() {
    for failure in DisplayInterface.Failure.allCases {
      let error = CallError(failure.qualifiedName).explanation()
      #expect(!error.message.contains(failure.name), "\(failure.name) is shown bare")
    }
  }

  @Test func `a refused user is not a refused request`() {
    #expect(CallError.permissionDenied.explanation().status == .notPermitted)
  }

  @Test func `an error of a later daemon is shown with its parameters`() {
    var parameters = JSONObject()
    parameters["moon"] = "full"
    let error = CallError("io.firstlight.display.WrongMoon", parameters).explanation()
    #expect(error.message.contains("WrongMoon"))
    #expect(error.message.contains("full"))
  }
}
