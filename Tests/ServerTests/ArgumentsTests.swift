import Geometry
import Input
import Output
import Raster
import Scene
import Testing

@testable import Server

@Suite struct ArgumentsTests {
  private func configuration(_ arguments: String...) throws -> Configuration? {
    guard case .run(let configuration) = try Arguments(parsing: arguments) else { return nil }
    return configuration
  }

  @Test func `without arguments the boot scene is searched at the usual places`() throws {
    #expect(try configuration() == Configuration())
  }

  @Test func `variables of all scenes have a name and a value`() throws {
    let parsed = try #require(
      try configuration(
        "--set-variable", "brand=#1E88E5", "--set-variable=text=a=b", "--set-variable=logo="))
    #expect(parsed.variables.map(\.name) == ["brand", "text", "logo"])
    #expect(parsed.variables.map(\.value) == ["#1E88E5", "a=b", ""])
    #expect(parsed.variables.allSatisfy { !$0.isRequired })
    for wrong in ["brand", "=#1E88E5", ""] {
      #expect(throws: UsageError.self) { try configuration("--set-variable", wrong) }
    }
  }

  @Test func `values follow a space or an equals sign`() throws {
    let apart = try configuration(
      "scene.jsonc", "--socket", "/tmp/s", "--output", "png:frames", "--size", "640x480",
      "--scale", "1.5", "--format", "RGB565", "--clock", "step", "--input",
      "/dev/input/event3,touch", "--threads", "2", "--verbose")
    let joined = try configuration(
      "--socket=/tmp/s", "--output=png:frames", "--size=640x480", "--scale=1.5",
      "--format=RGB565", "--clock=step", "--input=/dev/input/event3,touch", "--threads=2",
      "--verbose", "--", "scene.jsonc")
    #expect(apart == joined)
    let parsed = try #require(apart)
    #expect(parsed.scene == "scene.jsonc")
    #expect(parsed.socketPath == "/tmp/s")
    #expect(parsed.output.destination == .png(directory: "frames"))
    #expect(parsed.output.size == PixelSize(width: 640, height: 480))
    #expect(parsed.output.scale == 1.5)
    #expect(parsed.output.format == .rgb565)
    #expect(parsed.clock == .step)
    #expect(parsed.input == .paths(["/dev/input/event3", "touch"]))
    #expect(parsed.threadLimit == 2)
    #expect(parsed.isVerbose)
  }

  @Test(
    "a wrong command line says what is wrong",
    arguments: [
      (["--soket=x"], "did you mean '--socket'"), (["--colck", "step"], "did you mean '--clock'"),
      (["--frobnicate"], "unknown option '--frobnicate'"), (["-x"], "unknown option '-x'"),
      (["--scene", "a.jsonc"], "the scene's file or name comes alone"),
      (["--successor"], "needs a value"), (["--predecessor="], "--predecessor: the path is empty"),
      (["--times="], "--times: the path is empty"),
      (["--socket"], "needs a value"), (["--socket="], "empty"), (["--size", "10"], "WxH"),
      (["--size", "0x5"], "WxH"), (["--scale", "0"], "0.25 to 16"), (["--scale=nan"], "0.25 to 16"),
      (["--format", "PNG"], "XRGB8888"), (["--output", "png:"], "png:DIR"),
      (["--clock", "sun"], "vsync or step"), (["--mode", "lunch"], "the name of a job"),
      (["--input", "/a,,/b"], "auto, none, paths with commas"),
      (["--input", "touch="], "DEVICE=SCREEN"), (["--input", "=DP-1"], "DEVICE=SCREEN"),
      (["--input", "touch=HDMI-1"], "neither a connector"),
      (["--threads", "0"], "1 to 16"), (["--threads=17"], "1 to 16"),
      (["--threads=two"], "1 to 16"), (["--verbose=1"], "takes no value"),
      (["--screen", "HDMI-A-1"], "a screen's name and a scene"),
      (["--screen==boot"], "a screen's name and a scene"),
      (["--screen=HDMI-A-1=a", "--screen=HDMI-A-1=b"], "has a scene already"),
      (["--screen=HDMI-1=a"], "neither a connector such as HDMI-A-1"),
      (["--screen=HDMI-A-1=a", "--output=none"], "there is only 'none'"),
      (["a", "b"], "only one scene"), ([""], "empty"),
    ])
  func wrong(_ arguments: [String], _ part: String) {
    let error = #expect(throws: UsageError.self) { try Arguments(parsing: arguments) }
    #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
  }

  @Test func `input devices may belong to screens`() throws {
    let parsed = try #require(
      try configuration("--input=A, B=c touch=HDMI-A-1", "--input", "/dev/input/event3=eDP-1"))
    #expect(parsed.input == .auto)
    #expect(
      parsed.inputScreens == [
        InputScreen(device: "A, B=c touch", screen: "HDMI-A-1"),
        InputScreen(device: "/dev/input/event3", screen: "eDP-1"),
      ])
    #expect(try configuration("--input=a", "--input=a=DP-1")?.input == .paths(["a"]))
  }

  @Test func `screens have scenes`() throws {
    let parsed = try #require(
      try configuration("--screen", "HDMI-A-1=menu", "--screen=eDP-1=/a=b.jsonc", "boot"))
    #expect(
      parsed.screens == [
        ScreenScene(screen: "HDMI-A-1", scene: "menu"),
        ScreenScene(screen: "eDP-1", scene: "/a=b.jsonc"),
      ])
    #expect(parsed.scene == "boot")
  }

  @Test func `help and version come before what follows`() throws {
    #expect(try Arguments(parsing: ["--help", "--nonsense"]) == .help)
    #expect(try Arguments(parsing: ["-h"]) == .help)
    #expect(try Arguments(parsing: ["--version"]) == .version)
  }

  @Test func `a job is named as in requests, or as systemd's target`() throws {
    #expect(try configuration("--mode", "shutdown")?.mode == .shutdown)
    #expect(try configuration("--mode=poweroff")?.mode == .shutdown)
    #expect(try configuration("--mode=kexec")?.mode == .kexec)
    #expect(try configuration()?.mode == nil)
  }

  @Test func `a locale is a language tag or a name of the C library`() throws {
    #expect(try configuration()?.locale == "")
    for locale in ["de", "de-AT", "sr_RS.UTF-8@latin"] {
      #expect(try configuration("--locale", locale)?.locale == locale)
    }
    for locale in ["", "7", "de AT", "d\u{E9}", String(repeating: "a", count: 129)] {
      #expect(throws: UsageError.self) { try configuration("--locale", locale) }
    }
  }

  @Test func `the option for the on-screen keyboard is read`() throws {
    #expect(try configuration()?.keyboardUse == .auto)
    #expect(try configuration("--screen-keyboard", "always")?.keyboardUse == .always)
    #expect(try configuration("--screen-keyboard=never")?.keyboardUse == .never)
    #expect(throws: UsageError.self) { try configuration("--screen-keyboard", "sometimes") }
  }

  @Test(
    arguments: [
      ("auto", "auto", InputSelection.auto), ("drm", "auto", .auto), ("none", "auto", .none),
      ("png:x", "auto", .none), ("y4m:x", "auto", .none), ("raw:x", "auto", .none),
      ("y4m:x", "/dev/input/event3", .paths(["/dev/input/event3"])), ("drm", "none", .none),
    ])
  func `input devices are read where the output is a display, and where they are named`(
    output: String, input: String, read: InputSelection
  ) throws {
    #expect(try configuration("--output", output, "--input", input)?.readInput == read)
  }

  @Test(
    "the help names every option",
    arguments: [
      "--socket", "--output", "--screen", "--size", "--rotate", "--scale", "--format",
      "--require-display", "--vt", "--keyboard", "--keymap", "--psplash", "--times",
      "--mode", "--retain-limit", "--clock",
      "--input",
      "--threads",
      "--reduced-motion", "--screen-keyboard", "--locale", "--verbose",
      "--help", "--version",
    ])
  func helpNames(_ option: String) {
    #expect(Arguments.helpText.contains("  " + option))
  }

  @Test func `the socket's usual place depends on the user`() {
    let user = ["XDG_RUNTIME_DIR": "/run/user/1000"]
    #expect(
      Configuration.defaultSocketPath(userIdentifier: 0) { user[$0] } == "/run/firstlight/socket")
    #expect(
      Configuration.defaultSocketPath(userIdentifier: 1000) { user[$0] }
        == "/run/user/1000/firstlight/socket")
    #expect(Configuration.defaultSocketPath(userIdentifier: 1000) { _ in nil } == nil)
    #expect(Configuration.defaultSocketPath(userIdentifier: 1000) { _ in "relative" } == nil)
  }

  @Test func `a scene's name cannot lead out of the directories`() {
    let library = SceneLibrary(directories: ["/"])
    for name in ["../etc/passwd", "", ".hidden", "a/b", "a\0b", String(repeating: "x", count: 200)]
    {
      #expect(library.origin(named: name) == nil)
    }
    #expect(library.origin(named: "boot") == .builtInBoot)
    #expect(library.origin(ofArgument: "./boot") == .file("./boot"))
    #expect(library.origin(ofArgument: "boot.jsonc") == .file("boot.jsonc"))
  }
}
