import CMath

/// Contrast as people see it.
extension Color {
  /// The contrast of two opaque colours, 1…21, as WCAG 2.2 defines it.
  public func contrast(to other: Color) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// The opaque colour that shows where this one lies over an opaque one.
  public func over(_ backdrop: Color, opacity: Double = 1) -> Color {
    let part = alpha * opacity
    func mix(_ top: Double, _ below: Double) -> Double { top * part + below * (1 - part) }
    return Color(
      red: mix(red, backdrop.red), green: mix(green, backdrop.green), blue: mix(blue, backdrop.blue)
    )
  }

  /// The relative luminance of WCAG 2.2, from sRGB.
  public var luminance: Double {
    func linear(_ value: Double) -> Double {
      value <= 0.040_45 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
