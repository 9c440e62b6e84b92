import CLinux

/// The start of threads. A thread runs one function, takes no signals except for its own faults,
/// and ends with the function; it is not joined.
enum DetachedThread {
  enum Stack {
    case small
    /// As large as the main thread's: scenes and messages may be nested deeply.
    case large

    fileprivate var byteCount: Int {
      switch self {
      case .small: 256 << 10
      case .large: 8 << 20
      }
    }
  }

  /// Starts a thread, which keeps what `body` captures until `body` returns.
  /// - Returns: false if the system gives no more threads.
  static func start(_ stack: Stack, _ body: @escaping @Sendable () -> Void) -> Bool {
    let context = unsafe Unmanaged.passRetained(Body(body))
    let result = unsafe firstlight_thread_start(
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context.toOpaque(), stack.byteCount)
    if result < 0 { unsafe context.release() }
    return result == 0
  }

  private final class Body {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
