/// The weights of a blur by way of a coarser grid.
struct BlurKernel {
  /// Pixels from one grid place to the next.
  let factor: Int
  /// A box of `factor` pixels with itself, three times: to the grid, with the sum 1.
  let reducing: [Float]
  /// The same with the sum `factor`, so that the weights of one phase add up to 1: from the grid.
  let widening: [Float]
  /// The gaussian on the grid, from its middle outwards.
  let weights: [Float]

  /// The grid's places to each side that the gaussian reaches.
  var extent: Int { weights.count - 1 }

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
