import Geometry

/// Counts the memory of all `SampledRows` of a sweep, in pixels.
final class SampledRowsBudget {
  fileprivate(set) var pixelCount = 0
}

/// The rows of an image that does not lie at whole pixels, as they were read once: what is drawn
/// again and again at its place is then copied, as one at whole pixels is. Or those of a gradient,
/// as places in its tables, which do not change where its colours or its opacity do.
///
/// Nothing is kept in the first drawings: a still picture is drawn once to each framebuffer, and a
/// moving one never twice at a place.
final class SampledRows {
  /// Drawings of all pixels before rows are kept.
  private static let leastTimes = 2
  /// Pixels that a sweep keeps at most, in frames.
  private static let mostFrames = 2

  /// In pixels of the framebuffer.
  let rect: PixelRect
  private let budget: SampledRowsBudget
  private let mostPixels: Int
  /// Pixels from which on rows are kept.
  private let leastDrawn: Int
  /// Words of a row.
  private let width: Int
  private var memory: PixelMemory?
  /// By row.
  private var isThere: [Bool] = []
  /// Pixels that were drawn before rows were kept.
  private var drawn = 0

  /// - Parameter isHalved: true for places, two in a word.
  init(
    _ rect: PixelRect, frame: PixelSize, budget: SampledRowsBudget, isHalved: Bool = false
  ) {
    self.rect = rect
    self.budget = budget
    width = isHalved ? (rect.width + 1) / 2 : rect.width
    mostPixels = SampledRows.mostFrames * frame.width * frame.height
    leastDrawn = SampledRows.leastTimes * rect.area
  }

  deinit { if memory != nil { budget.pixelCount -= width * rect.height } }

  /// Allocates memory once enough was drawn, if the budget has it.
  /// - Returns: true if there is memory for rows.
  func allocate() -> Bool {
    if memory != nil { return true }
    let words = width * rect.height
    guard drawn >= leastDrawn, budget.pixelCount + words <= mostPixels else { return false }
    budget.pixelCount += words
    memory = PixelMemory(count: words)
    isThere = [Bool](repeating: false, count: rect.height)
    return true
  }

  /// True if rows are not to be kept yet.
  @inline(__always) var isWaiting: Bool { drawn < leastDrawn }

  @inline(__always) func count(_ pixels: Int) { drawn &+= pixels }

  /// The place of a row's pixels, one of `rect`, and true if these have to be written first.
  func row(_ y: Int) -> (pixels: UnsafeMutablePointer<UInt32>, isNew: Bool) {
    guard let memory else { preconditionFailure("no rows are kept") }
    let row = y - rect.minY
    let isNew = !isThere[row]
    isThere[row] = true
    return unsafe (memory.base + row * width, isNew)
  }

  /// Pixels in memory from one of `rect` on.
  func readable(x: Int, y: Int) -> Int {
    rect.area - (y - rect.minY) * rect.width - (x - rect.minX)
  }
}
