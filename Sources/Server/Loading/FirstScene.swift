import Scene

/// The first scene of a start.
struct FirstScene {
  /// The source of the requested scene, which is loaded again on HUP.
  var origin: SceneOrigin
  var scene: Scene
  /// The reason why the shown scene is not the requested one, or is incomplete; nil if it is the
  /// requested one and complete.
  var fault: String?

  /// A scene that was loaded, but perhaps incompletely.
  init(_ scene: Scene, from origin: SceneOrigin) {
    self.origin = origin
    self.scene = scene
    guard let first = scene.omissions.first else { return }
    let others = scene.omissions.count - 1
    fault =
      first.summary
      + (others == 0 ? "" : "; and \(others) more" + (others == 1 ? " like it" : " like that"))
  }

  /// The built-in scene instead of another one.
  init(_ builtIn: Scene, for origin: SceneOrigin, fault: String) {
    (scene, self.origin, self.fault) = (builtIn, origin, fault)
  }
}

extension SceneDiagnostic {
  /// One line: the place and the message.
  var summary: String { file + ":\(line):\(column): " + message }
}
