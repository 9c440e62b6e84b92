/// The composition of a picture with its backdrop: the modes of W3C's Compositing and Blending
/// level 1, and one sum.
///
/// With premultiplied components s of the picture and b of its backdrop, and alphas α and β, a mode
/// gives s·(1 − β) + b·(1 − α) + α·β·B(b/β, s/α), where B is the mode's function of two colours.
///
/// Kernels know modes by their raw values.
@frozen public enum BlendMode: UInt8, Sendable, Equatable, BitwiseCopyable, CaseIterable {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight
  case softLight, difference, exclusion
  // These mix all three components together.
  case hue, saturation, color, luminosity
  /// The sum of both, up to 1.
  case plusLighter

  /// As CSS names it.
  public var name: String {
    switch self {
    case .normal: "normal"
    case .multiply: "multiply"
    case .screen: "screen"
    case .overlay: "overlay"
    case .darken: "darken"
    case .lighten: "lighten"
    case .colorDodge: "color-dodge"
    case .colorBurn: "color-burn"
    case .hardLight: "hard-light"
    case .softLight: "soft-light"
    case .difference: "difference"
    case .exclusion: "exclusion"
    case .hue: "hue"
    case .saturation: "saturation"
    case .color: "color"
    case .luminosity: "luminosity"
    case .plusLighter: "plus-lighter"
    }
  }

  /// Nil for a name that no mode has.
  public init?(name: String) {
    guard let mode = BlendMode.allCases.first(where: { $0.name == name }) else { return nil }
    self = mode
  }
}

extension BlendMode {
  /// A pixel put over another, both premultiplied `0xAARRGGBB`, with components rounded to the
  /// nearest.
  func blended(_ source: UInt32, over backdrop: UInt32) -> UInt32 {
    let (sourceAlpha, backdropAlpha) = (Float(source >> 24), Float(backdrop >> 24))
    if sourceAlpha == 0 { return backdrop }
    if backdropAlpha == 0 { return source }
    let s = BlendMode.components(source)
    let b = BlendMode.components(backdrop)
    // Straight colours in 0…1.
    let mixed = mix(b / backdropAlpha, s / sourceAlpha)
    let both = sourceAlpha * backdropAlpha / 255
    let sum =
      s * ((255 - backdropAlpha) / 255) + b * ((255 - sourceAlpha) / 255) + mixed * both
    let alpha = sourceAlpha + backdropAlpha - both
    return BlendMode.pixel(sum, alpha: alpha)
  }

  private static func components(_ pixel: UInt32) -> SIMD4<Float> {
    SIMD4(Float((pixel >> 16) & 255), Float((pixel >> 8) & 255), Float(pixel & 255), 0)
  }

  private static func pixel(_ components: SIMD4<Float>, alpha: Float) -> UInt32 {
    func byte(_ value: Float) -> UInt32 {
      UInt32(truncatingIfNeeded: Int(min(max(value, 0), 255) + 0.5))
    }
    let alpha = byte(alpha)
    return alpha << 24 | min(byte(components.x), alpha) << 16 | min(byte(components.y), alpha) << 8
      | min(byte(components.z), alpha)
  }

  /// The function B of the mode: of a backdrop's and a source's colour.
  func mix(_ b: SIMD4<Float>, _ s: SIMD4<Float>) -> SIMD4<Float> {
    switch self {
    case .normal: return s
    case .multiply: return b * s
    case .screen: return b + s - b * s
    case .darken: return b.replacing(with: s, where: s .< b)
    case .lighten: return b.replacing(with: s, where: s .> b)
    case .difference:
      return b.replacing(with: s, where: s .> b) - b.replacing(with: s, where: s .< b)
    case .exclusion: return b + s - 2 * b * s
    case .plusLighter:
      let sum = b + s
      return sum.replacing(with: 1, where: sum .> 1)
    case .overlay: return BlendMode.eachComponent(b, s) { BlendMode.hardLight($1, $0) }
    case .hardLight: return BlendMode.eachComponent(b, s, BlendMode.hardLight)
    case .colorDodge: return BlendMode.eachComponent(b, s, BlendMode.colorDodge)
    case .colorBurn: return BlendMode.eachComponent(b, s, BlendMode.colorBurn)
    case .softLight: return BlendMode.eachComponent(b, s, BlendMode.softLight)
    case .hue:
      return BlendMode.withLuminosity(
        BlendMode.withSaturation(s, BlendMode.saturation(b)), BlendMode.luminosity(b))
    case .saturation:
      return BlendMode.withLuminosity(
        BlendMode.withSaturation(b, BlendMode.saturation(s)), BlendMode.luminosity(b))
    case .color: return BlendMode.withLuminosity(s, BlendMode.luminosity(b))
    case .luminosity: return BlendMode.withLuminosity(b, BlendMode.luminosity(s))
    }
  }

  @inline(__always)
  private static func eachComponent(
    _ b: SIMD4<Float>, _ s: SIMD4<Float>, _ mix: (Float, Float) -> Float
  ) -> SIMD4<Float> {
    SIMD4(mix(b.x, s.x), mix(b.y, s.y), mix(b.z, s.z), 0)
  }

  private static func hardLight(_ b: Float, _ s: Float) -> Float {
    if s <= 0.5 { return b * 2 * s }
    let light = 2 * s - 1
    return b + light - b * light
  }

  private static func colorDodge(_ b: Float, _ s: Float) -> Float {
    if b <= 0 { return 0 }
    return s >= 1 ? 1 : min(1, b / (1 - s))
  }

  private static func colorBurn(_ b: Float, _ s: Float) -> Float {
    if b >= 1 { return 1 }
    return s <= 0 ? 0 : 1 - min(1, (1 - b) / s)
  }

  private static func softLight(_ b: Float, _ s: Float) -> Float {
    if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
    let curve = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
    return b + (2 * s - 1) * (curve - b)
  }

  // MARK: Modes of all components

  private static func luminosity(_ c: SIMD4<Float>) -> Float {
    0.3 * c.x + 0.59 * c.y + 0.11 * c.z
  }

  private static func saturation(_ c: SIMD4<Float>) -> Float {
    max(c.x, c.y, c.z) - min(c.x, c.y, c.z)
  }

  /// A colour with another luminosity, moved towards grey as far as it leaves 0…1.
  private static func withLuminosity(_ color: SIMD4<Float>, _ wanted: Float) -> SIMD4<Float> {
    var result = color + (wanted - luminosity(color))
    let own = luminosity(result)
    let least = min(result.x, result.y, result.z)
    let most = max(result.x, result.y, result.z)
    if least < 0, own > least { result = own + (result - own) * (own / (own - least)) }
    if most > 1, most > own { result = own + (result - own) * ((1 - own) / (most - own)) }
    return result
  }

  /// A colour whose least component becomes 0 and whose largest one becomes the saturation. The
  /// middle one keeps its relative place between them.
  private static func withSaturation(_ color: SIMD4<Float>, _ wanted: Float) -> SIMD4<Float> {
    let least = min(color.x, color.y, color.z)
    let most = max(color.x, color.y, color.z)
    guard most > least else { return SIMD4(repeating: 0) }
    return (color - least) * (wanted / (most - least))
  }
}
