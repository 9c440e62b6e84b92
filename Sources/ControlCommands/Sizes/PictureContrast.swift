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
    /// Each once.
    var colors: [Color]
    var opacity: Double
    /// The contrast that it should have.
    var least: Double
  }

  /// The most places of a text that are compared, beside one in each line.
  static let places = 4096

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
      let lines = text.lines.map { $0.pixels.intersection(area) }
      let grounds = points(in: lines).map { color($0.x, $0.y) }
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

  /// Pixels that are spread evenly over all lines: of each line those in the middle of cells that are about square.
  static func points(in lines: [PixelRect]) -> [(x: Int, y: Int)] {
    let lines = lines.filter { !$0.isEmpty }
    let all = lines.reduce(0.0) { $0 + Double($1.area) }
    var points: [(x: Int, y: Int)] = []
    for line in lines {
      let (width, height) = (line.maxX - line.minX, line.maxY - line.minY)
      let count = max(1, min(line.area, Int(Double(places) * Double(line.area) / all)))
      let shape = (Double(count) * Double(height) / Double(width)).squareRoot()
      let rows = min(max(1, Int(shape)), height, count)
      let columns = min(count / rows, width)
      for row in 0..<rows {
        let y = line.minY + (2 * row + 1) * height / (2 * rows)
        for column in 0..<columns {
          points.append((line.minX + (2 * column + 1) * width / (2 * columns), y))
        }
      }
    }
    return points
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
