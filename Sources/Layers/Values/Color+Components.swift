package import Animation
package import Raster

extension AnimatableValue {
  /// Animates a missing colour as a transparent one.
  init(_ color: Color?) { self = .color((color ?? .clear).components) }
}

extension Color {
  init(_ components: ColorComponents) {
    self.init(
      red: components.red, green: components.green, blue: components.blue,
      alpha: components.alpha)
  }

  /// The colour as animations work on it.
  package var components: ColorComponents {
    ColorComponents(red: red, green: green, blue: blue, alpha: alpha)
  }
}
