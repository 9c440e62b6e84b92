import CMath

/// The operation of a filter's step on pictures in the same space of colours.
enum FilterStep {
  /// A rule of Porter and Duff, or `lighter`.
  enum Operator: String { case over, `in`, out, atop, xor, lighter }

  /// The change of one component: a curve through values, steps, or a function.
  enum Transfer {
    case identity
    case table([Float])
    case discrete([Float])
    case linear(slope: Float, intercept: Float)
    case gamma(amplitude: Float, exponent: Float, offset: Float)

    func apply(to number: Float) -> Float {
      switch self {
      case .identity: return number
      case .table(let values):
        guard values.count > 1 else { return values.first ?? number }
        let place = number * Float(values.count - 1)
        let index = min(Int(place), values.count - 2)
        return values[index] + (values[index + 1] - values[index]) * (place - Float(index))
      case .discrete(let values):
        guard !values.isEmpty else { return number }
        return values[min(Int(number * Float(values.count)), values.count - 1)]
      case .linear(let slope, let intercept): return slope * number + intercept
      case .gamma(let amplitude, let exponent, let offset):
        return amplitude * Float(pow(Double(number), Double(exponent))) + offset
      }
    }
  }

  /// By a matrix of four rows and five columns, for colours without their alpha multiplied in.
  static func matrix(_ m: [Float], _ input: FilterImage) -> FilterImage {
    guard m.count == 20 else { return input }
    let columns = (0..<5).map { SIMD4(m[$0], m[5 + $0], m[10 + $0], m[15 + $0]) }
    return input.mapped { color in
      columns[0] * color.x + columns[1] * color.y + columns[2] * color.z + columns[3] * color.w
        + columns[4]
    }
  }

  /// The matrix that multiplies the saturation (Filter Effects level 1, section 9.6).
  static func saturation(_ s: Float) -> [Float] {
    [
      0.213 + 0.787 * s, 0.715 - 0.715 * s, 0.072 - 0.072 * s, 0, 0,
      0.213 - 0.213 * s, 0.715 + 0.285 * s, 0.072 - 0.072 * s, 0, 0,
      0.213 - 0.213 * s, 0.715 - 0.715 * s, 0.072 + 0.928 * s, 0, 0,
      0, 0, 0, 1, 0,
    ]
  }

  /// The matrix that rotates the hue.
  static func hueRotation(degrees: Double) -> [Float] {
    let angle = degrees.truncatingRemainder(dividingBy: 360) * .pi / 180
    let (c, s) = (Float(cos(angle)), Float(sin(angle)))
    return [
      0.213 + c * 0.787 - s * 0.213, 0.715 - c * 0.715 - s * 0.715,
      0.072 - c * 0.072 + s * 0.928, 0, 0,
      0.213 - c * 0.213 + s * 0.143, 0.715 + c * 0.285 + s * 0.140,
      0.072 - c * 0.072 - s * 0.283, 0, 0,
      0.213 - c * 0.213 - s * 0.787, 0.715 - c * 0.715 + s * 0.715,
      0.072 + c * 0.928 + s * 0.072, 0, 0,
      0, 0, 0, 1, 0,
    ]
  }

  /// The matrix of one linear function for all colours, and a factor of the alpha.
  static func linear(slope: Float, intercept: Float, alpha: Float = 1) -> [Float] {
    [
      slope, 0, 0, 0, intercept, 0, slope, 0, 0, intercept, 0, 0, slope, 0, intercept,
      0, 0, 0, alpha, 0,
    ]
  }

  /// The matrix of `grayscale()` (Filter Effects level 1, section 13.1).
  static func grayscale(_ amount: Float) -> [Float] {
    let s = 1 - amount
    return [
      0.2126 + 0.7874 * s, 0.7152 - 0.7152 * s, 0.0722 - 0.0722 * s, 0, 0,
      0.2126 - 0.2126 * s, 0.7152 + 0.2848 * s, 0.0722 - 0.0722 * s, 0, 0,
      0.2126 - 0.2126 * s, 0.7152 - 0.7152 * s, 0.0722 + 0.9278 * s, 0, 0,
      0, 0, 0, 1, 0,
    ]
  }

  /// The matrix of `sepia()`.
  static func sepia(_ amount: Float) -> [Float] {
    let s = 1 - amount
    return [
      0.393 + 0.607 * s, 0.769 - 0.769 * s, 0.189 - 0.189 * s, 0, 0,
      0.349 - 0.349 * s, 0.686 + 0.314 * s, 0.168 - 0.168 * s, 0, 0,
      0.272 - 0.272 * s, 0.534 - 0.534 * s, 0.131 + 0.869 * s, 0, 0,
      0, 0, 0, 1, 0,
    ]
  }

  /// The matrix of a function of the property `filter`.
  static func matrix(of change: FilterFunction.ColorChange, amount: Double) -> [Float] {
    let part = Float(amount)
    switch change {
    case .brightness: return linear(slope: part, intercept: 0)
    case .contrast: return linear(slope: part, intercept: (1 - part) / 2)
    case .grayscale: return grayscale(part)
    case .hueRotate: return hueRotation(degrees: amount)
    case .invert: return linear(slope: 1 - 2 * part, intercept: part)
    case .opacity: return linear(slope: 1, intercept: 0, alpha: part)
    case .saturate: return saturation(part)
    case .sepia: return sepia(part)
    }
  }

  /// The matrix that makes the light of colours the alpha of black.
  static let luminanceToAlpha: [Float] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.2125, 0.7154, 0.0721, 0, 0,
  ]

  static func composite(
    _ rule: Operator, _ above: FilterImage, _ below: FilterImage
  ) -> FilterImage {
    switch rule {
    case .over: above.over(below)
    case .in: above.combined(with: below) { $0 * $1.w }
    case .out: above.combined(with: below) { $0 * (1 - $1.w) }
    case .atop: above.combined(with: below) { $0 * $1.w + $1 * (1 - $0.w) }
    case .xor: above.combined(with: below) { $0 * (1 - $1.w) + $1 * (1 - $0.w) }
    case .lighter:
      above.combined(with: below) { pointwiseMin($0 + $1, SIMD4(repeating: 1)) }
    }
  }

  /// - Parameter k: the factors of both pictures' product, of the first and the second one, and a
  ///   constant.
  static func arithmetic(
    _ k: SIMD4<Float>, _ first: FilterImage, _ second: FilterImage
  ) -> FilterImage {
    first.combined(with: second) { a, b in
      var sum = a * b * k.x + a * k.y + b * k.z + SIMD4(repeating: k.w)
      let alpha = min(max(sum.w, 0), 1)
      sum.clamp(lowerBound: .zero, upperBound: SIMD4(repeating: alpha))
      return sum
    }
  }
}
