/// A reader of bytes from outside, tried with some that nobody has chosen.
enum FuzzTarget: String, CaseIterable {
  case json, message, scene, generated, png, font, path, feed, timing, raster, state

  /// Throws for what must hold and does not; traps and bad reads are what the sanitizer and the
  /// program see to.
  func run(_ bytes: [UInt8]) throws(Finding) {
    switch self {
    case .json: try JSONTarget.run(bytes)
    case .message: try MessageTarget.run(bytes)
    case .scene: try SceneTarget.run(text: bytes)
    case .generated: try SceneTarget.run(seed: bytes)
    case .png: try PNGTarget.run(bytes)
    case .font: try FontTarget.run(bytes)
    case .path: try PathTarget.run(bytes)
    case .feed: try FeedTarget.run(bytes)
    case .timing: try TimingTarget.run(bytes)
    case .raster: try RasterTarget.run(bytes)
    case .state: try StateTarget.run(bytes)
    }
  }

  /// How its bytes are changed besides at random.
  var structure: Structure {
    switch self {
    case .json: .json
    case .message: .messages
    case .scene: .scene
    case .generated, .png, .font, .path, .feed, .timing, .raster, .state: .none
    }
  }

  enum Structure {
    case none, json, messages, scene
  }
}
