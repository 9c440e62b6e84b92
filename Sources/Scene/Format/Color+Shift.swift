import Raster

extension Color {
  /// The colour after the change that turns `old` into `new`: the hue is rotated by the same angle,
  /// the saturation scaled by the same factor, and the lightness mapped so that `old` becomes
  /// `new`.
  func shifted(from old: Color, to new: Color) -> Color {
    if old == new { return self }
    let (own, old, new) = (HueColor(self), HueColor(old), HueColor(new))
    var shifted = own
    shifted.hue += new.hue - old.hue
    shifted.saturation =
      old.saturation > 0
      ? min(own.saturation * new.saturation / old.saturation, 1) : new.saturation
    shifted.lightness = own.lightness(beside: old.lightness, movedTo: new.lightness)
    return shifted.color(alpha: alpha)
  }
}

extension HueColor {
  /// The lightness of a colour beside another one whose lightness changes. A part of their distance
  /// always stays, on the other side if black or white is too near on its own, so that shades can
  /// be told apart on any background.
  fileprivate func lightness(beside old: Double, movedTo new: Double) -> Double {
    // The remaining part of the distance to black, or to white.
    let share = new < old ? new / old : new > old ? (1 - new) / (1 - old) : 1
    let distance = (lightness - old) * max(share, 0.5)
    let moved = min(max(new + distance, 0), 1)
    return abs(moved - new) < abs(distance) / 2 ? min(max(new - distance, 0), 1) : moved
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
    let amplitude = saturation * min(lightness, 1 - lightness)
    /// The component that is greatest at a hue.
    func component(_ peak: Double) -> Double {
      var distance = hue - peak
      distance -= 6 * (distance / 6).rounded()
      return lightness + amplitude * min(max(3 - 2 * abs(distance), -1), 1)
    }
    return Color(red: component(0), green: component(2), blue: component(4), alpha: alpha)
  }
}
