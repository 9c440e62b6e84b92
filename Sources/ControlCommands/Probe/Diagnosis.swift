import JSON
import Output
import System
import Wire

/// The reasons why nothing is shown: each possible cause in turn, the most basic ones first.
struct Diagnosis {
  enum Outcome: String {
    case good = "ok"
    case fault
    /// A finding that is unknown, or has no effect at present.
    case note
  }

  struct Check: Equatable {
    /// The name of the cause, in a word.
    var name: String
    var outcome: Outcome
    /// The finding.
    var message: String
    /// A suggestion.
    var hint: String?
  }

  private let machine: MachineReport
  private(set) var checks: [Check] = []

  init(_ machine: MachineReport) {
    self.machine = machine
    checks = [devices, permission, monitor, master, daemon, display, console, kernel]
  }

  var isGood: Bool { checks.isGood }
  var lines: [String] { checks.lines }
  var json: JSONValue { checks.json }

  // MARK: Devices

  private var nodes: [DRMNodeReport] { machine.probe.nodes }
  private var framebuffers: [FramebufferReport] { machine.probe.framebuffers }
  private var displays: [DisplayInterface.OutputInfo] { machine.daemon.displays }

  /// A fault that keeps a picture from the screen, unless the daemon shows one there.
  private func fault(_ name: String, _ message: String, hint: String) -> Check {
    Check(
      name: name, outcome: displays.isEmpty ? .fault : .note, message: message, hint: hint)
  }

  private var devices: Check {
    let names =
      nodes.map { $0.driver.isEmpty ? $0.path : "\($0.path) (\($0.driver.oneLine))" }
      + framebuffers.map { $0.driver.isEmpty ? $0.path : "\($0.path) (\($0.driver.oneLine))" }
    if names.isEmpty {
      return fault(
        "devices", "the kernel has no display: there is neither /dev/dri/card* nor /dev/fb*",
        hint: "load the graphics driver, as by modprobe virtio-gpu; "
          + "in a container, give it /dev/dri of the host")
    }
    let accelerators = nodes.filter { $0.state == .accelerator }
    if accelerators.count == nodes.count, framebuffers.isEmpty {
      return fault(
        "devices", names.joined(separator: ", ") + " draw, but drive no screen",
        hint: "load the driver of the device that the monitor is plugged into")
    }
    return Check(name: "devices", outcome: .good, message: names.joined(separator: ", "))
  }

  private var permission: Check {
    var failures: [(path: String, error: SystemError)] = []
    for node in nodes {
      if case .unreadable(let error) = node.state { failures.append((node.path, error)) }
    }
    guard let first = failures.first else {
      return Check(
        name: "permission", outcome: nodes.isEmpty ? .note : .good,
        message: nodes.isEmpty
          ? "there is no DRM node to open" : "\(machine.userName) may open the DRM nodes")
    }
    let hint =
      first.error.isDenied
      ? machine.groups[first.path].map {
        "run it as root, or put the user into the group: usermod -aG \($0) \(machine.userName)"
      } ?? "run it as root"
      : "see the kernel's log: dmesg"
    let group = machine.groups[first.path].map { ", which belongs to the group \($0)" } ?? ""
    let message =
      first.error.isDenied
      ? "\(machine.userName) may not open \(first.path)\(group)"
      : "\(first.path) cannot be used: \(first.error.reason)"
    return failures.count == nodes.count || !first.error.isDenied
      ? fault("permission", message, hint: hint)
      : Check(name: "permission", outcome: .note, message: message, hint: hint)
  }

  private var monitor: Check {
    let connected = nodes.flatMap { node in
      node.connectors.filter(\.isConnected).map { "\($0.name) of \(node.path)" }
    }
    if !connected.isEmpty {
      return Check(name: "monitor", outcome: .good, message: connected.joined(separator: ", "))
    }
    let readable = nodes.filter {
      if case .display = $0.state { true } else { false }
    }
    if readable.isEmpty {
      return Check(
        name: "monitor", outcome: .note,
        message: framebuffers.isEmpty
          ? "no connector can be looked at" : "a framebuffer device does not report monitors")
    }
    return fault(
      "monitor", "no monitor is connected to " + readable.map(\.path).joined(separator: ", "),
      hint: "plug one in and turn it on; a kernel parameter as video=HDMI-A-1:e has a connector "
        + "taken for connected")
  }

  private var master: Check {
    let taken = nodes.filter {
      if case .display(isTaken: true, _) = $0.state { true } else { false }
    }
    guard !taken.isEmpty else {
      return Check(name: "master", outcome: .good, message: "no other program has the display")
    }
    var words: [String] = []
    var areOurs = true
    for node in taken {
      let holders = machine.holders(node.path)
      if holders.isEmpty || holders.contains(where: { $0.name != "firstlightd" }) {
        areOurs = false
      }
      let who =
        holders.isEmpty
        ? machine.holders.isComplete ? "a process that cannot be seen" : "a process of another user"
        : holders.words
      words.append("\(node.path) is held by \(who)")
    }
    let message = words.joined(separator: "; ")
    if areOurs, !displays.isEmpty { return Check(name: "master", outcome: .good, message: message) }
    return fault(
      "master", message,
      hint: "end that program, as a display manager by systemctl stop display-manager"
        + (machine.holders.isComplete ? "" : "; run this as root to see which program it is"))
  }

  // MARK: The daemon

  private var daemon: Check {
    switch machine.daemon {
    case .running(let socket, _):
      Check(name: "daemon", outcome: .good, message: "it answers at " + socket)
    case .absent(let error):
      if let word = machine.kernelArguments.first(where: Self.switches.contains) {
        Check(
          name: "daemon", outcome: .fault,
          message: error.message + "; the kernel was started with \(word), which leaves it out",
          hint: "take that from the kernel's command line"
            + (error.hint.map { ", or " + $0 } ?? ""))
      } else {
        Check(name: "daemon", outcome: .fault, message: error.message, hint: error.hint)
      }
    }
  }

  /// Words of the kernel's command line with which the units of the daemon do not start.
  static let switches: Set<String> = [
    "firstlight.enable=0", "plymouth.enable=0", "nosplash", "single", "s", "S", "1", "rescue",
    "emergency", "-b", "systemd.unit=rescue.target", "systemd.unit=emergency.target",
  ]

  private var display: Check {
    guard case .running(_, let outputs) = machine.daemon else {
      return Check(name: "display", outcome: .note, message: "without a daemon nothing is shown")
    }
    guard displays.isEmpty else {
      let names = displays.map { "\($0.name.oneLine) (\($0.width)x\($0.height))" }
      return Check(
        name: "display", outcome: .good,
        message: "the daemon shows on " + names.joined(separator: ", "))
    }
    let isForFiles = outputs.contains { ["png", "y4m", "raw"].contains($0.name) }
    return Check(
      name: "display", outcome: .fault,
      message: isForFiles
        ? "the daemon was told to write files" : "the daemon has no display, and draws in memory",
      hint: isForFiles
        ? "start it with --output=auto"
        : "see its log for why, and that it was not started with --output=none")
  }

  private var console: Check {
    let isOnFramebuffer = displays.contains { $0.name.hasPrefix("fb") }
    switch machine.console {
    case .text where isOnFramebuffer:
      return Check(
        name: "console", outcome: .fault,
        message: "the console writes its text over the framebuffer",
        hint: "let the daemon have the terminal: run it as root, without --vt none")
    case .text:
      return Check(
        name: "console", outcome: .good, message: "it is in text mode, and over no picture")
    case .graphics:
      return Check(name: "console", outcome: .good, message: "it is in graphics mode")
    case .unknown:
      return Check(
        name: "console", outcome: .note, message: "its mode cannot be read by this user")
    }
  }

  private var kernel: Check {
    let hasScreens = nodes.contains { !$0.connectors.isEmpty }
    let arguments = machine.kernelArguments.filter {
      $0 == "nomodeset" || $0.hasSuffix(".modeset=0")
    }
    if arguments.isEmpty {
      return Check(
        name: "kernel", outcome: .good, message: "its command line leaves graphics drivers on")
    }
    let message = "it was started with " + arguments.joined(separator: " ")
    let hint = "take that from its command line, so that graphics drivers work"
    return hasScreens || !framebuffers.isEmpty
      ? Check(name: "kernel", outcome: .note, message: message, hint: hint)
      : fault("kernel", message, hint: hint)
  }
}
