import System

/// The daemon that this one continues in place of; see `SuccessorListener`.
struct Predecessor {
  private let path: String
  /// The time in microseconds for its handover. After that this daemon starts without it.
  private static let timeout: Int64 = 1_000_000
  private static let longestMessage = 256
  private static let names = [
    StateKeeper.stateName, StateKeeper.deviceName, PlymouthServer.descriptorName,
  ]

  init(_ path: String) { self.path = path }

  /// Takes the descriptors that it hands over, and waits until it has left the screen.
  /// - Returns: an empty list if there is no predecessor, or it does not answer in time.
  func take(_ log: Log) -> [ServiceManager.PassedDescriptor] {
    do throws(SystemError) {
      return try take()
    } catch {
      if !error.isNotFound {
        log.warning("the daemon before this one is not gone on with: " + error.description)
      }
      return []
    }
  }

  private func take() throws(SystemError) -> [ServiceManager.PassedDescriptor] {
    let stream = try UnixStream.connect(to: path, isBlocking: false)
    let end = try monotonicNow() + Self.timeout
    var descriptors = DescriptorQueue()
    var message: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: Self.longestMessage)
    while message.count < Self.longestMessage {
      let rest = end - (try monotonicNow())
      guard rest > 0,
        try stream.descriptor.waitForInput(milliseconds: Int32(clamping: (rest + 999) / 1000))
      else { break }
      guard
        let count = try stream.receive(
          into: &buffer, 0..<buffer.count, descriptors: &descriptors)
      else { continue }
      if count == 0 { break }
      message += buffer[..<count]
    }
    return Self.named(message, &descriptors)
  }

  private static func named(
    _ message: [UInt8], _ descriptors: inout DescriptorQueue
  ) -> [ServiceManager.PassedDescriptor] {
    let lines = message.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard lines.first == SuccessorListener.greeting else { return [] }
    var passed: [ServiceManager.PassedDescriptor] = []
    for name in lines.dropFirst() {
      guard let descriptor = descriptors.takeFirst() else { break }
      // Descriptors with other names, as a later version may hand over, have no use here.
      guard names.contains(name) else { continue }
      passed.append(ServiceManager.PassedDescriptor(number: descriptor.take(), name: name))
    }
    return passed
  }
}
