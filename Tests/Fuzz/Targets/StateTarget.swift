import Geometry
import Images
import JSON
import Raster
import Scene
import Stage
import System
import TestSupport
import Wire

@testable import Output
@testable import Server

/// A daemon's life, controlled by the bytes: requests, scenes, sizes, outputs that fail and go,
/// fingers, and time in steps of any size.
///
/// The screen always equals a full repaint, and time does not run back.
enum StateTarget {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    var source = ByteSource(bytes)
    let screen = FallibleScreen(size: PixelSize(width: 32, height: 24))
    let harness: Harness
    do {
      harness = try Harness(
        isStepped: false, text: MessageTarget.scene, size: screen.size,
        open: { _ in OneScreen(screen) })
    } catch {
      throw Finding("the daemon does not start: \(error)")
    }
    let life = Life(harness: harness, screen: screen)
    for _ in 0..<48 where !source.isEmpty { try life.live(&source) }
  }
}

/// The screen of a machine, which may fail.
private final class OneScreen: Backend {
  init(_ screen: Output) {
    super.init(name: "one")
    outputs = [screen]
  }
}

/// A picture in memory that can fail to be shown, and change its size.
private final class FallibleScreen: Output {
  var fault: OutputFault?
  private(set) var pixels: [UInt8] = []

  init(size: PixelSize) { super.init(name: "none-1", mode: OutputMode(size: size)) }

  func resize(_ size: PixelSize, scale: Double) {
    mode = OutputMode(size: size, scale: scale)
    changeCount += 1
    pixels = []
  }

  override func show(
    _ damage: Region, frame: Int, draw: (Surface, Region) -> Void
  ) throws(OutputFault) -> FrameHash? {
    let buffer = PixelBuffer(size: size, format: format)
    let region = pixels.isEmpty ? Region(PixelRect(size)) : damage
    unsafe buffer.surface.base.copyMemory(from: pixels, byteCount: pixels.count)
    draw(buffer.surface, region)
    pixels = buffer.bytes
    if let fault { throw fault }
    return nil
  }
}

/// A daemon and the observations of it.
private final class Life {
  private let harness: Harness
  private let screen: FallibleScreen
  private let dispatcher: Dispatcher
  private var lastTime = 0.0

  init(harness: Harness, screen: FallibleScreen) {
    self.harness = harness
    self.screen = screen
    dispatcher = Dispatcher(
      shows: harness.shows, boot: harness.daemon.boot, limits: Limits())
  }

  func live(_ source: inout ByteSource) throws(Finding) {
    switch source.choice(12) {
    case 0...3:
      try MessageTarget.answer(MessageTarget.generator.call(&source), dispatcher, harness)
    case 4: load(&source)
    case 5: resize(&source)
    case 6:
      screen.fault = source.isOnce(in: 2) ? .noFlip : nil
    case 7: touch(&source)
    default:
      harness.clock.now += source.pick([
        1, 16_667, 16_667, 16_667, 100_000, 250_000, 1_000_000, 7_500_000, 3_600_000_000,
        86_400_000_000,
      ])
    }
    try turn()
  }

  private func turn() throws(Finding) {
    let (shows, now) = (harness.shows, harness.shows.now)
    shows.tick(now: now)
    if shows.main.lead.hasOtherMode { shows.main.lead.move(to: screen) }
    shows.schedule(now: now)
    _ = shows.takeEvents().map { $0.object }
    let stage = shows.stage
    try require(stage.time >= lastTime, "time runs back from \(lastTime) to \(stage.time)")
    // Another scene has the same clock.
    lastTime = stage.time
    guard screen.fault == nil, !stage.hasFrame(at: stage.time), !screen.pixels.isEmpty,
      stage.size == screen.size
    else { return }
    let whole = PixelBuffer(size: stage.size, format: screen.format)
    stage.draw(Region(PixelRect(stage.size)), into: whole.surface)
    try require(
      whole.bytes == screen.pixels, "at \(stage.time) s the screen is not what a repaint shows")
  }

  private func load(_ source: inout ByteSource) {
    let seed = source.bits(2)
    let kind = source.choice(4)
    var generator = SceneGenerator(seed: seed, vocabulary: kind == 2 ? .full : .first)
    let text = kind == 3 ? MessageTarget.scene : generator.scene()
    let origin = SceneOrigin.bytes(Array(text.utf8), name: "s")
    guard let scene = try? origin.load() else { return }
    let loaded = LoadedScene(scene, from: origin, harness.shows.formats(on: nil))
    harness.shows.show(loaded, migrating: source.isOnce(in: 2))
  }

  private func resize(_ source: inout ByteSource) {
    let size = PixelSize(width: 1 + source.choice(48), height: 1 + source.choice(48))
    screen.resize(size, scale: source.pick([1, 1, 2, 0.5, 1.25]))
  }

  private func touch(_ source: inout ByteSource) {
    let stage = harness.shows.stage
    let place = Point(x: Double(source.choice(64)) - 8, y: Double(source.choice(64)) - 8)
    let time = Double(harness.clock.now) / 1e6
    let contact = UInt64(source.choice(3))
    switch source.choice(4) {
    case 0: stage.pointerBegan(contact, at: place, time: time)
    case 1: stage.pointerMoved(contact, to: place, time: time)
    case 2: stage.pointerEnded(contact, time: time)
    default: stage.pointerCancelled(contact)
    }
  }
}
