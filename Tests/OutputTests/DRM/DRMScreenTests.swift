import CDRM
import Geometry
@testable import Output
import Raster
import System
import TestSupport
import Testing

@Suite struct DRMScreenTests {
  static let lit = DRMCaseTests.lit

  /// Drivers that differ in how frames get to the monitor.
  static let drivers: [FakeDriver] = [
    FakeDriver(), FakeDriver(copies: true), FakeDriver(takesDamage: false, copies: true),
    FakeDriver(isAtomic: false), FakeDriver(isAtomic: false, flips: .atOnce, copies: true),
    FakeDriver(isAtomic: false, flips: .refused(code: EINVAL), copies: true),
    FakeDriver(flips: .atOnce, copies: true, padding: 12),
    FakeDriver(formats: [.rgb565], padding: 2),
  ]

  @Test(arguments: drivers.indices, [UInt64](1...12))
  func `the monitor shows the whole picture after any change`(driver: Int, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try withRig(Self.lit.with { $0.driver = Self.drivers[driver] }) { rig in
      for frame in 1...30 {
        try rig.present(&random)
        for screen in rig.screens {
          #expect(rig.differences(on: screen) == 0, "seed \(seed), frame \(frame)")
        }
      }
      // With nothing changed each of two buffers is brought to the same picture.
      for screen in rig.screens {
        for _ in 0..<2 {
          try rig.present(Region(), on: screen)
          try rig.blank()
          #expect(rig.differences(on: screen) == 0, "seed \(seed)")
        }
      }
    }
  }

  /// The rest of the buffer has the picture already.
  @Test(arguments: [UInt64](1...12))
  func `each buffer is redrawn where it lacks changes, and nowhere else`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try withRig(Self.lit) { rig in
      let screen = try #require(rig.screens.first)
      let whole = Region(PixelRect(screen.size))
      var damages: [Region] = []
      for _ in 0..<30 {
        var damage = Region()
        for _ in 0..<random.int(in: 0...3) {
          let (x, y) = (random.int(in: 0...31), random.int(in: 0...23))
          damage.formUnion(PixelRect(minX: x, minY: y, maxX: min(x + 5, 32), maxY: min(y + 5, 24)))
        }
        damages.append(damage)
        let lacking = damages.count <= 2 ? whole : damage.union(damages[damages.count - 2])
        _ = try screen.present(damage, at: 0) { _, region in
          #expect(
            region.area == lacking.area && region.subtracting(lacking).isEmpty, "seed \(seed)")
        }
        try rig.blank()
        if damages.count > 2, !lacking.isEmpty {
          let told = rig.drm.display.damages.last ?? nil
          #expect(told?.reduce(into: Region()) { $0.formUnion($1) }.area == lacking.area)
        }
      }
    }
  }

  @Test func `nothing is presented while a frame is on its way`() throws {
    var random = SeededGenerator(seed: 1)
    try withRig(Self.lit) { rig in
      let screen = try #require(rig.screens.first)
      #expect(!screen.isBusy && screen.hasVerticalBlank)
      try rig.present(on: screen, &random)
      #expect(screen.isBusy && screen.takeFlip() == nil)
      try rig.backend.handleEvents()
      #expect(screen.isBusy, "no event, no flip")
      try rig.blank()
      #expect(!screen.isBusy)
      #expect(screen.takeFlip() == rig.drm.now)
      #expect(screen.takeFlip() == nil, "a flip is taken once")
    }
  }

  @Test func `a frame that is on its way is waited for, but not for ever`() throws {
    var random = SeededGenerator(seed: 1)
    try withRig(Self.lit) { rig in
      let screen = try #require(rig.screens.first)
      try rig.present(on: screen, &random)
      rig.drm.blank()
      screen.finish()
      #expect(!screen.isBusy)
      try rig.present(on: screen, &random)
      screen.finish()
      #expect(!screen.isBusy, "the display says nothing any more")
      rig.mayTear = true
      #expect(throws: OutputError.self) { try rig.present(on: screen, &random) }
      try rig.blank()
      try rig.present(&random)
      #expect(rig.differences(on: screen) == 0)
    }
  }

  @Test func `a flip that comes after it was given up is not taken for a later frame's`() throws {
    var random = SeededGenerator(seed: 4)
    try withRig(Self.lit) { rig in
      let screen = try #require(rig.screens.first)
      try rig.present(on: screen, &random)
      // The kernel has shown the frame, but its event has not been read.
      rig.drm.blank()
      #expect(throws: OutputError.frameNotShown(frame: 1, .noFlip, isRepetition: false)) {
        try screen.giveUpFlip()
      }
      #expect(!screen.isBusy && screen.state == .failing(.noFlip))
      try rig.present(on: screen, &random)
      try rig.backend.handleEvents()
      #expect(screen.isBusy && screen.takeFlip() == nil)
      try rig.blank()
      #expect(!screen.isBusy && screen.takeFlip() == rig.drm.now)
      #expect(screen.state == .enabled)
      #expect(rig.differences(on: screen) == 0)
    }
  }

  @Test func `a frame that is refused is drawn whole again`() throws {
    var random = SeededGenerator(seed: 2)
    try withRig(Self.lit) { rig in
      let screen = try #require(rig.screens.first)
      for _ in 0..<3 { try rig.present(&random) }
      rig.drm.master = .another
      #expect(throws: OutputError.self) { try rig.present(on: screen, &random) }
      #expect(
        screen.state
          == .failing(.display(SystemError(.showFrame, path: "/dev/dri/card0", code: EACCES))))
      rig.drm.master = .us
      try rig.present(&random)
      #expect(screen.state == .enabled)
      #expect(rig.differences(on: screen) == 0)
      #expect(
        rig.drm.requests.contains(.test([.test, .modeset])), "the other may have set any mode")
    }
  }

  @Test func `a CRTC that others turned off is turned on again`() throws {
    var random = SeededGenerator(seed: 3)
    try withRig(Self.lit) { rig in
      let screen = try #require(rig.screens.first)
      for _ in 0..<3 { try rig.present(&random) }
      rig.drm.display.crtcs[50]?.isActive = false
      #expect(throws: OutputError.self) { try rig.present(on: screen, &random) }
      try rig.present(&random)
      #expect(rig.differences(on: screen) == 0)
    }
  }

  @Test func `a shortage of memory fails a frame and not the daemon`() throws {
    var random = SeededGenerator(seed: 3)
    try withRig(Self.lit.with { $0.driver.bufferLimit = 0 }) { rig in
      let screen = try #require(rig.screens.first)
      for _ in 0..<3 {
        #expect(throws: OutputError.self) { try rig.present(on: screen, &random) }
      }
    }
  }

  @Test func `a mode whose picture the memory does not hold leaves its place to a smaller one`()
    throws
  {
    var random = SeededGenerator(seed: 3)
    let modes = [
      DRMMode(16, 12), DRMMode(64, 48, isPreferred: true), DRMMode(32, 24),
      DRMMode(32, 24, hertz: 50), DRMMode(40, 30),
    ]
    for (limit, size) in [
      (64 * 48, PixelSize(width: 64, height: 48)), (40 * 30, PixelSize(width: 40, height: 30)),
      (40 * 30 - 1, PixelSize(width: 32, height: 24)), (16 * 12, PixelSize(width: 16, height: 12)),
    ] {
      let device = FakeDevice([DRMConnector(1, modes)]).with { $0.driver.pixelLimit = limit }
      try withRig(device) { rig in
        let screen = try #require(rig.screens.first)
        #expect(screen.size == size && screen.refreshMillihertz == 60_000)
        for _ in 0..<3 { try rig.present(&random) }
        #expect(rig.differences(on: screen) == 0)
        // A look at the monitor does not go back to the mode that it likes best.
        try rig.backend.rescan()
        #expect(rig.screens[0] === screen && screen.size == size)
      }
    }
    // Neither does it go back to a requested one.
    let short = FakeDevice([DRMConnector(1, modes)]).with { $0.driver.pixelLimit = 40 * 30 }
    try withRig(short, DisplayRequest(size: PixelSize(width: 64, height: 48))) { rig in
      let screen = try #require(rig.screens.first)
      for _ in 0..<3 {
        try rig.backend.rescan()
        try rig.present(&random)
        #expect(screen.size == PixelSize(width: 40, height: 30))
      }
      // A monitor without the smaller mode gets one that is smaller still.
      rig.drm.display.connectors[0].modes.removeAll { $0.size == screen.size }
      try rig.backend.rescan()
      try rig.present(&random)
      #expect(screen.size == PixelSize(width: 32, height: 24))
    }
    // Where none fits, the frames tell why.
    let device = FakeDevice([DRMConnector(1, modes)]).with { $0.driver.pixelLimit = 1 }
    try withRig(device) { rig in
      let screen = try #require(rig.screens.first)
      #expect(screen.size == PixelSize(width: 64, height: 48))
      #expect(throws: OutputError.self) { try rig.present(on: screen, &random) }
    }
  }

  @Test func `every call reports a lost device`() throws {
    var random = SeededGenerator(seed: 3)
    try withRig(Self.lit) { rig in
      let screen = try #require(rig.screens.first)
      try rig.present(&random)
      rig.drm.isLost = true
      let lost = SystemError(.showFrame, path: "/dev/dri/card0", code: ENODEV)
      #expect(throws: OutputError.frameNotShown(frame: 2, .display(lost), isRepetition: false)) {
        try rig.present(on: screen, &random)
      }
      #expect(throws: OutputError.self) { try rig.backend.rescan() }
      let unlit = try FakeRig(DRMCaseTests.one)
      unlit.drm.isLost = true
      let error = #expect(throws: OutputError.self) {
        try unlit.present(on: try #require(unlit.screens.first), &random)
      }
      #expect(error?.description.contains("ENODEV") == true)
    }
  }

  @Test(arguments: [UInt64](1...200))
  func `arbitrary bytes give no unexpected flips`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let bytes = (0..<random.int(in: 0...100)).map { _ in
      UInt8(random.chance(0.6) ? 0 : random.int(in: 0...40))
    }
    #expect(DRMFlip.flips(in: bytes[...]).count <= bytes.count / 32)
    let start = bytes.isEmpty ? 0 : random.int(in: 0...bytes.count - 1)
    _ = DRMFlip.flips(in: bytes[start...])
  }
}
