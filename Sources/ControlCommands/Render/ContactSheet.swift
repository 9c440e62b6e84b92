import Geometry
import Raster

/// Small pictures side by side, row after row, on a dark background.
struct ContactSheet {
  /// Pixels between the pictures and around them.
  static let gap = 8
  /// Four columns fit on a screen.
  private static let mostColumns = 4

  private let columns: Int
  /// Pixels of one picture.
  let cell: PixelSize
  /// Pixels of the sheet.
  let size: PixelSize

  /// - Parameter picture: the size of the pictures, which are scaled down to a width of 320 pixels.
  init(picture: PixelSize, count: Int) {
    precondition(count > 0)
    columns = min(Self.mostColumns, count)
    let width = min(320, picture.width)
    let height = Double(picture.height) * Double(width) / Double(picture.width)
    cell = PixelSize(width: width, height: max(1, Int(height.rounded())))
    let rows = (count + columns - 1) / columns
    size = PixelSize(
      width: columns * (cell.width + Self.gap) + Self.gap,
      height: rows * (cell.height + Self.gap) + Self.gap)
  }

  /// True for a sheet of more pixels than any picture may have.
  var isTooLarge: Bool { size.width * size.height > PictureFile.pixelLimit }

  /// Draws the pictures, each of the size of a cell.
  func draw(_ pictures: [Image]) -> PixelBuffer {
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

  /// A copy of the size of a cell: hundreds of pictures at full size would fill the memory.
  func shrunk(_ picture: Image) -> Image {
    let buffer = PixelBuffer(size: cell, format: .xrgb8888)
    var drawing = Drawing()
    let whole = Rect(x: 0, y: 0, width: Double(cell.width), height: Double(cell.height))
    Self.place(picture, in: whole, &drawing)
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
