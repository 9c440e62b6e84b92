import Foundation
import Output
import System
import Wire

/// The facts that decide whether and where pictures can be shown on this machine.
struct MachineReport {
  /// The mode of the console.
  enum Console: Equatable { case text, graphics, unknown }

  var probe = DisplayProbe()
  var holders = DeviceHolders()
  /// The groups that own devices, by path.
  var groups: [String: String] = [:]
  var daemon: DaemonPresence
  var console = Console.unknown
  /// The kernel's command line.
  var kernelArguments: [String] = []
  var userName = "root"

  init(daemon: DaemonPresence) { self.daemon = daemon }

  static func read(_ options: DaemonOptions) -> MachineReport {
    var report = MachineReport(daemon: .read(options))
    report.probe = DisplayProbe.read()
    let paths = report.paths
    report.holders = DeviceHolders(of: paths)
    for path in paths { report.groups[path] = group(of: path) }
    report.console = console()
    let arguments = KernelText.read("/proc/cmdline") ?? ""
    report.kernelArguments = arguments.split { $0.isWhitespace }.map(String.init)
    // A machine without a table of users has no names.
    let name = NSUserName()
    report.userName = name.isEmpty ? "user \(getuid())" : name
    return report
  }

  /// The paths of all devices.
  var paths: [String] { probe.nodes.map(\.path) + probe.framebuffers.map(\.path) }

  private static func group(of path: String) -> String? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.groupOwnerAccountName] as? String
  }

  private static func console() -> Console {
    guard let isGraphics = try? ActiveConsole.isGraphics(path: "/dev/tty0") else { return .unknown }
    return isGraphics ? .graphics : .text
  }
}
