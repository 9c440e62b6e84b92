import CDRM
import Foundation
import Geometry
@testable import Output
import Raster
import System
import TestSupport
import Testing

@Suite struct DisplayProbeTests {
  let small = DRMMode(32, 24, isPreferred: true)
  let large = DRMMode(64, 48, hertz: 75)

  @Test func `a node is described with its monitors, modes and formats`() throws {
    var device = FakeDevice(
      [DRMConnector(1, [small, large]), DRMConnector(2, [])], lit: DRMMode(64, 48, hertz: 75))
    device.connectors[0].widthMillimetres = 310
    device.connectors[0].heightMillimetres = 174
    device.driver.formats = [.xrgb8888, .rgb565]
    device.planes[0].formats = [PixelFormat.xrgb8888.fourCC, 0x3231_564E, 0x2020_3852]
    let drm = try FakeDRM(device)
    let report = DRMNodeReport(drm)
    #expect(report.path == "/dev/dri/card0" && report.driver == "fake")
    #expect(
      report.state
        == .display(
          isTaken: false,
          [
            ConnectorReport(
              name: "HDMI-A-1", isConnected: true, widthMillimetres: 310, heightMillimetres: 174,
              modes: [
                DisplayModeReport(
                  size: PixelSize(width: 32, height: 24), refreshMillihertz: 60_000,
                  isPreferred: true),
                DisplayModeReport(
                  size: PixelSize(width: 64, height: 48), refreshMillihertz: 75_000,
                  isCurrent: true),
              ], formats: ["XRGB8888", "NV12", "R8??"]),
            ConnectorReport(
              name: "HDMI-A-2", isConnected: false, formats: ["XRGB8888", "NV12", "R8??"]),
          ]))
  }

  @Test(arguments: [FakeMaster.nobody, .another])
  func `looking neither sets nor probes, and does not stay the master`(master: FakeMaster) throws {
    let device = FakeDevice([DRMConnector(1, [small])], lit: small).with { $0.master = master }
    let drm = try FakeDRM(device)
    let before = drm.display.crtcs
    guard case .display(let isTaken, _) = DRMNodeReport(drm).state else {
      Issue.record("not a display")
      return
    }
    #expect(isTaken == (master == .another))
    #expect(drm.requests == (master == .another ? [] : [.dropMaster]))
    #expect(drm.master == master)
    #expect(drm.display.crtcs == before && drm.leftovers == [])
  }

  @Test func `accelerators and lost nodes are described`() throws {
    let device = FakeDevice([DRMConnector(1, [small])])
    let accelerator = try FakeDRM(device.with { $0.driver.hasDumbBuffers = false })
    #expect(DRMNodeReport(accelerator).state == .accelerator)
    let lost = try FakeDRM(device)
    lost.isLost = true
    #expect(
      DRMNodeReport(lost).state
        == .unreadable(SystemError(.readDisplay, path: "/dev/dri/card0", code: ENODEV)))
  }

  @Test func `a machine without devices has an empty report`() throws {
    let root = try TemporaryDirectory()
    #expect(DisplayProbe.read(root: root.path) == DisplayProbe())
  }

  @Test func `devices are found by their names, in order of their numbers`() throws {
    let root = try TemporaryDirectory()
    for directory in ["dev/dri", "sys/class/graphics/fb0", "sys/class/graphics/fb10"] {
      try FileManager.default.createDirectory(
        atPath: root(directory), withIntermediateDirectories: true)
    }
    for file in [
      "dev/dri/card10", "dev/dri/card2", "dev/dri/renderD128", "dev/dri/cardx", "dev/fb10",
      "dev/fb0", "dev/fbx",
    ] {
      try Data().write(to: URL(fileURLWithPath: root(file)))
    }
    for (name, text) in [
      ("name", "EFI VGA"), ("modes", "U:1024x768p-75"), ("bits_per_pixel", "32"),
      ("virtual_size", "1024,1536"), ("stride", "4096"),
    ] {
      try Data((text + "\n").utf8)
        .write(to: URL(fileURLWithPath: root("sys/class/graphics/fb0/" + name)))
    }
    try Data("800,600\n".utf8)
      .write(to: URL(fileURLWithPath: root("sys/class/graphics/fb10/virtual_size")))
    let probe = DisplayProbe.read(root: root.path)
    #expect(probe.nodes.map(\.path) == [root("dev/dri/card2"), root("dev/dri/card10")])
    // A plain file cannot be queried.
    #expect(probe.nodes.allSatisfy { $0.connectors.isEmpty })
    #expect(
      probe.framebuffers == [
        FramebufferReport(
          path: root("dev/fb0"), driver: "EFI VGA", size: PixelSize(width: 1024, height: 768),
          bitsPerPixel: 32, stride: 4096),
        FramebufferReport(
          path: root("dev/fb10"), driver: "", size: PixelSize(width: 800, height: 600)),
      ])
  }

  @Test func `a file that is no terminal has no mode`() {
    #expect(throws: SystemError.self) { try ActiveConsole.isGraphics(path: "/dev/null") }
    #expect(throws: SystemError.self) { try ActiveConsole.isGraphics(path: "/nowhere") }
  }
}
