import Geometry

/// A length that may depend on the output's size and the layer's surroundings.
///
/// Grammar: `sum = term (('+' | '-') term)*`, `term = number unit? | ('min' | 'max') '(' sum (','
/// sum)* ')'`, `unit = '%' | 'vmin' | 'vw' | 'vh' | 'pt'`.
public enum Length: Sendable, Equatable {
  // Most lengths are one of these two, which take no memory of their own.
  case points(Double)
  /// A part of the reference length.
  case fraction(Double)
  indirect case sum(Sum)
  indirect case add(Length, Length, sign: Double)
  case smallest([Length])
  case largest([Length])

  /// The sum of points, a fraction of the reference length, and fractions of the output's shorter
  /// side, its width and its height.
  public struct Sum: Sendable, Equatable {
    var points = 0.0
    var fraction = 0.0
    var vmin = 0.0
    var vw = 0.0
    var vh = 0.0

    static func + (a: Sum, b: Sum) -> Sum {
      Sum(
        points: a.points + b.points, fraction: a.fraction + b.fraction, vmin: a.vmin + b.vmin,
        vw: a.vw + b.vw, vh: a.vh + b.vh)
    }

    func resolved(_ reference: Double, _ output: Size) -> Double {
      // Nested percentages may multiply to lengths larger than any picture, but have to stay
      // bounded.
      min(
        max(
          points + fraction * reference + vmin * min(output.width, output.height)
            + vw * output.width + vh * output.height, -1e6), 1e6)
    }
  }

  init(_ sum: Sum) {
    if sum == Sum(points: sum.points) {
      self = .points(sum.points)
    } else if sum == Sum(fraction: sum.fraction) {
      self = .fraction(sum.fraction)
    } else {
      self = .sum(sum)
    }
  }

  /// The length as a sum; nil for one of other lengths.
  var sum: Sum? {
    switch self {
    case .points(let points): Sum(points: points)
    case .fraction(let fraction): Sum(fraction: fraction)
    case .sum(let sum): sum
    case .add, .smallest, .largest: nil
    }
  }

  /// The length in points.
  /// - Parameters:
  ///   - reference: 100 % in points.
  ///   - output: the output's size in points.
  func resolved(reference: Double, output: Size) -> Double {
    switch self {
    case .points(let points): Sum(points: points).resolved(reference, output)
    case .fraction(let fraction): Sum(fraction: fraction).resolved(reference, output)
    case .sum(let sum): sum.resolved(reference, output)
    case .add(let a, let b, let sign):
      min(
        max(
          a.resolved(reference: reference, output: output)
            + sign * b.resolved(reference: reference, output: output), -1e6), 1e6)
    case .smallest(let lengths):
      lengths.reduce(.infinity) { min($0, $1.resolved(reference: reference, output: output)) }
    case .largest(let lengths):
      lengths.reduce(-.infinity) { max($0, $1.resolved(reference: reference, output: output)) }
    }
  }

  /// True if the length is negative on every output.
  var isAlwaysNegative: Bool {
    guard let sum else { return false }
    return sum.points <= 0 && sum.fraction <= 0 && sum.vmin <= 0 && sum.vw <= 0 && sum.vh <= 0
      && sum != Sum()
  }

  var isZero: Bool { self == .points(0) }
}
