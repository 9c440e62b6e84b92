import CMath
import Geometry

/// The noise of `feTurbulence`: Perlin's, with the generator of Filter Effects level 1, section
/// 9.21.
struct TurbulenceNoise {
  private static let size = 256
  /// Keeps coordinates above 0.
  private static let offset = 4096.0
  /// Further octaves add less than a level of 8 bits.
  private static let octaveLimit = 10

  private var lattice: [Int] = []
  /// For each of four channels the gradients of the lattice.
  private var gradients: [[SIMD2<Double>]] = []

  var frequency: SIMD2<Double>
  var octaves: Int
  var isFractal: Bool
  /// The tile whose edges meet, in cells of the lattice; nil for none.
  private var stitch: Stitch?

  /// A whole number of periods, and the first cell behind the tile.
  private struct Stitch {
    /// Modulo the size of the lattice, which repeats.
    var period: SIMD2<Double>
    var wrap: SIMD2<Double>

    /// The tile of an octave with cells half as large.
    var halved: Stitch {
      Stitch(period: period * 2, wrap: wrap * 2 - SIMD2(repeating: TurbulenceNoise.offset))
    }
  }

  init(seed: Double, frequency: SIMD2<Double>, octaves: Int, isFractal: Bool, tile: Rect?) {
    self.frequency = frequency
    self.octaves = min(max(octaves, 0), Self.octaveLimit)
    self.isFractal = isFractal
    if let tile {
      self.frequency = Self.stitched(frequency, tile)
      // The product is whole except for rounding.
      let period = (SIMD2(tile.width, tile.height) * self.frequency).rounded(.toNearestOrEven)
      let start = SIMD2(tile.minX, tile.minY) * self.frequency
      let size = Double(Self.size)
      stitch = Stitch(
        period: SIMD2(
          period.x.truncatingRemainder(dividingBy: size),
          period.y.truncatingRemainder(dividingBy: size)),
        wrap: start + SIMD2(repeating: Self.offset) + period)
    }
    fill(seed: seed)
  }

  /// The nearest frequencies that have a whole number of periods in the tile.
  private static func stitched(_ frequency: SIMD2<Double>, _ tile: Rect) -> SIMD2<Double> {
    func nearest(_ frequency: Double, _ extent: Double) -> Double {
      guard frequency > 0, extent > 0 else { return frequency }
      let low = (extent * frequency).rounded(.down) / extent
      let high = (extent * frequency).rounded(.up) / extent
      return low > 0 && frequency / low < high / frequency ? low : high
    }
    return SIMD2(nearest(frequency.x, tile.width), nearest(frequency.y, tile.height))
  }

  private mutating func fill(seed: Double) {
    let modulus = 2_147_483_647
    let whole = Int(min(max(seed.rounded(.towardZero), -2_147_483_648), 2_147_483_647))
    var number = whole <= 0 ? -(whole % (modulus - 1)) + 1 : min(whole, modulus - 1)
    func next() -> Int {
      number = 16_807 * (number % 127_773) - 2_836 * (number / 127_773)
      if number <= 0 { number += modulus }
      return number
    }
    let size = Self.size
    lattice = Array(0..<size)
    for _ in 0..<4 {
      var channel: [SIMD2<Double>] = []
      for _ in 0..<size {
        let x = Double(next() % (2 * size) - size) / Double(size)
        let y = Double(next() % (2 * size) - size) / Double(size)
        let length = (x * x + y * y).squareRoot()
        channel.append(length > 0 ? SIMD2(x / length, y / length) : .zero)
      }
      gradients.append(channel + channel + channel.prefix(2))
    }
    for index in stride(from: size - 1, to: 0, by: -1) {
      lattice.swapAt(index, next() % size)
    }
    lattice += lattice + lattice.prefix(2)
  }

  /// The four channels at a point of user space, 0…1.
  func color(at point: Point) -> SIMD4<Float> {
    var sum = SIMD4<Double>.zero
    var place = SIMD2(point.x * frequency.x, point.y * frequency.y)
    var ratio = 1.0
    var stitch = stitch
    for _ in 0..<octaves {
      var noise = noise(at: place, stitch)
      if !isFractal { noise.replace(with: -noise, where: noise .< .zero) }
      sum += noise / ratio
      place *= 2
      ratio *= 2
      stitch = stitch?.halved
    }
    if isFractal { sum = (sum + SIMD4(repeating: 1)) / 2 }
    return SIMD4<Float>(sum).inRange
  }

  private func noise(at place: SIMD2<Double>, _ stitch: Stitch?) -> SIMD4<Double> {
    /// The places of the lattice around a coordinate, and the part of the way between them.
    func cell(
      _ value: Double, _ period: Double?, _ wrap: Double?
    ) -> (first: Int, second: Int, part: Double) {
      let moved = min(max(value + Self.offset, -1e15), 1e15)
      let whole = moved.rounded(.down)
      var (first, second) = (whole, whole + 1)
      if let period, let wrap {
        if first >= wrap.rounded(.down) { first -= period }
        if second >= wrap.rounded(.down) { second -= period }
      }
      return (Int(first) & 255, Int(second) & 255, moved - whole)
    }
    let x = cell(place.x, stitch?.period.x, stitch?.wrap.x)
    let y = cell(place.y, stitch?.period.y, stitch?.wrap.y)
    let (i, j) = (lattice[x.first], lattice[x.second])
    let corners = (
      lattice[i + y.first], lattice[j + y.first], lattice[i + y.second], lattice[j + y.second]
    )
    let (sx, sy) = (x.part * x.part * (3 - 2 * x.part), y.part * y.part * (3 - 2 * y.part))
    var result = SIMD4<Double>.zero
    for channel in 0..<4 {
      let table = gradients[channel]
      let u0 = table[corners.0].x * x.part + table[corners.0].y * y.part
      let v0 = table[corners.1].x * (x.part - 1) + table[corners.1].y * y.part
      let u1 = table[corners.2].x * x.part + table[corners.2].y * (y.part - 1)
      let v1 = table[corners.3].x * (x.part - 1) + table[corners.3].y * (y.part - 1)
      let (a, b) = (u0 + (v0 - u0) * sx, u1 + (v1 - u1) * sx)
      result[channel] = a + (b - a) * sy
    }
    return result
  }
}
