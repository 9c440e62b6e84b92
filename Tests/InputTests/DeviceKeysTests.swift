import System
import TestSupport
import Testing

@testable import Input

/// The keys of devices that come, are read, and go.
@Suite struct DeviceKeysTests {
  private final class Typed {
    var text = ""
  }

  private let calls = FakeInputCalls()
  private let typed = Typed()
  private let keyboard = "/dev/input/event0"
  private let panel = "/dev/input/event1"
  private let all: InputInterest = [.consoleKeys, .panelKeys]

  private func devices(
    _ interest: InputInterest, _ selection: InputSelection = .auto, keymap: Keymap = Keymap()
  ) throws -> InputDevices {
    let devices = try InputDevices(selection, keymap: keymap, calls) { _ in }
    let typed = typed
    devices.onKey = { bytes, isRepeated in
      let bytes = bytes.withBytes { bytes in bytes.indices.map { bytes[$0] } }
      typed.text += String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "E")
      if isRepeated { typed.text += "…" }
    }
    devices.interest = interest
    return devices
  }

  /// The characters that records type.
  private func type(_ devices: InputDevices, _ records: [InputEvent], on path: String) -> String {
    calls.write(records + [.report(at: 5)], to: path)
    devices.read()
    defer { typed.text = "" }
    return typed.text
  }

  private func grabs() -> [String] {
    calls.log.filter { $0.hasPrefix("grab") || $0.hasPrefix("leave") }
  }

  @Test func `all keys are read, or those alone that a terminal does not give`() throws {
    calls.devices = [keyboard: .keyboard, panel: .buttons, "/dev/input/event2": .powerButton]
    let devices = try devices(.panelKeys)
    #expect(type(devices, [.key(30, 1), .key(30, 0)], on: keyboard) == "")
    #expect(type(devices, [.key(103, 1), .key(103, 0), .key(352, 1)], on: panel) == "\n")
    devices.interest = all
    #expect(type(devices, [.key(30, 1), .key(30, 2), .key(30, 0)], on: keyboard) == "aa…")
    #expect(type(devices, [.key(103, 1), .key(158, 1)], on: panel) == "E[AE")
    devices.interest = .pointers
    #expect(type(devices, [.key(30, 1)], on: keyboard) == "")
    #expect(!devices.hasKeyboard)
  }

  @Test func `each key is reported alone, so that Escape begins no sequence`() throws {
    calls.devices = [keyboard: .keyboard]
    let devices = try devices(all)
    var count = 0
    devices.onKey = { bytes, _ in count += bytes.count }
    _ = type(devices, [.key(1, 1), .key(1, 0), .key(30, 1)], on: keyboard)
    #expect(count == 2)
    #expect(devices.hasKeyboard)
  }

  @Test func `a modifier of one keyboard applies to keys of another`() throws {
    calls.devices = [keyboard: .keyboard, panel: .keyboard]
    calls.devices[panel]?.keys = [42]
    let devices = try devices(all)
    #expect(type(devices, [.key(30, 1), .key(30, 0)], on: keyboard) == "A", "it was held before")
    #expect(type(devices, [.key(42, 0)], on: panel) == "")
    #expect(type(devices, [.key(30, 1), .key(30, 0)], on: keyboard) == "a")
    #expect(type(devices, [.key(58, 1), .key(58, 2), .key(58, 0)], on: panel) == "")
    #expect(devices.hasCapsLock)
    #expect(type(devices, [.key(30, 1)], on: keyboard) == "A")
  }

  @Test func `an accent waits no longer when it is for something else`() throws {
    calls.devices = [keyboard: .keyboard]
    let devices = try devices(all, keymap: Keymap(layout: "DE"))
    let accent: [InputEvent] = [.key(13, 1), .key(13, 0)]
    let letter: [InputEvent] = [.key(30, 1), .key(30, 0)]
    #expect(type(devices, accent + letter, on: keyboard).utf8.elementsEqual("á".utf8))
    #expect(type(devices, accent, on: keyboard) == "")
    devices.forgetAccent()
    #expect(type(devices, letter, on: keyboard) == "a")
    #expect(type(devices, accent, on: keyboard) == "")
    devices.interest = all.union(.pointers)
    #expect(type(devices, letter, on: keyboard) == "a")
    #expect(type(devices, accent, on: keyboard) == "")
    devices.grabsKeys = true
    #expect(type(devices, letter, on: keyboard) == "a")
  }

  @Test func `a grab waits until no key is down, and so does its end`() throws {
    calls.devices = [keyboard: .keyboard, "/dev/input/event4": .mouse]
    calls.devices[keyboard]?.keys = [28]
    let devices = try devices([.consoleKeys, .panelKeys, .pointers])
    devices.grabsKeys = true
    #expect(grabs() == [])
    _ = type(devices, [.key(28, 0)], on: keyboard)
    #expect(grabs() == ["grab " + keyboard])
    #expect(type(devices, [.key(30, 1), .key(30, 0), .key(28, 1)], on: keyboard) == "a\n")
    devices.grabsKeys = false
    #expect(grabs().count == 1)
    // No other program gets the key's repetitions and release.
    #expect(type(devices, [.key(28, 2)], on: keyboard) == "")
    _ = type(devices, [.key(28, 0)], on: keyboard)
    #expect(grabs() == ["grab " + keyboard, "leave " + keyboard])
    #expect(type(devices, [.key(30, 1)], on: keyboard) == "a")
  }

  @Test func `a keyboard that comes during a question is grabbed`() throws {
    let devices = try devices(all)
    devices.grabsKeys = true
    calls.devices[keyboard] = .keyboard
    calls.say("add@/devices/x\0SUBSYSTEM=input\0DEVNAME=input/event0\0")
    devices.read()
    #expect(grabs() == ["grab " + keyboard])
    #expect(type(devices, [.key(48, 1)], on: keyboard) == "b")
    calls.unplug(keyboard)
    devices.read()
    #expect(!devices.hasKeyboard)
    calls.devices[panel] = .buttons
    calls.say("add@/devices/x\0SUBSYSTEM=input\0DEVNAME=input/event1\0")
    devices.read()
    #expect(type(devices, [.key(353, 1), .key(352, 1)], on: panel) == "\n\n")
  }

  @Test func `after a loss the keyboard is asked for its keys`() throws {
    calls.devices = [keyboard: .keyboard]
    let devices = try devices(all)
    #expect(type(devices, [.key(42, 1), .key(30, 1)], on: keyboard) == "A")
    // After the loss Shift counts as released, but no press is invented.
    #expect(type(devices, [.loss(at: 7), .key(31, 1)], on: keyboard) == "")
    #expect(type(devices, [.key(30, 2), .key(32, 1), .key(32, 2)], on: keyboard) == "dd…")
    devices.grabsKeys = true
    #expect(grabs() == [])
    calls.devices[keyboard]?.keys = []
    #expect(type(devices, [.loss(at: 8)], on: keyboard) == "")
    #expect(grabs() == ["grab " + keyboard])
  }

  @Test func `a FIFO has keys as well`() throws {
    calls.devices["/x"] = FakeInputCalls.Device(file: .pipe)
    let devices = try devices(all, .paths(["/x"]))
    #expect(type(devices, [.key(42, 1), .key(16, 1), .key(42, 0), .key(2, 1)], on: "/x") == "Q1")
    devices.grabsKeys = true
    #expect(grabs() == [])
    devices.interest = []
    #expect(type(devices, [.key(16, 1)], on: "/x") == "")
  }
}
