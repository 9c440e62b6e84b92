import Geometry
import JSON
import Raster
import Scene
import Stage
import TestSupport
import Testing
import Wire

@testable import Output
@testable import Server

/// Changes of monitors, scenes, locales and the screen's owner, in any order and in the middle of
/// each other.
@Suite struct ScreenWalkTests {
  @Test(arguments: 0..<8 as Range<UInt64>)
  func `screens that come and go show what a repaint shows`(seed: UInt64) throws {
    let walk = try Walk(seed: seed)
    for _ in 0..<12 {
      for _ in 0..<8 { try walk.go() }
      try walk.rest()
    }
  }
}

/// A daemon with three monitors, of which some are connected.
private final class Walk {
  private static let scene = """
    {
      "strings": { "en": { "wait": "Please wait" }, "de": { "wait": "Bitte warten" } },
      "layers": [
        { "name": "bar", "kind": "progress", "style": "line", "frame": [4, 4, 60, 8] },
        { "name": "wait", "kind": "text", "string": "@wait", "frame": [4, 16, 90, 20] },
        { "name": "disc", "frame": [40, 30, 16, 16], "backgroundColor": "#40A0FF",
          "animations": [
            { "key": "opacity", "from": 0, "to": 1, "duration": 2, "repeat": "forever" }
          ] },
        { "name": "sparks", "kind": "emitter", "frame": [0, 0, 40, 40],
          "cells": [ { "birthRate": 20, "lifetime": 1, "velocity": 20 } ] },
      ],
      "controls": {
        "install": { "kind": "progress", "drives": ["bar"] },
        "message": { "kind": "text" },
        "flip": { "kind": "scrub", "layers": ["disc"] },
      },
    }
    """

  private let harness: Harness
  private let card: FakeCard
  private let screens = ["A-1", "B-1", "C-1"].map { FakeScreen($0) }
  private var clients: [Peer] = []
  private var generator: SeededGenerator
  private var time = 0.0

  init(seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    let card = FakeCard(screens[0])
    self.card = card
    harness = try Harness(isStepped: false, text: Self.scene, output: .auto) { _ in card }
    for _ in 0..<3 { clients.append(try harness.connect()) }
  }

  /// One change, which need not be over at the next one.
  func go() throws {
    // Slices take their time, and clients are served between them.
    harness.clock.drift = [0, 100, 700].randomElement(using: &generator) ?? 0
    switch generator.int(in: 0...15) {
    case 0, 1: plug()
    case 2: harness.daemon.boot.deactivate()
    case 3: harness.daemon.boot.reactivate()
    case 4, 5: try load()
    case 6, 7: try call(.setLocale, ["locale": .string(pick(["", "de", "en", "ar"]))])
    case 8: try call(.setReducedMotion, ["enabled": .bool(generator.chance(0.5))])
    case 9: harness.daemon.boot.setMode(pick([.bootUp, .shutdown, .updates]))
    case 10: harness.shows.prompt = generator.chance(0.5) ? nil : question
    case 11: try call(.screenshot)
    case 12:
      try call(.setProgress, ["value": .number(generator.double(in: 0...1))])
      try call(.beginScrub, ["take": true])
    case 13: pick(screens).fault = generator.chance(0.5) ? nil : .noFlip
    case 14:
      let index = generator.int(in: 0...2)
      clients[index].hangUp()
      clients[index] = try harness.connect()
    default: touch()
    }
    for _ in 0..<generator.int(in: 0...2) { try turn() }
  }

  /// Lets everything end, and compares.
  func rest() throws {
    harness.clock.drift = 0
    for screen in screens { screen.fault = nil }
    try harness.settle()
    for client in clients { _ = try? client.replies() }
    for _ in 0..<4 { try turn() }
    let shows = harness.shows
    let outputs = shows.presenters.map(\.output).filter { !($0 is NullOutput) }
    let names = outputs.map(\.name).sorted()
    #expect(names == card.outputs.map(\.name).sorted())
    #expect(shows.stage.time >= time)
    time = shows.stage.time
    #expect(screens.allSatisfy { $0.waitCount == 0 }, "the loop never waits for a display")
    for show in shows.all {
      for view in show.views {
        let stage = view.stage
        #expect(stage.size == view.output.size)
        #expect(stage.generation == show.stage.generation && stage.scene === show.stage.scene)
        #expect(stage.locale == show.stage.locale)
        #expect(stage.reducesMotion == show.stage.reducesMotion)
        guard let screen = view.output as? FakeScreen, case .enabled = screen.state,
          !screen.isBusy, !stage.needsFrame
        else { continue }
        let whole = PixelBuffer(size: stage.size, format: screen.format)
        stage.draw(Region(PixelRect(stage.size)), into: whole.surface)
        #expect(whole.bytes == screen.pixels, "\(screen.name) at \(stage.time) s")
      }
    }
  }

  /// A frame's time, in which the displays show what they got.
  private func turn() throws {
    for screen in screens where screen.isBusy { screen.flip(at: harness.clock.now) }
    harness.clock.now += pick([1, 16_667, 16_667, 100_000, 2_500_000])
    try harness.daemon.turn(milliseconds: 0)
  }

  private func pick<Item>(_ items: [Item]) -> Item {
    items[generator.int(in: 0...items.count - 1)]
  }

  private func plug() {
    // A card that is left is not scanned.
    if card.isSuspended { return }
    let sides = [1, 33, 96, 200]
    for screen in screens where generator.chance(0.3) {
      _ = screen.loseFlip()
      screen.flips = generator.chance(0.5)
      screen.exchange(
        mode: OutputMode(
          size: PixelSize(width: pick(sides), height: pick(sides)), scale: pick([0.5, 1, 2])))
    }
    let found = screens.filter { _ in generator.chance(0.6) }.shuffled(using: &generator)
    // A monitor that is gone is found anew.
    for screen in screens where !found.contains(where: { $0 === screen }) {
      _ = screen.loseFlip()
      screen.exchange()
      screen.state = .enabled
    }
    card.found = found
    harness.outputManager.lookAnew(for: harness.shows)
  }

  private func load() throws {
    let text =
      generator.chance(0.5) ? Self.scene : SceneGenerator.text(seed: generator.next())
    let screen = generator.chance(0.3) ? pick(screens).name : nil
    if let screen, (try? harness.shows.screen(named: screen)) == nil { return }
    try? harness.daemon.loads.add(
      SceneLoad(
        .origin(.bytes(Array(text.utf8), name: "walk")), on: screen,
        migrates: generator.chance(0.5)))
  }

  private var question: PromptState {
    PromptState(message: "Password for the disk", entry: .bullets(3))
  }

  private func touch() {
    let stage = pick(harness.shows.presenters).stage
    let place = Point(x: generator.double(in: 0...96), y: generator.double(in: 0...64))
    let now = Double(harness.clock.now) / 1e6
    switch generator.int(in: 0...2) {
    case 0: stage.pointerBegan(1, at: place, time: now)
    case 1: stage.pointerMoved(1, to: place, time: now)
    default: stage.pointerEnded(1, time: now)
    }
  }

  private func call(
    _ method: DisplayInterface.Method, _ parameters: JSONObject = [:]
  ) throws {
    try pick(clients).write(method.call(parameters))
  }
}

extension SceneGenerator {
  /// A scene of all kinds of layers.
  fileprivate static func text(seed: UInt64) -> String {
    var generator = SceneGenerator(seed: seed, vocabulary: .full)
    return generator.scene()
  }
}
