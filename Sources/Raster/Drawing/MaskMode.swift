/// The quantity of a mask's picture that multiplies the masked content.
@frozen public enum MaskMode: UInt8, Sendable, Equatable, BitwiseCopyable {
  /// Its alpha.
  case alpha
  /// Its luminance times its alpha, of components as they are encoded.
  case luminance
  /// Its luminance times its alpha, of components that are linear in light.
  case linearLuminance

  /// The factor that a premultiplied pixel is, 0…255.
  func factor(_ pixel: UInt32) -> UInt32 {
    let (red, green, blue) = ((pixel >> 16) & 255, (pixel >> 8) & 255, pixel & 255)
    switch self {
    case .alpha: return pixel >> 24
    case .luminance:
      // .2125, .7154 and .0721 with 16 fraction bits, which sum up to 1.
      return (red * 13_926 + green * 46_885 + blue * 4725 + 32_768) >> 16
    case .linearLuminance:
      let alpha = Float(pixel >> 24)
      if alpha == 0 { return 0 }
      func linear(_ component: UInt32) -> Float { MaskMode.linear(Float(component) / alpha) }
      let luminance = 0.2125 * linear(red) + 0.7154 * linear(green) + 0.0721 * linear(blue)
      return UInt32(truncatingIfNeeded: Int(min(max(luminance * alpha, 0), 255) + 0.5))
    }
  }

  /// A component of the sRGB encoding in light, within a hundredth: by a polynomial, since the exact
  /// one takes a power.
  private static func linear(_ value: Float) -> Float {
    value * (value * (value * 0.305_306_01 + 0.682_171_1) + 0.012_522_878)
  }
}
