import Foundation
import Geometry
import System
import TestSupport
import Testing

@testable import Input

/// The devices that come, are read, and go.
@Suite struct InputDevicesTests {
  private final class Warnings {
    var lines: [String] = []
  }

  private let calls = FakeInputCalls()
  private let warnings = Warnings()
  private let panel = "/dev/input/event1"

  private func devices(_ selection: InputSelection = .auto) throws -> InputDevices {
    let warnings = warnings
    let devices = try InputDevices(selection, calls) { warnings.lines.append($0) }
    devices.interest = .pointers
    return devices
  }

  private func phases(_ devices: InputDevices) -> [PointerEvent.Phase] {
    devices.read()
    return devices.takeEvents().map(\.phase)
  }

  private func press(_ finger: Int32 = 1) -> [InputEvent] {
    [.absolute(57, finger), .absolute(53, 500), .absolute(54, 100), .report(at: 5)]
  }

  @Test func `touch screens, tablets and mice are kept open, by their capabilities`() throws {
    calls.devices = [
      "/dev/input/event0": .keyboard, panel: .touchScreen, "/dev/input/event2": .touchpad,
      "/dev/input/event3": .tablet, "/dev/input/event4": .mouse, "/dev/input/mice": .mouse,
    ]
    let devices = try devices()
    let opened = (0...4).map { "open /dev/input/event\($0)" }
    #expect(calls.log.filter { $0.hasPrefix("open") } == opened)
    #expect(
      calls.log.filter { $0.hasPrefix("clock") }
        == ["clock \(panel)", "clock /dev/input/event3", "clock /dev/input/event4"])
    calls.write(press(), to: panel)
    calls.write([.key(0x110, 1), .report(at: 5)], to: "/dev/input/event3")
    calls.write([.key(0x110, 1), .report(at: 5)], to: "/dev/input/event4")
    calls.write(press(), to: "/dev/input/event2")
    #expect(phases(devices) == [.began, .began, .began])
    #expect(warnings.lines == [])
  }

  @Test func `a device belongs to a screen by its path or its name`() throws {
    var named = FakeInputCalls.Device.touchScreen
    named.name = "Acme, Inc. Touch=1"
    calls.devices = [
      panel: .touchScreen, "/dev/input/event2": named, "/dev/input/event3": .tablet,
    ]
    let screens = [
      InputScreen(device: panel, screen: "eDP-1"),
      InputScreen(device: "Acme, Inc. Touch=1", screen: "HDMI-A-1"),

    ]
    let devices = try InputDevices(.auto, screens: screens, calls) { _ in }
    devices.interest = .pointers
    for path in calls.devices.keys.sorted() {
      calls.write(path.hasSuffix("3") ? [.key(0x110, 1), .report(at: 5)] : press(), to: path)
      devices.read()
    }
    #expect(devices.takeEvents().map(\.screen) == ["eDP-1", "HDMI-A-1", nil])
  }

  @Test func `many records are read in pieces, and a record in two`() throws {
    calls.devices = [panel: .touchScreen]
    let devices = try devices()
    calls.write(press(), to: panel)
    for index in 0..<150 {
      calls.write([.absolute(53, Int32(index)), .report(at: Int64(10 + index))], to: panel)
    }
    // At most four buffers of 64 records at once.
    devices.read()
    #expect(devices.takeEvents().count == 1 + (4 * 64 - 4) / 2)
    devices.read()
    let last = try #require(devices.takeEvents().last)
    #expect(last.time == 159)
    var bytes: [UInt8] = []
    for event in [InputEvent.absolute(57, -1), .report(at: 2_000_000)] {
      unsafe withUnsafeBytes(of: (Int(event.time / 1_000_000), 0)) {
        unsafe bytes.append(contentsOf: $0)
      }
      unsafe withUnsafeBytes(of: (event.type, event.code, event.value)) {
        unsafe bytes.append(contentsOf: $0)
      }
    }
    for byte in bytes {
      calls.write(bytes: [byte], to: panel)
      #expect(devices.takeEvents().isEmpty)
      devices.read()
    }
    #expect(devices.takeEvents().map(\.phase) == [.ended])
  }

  @Test func `after a loss the device is asked where its fingers are`() throws {
    calls.devices = [panel: .touchScreen]
    let devices = try devices()
    calls.write(press(), to: panel)
    #expect(phases(devices) == [.began])
    // The records after the loss are skipped; meanwhile the finger went, and another came.
    calls.devices[panel]?.slots = [53: [0, 999], 54: [0, 499], 57: [-1, 8]]
    calls.devices[panel]?.axes[47]?.value = 1
    calls.write([.loss(at: 7), .absolute(57, 77), .report(at: 7)] + press(3), to: panel)
    devices.read()
    let events = devices.takeEvents()
    #expect(events.map(\.phase) == [.cancelled, .began])
    #expect(events[1].position.x > 0.99)
    calls.write([.absolute(57, -1), .report(at: 8)], to: panel)
    #expect(phases(devices) == [.ended])
  }

  @Test func `a lost button of a tablet is found`() throws {
    calls.devices = [panel: .tablet]
    let devices = try devices()
    calls.devices[panel]?.keys = [0x110]
    calls.write([.loss(at: 7), .report(at: 7)], to: panel)
    #expect(phases(devices) == [.began])
    calls.devices[panel]?.keys = []
    calls.write([.loss(at: 7), .report(at: 7)], to: panel)
    #expect(phases(devices) == [.cancelled])
  }

  @Test func `a removed device is closed with its fingers, and a new one is read`() throws {
    calls.devices = [panel: .touchScreen]
    let devices = try devices()
    calls.write(press(), to: panel)
    #expect(phases(devices) == [.began])
    calls.unplug(panel)
    #expect(phases(devices) == [.cancelled])
    #expect(phases(devices) == [], "a closed device is not read")

    calls.devices[panel] = .touchScreen
    calls.say("add@/devices/x\0SUBSYSTEM=input\0DEVNAME=input/event1\0")
    #expect(phases(devices) == [])
    calls.write(press(), to: panel)
    #expect(phases(devices) == [.began])
    // Another device in its place before its end was read.
    calls.say("add@/devices/x\0SUBSYSTEM=input\0DEVNAME=input/event1\0")
    #expect(phases(devices) == [.cancelled])
    calls.write(press(), to: panel)
    #expect(phases(devices) == [.began])
    calls.say("remove@/devices/x\0SUBSYSTEM=input\0DEVNAME=input/event1\0")
    #expect(phases(devices) == [.cancelled])
    #expect(warnings.lines == [])
  }

  @Test(arguments: [
    "add@/devices/x\0SUBSYSTEM=input\0", "add@/devices/x\0SUBSYSTEM=drm\0DEVNAME=dri/card0\0",
    "add@/devices/x\0SUBSYSTEM=input\0DEVNAME=input/js0\0",
    "change@/devices/x\0SUBSYSTEM=input\0DEVNAME=input/event7\0",
    "add@/devices/x\0SUBSYSTEM=input\0DEVNAME=input/event6\0",
  ])
  func `a change of other devices opens nothing`(message: String) throws {
    calls.devices = ["/dev/input/js0": .mouse, "/dev/input/event7": .mouse]
    let devices = try devices()
    let before = calls.log
    calls.say(message)
    #expect(phases(devices) == [])
    #expect(calls.log == before)
    #expect(warnings.lines == [])
  }

  @Test func `after a lost change message all devices are searched again`() throws {
    let devices = try devices()
    calls.devices[panel] = .touchScreen
    calls.say("add@/devices/x\0")
    SystemFault(.receive, code: ENOBUFS).inject { devices.read() }
    calls.write(press(), to: panel)
    #expect(phases(devices) == [.began])
  }

  @Test func `suspended input closes all devices and reports nothing`() throws {
    calls.devices = [panel: .touchScreen]
    let devices = try devices()
    calls.write(press(), to: panel)
    #expect(phases(devices) == [.began])
    devices.interest = []
    #expect(devices.takeEvents().map(\.phase) == [.cancelled])
    calls.write(press(4), to: panel)
    #expect(phases(devices) == [])
    // A finger that touched the panel meanwhile does not begin a contact.
    calls.devices[panel]?.slots[57] = [4, -1]
    devices.interest = .pointers
    calls.write([.absolute(53, 9), .report(at: 9)], to: panel)
    #expect(phases(devices) == [])
    calls.write([.absolute(57, -1), .report(at: 10)] + press(5), to: panel)
    #expect(phases(devices) == [.began])
  }

  @Test func `a refused device is reported once, with a hint`() throws {
    for index in 0..<3 {
      calls.devices["/dev/input/event\(index)"] = .touchScreen
      calls.devices["/dev/input/event\(index)"]?.openError = EACCES
    }
    let devices = try devices()
    #expect(
      warnings.lines == [
        "cannot open '/dev/input/event0': Permission denied (EACCES); check the owner and mode of "
          + "the file and of its directories; the group 'input' usually may"
      ])
    devices.interest = []
    devices.interest = .pointers
    #expect(warnings.lines.count == 1)
    calls.namesError = EACCES
    #expect(try self.devices().takeEvents().isEmpty)
    #expect(warnings.lines.last?.hasPrefix("cannot list '/dev/input'") == true)
  }

  @Test func `a device whose permissions come late is opened then`() throws {
    let devices = try devices()
    let modes = try #require(calls.modes)
    try "".write(toFile: modes("event1"), atomically: false, encoding: .utf8)
    calls.devices[panel] = .touchScreen
    calls.devices[panel]?.openError = EACCES
    calls.say("add@/devices/x\0SUBSYSTEM=input\0DEVNAME=input/event1\0")
    #expect(phases(devices) == [])
    calls.write(press(), to: panel)
    #expect(phases(devices) == [])
    calls.devices[panel]?.openError = 0
    #expect(unsafe chmod(modes("event1"), 0o600) == 0)
    #expect(phases(devices) == [])
    calls.write(press(), to: panel)
    #expect(phases(devices) == [.began])
    #expect(warnings.lines == [])
    #expect(calls.log.filter { $0 == "watch" }.count == 1)
  }

  @Test func `a named device that cannot be used has a warning, and opens once it is there`() throws
  {
    calls.devices = ["/dev/input/event0": .powerButton, "/x/file": .mouse]
    calls.devices["/x/file"]?.file = .regular
    let devices = try devices(.paths(["/dev/input/event0", panel, "/x/file"]))
    let expected =
      "; name a touch screen, a tablet, a mouse or a keyboard below /dev/input, or a FIFO"
    #expect(warnings.lines.count == 3)
    #expect(warnings.lines.first == "'/dev/input/event0' has neither pointer nor keys" + expected)
    // The part that is missing depends on the machine.
    let missing = "cannot open '\(panel)': No such file or directory (ENOENT); check the path: "
    #expect(warnings.lines[1].hasPrefix(missing))
    #expect(warnings.lines.last == "'/x/file' is a plain file" + expected)
    calls.devices[panel] = .touchScreen
    calls.devices["/dev/input/event9"] = .touchScreen
    calls.say("add@/devices/x\0SUBSYSTEM=input\0DEVNAME=input/event1\0")
    calls.say("add@/devices/x\0SUBSYSTEM=input\0DEVNAME=input/event9\0")
    #expect(phases(devices) == [])
    calls.write(press(), to: panel)
    calls.write(press(), to: "/dev/input/event9")
    #expect(phases(devices) == [.began], "of those that were named")
    #expect(warnings.lines.count == 3)
  }

  @Test(arguments: [
    ("auto", InputSelection.auto), ("none", InputSelection.none), ("/a", .paths(["/a"])),
    ("/a,b,/c", .paths(["/a", "b", "/c"])), ("", nil), ("/a,", nil), (",", nil),
  ])
  func `the option's value chooses the devices`(text: String, selection: InputSelection?) {
    #expect(InputSelection(text) == selection)
  }

  /// Without the fake: a FIFO of the file system.
  @Test func `a FIFO carries the same records, from one writer after another`() throws {
    let directory = try TemporaryDirectory()
    let path = directory("touch")
    try #require(unsafe mkfifo(path, 0o600) == 0)
    let warnings = warnings
    let devices = try InputDevices(.paths([path])) { warnings.lines.append($0) }
    devices.interest = .pointers
    #expect(phases(devices) == [])
    func write(_ records: [InputEvent]) throws {
      let fifo = try FileDescriptor.open(path, [.write, .nonBlocking])
      var bytes: [UInt8] = []
      for event in records {
        unsafe withUnsafeBytes(of: (Int(0), Int(event.time))) {
          unsafe bytes.append(contentsOf: $0)
        }
        unsafe withUnsafeBytes(of: (event.type, event.code, event.value)) {
          unsafe bytes.append(contentsOf: $0)
        }
      }
      try fifo.writeAll(bytes.span)
    }
    for _ in 0..<2 {
      try write([
        .absolute(57, 1), .absolute(53, 0x8000), .absolute(54, 0xFFFF), .report(at: 5),
      ])
      devices.read()
      let events = devices.takeEvents()
      #expect(events.map(\.phase) == [.began])
      #expect(abs((events.first?.position.x ?? 0) - 0.5) < 1e-4)
      // Its writer has gone.
      #expect(phases(devices) == [.cancelled])
      #expect(phases(devices) == [])
    }
    // While suspended, records are skipped.
    devices.interest = []
    try write(press())
    #expect(phases(devices) == [])
    #expect(phases(devices) == [])
    devices.interest = .pointers
    try write([.loss(at: 1)] + press())
    #expect(phases(devices) == [])
    #expect(warnings.lines == [])
  }
}
