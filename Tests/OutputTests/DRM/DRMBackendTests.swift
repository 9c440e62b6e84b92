import CDRM
import Geometry
@testable import Output
import Raster
import System
import TestSupport
import Testing

/// Monitors that come, go and change, and other programs.
@Suite struct DRMBackendTests {
  static let small = DRMCaseTests.small
  static let large = DRMCaseTests.large
  static let two = FakeDevice([DRMConnector(1, [small]), DRMConnector(2, [large])])

  func disabled(_ drm: FakeDRM) -> [UInt32] {
    drm.requests.compactMap { if case .disable(let crtc) = $0 { crtc } else { nil } }
  }

  @Test func `unplugging a monitor turns it off and leaves the other alone`() throws {
    var random = SeededGenerator(seed: 1)
    try withRig(Self.two) { rig in
      for _ in 0..<3 { try rig.present(&random) }
      let second = rig.screens[1]
      let plugged = rig.drm.display.connectors[0]
      rig.drm.display.connectors[0].isConnected = false
      rig.drm.display.connectors[0].modes = []
      try rig.backend.rescan()
      #expect(disabled(rig.drm) == [50])
      #expect(rig.drm.display.crtcs[50] == FakeDisplay.CRTC())
      #expect(rig.screens.count == 1 && rig.screens[0] === second)
      for _ in 0..<3 { try rig.present(&random) }
      #expect(rig.differences(on: second) == 0)
      #expect(rig.drm.display.modesetCounts == [50: 1, 51: 1])
      // And again.
      rig.drm.display.connectors[0].isConnected = true
      rig.drm.display.connectors[0].modes = plugged.modes
      try rig.backend.rescan()
      #expect(rig.screens.map(\.crtc) == [50, 51] && rig.screens[1] === second)
      try rig.present(&random)
      #expect(rig.differences(on: rig.screens[0]) == 0)
      #expect(rig.drm.display.modesetCounts == [50: 2, 51: 1])
      #expect(disabled(rig.drm) == [50])
    }
  }

  @Test func `a monitor that is unplugged during the scan removes no other one`() throws {
    var random = SeededGenerator(seed: 4)
    var device = Self.two
    device.driver.vanishing = 41
    try withRig(device) { rig in
      #expect(rig.screens.map(\.connector) == [42])
      for _ in 0..<3 { try rig.present(&random) }
      #expect(rig.differences(on: rig.screens[0]) == 0)
      rig.drm.display.driver.vanishing = nil
      try rig.backend.rescan()
      #expect(rig.screens.map(\.connector) == [41, 42])
    }
    device.connectors.removeLast()
    #expect(throws: OutputError.self) { try withRig(device) { _ in } }
  }

  @Test(arguments: [ENOMEM, EACCES])
  func `a connected monitor that cannot be read is an error`(code: Int32) throws {
    var device = Self.two
    (device.driver.vanishing, device.driver.vanishingCode) = (41, code)
    #expect(throws: OutputError.self) { try withRig(device) { _ in } }
  }

  @Test(arguments: [true, false])
  func `a process takes over the display of a killed one`(isAtomic: Bool) throws {
    var random = SeededGenerator(seed: 3)
    var device = Self.two
    device.driver.isAtomic = isAtomic
    try withRig(device) { former in
      for _ in 0..<3 { try former.present(&random) }
      let counts = former.drm.display.modesetCounts
      let left = former.drm.framebuffers()
      #expect(left.count == 4)
      try withRig(device, after: former.drm) { rig in
        #expect(rig.drm.requests.contains(.releaseBuffers))
        // The former picture stays until a new one is shown.
        let lit = rig.drm.display.crtcs.mapValues { $0.framebuffer }
        #expect(lit.values.allSatisfy { left.contains($0) })
        for screen in rig.screens { try rig.present(on: screen, &random) }
        // The buffers behind those two are free at once.
        #expect(rig.drm.framebuffers().filter { left.contains($0) }.count == (isAtomic ? 2 : 0))
        if isAtomic { #expect(rig.drm.display.robbed == []) }
        try rig.blank()
        #expect(rig.screens.allSatisfy { rig.differences(on: $0) == 0 })
        #expect(rig.drm.requests.filter { $0.isRemoval }.count == 4)
        #expect(rig.drm.framebuffers().allSatisfy { !left.contains($0) })
        if isAtomic { #expect(rig.drm.display.modesetCounts == counts) }
        for _ in 0..<3 { try rig.present(&random) }
        #expect(rig.screens.allSatisfy { rig.differences(on: $0) == 0 })
      }
    }
  }

  @Test(arguments: [true, false])
  func `a process with memory for two pictures takes over without a dark moment`(
    isAtomic: Bool
  ) throws {
    var random = SeededGenerator(seed: 3)
    let device = FakeDevice([DRMConnector(1, [Self.small, Self.large])], lit: Self.large).with {
      $0.driver.isAtomic = isAtomic
      $0.driver.bufferLimit = 2
    }
    try withRig(device) { former in
      for _ in 0..<3 { try former.present(&random) }
      let counts = former.drm.display.modesetCounts
      try withRig(device, after: former.drm) { rig in
        let screen = try #require(rig.screens.first)
        #expect(screen.size == Self.large.size)
        for _ in 0..<3 {
          try rig.present(&random)
          #expect(rig.differences(on: screen) == 0)
        }
        #expect(!screen.drawsInSight && rig.drm.display.buffers.count == 2)
        #expect(rig.drm.display.robbed == [])
        if isAtomic { #expect(rig.drm.display.modesetCounts == counts) }
      }
    }
  }

  @Test(arguments: [true, false])
  func `with memory for three pictures one of two screens stays lit in a takeover`(
    isAtomic: Bool
  ) throws {
    var random = SeededGenerator(seed: 3)
    let device = Self.two.with {
      $0.driver.isAtomic = isAtomic
      $0.driver.bufferLimit = 3
    }
    try withRig(device) { former in
      // One screen has one picture alone, into which it is drawn.
      former.mayTear = true
      for _ in 0..<3 { try former.present(&random) }
      let left = former.drm.framebuffers()
      #expect(left.count == 3)
      try withRig(device, after: former.drm) { rig in
        rig.mayTear = true
        // Before the first frame.
        #expect(rig.drm.display.robbed.count == 1)
        let first = try #require(rig.screens.first)
        #expect(left.contains(rig.drm.display.crtcs[first.crtc]?.framebuffer ?? 0))
        for screen in rig.screens {
          try rig.present(on: screen, &random)
          try rig.blank()
        }
        for _ in 0..<3 { try rig.present(&random) }
        #expect(rig.screens.allSatisfy { rig.differences(on: $0) == 0 })
        #expect(rig.drm.display.robbed.count == 1)
      }
    }
  }

  @Test func `a process with memory for one picture keeps the mode of the killed one`() throws {
    var random = SeededGenerator(seed: 3)
    let device = FakeDevice([DRMConnector(1, [Self.small, Self.large])], lit: Self.large).with {
      $0.driver.bufferLimit = 1
    }
    try withRig(device) { former in
      for _ in 0..<3 { try former.present(&random) }
      try withRig(device, after: former.drm) { rig in
        let screen = try #require(rig.screens.first)
        #expect(screen.size == Self.large.size)
        for _ in 0..<3 { try rig.present(&random) }
        #expect(rig.differences(on: screen) == 0)
      }
    }
  }

  @Test func `a rescan without a change changes nothing`() throws {
    var random = SeededGenerator(seed: 2)
    // The second device shows a mode that its monitor does not prefer.
    let lit = FakeDevice([DRMConnector(1, [Self.small, Self.large])], lit: Self.large)
    for device in [Self.two, lit] {
      try withRig(device) { rig in
        for _ in 0..<2 { try rig.present(&random) }
        let before = rig.screens.map { ObjectIdentifier($0) }
        let counts = rig.drm.display.modesetCounts
        try rig.backend.rescan()
        #expect(rig.screens.map { ObjectIdentifier($0) } == before)
        for _ in 0..<2 { try rig.present(&random) }
        #expect(rig.drm.display.modesetCounts == counts)
        #expect(rig.screens.allSatisfy { rig.differences(on: $0) == 0 })
        #expect(rig.drm.display.robbed == [])
      }
    }
  }

  @Test(arguments: [true, false])
  func `a monitor with a new preferred mode gets it, as the same output`(
    isAtomic: Bool
  ) throws {
    var random = SeededGenerator(seed: 3)
    let device = FakeDevice([DRMConnector(1, [Self.small, Self.large])]).with {
      $0.driver.isAtomic = isAtomic
    }
    try withRig(device) { rig in
      let screen = try #require(rig.screens.first)
      for _ in 0..<3 { try rig.present(&random) }
      rig.drm.display.connectors[0].modes = [DRMMode(48, 36, isPreferred: true), Self.small]
      try rig.backend.rescan()
      #expect(rig.screens.count == 1 && rig.screens[0] === screen)
      #expect(screen.size == PixelSize(width: 48, height: 36))
      #expect(rig.drm.display.crtcs[50]?.isActive == true, "shown until the next frame is there")
      for _ in 0..<3 { try rig.present(&random) }
      #expect(rig.differences(on: screen) == 0)
      #expect(rig.drm.display.modesetCounts == [50: 2])
      #expect(rig.drm.display.buffers.count == 2)
      #expect(rig.drm.display.robbed == [])
    }
  }

  @Test func `with little memory the old picture is freed for the new mode`() throws {
    var random = SeededGenerator(seed: 3)
    let device = FakeDevice([DRMConnector(1, [Self.small])]).with { $0.driver.bufferLimit = 2 }
    try withRig(device) { rig in
      let screen = try #require(rig.screens.first)
      for _ in 0..<2 { try rig.present(&random) }
      rig.drm.display.connectors[0].modes = [Self.large]
      try rig.backend.rescan()
      for _ in 0..<2 { try rig.present(&random) }
      #expect(screen.size == Self.large.size && rig.differences(on: screen) == 0)
    }
  }

  @Test(arguments: [DisplayRequest(), DisplayRequest(size: PixelSize(width: 64, height: 48))])
  func `an exchanged monitor gets the largest mode for whose picture there is memory`(
    request: DisplayRequest
  ) throws {
    var random = SeededGenerator(seed: 3)
    let device = FakeDevice([DRMConnector(1, [DRMMode(16, 12)])]).with {
      $0.driver.pixelLimit = 40 * 30
    }
    try withRig(device, request) { rig in
      let screen = try #require(rig.screens.first)
      for _ in 0..<2 { try rig.present(&random) }
      rig.drm.display.connectors[0].modes = [
        DRMMode(64, 48, isPreferred: true), DRMMode(16, 12), DRMMode(40, 30),
      ]
      // A second look neither tries the large mode again nor sets one.
      for _ in 0..<2 {
        try rig.backend.rescan()
        #expect(rig.screens.first === screen)
        #expect(screen.size == PixelSize(width: 40, height: 30))
        for _ in 0..<3 { try rig.present(&random) }
        #expect(rig.differences(on: screen) == 0)
        #expect(rig.drm.display.modesetCounts == [50: 2])
        #expect(rig.drm.display.buffers.count == 2)
      }
      rig.drm.display.driver.pixelLimit = 64 * 48
      rig.drm.display.connectors[0].modes = [DRMMode(64, 48, hertz: 50, isPreferred: true)]
      try rig.backend.rescan()
      for _ in 0..<3 { try rig.present(&random) }
      #expect(screen.size == PixelSize(width: 64, height: 48) && rig.differences(on: screen) == 0)
      #expect(rig.drm.display.buffers.count == 2)
    }
  }

  @Test func `a requested mode survives the preferences of monitors`() throws {
    var random = SeededGenerator(seed: 3)
    let device = FakeDevice([DRMConnector(1, [Self.small, Self.large])])
    try withRig(device, DisplayRequest(size: Self.large.size)) { rig in
      try rig.present(&random)
      rig.drm.display.connectors[0].modes.append(DRMMode(48, 36, isPreferred: true))
      try rig.backend.rescan()
      try rig.present(&random)
      #expect(rig.screens.first?.displayMode == Self.large)
      #expect(rig.drm.display.modesetCounts == [50: 1])
    }
  }

  @Test func `a monitor that is plugged in while no CRTC is left is left out`() throws {
    var random = SeededGenerator(seed: 5)
    let device = Self.two.with { $0.connectors.insert(DRMConnector(3, []), at: 0) }
    try withRig(device) { rig in
      try rig.present(&random)
      rig.drm.display.connectors[0].isConnected = true
      rig.drm.display.connectors[0].modes = [Self.small]
      try rig.backend.rescan()
      #expect(rig.screens.map(\.connector) == [41, 42], "who is there stays")
      try rig.present(&random)
      #expect(rig.screens.allSatisfy { rig.differences(on: $0) == 0 })
    }
  }

  @Test func `another program has the screen for a while`() throws {
    var random = SeededGenerator(seed: 6)
    try withRig(DRMCaseTests.lit) { rig in
      let screen = try #require(rig.screens.first)
      for _ in 0..<3 { try rig.present(&random) }
      try rig.present(on: screen, &random)
      rig.drm.blank()
      rig.backend.suspend()
      rig.backend.suspend()
      #expect(!screen.isBusy && screen.state == .suspended)
      #expect(rig.drm.requests.filter { $0 == .dropMaster }.count == 1)
      #expect(rig.drm.master == .nobody)
      rig.drm.master = .another
      rig.drm.display.crtcs[50]?.mode = Self.large
      rig.drm.forgetRequests()
      // Frames are accepted, without a request to the kernel.
      for _ in 0..<3 { try rig.present(&random) }
      try rig.backend.rescan()
      #expect(rig.drm.requests == [])
      let error = #expect(throws: OutputError.self) { try rig.backend.resume() }
      #expect(error?.isTaken == true)
      rig.drm.master = .nobody
      try rig.backend.resume()
      #expect(screen.state == .enabled)
      for _ in 0..<2 {
        try rig.present(&random)
        #expect(rig.region == Region(PixelRect(screen.size)))
        #expect(rig.differences(on: screen) == 0)
      }
      #expect(rig.drm.display.crtcs[50]?.mode == Self.small)
      #expect(rig.drm.display.modesetCounts == [50: 1])
    }
  }

  @Test func `screens that report no frame are waited for together, and not each`() throws {
    var random = SeededGenerator(seed: 7)
    try withRig(Self.two) { rig in
      for _ in 0..<2 { try rig.present(&random) }
      for screen in rig.screens { try rig.present(on: screen, &random) }
      #expect(rig.screens.allSatisfy { $0.isBusy })
      let start = try monotonicNow()
      rig.backend.suspend()
      // Waiting for one screen after the other would take two seconds each, as it does elsewhere.
      #expect(try monotonicNow() - start < 1_000_000)
      #expect(rig.screens.allSatisfy { !$0.isBusy } && rig.drm.master == .nobody)
    }
  }

  @Test func `the picture of a former mode is kept without a frame of the new one`() throws {
    var random = SeededGenerator(seed: 3)
    let device = FakeDevice([DRMConnector(1, [Self.small, Self.large])])
    var rig: FakeRig? = try FakeRig(device)
    let drm = try #require(rig).drm
    for _ in 0..<3 { try rig?.present(&random) }
    let shown = drm.display.crtcs[50]?.framebuffer
    drm.display.connectors[0].modes = [Self.large]
    try rig?.backend.rescan()
    let retention = Retention(seconds: 5, console: nil)
    #expect(rig?.backend.close(retaining: retention) == .byProcess)
    #expect(drm.kept.map(\.framebuffer) == [shown])
    rig = nil
    // The process that keeps the picture removes it later; the new mode's first picture is left,
    // too.
    #expect(drm.display.crtcs[50]?.framebuffer == shown && drm.leftovers.count == 3)
  }

  @Test(arguments: [true, false])
  func `a node of another process can be left where the kernel allows it`(isAllowed: Bool) throws {
    var random = SeededGenerator(seed: 8)
    try withRig(DRMCaseTests.lit) { former in
      try former.present(&random)
      former.drm.display.driver.keepsMaster = !isAllowed
      try withRig(DRMCaseTests.lit, after: former.drm) { rig in
        #expect(rig.backend.canBeLeft == isAllowed)
        #expect(rig.drm.master == .us, "tried, and taken again")
        try rig.present(&random)
        #expect(rig.screens.allSatisfy { rig.differences(on: $0) == 0 })
        // The backend starts no process that would keep the screen from the next program.
        if !isAllowed {
          #expect(rig.backend.close(retaining: Retention(seconds: 5, console: nil)) == .none)
        }
      }
    }
  }

  @Test(arguments: [UInt64](1...60))
  func `each connector gets a CRTC of its own wherever that can be`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let crtcs: [UInt32] = Array(50..<50 + UInt32(random.int(in: 1...4)))
    var kept: [UInt32?] = []
    var free = crtcs
    let connectors = (0..<random.int(in: 1...5)).map { number in
      var connector = DRMConnector(
        number, [Self.small], on: UInt32(random.int(in: 0...(1 << crtcs.count) - 1)))
      let keeps = random.chance(0.2) && !free.isEmpty
      kept.append(keeps ? free.removeFirst() : nil)
      let possible = crtcs.filter { connector.possibleCRTCs & 1 << ($0 - 50) != 0 }
      if random.chance(0.5), let crtc = possible.randomElement(using: &random) {
        connector.crtc = crtc
      }
      return connector
    }
    let assignment = CRTCAssignment(
      connectors, crtcs: crtcs, lit: crtcs.filter { _ in random.chance(0.5) }, kept: kept)
    let given = connectors.indices.map { assignment.crtc(of: $0) }
    #expect(Set(given.compactMap { $0 }).count == given.compactMap { $0 }.count, "seed \(seed)")
    for index in connectors.indices {
      if let crtc = kept[index] {
        #expect(given[index] == crtc)
      } else if let crtc = given[index] {
        #expect(connectors[index].possibleCRTCs & 1 << (crtc - 50) != 0)
      }
    }
    // As many as there can be, tried one by one.
    func most(_ index: Int, _ used: Set<UInt32>) -> Int {
      guard index < connectors.count else { return 0 }
      if let crtc = kept[index] { return 1 + most(index + 1, used.union([crtc])) }
      var best = most(index + 1, used)
      for crtc in crtcs where !used.contains(crtc) && !kept.contains(crtc) {
        if connectors[index].possibleCRTCs & 1 << (crtc - 50) != 0 {
          best = max(best, 1 + most(index + 1, used.union([crtc])))
        }
      }
      return best
    }
    #expect(given.compactMap { $0 }.count == most(0, []), "seed \(seed)")
  }
}
