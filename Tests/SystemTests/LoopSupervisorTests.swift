import Foundation
import TestSupport
import Testing

@testable import System

@Suite struct LoopSupervisorTests {
  /// A supervisor whose signs of life come here.
  private final class Manager {
    private let directory: TemporaryDirectory
    private let socket: Int32
    let supervisor: LoopSupervisor

    init(interval: Int64) throws {
      directory = try TemporaryDirectory()
      let path = directory.path + "/notify"
      socket = try Syscalls.createDatagramSocket()
      try Syscalls.bind(socket, to: path)
      try Syscalls.setNonblocking(socket)
      supervisor = try LoopSupervisor(
        for: ServiceManager(processIdentifier: 42) {
          ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "\(interval)"][$0]
        })
    }

    deinit { close(socket) }

    /// True if a sign came when it was time for one.
    func getsSign() -> Bool {
      supervisor.giveSign()
      var bytes = [UInt8](repeating: 0, count: 64)
      var descriptors = DescriptorQueue()
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe (try? Syscalls.receive(socket, into: buffer, descriptors: &descriptors)) ?? 0
      }
      return String(decoding: bytes[..<count], as: UTF8.self) == "WATCHDOG=1"
    }
  }

  @Test func `a loop that waits gives signs of life for ever`() throws {
    let manager = try Manager(interval: 10_000_000)
    manager.supervisor.setWaiting(true)
    for _ in 0..<100 { #expect(manager.getsSign()) }
  }

  @Test func `a stuck loop gives a few more signs, and continues them afterwards`() throws {
    // A sign each 5 s, for 10 s.
    let manager = try Manager(interval: 10_000_000)
    manager.supervisor.beat()
    #expect((0..<6).map { _ in manager.getsSign() } == [true, true, true, false, false, false])
    manager.supervisor.beat()
    #expect(manager.getsSign())
    #expect((0..<3).map { _ in manager.getsSign() } == [true, true, false])
  }

  @Test func `without a watchdog a loop gives no signs and is not asked to end`() throws {
    let supervisor = try LoopSupervisor(for: ServiceManager(processIdentifier: 1) { _ in nil })
    supervisor.giveSign()
    #expect(!supervisor.isEnding)
    #expect(try !supervisor.wake.waitForInput(milliseconds: 0))
  }
}
