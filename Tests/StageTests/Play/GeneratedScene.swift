import Geometry
import Raster
import Scene
import Stage
import TestSupport
import Testing

/// A scene from a seed, played at odd times into odd surfaces.
struct GeneratedScene {
  let seed: UInt64
  let vocabulary: SceneGenerator.Vocabulary
  let text: String
  private var random: SeededGenerator
  private let formats: [PixelFormat] = [.xrgb8888, .argb8888, .rgb565]
  private let scales = [1, 0.25, 3, 0.1, 1.5, 1000]

  init(seed: UInt64, vocabulary: SceneGenerator.Vocabulary = .first) {
    (self.seed, self.vocabulary) = (seed, vocabulary)
    var generator = SceneGenerator(seed: seed, vocabulary: vocabulary)
    text = generator.scene()
    random = SeededGenerator(seed: seed ^ 0x5CE4E)
  }

  /// Reads the scene; nil if it exceeds the limits.
  func load() -> Scene? {
    try? SceneLoader.load(bytes: Array(text.utf8), name: "seed-\(seed).jsonc", directory: nil)
  }

  /// Plays the scene: advances, draws changes, makes requests, resizes, and carries over into
  /// another scene. In the end the picture drawn in parts has to equal a full repaint.
  mutating func play(_ scene: Scene, into other: Scene?) {
    let stage = Stage(scene: scene, size: size(), scale: scale())
    let format = formats[random.int(in: 0...2)]
    var screen = PixelBuffer(size: stage.size, format: format)
    var time = 0.0
    for step in 0..<6 {
      stage.draw(stage.advance(to: time), into: screen.surface)
      if let next = stage.nextChange { #expect(!next.isNaN, "seed \(seed)") }
      expectWhole(stage, screen, format, "step \(step) at \(time) s")
      request(stage)
      if vocabulary == .full { answer(stage) }
      if step == 2 {
        let former = stage.size
        stage.resize(to: size(), scale: scale())
        if stage.size != former { screen = PixelBuffer(size: stage.size, format: format) }
      }
      if step == 3, let other { stage.replaceScene(other, migrating: random.chance(0.7)) }
      time += [0.001, 1.0 / 60, 0.3, 1, 7.5, 86_400, 1e9][random.int(in: 0...6)]
    }
    _ = try? stage.layers()
    _ = stage.accessibilityNodes
    _ = stage.takeEvents()
  }

  private func expectWhole(
    _ stage: Stage, _ screen: borrowing PixelBuffer, _ format: PixelFormat, _ place: String
  ) {
    let whole = PixelBuffer(size: stage.size, format: format)
    stage.draw(Region(PixelRect(stage.size)), into: whole.surface)
    if screen.bytes != whole.bytes {
      Issue.record("seed \(seed): a partial repaint differs from a whole one, \(place)")
    }
    if stage.plainPicture(format).bytes != whole.bytes {
      Issue.record("seed \(seed): a picture without fast paths differs, \(place)")
    }
  }

  private mutating func size() -> PixelSize {
    PixelSize(width: random.int(in: 1...70), height: random.int(in: 1...50))
  }

  private mutating func scale() -> Double {
    random.chance(0.6) ? 1 : scales[random.int(in: 0...(scales.count - 1))]
  }

  private mutating func request(_ stage: Stage) {
    let value = [0, 1, 0.5, Double.leastNonzeroMagnitude, -1e308, 1e308][random.int(in: 0...5)]
    switch random.int(in: 0...8) {
    case 0: _ = try? stage.setProgress("work", to: value)
    case 1:
      _ = try? stage.setProgress(
        nil, ProgressChange(.received(value, expected: random.double(in: 0...2))))
    case 2: try? stage.setIndeterminate("work", random.chance(0.5))
    case 3: try? stage.setText("say", to: "{percent} of {phase}\u{301}\n\u{1F469}\u{200D}")
    case 4: _ = try? stage.reveal("show")
    case 5:
      stage.pointerBegan(1, at: Point(x: 3, y: 3), time: 0)
      stage.pointerMoved(1, to: Point(x: value, y: 1e308), time: Double.leastNonzeroMagnitude)
      stage.pointerEnded(1, time: 1e-300)
    case 6: _ = try? stage.toggleScrub("drag")
    case 7: stage.reducesMotion.toggle()
    default: break
    }
  }
  /// A key, a tap, a line of a log, a choice or another locale.
  private mutating func answer(_ stage: Stage) {
    let keys: [InputKey] = [
      .tab, .backTab, .enter, .escape, .left, .end, .backspace, .character("a"),
      .character("\u{1F469}"), .character("\u{301}"),
    ]
    switch random.int(in: 0...7) {
    case 0...2:
      for _ in 0..<3 { _ = stage.handle(keys[random.int(in: 0...(keys.count - 1))]) }
    case 3: stage.hasKeyboard.toggle()
    case 4: try? stage.appendLog("lines", "one\ntwo \u{202E}three\u{0}")
    case 5: _ = try? stage.setState("choose", to: "b")
    case 6: try? stage.setLocale(["", "ar", "de"][random.int(in: 0...2)])
    default:
      let place = Point(x: random.double(in: -5...70), y: random.double(in: -5...50))
      stage.pointerBegan(2, at: place, time: stage.time)
      _ = stage.pointerEnded(2, time: stage.time)
    }
  }
}
