import Foundation

/// The present thread's use of the processor since some moment. Unlike elapsed time, it does not
/// depend on other work of the machine.
public struct ThreadUse {
  private let startSeconds = ThreadUse.allSeconds
  private let startWaits = ThreadUse.allWaits

  public init() {}

  /// Processor time.
  public var seconds: Double { Self.allSeconds - startSeconds }
  /// The number of times that the thread waited, for a file, a lock or a time.
  public var waitCount: Int { Self.allWaits - startWaits }

  private static var allSeconds: Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static var allWaits: Int {
    let status = (try? String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
    return line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0
  }
}
