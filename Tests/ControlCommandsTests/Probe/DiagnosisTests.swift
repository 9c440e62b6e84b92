import Geometry
import JSON
import Output
import System
import Testing
import Wire

@testable import ControlCommands

/// A machine on which nothing is shown, and the diagnosed causes.
struct DiagnosisTests {
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    /// The faults, in order.
    let faults: [String]
    /// Words in the message of the first fault.
    let words: [String]
    let machine: MachineReport

    init(
      _ name: String, _ faults: [String], _ words: [String] = [],
      _ change: (inout MachineReport) -> Void
    ) {
      testDescription = name
      self.faults = faults
      self.words = words
      var machine = DiagnosisTests.showing
      change(&machine)
      self.machine = machine
    }
  }

  static let card = "/dev/dri/card0"
  static let monitor = ConnectorReport(
    name: "HDMI-A-1", isConnected: true, widthMillimetres: 310, heightMillimetres: 174,
    modes: [
      DisplayModeReport(
        size: PixelSize(width: 1920, height: 1080), refreshMillihertz: 59_940, isPreferred: true,
        isCurrent: true),
      DisplayModeReport(size: PixelSize(width: 640, height: 480), refreshMillihertz: 60_000),
    ], formats: ["XRGB8888", "RGB565"])
  static let absent = DaemonPresence.absent(
    ClientError(.unavailable, "no daemon: there is no socket at /s", hint: "start firstlightd"))

  static func node(isTaken: Bool = false, _ connectors: ConnectorReport...) -> DRMNodeReport {
    DRMNodeReport(
      path: card, driver: "virtio_gpu", state: .display(isTaken: isTaken, connectors))
  }

  static func running(on name: String) -> DaemonPresence {
    .running(
      socket: "/s",
      outputs: [
        DisplayInterface.OutputInfo(
          name: name, width: 1920, height: 1080, refreshMillihertz: 59_940, format: "XRGB8888",
          scale: 1)
      ])
  }

  static func holders(_ names: String...) -> DeviceHolders {
    DeviceHolders(
      byPath: [
        card: names.enumerated().map { DeviceHolder(processIdentifier: 70 + $0.0, name: $0.1) }
      ], isComplete: true)
  }

  /// All is well.
  static var showing: MachineReport {
    var machine = MachineReport(daemon: running(on: "HDMI-A-1"))
    machine.probe.nodes = [node(isTaken: true, monitor)]
    machine.holders = holders("firstlightd")
    machine.groups = [card: "video"]
    machine.console = .graphics
    machine.kernelArguments = ["root=/dev/vda1", "quiet"]
    machine.userName = "ann"
    return machine
  }

  static let cases: [Case] = [
    Case("all-is-well", []) { _ in },
    Case("no-devices", ["devices", "display"], ["/dev/dri", "modprobe"]) {
      $0.probe = DisplayProbe()
      $0.daemon = running(on: "none")
    },
    Case("no-devices-no-daemon", ["devices", "daemon"], ["/dev/fb*"]) {
      $0.probe = DisplayProbe()
      $0.daemon = absent
    },
    Case("only-an-accelerator", ["devices", "display"], ["drive no screen"]) {
      $0.probe.nodes = [DRMNodeReport(path: card, driver: "v3d", state: .accelerator)]
      $0.daemon = running(on: "none")
    },
    Case("no-permission", ["permission", "daemon"], ["ann", card, "group video", "usermod"]) {
      $0.probe.nodes = [
        DRMNodeReport(
          path: card, driver: "", state: .unreadable(SystemError(.open, path: card, code: 13)))
      ]
      $0.daemon = absent
    },
    Case("device-broken", ["permission", "display"], ["EIO", "dmesg"]) {
      $0.probe.nodes = [
        DRMNodeReport(
          path: card, driver: "", state: .unreadable(SystemError(.open, path: card, code: 5)))
      ]
      $0.daemon = running(on: "none")
    },
    Case("no-permission-but-the-daemon-shows", []) {
      $0.probe.nodes = [
        DRMNodeReport(
          path: card, driver: "", state: .unreadable(SystemError(.open, path: card, code: 13)))
      ]
      $0.holders = DeviceHolders(byPath: [:], isComplete: false)
    },
    Case("no-monitor", ["monitor", "display"], ["no monitor", card, "plug"]) {
      $0.probe.nodes = [node(ConnectorReport(name: "HDMI-A-1", isConnected: false))]
      $0.daemon = running(on: "none")
    },
    Case("another-master", ["master", "display"], ["Xorg (pid 70)", "end that program"]) {
      $0.holders = holders("Xorg")
      $0.daemon = running(on: "none")
    },
    Case("another-master-beside-the-daemon", ["master", "display"], ["Xorg", "firstlightd"]) {
      $0.holders = holders("firstlightd", "Xorg")
      $0.daemon = running(on: "none")
    },
    Case("another-users-master", ["master", "display"], ["another user", "as root"]) {
      $0.holders = DeviceHolders(byPath: [:], isComplete: false)
      $0.daemon = running(on: "none")
    },
    Case("no-daemon", ["daemon"], ["no daemon", "start firstlightd"]) {
      $0.probe.nodes = [node(monitor)]
      $0.daemon = absent
    },
    Case(
      "left-out-by-the-kernel's-command-line", ["daemon"],
      ["no daemon", "nosplash, which leaves it out", "command line, or start firstlightd"]
    ) {
      $0.probe.nodes = [node(monitor)]
      $0.daemon = absent
      $0.kernelArguments = ["quiet", "nosplash"]
    },
    Case("socket-not-permitted", ["daemon"], ["may not connect"]) {
      $0.probe.nodes = [node(monitor)]
      $0.daemon = .absent(ClientError(.notPermitted, "this user may not connect to /s"))
    },
    Case("no-display", ["display"], ["draws in memory", "log"]) {
      $0.probe.nodes = [node(monitor)]
      $0.daemon = running(on: "none")
    },
    Case("files-wanted", ["display"], ["write files", "--output=auto"]) {
      $0.probe.nodes = [node(monitor)]
      $0.daemon = running(on: "png")
    },
    Case("console-writes", ["console"], ["text", "root"]) {
      $0.probe = DisplayProbe(framebuffers: [FramebufferReport(path: "/dev/fb0", driver: "EFI VGA")]
      )
      $0.daemon = running(on: "fb0")
      $0.console = .text
    },
    Case("console-unknown", []) {
      $0.probe = DisplayProbe(framebuffers: [FramebufferReport(path: "/dev/fb0", driver: "EFI VGA")]
      )
      $0.daemon = running(on: "fb0")
      $0.console = .unknown
    },
    Case("nomodeset", ["devices", "display", "kernel"]) {
      $0.probe = DisplayProbe()
      $0.daemon = running(on: "none")
      $0.kernelArguments = ["nomodeset"]
    },
    Case("nomodeset-with-firmware-framebuffer", []) {
      $0.probe = DisplayProbe(framebuffers: [FramebufferReport(path: "/dev/fb0", driver: "EFI VGA")]
      )
      $0.daemon = running(on: "fb0")
      $0.kernelArguments = ["i915.modeset=0"]
    },
  ]

  @Test(arguments: cases)
  func `a diagnosis names the checks that fail, each with a hint`(_ row: Case) {
    let diagnosis = Diagnosis(row.machine)
    let faults = diagnosis.checks.filter { $0.outcome == .fault }
    #expect(faults.map(\.name) == row.faults)
    #expect(diagnosis.isGood == row.faults.isEmpty)
    let text = faults.first.map { $0.message + " " + ($0.hint ?? "") } ?? ""
    for word in row.words { #expect(text.contains(word)) }
    #expect(
      diagnosis.checks.map(\.name) == [
        "devices", "permission", "monitor", "master", "daemon", "display", "console", "kernel",
      ])
    for check in diagnosis.checks where check.outcome == .fault && check.name != "daemon" {
      #expect(check.hint != nil, "\(check.name) says what to try")
    }
  }

  @Test func `the text has a line for each check, with its hint`() {
    var machine = Self.showing
    machine.daemon = Self.absent
    machine.holders = Self.holders("Xorg")
    #expect(
      Diagnosis(machine).lines == [
        "ok     devices: /dev/dri/card0 (virtio_gpu)",
        "ok     permission: ann may open the DRM nodes",
        "ok     monitor: HDMI-A-1 of /dev/dri/card0",
        "fault  master: /dev/dri/card0 is held by Xorg (pid 70)",
        "       try: end that program, as a display manager by systemctl stop display-manager",
        "fault  daemon: no daemon: there is no socket at /s",
        "       try: start firstlightd",
        "note   display: without a daemon nothing is shown",
        "ok     console: it is in graphics mode",
        "ok     kernel: its command line leaves graphics drivers on",
      ])
    let json = Diagnosis(machine).json.objectValue
    #expect(json?["good"]?.boolValue == false)
    #expect(json?["checks"]?.arrayValue?.count == 8)
    #expect(
      json?["checks"]?.arrayValue?[4].objectValue?["hint"]?.stringValue == "start firstlightd")
  }

  @Test func `outputs are listed with modes, formats and holders`() {
    var machine = Self.showing
    machine.probe.nodes = [
      Self.node(isTaken: true, Self.monitor, ConnectorReport(name: "DP-1", isConnected: false)),
      DRMNodeReport(path: "/dev/dri/card1", driver: "v3d", state: .accelerator),
      DRMNodeReport(
        path: "/dev/dri/card2", driver: "",
        state: .unreadable(SystemError(.open, path: "/dev/dri/card2", code: 13))),
    ]
    machine.probe.framebuffers = [
      FramebufferReport(
        path: "/dev/fb0", driver: "virtio_gpudrmfb", size: PixelSize(width: 800, height: 600),
        bitsPerPixel: 16, stride: 1600)
    ]
    let listing = OutputListing(machine)
    #expect(
      listing.lines == [
        "/dev/dri/card0 (virtio_gpu), held by firstlightd (pid 70)",
        "  HDMI-A-1: connected, 310x174 mm",
        "    1920x1080@59.94 preferred current",
        "    640x480@60",
        "    formats XRGB8888 RGB565",
        "  DP-1: disconnected",
        "/dev/dri/card1 (v3d): drives no screen",
        "/dev/dri/card2: cannot open '/dev/dri/card2': Permission denied (EACCES); check the owner "
          + "and mode of the file and of its directories",
        "/dev/fb0 (virtio_gpudrmfb): 800x600, 16 bits a pixel",
        "daemon: at /s, shows on HDMI-A-1",
      ])
    let json = listing.json.objectValue
    let devices = json?["devices"]?.arrayValue?.compactMap(\.objectValue) ?? []
    #expect(devices.map { $0.cell("kind") } == ["drm", "drm", "drm", "fbdev"])
    #expect(devices[0]["holders"]?.arrayValue?[0].objectValue?["pid"]?.cell == "70")
    let mode = devices[0]["connectors"]?.arrayValue?[0].objectValue?["modes"]?.arrayValue?[0]
    #expect(mode?.objectValue?["refreshMilliHertz"]?.cell == "59940")
    #expect(mode?.objectValue?["preferred"]?.boolValue == true)
    #expect(devices[2]["error"] != nil && devices[3].cell("stride") == "1600")
    #expect(json?["daemon"]?.objectValue?["running"]?.boolValue == true)
  }

  @Test func `a machine without displays says so`() {
    let machine = MachineReport(daemon: Self.absent)
    #expect(
      OutputListing(machine).lines == [
        "no displays: there is neither /dev/dri/card* nor /dev/fb*; see firstlight doctor",
        "daemon: not there: no daemon: there is no socket at /s",
      ])
  }

  @Test(arguments: [
    (60_000, "60"), (59_940, "59.94"), (59_951, "59.951"), (23_976, "23.976"), (5, "0.005"),
  ])
  func `refresh rates are written as --size takes them`(millihertz: Int, text: String) {
    #expect(OutputListing.hertz(millihertz) == text)
  }
}
