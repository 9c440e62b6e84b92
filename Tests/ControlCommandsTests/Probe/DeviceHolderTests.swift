import Foundation
import TestSupport
import Testing

@testable import ControlCommands

struct DeviceHolderTests {
  let root: TemporaryDirectory
  init() throws { root = try TemporaryDirectory() }

  func process(_ identifier: String, _ name: String?, open paths: [String]) throws {
    let directory = root(identifier + "/fd")
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    if let name {
      try Data((name + "\n").utf8).write(to: URL(fileURLWithPath: root(identifier + "/comm")))
    }
    for (number, path) in paths.enumerated() {
      try FileManager.default.createSymbolicLink(
        atPath: directory + "/\(number)", withDestinationPath: path)
    }
  }

  @Test func `processes are found by what their descriptors lead to`() throws {
    try process("812", "Xorg", open: ["/dev/null", "/dev/dri/card0", "/dev/dri/card0"])
    try process("77", "fire\u{1B}[2J", open: ["/dev/dri/card0", "socket:[5]"])
    try process("5", nil, open: ["/dev/dri/card01"])
    try process("self", "test", open: ["/dev/dri/card0"])
    let holders = DeviceHolders(of: ["/dev/dri/card0", "/dev/fb0"], in: root.path)
    #expect(
      holders("/dev/dri/card0") == [
        DeviceHolder(processIdentifier: 77, name: "fire [2J"),
        DeviceHolder(processIdentifier: 812, name: "Xorg"),
      ])
    #expect(holders("/dev/dri/card0").words == "fire [2J (pid 77), Xorg (pid 812)")
    #expect(holders("/dev/fb0") == [] && holders.isComplete)
  }

  @Test func `the files that this process has opened are found`() throws {
    let path = root("device")
    try Data().write(to: URL(fileURLWithPath: path))
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    let holders = DeviceHolders(of: [path])
    let holder = try #require(holders(path).first)
    #expect(holders(path).count == 1)
    #expect(holder.processIdentifier == Int(ProcessInfo.processInfo.processIdentifier))
    let name = try String(contentsOfFile: "/proc/self/comm", encoding: .utf8)
    #expect(!holder.name.isEmpty && holder.name + "\n" == name)
    try file.close()
  }
}
