import Foundation
import System
import TestSupport
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

  @Test func `devices that the kernel describes are not opened`() {
    let calls = FakeInputCalls()
    calls.devices = ["/dev/input/event0": .touchScreen, "/dev/input/event1": Self.keyboard]
    let presence = InputPresence(calls)
    #expect(presence.hasPointer && presence.hasKeyboard && calls.log.isEmpty)
  }

  @Test func `a keyboard behind many devices is found, and refused ones do not count`() {
    var devices = ["/dev/input/event900": Self.keyboard]
    for number in 100..<200 { devices["/dev/input/event\(number)"] = .powerButton }
    #expect(presence(devices).hasKeyboard)
    var refused = FakeInputCalls.Device.powerButton
    refused.openError = 13
    for number in 200..<600 { devices["/dev/input/event\(number)"] = refused }
    #expect(presence(devices).hasKeyboard)
    for number in 200..<600 { devices["/dev/input/event\(number)"] = .powerButton }
    #expect(!presence(devices).hasKeyboard, "there is an end to it")
  }

  @Test func `without the kernel's descriptions the devices are asked`() {
    let calls = FakeInputCalls()
    calls.devices = ["/dev/input/event0": .touchScreen, "/dev/input/event1": Self.keyboard]
    calls.hasDescriptions = false
    let presence = InputPresence(calls)
    #expect(presence.hasPointer && presence.hasKeyboard)
    #expect(calls.log == ["open /dev/input/event0", "open /dev/input/event1"])
  }

  @Test func `a touchpad does not point, and a mouse and a tablet do`() {
    #expect(!presence(["/dev/input/event0": .touchpad]).hasPointer)
    #expect(presence(["/dev/input/event0": .mouse]).hasPointer)
    #expect(presence(["/dev/input/event0": .tablet]).hasPointer)
  }

  /// The texts are those of an AT keyboard and of a touch screen, on a machine of 64 bits.
  @Test func `the kernel's description of a device is read`() throws {
    let root = try TemporaryDirectory()
    func describe(_ name: String, key: String, abs: String, rel: String, prop: String) throws {
      let folder = root.path + "/sys/class/input/" + name + "/device"
      try FileManager.default.createDirectory(
        atPath: folder + "/capabilities", withIntermediateDirectories: true)
      for (file, text) in [
        ("capabilities/key", key), ("capabilities/abs", abs), ("capabilities/rel", rel),
        ("properties", prop),
      ] {
        try (text + "\n").write(toFile: folder + "/" + file, atomically: false, encoding: .utf8)
      }
    }
    try describe(
      "event0", key: "402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe", abs: "0",
      rel: "0", prop: "0")
    try describe(
      "event1", key: "400 0 0 0 0 0", abs: "260800000000003", rel: "0", prop: "2")
    let calls = InputCalls(root: root.path)
    let keyboard = try calls.capabilities(of: "event0")
    #expect(keyboard.isKeyboard && !InputKind.points(keyboard))
    #expect((1...64).allSatisfy { keyboard.keys.contains($0) } && !keyboard.keys.contains(0))
    #expect(keyboard.keys.contains(128 + 57) && keyboard.keys.contains(192 + 34))
    let screen = try calls.capabilities(of: "event1")
    #expect(!screen.isKeyboard && InputKind.points(screen))
    #expect(screen.keys.contains(0x14A) && screen.absolute.contains(53))
    #expect(throws: ReadFileError.self) { try calls.capabilities(of: "event2") }
  }

  @Test func `a description of arbitrary bytes never traps`() {
    #expect(InputSet(words: Array("zz 1\n".utf8)).contains(0))
    let long = InputSet(words: Array(String(repeating: "f", count: 5000).utf8))
    #expect(long.bytes.allSatisfy { $0 == 0xFF })
    #expect(InputSet(words: []).isEmpty && InputSet(words: Array("-1".utf8)).contains(0))
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
