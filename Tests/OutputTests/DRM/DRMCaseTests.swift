import CDRM
import Geometry
@testable import Output
import Raster
import TestSupport
import Testing

/// Devices in the states in which the daemon finds them, and the expected results.
@Suite struct DRMCaseTests {
  /// The way in which frames after the first get to the screen.
  enum Way: Equatable { case atomic, legacy, front }

  struct Shown: Equatable {
    var connector = "HDMI-A-1"
    var crtc: UInt32 = 50
    var size = PixelSize(width: 32, height: 24)
    var format = PixelFormat.xrgb8888
    /// The number of modesets.
    var modesets = 0
    var way: Way? = .atomic
  }

  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let device: FakeDevice
    let request: DisplayRequest
    let shown: [Shown]

    init(
      _ name: String, _ device: FakeDevice, request: DisplayRequest = DisplayRequest(),
      _ shown: Shown...
    ) {
      testDescription = name
      self.device = device
      self.request = request
      self.shown = shown
    }
  }

  static let small = DRMMode(32, 24, isPreferred: true)
  static let large = DRMMode(64, 48)
  static let tall = DRMMode(32, 24, hertz: 75)
  static let one = FakeDevice([DRMConnector(1, [small, large, tall])])
  static let lit = FakeDevice([DRMConnector(1, [small, large, tall])], lit: small)
  static let big = PixelSize(width: 64, height: 48)

  static func lit(_ change: (inout FakeDriver) -> Void) -> FakeDevice {
    lit.with { change(&$0.driver) }
  }

  static let cases: [Case] = [
    Case("dark", one, Shown(modesets: 1)),
    Case("lit-preferred", lit, Shown()),
    Case(
      "lit-other-mode", FakeDevice([DRMConnector(1, [small, large])], lit: large),
      Shown(size: big)),
    Case(
      "lit-mode-not-offered", FakeDevice([DRMConnector(1, [small])], lit: large),
      Shown(modesets: 1)),
    Case("lit-but-off", lit.with { $0.inactive = [50] }, Shown(modesets: 1)),
    Case(
      "lit-request-other", lit, request: DisplayRequest(size: big), Shown(size: big, modesets: 1)),
    Case(
      "request-not-offered", lit, request: DisplayRequest(size: PixelSize(width: 1, height: 1)),
      Shown()),
    Case("not-preferred-first", FakeDevice([DRMConnector(1, [large, small])]), Shown(modesets: 1)),
    Case(
      "none-preferred", FakeDevice([DRMConnector(1, [large, tall])]), Shown(size: big, modesets: 1)),
    Case("adoption-refused", lit { $0.refusesAdoption = true }, Shown()),
    Case(
      "atomic-modeset-refused", one.with { $0.driver.refusesAtomicModeset = true },
      Shown(modesets: 1, way: .legacy)),
    Case(
      "atomic-modeset-refused-lit", lit { $0.refusesAtomicModeset = true }, Shown()),
    Case("mode-clears", one.with { $0.driver.clearsWithMode = true }, Shown(modesets: 1)),
    Case(
      "mode-clears-legacy",
      one.with {
        $0.driver.isAtomic = false
        $0.driver.clearsWithMode = true
      }, Shown(modesets: 1, way: .legacy)),
    Case(
      "mode-clears-lit-but-off-legacy",
      lit.with {
        $0.inactive = [50]
        $0.driver.isAtomic = false
        $0.driver.clearsWithMode = true
      }, Shown(modesets: 1, way: .legacy)),
    Case(
      "mode-clears-atomic-modeset-refused",
      one.with {
        $0.driver.refusesAtomicModeset = true
        $0.driver.clearsWithMode = true
      }, Shown(modesets: 1, way: .legacy)),
    Case("legacy", one.with { $0.driver.isAtomic = false }, Shown(modesets: 1, way: .legacy)),
    Case("legacy-lit", lit { $0.isAtomic = false }, Shown(way: .legacy)),
    Case(
      "legacy-no-planes-listed",
      lit {
        $0.isAtomic = false
        $0.listsPlanes = false
      }, Shown(way: .legacy)),
    Case("atomic-no-planes-listed", lit { $0.listsPlanes = false }, Shown(way: .legacy)),
    Case("flips-at-once", lit { $0.flips = .atOnce }, Shown()),
    Case(
      "legacy-flips-at-once",
      lit {
        $0.isAtomic = false
        $0.flips = .atOnce
      }, Shown(way: .legacy)),
    Case(
      "no-flips-EINVAL",
      lit {
        $0.isAtomic = false
        $0.flips = .refused(code: EINVAL)
      }, Shown(way: .front)),
    Case(
      "no-flips-ENOSYS-no-dirty",
      lit {
        $0.isAtomic = false
        $0.flips = .refused(code: ENOSYS)
        $0.dirtyCode = ENOSYS
      }, Shown(way: .front)),
    Case(
      "no-flips-copies-dirty",
      lit {
        $0.isAtomic = false
        $0.flips = .refused(code: ENOSYS)
        $0.copies = true
      }, Shown(way: .front)),
    Case("copies-damage", lit { $0.copies = true }, Shown()),
    Case("no-damage-property", lit { $0.takesDamage = false }, Shown()),
    Case(
      "memory-for-one-buffer", lit { $0.bufferLimit = 1 }, Shown(way: .front)),
    Case(
      "depth-16",
      lit {
        $0.preferredDepth = 16
        $0.formats = [.xrgb8888, .rgb565]
      }, Shown(format: .rgb565)),
    Case("depth-16-not-offered", lit { $0.preferredDepth = 16 }, Shown()),
    Case("only-565", lit { $0.formats = [.rgb565] }, Shown(format: .rgb565)),
    Case("only-2101010", lit { $0.formats = [.xrgb2101010] }, Shown(format: .xrgb2101010)),
    Case(
      "request-565", lit { $0.formats = [.xrgb8888, .rgb565] },
      request: DisplayRequest(format: .rgb565),
      Shown(format: .rgb565)),
    Case("request-565-not-offered", lit, request: DisplayRequest(format: .rgb565), Shown()),
    Case("padded-rows", lit { $0.padding = 20 }, Shown()),
    Case(
      "padded-rows-24-bits",
      lit {
        $0.formats = [.rgb888]
        $0.padding = 7
      }, Shown(format: .rgb888)),
    Case(
      "second-connector", FakeDevice([DRMConnector(1, []), DRMConnector(2, [small])]),
      Shown(connector: "HDMI-A-2", modesets: 1)),
    Case(
      "connected-without-modes",
      FakeDevice([DRMConnector(1, []), DRMConnector(2, [small])]).with {
        $0.connectors[0].isConnected = true
      }, Shown(connector: "HDMI-A-2", modesets: 1)),
    Case(
      "two-heads", FakeDevice([DRMConnector(1, [small]), DRMConnector(2, [large])]),
      Shown(modesets: 1), Shown(connector: "HDMI-A-2", crtc: 51, size: big, modesets: 1)),
    Case(
      "two-heads-first-lit",
      FakeDevice([DRMConnector(1, [small]), DRMConnector(2, [large])], lit: small),
      Shown(), Shown(connector: "HDMI-A-2", crtc: 51, size: big, modesets: 1)),
    Case(
      "two-heads-second-serves-only-first-CRTC",
      FakeDevice([DRMConnector(1, [small]), DRMConnector(2, [large], on: 0b01)]),
      Shown(crtc: 51, modesets: 1), Shown(connector: "HDMI-A-2", size: big, modesets: 1)),
    Case(
      "two-heads-lit-one-makes-room",
      FakeDevice([DRMConnector(1, [small]), DRMConnector(2, [large], on: 0b01)], lit: small),
      Shown(crtc: 51, modesets: 1), Shown(connector: "HDMI-A-2", size: big, modesets: 1)),
    Case(
      "cloned-by-the-console",
      FakeDevice([DRMConnector(1, [small]), DRMConnector(2, [small])], lit: small).with {
        $0.connectors[1].crtc = 50
      }, Shown(modesets: 1), Shown(connector: "HDMI-A-2", crtc: 51, modesets: 1)),
    Case(
      "lit-for-a-monitor-that-went",
      FakeDevice([DRMConnector(1, []), DRMConnector(2, [small])], lit: small).with {
        $0.crtcs = [50]
      }, Shown(connector: "HDMI-A-2", modesets: 1)),
    Case(
      "three-heads-two-CRTCs",
      FakeDevice([
        DRMConnector(1, [small]), DRMConnector(2, [small]), DRMConnector(3, [small]),
      ]), Shown(modesets: 1), Shown(connector: "HDMI-A-2", crtc: 51, modesets: 1)),
    Case(
      "planes-for-any-CRTC",
      FakeDevice([DRMConnector(1, [small]), DRMConnector(2, [large])]).with {
        for index in 0..<2 { $0.planes[index].possibleCRTCs = 0b11 }
      }, Shown(modesets: 1), Shown(connector: "HDMI-A-2", crtc: 51, size: big, modesets: 1)),
    Case(
      "request-connector-leaves-others-lit",
      FakeDevice([DRMConnector(1, [small]), DRMConnector(2, [large])], lit: small),
      request: DisplayRequest(connector: "HDMI-A-2"),
      Shown(connector: "HDMI-A-2", crtc: 51, size: big, modesets: 1)),
  ]

  @Test(arguments: cases)
  func `each kind of device gets its expected screens, modes and buffers`(_ row: Case) throws {
    try withRig(row.device, row.request) { rig in
      var random = SeededGenerator(seed: 4)
      for frame in 1...6 {
        try rig.present(&random)
        for screen in rig.screens {
          #expect(rig.differences(on: screen) == 0, "frame \(frame) on \(screen.name)")
        }
        if frame == 3 { rig.drm.forgetRequests() }
      }
      let shown = rig.screens.map { screen in
        Shown(
          connector: screen.name, crtc: screen.crtc, size: screen.size, format: screen.format,
          modesets: rig.drm.display.modesetCounts[screen.crtc] ?? 0,
          way: Self.way(of: screen.crtc, rig.drm.requests))
      }
      #expect(shown == row.shown)
      #expect(rig.drm.display.robbed == [])
    }
  }

  private static func way(of crtc: UInt32, _ requests: [FakeDRM.Request]) -> Way? {
    for request in requests {
      switch request {
      case .commit(let values, let flags) where values.contains { $0.object == crtc + 10 }:
        return flags == [.nonBlocking, .event] ? .atomic : nil
      case .pageFlip(crtc, _): return .legacy
      default: break
      }
    }
    return .front
  }

  @Test func `devices without a display are refused with a hint`() throws {
    let accelerator = try FakeDRM(Self.one.with { $0.driver.hasDumbBuffers = false })
    #expect(throws: OutputError.notADisplay(path: "/dev/dri/card0")) {
      try DRMBackend(accelerator, DisplayRequest())
    }
    let taken = try FakeDRM(Self.one.with { $0.master = .another })
    let error = #expect(throws: OutputError.self) { try DRMBackend(taken, DisplayRequest()) }
    #expect(error?.isTaken == true)
    #expect(error?.description.contains("firstlight doctor") == true)
  }

  @Test func `connectors are probed only where the kernel knows of no monitor`() throws {
    #expect(try FakeRig(Self.lit).drm.requests == [])
    let dark = try FakeRig(FakeDevice([DRMConnector(1, [])]))
    #expect(dark.drm.requests == [.probe(41)])
    #expect(dark.backend.outputs.isEmpty)
  }
}
