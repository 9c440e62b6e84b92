import Foundation
import Testing

@testable import System

@Suite struct LongStepThreadTests {
  private final class Box {
    var value = 0
    var threads: Set<pthread_t> = []
    var isDone = false
  }

  private static func sleep(milliseconds: Int) { usleep(UInt32(milliseconds * 1000)) }

  @Test func `a short step has no work beside it`() throws {
    let thread = try LongStepThread(interval: 1000)
    let box = Box()
    thread.work = { box.value += 1 }
    for _ in 0..<20 {
      // Longer than any machine takes for it.
      thread.expect(after: 3_600_000_000)
      #expect(thread.lend { 7 } == 7)
      thread.rest()
    }
    // Nor does the thread work after the step.
    thread.expect(after: 1000)
    Self.sleep(milliseconds: 30)
    #expect(box.value == 0)
  }

  @Test func `during a long step the work is repeated on another thread`() throws {
    let thread = try LongStepThread(interval: 1000)
    let box = Box()
    let isDone = DispatchSemaphore(value: 0)
    thread.work = {
      box.value += 1
      box.threads.insert(pthread_self())
      isDone.signal()
    }
    for step in 1...3 {
      thread.expect(after: 1000)
      thread.lend {
        for _ in 0..<3 { _ = isDone.wait(timeout: .now() + .seconds(30)) }
      }
      thread.rest()
      #expect(box.value >= 3 * step)
    }
    #expect(box.threads.count == 1 && !box.threads.contains(pthread_self()))
    let count = box.value
    Self.sleep(milliseconds: 30)
    #expect(box.value == count)
  }

  @Test func `between steps the state is the owner's`() throws {
    let thread = try LongStepThread(interval: 100)
    let (shared, worked) = (Box(), Box())
    let isDone = DispatchSemaphore(value: 0)
    thread.work = {
      shared.value += 1
      worked.value += 1
      isDone.signal()
    }
    for step in 0..<300 {
      // Time that passes between two steps is not waited for again.
      thread.expect(after: 100)
      thread.lend {
        if step == 0 { _ = isDone.wait(timeout: .now() + .seconds(30)) } else { usleep(300) }
      }
      for _ in 0..<100 { shared.value += 1 }
    }
    thread.rest()
    #expect(worked.value > 0)
    #expect(shared.value == 30_000 + worked.value)
  }

  @Test func `a step that ends waits for the piece of work that was begun`() throws {
    let thread = try LongStepThread(interval: 1000)
    let begun = DispatchSemaphore(value: 0)
    let box = Box()
    thread.work = {
      box.isDone = false
      begun.signal()
      Self.sleep(milliseconds: 50)
      box.isDone = true
    }
    thread.expect(after: 1000)
    thread.lend { begun.wait() }
    #expect(box.isDone)
  }

  @Test func `the thread ends with its owner, and releases the work`() throws {
    weak var captured: Box?
    let isDone = DispatchSemaphore(value: 0)
    var path = ""
    do {
      let thread = try LongStepThread(interval: 1000)
      let box = Box()
      captured = box
      thread.work = {
        box.value += 1
        let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
        path = "/proc/" + (own ?? "")
        isDone.signal()
      }
      thread.expect(after: 1000)
      #expect(thread.lend { isDone.wait(timeout: .now() + .seconds(30)) } == .success)
      #expect(FileManager.default.fileExists(atPath: path))
    }
    #expect(captured == nil)
    let end = Date(timeIntervalSinceNow: 10)
    while FileManager.default.fileExists(atPath: path), Date() < end {
      Self.sleep(milliseconds: 5)
    }
    #expect(FileManager.default.fileExists(atPath: path) == false)
  }
}
