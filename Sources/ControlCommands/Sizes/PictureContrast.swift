import Geometry
import Layers
import Raster
import Stage

/// The contrast of texts on pictures, shapes and whatever else has no single colour: measured in one drawing of the
/// scene without them.
struct PictureContrast {
  struct Text {
    var layer: TextLayer
    var path: String
    /// The pixels of its lines.
    var lines: [Rect]
    var colors: [Color]
    var opacity: Double
    /// The contrast that it should have.
    var least: Double
  }

  /// The most places in a line that are compared.
  private static let places = 1024.0

  /// Texts whose contrast is too low at half of their places or more: single bright or dark spots of a picture do not
  /// matter. The texts are transparent afterwards.
  static func findings(_ texts: [Text], on stage: Stage) -> [SizeFinding] {
    guard !texts.isEmpty, let tree = stage.rootLayer.tree else { return [] }
    tree.transact(disableActions: true) { for text in texts { text.layer.opacity = 0 } }
    _ = stage.advance(to: stage.time)
    let area = texts.flatMap(\.lines).reduce(PixelRect.empty) { $0.union($1.pixels) }
      .intersection(PixelRect(stage.size))
    let buffer = PixelBuffer(size: stage.size, format: .xrgb8888)
    stage.draw(Region(area), into: buffer.surface)
    let bytes = buffer.bytes
    func color(_ x: Int, _ y: Int) -> Color {
      let start = y * buffer.stride + 4 * x
      return Color(
        red: Double(bytes[start + 2]) / 255, green: Double(bytes[start + 1]) / 255,
        blue: Double(bytes[start]) / 255)
    }
    var findings: [SizeFinding] = []
    for text in texts {
      var grounds: [Color] = []
      for line in text.lines {
        let line = line.pixels.intersection(area)
        let step = max(1, Int((Double(line.area) / places).squareRoot()))
        for y in stride(from: line.minY, to: line.maxY, by: step) {
          for x in stride(from: line.minX, to: line.maxX, by: step) { grounds.append(color(x, y)) }
        }
      }
      guard !grounds.isEmpty else { continue }
      let medians = text.colors.map { color in
        let contrasts = grounds.map {
          color.over($0, opacity: text.opacity).contrast(to: $0)
        }
        return contrasts.sorted()[contrasts.count / 2]
      }
      guard let lowest = medians.min(), lowest < text.least else { continue }
      findings.append(
        SizeFinding(
          layer: text.path, kind: .lowContrast(lowest),
          isPlaceholder: text.layer.entry?.isPlaceholder ?? false))
    }
    return findings
  }
}

extension Rect {
  /// The pixels that it touches.
  fileprivate var pixels: PixelRect {
    PixelRect(
      minX: PixelRect.clamped(minX.rounded(.down)), minY: PixelRect.clamped(minY.rounded(.down)),
      maxX: PixelRect.clamped(maxX.rounded(.up)), maxY: PixelRect.clamped(maxY.rounded(.up)))
  }
}
