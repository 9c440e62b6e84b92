import Geometry

/// A length that may depend on the output's size and the layer's surroundings.
///
/// Grammar: `sum = term (('+' | '-') term)*`, `term = number unit? | ('min' | 'max') '(' sum (','
/// sum)* ')'`, `unit = '%' | 'vmin' | 'vw' | 'vh' | 'pt'`.
public indirect enum Length: Sendable, Equatable {
  /// The sum of points, a fraction of the reference length, and fractions of the output's shorter
  /// side, its width and its height.
  case sum(points: Double, fraction: Double, vmin: Double, vw: Double, vh: Double)
  case add(Length, Length, sign: Double)
  case smallest([Length])
  case largest([Length])

  static func points(_ value: Double) -> Length {
    .sum(points: value, fraction: 0, vmin: 0, vw: 0, vh: 0)
  }

  static func fraction(_ value: Double) -> Length {
    .sum(points: 0, fraction: value, vmin: 0, vw: 0, vh: 0)
  }

  /// The length in points.
  /// - Parameters:
  ///   - reference: 100 % in points.
  ///   - output: the output's size in points.
  func resolved(reference: Double, output: Size) -> Double {
    switch self {
    case .sum(let points, let fraction, let vmin, let vw, let vh):
      // Nested percentages may multiply to lengths larger than any picture, but have to stay
      // bounded.
      return min(
        max(
          points + fraction * reference + vmin * min(output.width, output.height)
            + vw * output.width + vh * output.height, -1e6), 1e6)
    case .add(let a, let b, let sign):
      let sum =
        a.resolved(reference: reference, output: output)
        + sign * b.resolved(reference: reference, output: output)
      return min(max(sum, -1e6), 1e6)
    case .smallest(let lengths):
      var result = Double.infinity
      for length in lengths {
        result = min(result, length.resolved(reference: reference, output: output))
      }
      return result
    case .largest(let lengths):
      var result = -Double.infinity
      for length in lengths {
        result = max(result, length.resolved(reference: reference, output: output))
      }
      return result
    }
  }

  /// True if the length is negative on every output.
  var isAlwaysNegative: Bool {
    if case .sum(let points, let fraction, let vmin, let vw, let vh) = self {
      return points <= 0 && fraction <= 0 && vmin <= 0 && vw <= 0 && vh <= 0
        && (points < 0 || fraction < 0 || vmin < 0 || vw < 0 || vh < 0)
    }
    return false
  }

  var isZero: Bool { self == .points(0) }
}
