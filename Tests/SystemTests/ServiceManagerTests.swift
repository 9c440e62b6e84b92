import Foundation
import System
import TestSupport
import Testing

@Suite struct ServiceManagerTests {
  func manager(_ variables: [String: String]) -> ServiceManager {
    ServiceManager(processIdentifier: 42) { variables[$0] }
  }

  @Test func `without a manager nothing is set`() throws {
    let none = manager([:])
    #expect(none.notifySocket == nil && none.descriptors == [] && none.watchdogInterval == nil)
    try none.notify(.ready)
  }

  @Test func `passed sockets have their names and begin at three`() {
    let three = manager([
      "LISTEN_PID": "42", "LISTEN_FDS": "3", "LISTEN_FDNAMES": "varlink::boot",
    ])
    #expect(three.descriptors.map(\.number) == [3, 4, 5])
    #expect(three.descriptors.map(\.name) == ["varlink", "", "boot"])
    let unnamed = manager(["LISTEN_PID": "42", "LISTEN_FDS": "1"])
    #expect(unnamed.descriptors == [.init(number: 3, name: "unknown")])
  }

  @Test(arguments: [
    ["LISTEN_PID": "41", "LISTEN_FDS": "1"], ["LISTEN_FDS": "1"],
    ["LISTEN_PID": "42", "LISTEN_FDS": "-1"], ["LISTEN_PID": "42", "LISTEN_FDS": "x"],
    ["LISTEN_PID": "42", "LISTEN_FDS": "2000000000"], ["LISTEN_PID": "42"],
  ])
  func `sockets for another process and invalid variables are ignored`(variables: [String: String])
  {
    #expect(manager(variables).descriptors == [])
  }

  @Test func `the watchdog counts for this process only`() {
    #expect(manager(["WATCHDOG_USEC": "3000000"]).watchdogInterval == 3_000_000)
    #expect(
      manager(["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "42"]).watchdogInterval == 3_000_000)
    #expect(manager(["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "1"]).watchdogInterval == nil)
    #expect(manager(["WATCHDOG_USEC": "0"]).watchdogInterval == nil)
  }

  @Test func `a descriptor in the service manager's store has a name`() {
    #expect(ServiceManager.Notice.keep(name: "state").text == "FDSTORE=1\nFDNAME=state\nFDPOLL=0")
    #expect(ServiceManager.Notice.drop(name: "state").text == "FDSTOREREMOVE=1\nFDNAME=state")
  }

  /// A socket for datagrams at a path.
  private func boundSocket(_ path: String) -> Int32 {
    let receiver = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let bound = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(receiver, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(bound == 0)
    return receiver
  }

  @Test func `notices arrive at the manager's socket`() throws {
    let directory = try TemporaryDirectory()
    let path = directory("notify")
    let receiver = boundSocket(path)
    defer { close(receiver) }
    try manager(["NOTIFY_SOCKET": path]).notify(
      .ready, .status("loading\nREADY=0"), .reloading(at: 17), .watchdog, .stopping)
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = unsafe recv(receiver, &buffer, 256, 0)
    #expect(
      String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
        == "READY=1\nSTATUS=loading\\nREADY=0\nRELOADING=1\nMONOTONIC_USEC=17\nWATCHDOG=1\n"
        + "STOPPING=1")
  }

  @Test(.timeLimit(.minutes(1))) func `a manager that reads nothing is not waited for`() throws {
    let directory = try TemporaryDirectory()
    let receiver = boundSocket(directory("notify"))
    defer { close(receiver) }
    let unread = manager(["NOTIFY_SOCKET": directory("notify")])
    let error = #expect(throws: SystemError.self) {
      while true { try unread.notify(.watchdog) }
    }
    #expect(error?.code == EAGAIN)
  }

  @Test func `an abstract address begins with NUL`() {
    #expect(manager(["NOTIFY_SOCKET": "@/org/x"]).notifySocket == "\0/org/x")
    #expect(manager(["NOTIFY_SOCKET": "relative"]).notifySocket == nil)
  }
}
