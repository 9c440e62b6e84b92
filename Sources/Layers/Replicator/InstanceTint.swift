public import Raster

/// What the colours of a layer are multiplied by in an instance of a replicator.
public final class InstanceTint {
  /// Opaque: the alpha is the instance's opacity.
  public let color: Color
  private let images: TintedImages

  init(color: Color, images: TintedImages) {
    self.color = color
    self.images = images
  }

  /// A picture in the tint; the same one for the same picture.
  public func image(_ image: Image) -> Image { images.image(image, tint: color) }
}
