import Foundation
import Geometry
import Images
import JSON
import Stage
import System
import Testing
import Wire

@testable import Output
@testable import Raster
@testable import Server

extension Call {
  fileprivate init(
    _ method: DisplayInterface.Method, _ parameters: JSONObject = [:], mode: Call.Mode = .one
  ) {
    self = method.call(parameters, mode: mode)
  }
}

/// Clients are served while a frame takes long to draw.
@Suite struct FrameSlicerTests {
  /// A client, and a daemon whose next frame draws everything and takes long by the test's clock.
  private final class LongFrame {
    let harness: Harness
    /// The client's replies at the time of the frame, and after the turn.
    private(set) var early: [Reply] = []
    private(set) var late: [Reply] = []
    private var reader = MessageReader()
    private let stream: UnixStream

    convenience init(size: PixelSize = PixelSize(width: 1024, height: 768)) throws {
      try self.init(in: Harness(isStepped: false, text: Harness.scene, size: size))
    }

    init(in harness: Harness) throws {
      self.harness = harness
      let (mine, theirs) = try UnixStream.pair()
      stream = UnixStream(owning: FileDescriptor(owning: mine))
      harness.daemon.clients.add(UnixStream(owning: FileDescriptor(owning: theirs)))
      harness.shows.refresh()
      try harness.settle()
    }

    /// Draws the frame.
    /// - Parameter holds: a condition that has to hold at the time of the frame.
    func draw(while calls: [Call], holds: @escaping (Harness) -> Bool = { _ in true }) throws {
      early = []
      for call in calls { _ = try stream.send(call.encoded().span) }
      var count = 0
      harness.shows.onPresentation = { [unowned self] _ in
        count += 1
        // Another frame may show the requested change.
        guard count == 1 else { return }
        early = receive()
        #expect(holds(harness))
      }
      harness.clock.now += 16_667
      harness.clock.drift = 1500
      try harness.daemon.turn(milliseconds: 0)
      harness.clock.drift = 0
      #expect(count >= 1)
      try harness.settle()
      late = receive()
    }

    private func receive() -> [Reply] {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      var descriptors = DescriptorQueue()
      while let count = try? stream.receive(
        into: &buffer, 0..<buffer.count, descriptors: &descriptors), count > 0
      {
        reader.append(buffer.span.extracting(0..<count), descriptorCount: 0)
      }
      var replies: [Reply] = []
      while let reply = try? reader.nextReply() { replies.append(reply) }
      return replies
    }
  }

  @Test func `calls are answered before the frame is there`() throws {
    let frame = try LongFrame()
    try frame.draw(while: [
      DisplayInterface.Method.setProgress.call(["value": 0.25]),
      DisplayInterface.Method.listControls.call(),
    ])
    #expect(frame.early.count == 2)
    #expect(frame.early.first?.parameters["value"] == 0.25)
    #expect(frame.late.isEmpty)
    #expect(frame.harness.shows.stage.controls[0].value == 0.25)
  }

  @Test(arguments: [
    Call(.getCapabilities), Call(.listLayers), Call(.getAccessibility),
    Call(.setIndeterminate, ["enabled": true]), Call(.setText, ["text": "Hi"]),
    Call(.reveal), Call(.conceal), Call(.beginScrub), Call(.updateScrub, ["value": 0.5]),
    Call(.endScrub), Call(.toggleScrub), Call(.pause), Call(.resume),
    Call(.setReducedMotion, ["enabled": true]), Call(.subscribe, mode: .more),
  ])
  func `every other method is answered in the middle of a frame`(call: Call) throws {
    let frame = try LongFrame()
    try frame.draw(while: [call])
    #expect(frame.early.count == 1)
  }

  @Test(arguments: [
    DisplayInterface.Method.loadScene.call(["name": "boot"]),
    DisplayInterface.Method.screenshot.call(),
    DisplayInterface.Method.step.call(["durationUSec": 0]),
    DisplayInterface.Method.setLocale.call(["locale": "de"]),
  ])
  func `a call that draws or loads a scene waits for the frame, and so do later calls`(call: Call)
    throws
  {
    let frame = try LongFrame()
    try frame.draw(while: [
      DisplayInterface.Method.setProgress.call(["value": 0.25]), call,
      DisplayInterface.Method.getStatus.call(),
    ])
    #expect(frame.early.count == 1)
    #expect(frame.late.count == 2)
    #expect(frame.late.last?.parameters["frames"] != nil)
  }

  /// A scene of so many layers that clients are served before one frame of them is drawn.
  private static let crowd = """
    { "layers": [ { "name": "bar", "kind": "progress", "style": "line", "frame": [10, 20, 40, 8] },
      \((0..<200).map { number in
        """
        { "frame": [\(number % 60), 5, 2, 2], "backgroundColor": "#FFFFFF", "animations": [
          { "key": "position.y", "from": 0, "to": 60, "duration": 9, "repeat": "forever" } ] }
        """
      }.joined(separator: ", ")) ],
      "controls": { "install": { "kind": "progress", "drives": ["bar"] },
        "message": { "kind": "text", "text": "Hello" } } }
    """

  @Test(arguments: [
    (Call(.getStatus), true, true), (Call(.getCapabilities), true, true),
    (Call(.subscribe, mode: .more), true, true), (Call(.setProgress, ["value": 1]), false, true),
    (Call(.setText, ["text": "Hi"]), false, true), (Call(.updateScrub), false, true),
    (Call(.listLayers), false, false), (Call(.listControls), false, false),
    (Call(.getAccessibility), false, false), (Call(.conceal), false, false),
    (Call(.pause), false, false), (Call(.setReducedMotion), false, false),
  ])
  func `while layers are sampled, nobody looks at them, and all screens begin together`(
    call: Call, isForFirst: Bool, isForLast: Bool
  ) {
    #expect(Dispatcher.isAllowed(call, during: .advancing(isLast: false)) == isForFirst)
    #expect(Dispatcher.isAllowed(call, during: .advancing(isLast: true)) == isForLast)
    #expect(Dispatcher.isAllowed(call, during: .drawing))
  }

  @Test func `many layers are sampled in slices`() throws {
    let size = PixelSize(width: 64, height: 64)
    let harness = try Harness(isStepped: false, text: Self.crowd, size: size)
    var (sampling, drawing) = (0, 0)
    harness.shows.slicer = FrameSlicer(now: { harness.clock.read() }) { _, work in
      if case .advancing(isLast: true) = work { sampling += 1 } else { drawing += 1 }
    }
    harness.clock.now += 16_667
    harness.clock.drift = 1500
    try harness.daemon.turn(milliseconds: 0)
    harness.clock.drift = 0
    // 200 layers are presented and recorded, and then their shapes are made ready.
    #expect(sampling >= 10 && drawing >= 5)
  }

  @Test func `a call that waits while layers are sampled is answered while they are drawn`() throws
  {
    let size = PixelSize(width: 1024, height: 768)
    let frame = try LongFrame(in: Harness(isStepped: false, text: Self.crowd, size: size))
    try frame.draw(while: [Call(.listLayers), Call(.getStatus)])
    #expect(frame.early.count == 2)
  }

  @Test func `a drawing that is cut is not shown, and the next one is whole`() throws {
    let frame = try LongFrame()
    let harness = frame.harness
    let slicer = harness.shows.slicer
    _ = try harness.shows.stage.setProgress("install", ProgressChange(.value(0.75)))
    var asked = 0
    harness.shows.slicer = FrameSlicer(
      now: { harness.clock.read() },
      attend: { _ in
        asked += 1
        return false
      }, serve: { _, _ in })
    let before = harness.shows.frameCount
    harness.lines.all = []
    harness.shows.refresh()
    harness.clock.drift = 1500
    harness.shows.presentNow()
    harness.clock.drift = 0
    #expect(asked == 1)
    #expect(harness.shows.frameCount == before)
    #expect(harness.lines.all.isEmpty)
    // The value is set, and only the picture is missing.
    #expect(harness.shows.takeEvents().contains { $0.kind == .accessibilityChanged })
    harness.shows.slicer = slicer
    #expect(harness.shows.stage.needsFrame)
    harness.shows.presentNow()
    #expect(harness.shows.frameCount == before + 1)
    let stage = harness.shows.stage
    let whole = PixelBuffer(size: stage.size, format: harness.shows.main.lead.output.format)
    stage.draw(Region(PixelRect(stage.size)), into: whole.surface)
    let shown = harness.shows.main.lead.read { FrameHash(of: $0) }
    #expect(shown == FrameHash(of: whole.surface))
  }

  @Test func `an interruption does not wait for clients`() {
    var (clock, served) = (Int64(0), 0)
    var goesOn = true
    let slicer = FrameSlicer(
      now: { clock }, attend: { _ in goesOn }, serve: { _, _ in served += 1 })
    for (work, isInterrupted, count) in [
      (FrameSlicer.Work.drawing, false, 1), (.drawing, true, 1),
      (.advancing(isLast: true), true, 1),
      (.advancing(isLast: true), false, 2),
    ] {
      goesOn = !isInterrupted
      slicer.begin(work)
      clock += 2000
      #expect(slicer.endSlice(drawn: 10, isLast: false) == goesOn)
      #expect(served == count)
    }
  }

  @Test func `a client that waits for the frame's end does not delay other clients`() throws {
    let frame = try LongFrame()
    let (mine, theirs) = try UnixStream.pair()
    let other = UnixStream(owning: FileDescriptor(owning: mine))
    frame.harness.daemon.clients.add(UnixStream(owning: FileDescriptor(owning: theirs)))
    _ = try other.send(DisplayInterface.Method.screenshot.call().encoded().span)
    try frame.draw(while: [DisplayInterface.Method.getStatus.call()])
    #expect(frame.early.count == 1)
  }

  @Test func `while a frame is drawn for a call no other call is handled`() throws {
    let frame = try LongFrame()
    let (mine, theirs) = try UnixStream.pair()
    let other = UnixStream(owning: FileDescriptor(owning: mine))
    frame.harness.daemon.clients.add(UnixStream(owning: FileDescriptor(owning: theirs)))
    _ = try other.send(Call(.setProgress, ["value": 0.75]).encoded().span)
    let slicer = frame.harness.shows.slicer
    var (asked, served) = (0, 0)
    frame.harness.shows.slicer = FrameSlicer(
      now: { frame.harness.clock.read() },
      attend: { _ in
        asked += 1
        return true
      }, serve: { _, _ in served += 1 })
    frame.harness.clock.drift = 1500
    frame.harness.shows.presentNow()
    #expect(asked >= 4 && served == 0)
    frame.harness.shows.slicer = slicer
    frame.harness.shows.refresh()
    frame.harness.shows.presentNow()
    frame.harness.clock.drift = 0
    #expect(frame.harness.shows.stage.controls[0].value == 0)
    // The call was there all the time.
    try frame.harness.settle()
    #expect(frame.harness.shows.stage.controls[0].value == 0.75)
  }

  @Test func `a daemon is ended after the frame`() throws {
    let frame = try LongFrame()
    try frame.draw(while: [DisplayInterface.Method.quit.call()])
    #expect(frame.early.isEmpty)
    #expect(frame.late.count == 1)
    #expect(frame.harness.daemon.isDone)
  }

  @Test func `calls take a bounded part of a frame's time`() throws {
    let frame = try LongFrame()
    let flood = (0..<200).map { _ in Call(.listLayers) }
    try frame.draw(while: flood)
    // By this clock a call takes longer than its share, so that clients are served at most 24
    // times.
    #expect((4...24).contains(frame.early.count))
    #expect(frame.early.count + frame.late.count == 200)
  }

  @Test func `a small frame that takes long is drawn in slices from its first time on`() throws {
    let frame = try LongFrame(size: PixelSize(width: 362, height: 362))
    try frame.draw(while: [Call(.getStatus)])
    #expect(frame.early.count == 1)
    frame.harness.shows.refresh()
    try frame.harness.settle()
    try frame.draw(while: [Call(.getStatus)])
    #expect(frame.early.count == 1)
  }

  @Test func `a client that connects during a frame is served before its end`() throws {
    let frame = try LongFrame()
    let path = "/tmp/firstlight-slices-\(ProcessEnvironment.processIdentifier).sock"
    try frame.harness.daemon.listen(on: Listener(try UnixListener.listen(on: path)))
    let stream = try UnixStream.connect(to: path)
    _ = try stream.send(Call(.setProgress, ["value": 0.75]).encoded().span)
    try frame.draw(while: []) { $0.shows.stage.controls[0].value == 0.75 }
    frame.harness.daemon.stop()
  }

  @Test func `a shortage of descriptors between slices ends nothing`() throws {
    let frame = try LongFrame()
    let path = "/tmp/firstlight-slices-\(ProcessEnvironment.processIdentifier)-2.sock"
    try frame.harness.daemon.listen(on: Listener(try UnixListener.listen(on: path)))
    let stream = try UnixStream.connect(to: path)
    try SystemFault(.accept, code: EMFILE, count: 1000).inject {
      try frame.draw(while: [Call(.getStatus)])
    }
    #expect(frame.early.count == 1)
    _ = stream.descriptor.rawValue
    frame.harness.daemon.stop()
  }

  @Test(arguments: [Harness.scene, crowd])
  func `screens stay in step with requests made while one is prepared or drawn`(
    scene: String
  ) throws {
    let size = PixelSize(width: 1024, height: 768)
    let screens = (0..<2).map { FakeScreen("A-\($0)", size: size) }
    let cards = FakeCards([.success(FakeCard(screens[0], screens[1]))])
    let harness = try Harness(isStepped: false, text: scene, output: .auto) {
      _ throws(OutputError) in try cards.open()
    }
    harness.shows.show(on: screens.map { $0 as Output })
    harness.shows.presentNow()
    let frame = try LongFrame(in: harness)
    try frame.draw(while: [Call(.setProgress, ["value": 1, "durationUSec": 1_000_000])])
    #expect(frame.early.count == 1)
    for _ in 0..<20 {
      if let deadline = harness.daemon.armedDeadline {
        harness.clock.now = max(harness.clock.now, deadline)
      }
      try harness.daemon.turn(milliseconds: 0)
    }
    let progress = try harness.shows.presenters.map { presenter in
      try presenter.stage.layers(below: "bar").compactMap { $0.progress }.max() ?? -1
    }
    #expect(progress.count == 2 && progress[0] == progress[1])
    #expect(progress[0] > 0 && progress[0] < 1)
  }

  @Test func `controls of a client that leaves are released on all screens with the same frame`()
    throws
  {
    let size = PixelSize(width: 256, height: 64)
    let screens = (0..<2).map { FakeScreen("A-\($0)", size: size) }
    let cards = FakeCards([.success(FakeCard(screens[0], screens[1]))])
    let text = Self.crowd.replacingOccurrences(
      of: "{ \"layers\": [",
      with: """
        { "layers": [ { "name": "thumb", "frame": [10, 50, 9, 9], "backgroundColor": "#FF0000",
            "animations": [ { "key": "position.x", "from": 10, "to": 90, "duration": 1 } ] },
        """
    ).replacingOccurrences(
      of: "\"controls\": {",
      with: "\"controls\": { \"drag\": { \"kind\": \"scrub\", \"layers\": \"thumb\" },")
    let harness = try Harness(isStepped: false, text: text, output: .auto) {
      _ throws(OutputError) in try cards.open()
    }
    harness.shows.show(on: screens.map { $0 as Output })
    harness.shows.presentNow()
    let client = try harness.connect()
    try client.send(Call(.beginScrub, ["control": "drag"]))
    try client.send(Call(.updateScrub, ["control": "drag", "value": 0.6]))
    for _ in 0..<4 { try turn(harness) }
    #expect(harness.shows.presenters.allSatisfy { $0.stage.isHeld })
    client.hangUp()
    harness.clock.drift = 1500
    try turn(harness)
    harness.clock.drift = 0
    for _ in 0..<6 {
      try turn(harness)
      let places = try harness.shows.presenters.map { presenter in
        try presenter.stage.layers(below: "thumb").first?.frame.origin.x ?? -1
      }
      #expect(places.count == 2 && places[0] == places[1])
    }
    #expect(harness.shows.presenters.allSatisfy { !$0.stage.isHeld })
  }

  private func turn(_ harness: Harness) throws {
    if let deadline = harness.daemon.armedDeadline {
      harness.clock.now = max(harness.clock.now, deadline)
    }
    try harness.daemon.turn(milliseconds: 0)
  }

  /// Draws so many pixels by a clock, and returns the times at which clients were served.
  private func served(pixels: Int, nanoseconds: (_ drawn: Int) -> Int) -> [Int64] {
    var clock = 0
    var times: [Int64] = []
    let slicer = FrameSlicer(now: { Int64(clock / 1000) }) { end, _ in
      let now = Int64(clock / 1000)
      #expect(end > now && end <= now + 1000)
      times.append(now)
    }
    slicer.begin(.drawing)
    var drawn = 0
    while drawn < pixels {
      let area = slicer.area
      clock += area * nanoseconds(drawn)
      drawn += area
      #expect(slicer.endSlice(drawn: area, isLast: false))
    }
    return times
  }

  @Test(arguments: [1, 3, 10, 30])
  func `a slice takes about the same time whatever pixels take`(nanoseconds: Int) {
    let times = served(pixels: 8_294_400) { _ in nanoseconds }
    let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
    #expect(gaps.dropFirst().allSatisfy { (500...1050).contains($0) })
    #expect(times.count >= 8_294_400 * nanoseconds / 1_100_000)
  }

  /// Times the slices of drawings of a million pixels, one after the other.
  private func longest(
    _ drawings: Int, startsAnew: Bool, nanoseconds: (_ drawing: Int, _ drawn: Int) -> Int
  ) -> [Int] {
    var clock = 0
    let slicer = FrameSlicer(now: { Int64(clock / 1000) }) { _, _ in }
    return (0..<drawings).map { drawing in
      if startsAnew { slicer.forget() }
      slicer.begin(.drawing)
      var (drawn, longest) = (0, 0)
      while drawn < 1_000_000 {
        let area = slicer.area
        let duration = area * nanoseconds(drawing, drawn)
        clock += duration
        longest = max(longest, duration)
        drawn += area
        _ = slicer.endSlice(drawn: area, isLast: drawn >= 1_000_000)
      }
      return longest / 1000
    }
  }

  @Test func `the first slices of another scene are short whatever the one before took`() {
    let longest = longest(4, startsAnew: true) { drawing, _ in drawing % 2 == 0 ? 1 : 500 }
    #expect(longest.allSatisfy { $0 <= 8200 }, "\(longest)")
  }

  @Test func `a part that takes long each time is cut into short slices from the second time on`() {
    let longest = longest(8, startsAnew: false) { _, drawn in drawn < 900_000 ? 1 : 500 }
    // The limit is twice eight milliseconds: up to these the area does not get smaller.
    #expect(longest.dropFirst().allSatisfy { $0 <= 16_500 }, "\(longest)")
  }

  @Test func `a small slice that was interrupted does not make those of the next drawing small`() {
    var clock: Int64 = 0
    let slicer = FrameSlicer(now: { clock }) { _, _ in }
    func drawing(_ pixels: Int, microseconds: Int64) {
      slicer.begin(.drawing)
      var drawn = 0
      while drawn < pixels {
        let area = min(slicer.area, pixels - drawn)
        drawn += area
        clock += microseconds
        _ = slicer.endSlice(drawn: area, isLast: drawn == pixels)
      }
    }
    drawing(1_000_000, microseconds: 60)
    drawing(1_000_000, microseconds: 60)
    drawing(100, microseconds: 5000)
    slicer.begin(.drawing)
    clock += 1
    _ = slicer.endSlice(drawn: slicer.area, isLast: false)
    #expect(slicer.area >= 1 << 15)
  }

  @Test func `at most one slice is too long where pixels begin to take longer`() {
    let times = served(pixels: 4_000_000) { $0 < 2_000_000 ? 1 : 30 }
    let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
    #expect(gaps.count { $0 > 1050 } <= 1)
    #expect(gaps.allSatisfy { $0 <= 4100 })
  }
}
