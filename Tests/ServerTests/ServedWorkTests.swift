import Geometry
import Images
import JSON
import Raster
import Scene
import Stage
import System
import Testing
import Wire

@testable import Output
@testable import Server

/// Clients are served during screenshots, drawing, and the layout of scenes for outputs.
@Suite struct ServedWorkTests {
  private static let size = PixelSize(width: 1024, height: 768)
  private let getStatus = DisplayInterface.Method.getStatus.call()

  @Test(arguments: [false, true])
  func `other clients are answered while a screenshot is drawn`(isInline: Bool) throws {
    let harness = try Harness(isStepped: false, text: Harness.scene, size: Self.size)
    try harness.settle()
    let (caller, other) = (try harness.connect(), try harness.connect())
    try harness.settle()
    harness.shows.refresh()
    var count = 0
    // The calls of this turn are done.
    harness.shows.onPresentation = { [getStatus] _ in
      count += 1
      if count == 1 { try? other.write(getStatus) }
    }
    try caller.write(
      DisplayInterface.Method.setProgress.call(["value": 0.5, "durationUSec": 0]),
      DisplayInterface.Method.screenshot.call(["inline": .bool(isInline)]), getStatus)
    harness.clock.drift = 1500
    try harness.daemon.turn(milliseconds: 0)
    harness.clock.drift = 0
    #expect(count == 1)
    #expect(try other.replies().count == 1)
    #expect(try caller.replies().count == 1)
    try harness.settle()
    let replies = try caller.replies()
    #expect(replies.count == 2, "the picture, and then the call behind it")
    let picture = try #require(replies.first).parameters
    #expect(picture["width"] == 1024 && picture["height"] == 768)
    let encoder = try PNGEncoder()
    let shown = try #require(harness.shows.main.lead.read { encoder.encode($0) })
    #expect(picture["size"] == .integer(Int64(shown.count)))
    if isInline {
      #expect(picture["data"] == .string(Base64.encode(shown.span)))
    } else {
      guard let received = caller.descriptors.takeFirst() else {
        Issue.record("no descriptor came")
        return
      }
      let file = FileDescriptor(owning: received.take())
      #expect(try file.status().size == shown.count)
    }
    #expect(replies.last?.parameters["frames"] != nil)
  }

  @Test func `a screenshot that cannot be taken is an error, and the next ones come`() throws {
    let harness = try Harness(isStepped: false, text: Harness.scene)
    let peer = try harness.connect()
    let failed = try peer.call(.screenshot, ["screen": "DP-9"])
    #expect(failed.error == DisplayInterface.Failure.noSuchScreen.qualifiedName)
    // One client after the other, and a client that leaves meanwhile.
    let others = try (0..<5).map { _ in try harness.connect() }
    for other in others {
      try other.write(DisplayInterface.Method.screenshot.call(["inline": true]))
    }
    try harness.daemon.turn(milliseconds: 0)
    others[2].hangUp()
    try harness.settle()
    try harness.settle()
    for (index, other) in others.enumerated() where index != 2 {
      #expect(try other.replies().first?.parameters["data"] != nil)
    }
  }

  @Test func `clients are answered during a long frame that is drawn on the visible buffer`() throws
  {
    let screen = FakeScreen("A-1", size: Self.size)
    screen.isVisible = true
    let harness = try Harness(isStepped: false, text: Harness.scene, output: .auto) {
      _ throws(OutputError) in FakeCard(screen)
    }
    try harness.settle()
    let peer = try harness.connect()
    harness.shows.refresh()
    try harness.settle()
    var early = 0
    harness.shows.onPresentation = { _ in early += (try? peer.replies().count) ?? 0 }
    try peer.write(getStatus)
    harness.clock.now += 16_667
    harness.clock.drift = 1500
    try harness.daemon.turn(milliseconds: 0)
    #expect(early == 1)
  }

  @Test func `a frame on the visible buffer is not interrupted for a while`() {
    var time: Int64 = 0
    var served: [Int64] = []
    let slicer = FrameSlicer(now: { time }, serve: { _, _ in served.append(time) })
    slicer.begin(.visible)
    for _ in 0..<40 {
      time += 1000
      _ = slicer.endSlice(drawn: 0, isLast: false)
    }
    #expect(served == [16_000, 32_000])
  }

  @Test(arguments: [false, true])
  func `clients are answered while a scene is laid out for a display`(isNew: Bool) throws {
    let screen = FakeScreen("A-1")
    let card = FakeCard(screen)
    let harness = try Harness(isStepped: false, text: LayoutTests.scene, output: .auto) {
      _ throws(OutputError) in card
    }
    let peer = try harness.connect()
    try harness.settle()
    if isNew {
      card.found = [screen, FakeScreen("B-1", size: Self.size)]
    } else {
      screen.exchange(
        mode: OutputMode(size: Self.size, scale: 1, format: .xrgb8888, refreshMillihertz: 60_000))
    }
    try peer.write(getStatus)
    harness.clock.drift = 700
    harness.outputManager.lookAnew(for: harness.shows)
    harness.clock.drift = 0
    #expect(try peer.replies().count == 1)
    try harness.settle()
    #expect(harness.shows.presenters.last?.stage.size == Self.size)
    #expect(harness.shows.presenters.allSatisfy { $0.stage.size == $0.output.size })
  }
}
