import Geometry
import Raster

/// Small pictures side by side, row after row, on a dark background.
struct ContactSheet {
  /// Pixels between the pictures and around them.
  static let gap = 8
  /// Four columns fit on a screen.
  static let defaultColumns = 4

  let columns: Int
  /// Pixels of one picture.
  let cell: PixelSize

  /// - Parameters:
  ///   - picture: the size of the pictures, which are scaled down to a width of 320 pixels.
  ///   - columns: at most as many as there are pictures.
  init(picture: PixelSize, count: Int, columns: Int = Self.defaultColumns) {
    precondition(count > 0 && columns > 0)
    self.columns = min(columns, count)
    let width = min(320, picture.width)
    let height = Double(picture.height) * Double(width) / Double(picture.width)
    cell = PixelSize(width: width, height: max(1, Int(height.rounded())))
  }

  /// Draws the pictures, scaled to a cell each.
  func draw(_ pictures: [Image]) -> PixelBuffer {
    let rows = (pictures.count + columns - 1) / columns
    let size = PixelSize(
      width: columns * (cell.width + Self.gap) + Self.gap,
      height: rows * (cell.height + Self.gap) + Self.gap)
    let buffer = PixelBuffer(size: size, format: .xrgb8888)
    var drawing = Drawing()
    let background = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    drawing.fill(.rect(background), with: .color(Color(red: 0.2, green: 0.2, blue: 0.2)))
    for (index, picture) in pictures.enumerated() {
      let x = Self.gap + index % columns * (cell.width + Self.gap)
      let y = Self.gap + index / columns * (cell.height + Self.gap)
      let place = Rect(
        x: Double(x), y: Double(y), width: Double(cell.width), height: Double(cell.height))
      Self.place(picture, in: place, &drawing)
    }
    Renderer().draw(drawing.commands, into: buffer.surface)
    return buffer
  }

  /// A copy of another size.
  static func shrunk(_ picture: Image, to size: PixelSize) -> Image {
    let buffer = PixelBuffer(size: size, format: .xrgb8888)
    var drawing = Drawing()
    let whole = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    place(picture, in: whole, &drawing)
    Renderer().draw(drawing.commands, into: buffer.surface)
    return buffer.makeImage()
  }

  private static func place(_ picture: Image, in frame: Rect, _ drawing: inout Drawing) {
    let scale = AffineTransform.scale(
      x: frame.width / Double(picture.size.width), y: frame.height / Double(picture.size.height))
    let transform = scale.followed(by: .translation(x: frame.minX, y: frame.minY))
    drawing.fill(.rect(frame), with: .image(ImagePaint(image: picture, transform: transform)))
  }

  /// At most `limit` of `count` things, evenly spread, the first and the last among them.
  static func choose(_ limit: Int, of count: Int) -> [Int] {
    guard count > limit else { return Array(0..<count) }
    guard limit > 1 else { return Array(0..<min(limit, count)) }
    return (0..<limit).map { $0 * (count - 1) / (limit - 1) }
  }
}
