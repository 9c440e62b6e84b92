import Foundation
import System
import Testing

@Suite struct EventLoopTests {
  @Test func `epoll reports what became ready, with its token`() throws {
    var epoll = try Epoll()
    let (first, second) = try UnixStream.pair()
    let a = UnixStream(owning: FileDescriptor(owning: first))
    let b = UnixStream(owning: FileDescriptor(owning: second))
    var events: [EpollEvent] = []
    try epoll.add(a.descriptor, for: .readable, token: 0xFFFF_FFFF_0000_0001)
    try epoll.wait(into: &events, milliseconds: 0)
    #expect(events == [])

    _ = try b.send([7].span)
    try epoll.wait(into: &events)
    #expect(events == [EpollEvent(token: 0xFFFF_FFFF_0000_0001, readiness: .readable)])

    try epoll.modify(a.descriptor, for: .writable, token: 2)
    try epoll.wait(into: &events)
    #expect(events == [EpollEvent(token: 2, readiness: .writable)])

    try epoll.remove(a.descriptor)
    try epoll.wait(into: &events, milliseconds: 0)
    #expect(events == [])
    #expect(throws: SystemError(.changeEpoll, code: ENOENT)) { try epoll.remove(a.descriptor) }
  }

  /// The signals are like those for the service manager's watchdog, which come each half of its
  /// time.
  @Test(arguments: [true, false])
  func `a limited wait ends in time however often a signal interrupts it`(isLoop: Bool) throws {
    let former = signal(SIGURG) { _ in }
    defer { signal(SIGURG, former) }
    let (first, second) = try UnixStream.pair()
    let ends = [first, second].map { FileDescriptorBox($0) }
    let waiter = Waiter()
    waiter.start {
      var epoll = try Epoll()
      var events: [EpollEvent] = []
      if isLoop {
        try epoll.wait(into: &events, milliseconds: 200)
      } else {
        _ = try ends[0].descriptor.waitForInput(milliseconds: 200)
      }
    }
    let limit = ContinuousClock.now + .seconds(20)
    while !waiter.isDone, ContinuousClock.now < limit {
      waiter.interrupt()
      usleep(20_000)
    }
    #expect(waiter.isDone)
    #expect(waiter.error == nil && waiter.time >= .milliseconds(200), "\(waiter.time)")
  }

  @Test func `a closed peer is reported as hung up`() throws {
    var epoll = try Epoll()
    let (first, second) = try UnixStream.pair()
    let a = UnixStream(owning: FileDescriptor(owning: first))
    try epoll.add(a.descriptor, for: [.readable, .peerClosed], token: 1)
    close(second)
    var events: [EpollEvent] = []
    try epoll.wait(into: &events)
    #expect(events.first?.readiness.isSuperset(of: [.peerClosed, .hungUp]) == true)
  }

  @Test func `a timer expires at its time, once, and not when disarmed`() throws {
    var epoll = try Epoll()
    let timer = try TimerDescriptor()
    try epoll.add(timer.descriptor, for: .readable, token: 1)
    var events: [EpollEvent] = []
    let start = try monotonicNow()

    try timer.arm(at: start + 20_000)
    #expect(try timer.drain() == 0)
    try epoll.wait(into: &events)
    #expect(try monotonicNow() >= start + 20_000)
    #expect(try timer.drain() == 1)
    try epoll.wait(into: &events, milliseconds: 0)
    #expect(events == [])

    try timer.arm(after: 1000)
    try epoll.wait(into: &events)
    #expect(events.count == 1)
    #expect(try timer.drain() == 1)

    try timer.arm(after: 1000)
    try timer.disarm()
    try epoll.wait(into: &events, milliseconds: 20)
    #expect(events == [])

    try timer.arm(at: 0)
    try epoll.wait(into: &events, milliseconds: 1000)
    #expect(events.count == 1, "a time that is past expires at once")
  }

  @Test func `a signal is received instead of taking effect`() throws {
    let signals = try SignalDescriptor([.user1, .user2])
    #expect(try signals.next() == nil)
    pthread_kill(pthread_self(), SIGUSR2)
    #expect(try signals.next() == .user2)
    #expect(try signals.next() == nil)
  }
}

/// Keeps a descriptor that a thread borrows.
private final class FileDescriptorBox: Sendable {
  let descriptor: FileDescriptor
  init(_ number: Int32) { descriptor = FileDescriptor(owning: number) }
}

/// A thread that waits, and the time and the error of that.
private final class Waiter: @unchecked Sendable {
  private let lock = NSLock()
  private var thread: pthread_t?
  private var hasEnded = false
  private var result: (time: Duration, error: (any Error)?) = (.zero, nil)

  func start(_ body: @escaping @Sendable () throws -> Void) {
    Thread.detachNewThread { [self] in
      lock.withLock { thread = pthread_self() }
      let start = ContinuousClock.now
      let ending = Result { try body() }
      let time = ContinuousClock.now - start
      lock.withLock {
        (thread, hasEnded) = (nil, true)
        if case .failure(let error) = ending { result.error = error }
        result.time = time
      }
    }
  }

  var isDone: Bool { lock.withLock { hasEnded } }

  var time: Duration { lock.withLock { result.time } }

  var error: (any Error)? { lock.withLock { result.error } }

  func interrupt() { lock.withLock { _ = thread.map { pthread_kill($0, SIGURG) } } }
}
