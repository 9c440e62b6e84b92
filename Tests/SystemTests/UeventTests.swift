import Foundation
import System
import TestSupport
import Testing

@Suite struct UeventTests {
  static let hotplug =
    "change@/devices/pci0/drm/card0\0ACTION=change\0SUBSYSTEM=drm\0HOTPLUG=1\0CONNECTOR=37\0"
    + "DEVNAME=dri/card0\0EMPTY=\0HOT=no\0"

  @Test func `a message is read into action, path and values`() throws {
    let event = try #require(Uevent(Array(Self.hotplug.utf8)))
    #expect(event.action == "change")
    #expect(event.path == "/devices/pci0/drm/card0")
    #expect(event.subsystem == "drm")
    #expect(event.deviceName == "dri/card0")
    #expect(event.value(of: "HOTPLUG") == "1")
    #expect(event.value(of: "CONNECTOR") == "37")
    #expect(event.value(of: "HOT") == "no", "a key is not the beginning of another")
    #expect(event.value(of: "EMPTY") == "")
    #expect(event.value(of: "PLUG") == nil)
    #expect(event.value(of: "") == nil)
  }

  @Test(arguments: ["", "libudev\0\u{1}\u{2}", "@/x\0", "add", "add@/x", "add\0@/x\0"])
  func `a text that is no message of the kernel is refused`(text: String) {
    #expect(Uevent(Array(text.utf8)) == nil)
  }

  @Test func `no bytes do harm, and no value reaches beyond its end`() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<3000 {
      var bytes = Array(Self.hotplug.utf8)
      for _ in 0...random.int(in: 0...8) {
        bytes[random.int(in: 0...bytes.count - 1)] =
          [0, 0x3D, 0x40, 0x41, 0xC0, 0xFF][random.int(in: 0...5)]
      }
      if random.chance(0.3) { bytes.removeLast(random.int(in: 0...bytes.count)) }
      guard let event = Uevent(bytes) else { continue }
      #expect(!event.action.isEmpty)
      for key in ["SUBSYSTEM", "DEVNAME", "HOTPLUG", ""] {
        #expect(event.value(of: key)?.utf8.contains(0) != true)
      }
    }
  }

  @Test func `a message without its last NUL keeps its last value`() {
    #expect(Uevent(Array("add@/x\0A=1".utf8))?.value(of: "A") == "1")
  }

  /// A listener on one end of a pair of datagram sockets, and the other end.
  private static func pair(
    _ kind: __socket_type = SOCK_DGRAM
  ) throws -> (Int32, Int32) {
    var pair: [Int32] = [-1, -1]
    let kind = Int32(kind.rawValue | SOCK_NONBLOCK.rawValue)
    try #require(unsafe socketpair(AF_UNIX, kind, 0, &pair) == 0)
    return (pair[0], pair[1])
  }

  @Test func `messages come in order, and other ones are skipped`() throws {
    let (mine, other) = try Self.pair()
    defer { close(other) }
    var listener = UeventListener(owning: FileDescriptor(owning: mine))
    #expect(try listener.next() == nil)
    for text in ["libudev\0", "add@/a\0", "", "remove@/b\0X=1\0"] {
      let bytes = Array(text.utf8)
      #expect(unsafe send(other, bytes, bytes.count, 0) == bytes.count)
    }
    #expect(try listener.next() == Uevent(Array("add@/a\0".utf8)).map { .event($0) })
    #expect(try listener.next() == Uevent(Array("remove@/b\0X=1\0".utf8)).map { .event($0) })
    #expect(try listener.next() == nil)
  }

  @Test func `a flood of skipped messages ends the call`() throws {
    // Its queue has room for more messages than that of datagrams.
    let (mine, other) = try Self.pair(SOCK_SEQPACKET)
    defer { close(other) }
    var listener = UeventListener(owning: FileDescriptor(owning: mine))
    for _ in 0..<UeventListener.batch { #expect(unsafe send(other, "libudev", 7, 0) == 7) }
    #expect(unsafe send(other, "add@/a", 7, 0) == 7)
    #expect(try listener.next() == nil)
    #expect(try listener.next() == Uevent(Array("add@/a\0".utf8)).map { .event($0) })
  }

  @Test func `a full queue is reported as a loss, once`() throws {
    let (mine, other) = try Self.pair()
    defer { close(other) }
    var listener = UeventListener(owning: FileDescriptor(owning: mine))
    _ = unsafe send(other, "add@/a", 7, 0)
    let change = try SystemFault(.receive, code: ENOBUFS).inject { try listener.next() }
    #expect(change == .lost)
    #expect(try listener.next() == Uevent(Array("add@/a\0".utf8)).map { .event($0) })
    #expect(throws: SystemError(.receive, code: EIO)) {
      try SystemFault(.receive, code: EIO).inject { try listener.next() }
    }
  }

  @Test func `the kernel's socket does not block, and ignores senders other than the kernel`()
    throws
  {
    var listener = try UeventListener()
    let number = listener.descriptor.rawValue
    #expect(fcntl(number, F_GETFL) & O_NONBLOCK != 0)
    #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
    // A forged message, where this process may send one: family, port and groups are 12 bytes.
    var address = [UInt8](repeating: 0, count: 12)
    unsafe address.withUnsafeMutableBytes { bytes in
      var size = socklen_t(bytes.count)
      let pointer = unsafe bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
      #expect(unsafe getsockname(number, pointer!, &size) == 0)
      for index in 8..<12 { unsafe bytes[index] = 0 }
      let forger = socket(AF_NETLINK, Int32(SOCK_DGRAM.rawValue), 15)
      defer { close(forger) }
      let sent = unsafe sendto(forger, "forged@/x", 10, 0, pointer, size)
      #expect(sent == 10 || errno == EPERM || errno == ECONNREFUSED)
    }
    while let change = try listener.next() {
      if case .event(let event) = change { #expect(event.action != "forged") }
    }
  }
}
