import Foundation
import Geometry
import Raster
import Scene
import Stage
import Testing

/// The deepest scenes that the limits allow play on a small stack, as threads have.
@Suite struct DeepScenesTests {
  /// Bytes. Without optimization functions take several times the room.
  private static let stackSize: Int = {
    #if DEBUG
      return 4 << 20
    #else
      return 512 << 10
    #endif
  }()

  /// Plays a scene on a thread with a small stack; false where it does not load.
  private func play(_ text: String) -> Bool {
    let done = DispatchSemaphore(value: 0)
    let result = Result()
    let thread = Thread {
      result.hasLoaded = Self.show(text)
      done.signal()
    }
    thread.stackSize = Self.stackSize
    thread.start()
    done.wait()
    return result.hasLoaded
  }

  private final class Result: @unchecked Sendable { var hasLoaded = false }

  private static func show(_ text: String) -> Bool {
    guard
      let scene = try? SceneLoader.load(bytes: Array(text.utf8), name: "s.jsonc", directory: nil)
    else { return false }
    let stage = Stage(scene: scene, size: PixelSize(width: 40, height: 30), scale: 1)
    let screen = PixelBuffer(size: stage.size, format: .xrgb8888)
    for time in [0, 0.4, 1, 3] {
      stage.draw(stage.advance(to: time), into: screen.surface)
    }
    stage.resize(to: PixelSize(width: 30, height: 40), scale: 1)
    let other = PixelBuffer(size: stage.size, format: .xrgb8888)
    stage.draw(stage.advance(to: 4), into: other.surface)
    stage.replaceScene(scene, migrating: true)
    stage.draw(stage.advance(to: 5), into: other.surface)
    _ = try? stage.layers()
    _ = stage.accessibilityNodes
    return true
  }

  private func nested(_ level: String, _ count: Int, around inner: String = "{}") -> String {
    var text = inner
    for _ in 0..<count { text = level.replacingOccurrences(of: "@", with: text) }
    return "{ \"layers\": [\(text)] }"
  }

  @Test(arguments: [
    "{ \"layers\": [@] }",
    "{ \"mask\": @, \"backgroundColor\": \"#FF0000\" }",
    "{ \"opacity\": 0.9, \"layers\": [@, {}] }",
    "{ \"kind\": \"replicator\", \"delay\": 0.1, \"layers\": [@] }",
    "{ \"shadowOpacity\": 1, \"size\": [9, 9], \"layers\": [@] }",
    "{ \"rotation\": [10, 20, 30], \"sublayerTransform\": { \"scale\": 2 }, \"layers\": [@] }",
    """
    { "masksToBounds": true, "cornerRadius": 5, "backgroundColor": "#FF000080", "layers": [@],
      "animations": [{ "key": "rotation", "by": 90, "repeat": "forever" }] }
    """,
  ])
  func `layers nest to sixty-three levels and no further`(level: String) {
    #expect(play(nested(level, 63)))
    #expect(!play(nested(level, 64)))
  }

  @Test func `text that is nested without end is refused`() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      let text =
        String(repeating: open, count: 400_000) + "1" + String(repeating: close, count: 400_000)
      #expect(!play(text))
      #expect(!play("{ \"layers\": \(text) }"))
    }
  }

  @Test func `groups of animations end at eight levels`() {
    func groups(_ count: Int) -> String {
      var text = "{ \"key\": \"opacity\", \"to\": 0 }"
      for _ in 0..<count { text = "{ \"group\": [\(text)], \"duration\": 1 }" }
      return "{ \"layers\": [{ \"animations\": [\(text)] }] }"
    }
    #expect(play(groups(8)))
    #expect(!play(groups(9)))
  }
}
