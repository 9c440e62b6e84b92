import Geometry

/// Makes smaller copies of images: each pixel is the mean of the area that it stands for.
///
/// The weights of an axis' pixels are in 1/65536 and sum to it, so that one colour stays what it is. Rows
/// are summed to one of 16 bits a component, and that along itself: the result is within a level of
/// the exact mean. Reading a pixel of the source takes about a nanosecond.
enum ImageReducer {
  /// The pixels along one axis that a pixel of the copy stands for.
  private struct Window: BitwiseCopyable {
    var first: Int
    /// The place of the first one's weight.
    var weights: Int
    var count: Int
  }

  private struct Axis: ~Copyable {
    var windows = Scratch<Window>(capacity: 16)
    var weights = Scratch<UInt32>(capacity: 64)

    /// - Parameter step: pixels of the source to one of the copy, 1 at least.
    init(_ pixels: Range<Int>, step: Double) {
      let length = Double(pixels.count)
      let count = ImageReducer.count(pixels.count, step: step)
      for index in 0..<count {
        let start = Double(index) * step
        let end = index + 1 == count ? length : min(Double(index + 1) * step, length)
        let first = min(Int(start), pixels.count - 1)
        let last = max(min(Int(end.rounded(.up)), pixels.count), first + 1)
        windows.append(
          Window(first: pixels.lowerBound + first, weights: weights.count, count: last - first))
        var before: UInt32 = 0
        for pixel in first..<last {
          let part = min((Double(pixel + 1) - start) / (end - start), 1)
          let sum = pixel + 1 == last ? 65536 : UInt32(max(part, 0) * 65536 + 0.5)
          weights.append(sum - before)
          before = sum
        }
      }
    }
  }

  /// The number of pixels of a copy that stand for some of the source.
  static func count(_ length: Int, step: Double) -> Int {
    // A part of the last one that is below rounding is none.
    max(Int((Double(length) / step - 1e-6).rounded(.up)), 1)
  }

  /// A part of a level, reduced: `stepX` by `stepY` pixels become one; both are at least 1.
  static func reduced(
    _ level: Image.Level, part: PixelRect, stepX: Double, stepY: Double
  ) -> Image.Level {
    let columns = Axis(part.minX..<part.maxX, step: stepX)
    let rows = Axis(part.minY..<part.maxY, step: stepY)
    let (width, height) = (columns.windows.count, rows.windows.count)
    let result = PixelMemory(count: width * height)
    // Two numbers for each column, of two components each.
    var sums = Scratch<UInt64>(capacity: 2 * part.width)
    sums.resize(2 * part.width, filledWith: 0)
    for row in 0..<height {
      add(level, rows.windows[row], rows.weights, part, to: sums)
      unsafe reduce(sums, columns, firstColumn: part.minX, into: result.base + row * width)
    }
    return Image.Level(size: PixelSize(width: width, height: height), pixels: result)
  }

  /// Sums a window's rows up, in 1/256 of a level.
  private static func add(
    _ level: Image.Level, _ window: Window, _ weights: borrowing Scratch<UInt32>,
    _ part: PixelRect, to sums: borrowing Scratch<UInt64>
  ) {
    let width = part.width
    let totals = unsafe sums.base
    unsafe totals.update(repeating: 0x0000_0080_0000_0080, count: 2 &* width)
    for index in 0..<window.count {
      let weight = unsafe UInt64(weights.base[window.weights &+ index])
      if weight == 0 { continue }
      let start = (window.first &+ index) &* level.size.width &+ part.minX
      let pixels = unsafe level.pixels.base + start
      for column in 0..<width {
        let pixel = unsafe UInt64(pixels[column])
        let low = pixel & 0xFF | (pixel & 0xFF_0000) &<< 16
        let high = (pixel &>> 8) & 0xFF | (pixel & 0xFF00_0000) &<< 8
        unsafe totals[2 &* column] &+= low &* weight
        unsafe totals[2 &* column &+ 1] &+= high &* weight
      }
    }
  }

  /// Sums the columns of each window up.
  private static func reduce(
    _ sums: borrowing Scratch<UInt64>, _ axis: borrowing Axis, firstColumn: Int,
    into target: UnsafeMutablePointer<UInt32>
  ) {
    for place in 0..<axis.windows.count {
      let window = unsafe axis.windows.base[place]
      let weights = unsafe axis.weights.base + window.weights
      let columns = unsafe sums.base + 2 &* (window.first &- firstColumn)
      var low: UInt64 = 0x0080_0000_0080_0000
      var high = low
      for index in 0..<window.count {
        let weight = unsafe UInt64(weights[index])
        unsafe low &+= (columns[2 &* index] &>> 8 & 0x0000_FFFF_0000_FFFF) &* weight
        unsafe high &+= (columns[2 &* index &+ 1] &>> 8 & 0x0000_FFFF_0000_FFFF) &* weight
      }
      let pair = low &>> 24 & 0x0000_00FF_0000_00FF
      let other = high &>> 24 & 0x0000_00FF_0000_00FF
      let (blue, red) = (pair & 0xFF, pair &>> 32)
      let (green, alpha) = (other & 0xFF, other &>> 32)
      unsafe target[place] = UInt32(
        truncatingIfNeeded: alpha &<< 24 | red &<< 16 | green &<< 8 | blue)
    }
  }
}

/// A part of an image, smaller: what an image that is drawn smaller is read from.
struct ImageReduction {
  /// In pixels of the image.
  let part: PixelRect
  /// Pixels of the image to one of the copy, 1 at least.
  let stepX: Double
  let stepY: Double
  let copy: Image

  /// From this step on what a halved copy has wrong at the borders of pixels is two levels at most.
  private static let mostPixels = 64.0
  /// The pixels that are read at most for a copy, as far as one that is halved has enough of them.
  private static let mostArea = 1 << 23

  /// Makes the copy.
  init(of image: Image, part: PixelRect, stepX: Double, stepY: Double) {
    self.part = part
    self.stepX = stepX
    self.stepY = stepY
    var (level, area) = (image.base, part)
    var (x, y) = (stepX, stepY)
    var depth = 0
    // A halved copy has pixels across the borders of a part.
    while part == PixelRect(image.size),
      min(x, y) >= ImageReduction.mostPixels
        || (area.area > ImageReduction.mostArea && min(x, y) >= 4),
      let half = image.level(depth + 1)
    {
      depth += 1
      x /= 2
      y /= 2
      level = half
      area = PixelRect(half.size)
    }
    let made = ImageReducer.reduced(level, part: area, stepX: x, stepY: y)
    copy = Image(size: made.size, premultiplied: made.pixels)
  }

  func holds(_ part: PixelRect, stepX: Double, stepY: Double) -> Bool {
    self.part == part && self.stepX == stepX && self.stepY == stepY
  }
}
