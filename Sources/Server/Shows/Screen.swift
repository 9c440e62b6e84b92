/// A screen that is to have a scene of its own, whether it is there or not.
final class Screen {
  /// As outputs are called: `HDMI-A-1`.
  let name: String
  /// Where its scene came from, for loading it again.
  var origin: SceneOrigin

  init(name: String, origin: SceneOrigin) {
    self.name = name
    self.origin = origin
  }
}
