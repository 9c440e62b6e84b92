import Geometry

/// Counts the memory of all `SampledRows` of a sweep, in pixels.
final class SampledRowsBudget {
  private(set) var pixelCount = 0

  /// - Returns: false, and nothing is counted, if there would be more than `most`.
  fileprivate func add(_ count: Int, most: Int) -> Bool {
    guard pixelCount + count <= most else { return false }
    pixelCount += count
    return true
  }

  fileprivate func remove(_ count: Int) { pixelCount -= count }
}

/// Sampled rows of an image that does not lie at whole pixels. If the image is drawn again and
/// again at its place, they are copied like those of an image at whole pixels. For a gradient the
/// rows hold places in its tables, which stay the same when its colours or its opacity change.
///
/// Nothing is kept in the first drawings: a still picture is drawn once to each framebuffer, and a
/// moving one never twice at a place.
///
/// This is not a class, since each row of a picture would count its references: a third of the time
/// of small glows.
@safe struct SampledRows: ~Copyable {
  /// The number of times that all pixels are drawn before rows are kept.
  private static let leastTimes = 2
  /// The most pixels that a sweep keeps, in frames.
  private static let mostFrames = 2

  /// In pixels of the framebuffer.
  let rect: PixelRect
  private let budget: SampledRowsBudget
  private let mostPixels: Int
  /// Pixels that are drawn before rows are kept.
  private let leastDrawn: Int
  /// Words of a row.
  private let width: Int
  private var memory: PixelMemory?
  /// The first word of `memory`.
  private var words: UnsafeMutablePointer<UInt32>?
  /// True for each row that was written.
  private var isThere = Scratch<Bool>(capacity: 0)
  /// Pixels drawn so far, before rows are kept.
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

  /// Gives a shader sampled rows of a rectangle, unless it has those of a larger one.
  static func keep(
    _ rect: PixelRect, in sampled: inout Slots<SampledRows>, frame: PixelSize,
    budget: SampledRowsBudget, isHalved: Bool = false
  ) {
    if sampled.count > 0 {
      if unsafe sampled.base.pointee.rect.intersection(rect) == rect { return }
      sampled.removeAll()
    }
    sampled.append(SampledRows(rect, frame: frame, budget: budget, isHalved: isHalved))
  }

  deinit { if memory != nil { budget.remove(width * rect.height) } }

  /// Allocates memory once enough was drawn, if the budget has it.
  /// - Returns: true if there is memory for rows.
  @inline(__always) mutating func allocate() -> Bool {
    if unsafe words != nil { return true }
    return drawn >= leastDrawn && allocateMemory()
  }

  private mutating func allocateMemory() -> Bool {
    let count = width * rect.height
    guard budget.add(count, most: mostPixels) else { return false }
    let memory = PixelMemory(count: count)
    unsafe words = memory.base
    self.memory = memory
    isThere.resize(rect.height, filledWith: false)
    return true
  }

  @inline(__always) mutating func count(_ pixels: Int) { drawn &+= pixels }

  /// The place of the pixels of a row of `rect`, and true if they have to be written first.
  mutating func row(_ y: Int) -> (pixels: UnsafeMutablePointer<UInt32>, isNew: Bool) {
    guard let words = unsafe words else { preconditionFailure("no rows are kept") }
    let row = y - rect.minY
    let isNew = !isThere[row]
    isThere[row] = true
    return unsafe (words + row * width, isNew)
  }

  /// The number of pixels in memory from a pixel of `rect` on.
  func readable(x: Int, y: Int) -> Int {
    rect.area - (y - rect.minY) * rect.width - (x - rect.minX)
  }
}
