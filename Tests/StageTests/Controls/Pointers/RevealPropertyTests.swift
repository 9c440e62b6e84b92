import Geometry
import Raster
import Scene
import Stage
import TestSupport
import Testing

/// Reveals in any order, mixed with other requests.
@Suite struct RevealPropertyTests {
  private static let photo = """
    "kind": "gradient", "name": "photo", "size": ["70%", "60%"], "colors": ["#FF8000", "#4060FF"],
    "mask": { "kind": "shape", "path": { "ellipse": {} }, "fillColor": "#000000" }
    """
  private static let covered = """
    { "layers": [
        { \(photo) },
        { "name": "cover", "backgroundColor": "#204060" },
        { "kind": "loader", "name": "ring", "position": ["40%", "50%"], "radius": 8 } ],
      "controls": {
        "load": { "kind": "reveal", "content": "photo", "loader": "ring", "background": "cover",
          "duration": 0.5, "value": 0.3 } } }
    """
  private static let bare = "{ \"layers\": [ { \(photo) } ] }"
  private static let sizes = [PixelSize(width: 60, height: 40), PixelSize(width: 35, height: 50)]

  @Test(arguments: 0..<24)
  func `any order of requests gives the same frames again, and ends covered or bare`(
    seed: Int
  ) throws {
    func play() throws -> [UInt64] {
      var random = SeededGenerator(seed: UInt64(seed))
      let player = try SteppedStage(Self.covered, size: Self.sizes[0])
      let stage = player.stage
      var hashes: [UInt64] = []
      var time = 0.0
      // Every reveal that was started ends exactly once.
      var (started, over) = (0, 0)
      var last: Reveal?
      func count() {
        for case .revealFinished in stage.takeEvents() { over += 1 }
      }
      for _ in 0..<60 {
        switch random.int(in: 0...9) {
        case 0, 1, 2:
          let duration = random.chance(0.2) ? 0 : nil as Double?
          let outcome = try stage.reveal(nil, duration: duration)
          last = outcome.reveal
          if outcome.isStarted { started += 1 }
        case 3: try stage.conceal("load")
        case 4: _ = try stage.setProgress(nil, to: random.double(in: 0...1))
        case 5: try stage.setIndeterminate(nil, random.chance(0.5))
        case 6: stage.resize(to: Self.sizes[random.int(in: 0...1)], scale: 1)
        case 7: stage.replaceScene(stage.scene, migrating: random.chance(0.7))
        case 8: stage.reducesMotion = random.chance(0.5)
        default: if random.chance(0.5) { try stage.pause() } else { try stage.resume() }
        }
        time += random.double(in: 0...0.2)
        _ = stage.advance(to: time)
        hashes.append(pictureHash(player.redrawn()))
        count()
        let isRunning = last.map { stage.state(of: $0) == .running } ?? false
        #expect(started - over == (isRunning ? 1 : 0), "seed \(seed)")
      }
      try stage.resume()
      stage.reducesMotion = false
      _ = try stage.reveal("load")
      for frame in 0...60 { _ = stage.advance(to: time + Double(frame) / 50) }
      #expect(stage.controls[0].isRevealed == true, "seed \(seed)")
      let bare = try SteppedStage(Self.bare, size: stage.size)
      #expect(player.redrawn() == bare.pixels, "seed \(seed)")
      try stage.conceal("load")
      for frame in 0...60 { _ = stage.advance(to: time + 2 + Double(frame) / 50) }
      let covered = try SteppedStage(Self.covered, size: stage.size)
      #expect(player.redrawn() == covered.pixels, "seed \(seed)")
      return hashes
    }
    let first = try play()
    #expect(try play() == first, "seed \(seed)")
  }
}
