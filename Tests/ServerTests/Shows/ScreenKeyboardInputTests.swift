import Foundation
import Geometry
import Input
import Raster
import Scene
import Stage
import TestSupport
import Testing

@testable import Output
@testable import Server

/// Fields and the keyboard on the screen, from touches to what is typed, on one screen or two.
@Suite struct ScreenKeyboardInputTests {
  private static let scene = """
    { "layers": [
        { "name": "box", "frame": [0, 0, "100%", 40], "layers": [
          { "name": "entry", "kind": "text", "string": "", "frame": [0, 0, "100%", 40] } ] } ],
      "controls": { "name": { "kind": "field", "layer": "box", "entry": "entry" } } }
    """

  /// A daemon with two screens, the first of which is touched through a FIFO.
  private final class Touched {
    let screens = [
      FakeScreen("eDP-1", size: PixelSize(width: 320, height: 240)),
      FakeScreen("HDMI-A-1", size: PixelSize(width: 320, height: 240)),
    ]
    let card: FakeCard
    let harness: Harness
    private let directory: TemporaryDirectory
    private var pipe: FileHandle?
    private var finger: Int32 = 0
    private var place = Point.zero

    init(_ text: String, own: String? = nil) throws {
      let card = FakeCard(screens[0], screens[1])
      self.card = card
      directory = try TemporaryDirectory()
      harness = try Harness(isStepped: false, text: text, output: .auto) {
        _ throws(OutputError) in card
      }
      if let own {
        let origin = SceneOrigin.bytes(Array(own.utf8), name: "own")
        harness.shows.add(Screen(name: "eDP-1", origin: origin), showing: try origin.load())
      }
      harness.shows.show(on: card.outputs)
      harness.shows.keyboardUse = .always
      let path = directory("touch")
      try #require(unsafe mkfifo(path, 0o600) == 0)
      let input = try DeviceInput(
        .paths([path]), on: harness.shows, harness.outputManager.console,
        Log(isVerbose: true, now: { 0 }, write: { _ in }))
      try harness.daemon.serve(input)
      let handle = try #require(FileHandle(forUpdatingAtPath: path))
      pipe = handle
      try run(for: 0.1)
    }

    var shows: Shows { harness.shows }

    func stage(_ screen: Int) throws -> Stage {
      let name = screens[screen].name
      return try #require(shows.presenters.first { $0.output.name == name }).stage
    }

    func run(for seconds: Double) throws {
      let end = harness.clock.now + Int64(seconds * 1_000_000)
      while let deadline = harness.daemon.armedDeadline, deadline <= end {
        harness.clock.now = max(harness.clock.now, deadline)
        try harness.daemon.turn(milliseconds: 0)
      }
      harness.clock.now = end
      try harness.settle()
    }

    /// Puts a finger on the first screen.
    func press(_ point: Point) throws {
      finger += 1
      place = point
      try report(finger, point)
    }

    func lift() throws { try report(-1, place) }

    private func report(_ finger: Int32, _ point: Point) throws {
      let (x, y) = (Int32(point.x / 320 * 65_536), Int32(point.y / 240 * 65_536))
      let bytes = touchReport(finger: finger, x: x, y: y, time: 0)
      try pipe?.write(contentsOf: Data(bytes))
      try harness.daemon.turn(milliseconds: 0)
      try run(for: 0.05)
    }

    func tap(_ point: Point) throws {
      try press(point)
      try lift()
    }

    /// The middle of a key on the first screen.
    func place(_ label: String) throws -> Point {
      let stage = try stage(0)
      let node = try #require(stage.accessibilityNodes.last { $0.label == label })
      var path: String?
      if case .layer(let layer) = node.subject { path = layer }
      let key = try #require(path, "the key is no layer")
      let frame = try #require(try stage.layers(below: key, depth: 0).first).frame
      return Point(x: frame.midX, y: frame.midY)
    }

    func text(_ screen: Int) throws -> String { String(try stage(screen).fieldText(nil)) }

    func keys(_ screen: Int) throws -> [String] {
      try stage(screen).accessibilityNodes.filter { $0.level == 1 }.map(\.label)
    }
  }

  @Test func `a second screen has the same keyboard and the same text`() throws {
    let touched = try Touched(Self.scene)
    #expect(touched.shows.presenters.count == 2 && touched.shows.ownShows.isEmpty)
    try touched.tap(Point(x: 50, y: 20))
    try touched.run(for: 0.5)
    #expect(try !touched.keys(0).isEmpty && touched.keys(0) == touched.keys(1))
    for label in ["Shift", "H", "a"] { try touched.tap(try touched.place(label)) }
    #expect(try touched.text(0) == "Ha" && touched.text(1) == "Ha")
    try touched.tap(try touched.place("Symbols"))
    try touched.tap(try touched.place("!"))
    #expect(try touched.keys(0).contains("!") && touched.keys(0) == touched.keys(1))
    #expect(try touched.text(1) == "Ha!")
    try touched.press(try touched.place("Backspace"))
    try touched.run(for: 1.5)
    #expect(try touched.text(0) == "" && touched.text(1) == "")
    try touched.lift()
    try touched.tap(try touched.place("?"))
    #expect(try touched.text(0) == "?" && touched.text(1) == "?")
    try touched.tap(try touched.place("Hide the keyboard"))
    try touched.run(for: 0.5)
    #expect(try touched.keys(0).isEmpty && touched.keys(1).isEmpty)
  }

  @Test func `a held backspace takes the answer of a question away`() throws {
    let touched = try Touched(#"{ "layers": [] }"#)
    let queue = touched.harness.daemon.desk.queue
    let question = Question("Name", isSecret: false)
    #expect(queue.ask(question, by: .client(1)) { _ in })
    try touched.harness.settle()
    try touched.run(for: 1)
    for label in ["a", "b", "c", "d"] { try touched.tap(try touched.place(label)) }
    #expect(queue.state?.entry == .text("abcd"))
    try touched.press(try touched.place("Backspace"))
    try touched.run(for: 0.3)
    #expect(queue.state?.entry == .text("abcd"))
    try touched.run(for: 1)
    #expect(queue.state?.entry == .text(""))
    try touched.lift()
    try touched.tap(try touched.place("a"))
    #expect(queue.state?.entry == .text("a"))
  }

  @Test func `keys go to the field of a screen's own scene as long as the screen is there`() throws
  {
    let touched = try Touched(#"{ "layers": [] }"#, own: Self.scene)
    let shows = touched.shows
    #expect(!shows.handle(.character("x"), isRepeated: false))
    try touched.tap(Point(x: 50, y: 20))
    try touched.run(for: 0.5)
    #expect(shows.hasFocusedField && shows.showsKeyboard == true)
    #expect(shows.handle(.character("x"), isRepeated: false))
    try touched.tap(try touched.place("q"))
    #expect(try touched.text(0) == "xq")
    let stage = try touched.stage(0)
    shows.show(on: [touched.screens[1]])
    let view = try #require(shows.presenters.first { $0.stage === stage })
    #expect(!view.isOnOutput && shows.main.lead.isOnOutput)
    // The field keeps what it has, out of reach.
    #expect(!shows.handle(.character("y"), isRepeated: false))
    try touched.harness.settle()
    #expect(shows.showsKeyboard == nil && !stage.hasKeyboard)
    #expect(try String(stage.fieldText(nil)) == "xq")
    shows.show(on: touched.card.outputs)
    #expect(view.isOnOutput && shows.handle(.character("z"), isRepeated: false))
    #expect(try String(stage.fieldText(nil)) == "xqz")
  }
}
