import Raster

extension Color {
  /// The colour, changed as one colour is changed to another: its hue turns by the same angle, and its saturation and
  /// lightness are divided by those of the one and multiplied by those of the other.
  func shifted(from old: Color, to new: Color) -> Color {
    if old == new { return self }
    let (own, old, new) = (HueColor(self), HueColor(old), HueColor(new))
    func scaled(_ value: Double, _ old: Double, _ new: Double) -> Double {
      old > 0 ? min(value * new / old, 1) : new
    }
    var shifted = own
    shifted.hue += new.hue - old.hue
    shifted.saturation = scaled(own.saturation, old.saturation, new.saturation)
    shifted.lightness = scaled(own.lightness, old.lightness, new.lightness)
    return shifted.color(alpha: alpha)
  }
}

/// A colour by hue, saturation and lightness, as in CSS: a grey has no hue, which counts as 0.
private struct HueColor {
  /// In sixths of a turn.
  var hue = 0.0
  var saturation = 0.0
  var lightness: Double

  init(_ color: Color) {
    let most = max(color.red, color.green, color.blue)
    let range = most - min(color.red, color.green, color.blue)
    lightness = most - range / 2
    guard range > 0 else { return }
    saturation = range / (2 * min(lightness, 1 - lightness))
    hue =
      if most == color.red {
        (color.green - color.blue) / range
      } else if most == color.green {
        2 + (color.blue - color.red) / range
      } else {
        4 + (color.red - color.green) / range
      }
  }

  func color(alpha: Double) -> Color {
    let reach = saturation * min(lightness, 1 - lightness)
    /// The component that is greatest at a hue.
    func component(_ peak: Double) -> Double {
      var distance = hue - peak
      distance -= 6 * (distance / 6).rounded()
      return lightness + reach * min(max(3 - 2 * abs(distance), -1), 1)
    }
    return Color(red: component(0), green: component(2), blue: component(4), alpha: alpha)
  }
}
