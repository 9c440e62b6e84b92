import Foundation
import Testing

@testable import System

@Suite struct BackgroundThreadTests {
  /// Waits until a thread has finished its work.
  private func finish(_ thread: BackgroundThread) throws {
    var epoll = try Epoll()
    try thread.withDescriptor { descriptor throws(SystemError) in
      try epoll.add(descriptor, for: .readable, token: 1)
    }
    var events: [EpollEvent] = []
    try epoll.wait(into: &events, milliseconds: 10_000)
    #expect(events.map(\.token) == [1])
    #expect(thread.takeCompletion())
  }

  @Test func `work is done beside the caller, one piece after another`() throws {
    let thread = try BackgroundThread()
    var threads: Set<pthread_t> = []
    let box = Box()
    for piece in 1...20 {
      #expect(!thread.isBusy && !thread.takeCompletion())
      thread.start {
        box.value += piece
        box.thread = pthread_self()
      }
      #expect(thread.isBusy)
      try finish(thread)
      threads.insert(box.thread)
    }
    #expect(box.value == 210)
    #expect(threads.count == 1 && !threads.contains(pthread_self()))
  }

  @Test func `work may be nested deeply`() throws {
    let thread = try BackgroundThread()
    let box = Box()
    func deep(_ levels: Int) -> Int { levels == 0 ? 0 : 1 + deep(levels - 1) }
    thread.start { box.value = deep(20_000) }
    try finish(thread)
    #expect(box.value == 20_000)
  }

  @Test func `captured objects are released with their work, and the thread with its owner`() throws
  {
    weak var captured: Box?
    do {
      let thread = try BackgroundThread()
      do {
        let box = Box()
        captured = box
        thread.start { box.value = 1 }
      }
      try finish(thread)
      #expect(captured == nil)
    }
    // The owner leaves in the middle of a piece of work.
    let gate = DispatchSemaphore(value: 0)
    do {
      let thread = try BackgroundThread()
      thread.start { gate.wait() }
    }
    gate.signal()
  }

  private final class Box {
    var value = 0
    var thread: pthread_t = 0
  }
}
