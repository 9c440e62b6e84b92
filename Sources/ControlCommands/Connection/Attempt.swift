import Foundation

/// A function on a thread of its own, since it may wait for long, as for a daemon that accepts and
/// does not answer.
///
/// The thread goes on when nothing waits for it any more, until the function's own time limits end
/// it.
final class Attempt<Value>: @unchecked Sendable {
  private let body: () throws(ClientError) -> Value
  private let lock = NSLock()
  private var outcome: Result<Value, ClientError>?
  /// The thread closes one end when it is done.
  private let pipe = Pipe()

  init(_ body: @escaping () throws(ClientError) -> Value) {
    self.body = body
    Thread.detachNewThread { [self] in run() }
  }

  /// Readable when it is done.
  var pollableDescriptor: Int32 { pipe.fileHandleForReading.fileDescriptor }

  /// Nil until it is done.
  var result: Result<Value, ClientError>? { lock.withLock { outcome } }

  private func run() {
    let found: Result<Value, ClientError>
    do throws(ClientError) {
      found = .success(try body())
    } catch {
      found = .failure(error)
    }
    lock.withLock { outcome = found }
    try? pipe.fileHandleForWriting.close()
  }
}
