import Foundation
import Stage
import TestSupport
import Testing
import Wire

@testable import Output
@testable import Server
@testable import System

/// Clients are served in a slice that takes long.
@Suite struct LongSliceTests {
  /// The requests of a slicer, by thread.
  private final class Record {
    var attended = 0
    let isAttended = DispatchSemaphore(value: 0)
    var works: [FrameSlicer.Work] = []
    /// The number of times that clients were served between slices.
    var attendedBetween = 0
    var isElsewhere = true
    var goesOn = true
  }

  private static func now() -> Int64 { (try? Syscalls.monotonicMicroseconds()) ?? 0 }

  private func makeSlicer(_ record: Record) throws -> FrameSlicer {
    let main = pthread_self()
    return FrameSlicer(
      now: Self.now, thread: try LongStepThread(interval: FrameSlicer.longSlice),
      attend: { isInSlice in
        if isInSlice {
          record.attended += 1
          record.isAttended.signal()
          record.isElsewhere = record.isElsewhere && pthread_self() != main
        } else {
          record.attendedBetween += 1
        }
        return record.goesOn
      }, serve: { _, work in record.works.append(work) })
  }

  /// Does a slice that takes so long that clients are served three times in it.
  private func sleep(in slicer: FrameSlicer, _ record: Record, as work: FrameSlicer.Work) {
    slicer.beginFrames(at: Self.now())
    slicer.begin(work)
    slicer.slice {
      // Clients are served after the thread has handled urgent matters.
      for _ in 0..<4 { _ = record.isAttended.wait(timeout: .now() + .seconds(30)) }
    }
    slicer.endFrames()
  }

  @Test func `clients are served in a long drawing slice as between two slices`() throws {
    let record = Record()
    let slicer = try makeSlicer(record)
    sleep(in: slicer, record, as: .drawing)
    #expect(record.works.count >= 3 && record.attended >= record.works.count)
    #expect(record.isElsewhere)
    for work in record.works { if case .drawing = work { continue } else { Issue.record() } }
  }

  @Test func `the work in a sampling slice leaves the scenes alone`() throws {
    let record = Record()
    let slicer = try makeSlicer(record)
    sleep(in: slicer, record, as: .advancing(isLast: true))
    #expect(record.works.count >= 3)
    for work in record.works { if case .sampling = work { continue } else { Issue.record() } }
  }

  @Test func `the work in a step that cannot be cut leaves the scenes alone, too`() throws {
    let record = Record()
    let slicer = try makeSlicer(record)
    slicer.beginFrames(at: Self.now())
    slicer.step {
      for _ in 0..<4 { _ = record.isAttended.wait(timeout: .now() + .seconds(30)) }
    }
    slicer.endFrames()
    #expect(record.works.count >= 3 && record.isElsewhere)
    for work in record.works { if case .sampling = work { continue } else { Issue.record() } }
  }

  @Test func `in a drawing that a client waits for only urgent calls are handled`() throws {
    let record = Record()
    let slicer = try makeSlicer(record)
    sleep(in: slicer, record, as: .request)
    #expect(record.works.isEmpty && record.attended >= 3)
  }

  @Test func `the time for clients in a slice is not that of its pixels`() throws {
    let main = pthread_self()
    let isServed = DispatchSemaphore(value: 0)
    let slicer = FrameSlicer(
      now: Self.now, thread: try LongStepThread(interval: FrameSlicer.longSlice),
      serve: { end, _ in
        #expect(end <= Self.now() + (pthread_self() == main ? 1000 : 500))
        usleep(10_000)
        isServed.signal()
      })
    slicer.beginFrames(at: Self.now())
    let start = Self.now()
    slicer.begin(.drawing)
    slicer.slice {
      for _ in 0..<16 { _ = isServed.wait(timeout: .now() + .seconds(30)) }
    }
    let (served, whole) = (slicer.served, Self.now() - start)
    #expect(served >= 160_000 && served <= whole)
    // A slice may have 8000 pixels of a microsecond each, and about 1500 with the time for clients.
    _ = slicer.endSlice(drawn: Int(whole - served), isLast: false)
    #expect(slicer.area > 4000)
    slicer.endFrames()
  }

  /// A slicer that signals each time it serves within a slice.
  private static func slicer(
    _ served: DispatchSemaphore, now: @escaping () -> Int64
  ) throws -> FrameSlicer {
    FrameSlicer(
      now: now, thread: try LongStepThread(interval: FrameSlicer.longSlice),
      attend: { isInSlice in
        if isInSlice { served.signal() }
        return true
      }, serve: { _, _ in })
  }

  @Test func `after quick frames nothing is done in slices until something changes or takes long`()
    throws
  {
    var time: Int64 = 0
    let served = DispatchSemaphore(value: 0)
    let slicer = try Self.slicer(served) { time }
    func isServed(within seconds: Double) -> Bool {
      slicer.begin(.drawing)
      return slicer.slice { served.wait(timeout: .now() + seconds) == .success }
    }
    func makeQuickFrame() {
      slicer.beginFrames(at: time)
      time += 500
      slicer.endFrames()
    }

    for _ in 0..<8 { makeQuickFrame() }
    slicer.beginFrames(at: time)
    #expect(!isServed(within: 0.05))
    // The frame has begun long ago: its next slices may take long as well.
    time += 3000
    _ = slicer.endSlice(drawn: 100, isLast: false)
    #expect(isServed(within: 30))
    slicer.endFrames()
    slicer.beginFrames(at: time)
    #expect(isServed(within: 30))
    slicer.endFrames()

    for _ in 0..<8 { makeQuickFrame() }
    slicer.expectChange()
    slicer.beginFrames(at: time)
    #expect(isServed(within: 30))
    slicer.endFrames()
  }

  @Test func `frames that take long in short slices are quick`() throws {
    var time: Int64 = 0
    let served = DispatchSemaphore(value: 0)
    let slicer = try Self.slicer(served) { time }
    func beginFrame() {
      slicer.beginFrames(at: time)
      slicer.begin(.drawing)
      for _ in 0..<4 {
        time += 1000
        _ = slicer.endSlice(drawn: 100, isLast: false)
      }
    }
    for _ in 0..<8 {
      beginFrame()
      slicer.endFrames()
    }
    beginFrame()
    #expect(slicer.slice { served.wait(timeout: .now() + 0.05) } == .timedOut)
    slicer.endFrames()
  }

  @Test func `outside frames nothing is done in slices`() throws {
    let record = Record()
    let slicer = try makeSlicer(record)
    slicer.begin(.drawing)
    slicer.slice { usleep(50_000) }
    #expect(record.attended == 0)
  }

  @Test func `an interruption in the last slice drops the drawing, and not the next one`() throws {
    let record = Record()
    record.goesOn = false
    let slicer = try makeSlicer(record)
    sleep(in: slicer, record, as: .drawing)
    #expect(record.works.isEmpty && record.attendedBetween == 0)
    // The matter for which the drawing stopped is handled at once.
    #expect(!slicer.endSlice(drawn: 10, isLast: true) && record.attendedBetween == 1)
    record.goesOn = true
    sleep(in: slicer, record, as: .drawing)
    #expect(slicer.endSlice(drawn: 10, isLast: true) && record.attendedBetween == 1)
  }

  @Test func `another terminal gets the screen only after the slice that draws on it`() throws {
    let console = try FakeConsole()
    let card = FakeCard(FakeScreen("A-1"))
    let harness = try Harness(
      isStepped: false, text: Harness.scene, output: .auto,
      open: { _ throws(OutputError) in card }, terminal: console.terminal)
    harness.daemon.signals = try SignalDescriptor([VirtualTerminal.releaseSignal])
    #expect(harness.daemon.attend(isInSlice: true) && harness.daemon.attend())
    // The kernel's request for the terminal, sent to this thread only.
    pthread_kill(pthread_self(), VirtualTerminal.releaseSignal.number)
    #expect(harness.outputManager.canLeaveAtOnce)
    for _ in 0..<2 {
      #expect(!harness.daemon.attend(isInSlice: true))
      #expect(console.releaseCount == 0 && !card.isSuspended)
    }
    #expect(!harness.daemon.attend())
    #expect(console.releaseCount == 1 && card.isSuspended)
    #expect(harness.daemon.attend())
    try harness.settle()
    #expect(console.releaseCount == 1)
  }

  @Test(arguments: [
    (DisplayInterface.Method.getCapabilities, true), (.getStatus, false), (.listLayers, false),
    (.setProgress, false), (.setImage, false), (.getText, false), (.loadScene, false),
    (.quit, false), (.setTimes, false),
  ])
  func `a call that touches a scene waits for the end of a slice that samples`(
    method: DisplayInterface.Method, isAllowed: Bool
  ) {
    #expect(Dispatcher.isAllowed(method.call(), during: .sampling) == isAllowed)
  }

  @Test func `a slice that hangs is no sign of life, though clients are served in it`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/notify"
    let socket = FileDescriptor(owning: try Syscalls.createDatagramSocket())
    try Syscalls.bind(socket.rawValue, to: path)
    try Syscalls.setNonblocking(socket.rawValue)
    let harness = try Harness(isStepped: false, text: Harness.scene)
    // A sign each 5 s, for 10 s.
    let supervisor = try LoopSupervisor(
      for: ServiceManager(processIdentifier: 42) {
        ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "10000000"][$0]
      })
    harness.daemon.supervisor = supervisor
    let slicer = try #require(harness.shows.slicer)
    var signs: [Bool] = []
    func giveSign() throws {
      supervisor.giveSign()
      var bytes = [UInt8](repeating: 0, count: 64)
      var descriptors = DescriptorQueue()
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe (try? Syscalls.receive(socket.rawValue, into: buffer, descriptors: &descriptors))
          ?? 0
      }
      signs.append(count > 0)
    }
    slicer.beginFrames(at: Self.now())
    slicer.begin(.drawing)
    let (mine, theirs) = try UnixStream.pair()
    let client = UnixStream(owning: FileDescriptor(owning: mine))
    harness.daemon.clients.add(UnixStream(owning: FileDescriptor(owning: theirs)))
    _ = try client.send(DisplayInterface.Method.getStatus.call().encoded().span)
    var isAnswered = false
    try slicer.slice { () -> Result<Void, any Error> in
      Result {
        isAnswered = try client.descriptor.waitForInput(milliseconds: 10_000)
        for _ in 0..<5 {
          usleep(10_000)
          try giveSign()
        }
      }
    }.get()
    slicer.endFrames()
    #expect(isAnswered)
    #expect(signs.last == false, "\(signs)")
    _ = slicer.endSlice(drawn: 0, isLast: false)
    signs = []
    harness.daemon.supervisor = nil
  }
}
