import Geometry

/// A drawing that its caller does in slices, and that may be left unfinished.
///
/// The picture does not depend on the slices, nor on changes that the caller makes between them to
/// its own values. The surface and the renderer are this drawing's until it is done or dropped.
public struct SlicedDrawing: ~Copyable {
  private let renderer: Renderer
  private let commands: [DrawCommand]
  private let rects: [PixelRect]
  private let limits: [Int]
  private let surface: Surface
  /// Set if the drawing is shared.
  private let workers: Workers?
  private var progress = Progress.preparing(sweep: 0)

  private enum Progress {
    case preparing(sweep: Int)
    /// Drawn alone: the place of a rectangle, and the first of its rows that is not drawn.
    case drawing(rect: Int, row: Int)
    /// To be shared among the workers, once the size of the parts is known.
    case unshared
    case shared(parts: [PixelRect])
    case done
  }

  /// Rows that one worker draws at a time, unless the slices are smaller.
  private static let sharedRows = 64
  /// The least rows of a slice.
  private static let leastRows = 4
  /// The least rows of a slice of a rotated surface, where many more are quicker.
  private static let leastRotatedRows = 16

  init(
    _ commands: [DrawCommand], region: Region, limitedTo limits: [Int], into surface: Surface,
    by workers: Workers?, renderer: Renderer
  ) {
    self.commands = commands
    rects = region.rects
    self.limits = limits
    self.surface = surface
    self.workers = workers
    self.renderer = renderer
  }

  deinit {
    // No thread may draw when the loan of the surface ends.
    if case .shared = progress { workers?.end() }
    if !isDone { renderer.endDrawing() }
  }

  /// True if nothing is left to do.
  public var isDone: Bool { if case .done = progress { true } else { false } }

  /// Does the next slice.
  ///
  /// - Parameter area: about how many pixels to draw. A slice has whole rows, at least four, and on
  ///   a rotated surface bands of them. As long as some dozens of shapes or more are to be made
  ///   ready, a slice is some dozens of these. With several threads the first slice that draws sets
  ///   the area of all.
  /// - Returns: the number of pixels that this thread has drawn; 0 if shapes were made ready.
  public mutating func drawSlice(ofArea area: Int) -> Int {
    // A slice has at least one row, since otherwise a drawing would never end.
    let area = max(area, 1)
    if case .preparing(let sweep) = progress { prepareSlice(from: sweep) }
    switch progress {
    case .preparing: return 0
    case .drawing(let rect, let row): return drawRows(from: row, ofRect: rect, area: area)
    case .unshared:
      let parts = parts(ofArea: area)
      if let workers { renderer.share(parts, into: surface, by: workers) }
      progress = .shared(parts: parts)
      return drawParts(parts, area: area)
    case .shared(let parts): return drawParts(parts, area: area)
    case .done: return 0
    }
  }

  /// Does all that is left.
  public mutating func finish() {
    while !isDone { _ = drawSlice(ofArea: .max) }
  }

  private mutating func end() {
    progress = .done
    renderer.endDrawing()
  }

  private mutating func prepareSlice(from first: Int) {
    for sweep in first..<renderer.sweepCount {
      progress = .preparing(sweep: sweep)
      guard renderer.prepareSlice(of: commands, sweep: sweep) else { return }
    }
    renderer.settle(limitedTo: limits, on: surface)
    if rects.isEmpty { return end() }
    progress = workers == nil ? .drawing(rect: 0, row: .min) : .unshared
  }

  // MARK: Alone

  private mutating func drawRows(from row: Int, ofRect first: Int, area: Int) -> Int {
    var (rect, row) = (first, row)
    var drawn = 0
    while rect < rects.count {
      let whole = rects[rect].intersection(PixelRect(surface.size))
      var part = whole
      part.minY = max(whole.minY, row)
      while part.minY < whole.maxY {
        if drawn >= area {
          progress = .drawing(rect: rect, row: part.minY)
          return drawn
        }
        let rows = max((area - drawn) / whole.width, SlicedDrawing.leastRows)
        let bandRows =
          rows < RotatedBand.leastRows ? SlicedDrawing.leastRotatedRows : RotatedBand.leastRows
        part.maxY = end(of: part, rows: rows, inBandsOf: bandRows, in: whole)
        renderer.draw(part, into: surface)
        drawn += part.area
        part.minY = part.maxY
      }
      (rect, row) = (rect + 1, .min)
    }
    end()
    return drawn
  }

  /// The end of a part that has a number of rows of a rectangle. On a rotated surface it has whole
  /// bands, in which whole cache lines are written.
  private func end(of part: PixelRect, rows: Int, inBandsOf bandRows: Int, in rect: PixelRect)
    -> Int
  {
    let rows = min(rows, rect.maxY - part.minY)
    guard surface.rotation.swapsSides else { return part.minY + rows }
    var end = part.minY
    while end < rect.maxY, end - part.minY < rows {
      end = RotatedBand.end(after: end, height: bandRows, on: surface)
    }
    return min(end, rect.maxY)
  }

  // MARK: Shared

  private func parts(ofArea area: Int) -> [PixelRect] {
    var parts: [PixelRect] = []
    for rect in rects {
      let rect = rect.intersection(PixelRect(surface.size))
      if rect.isEmpty { continue }
      let rows = min(max(area / rect.width, SlicedDrawing.leastRows), SlicedDrawing.sharedRows)
      var part = rect
      while part.minY < rect.maxY {
        // No two workers may write to the same cache line, in any format.
        part.maxY = end(of: part, rows: rows, inBandsOf: RotatedBand.leastRows, in: rect)
        parts.append(part)
        part.minY = part.maxY
      }
    }
    return parts
  }

  private mutating func drawParts(_ parts: [PixelRect], area: Int) -> Int {
    var drawn = 0
    while drawn < area {
      guard let part = workers?.takePart() else {
        workers?.end()
        end()
        return drawn
      }
      drawn += parts[part].area
    }
    return drawn
  }
}
