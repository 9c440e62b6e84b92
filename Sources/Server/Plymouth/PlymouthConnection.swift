import System

/// A client that speaks plymouth's boot protocol: what it has sent, and what it waits for.
///
/// Requests are answered strictly in order: behind a question the next ones wait for its answer.
final class PlymouthConnection {
  enum State {
    /// Requests are handled as they come.
    case serving
    /// A question, a watched key or the end of the daemon is waited for.
    case waiting
    case closed
  }

  let identifier: UInt64
  var state = State.serving
  var reader = PlymouthReader()
  /// Since when a request has waited for its end; nil while none does.
  var unfinishedSince: Int64?
  /// What the event loop watches for.
  var watched: Readiness = [.readable]
  private let stream: UnixStream
  /// No descriptors are taken.
  private var descriptors = DescriptorQueue()

  init(identifier: UInt64, stream: consuming UnixStream) {
    self.identifier = identifier
    self.stream = stream
  }

  /// Takes in what was sent.
  /// - Returns: false where the client has left.
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

  /// Sends a few bytes. A client that does not take them loses them: nothing waits for it.
  /// - Returns: false where they were not taken whole.
  @discardableResult func send(_ bytes: Span<UInt8>) -> Bool {
    guard let count = try? stream.send(bytes) else { return false }
    return count == bytes.count
  }

  /// What the loop has to wait for.
  var interest: Readiness {
    if case .waiting = state { [.peerClosed] } else { [.readable] }
  }

  /// Lends the descriptor to the event loop.
  func withDescriptor(
    _ body: (borrowing FileDescriptor) throws(SystemError) -> Void
  ) throws(SystemError) {
    try body(stream.descriptor)
  }
}
