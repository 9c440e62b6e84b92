internal import CKernels
import Geometry

/// Makes smaller copies of images: each pixel is the mean of the area that it stands for.
///
/// The weights of the pixels along an axis are in 1/65536 and sum to 1, so that one colour stays
/// what it is. Rows are first summed to one row of 16 bits a component, and the pixels of this row
/// are then summed: the result is within a level of the exact mean. Kernels read a pixel of the
/// source in about a nanosecond.
enum ImageReducer {
  private struct Axis: ~Copyable {
    var windows = Scratch<firstlight_reduced>(capacity: 16)
    var weights = Scratch<UInt32>(capacity: 64)
    /// The weights of each window: the most pixels that one has. Behind those of its pixels they
    /// are 0.
    private(set) var taps = 1

    /// - Parameters:
    ///   - pixels: the number of pixels of the source.
    ///   - step: pixels of the source for one pixel of the copy, 1 at least.
    init(_ pixels: Int, step: Double) {
      let length = Double(pixels)
      let count = ImageReducer.count(pixels, step: step)
      func ends(_ index: Int) -> (start: Double, end: Double) {
        let end = index + 1 == count ? length : min(Double(index + 1) * step, length)
        return (Double(index) * step, end)
      }
      for index in 0..<count {
        let (start, end) = ends(index)
        let first = min(Int(start), pixels - 1)
        let last = max(min(Int(end.rounded(.up)), pixels), first + 1)
        taps = max(taps, last - first)
        windows.append(firstlight_reduced(first: first, weights: 0, count: last - first))
      }
      for index in 0..<count {
        let (start, end) = ends(index)
        unsafe windows.base[index].weights = weights.count
        let window = windows[index]
        let last = window.first + window.count
        var before: UInt32 = 0
        for pixel in window.first..<last {
          let part = min((Double(pixel + 1) - start) / (end - start), 1)
          let sum = pixel + 1 == last ? 65536 : UInt32(max(part, 0) * 65536 + 0.5)
          weights.append(sum - before)
          before = sum
        }
        for _ in window.count..<taps { weights.append(0) }
      }
    }
  }

  /// The number of pixels of a copy of a length of the source.
  static func count(_ length: Int, step: Double) -> Int {
    // A rest below rounding errors gets no pixel of its own.
    max(Int((Double(length) / step - 1e-6).rounded(.up)), 1)
  }

  /// A part of a level, reduced: `stepX` by `stepY` pixels become one; both are at least 1.
  static func reduced(
    _ level: Image.Level, part: PixelRect, stepX: Double, stepY: Double
  ) -> Image.Level {
    let columns = Axis(part.width, step: stepX)
    let rows = Axis(part.height, step: stepY)
    let (width, height) = (columns.windows.count, rows.windows.count)
    let result = PixelMemory(count: width * height)
    // The last windows read sums behind the row, with weights of 0.
    var sums = Scratch<UInt64>(capacity: part.width + columns.taps)
    sums.resize(part.width + columns.taps, filledWith: 0)
    for row in 0..<height {
      add(level, rows.windows[row], rows.weights, part, to: sums)
      unsafe reduce(sums, columns, into: result.base + row * width)
    }
    return Image.Level(size: PixelSize(width: width, height: height), pixels: result)
  }

  /// Sums a window's rows up, in 1/256 of a level: for each column 16 bits a component, as a pixel
  /// has them.
  private static func add(
    _ level: Image.Level, _ window: firstlight_reduced, _ weights: borrowing Scratch<UInt32>,
    _ part: PixelRect, to sums: borrowing Scratch<UInt64>
  ) {
    let (width, stride) = (part.width, level.size.width)
    let pixels = unsafe UnsafePointer(
      level.pixels.base + ((part.minY &+ window.first) &* stride &+ part.minX))
    let factors = unsafe UnsafePointer(weights.base + window.weights)
    if KernelLevel.hasAVX2 {
      return unsafe firstlight_add_rows_avx2(
        sums.base, pixels, width, stride, factors, window.count)
    }
    for column in 0..<width {
      // Two components each.
      var (low, high): (UInt64, UInt64) = (0x0000_0080_0000_0080, 0x0000_0080_0000_0080)
      for row in 0..<window.count {
        let pixel = unsafe UInt64(pixels[row &* stride &+ column])
        let weight = unsafe UInt64(factors[row])
        low &+= (pixel & 0xFF | (pixel & 0xFF_0000) &<< 16) &* weight
        high &+= ((pixel &>> 8) & 0xFF | (pixel & 0xFF00_0000) &<< 8) &* weight
      }
      unsafe sums.base[column] =
        low &>> 8 & 0x0000_FFFF_0000_FFFF | (high &<< 8 & 0xFFFF_0000_FFFF_0000)
    }
  }

  /// Sums the columns of each window up.
  private static func reduce(
    _ sums: borrowing Scratch<UInt64>, _ axis: borrowing Axis,
    into target: UnsafeMutablePointer<UInt32>
  ) {
    if KernelLevel.hasAVX2 {
      return unsafe firstlight_add_columns_avx2(
        target, sums.base, axis.windows.base, axis.windows.count, axis.weights.base, axis.taps)
    }
    for place in 0..<axis.windows.count {
      let window = unsafe axis.windows.base[place]
      let weights = unsafe axis.weights.base + window.weights
      let columns = unsafe sums.base + window.first
      var low: UInt64 = 0x0080_0000_0080_0000
      var high = low
      for index in 0..<window.count {
        let weight = unsafe UInt64(weights[index])
        let sum = unsafe columns[index]
        low &+= (sum & 0x0000_FFFF_0000_FFFF) &* weight
        high &+= (sum &>> 16 & 0x0000_FFFF_0000_FFFF) &* weight
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

/// A smaller copy of a part of an image, from which the image is read if it is drawn smaller.
struct ImageReduction {
  /// In pixels of the image.
  let part: PixelRect
  /// Pixels of the image to one of the copy, 1 at least.
  let stepX: Double
  let stepY: Double
  let copy: Image

  /// From this step on, errors of a halved copy at the borders of pixels are two levels at most.
  private static let mostPixels = 64.0
  /// The most pixels that are read for a copy, as long as a halved copy has enough of them.
  private static let mostArea = 1 << 23

  /// Makes the copy.
  init(of image: Image, part: PixelRect, stepX: Double, stepY: Double) {
    self.part = part
    self.stepX = stepX
    self.stepY = stepY
    var (level, area) = (image.base, part)
    var (x, y) = (stepX, stepY)
    var depth = 0
    // A halved copy has pixels that cross the borders of a part.
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
    // Means of opaque pixels are opaque.
    copy =
      image.isOpaque
      ? Image(size: made.size, premultiplied: made.pixels, isOpaque: true)
      : Image(size: made.size, premultiplied: made.pixels)
  }

  func holds(_ part: PixelRect, stepX: Double, stepY: Double) -> Bool {
    self.part == part && self.stepX == stepX && self.stepY == stepY
  }
}
