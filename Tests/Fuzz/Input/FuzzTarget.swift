/// A reader of bytes from outside, tried with generated ones.
enum FuzzTarget: String, CaseIterable {
  case json, message, scene, generated, png, bmp, font, color, path, lottie, svg, `import`, zip,
    feed
  case dbus, qr, picture, timing, raster, state

  /// Throws for a broken property; traps and bad reads are detected by the sanitizer and the
  /// program.
  func run(_ bytes: [UInt8]) throws(Finding) {
    switch self {
    case .json: try JSONTarget.run(bytes)
    case .message: try MessageTarget.run(bytes)
    case .scene: try SceneTarget.run(text: bytes)
    case .generated: try SceneTarget.run(seed: bytes)
    case .png: try PNGTarget.run(bytes)
    case .bmp: try BMPTarget.run(bytes)
    case .font: try FontTarget.run(bytes)
    case .color: try ColorGlyphTarget.run(bytes)
    case .path: try PathTarget.run(bytes)
    case .lottie: try LottieTarget.run(bytes)
    case .svg: try SVGTarget.run(bytes)
    case .import: try ImportTarget.run(bytes)
    case .zip: try ZipTarget.run(bytes)
    case .feed: try FeedTarget.run(bytes)
    case .dbus: try DBusTarget.run(bytes)
    case .qr: try QRTarget.run(bytes)
    case .picture: try PictureTarget.run(bytes)
    case .timing: try TimingTarget.run(bytes)
    case .raster: try RasterTarget.run(bytes)
    case .state: try StateTarget.run(bytes)
    }
  }

  /// The way in which its bytes are mutated besides at random.
  var structure: Structure {
    switch self {
    case .json, .lottie: .json
    case .message: .messages
    case .scene: .scene
    case .generated, .png, .bmp, .font, .color, .path, .svg, .import, .zip, .feed, .dbus, .qr,
      .picture,
      .timing, .raster, .state:
      .none
    }
  }

  /// The most seconds of the processor that an input may take under the sanitizer, which makes the loops over
  /// dashes and edges five to ten times slower.
  ///
  /// An input is one reading, or several drawings: a scene's, or a daemon's life, has sixteen and more, of which
  /// the budget of scenes allows each a second; a path is drawn in three parts, a Lottie file six times, and a
  /// program's drawing in three parts with its shadows, each with up to 100,000 dashes.
  var seconds: Double {
    switch self {
    case .scene, .generated, .state: 4
    case .path: 3
    case .lottie: 5
    case .raster: 8
    default: 1
    }
  }

  enum Structure {
    case none, json, messages, scene
  }
}
