import Geometry

/// The renderer's state: prepared items and the rows' memory.
struct Sweep: ~Copyable {
  /// Rows for which the items in them are looked up together.
  private static let bandHeight = 16

  private var items = Slots<DrawItem>()
  private var itemCount = 0
  private var composer = RowComposer()
  /// Items that cross the rectangle, and of those the ones that cross the band, back to front.
  private var inRect = Scratch<Int>(capacity: 64)
  private var inBand = Scratch<Int>(capacity: 64)

  /// Makes the commands ready for a surface of the given size.
  mutating func prepare(_ commands: [DrawCommand], size: PixelSize) {
    for index in commands.indices {
      if index == items.count { items.append(DrawItem()) }
      unsafe (items.base + index).pointee.prepare(commands[index], size: size)
    }
    itemCount = commands.count
  }

  mutating func draw(_ damage: PixelRect, into surface: Surface) {
    let rect = damage.intersection(
      PixelRect(minX: 0, minY: 0, maxX: surface.width, maxY: surface.height))
    if rect.isEmpty { return }
    inRect.removeAll()
    for index in 0..<itemCount {
      if unsafe (items.base + index).pointee.bounds.intersects(rect) { inRect.append(index) }
    }
    composer.begin(width: rect.width)
    var row = rect.minY
    while row < rect.maxY {
      let end = min(row + Sweep.bandHeight, rect.maxY)
      inBand.removeAll()
      for place in 0..<inRect.count {
        let bounds = unsafe (items.base + inRect[place]).pointee.bounds
        if bounds.minY < end, bounds.maxY > row { inBand.append(inRect[place]) }
      }
      while row < end {
        composer.drawRow(
          row, minX: rect.minX, maxX: rect.maxX, order: inBand, items: &items, to: surface)
        row += 1
      }
    }
  }
}
