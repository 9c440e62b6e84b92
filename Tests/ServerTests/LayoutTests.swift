import Geometry
import JSON
import Scene
import Stage
import Testing
import Wire

@testable import Server

/// Scenes that are laid out in another locale while they are in play.
@Suite struct LayoutTests {
  private static let count = 20
  static let scene: String = {
    let names = (0..<count).map { "t\($0)" }
    func words(_ word: String) -> String {
      names.map { "\"\($0)\": \"\(word) \($0)\"" }.joined(separator: ", ")
    }
    let layers = names.map {
      "{ \"kind\": \"text\", \"name\": \"\($0)\", \"string\": \"@\($0)\", \"frame\": [0, 0, 90, 20] }"
    }
    return """
      { "strings": { "en": { \(words("Wait")) }, "de": { \(words("Warten")) } },
        "layers": [ \(layers.joined(separator: ", ")) ] }
      """
  }()

  private let setLocale = DisplayInterface.Method.setLocale.call(["locale": "de"])

  /// The texts that are shown, without their numbers.
  private func words(_ harness: Harness) throws -> Set<Substring> {
    Set(
      try harness.shows.stage.layers(below: nil, depth: 1).compactMap {
        $0.text?.split(separator: " ").first
      })
  }

  @Test func `other clients are answered between the texts, which change together`() throws {
    let harness = try Harness(isStepped: false, text: Self.scene)
    try harness.settle()
    let (caller, other) = (try harness.connect(), try harness.connect())
    try caller.write(setLocale)
    // A text takes about a turn.
    harness.clock.drift = 700
    var (turns, answers) = (0, 0)
    var replies: [Reply] = []
    while replies.isEmpty, turns < 1000 {
      // Frames that a busy machine drew late would leave time for several texts in one turn.
      harness.shows.frameTime = 0
      #expect(try words(harness) == ["Wait"])
      try other.write(DisplayInterface.Method.getStatus.call())
      try harness.daemon.turn(milliseconds: 0)
      turns += 1
      answers += try other.replies().count
      replies = try caller.replies()
    }
    #expect(replies.first?.error == nil && replies.count == 1)
    #expect(turns > Self.count && answers > turns / 2)
    #expect(!harness.shows.isLayingOut)
    #expect(try words(harness) == ["Warten"])
  }

  @Test func `slow frames leave a quarter of their time for the layout`() throws {
    let harness = try Harness(isStepped: false, text: Self.scene)
    try harness.settle()
    let caller = try harness.connect()
    try caller.write(setLocale)
    harness.clock.drift = 700
    var turns = 0
    while try caller.replies().isEmpty, turns < 1000 {
      harness.shows.frameTime = 40_000
      try harness.daemon.turn(milliseconds: 0)
      turns += 1
    }
    // With only a millisecond in each turn, each text would need a turn of its own.
    #expect(turns < Self.count * 2 / 3)
    #expect(try words(harness) == ["Warten"])
  }

  private static func call(_ locale: String) -> Call {
    DisplayInterface.Method.setLocale.call(["locale": .string(locale)], mode: .oneway)
  }

  @Test func `a client that asks again and again holds up no answer and no picture`() throws {
    let harness = try Harness(isStepped: false, text: Self.scene)
    try harness.settle()
    let (first, second, other) = (
      try harness.connect(), try harness.connect(), try harness.connect()
    )
    harness.clock.drift = 700
    try first.write(setLocale)
    try harness.daemon.turn(milliseconds: 0)
    var turns = 0
    func flood(until isDone: () throws -> Bool) throws {
      while turns < 400 {
        let locale = turns % 2 == 0 ? "en" : "de"
        try other.write(Self.call(locale))
        try harness.daemon.turn(milliseconds: 0)
        turns += 1
        if try isDone() { break }
      }
    }
    try flood { try !first.replies().isEmpty }
    #expect(turns < 100)
    #expect(try words(harness) == ["Warten"])
    // The second client's locale is laid out after the layout that has begun.
    try second.write(DisplayInterface.Method.setLocale.call(["locale": "en"]))
    try flood { try !second.replies().isEmpty }
    #expect(turns < 300)
    try first.write(DisplayInterface.Method.screenshot.call(["inline": true]))
    try flood { harness.daemon.loads.isWorking }
    #expect(turns < 400)
    // The newest locale wins.
    try other.write(Self.call("en"))
    harness.clock.drift = 0
    try harness.settle()
    #expect(try words(harness) == ["Wait"] && !harness.shows.isLayingOut)
    #expect(try first.replies().count == 1)
  }

  @Test func `a stepped clock has the new texts in the next frame`() throws {
    let harness = try Harness(text: Self.scene)
    let peer = try harness.connect()
    #expect(try peer.call(.setLocale, ["locale": "de"]).error == nil)
    #expect(!harness.shows.isLayingOut)
    #expect(try words(harness) == ["Warten"])
  }

  @Test func `every caller is answered, also if another scene or the end comes first`() throws {
    let harness = try Harness(isStepped: false, text: Self.scene)
    try harness.settle()
    let peers = try (0..<3).map { _ in try harness.connect() }
    harness.clock.drift = 700
    try peers[0].write(setLocale)
    try peers[1].write(DisplayInterface.Method.setLocale.call(["locale": "en"]))
    for _ in 0..<3 { try harness.daemon.turn(milliseconds: 0) }
    #expect(harness.shows.isLayingOut)
    try peers[2].write(DisplayInterface.Method.loadScene.call(["name": "boot"]))
    harness.clock.drift = 0
    try harness.settle()
    for peer in peers { #expect(try peer.replies().count == 1) }
    #expect(!harness.shows.isLayingOut)

    let last = try Harness(isStepped: false, text: Self.scene)
    try last.settle()
    let peer = try last.connect()
    last.clock.drift = 700
    try peer.write(setLocale)
    for _ in 0..<2 { try last.daemon.turn(milliseconds: 0) }
    #expect(last.shows.isLayingOut)
    last.daemon.stop()
    #expect(try peer.replies().count == 1)
  }

  @Test func `a scene that is loaded meanwhile is laid out in the new locale by its thread`() throws
  {
    let harness = try Harness(isStepped: false, text: Self.scene)
    try harness.settle()
    let (loader, caller) = (try harness.connect(), try harness.connect())
    try loader.write(DisplayInterface.Method.loadScene.call(["name": "boot"]))
    try caller.write(setLocale)
    try harness.daemon.turn(milliseconds: 0)
    #expect(harness.daemon.loads.isWorking)
    try #require(harness.shows.stage.locale == "de")
    try #require(harness.shows.stage.scene.name == "test")
    while harness.daemon.loads.isWorking, harness.shows.stage.scene.name == "test" {
      try harness.daemon.turn(milliseconds: 100)
    }
    #expect(harness.shows.stage.scene.name != "test" && harness.shows.stage.locale == "de")
    try harness.settle()
    #expect(harness.daemon.loads.repeatCount == 1)
    #expect(try loader.replies().count == 1)
    #expect(try caller.replies().count == 1)
  }
}
