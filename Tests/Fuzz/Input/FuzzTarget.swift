/// A reader of bytes from outside, tried with generated ones.
enum FuzzTarget: String, CaseIterable {
  case json, message, scene, generated, png, jpeg, bmp, movie, font, color, path, lottie, svg
  case `import`, zip, feed, dbus, updater, qr, picture, timing, raster, state, clients, settings
  case saved, stream, keymap, theme, image, preview, tar, words, levels

  /// Throws for a broken property; traps and bad reads are detected by the sanitizer and the
  /// program.
  func run(_ bytes: [UInt8]) throws(Finding) {
    switch self {
    case .json: try JSONTarget.run(bytes)
    case .message: try MessageTarget.run(bytes)
    case .scene: try SceneTarget.run(text: bytes)
    case .generated: try SceneTarget.run(seed: bytes)
    case .png: try PNGTarget.run(bytes)
    case .jpeg: try JPEGTarget.run(bytes)
    case .bmp: try BMPTarget.run(bytes)
    case .movie: try MovieTarget.run(bytes)
    case .font: try FontTarget.run(bytes)
    case .color: try ColorGlyphTarget.run(bytes)
    case .path: try PathTarget.run(bytes)
    case .lottie: try LottieTarget.run(bytes)
    case .svg: try SVGTarget.run(bytes)
    case .import: try ImportTarget.run(bytes)
    case .zip: try ZipTarget.run(bytes)
    case .feed: try FeedTarget.run(bytes)
    case .dbus: try DBusTarget.run(bytes)
    case .updater: try UpdaterTarget.run(bytes)
    case .qr: try QRTarget.run(bytes)
    case .picture: try PictureTarget.run(bytes)
    case .timing: try TimingTarget.run(bytes)
    case .raster: try RasterTarget.run(bytes)
    case .state: try StateTarget.run(bytes)
    case .clients: try ClientsTarget.run(bytes)
    case .settings: try SettingsTarget.run(bytes)
    case .saved: try SavedTarget.run(bytes)
    case .stream: try StreamTarget.run(bytes)
    case .keymap: try KeymapTarget.run(bytes)
    case .theme: try ThemeTarget.run(bytes)
    case .image: try ImageTarget.run(bytes)
    case .preview: try PreviewTarget.run(bytes)
    case .tar: try TarTarget.run(bytes)
    case .words: try WordsTarget.run(bytes)
    case .levels: try LevelsTarget.run(bytes)
    }
  }

  /// The structure by which the target's bytes are mutated, in addition to random mutations.
  var structure: Structure {
    switch self {
    case .json, .lottie, .saved, .preview: .json
    case .svg, .import: .markup
    case .message: .messages
    case .scene: .scene
    default: .none
    }
  }

  /// The most seconds of the processor that an input may take.
  static let seconds = 1.0

  enum Structure {
    case none, json, markup, messages, scene
  }
}
