import Raster

/// A change of the hue, the saturation and the brightness of a colour; nil for those that stay.
struct ColorShift {
  /// Degrees from red over yellow and green to blue.
  var hue: Track<Numbers>?
  /// Percents that are added, from a grey to a pure colour.
  var saturation: Track<Numbers>?
  /// Percents that are added, from black to the brightest colour of a hue.
  var brightness: Track<Numbers>?

  var isNone: Bool { hue == nil && saturation == nil && brightness == nil }

  /// - Parameter part: of the change.
  func applied(to color: Color, _ part: Double, at frame: Double) -> Color {
    func amount(_ track: Track<Numbers>?, _ unit: Double) -> Double {
      (track?.number(at: frame) ?? 0) * part / unit
    }
    var tone = ColorTone(color)
    tone.turn += amount(hue, 360)
    tone.saturation = min(max(tone.saturation + amount(saturation, 100), 0), 1)
    tone.brightness = min(max(tone.brightness + amount(brightness, 100), 0), 1)
    var result = tone.color
    result.alpha = color.alpha
    return result
  }
}

/// A colour by its place in the hexagonal cone of colours, after A. R. Smith, "Color gamut
/// transform pairs", SIGGRAPH 1978.
private struct ColorTone {
  /// Turns from red; a grey has none.
  var turn = 0.0
  /// 0…1.
  var saturation = 0.0
  var brightness: Double

  init(_ color: Color) {
    let (red, green, blue) = (color.red, color.green, color.blue)
    let (high, low) = (max(red, green, blue), min(red, green, blue))
    brightness = high
    let span = high - low
    guard span > 0, high > 0 else { return }
    saturation = span / high
    if high == red {
      turn = (green - blue) / span / 6
    } else if high == green {
      turn = (2 + (blue - red) / span) / 6
    } else {
      turn = (4 + (red - green) / span) / 6
    }
  }

  var color: Color {
    /// A component, by the turns from its own hue to the opposite one.
    func component(_ place: Double) -> Double {
      let away = turn - place
      // 0…0.5 from the component's own hue.
      let distance = abs(away - away.rounded())
      let fullness = min(max(2 - 6 * distance, 0), 1)
      return brightness * (1 - saturation * (1 - fullness))
    }
    return Color(red: component(0), green: component(1.0 / 3), blue: component(2.0 / 3))
  }
}
