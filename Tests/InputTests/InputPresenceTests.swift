import System
import Testing

@testable import Input

/// The query for keyboards and pointing devices.
@Suite struct InputPresenceTests {
  static var keyboard: FakeInputCalls.Device {
    var device = FakeInputCalls.Device()
    device.codes = [.key: Set(1...83)]
    return device
  }

  private func presence(_ devices: [String: FakeInputCalls.Device]) -> InputPresence {
    let calls = FakeInputCalls()
    calls.devices = devices
    return InputPresence(calls)
  }

  @Test func `a touch screen points, and a keyboard types`() {
    let both = presence(["/dev/input/event0": .touchScreen, "/dev/input/event1": Self.keyboard])
    #expect(both.hasPointer && both.hasKeyboard)
    let touch = presence(["/dev/input/event0": .touchScreen])
    #expect(touch.hasPointer && !touch.hasKeyboard)
    let keys = presence(["/dev/input/event7": Self.keyboard])
    #expect(!keys.hasPointer && keys.hasKeyboard)
    #expect(presence([:]) == InputPresence(FakeInputCalls()))
  }

  @Test func `a power button, a remote control and a refused device are no keyboard`() {
    var button = FakeInputCalls.Device()
    button.codes = [.key: [116]]
    var remote = FakeInputCalls.Device()
    remote.codes = [.key: Set(2...11).union([28, 103, 105, 106, 108])]
    var refused = Self.keyboard
    refused.openError = 13
    let devices = [
      "/dev/input/event0": button, "/dev/input/event1": remote, "/dev/input/event2": refused,
      "/dev/input/js0": Self.keyboard,
    ]
    #expect(!presence(devices).hasKeyboard)
  }
}
