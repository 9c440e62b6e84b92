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

  struct Outcome {
    var calls: Int
    /// Until the daemon had taken the last of them.
    var seconds: Double
    /// Presented meanwhile, and how many of them after their time.
    var frames: Int
    var lateFrames: Int
  }

  func run() throws -> Outcome {
    let rate = min(max(rate, 1), Self.highestRate)
    let total = rate * min(max(seconds, 1), Self.longest)
    let descriptor = try connectSocket()
    defer { close(descriptor) }
    let before = try status(descriptor)
    let start = Stopwatch.nanoseconds
    var sent = 0
    while sent < total {
      let elapsed = Stopwatch.nanoseconds - start
      let due = min(total, elapsed * rate / 1_000_000_000)
      if due > sent {
        try send(sent..<due, to: descriptor)
        sent = due
      } else {
        usleep(500)
      }
    }
    // Replies come in order: once this one is there, the daemon has taken all that came before.
    let after = try status(descriptor)
    return Outcome(
      calls: sent, seconds: Double(Stopwatch.nanoseconds - start) / 1e9,
      frames: after.frames - before.frames, lateFrames: after.lateFrames - before.lateFrames)
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

  private func send(_ calls: Range<Int>, to descriptor: Int32) throws {
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

  private func status(_ descriptor: Int32) throws -> (frames: Int, lateFrames: Int) {
    let reply = try call("io.firstlight.display.GetStatus", descriptor)
    guard let frames = reply["frames"] as? Int, let lateFrames = reply["lateFrames"] as? Int else {
      throw Failure(description: "the daemon's status tells no frames: \(reply)")
    }
    return (frames, lateFrames)
  }

  /// Calls a method without parameters and returns what it replies.
  private func call(_ method: String, _ descriptor: Int32) throws -> [String: Any] {
    try write(Array("{\"method\":\"\(method)\"}".utf8) + [0], to: descriptor)
    var message: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while message.last != 0 {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe recv(descriptor, bytes.baseAddress, bytes.count, 0)
      }
      guard count > 0 else { throw Failure(description: "no reply from the daemon") }
      message.append(contentsOf: buffer[..<count])
    }
    let object = try JSONSerialization.jsonObject(with: Data(message.dropLast()))
    guard let reply = object as? [String: Any],
      let parameters = reply["parameters"] as? [String: Any]
    else { throw Failure(description: "the daemon does not answer \(method)") }
    return parameters
  }
}
