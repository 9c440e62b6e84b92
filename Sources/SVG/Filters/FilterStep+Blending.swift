/// Blending of pictures (W3C Compositing level 1, section 10).
extension FilterStep {
  /// A mode for colours without their alpha multiplied in.
  private typealias Rule = (_ backdrop: SIMD4<Float>, _ source: SIMD4<Float>) -> SIMD4<Float>

  /// Nil for a mode that is not known.
  static func blend(
    _ mode: String, _ above: FilterImage, _ below: FilterImage
  ) -> FilterImage? {
    if mode == "normal" { return above.over(below) }
    guard let rule = separableRule(mode) ?? hueRule(mode) else { return nil }
    return above.combined(with: below) { source, backdrop in
      var result = source * (1 - backdrop.w) + backdrop * (1 - source.w)
      guard source.w > 0, backdrop.w > 0 else { return result }
      let both = source.w * backdrop.w
      result += both * rule(backdrop / backdrop.w, source / source.w)
      result.w = source.w + backdrop.w - both
      return result
    }
  }

  /// The modes whose components are independent.
  private static func separableRule(_ mode: String) -> Rule? {
    guard let rule = componentRule(mode) else { return nil }
    return { b, s in SIMD4(rule(b.x, s.x), rule(b.y, s.y), rule(b.z, s.z), 0) }
  }

  private static func componentRule(
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

  /// The modes of hue, saturation and luminosity.
  private static func hueRule(_ mode: String) -> Rule? {
    switch mode {
    case "hue": return { b, s in s.withSaturation(b.saturation).withLuminosity(b.luminosity) }
    case "saturation":
      return { b, s in b.withSaturation(s.saturation).withLuminosity(b.luminosity) }
    case "color": return { b, s in s.withLuminosity(b.luminosity) }
    case "luminosity": return { b, s in b.withLuminosity(s.luminosity) }
    default: return nil
    }
  }
}

extension SIMD4<Float> {
  fileprivate var luminosity: Float { 0.3 * x + 0.59 * y + 0.11 * z }
  fileprivate var saturation: Float { Swift.max(x, y, z) - Swift.min(x, y, z) }

  fileprivate func withSaturation(_ saturation: Float) -> SIMD4 {
    let least = Swift.min(x, y, z)
    let range = Swift.max(x, y, z) - least
    guard range > 0 else { return .zero }
    return (self - SIMD4(repeating: least)) * (saturation / range)
  }

  /// Colours out of range are moved towards the gray of the luminosity.
  fileprivate func withLuminosity(_ luminosity: Float) -> SIMD4 {
    var color = self + SIMD4(repeating: luminosity - self.luminosity)
    let gray = SIMD4(repeating: luminosity)
    let (least, greatest) = (
      Swift.min(color.x, color.y, color.z), Swift.max(color.x, color.y, color.z)
    )
    if least < 0, luminosity > least {
      color = gray + (color - gray) * (luminosity / (luminosity - least))
    }
    if greatest > 1, greatest > luminosity {
      color = gray + (color - gray) * ((1 - luminosity) / (greatest - luminosity))
    }
    color.w = 0
    return color
  }
}
