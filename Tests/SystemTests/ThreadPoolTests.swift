import Foundation
import System
import Testing

@Suite(.timeLimit(.minutes(2))) struct ThreadPoolTests {
  /// The records of the parts, from whatever thread.
  private final class Ledger: @unchecked Sendable {
    private let lock = NSLock()
    private var taken: [Int] = []
    private var busy: Set<Int> = []
    private(set) var members: Set<Int> = []
    private(set) var clashes = 0

    func begin(_ part: Int, by member: Int) {
      lock.withLock {
        taken.append(part)
        members.insert(member)
        if !busy.insert(member).inserted { clashes += 1 }
      }
    }
    func end(by member: Int) { lock.withLock { _ = busy.remove(member) } }
    var parts: [Int] { lock.withLock { taken } }
  }

  @Test(arguments: [1, 2, 3, 8])
  func `every part is taken once, and no member takes two at a time`(memberCount: Int) {
    let pool = ThreadPool(memberCount: memberCount)
    for partCount in [0, 1, 2, 3, 7, 64, 1000] {
      for _ in 0..<20 {
        let ledger = Ledger()
        pool.perform(partCount) { part, member in
          ledger.begin(part, by: member)
          ledger.end(by: member)
        }
        #expect(ledger.parts.sorted() == Array(0..<partCount))
        #expect(ledger.clashes == 0)
        #expect(ledger.members.allSatisfy { (0..<memberCount).contains($0) })
      }
    }
  }

  @Test func `a single member takes the parts in order, on the caller's thread`() {
    let caller = Thread.current
    var parts: [Int] = []
    ThreadPool(memberCount: 1).perform(5) { part, member in
      #expect(member == 0 && Thread.current == caller)
      parts.append(part)
    }
    #expect(parts == [0, 1, 2, 3, 4])
  }

  @Test func `parts are worked on at the same time`() {
    let pool = ThreadPool(memberCount: 3)
    for _ in 0..<5 {
      let arrived = DispatchSemaphore(value: 0)
      let released = DispatchSemaphore(value: 0)
      let ledger = Ledger()
      pool.perform(3) { part, member in
        ledger.begin(part, by: member)
        defer { ledger.end(by: member) }
        // The first part releases the others when all have begun.
        if part == 0 {
          for _ in 0..<2 { #expect(arrived.wait(timeout: .now() + 60) == .success) }
          for _ in 0..<2 { released.signal() }
        } else {
          arrived.signal()
          #expect(released.wait(timeout: .now() + 60) == .success)
        }
      }
      #expect(ledger.members == [0, 1, 2])
    }
  }

  @Test func `a piece of work sees earlier writes, and later work sees its own`() {
    let pool = ThreadPool(memberCount: 4)
    let cells = UnsafeMutablePointer<Int>.allocate(capacity: 64)
    defer { unsafe cells.deallocate() }
    unsafe cells.initialize(repeating: 0, count: 64)
    for round in 1...300 {
      nonisolated(unsafe) var wrong = false
      pool.perform(64) { part, _ in
        if unsafe cells[part] != round - 1 { unsafe wrong = true }
        unsafe cells[part] = round
      }
      #expect(unsafe !wrong)
    }
    for part in 0..<64 { #expect(unsafe cells[part] == 300) }
  }

  @Test(arguments: [1, 3])
  func `work that is ended skips the parts not begun`(memberCount: Int) {
    let pool = ThreadPool(memberCount: memberCount)
    for _ in 0..<20 {
      let ledger = Ledger()
      pool.begin(10_000) { part, member in
        ledger.begin(part, by: member)
        ledger.end(by: member)
      }
      var own: [Int] = []
      for _ in 0..<3 { if let part = pool.takePart() { own.append(part) } }
      pool.end()
      let done = ledger.parts
      #expect(own.allSatisfy { done.contains($0) })
      #expect(memberCount > 1 || done == [0, 1, 2])
      #expect(pool.takePart() == nil)
      #expect(ledger.parts == done)
      #expect(Set(done).count == done.count)
    }
  }

  private static var threadNumber: Int {
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
    return link.flatMap { Int($0.split(separator: "/").last ?? "") } ?? 0
  }

  @Test func `threads start with the first piece and end with the pool`() throws {
    func names() throws -> Set<String> {
      Set(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task"))
    }
    // Other tests have threads of their own, which come and go.
    var started: Set<String> = []
    do {
      let pool = ThreadPool(memberCount: 5)
      let ids = Ledger()
      let arrived = DispatchSemaphore(value: 0)
      let released = DispatchSemaphore(value: 0)
      pool.perform(5) { part, _ in
        ids.begin(Self.threadNumber, by: part)
        if part == 0 {
          for _ in 0..<4 { _ = arrived.wait(timeout: .now() + 60) }
          for _ in 0..<4 { released.signal() }
        } else {
          arrived.signal()
          _ = released.wait(timeout: .now() + 60)
        }
      }
      started = Set(ids.parts.map { String($0) })
      #expect(started.count == 5)
      #expect(try started.isSubset(of: names()))
    }
    let own = String(Self.threadNumber)
    for _ in 0..<600 where try names().intersection(started).subtracting([own]).count > 0 {
      Thread.sleep(forTimeInterval: 0.1)
    }
    #expect(try names().intersection(started).subtracting([own]).isEmpty)
  }

  @Test func `the number of processors is at least one`() {
    #expect(ThreadPool.processorCount >= 1)
    #expect(ThreadPool.processorCount <= ProcessInfo.processInfo.processorCount)
  }
}
