import Geometry
import Raster
import Scene
import Stage
import System
import TestSupport
import Testing

/// Frames that are sampled and drawn in slices, with requests between them.
@Suite struct SlicedFramesTests {
  /// Two stages of a scene: one does each frame in one go, the other one in slices.
  private final class Pair {
    let whole: Stage
    let sliced: Stage
    private let wholeScreen: PixelBuffer
    private let slicedScreen: PixelBuffer
    private var random: SeededGenerator
    /// The most slices of one advance.
    private(set) var mostSlices = 0
    /// The frames in which requests were made with slices left to sample.
    private(set) var requestsWithin = 0

    init(_ scene: Scene, size: PixelSize, seed: UInt64, workers: Workers? = nil) {
      whole = Stage(scene: scene, size: size, scale: 1)
      sliced = Stage(scene: scene, size: size, scale: 1)
      sliced.workers = workers
      wholeScreen = PixelBuffer(size: size, format: .xrgb8888)
      slicedScreen = PixelBuffer(size: size, format: .xrgb8888)
      random = SeededGenerator(seed: seed)
    }

    /// Presents a frame on both, with requests in the middle of the sliced one and after the other.
    /// They come before any slice that follows the requests of the frame itself, the first one
    /// included.
    /// - Returns: true if they are equal.
    func show(
      at time: Double, whileSampling: (Stage) -> Void = { _ in },
      whileDrawing: (Stage) -> Void = { _ in }
    ) -> Bool {
      whole.draw(whole.advance(to: time), into: wholeScreen.surface)
      whileSampling(whole)
      whileDrawing(whole)

      sliced.beginAdvance(to: time)
      var (slices, damage) = (0, Region?.none)
      var left: Int? = random.int(in: 0...3)
      while damage == nil {
        if let wait = left, !sliced.awaitsRequests {
          if wait == 0 {
            whileSampling(sliced)
            requestsWithin += 1
          }
          left = wait == 0 ? nil : wait - 1
        }
        damage = sliced.advanceSlice()
        slices += 1
      }
      if left != nil { whileSampling(sliced) }
      mostSlices = max(mostSlices, slices)
      var drawing = sliced.beginDrawing(damage ?? Region(), into: slicedScreen.surface)
      whileDrawing(sliced)
      while !drawing.isDone { _ = drawing.drawSlice(ofArea: random.int(in: 1...3000)) }
      return wholeScreen.bytes == slicedScreen.bytes
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `every scene has the same frames in slices`(seed: UInt64) {
    guard let scene = GeneratedScene(seed: 5000 + seed).load() else { return }
    var random = SeededGenerator(seed: seed)
    let pair = Pair(scene, size: PixelSize(width: 67, height: 49), seed: seed)
    var time = 0.0
    for step in 0..<8 {
      let value = random.double(in: 0...1)
      let kinds = (random.int(in: 0...3), random.int(in: 0...4))
      let isEqual = pair.show(
        at: time,
        whileSampling: { stage in
          switch kinds.0 {
          case 0: _ = try? stage.setProgress("work", to: value)
          case 1: try? stage.setText("say", to: "\(step) {percent}")
          case 2: _ = try? stage.reveal("show")
          default: break
          }
        },
        whileDrawing: { stage in
          switch kinds.1 {
          case 0: stage.reducesMotion.toggle()
          case 1: _ = try? stage.toggleScrub("drag")
          case 2: try? stage.setIndeterminate("work", value < 0.5)
          default: break
          }
        })
      #expect(isEqual, "seed \(seed), step \(step) at \(time) s")
      time += [0.001, 1.0 / 60, 0.3, 1, 7.5][random.int(in: 0...4)]
    }
  }

  /// A scene of hundreds of layers: in groups that move, below masks, and instances of replicators.
  private static func crowd(of count: Int) -> String {
    func dots(_ animation: String) -> String {
      (0..<count).map { n in
        """
        { "frame": [\(n * 7 % 300), \(n * 13 % 200), 5, 4], "backgroundColor": "#\(300_000 + 997 * n)"
          \(n % 3 == 0 ? animation : "") }
        """
      }.joined(separator: ", ")
    }
    let move = """
      , "animations": [ { "key": "position.x", "by": 40, "duration": 3, "autoreverses": true,
        "repeat": "forever" } ]
      """
    return """
      { "layers": [
        { "kind": "progress", "name": "bar", "style": "line", "frame": [0, 0, "100%", 20] },
        { "name": "crowd", "frame": [0, 0, 300, 200], "layers": [ \(dots(move)) ]\(move) },
        { "frame": [40, 30, 200, 150], "opacity": 0.7, "mask": { "frame": [0, 0, 150, 100],
          "backgroundColor": "#000000", "cornerRadius": 20 }, "layers": [ \(dots(move)) ]\(move) },
        { "kind": "replicator", "frame": [8, 60, 40, 40], "instances": 9, "delay": 0.11,
          "instanceTransform": { "rotation": 40 }, "colorOffset": [-0.05, 0, 0, -0.08],
          "layers": [ { "kind": "replicator", "frame": [0, 0, 40, 40], "instances": 7,
            "instanceTransform": { "translation": [5, 1] }, "layers": [
              { "frame": [0, 0, 3, 3], "backgroundColor": "#FFC040"\(move) } ] } ] }
      ], "controls": { "work": { "kind": "progress", "drives": ["bar"] } } }
      """
  }

  private static func load(_ text: String) throws -> Scene {
    try SceneLoader.load(bytes: Array(text.utf8), name: "crowd.jsonc", directory: nil)
  }

  @Test func `hundreds of layers take many slices, and look the same`() throws {
    let pair = Pair(
      try Self.load(Self.crowd(of: 120)), size: PixelSize(width: 320, height: 240), seed: 1)
    for step in 0..<10 {
      let isEqual = pair.show(
        at: Double(step) * 0.23,
        whileSampling: { _ = try? $0.setProgress("work", to: Double(step) / 10) },
        whileDrawing: { if step % 3 == 0 { $0.reducesMotion.toggle() } })
      #expect(isEqual, "step \(step)")
    }
    // 240 layers of 32 a slice are sampled, and 63 instances; then the same are recorded.
    #expect(pair.mostSlices >= 15)
    #expect(pair.requestsWithin == 10)
  }

  @Test func `requests are applied in slices, and later ones are of the same frame`() throws {
    let size = PixelSize(width: 320, height: 240)
    let scene = try Self.load(Self.crowd(of: 120))
    let stages = (0..<2).map { _ in Stage(scene: scene, size: size, scale: 1) }
    let whole = PixelBuffer(size: size, format: .xrgb8888)
    let sliced = PixelBuffer(size: size, format: .xrgb8888)
    stages[0].draw(stages[0].advance(to: 0), into: whole.surface)
    stages[1].draw(stages[1].advance(to: 0), into: sliced.surface)
    for stage in stages { _ = try stage.setProgress("work", to: 0.2) }
    _ = try stages[0].setProgress("work", to: 0.8)
    stages[0].draw(stages[0].advance(to: 0.5), into: whole.surface)

    stages[1].beginAdvance(to: 0.5)
    var (slices, damage) = (0, Region?.none)
    while damage == nil {
      if slices == 2 { _ = try stages[1].setProgress("work", to: 0.8) }
      if stages[1].awaitsRequests { slices += 1 }
      damage = stages[1].advanceSlice()
    }
    stages[1].draw(damage ?? Region(), into: sliced.surface)
    // 80 of the layers are animated.
    #expect(slices >= 3)
    #expect(whole.bytes == sliced.bytes)
  }

  @Test func `two workers draw the same in slices`() throws {
    let pool = ThreadPool(memberCount: 2)
    let workers = Workers(
      count: 2, begin: { pool.begin($0, $1) }, takePart: { pool.takePart() }, end: { pool.end() })
    let pair = Pair(
      try Self.load(Self.crowd(of: 60)), size: PixelSize(width: 1290, height: 870), seed: 2,
      workers: workers)
    for step in 0..<4 {
      // Each frame is drawn whole, so that it is large enough to be shared.
      pair.whole.invalidate()
      pair.sliced.invalidate()
      #expect(pair.show(at: Double(step) * 0.23), "step \(step)")
    }
  }

  @Test func `a change of the stage leaves a frame that is half drawn as it is`() throws {
    let size = PixelSize(width: 320, height: 240)
    let scene = try Self.load(Self.crowd(of: 60))
    let other = try Self.load(Self.crowd(of: 3))
    let changes: [(Stage) -> Void] = [
      { _ = $0.advance(to: 0.5) },
      { $0.replaceScene(other) },
      { $0.resize(to: PixelSize(width: 100, height: 90), scale: 1) },
      { $0.reducesMotion = true },
    ]
    for (index, change) in changes.enumerated() {
      let reference = Stage(scene: scene, size: size, scale: 1)
      let expected = PixelBuffer(size: size, format: .xrgb8888)
      reference.draw(reference.advance(to: 0), into: expected.surface)

      let stage = Stage(scene: scene, size: size, scale: 1)
      let screen = PixelBuffer(size: size, format: .xrgb8888)
      draw(stage, into: screen, change: change)
      #expect(screen.bytes == expected.bytes, "change \(index)")

      let next = PixelBuffer(size: stage.size, format: .xrgb8888)
      _ = stage.advance(to: 1)
      stage.draw(Region(PixelRect(stage.size)), into: next.surface)
      let wanted = PixelBuffer(size: stage.size, format: .xrgb8888)
      change(reference)
      _ = reference.advance(to: 1)
      reference.draw(Region(PixelRect(stage.size)), into: wanted.surface)
      #expect(next.bytes == wanted.bytes, "after change \(index)")
    }
  }

  private func draw(_ stage: Stage, into screen: borrowing PixelBuffer, change: (Stage) -> Void) {
    var drawing = stage.beginDrawing(stage.advance(to: 0), into: screen.surface)
    for _ in 0..<12 { _ = drawing.drawSlice(ofArea: 4000) }
    let isDone = drawing.isDone
    #expect(!isDone)
    change(stage)
    drawing.finish()
  }

  @Test func `a scene that comes in the middle of an advance begins with the next frame`() throws {
    let size = PixelSize(width: 320, height: 240)
    let stage = Stage(scene: try Self.load(Self.crowd(of: 60)), size: size, scale: 1)
    stage.beginAdvance(to: 0)
    #expect(stage.advanceSlice() == nil)
    stage.replaceScene(try Self.load(Self.crowd(of: 3)))
    #expect(stage.advanceSlice()?.isEmpty == true)
    #expect(stage.needsFrame)
    #expect(stage.advance(to: 1).area == size.width * size.height)
  }
}
