internal import Geometry

/// One axis of a plane on its way through a blur.
///
/// Pixel p of the plane adds to the grid places j whose box contains it: 0 ≤ p − j·factor < box.
/// The way back uses the same boxes, so the middles of both boxes lie together.
struct BlurAxis {
  private let kernel: BlurKernel
  private let count: Int
  private let margin: Int
  /// The first grid place to which the plane adds anything, and the number of such places.
  private let firstSource: Int
  let sourceCount: Int
  /// The first grid place that adds anything to the result, and the number of such places.
  private let firstBlurred: Int
  let blurredCount: Int

  /// Pixels of the result.
  var resultCount: Int { count + 2 * margin }

  init(count: Int, margin: Int, kernel: BlurKernel) {
    self.count = count
    self.margin = margin
    self.kernel = kernel
    let behind = kernel.reducing.count - 1
    // The first place is the first one whose box ends at the pixel or behind it.
    firstSource = BlurAxis.quotient(kernel.factor - 1 - behind, kernel.factor)
    sourceCount = BlurAxis.quotient(count - 1, kernel.factor) - firstSource + 1
    firstBlurred = BlurAxis.quotient(kernel.factor - 1 - behind - margin, kernel.factor)
    blurredCount = BlurAxis.quotient(count - 1 + margin, kernel.factor) - firstBlurred + 1
  }

  /// Rounded down.
  private static func quotient(_ a: Int, _ b: Int) -> Int { a >= 0 ? a / b : (a + 1) / b - 1 }

  /// The three grid places that add to a pixel, counted from the first place that adds anything to
  /// the result, and their weights.
  private func widening(of pixel: Int) -> (places: (Int, Int, Int), weights: (Float, Float, Float))
  {
    let last = BlurAxis.quotient(pixel, kernel.factor)
    func weight(_ back: Int) -> Float {
      let index = pixel - (last - back) * kernel.factor
      return index < kernel.widening.count ? kernel.widening[index] : 0
    }
    let place = last - firstBlurred
    // A place before the first has no weight.
    return (
      (place, max(place - 1, 0), max(place - 2, 0)), (weight(0), weight(1), weight(2))
    )
  }

  // MARK: Rows, eight columns at a time

  /// Brings the plane's rows to the grid.
  func reduceRows(of plane: AlphaPlane, into target: inout FloatRows) {
    let width = plane.size.width
    unsafe plane.bytes.withUnsafeBufferPointer { bytes in
      unsafe kernel.reducing.withUnsafeBufferPointer { weights in
        guard let start = bytes.baseAddress else { return }
        for index in 0..<sourceCount {
          let first = (firstSource + index) * kernel.factor
          let output = unsafe target.row(index)
          for weight in max(0, -first)..<min(weights.count, count - first) {
            let factor = unsafe FloatRows.Lanes(repeating: weights[weight])
            let row = unsafe start + (first + weight) &* width
            var x = 0
            while x < width {
              let input = unsafe BlurAxis.bytes(row + x, count: width &- x)
              let sum = unsafe FloatRows.load(output + x) + factor * FloatRows.widened(input)
              unsafe FloatRows.store(sum, to: output + x)
              x &+= 8
            }
          }
        }
      }
    }
  }

  /// Eight bytes; at the end of a row the bytes that are left, and zeroes.
  @inline(__always)
  private static func bytes(_ pointer: UnsafePointer<UInt8>, count: Int) -> SIMD8<UInt8> {
    if count >= 8 {
      return unsafe UnsafeRawPointer(pointer).loadUnaligned(as: SIMD8<UInt8>.self)
    }
    var bytes = SIMD8<UInt8>(repeating: 0)
    for lane in 0..<count { bytes[lane] = unsafe pointer[lane] }
    return bytes
  }

  /// Blurs rows on the grid.
  func blurRows(of source: borrowing FloatRows, into target: inout FloatRows) {
    for index in 0..<blurredCount {
      let middle = firstBlurred + index - firstSource
      let output = unsafe target.row(index)
      let first = max(0, middle - kernel.extent)
      for row in first..<max(first, min(sourceCount, middle + kernel.extent + 1)) {
        let factor = FloatRows.Lanes(repeating: kernel.weights[abs(row - middle)])
        let input = unsafe source.row(row)
        var x = 0
        while x < target.width {
          let sum = unsafe FloatRows.load(output + x) + factor * FloatRows.load(input + x)
          unsafe FloatRows.store(sum, to: output + x)
          x &+= 8
        }
      }
    }
  }

  /// Brings rows from the grid to the result's pixels.
  func widenedRows(of source: borrowing FloatRows) -> [UInt8] {
    let width = source.width
    return unsafe [UInt8](unsafeUninitializedCapacity: width * resultCount) { bytes, written in
      guard let start = bytes.baseAddress else { return }
      for y in 0..<resultCount {
        let pixel = y - margin
        let (rows, weights) = widening(of: pixel)
        let input = unsafe (
          source.row(rows.0), source.row(rows.1), source.row(rows.2)
        )
        let output = unsafe start + y &* width
        var x = 0
        while x < width {
          let sum =
            unsafe weights.0 * FloatRows.load(input.0 + x) + weights.1
            * FloatRows.load(input.1 + x) + weights.2 * FloatRows.load(input.2 + x)
          let result = FloatRows.rounded(sum)
          if x &+ 8 <= width {
            unsafe UnsafeMutableRawPointer(output + x).storeBytes(
              of: result, as: SIMD8<UInt8>.self)
          } else {
            for lane in 0..<(width &- x) { unsafe output[x &+ lane] = result[lane] }
          }
          x &+= 8
        }
      }
      written = width * resultCount
    }
  }

  // MARK: Columns

  /// Brings each row's numbers to the grid and blurs them there.
  func blurColumns(of source: borrowing FloatRows, into target: inout FloatRows) {
    let extent = kernel.extent
    // A row on the grid, with clear places on both sides.
    let grid = FloatRows(width: blurredCount + 2 * extent, height: 1)
    let reduced = unsafe grid.row(0) + (firstSource - firstBlurred + extent)
    for y in 0..<source.height {
      unsafe reduce(source.row(y), into: reduced)
      let input = unsafe grid.row(0) + extent
      let output = unsafe target.row(y)
      var x = 0
      while x < blurredCount {
        var sum = unsafe FloatRows.Lanes(repeating: kernel.weights[0]) * FloatRows.load(input + x)
        for step in 1..<(extent + 1) {
          let left = unsafe FloatRows.load(input + (x &- step))
          let right = unsafe FloatRows.load(input + (x &+ step))
          sum += FloatRows.Lanes(repeating: kernel.weights[step]) * (left + right)
        }
        unsafe FloatRows.store(sum, to: output + x)
        x &+= 8
      }
    }
  }

  private func reduce(_ row: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>) {
    for index in 0..<sourceCount {
      let first = (firstSource + index) * kernel.factor
      var sum: Float = 0
      for weight in max(0, -first)..<min(kernel.reducing.count, count - first) {
        unsafe sum += kernel.reducing[weight] * row[first + weight]
      }
      unsafe target[index] = sum
    }
  }

  /// Brings each row's numbers from the grid to the result's pixels.
  func widenColumns(of source: borrowing FloatRows, into target: inout FloatRows) {
    for x in 0..<resultCount {
      let (places, weights) = widening(of: x - margin)
      for y in 0..<source.height {
        let input = unsafe source.row(y)
        unsafe target.row(y)[x] =
          weights.0 * input[places.0] + weights.1 * input[places.1] + weights.2 * input[places.2]
      }
    }
  }
}

/// The weights of a blur by way of a coarser grid.
struct BlurKernel {
  /// Pixels from one grid place to the next.
  let factor: Int
  /// Three boxes of `factor` pixels, convolved: the weights to the grid, with the sum 1.
  let reducing: [Float]
  /// The weights from the grid: `reducing` scaled to the sum `factor`, so that the weights of one
  /// phase add up to 1.
  let widening: [Float]
  /// The gaussian on the grid, from its middle outwards.
  let weights: [Float]

  /// The number of grid places to each side that the gaussian covers.
  var extent: Int { weights.count - 1 }

  /// - Parameter deviation: in pixels; 0 for weights that leave all as it is.
  init(deviation: Double) {
    let factor = max(Int(deviation / 2), 1)
    self.factor = factor
    var box = [1]
    for _ in 0..<3 {
      var next = [Int](repeating: 0, count: box.count + factor - 1)
      for (index, weight) in box.enumerated() {
        for step in 0..<factor { next[index + step] += weight }
      }
      box = next
    }
    let square = Double(factor * factor)
    let cube = square * Double(factor)
    reducing = box.map { Float(Double($0) / cube) }
    widening = box.map { Float(Double($0) / square) }
    // Three boxes each way, of (factor² − 1) / 12 each.
    let variance = (deviation * deviation - (square - 1) / 2) / square
    weights = BlurKernel.gaussian(variance: variance)
  }

  /// A gaussian sampled at 0, 1, … as far as 3.5 deviations; both sides together have the sum 1.
  private static func gaussian(variance: Double) -> [Float] {
    let extent = Int((variance.squareRoot() * 3.5).rounded(.up))
    // exp(−k² / 2v) as a product, since k² is the sum of the odd numbers below 2k.
    let base = exponential(-0.5 / variance)
    var values = [1.0]
    var ratio = base
    var sum = 1.0
    for _ in 0..<extent {
      let value = values[values.count - 1] * ratio
      ratio *= base * base
      values.append(value)
      sum += 2 * value
    }
    return values.map { Float($0 / sum) }
  }

  /// exp(x) for −8…0 by its series, the same on every machine.
  private static func exponential(_ x: Double) -> Double {
    // exp(x) = exp(x / 16)¹⁶.
    let small = x / 16
    var term = 1.0
    var sum = 1.0
    for index in 1...18 {
      term *= small / Double(index)
      sum += term
    }
    for _ in 0..<4 { sum *= sum }
    return sum
  }
}

/// Intermediate rows of a blur, each with eight spare places behind it.
@safe struct FloatRows: ~Copyable {
  typealias Lanes = SIMD8<Float>

  let base: UnsafeMutablePointer<Float>
  let width: Int
  let height: Int
  let stride: Int

  /// Rows of zeroes.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    stride = width + 8
    unsafe base = UnsafeMutablePointer<Float>.allocate(capacity: max(stride * height, 1))
    unsafe base.initialize(repeating: 0, count: stride * height)
  }

  deinit { unsafe base.deallocate() }

  @inline(__always) func row(_ y: Int) -> UnsafeMutablePointer<Float> { unsafe base + y &* stride }

  @inline(__always) static func load(_ pointer: UnsafePointer<Float>) -> Lanes {
    unsafe UnsafeRawPointer(pointer).loadUnaligned(as: Lanes.self)
  }

  @inline(__always) static func store(_ lanes: Lanes, to pointer: UnsafeMutablePointer<Float>) {
    unsafe UnsafeMutableRawPointer(pointer).storeBytes(of: lanes, as: Lanes.self)
  }

  /// Eight bytes as numbers: each is put into the low bits of 2²³, whose last bit stands for 1.
  @inline(__always) static func widened(_ bytes: SIMD8<UInt8>) -> Lanes {
    let bits = SIMD8<UInt32>(truncatingIfNeeded: bytes) | SIMD8<UInt32>(repeating: 0x4B00_0000)
    return unsafe unsafeBitCast(bits, to: Lanes.self) - Lanes(repeating: 8_388_608)
  }

  /// Numbers of 0…255 rounded to bytes, by the reverse of `widened(_:)`.
  @inline(__always) static func rounded(_ lanes: Lanes) -> SIMD8<UInt8> {
    let bits = unsafe unsafeBitCast(lanes + Lanes(repeating: 8_388_608), to: SIMD8<UInt32>.self)
    return SIMD8<UInt8>(truncatingIfNeeded: bits)
  }
}
