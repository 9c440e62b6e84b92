public import Raster

/// The colour that multiplies all colours of a layer in an instance of a replicator.
public final class InstanceTint {
  /// Opaque: the alpha is the instance's opacity.
  public let color: Color
  private let images: TintedImages

  init(color: Color, images: TintedImages) {
    self.color = color
    self.images = images
  }

  /// A picture in the tint; the same picture always gives the same copy.
  public func image(_ image: Image) -> Image { images.image(image, tint: color) }
}
