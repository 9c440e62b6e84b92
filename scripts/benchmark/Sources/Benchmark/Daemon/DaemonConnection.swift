import Foundation

/// A connection to a daemon, over which calls are made.
final class DaemonConnection {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: 65536)

  /// - Parameter path: the daemon's socket.
  init(path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw Failure(description: "\(path): too long for a socket's path")
    }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let descriptor = descriptor
    let status = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, length)
      }
    }
    guard status == 0 else {
      throw Failure(description: "\(path): \(unsafe String(cString: strerror(errno)))")
    }
  }

  deinit { close(descriptor) }

  /// Sends messages, each with its end.
  func write(_ bytes: [UInt8]) throws {
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

  /// A message that calls one of the daemon's methods.
  /// - Parameter parameters: a JSON object.
  static func message(_ method: String, _ parameters: String, isOneWay: Bool = false) -> [UInt8] {
    let mode = isOneWay ? ",\"oneway\":true" : ""
    return Array(
      "{\"method\":\"io.firstlight.display.\(method)\"\(mode),\"parameters\":\(parameters)}".utf8)
      + [0]
  }

  /// Makes a call and reads the reply.
  func reply(to message: [UInt8]) throws -> [UInt8] {
    try write(message)
    var reply: [UInt8] = []
    while reply.last != 0 {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe recv(descriptor, bytes.baseAddress, bytes.count, 0)
      }
      guard count > 0 else { throw Failure(description: "no reply from the daemon") }
      reply.append(contentsOf: buffer[..<count])
    }
    return reply
  }

  /// Calls a method and returns the reply.
  @discardableResult
  func call(_ method: String, _ parameters: String = "{}") throws -> [String: Any] {
    let reply = try reply(to: Self.message(method, parameters))
    let object = try JSONSerialization.jsonObject(with: Data(reply.dropLast())) as? [String: Any]
    guard let object, object["error"] == nil, let result = object["parameters"] as? [String: Any]
    else {
      throw Failure(
        description: "\(method): " + String(decoding: reply.dropLast(), as: UTF8.self))
    }
    return result
  }

  /// Frames that were presented so far, and how many were late.
  func frameCounts() throws -> (all: Int, late: Int) {
    let status = try call("GetStatus")
    guard let frames = status["frames"] as? Int, let late = status["lateFrames"] as? Int else {
      throw Failure(description: "the daemon's status tells no frames: \(status)")
    }
    return (frames, late)
  }
}
