import Geometry
import Scene
import Stage
import TestSupport
import Testing

/// The way of a scene to a steady picture.
@Suite struct StageLandingTests {
  private static func scene(_ animations: [String]) -> String {
    let layers = animations.enumerated().map { index, animation in
      """
      { "frame": [\(10 + index * 40), 20, 30, 30], "backgroundColor": "#40C0FF",
        "animations": [\(animation)] }
      """
    }
    return "{ \"layers\": [" + layers.joined(separator: ",\n") + "] }"
  }

  private static func endless(_ random: inout SeededGenerator) -> String {
    let keys = [
      "\"key\": \"opacity\", \"from\": 0.2, \"to\": 0.9",
      "\"key\": \"rotation\", \"by\": 360",
      "\"key\": \"position.y\", \"values\": [30, 60, 90]",
    ]
    let key = keys[random.int(in: 0...2)]
    let duration = random.double(in: 0.05...6)
    let reverses = random.chance(0.5)
    return
      "{ \(key), \"duration\": \(duration), \"autoreverses\": \(reverses), \"repeat\": \"forever\" }"
  }

  @Test(arguments: [UInt64](1...20))
  func `loops of any length end in time, with the picture of a scene without them`(seed: UInt64)
    throws
  {
    var random = SeededGenerator(seed: seed)
    let player = try SteppedStage(Self.scene((0..<4).map { _ in Self.endless(&random) }))
    let still = try SteppedStage(Self.scene(["", "", "", ""]))
    let start = random.double(in: 0.1...20)
    player.show(at: start)
    #expect(!player.stage.hasLanded)
    player.stage.land(by: start + 2.5)
    #expect(!player.stage.hasLanded)
    var frame = 1
    while !player.stage.hasLanded, frame < 200 {
      player.show(at: start + Double(frame) / 60)
      frame += 1
    }
    #expect(frame <= 152, "seed \(seed)")
    #expect(player.pixels == still.pixels, "seed \(seed)")
    #expect(player.stage.runningAnimationCount == 0)
  }

  @Test func `a scene at rest has landed with its next frame`() throws {
    let player = try SteppedStage("{ \"layers\": [{ \"backgroundColor\": \"#FFFFFF\" }] }")
    player.stage.land(by: 2.5)
    player.show(at: 0.1)
    #expect(player.stage.hasLanded && player.redrawCount == 1)
  }
}
