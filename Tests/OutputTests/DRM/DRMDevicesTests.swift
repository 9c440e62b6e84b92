import Geometry
@testable import Output
import System
import TestSupport
import Testing

/// Several cards, each with monitors.
@Suite struct DRMDevicesTests {
  private static let device = DRMCaseTests.lit

  private func devices(
    _ rigs: [FakeRig], others: @escaping () -> [FakeRig] = { [] },
    isAnyTaken: @escaping () -> Bool = { false }
  ) -> DRMDevices {
    func opened(_ rigs: [FakeRig], _ name: String) -> DRMDevices.Opened {
      DRMDevices.Opened(
        devices: rigs.enumerated().map { (name + "\($0.offset)", $0.element.backend) },
        isAnyTaken: isAnyTaken())
    }
    return DRMDevices(opened(rigs, "card")) { known in
      var found = opened(others(), "other")
      found.devices.removeAll { known.contains($0.path) }
      return found
    }
  }

  @Test func `the monitors of all cards are outputs, whose frames are reported by one descriptor`()
    throws
  {
    var random = SeededGenerator(seed: 1)
    let rigs = [try FakeRig(Self.device), try FakeRig(Self.device)]
    let cards = devices(rigs)
    #expect(cards.outputs.count == 2 && cards.outputs[1] === rigs[1].screens[0])
    let number = try #require(cards.eventDescriptor)
    var epoll = try Epoll()
    try epoll.add(number: number, for: .readable, token: 7)
    var events: [EpollEvent] = []
    for rig in rigs {
      try rig.present(on: rig.screens[0], &random)
      try epoll.wait(into: &events, milliseconds: 0)
      #expect(events.isEmpty)
      rig.drm.blank()
      try epoll.wait(into: &events, milliseconds: 1000)
      #expect(events.map(\.token) == [7])
      try cards.handleEvents()
      #expect(!rig.screens[0].isBusy && rig.differences(on: rig.screens[0]) == 0)
    }
    cards.suspend()
    #expect(rigs.allSatisfy { $0.drm.master == .nobody })
    try cards.resume()
    #expect(rigs.allSatisfy { $0.drm.master == .us })
    cards.suspend()
    rigs[0].drm.master = .another
    try cards.resume()
    #expect(cards.outputs.count == 1 && cards.outputs[0] === rigs[1].screens[0])
    #expect(rigs[1].drm.master == .us && cards.inheritanceCount == 1)
    cards.suspend()
    rigs[1].drm.master = .another
    #expect(throws: OutputError.self) { try cards.resume() }
  }

  @Test func `a card that goes leaves the others as they are`() throws {
    var random = SeededGenerator(seed: 2)
    let rigs = [try FakeRig(Self.device), try FakeRig(Self.device)]
    let cards = devices(rigs)
    for rig in rigs { try rig.present(&random) }
    let requests = rigs[1].drm.requests.count
    #expect(!cards.dropLost(), "none has gone")
    #expect(cards.inheritance == rigs[0].backend.inheritance && cards.inheritanceCount == 0)
    rigs[0].drm.isLost = true
    #expect(cards.dropLost())
    #expect(cards.outputs.count == 1 && cards.outputs[0] === rigs[1].screens[0])
    #expect(cards.inheritance == rigs[1].backend.inheritance && cards.inheritanceCount == 1)
    #expect(
      rigs[1].drm.requests[requests...].allSatisfy { if case .probe = $0 { true } else { false } })
    rigs[1].drm.isLost = true
    #expect(!cards.dropLost() && cards.outputs.isEmpty)
  }

  @Test func `a card joins when it has got a monitor, and leaves with its last one`() throws {
    let rig = try FakeRig(Self.device)
    let other = try FakeRig(Self.device)
    var others: [FakeRig] = []
    let cards = devices([rig]) { others }
    #expect(cards.outputs.count == 1)
    others = [other]
    try cards.rescan()
    #expect(cards.outputs.count == 2)
    try cards.rescan()
    #expect(cards.outputs.count == 2)
    other.drm.display.connectors[0].modes = []
    other.drm.display.connectors[0].isConnected = false
    others = []
    try cards.rescan()
    #expect(cards.outputs.count == 1 && cards.outputs[0] === rig.screens[0])
  }

  @Test func `a card that another program has left joins when it is tried again`() throws {
    let (rig, other) = (try FakeRig(Self.device), try FakeRig(Self.device))
    var isTaken = true
    let cards = devices([rig], others: { isTaken ? [] : [other] }, isAnyTaken: { isTaken })
    #expect(cards.hasTakenDevice && cards.outputs.count == 1)
    let requests = rig.drm.requests.count
    cards.openTaken()
    #expect(cards.hasTakenDevice && cards.outputs.count == 1)
    isTaken = false
    cards.openTaken()
    #expect(!cards.hasTakenDevice && cards.outputs.count == 2)
    #expect(rig.drm.requests.count == requests, "the others are left alone")
    cards.suspend()
    other.drm.master = .another
    try cards.resume()
    #expect(cards.hasTakenDevice && cards.outputs.count == 1)
  }
}
