/// A screen with a scene of its own, connected or not.
final class Screen {
  /// An output's name, such as `HDMI-A-1`.
  let name: String
  /// The source of its scene, for loading it again.
  var origin: SceneOrigin

  init(name: String, origin: SceneOrigin) {
    self.name = name
    self.origin = origin
  }
}
