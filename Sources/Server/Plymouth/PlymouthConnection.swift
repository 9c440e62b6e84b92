import System

/// A client that speaks plymouth's boot protocol.
///
/// Requests are answered strictly in order: the requests after a question wait for its answer.
final class PlymouthConnection {
  enum State {
    /// Requests are handled as they come.
    case serving
    /// A question or a watch waits for keys.
    case waiting
    /// The client waits for the daemon's end.
    case quitting
    case closed
  }

  let identifier: UInt64
  /// The client's process; 0 where it is in another namespace.
  let process: Int32
  var state = State.serving
  var reader = PlymouthReader()
  /// The time since which an unfinished request has waited; nil for none.
  var unfinishedSince: Int64?
  /// The index of that request, counted from 0.
  var unfinishedRequest = 0
  /// The events that the loop watches for.
  var watched: Readiness = [.readable]
  private let stream: UnixStream
  /// Descriptors are not accepted.
  private var descriptors = DescriptorQueue()

  init(identifier: UInt64, process: Int32, stream: consuming UnixStream) {
    self.identifier = identifier
    self.process = process
    self.stream = stream
  }

  /// True while further requests wait.
  var isWaiting: Bool {
    switch state {
    case .serving, .closed: false
    case .waiting, .quitting: true
    }
  }

  /// Receives once.
  /// - Returns: false if the client has left.
  func receive(using buffer: inout [UInt8]) -> Bool {
    do throws(SystemError) {
      let range = 0..<buffer.count
      guard let count = try stream.receive(into: &buffer, range, descriptors: &descriptors) else {
        return true
      }
      descriptors.removeAll()
      guard count > 0 else { return false }
      reader.append(buffer.span.extracting(0..<count))
      return true
    } catch {
      return false
    }
  }

  /// Sends a few bytes. A client that does not read them loses them: nothing waits for it.
  /// - Returns: false if they were not sent completely.
  @discardableResult func send(_ bytes: Span<UInt8>) -> Bool {
    guard let count = try? stream.send(bytes) else { return false }
    return count == bytes.count
  }

  /// The events that the loop has to watch for.
  var interest: Readiness { isWaiting ? [.peerClosed] : [.readable] }

  /// Lends the descriptor to the event loop.
  func withDescriptor(
    _ body: (borrowing FileDescriptor) throws(SystemError) -> Void
  ) throws(SystemError) {
    try body(stream.descriptor)
  }
}
