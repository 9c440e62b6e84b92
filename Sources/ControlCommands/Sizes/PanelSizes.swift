import Geometry

/// The sizes of panels that are sold for devices, from a round watch to a television.
enum PanelSizes {
  static let all = [
    (240, 240), (320, 240), (320, 480), (480, 800), (800, 480), (1024, 600), (720, 1280),
    (1280, 720), (1080, 1920), (1920, 1080), (2160, 3840), (3840, 2160),
  ].map { PixelSize(width: $0.0, height: $0.1) }

  /// The sizes of round panels, from a small display to a watch and a car's dial.
  static let round = [240, 360, 480].map { PixelSize(width: $0, height: $0) }

  static func name(of size: PixelSize) -> String { "\(size.width)x\(size.height)" }
}
