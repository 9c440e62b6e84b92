import Geometry
import Layers
import Raster
import Stage

/// The contrast of texts on pictures, shapes and other layers without a single colour, measured in
/// one drawing of the scene without the texts.
struct PictureContrast {
  struct Text {
    var layer: TextLayer
    var path: String
    /// The pixels of its lines.
    var lines: [Rect]
    /// Each once.
    var colors: [Color]
    /// The product of the opacities of the layer and of those around it.
    var opacity: Double
    /// The contrast that it should have.
    var least: Double
    /// The lines in the layer's coordinates, for a text that is not upright.
    var rotatedBoxes: [Rect]?
  }

  /// The most places of a text that are compared, beside one in each line.
  static let places = 4096

  /// Texts whose contrast is too low at half of their places or more: single bright or dark spots
  /// of a picture do not matter.
  static func findings(_ texts: [Text], on stage: Stage) -> [SizeFinding] {
    guard !texts.isEmpty, let tree = stage.rootLayer.tree else { return [] }
    let opacities = texts.map(\.layer.opacity)
    tree.transact(disableActions: true) { for text in texts { text.layer.opacity = 0 } }
    defer {
      tree.transact(disableActions: true) {
        for (text, opacity) in zip(texts, opacities) { text.layer.opacity = opacity }
      }
    }
    _ = stage.advance(to: stage.time)
    let pixels = PixelRect(stage.size)
    let area = texts.flatMap(\.lines).reduce(PixelRect.empty) { $0.union($1.pixels) }
      .intersection(pixels)
    let backdrop = Picture(of: area, on: stage)
    var findings: [SizeFinding] = []
    for (text, opacity) in zip(texts, opacities) {
      let isInGroup = text.layer.isInTranslucentGroup
      // Glyphs may reach out of the bounds, which the colour fills.
      let place =
        isInGroup
        ? SizeCheck.onScreen(text.layer.bounds, of: text.layer).pixels.intersection(pixels) : pixels
      let points =
        text.rotatedBoxes.map { rotatedPoints(in: $0, of: text.layer, within: area) }
        ?? points(in: text.lines.map { $0.pixels.intersection(place) })
      guard !points.isEmpty else { continue }
      let backdrops = points.map { backdrop.color($0.x, $0.y) }
      let medians = text.colors.map { color in
        let shown =
          isInGroup
          ? drawn(text, in: color, opacity, points, on: stage)
          : backdrops.map { color.over($0, opacity: text.opacity) }
        return zip(shown, backdrops).map { $0.contrast(to: $1) }.sorted()[points.count / 2]
      }
      guard let lowest = medians.min(), lowest < text.least else { continue }
      findings.append(
        SizeFinding(
          layer: text.path, kind: .lowContrast(lowest),
          isPlaceholder: text.layer.entry?.isPlaceholder ?? false))
    }
    return findings
  }

  /// The colours at the points of a text that covers all of its layer.
  ///
  /// A group that is translucent as a whole makes a text and the layers behind it paler together:
  /// the colour of the text is not blended with that which is seen behind it.
  /// - Parameter opacity: the layer's own.
  private static func drawn(
    _ text: Text, in color: Color, _ opacity: Double, _ points: [(x: Int, y: Int)],
    on stage: Stage
  ) -> [Color] {
    let layer = text.layer
    let radius = layer.cornerRadius
    func change(_ color: Color?, _ opacity: Double, _ radius: Double) {
      stage.rootLayer.tree?.transact(disableActions: true) {
        (layer.backgroundColor, layer.opacity, layer.cornerRadius) = (color, opacity, radius)
      }
      _ = stage.advance(to: stage.time)
    }
    change(color, opacity, 0)
    defer { change(nil, 0, radius) }
    let area = points.reduce(PixelRect.empty) {
      $0.union(PixelRect(minX: $1.x, minY: $1.y, maxX: $1.x + 1, maxY: $1.y + 1))
    }
    let picture = Picture(of: area, on: stage)
    return points.map { picture.color($0.x, $0.y) }
  }

  /// The pixels of a part of a stage.
  struct Picture {
    private let bytes: [UInt8]
    private let stride: Int

    init(of area: PixelRect, on stage: Stage) {
      let buffer = PixelBuffer(size: stage.size, format: .xrgb8888)
      stage.draw(Region(area), into: buffer.surface)
      (bytes, stride) = (buffer.bytes, buffer.stride)
    }

    func color(_ x: Int, _ y: Int) -> Color {
      let start = y * stride + 4 * x
      return Color(
        red: Double(bytes[start + 2]) / 255, green: Double(bytes[start + 1]) / 255,
        blue: Double(bytes[start]) / 255)
    }
  }

  /// Pixels that are spread evenly over all lines, which are given in a layer's coordinates.
  private static func rotatedPoints(
    in boxes: [Rect], of layer: Layer, within area: PixelRect
  ) -> [(x: Int, y: Int)] {
    let projection = layer.projectionToOutside(presented: false)
    return points(in: boxes.map { $0.pixels }).compactMap { x, y in
      guard let place = projection.apply(to: Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
      else { return nil }
      let pixel = PixelRect.clamped(place.x.rounded(.down))
      let row = PixelRect.clamped(place.y.rounded(.down))
      guard area.minX..<area.maxX ~= pixel, area.minY..<area.maxY ~= row else { return nil }
      return (pixel, row)
    }
  }

  /// Pixels that are spread evenly over all lines: of each line those in the middle of cells that
  /// are about square.
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

extension Layer {
  /// True if one of the layers around it is translucent.
  fileprivate var isInTranslucentGroup: Bool {
    var layer = superlayer
    while let current = layer {
      if current.opacity < 1 { return true }
      layer = current.superlayer
    }
    return false
  }
}

extension Rect {
  /// The pixels that it touches.
  var pixels: PixelRect {
    PixelRect(
      minX: PixelRect.clamped(minX.rounded(.down)), minY: PixelRect.clamped(minY.rounded(.down)),
      maxX: PixelRect.clamped(maxX.rounded(.up)), maxY: PixelRect.clamped(maxY.rounded(.up)))
  }
}
