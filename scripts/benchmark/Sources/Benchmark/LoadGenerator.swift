import Foundation

/// Sends one-way SetProgress calls to a daemon's socket at a steady rate, for a bounded time.
struct LoadGenerator {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  static let highestRate = 200_000
  static let longest = 60

  var path: String
  /// Calls a second.
  var rate: Int
  var seconds: Int

  /// Calls that the daemon has taken, and the seconds it took.
  func run() throws -> (count: Int, seconds: Double) {
    let rate = min(max(rate, 1), Self.highestRate)
    let total = rate * min(max(seconds, 1), Self.longest)
    let descriptor = try connectSocket()
    defer { close(descriptor) }
    let start = Stopwatch.nanoseconds
    var sent = 0
    while sent < total {
      let elapsed = Stopwatch.nanoseconds - start
      let due = min(total, elapsed * rate / 1_000_000_000)
      if due > sent {
        try send(sent..<due, of: total, to: descriptor)
        sent = due
      } else {
        usleep(500)
      }
    }
    try waitForReply(descriptor)
    return (sent, Double(Stopwatch.nanoseconds - start) / 1e9)
  }

  private func connectSocket() throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw Failure(description: "\(path): too long for a socket's path")
    }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let status = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, length)
      }
    }
    guard status == 0 else {
      throw Failure(description: "\(path): \(unsafe String(cString: strerror(errno)))")
    }
    return descriptor
  }

  private func send(_ calls: Range<Int>, of total: Int, to descriptor: Int32) throws {
    var message: [UInt8] = []
    message.reserveCapacity(calls.count * 128)
    for call in calls {
      // Up and down without an end, so that every frame has something new to show.
      let value = Double(call % 2000) / 2000
      let text =
        "{\"method\":\"io.firstlight.display.SetProgress\",\"oneway\":true,"
        + "\"parameters\":{\"value\":\(value),\"durationUSec\":0,\"allowDecrease\":true}}"
      message.append(contentsOf: text.utf8)
      message.append(0)
    }
    try write(message, to: descriptor)
  }

  private func write(_ bytes: [UInt8], to descriptor: Int32) throws {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        guard let base = buffer.baseAddress else { return 0 }
        return unsafe Foundation.send(
          descriptor, base + done, bytes.count - done, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else {
        throw Failure(description: "the daemon closed the connection after \(done) bytes")
      }
      done += count
    }
  }

  /// A last call with a reply: once it is there, the daemon has taken all that came before.
  private func waitForReply(_ descriptor: Int32) throws {
    try write(Array("{\"method\":\"org.varlink.service.GetInfo\"}".utf8) + [0], to: descriptor)
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe recv(descriptor, bytes.baseAddress, bytes.count, 0)
      }
      guard count > 0 else { throw Failure(description: "no reply from the daemon") }
      if buffer[..<count].contains(0) { return }
    }
  }
}
