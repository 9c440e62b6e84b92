import Geometry
import Output
import Raster
import Testing

@Suite struct OutputSpecificationTests {
  var specification = OutputSpecification()

  @Test mutating func `destinations are read by their prefix`() throws {
    for (text, destination) in [
      ("auto", OutputSpecification.Destination.auto), ("none", .none),
      ("png:/tmp/x", .png(directory: "/tmp/x")), ("png:a:b", .png(directory: "a:b")),
      ("y4m:/tmp/a", .stream(.y4m, path: "/tmp/a")), ("raw:b", .stream(.raw, path: "b")),
      ("fbdev", .fbdev(node: nil)), ("fbdev:/dev/fb1", .fbdev(node: "/dev/fb1")),
      ("drm", .drm(node: nil, connector: nil)),
      ("drm:HDMI-A-1", .drm(node: nil, connector: "HDMI-A-1")),
      ("drm:/dev/dri/card1", .drm(node: "/dev/dri/card1", connector: nil)),
      ("drm:/dev/dri/card1:DP-2", .drm(node: "/dev/dri/card1", connector: "DP-2")),
    ] {
      try specification.setDestination(text)
      #expect(specification.destination == destination)
    }
  }

  @Test(
    arguments: [
      (
        "auto", ["HDMI-A-1", "eDP-1", "DVI-I-2", "Virtual-12", "fb0"],
        ["HDMI-1", "HDMI-A-", "x", "", "fb"]
      ),
      ("drm", ["DP-1"], ["fb0", "DP-1a", "DP--1"]), ("drm:DP-2", ["DP-2"], ["DP-1"]),
      ("fbdev", ["fb1"], ["DP-1"]), ("fbdev:/dev/fb1", ["fb1"], ["fb0"]),
      ("none", ["none"], ["DP-1", "png"]), ("png:/tmp/x", ["png"], ["none"]),
      ("y4m:x", ["y4m"], ["raw", "png"]), ("raw:x", ["raw"], ["none"]),
    ])
  mutating func `names of screens that the output can never have are refused`(
    text: String, names: [String], others: [String]
  ) throws {
    try specification.setDestination(text)
    for name in names { #expect(specification.fault(ofScreen: name) == nil, "\(name)") }
    for name in others { #expect(specification.fault(ofScreen: name) != nil, "\(name)") }
  }

  @Test(
    arguments: [
      ("auto", true), ("drm", true), ("fbdev", true), ("png:/tmp/x", false), ("y4m:x", false),
      ("raw:x", false), ("none", false),
    ])
  mutating func `frames in files and in memory leave the console alone`(
    text: String, isForDisplays: Bool
  ) throws {
    try specification.setDestination(text)
    #expect(specification.isForDisplays == isForDisplays)
  }

  @Test mutating func `rotations and terminals are read`() throws {
    for (text, rotation) in [
      ("0", Rotation.upright), ("90", .right), ("180", .upsideDown), ("270", .left),
    ] {
      try specification.setRotation(text)
      #expect(specification.rotation == rotation)
    }
    #expect(throws: OutputOptionError.self) { try specification.setRotation("45") }
    for (text, terminal) in [
      ("active", OutputSpecification.Terminal.active), ("none", .none), ("7", .number(7)),
    ] {
      try specification.setTerminal(text)
      #expect(specification.terminal == terminal)
    }
    for text in ["", "0", "64", "tty1", "-1"] {
      #expect(throws: OutputOptionError.self) { try specification.setTerminal(text) }
    }
    #expect(specification.retainSeconds == 30)
    try specification.setRetainLimit("255")
    #expect(specification.retainSeconds == 255)
    for text in ["", "0", "256", "1s", "-1"] {
      #expect(throws: OutputOptionError.self) { try specification.setRetainLimit(text) }
    }
  }

  @Test mutating func `sizes, scales and formats are read`() throws {
    try specification.setSize("1920x1080")
    #expect(specification.size == PixelSize(width: 1920, height: 1080))
    #expect(specification.refreshMillihertz == nil)
    try specification.setSize("640x480@59.94")
    #expect(specification.refreshMillihertz == 59_940)
    try specification.setSize("16384x1")
    for (text, scale) in [("2", 2.0), ("1.5", 1.5), ("0.25", 0.25), ("16", 16), ("1.10", 1.1)] {
      try specification.setScale(text)
      #expect(specification.scale == scale)
    }
    try specification.setFormat("RGB565")
    #expect(specification.format == .rgb565)
    try specification.setFormat("XBGR2101010")
    #expect(specification.format == .xbgr2101010)
  }

  @Test(arguments: [
    "", "x", "1280", "1280x", "x720", "0x5", "5x0", "16385x1", "1x100000", "1e3x5", "-1x5", "1X2",
    "1x2x3", " 1x2", "99999999999999999999x1", "1x2@", "1x2@0", "1x2@1001", "1x2@a",
  ])
  mutating func `an invalid size is refused`(text: String) {
    let error = #expect(throws: OutputOptionError.self) { try specification.setSize(text) }
    #expect(
      error?.description
        == "--size: '\(text)' is not WxH or WxH@HZ in pixels, each side from 1 to 16384; as in 1920x1080@60"
    )
  }

  @Test(arguments: [
    "", "0", "0.2", "17", "nan", "inf", "-1", "1.", ".5", "1.5.2", "1e1", "2x", "1.0000000000",
  ])
  mutating func `an invalid scale is refused`(text: String) {
    let error = #expect(throws: OutputOptionError.self) { try specification.setScale(text) }
    #expect(error?.option == "--scale" && error?.value == text)
  }

  @Test(arguments: ["", "png", "png:", "drm:", "Auto", "none ", "y4m", "y4m:", "raw:"])
  mutating func `an invalid destination is refused`(text: String) {
    let error = #expect(throws: OutputOptionError.self) { try specification.setDestination(text) }
    #expect(
      error?.expected
        == "auto, drm[:NODE][:CONNECTOR], fbdev[:NODE], png:DIR, y4m:FILE, raw:FILE or none")
  }

  @Test mutating func `an unknown format is refused with the list of formats`() {
    let error = #expect(throws: OutputOptionError.self) { try specification.setFormat("rgb565") }
    #expect(error?.expected.contains("RGB565, BGR565") == true)
  }
}
