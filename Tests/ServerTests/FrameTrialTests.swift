import Geometry
import Scene
import Stage
import Testing

@testable import Server

/// The cost of a scene's frame, measured before the scene is in play.
@Suite struct FrameTrialTests {
  private let format = LoadDesk.Format(size: PixelSize(width: 64, height: 128), scale: 1)

  /// A clock that runs on at each look.
  private final class Clock {
    private(set) var looks = 0
    private var time: Int64 = 0
    let pace: Int64
    /// The number of looks after which the clock runs a hundred times as fast.
    let quickLooks: Int

    init(_ pace: Int64, quickLooks: Int = .max) {
      self.pace = pace
      self.quickLooks = quickLooks
    }

    func read() -> Int64 {
      looks += 1
      time += looks > quickLooks ? pace * 100 : pace
      return time
    }
  }

  /// A scene of one layer with some animations.
  private func scene(_ animations: String) throws -> Scene {
    let text = """
      { "layers": [
        { "frame": [0, 0, 64, 128], "backgroundColor": "#FFFFFF", "animations": [\(animations)] }
      ] }
      """
    return try SceneOrigin.bytes(Array(text.utf8), name: "test").load()
  }

  private func error(
    _ clock: Clock, limit: Int64, _ scene: Scene = .builtInBoot
  ) -> SceneError? {
    do throws(SceneError) {
      try FrameTrial(limit: limit, now: clock.read).check(scene, in: format)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a frame that is drawn in time is accepted`() throws {
    let clock = Clock(1)
    #expect(error(clock, limit: 1000, try scene("")) == nil)
    #expect(clock.looks == 34, "before, behind, and before each of 32 slices")
    #expect(error(Clock(1), limit: 1000) == nil)
  }

  @Test func `later frames are drawn where something has moved`() throws {
    let fade = #"{ "key": "opacity", "from": 0, "to": 1, "duration": 0.5 }"#
    let pulse = #"{ "key": "opacity", "from": 0, "to": 1, "duration": 3, "repeat": "forever" }"#
    for (animation, frames) in [(fade, 2), (pulse, 3)] {
      let clock = Clock(1)
      #expect(error(clock, limit: 1000, try scene(animation)) == nil)
      #expect(clock.looks == frames * 34)
      // The first frame would be in time.
      let late = Clock(1, quickLooks: 34)
      #expect(error(late, limit: 1000, try scene(animation))?.diagnostics.map(\.code) == [.limit])
      #expect(late.looks < 34 + 16)
    }
  }

  @Test func `a picture of a few pixels has slices, too`() throws {
    let format = LoadDesk.Format(size: PixelSize(width: 5, height: 5), scale: 1)
    try FrameTrial(limit: 1000, now: Clock(1).read).check(.builtInBoot, in: format)
  }

  @Test func `a frame that takes too long is given up in the middle`() {
    let clock = Clock(100)
    let found = error(clock, limit: 1000)
    #expect(found?.diagnostics.map(\.code) == [.limit])
    #expect(found?.diagnostics.first?.file == "boot.jsonc")
    #expect(clock.looks < 16)
  }

  @Test func `a scene that takes too long is not handed to the loop, even to be only checked`() {
    for isToBeShown in [true, false] {
      let desk = LoadDesk(trial: FrameTrial(limit: 0, now: Clock(1).read))
      desk.put(.origin(.builtInBoot), formats: [format], isToBeShown: isToBeShown)
      desk.work()
      guard case .sceneFailed? = desk.takeResult() else {
        Issue.record("the scene is accepted")
        return
      }
    }
    let untried = LoadDesk(trial: nil)
    untried.put(.origin(.builtInBoot), formats: [format], isToBeShown: true)
    untried.work()
    guard case .loaded(let loaded)? = untried.takeResult() else {
      Issue.record("the scene is not accepted")
      return
    }
    #expect(loaded.take(for: format.size, scale: 1, locale: "").scene === loaded.scene)
  }
}
