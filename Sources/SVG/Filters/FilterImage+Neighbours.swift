import CMath

/// Steps of filters in which a pixel depends on those around it.
extension FilterImage {
  /// Blurred by a Gaussian function.
  ///
  /// - Parameters: the standard deviations in pixels; less than a hundredth leaves a direction as
  ///   it is.
  func blurred(across: Double, down: Double) -> FilterImage {
    var result = self
    if across >= Self.leastDeviation {
      for row in 0..<height { result.blurLine(from: row * width, step: 1, width, across) }
    }
    if down >= Self.leastDeviation {
      for column in 0..<width { result.blurLine(from: column, step: width, height, down) }
    }
    return result
  }

  /// A smaller deviation has no visible effect, and its weights would underflow.
  private static let leastDeviation = 0.01

  /// Deviations from which three boxes stand for the function (Filter Effects level 1, section
  /// 9.10).
  private static let leastForBoxes = 2.0

  private mutating func blurLine(from start: Int, step: Int, _ count: Int, _ deviation: Double) {
    var line: [SIMD4<Float>] = []
    line.reserveCapacity(count)
    for index in 0..<count { line.append(pixels[start + index * step]) }
    guard line.contains(where: { $0.w != 0 }) else { return }
    if deviation < Self.leastForBoxes {
      line = Self.weighted(line, deviation)
    } else {
      let size = Int(min(deviation * 3 * (2 * .pi).squareRoot() / 4 + 0.5, Double(1 << 16)))
      let half = size / 2
      if size.isMultiple(of: 2) {
        line = Self.averaged(line, before: half, after: half - 1)
        line = Self.averaged(line, before: half - 1, after: half)
        line = Self.averaged(line, before: half, after: half)
      } else {
        for _ in 0..<3 { line = Self.averaged(line, before: half, after: half) }
      }
    }
    for index in 0..<count { pixels[start + index * step] = line[index] }
  }

  /// Makes each pixel the mean of the pixels from so many before it to so many after it.
  private static func averaged(
    _ line: [SIMD4<Float>], before: Int, after: Int
  ) -> [SIMD4<Float>] {
    // Sums in whole numbers do not drift along the line.
    let scale = Float(1 << 20)
    let whole = line.map { SIMD4<Int64>($0 * scale) }
    var sum = SIMD4<Int64>.zero
    for index in 0..<min(after, line.count) { sum &+= whole[index] }
    var result = line
    let factor = 1 / (scale * Float(before + after + 1))
    for index in line.indices {
      if index + after < line.count { sum &+= whole[index + after] }
      result[index] = SIMD4<Float>(sum) * factor
      if index - before >= 0 { sum &-= whole[index - before] }
    }
    return result
  }

  private static func weighted(_ line: [SIMD4<Float>], _ deviation: Double) -> [SIMD4<Float>] {
    let extent = Int((3 * deviation).rounded(.up))
    var weights = (0...extent).map {
      Float(exp(-Double($0 * $0) / (2 * deviation * deviation)))
    }
    let total = weights.reduce(-weights[0]) { $0 + 2 * $1 }
    weights = weights.map { $0 / total }
    return line.indices.map { index in
      var sum = line[index] * weights[0]
      for distance in 1...extent {
        if index >= distance { sum += line[index - distance] * weights[distance] }
        if index + distance < line.count { sum += line[index + distance] * weights[distance] }
      }
      return sum
    }
  }

  /// Makes each component the least or the greatest of those around it (morphology).
  ///
  /// - Parameters: the radii in pixels, each 0 or more.
  func morphed(across: Int, down: Int, isDilating: Bool) -> FilterImage {
    var result = self
    if across > 0 {
      for row in 0..<height {
        result.morphLine(from: row * width, step: 1, width, across, isDilating)
      }
    }
    if down > 0 {
      for column in 0..<width {
        result.morphLine(from: column, step: width, height, down, isDilating)
      }
    }
    return result
  }

  /// Pixels outside the line are clear. The extremes in blocks of the window's length are found
  /// from both ends; any window then has the extreme of two of them.
  private mutating func morphLine(
    from start: Int, step: Int, _ count: Int, _ distance: Int, _ isDilating: Bool
  ) {
    func extreme(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
      isDilating ? pointwiseMax(a, b) : pointwiseMin(a, b)
    }
    let distance = min(distance, count)
    let window = 2 * distance + 1
    var line = [SIMD4<Float>](repeating: .zero, count: count + 2 * distance)
    for index in 0..<count { line[index + distance] = pixels[start + index * step] }
    var forward = line
    var backward = line
    for index in line.indices where !index.isMultiple(of: window) {
      forward[index] = extreme(forward[index - 1], line[index])
    }
    for index in line.indices.dropLast().reversed() where !(index + 1).isMultiple(of: window) {
      backward[index] = extreme(backward[index + 1], line[index])
    }
    for index in 0..<count {
      pixels[start + index * step] = extreme(backward[index], forward[index + window - 1])
    }
  }
}
