import Foundation
import Geometry
@testable import Layers
import Scene
@testable import Stage
import Testing

/// Logs: the last lines, which come in at the bottom.
@Suite struct LogControlTests {
  private static let scene = """
    { "layers": [ { "kind": "log", "name": "log", "frame": [0, 0, 200, 100], "fontSize": 16, "lineHeight": 1.25 } ],
      "controls": { "log": { "kind": "log", "drives": "log", "label": "Details" } } }
    """

  /// The rows in sight, from top to bottom.
  private func rows(_ player: SteppedStage, height: Double = 100) throws -> [String] {
    try player.stage.layers(below: "log").filter { $0.text != nil }
      .filter { $0.frame.maxY > 0.01 && $0.frame.minY < height - 0.01 }
      .sorted { $0.frame.minY < $1.frame.minY }.map { $0.text ?? "" }
  }

  private func firstLog(in layer: Layer) -> LogLayer? {
    if let log = layer as? LogLayer { return log }
    for sublayer in layer.sublayers {
      if let log = firstLog(in: sublayer) { return log }
    }
    return nil
  }

  @Test func `the last lines stand at the bottom`() throws {
    let player = try SteppedStage(Self.scene)
    #expect(try rows(player) == ["", "", "", "", ""])
    try player.stage.appendLog(nil, "one\n\u{1B}[31mtwo\u{1B}[0m\n")
    player.run(from: 0, to: 0.5)
    #expect(try rows(player) == ["", "", "", "one", "two"])
    for number in 1...9 { try player.stage.appendLog("log", "{percent} \(number)") }
    player.run(from: 0.5, to: 1)
    #expect(try rows(player) == (5...9).map { "{percent} \($0)" })
    #expect(player.pixels == player.redrawn())
    let info = try #require(player.stage.controls.first)
    #expect(info.kind == .log && info.text == "{percent} 9" && info.description == "{percent} 9")
    let node = try #require(player.stage.accessibilityNodes.first)
    #expect(node.role == .log && node.label == "Details" && node.text == "{percent} 9")
  }

  @Test func `a line that is too long goes on in the next row`() throws {
    let player = try SteppedStage(
      Self.scene.replacingOccurrences(of: "\"fontSize\"", with: "\"wrapped\": true, \"fontSize\""))
    try player.stage.appendLog(nil, "first\n\nsome words that are wider than the log is")
    player.run(from: 0, to: 0.5)
    let shown = try rows(player)
    let lines = Array(shown.drop { $0 != "first" })
    #expect(lines.count >= 4 && lines[1].isEmpty)
    #expect(lines[2...].joined(separator: " ") == "some words that are wider than the log is")
    try player.stage.appendLog(nil, String(repeating: "word ", count: 80))
    player.run(from: 0.5, to: 1)
    #expect(try rows(player).allSatisfy { !$0.isEmpty && !$0.contains("some") })
    #expect(player.pixels == player.redrawn())
  }

  @Test func `a new line pushes the others up, one row at a time`() throws {
    let player = try SteppedStage(Self.scene)
    try player.stage.appendLog(nil, "a\nb\nc\nd\ne\nf")
    player.run(from: 0, to: 1)
    try player.stage.appendLog(nil, "g")
    var tops: [Double] = []
    for frame in 1...20 {
      player.show(at: 1 + Double(frame) / 60)
      let row = try #require(
        try player.stage.layers(below: "log").first { $0.text == "f" })
      tops.append(row.frame.minY)
      #expect(player.pixels == player.redrawn(), "frame \(frame)")
    }
    #expect(tops.first.map { $0 > 60 && $0 < 80 } == true && tops.last == 60)
    #expect(zip(tops, tops.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(!player.stage.isAnimating)
  }

  @Test func `only whole rows are visible`() throws {
    let player = try SteppedStage(
      Self.scene.replacingOccurrences(of: "200, 100]", with: "200, 70]")
        .replacingOccurrences(of: "\"fontSize\": 16", with: "\"fontSize\": 24"))
    try player.stage.appendLog(nil, "MMM\nMMM\nMMM\nMMM")
    player.run(from: 0, to: 1)
    // Two rows of 30 points have room, and 10 points above them are left.
    func isDark(_ rows: Range<Int>) -> Bool {
      rows.allSatisfy { y in (0..<200).allSatisfy { player.color(x: $0, y: y) == [0, 0, 0] } }
    }
    #expect(isDark(0..<10) && !isDark(10..<40) && !isDark(40..<70))
  }

  @Test func `under reduced motion a new line shows at once`() throws {
    let player = try SteppedStage(Self.scene)
    player.stage.reducesMotion = true
    player.show(at: 0.1)
    try player.stage.appendLog(nil, "a")
    player.show(at: 0.2)
    let row = try #require(try player.stage.layers(below: "log").first { $0.text == "a" })
    #expect(row.frame.minY == 80)
  }

  @Test func `a flood costs a frame's rows, and keeps the last lines alone`() throws {
    let player = try SteppedStage(Self.scene)
    let long = String(repeating: "ä", count: 400)
    for number in 0..<2_000 { try player.stage.appendLog(nil, "\(number)\n" + long) }
    player.run(from: 0, to: 1)
    #expect(try rows(player).suffix(2).map { $0.utf8.count } == [4, 512])
    // The last lines are kept, up to a number of bytes.
    func saved() throws -> [Substring] {
      let text = try #require(player.stage.record.controls.first?.text)
      #expect(text.utf8.count <= LogControlDescription.recordedBytes)
      return text.split(separator: "\n")
    }
    #expect(try saved().suffix(2).map { $0.utf8.count } == [4, 512])
    #expect(try saved().count == 14)
    try player.stage.appendLog(nil, (0..<5_000).map { "\($0)" }.joined(separator: "\n"))
    #expect(try saved().count == LogControlDescription.mostLines)
    player.run(from: 1, to: 2)
    #expect(try rows(player) == (4_995..<5_000).map { "\($0)" })
  }

  @Test func `lines before the last ones are not read`() {
    let most = LogControlDescription.mostLines
    let few = String(repeating: "\n", count: most)
    let many = String(repeating: "\n", count: 128 << 10)
    #expect(many.logLines == few.logLines)
    let counted = CountedBytes(bytes: Array(many.utf8))
    #expect(counted.lastLines(most).count == most)
    // Each byte is read once, and the last one a second time for the end of the last line.
    #expect(counted.counter.readCount <= most + 2)
    // A line is cut at the length that can be shown.
    let long = String(repeating: "ä", count: 64 << 10)
    #expect(long.logLines == [String(repeating: "ä", count: 256)])
    #expect("\n\u{1B}[1mab\tc\r\n".logLines == ["", "ab c"])
    #expect("".logLines.isEmpty && "\n".logLines == [""])
  }

  @Test func `lines that get no row are not set in rows`() throws {
    let scene = Self.scene.replacingOccurrences(
      of: "200, 100], \"fontSize\"", with: "20, 1280], \"wrapped\": true, \"fontSize\"")
    let player = try SteppedStage(scene)
    let log = try #require(firstLog(in: player.stage.tree.root))
    let line = String(repeating: "ab ", count: 170)
    try player.stage.appendLog(nil, line)
    player.show(at: 1)
    #expect(log.wrappedLineCount == 1)
    // The last one alone takes all rows.
    try player.stage.appendLog(nil, Array(repeating: line, count: 64).joined(separator: "\n"))
    player.show(at: 2)
    #expect(log.wrappedLineCount == 2)
    #expect(try rows(player, height: 1280).allSatisfy { !$0.isEmpty })
  }

  @Test func `long lines are set in several frames, and come in together`() throws {
    let scene = Self.scene.replacingOccurrences(
      of: "200, 100], \"fontSize\"", with: "9000, 1280], \"wrapped\": true, \"fontSize\"")
    let player = try SteppedStage(scene)
    let log = try #require(firstLog(in: player.stage.tree.root))
    // A line is 512 bytes, and counts as 2048.
    let line = String(repeating: "ä", count: 256)
    func shown() throws -> Int { try rows(player, height: 1280).count { !$0.isEmpty } }
    try player.stage.appendLog(nil, Array(repeating: line, count: 12).joined(separator: "\n"))
    for frame in 1...3 {
      #expect(try player.stage.needsFrame && shown() == 0)
      player.show(at: Double(frame))
      #expect(log.wrappedLineCount == 4 * frame)
      // Lines that come meanwhile wait.
      if frame == 1 { try player.stage.appendLog(nil, "end") }
    }
    // The last row comes in.
    #expect(try shown() >= 11)
    player.run(from: 3, to: 4)
    #expect(try rows(player, height: 1280).last == "end" && log.wrappedLineCount == 13)
    #expect(player.pixels == player.redrawn())
  }

  @Test func `lines last over another size, another edition and a restart`() throws {
    let player = try SteppedStage(Self.scene)
    try player.stage.appendLog(nil, "a\n\nb")
    player.run(from: 0, to: 0.5)
    try player.stage.appendLog(nil, "c")
    player.stage.resize(to: PixelSize(width: 200, height: 150), scale: 1)
    _ = player.stage.advance(to: 1)
    _ = player.stage.advance(to: 2)
    #expect(try rows(player) == ["", "a", "", "b", "c"])
    player.stage.replaceScene(player.stage.scene, migrating: true)
    _ = player.stage.advance(to: 3)
    #expect(try rows(player) == ["", "a", "", "b", "c"])
    let other = try SteppedStage(Self.scene)
    other.stage.restore(player.stage.record)
    other.show(at: 1)
    #expect(try rows(other) == ["", "a", "", "b", "c"])
    player.stage.replaceScene(player.stage.scene)
    _ = player.stage.advance(to: 4)
    #expect(try rows(player) == ["", "", "", "", ""])
  }

  @Test func `a control of another kind has no lines`() throws {
    let player = try SteppedStage(
      "{ \"layers\": [], \"controls\": { \"t\": { \"kind\": \"text\" } } }")
    #expect(throws: ControlError.wrongKind(control: "t", kind: .text)) {
      try player.stage.appendLog("t", "a")
    }
    #expect(throws: ControlError.noSuchControl("(first log)")) {
      try player.stage.appendLog(nil, "a")
    }
  }
}

/// Bytes that count how many of them are read.
private struct CountedBytes: BidirectionalCollection {
  final class Counter {
    var readCount = 0
  }

  let bytes: [UInt8]
  let counter = Counter()

  var startIndex: Int { 0 }
  var endIndex: Int { bytes.count }

  func index(after index: Int) -> Int { index + 1 }
  func index(before index: Int) -> Int { index - 1 }

  subscript(index: Int) -> UInt8 {
    counter.readCount += 1
    return bytes[index]
  }
}
