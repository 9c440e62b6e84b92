import Foundation
import System

/// A program that runs in the foreground, while this process keeps a connection for it.
struct HeldProgram {
  private let path: String
  private let command: [String]

  /// - Parameter command: the program's name or path, and its arguments.
  init(_ command: [String]) throws(ClientError) {
    self.command = command
    path = try ProgramSearch().path(of: command.first ?? "")
  }

  /// Runs the program to its end. Keys that end programs reach only the program, and signals that
  /// would end this process are passed on to it. Both ignore signals that this process was started
  /// to ignore, for example by nohup.
  /// - Parameter watch: called once the program runs, with a descriptor that is readable when the
  ///   program has ended or was stopped; `isOver` is true if it has ended.
  /// - Returns: the program's exit status; after a signal 128 plus its number, as in shells.
  func run(
    _ watch: (_ change: Int32, _ isOver: () -> Bool) -> Void
  ) throws(ClientError) -> Int32 {
    // An ignored SIGCHLD would never arrive.
    _ = signal(SIGCHLD, SIG_DFL)
    let changes = try Self.childSignals()
    var former: [(number: Int32, handler: sighandler_t?)] = []
    var ignored: [Int32] = []
    // A signal that arrives before the program runs is held until then.
    var passed = Self.signalSet([SIGTERM, SIGHUP])
    unsafe sigprocmask(SIG_BLOCK, &passed, nil)
    for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] {
      let handler = signal(number, SIG_IGN)
      former.append((number, handler))
      if isIgnoring(handler) {
        ignored.append(number)
      } else if number == SIGTERM || number == SIGHUP {
        _ = signal(number) { passOn($0) }
      }
    }
    defer { for (number, handler) in former { _ = signal(number, handler) } }
    defer { unsafe program = 0 }
    do {
      defer { unsafe sigprocmask(SIG_UNBLOCK, &passed, nil) }
      unsafe program = try start(ignoring: ignored)
    }
    watch(changes.descriptor.rawValue) {
      while (try? changes.next()) ?? nil != nil {}
      var state = unsafe siginfo_t()
      let result = unsafe waitid(P_PID, id_t(program), &state, WEXITED | WNOHANG | WNOWAIT)
      return unsafe result != 0 || state._sifields._sigchld.si_pid != 0
    }
    var status: Int32 = 0
    while unsafe waitpid(program, &status, 0) < 0 {
      guard errno == EINTR else {
        throw ClientError(.inputOutput, "cannot wait for \(path): \(Self.reason(errno))")
      }
    }
    // The low bits are the signal; if they are 0, the bits above are the exit status.
    let number = status & 0x7F
    return number == 0 ? (status >> 8) & 0xFF : 128 + number
  }

  private static func childSignals() throws(ClientError) -> SignalDescriptor {
    do throws(SystemError) {
      return try SignalDescriptor([.child])
    } catch {
      throw ClientError(.inputOutput, "cannot wait for a program: \(error.reason)")
    }
  }

  private static func signalSet(_ numbers: [Int32]) -> sigset_t {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in numbers { unsafe sigaddset(&signals, number) }
    return signals
  }

  /// - Parameter ignored: signals that it ignores from its start.
  private func start(ignoring ignored: [Int32]) throws(ClientError) -> pid_t {
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var usual = Self.signalSet([SIGINT, SIGQUIT].filter { !ignored.contains($0) })
    var blocked = Self.signalSet([])
    unsafe posix_spawnattr_setsigdefault(&attributes, &usual)
    unsafe posix_spawnattr_setsigmask(&attributes, &blocked)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe command.map { unsafe strdup($0) }
    unsafe arguments.append(nil)
    defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
    var identifier: pid_t = 0
    let failure = unsafe posix_spawn(&identifier, path, nil, &attributes, arguments, environ)
    guard failure == 0 else {
      throw ClientError(.inputOutput, "cannot run \(path): \(Self.reason(failure))")
    }
    return identifier
  }

  private static func reason(_ number: Int32) -> String {
    unsafe String(cString: strerror(number))
  }
}

/// The program that signals are passed on to; 0 for none.
nonisolated(unsafe) private var program: pid_t = 0

private func passOn(_ signal: Int32) {
  if unsafe program > 0 { kill(unsafe program, signal) }
}
