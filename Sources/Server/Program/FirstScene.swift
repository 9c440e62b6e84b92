import Scene

/// The scene that a start begins with.
struct FirstScene {
  /// Where the scene came from, or was to come from: what is loaded again on HUP.
  var origin: SceneOrigin
  var scene: Scene
  /// Why it is not the one that was asked for, or not whole; nil where it is.
  var fault: String?

  /// A scene that was loaded, though perhaps not whole.
  init(_ scene: Scene, from origin: SceneOrigin) {
    self.origin = origin
    self.scene = scene
    guard let first = scene.omissions.first else { return }
    let others = scene.omissions.count - 1
    fault =
      first.summary
      + (others == 0 ? "" : "; and \(others) more" + (others == 1 ? " like it" : " like that"))
  }

  /// The built-in scene in the place of another one.
  init(builtInFor origin: SceneOrigin, fault: String) {
    self.origin = origin
    scene = .builtInBoot
    self.fault = fault
  }
}

extension SceneDiagnostic {
  /// One line: where it is and what.
  var summary: String { file + ":\(line):\(column): " + message }
}
