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

  /// The matrix that turns the hue.
  static func hueTurn(degrees: Double) -> [Float] {
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

  /// - Parameter k: the factors of both pictures' product, of the first and the second one, and a constant.
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

  /// Blends by a mode whose components are independent (W3C Compositing level 1, section 10.1); nil for other names.
  static func blend(
    _ mode: String, _ above: FilterImage, _ below: FilterImage
  ) -> FilterImage? {
    if mode == "normal" { return above.over(below) }
    guard let rule = blendRule(mode) else { return nil }
    return above.combined(with: below) { source, backdrop in
      var result = source * (1 - backdrop.w) + backdrop * (1 - source.w)
      guard source.w > 0, backdrop.w > 0 else { return result }
      let (s, b) = (source / source.w, backdrop / backdrop.w)
      let both = source.w * backdrop.w
      result.x += both * rule(b.x, s.x)
      result.y += both * rule(b.y, s.y)
      result.z += both * rule(b.z, s.z)
      result.w = source.w + backdrop.w - both
      return result
    }
  }

  private static func blendRule(
    _ mode: String
  ) -> ((_ backdrop: Float, _ source: Float) -> Float)? {
    func screen(_ b: Float, _ s: Float) -> Float { b + s - b * s }
    func hardLight(_ b: Float, _ s: Float) -> Float {
      s <= 0.5 ? b * 2 * s : screen(b, 2 * s - 1)
    }
    switch mode {
    case "multiply": return { $0 * $1 }
    case "screen": return screen
    case "overlay": return { hardLight($1, $0) }
    case "darken": return { min($0, $1) }
    case "lighten": return { max($0, $1) }
    case "color-dodge": return { b, s in b <= 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s)) }
    case "color-burn": return { b, s in b >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - b) / s) }
    case "hard-light": return hardLight
    case "soft-light":
      return { b, s in
        if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
        let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
        return b + (2 * s - 1) * (d - b)
      }
    case "difference": return { abs($0 - $1) }
    case "exclusion": return { $0 + $1 - 2 * $0 * $1 }
    default: return nil
    }
  }
}
